package rules_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
)

// TestConformance replays what the agents themselves listed.
func TestConformance(t *testing.T) {
	files, err := filepath.Glob("testdata/conformance/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded trees", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { replay(t, file) })
	}
}

func replay(t *testing.T, file string) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	recorded := place(t, top, file)
	scene := sceneAt(t, filepath.Join(top, recorded.cwd), filepath.Join(top, "home"))
	for _, a := range rules.All() {
		answers := recorded.answers[a.Agent]
		if len(answers) == 0 {
			continue
		}
		if fault := compare(top, scene.See(a.Rules, discovery.Defaults(), !recorded.untrusted), answers); fault != "" {
			t.Errorf("%s:%s", a.Agent, fault)
		}
	}
}

// sceneAt reads the disk as the agents' table asks, where no variable is set.
func sceneAt(t testing.TB, cwd, home string) *discovery.Scene {
	t.Helper()
	var all []discovery.Rules
	for _, a := range rules.All() {
		all = append(all, a.Rules)
	}
	unset := func(string) (string, bool) { return "", false }
	scene, err := disk.Scene(context.Background(), disk.At(cwd, home), unset, all)
	if err != nil {
		t.Fatal(err)
	}
	return scene
}

// compare says how a snapshot differs from what an agent listed, "" where it
// does not. Of rows of one name that are unspecified the agent may have chosen
// any, in each of its answers.
func compare(top string, s *discovery.Snapshot, answers [][]string) string {
	var sure []string
	free := make(map[string][]string)
	for _, r := range s.Resolutions {
		for _, e := range r.Entries {
			switch at := row(top, r.Name, e.Path); e.State {
			case discovery.Active, discovery.Ambiguous:
				sure = append(sure, at)
			case discovery.Unspecified:
				free[r.Name] = append(free[r.Name], at)
			}
		}
	}
	var out strings.Builder
	for _, answer := range answers {
		rest := slices.Clone(sure)
		left := make(map[string]bool, len(free))
		for name := range free {
			left[name] = true
		}
		for _, line := range answer {
			line = followed(top, line)
			if i := slices.Index(rest, line); i >= 0 {
				rest = slices.Delete(rest, i, i+1)
			} else if name := chosen(free, left, line); name == nil {
				out.WriteString("\n  only the agent: " + line)
			} else {
				delete(left, *name)
			}
		}
		for _, line := range rest {
			out.WriteString("\n  only the table: " + line)
		}
		for name := range left {
			out.WriteString("\n  only the table: one of several " + name)
		}
	}
	return out.String()
}

func chosen(free map[string][]string, left map[string]bool, line string) *string {
	for name := range left {
		if slices.Contains(free[name], line) {
			return &name
		}
	}
	return nil
}
