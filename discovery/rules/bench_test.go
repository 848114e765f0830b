package rules_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
)

// BenchmarkMatrix reads 10,000 skills in ten roots once, judges them for every
// agent, and says which share of the scan's time the matrix took: it is to
// stay below 1.
func BenchmarkMatrix(b *testing.B) {
	home, cwd := matrixDisk(b)
	var all []discovery.Rules
	for _, a := range rules.All() {
		all = append(all, a.Rules)
	}
	unset := func(string) (string, bool) { return "", false }
	var scans, views time.Duration
	cells := 0
	b.ResetTimer()
	for b.Loop() {
		start := time.Now()
		scene, err := disk.Scene(context.Background(), disk.At(cwd, home), unset, all)
		if err != nil {
			b.Fatal(err)
		}
		scanned := time.Now()
		cells = 0
		for _, a := range rules.All() {
			for _, r := range scene.See(a.Rules, discovery.Defaults(), true).Resolutions {
				cells += len(r.Entries)
			}
		}
		scans += scanned.Sub(start)
		views += time.Since(scanned)
	}
	b.ReportMetric(float64(scans.Milliseconds())/float64(b.N), "ms/scan")
	b.ReportMetric(float64(views.Milliseconds())/float64(b.N), "ms/matrix")
	b.ReportMetric(float64(views)/float64(scans), "matrix/scan")
	b.ReportMetric(float64(cells), "cells")
}

// matrixDisk makes 10,000 skills: a thousand in each root, every tenth name in
// all of them.
func matrixDisk(b *testing.B) (home, cwd string) {
	b.Helper()
	top := b.TempDir()
	home, cwd = filepath.Join(top, "home"), filepath.Join(top, "home", "p")
	roots := []string{
		home + "/.claude/skills", home + "/.agents/skills", home + "/.codex/skills", home + "/.config/opencode/skills", home + "/.copilot/skills",
		cwd + "/.claude/skills", cwd + "/.agents/skills", cwd + "/.github/skills", cwd + "/.cursor/skills", cwd + "/.gemini/skills",
	}
	if err := os.MkdirAll(cwd+"/.git", 0o755); err != nil {
		b.Fatal(err)
	}
	for i, root := range roots {
		for j := range 1000 {
			name := fmt.Sprintf("skill-%d-%d", i, j)
			if j%10 == 0 {
				name = fmt.Sprintf("shared-%d", j)
			}
			dir := filepath.Join(root, name)
			text := fmt.Sprintf("---\nname: %s\ndescription: Says what skill %d of root %d is for, in a sentence.\n---\n\nA body.\n", name, j, i)
			if err := os.MkdirAll(dir, 0o755); err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(dir+"/SKILL.md", []byte(text), 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	return home, cwd
}
