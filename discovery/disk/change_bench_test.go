package disk_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"deft/discovery"
	"deft/discovery/corpus"
	"deft/discovery/disk"
)

// processorTime is what the process has used so far.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkChange changes one SKILL.md in a corpus of ten thousand that is
// followed, and measures the processor time from the change until a snapshot
// has it, against that of reading the heads of the same root and nothing else.
// x-root is the quotient of the medians. Other roots are not read: their
// candidates stay the same values.
func BenchmarkChange(b *testing.B) {
	dir := b.TempDir()
	if err := corpus.Write(dir, 10_000); err != nil {
		b.Fatal(err)
	}
	for _, root := range []string{"home/.claude/skills", "project/.claude/skills", "home/.gemini/skills", "project/.gemini/skills"} {
		b.Run(root, func(b *testing.B) { change(b, dir, root) })
	}
}

func change(b *testing.B, dir, root string) {
	reg := followed(b, dir)
	defer reg.Close()
	changes := reg.Changes(b.Context())
	look := func() *discovery.Snapshot {
		s, err := reg.Snapshot(b.Context(), discovery.View{})
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	entries, err := os.ReadDir(filepath.Join(dir, root))
	if err != nil {
		b.Fatal(err)
	}
	name := entries[len(entries)/2].Name()
	file := filepath.Join(dir, root, name, "SKILL.md")
	has := func(s *discovery.Snapshot, want string) bool {
		r, ok := s.Lookup(name)
		for i := 0; ok && i < len(r.Entries); i++ {
			if r.Entries[i].Path == file {
				return r.Entries[i].Reading.Head.Description == want
			}
		}
		return false
	}
	var took, bare []time.Duration
	n := 0
	edit := func() *discovery.Snapshot {
		n++
		want := fmt.Sprintf("version %d", n)
		text := "---\nname: " + name + "\ndescription: " + want + "\n---\nbody\n"
		if err := errors.Join(os.WriteFile(file+"~", []byte(text), 0o644), os.Rename(file+"~", file)); err != nil {
			b.Fatal(err)
		}
		for {
			<-changes
			if s := look(); has(s, want) {
				return s
			}
		}
	}
	look()
	before := edit() // with the watches in place
	for b.Loop() {
		runtime.GC()
		start := processorTime(b)
		after := edit()
		took = append(took, processorTime(b)-start)
		untouched(b, before, after, filepath.Join(dir, root))
		before = after
		runtime.GC()
		start = processorTime(b)
		floor(b, []string{filepath.Join(dir, root)})
		bare = append(bare, processorTime(b)-start)
	}
	t, f := median(took), median(bare)
	b.ReportMetric(float64(t)/float64(f), "x-root")
	b.ReportMetric(float64(t.Microseconds()), "µs-cpu")
	b.ReportMetric(float64(f.Microseconds()), "µs-cpu-bare")
	b.ReportMetric(float64(len(entries)), "skills")
	b.ReportMetric(0, "ns/op")
}

// followed is a registry over the corpus that follows it.
func followed(b *testing.B, dir string) *discovery.Registry {
	watch := disk.WatchDefaults()
	watch.Debounce = time.Millisecond
	return over(b, dir, watch)
}

// untouched fails where a root was read again in which nothing had changed.
func untouched(b *testing.B, before, after *discovery.Snapshot, root string) {
	old := make(map[*discovery.Candidate]bool)
	for _, r := range before.Resolutions {
		for _, e := range r.Entries {
			old[e.Candidate] = true
		}
	}
	for _, r := range after.Resolutions {
		for _, e := range r.Entries {
			if !old[e.Candidate] && e.Root.Path != root {
				b.Fatalf("%s was read again", e.Root.Path)
			}
		}
	}
}
