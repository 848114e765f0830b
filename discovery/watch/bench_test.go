package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkSet puts watches on 6,000 skill folders; the caller waits only for
// what is reported as caller-ns.
func BenchmarkSet(b *testing.B) {
	const folders, roots = 6000, 14
	dir := b.TempDir()
	var targets []Target
	for i := range roots {
		targets = append(targets, Target{Path: filepath.Join(dir, fmt.Sprintf("home/r%d", i)), Since: time.Now().Add(time.Hour)})
	}
	for i := range folders {
		skill := filepath.Join(targets[i%roots].Path, fmt.Sprintf("s%d", i))
		if err := os.MkdirAll(skill, 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(skill, "SKILL.md"), []byte("x"), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for _, polling := range []bool{false, true} {
		name := map[bool]string{false: "watched", true: "polled"}[polling]
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var waited time.Duration
			for b.Loop() {
				w := New(b.Context(), Config{Polling: polling, FollowSymlinks: true})
				began := time.Now()
				applied := w.Set(targets)
				waited += time.Since(began)
				<-applied
				w.Close()
			}
			b.ReportMetric(float64(waited.Nanoseconds())/float64(b.N), "caller-ns/op")
		})
	}
	b.Run("unchanged", func(b *testing.B) {
		w := New(b.Context(), Config{})
		defer w.Close()
		<-w.Set(targets)
		for b.Loop() {
			<-w.Set(targets)
		}
	})
	b.Run("look", func(b *testing.B) {
		l := newLoop(Config{Polling: true}.withDefaults(), openSource)
		l.forest.set(b.Context(), targets)
		for b.Loop() {
			l.forest.poll(b.Context())
		}
	})
}
