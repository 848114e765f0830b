package ptytest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"deft/discovery/corpus"
)

// mostResident is how many MB the interface may hold at ten thousand skills, with a long one open.
const mostResident = 45

// BenchmarkResident opens a skill of 200 KB among ten thousand others and waits until memory has been given back. peak-MB is the
// most that was resident until then. Memory counts as the system does, which has the file of the program in it.
func BenchmarkResident(b *testing.B) {
	dir := b.TempDir()
	if err := corpus.Write(dir, 10_000); err != nil {
		b.Fatal(err)
	}
	home, bin := filepath.Join(dir, "home"), Build(b)
	fill(b, filepath.Join(home, ".claude", "skills", "aaa-big", "SKILL.md"), "---\nname: aaa-big\ndescription: A long one.\n---\n\n"+parts(200<<10))
	var custom []string
	for _, r := range corpus.Roots() {
		if r.Custom {
			custom = append(custom, filepath.Join(dir, r.Dir))
		}
	}
	fill(b, filepath.Join(home, ".config", "deft", "config.yaml"), "skills:\n  customDirectories: ["+strings.Join(custom, ", ")+"]\n")
	m := Start(b, Options{Bin: bin, Dir: filepath.Join(dir, "project"), Cols: 120, Rows: 40, Env: []string{"HOME=" + home}})
	m.WaitFor("aaa-big", limit)
	m.WaitFor("collisions", limit) // all have been read
	m.Key("g", "enter")
	m.WaitFor("Part 1", limit)
	var last map[string]float64
	for range 24 { // longer than what counts as quiet
		m.Settle(250*time.Millisecond, limit)
		last = resident(b, m.cmd.Process.Pid)
	}
	b.ReportMetric(0, "ns/op") // it is run once
	b.ReportMetric(last["VmRSS"], "MB")
	b.ReportMetric(last["RssAnon"], "own-MB")
	b.ReportMetric(last["VmHWM"], "peak-MB")
	if last["VmRSS"] > mostResident {
		b.Errorf("%.1f MB are resident, want at most %d", last["VmRSS"], mostResident)
	}
}

func fill(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// parts is Markdown of at least so many bytes.
func parts(bytes int) string {
	var b strings.Builder
	for i := 1; b.Len() < bytes; i++ {
		fmt.Fprintf(&b, "## Part %d\n\n%s\n\n- one `code`\n- **two**\n\n```sh\necho %d\n```\n\n", i, strings.Repeat("Some words of a text. ", 30), i)
	}
	return b.String()
}

// resident is what the system says of a process's memory, in MB.
func resident(t testing.TB, pid int) map[string]float64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, f := range regexp.MustCompile(`(?m)^(\w+):\s+(\d+) kB$`).FindAllSubmatch(status, -1) {
		kb, _ := strconv.ParseFloat(string(f[2]), 64) // only digits
		out[string(f[1])] = kb / 1024
	}
	return out
}
