package watch

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const (
	quiet = 150 * time.Millisecond
	delay = time.Second
)

func TestPendingWaitsForTheEndOfABurst(t *testing.T) {
	began := time.Unix(1000, 0)
	tests := []struct {
		name string
		at   []time.Duration
		due  time.Duration
	}{
		{"one change", []time.Duration{0}, quiet},
		{"a second one prolongs it", []time.Duration{0, 100 * time.Millisecond}, 250 * time.Millisecond},
		{"an endless burst is told", []time.Duration{0, 400 * time.Millisecond, 800 * time.Millisecond, 990 * time.Millisecond}, delay},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var p pending
			for _, at := range tt.at {
				p.touch(began.Add(at), "/r", "/r/a")
			}
			if due := p.due(quiet, delay).Sub(began); due != tt.due {
				t.Errorf("due after %v, want %v", due, tt.due)
			}
		})
	}
}

func TestPendingNewsOfTheWatcherDoNotProlongABurst(t *testing.T) {
	var p pending
	now := time.Unix(1000, 0)
	p.touch(now, "/r", "/r/a")
	p.tell(now.Add(100 * time.Millisecond))
	if due := p.due(quiet, delay); !due.Equal(now.Add(quiet)) {
		t.Errorf("due at %v", due)
	}
	p.take("")
	if p.tell(now); p.empty() {
		t.Error("news alone are not told")
	}
}

func TestPendingTakesEachPathOnceInOrder(t *testing.T) {
	var p pending
	now := time.Unix(1000, 0)
	for _, path := range []string{"/r/b", "/r/a", "/r/b"} {
		p.touch(now, "/r", path)
	}
	p.lose(now)
	b := p.take("why")
	if !slices.Equal(b.Paths, []string{"/r/a", "/r/b"}) || !slices.Equal(b.Targets, []string{"/r"}) || !b.Rescan || b.Degraded != "why" {
		t.Errorf("took %+v", b)
	}
	if !p.empty() {
		t.Error("something is left")
	}
}

// What a slow reader gets in one batch is all that two would have said, with
// the newest state.
func TestBatchAfterAnUnreadOne(t *testing.T) {
	older := Batch{Paths: []string{"/r/a", "/r/c"}, Targets: []string{"/r"}, Rescan: true, Degraded: "then"}
	b := Batch{Paths: []string{"/r/b", "/r/c"}, Targets: []string{"/q"}}.after(older)
	if !slices.Equal(b.Paths, []string{"/r/a", "/r/b", "/r/c"}) || !slices.Equal(b.Targets, []string{"/q", "/r"}) || !b.Rescan || b.Degraded != "" {
		t.Errorf("joined %+v", b)
	}
}

// No change is ever told before the quiet time, nor later than the delay, and
// each is told.
func TestPendingModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p pending
		now := time.Unix(1000, 0)
		var first, last time.Time
		waiting := make(map[string]bool)
		for range rapid.IntRange(1, 50).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 300).Draw(t, "ms")) * time.Millisecond)
			if len(waiting) > 0 && !now.Before(p.due(quiet, delay)) {
				if calm := !now.Before(last.Add(quiet)); !calm && now.Before(first.Add(delay)) {
					t.Fatal("told in the middle of a burst")
				}
				if b := p.take(""); len(b.Paths) != len(waiting) {
					t.Fatalf("told %v of %v", b.Paths, waiting)
				}
				clear(waiting)
			}
			path := rapid.SampledFrom([]string{"/r/a", "/r/b", "/r/c"}).Draw(t, "path")
			p.touch(now, "/r", path)
			if len(waiting) == 0 {
				first = now
			}
			last, waiting[path] = now, true
			if p.due(quiet, delay).After(first.Add(delay)) {
				t.Fatal("kept back for too long")
			}
		}
	})
}
