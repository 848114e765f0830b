// Package watch tells which skills may have changed on the disk, in debounced
// batches of paths.
package watch

import (
	"context"
	"path/filepath"
	"runtime"
	"sync"
	"time"
)

// Config is how a Watcher works. The zero value is usable.
type Config struct {
	// Debounce is how long a burst of changes must be quiet before it is
	// told; 0 means 150 ms. A burst that does not end is told every second.
	Debounce time.Duration
	// Polling looks at the files at an interval instead of asking the system
	// to tell of changes: for network disks and the like.
	Polling bool
	// FollowSymlinks watches also what skill folders, SKILL.md files and
	// flat files point to. The links on the way to a target are always
	// followed.
	FollowSymlinks bool
	// Interval is the time between two looks when polling; 0 means 2 s. It
	// grows where a look takes long.
	Interval time.Duration
	// Limit is how many watches the system is asked for; what is beyond is
	// polled. On Linux a folder is one watch, elsewhere a folder and each
	// file in it take a descriptor. 0 means 32,768 on Linux, 4,096 elsewhere.
	Limit int
}

func (c Config) withDefaults() Config {
	if c.Debounce <= 0 {
		c.Debounce = 150 * time.Millisecond
	}
	if c.Interval <= 0 {
		c.Interval = 2 * time.Second
	}
	if c.Limit <= 0 {
		c.Limit = 4096
		if runtime.GOOS == "linux" {
			c.Limit = 32768
		}
	}
	return c
}

// Kind is what a target is, and so which changes in it count.
type Kind uint8

const (
	// Root is a folder of skill folders and flat Markdown files.
	Root Kind = iota
	// Tree is a folder of categories, each of them a folder of skill folders.
	Tree
	// Skill is one skill folder: only its SKILL.md counts.
	Skill
	// File is a single file: a register, settings.
	File
)

// depth is how many folders lie between a target and its skill folders.
func (k Kind) depth() int8 {
	switch k {
	case Root:
		return 1
	case Tree:
		return 2
	}
	return 0
}

// Target is one thing to watch. It need not exist.
type Target struct {
	Path string // absolute
	Kind Kind
	// Since is when the caller began to read the target. What changed from
	// then on, before the watch was there, is told too, as far as the times
	// of the files show it. Zero means the moment of the call to Set.
	Since time.Time
}

// Batch is what may have changed since the batch before.
type Batch struct {
	// Paths are the targets, skill folders and flat files touched, under the
	// names by which the caller knows them, also where the change happened
	// behind a link; sorted, each once.
	Paths []string
	// Targets are the paths of the targets concerned; sorted, each once.
	Targets []string
	// Rescan says that changes were lost, so that anything may have changed.
	Rescan bool
	// Degraded says why files are polled although they should be watched,
	// else it is "". A batch comes also when only this changes.
	Degraded string
}

// Watcher watches a set of targets. Its methods may be called from any
// goroutine.
type Watcher struct {
	out    chan Batch
	wake   chan struct{}
	cancel context.CancelFunc
	done   chan struct{}

	mu      sync.Mutex
	next    []Target
	applied chan struct{} // closed when next is in force; nil when it is
}

// New starts a watcher without targets, which ends with its context or with
// Close. Where the system has no watcher to give it polls, and says so in its
// batches.
func New(ctx context.Context, c Config) *Watcher {
	return start(ctx, newLoop(c.withDefaults(), openSource))
}

func start(ctx context.Context, l *loop) *Watcher {
	ctx, cancel := context.WithCancel(ctx)
	w := &Watcher{
		out: make(chan Batch, 1), wake: make(chan struct{}, 1),
		cancel: cancel, done: make(chan struct{}),
	}
	go w.run(ctx, l)
	return w
}

// Set replaces the targets. What stays keeps its watches. It returns at once;
// the channel is closed when the watches are in place, or the watcher ended.
func (w *Watcher) Set(targets []Target) <-chan struct{} {
	now := time.Now()
	next := make([]Target, 0, len(targets))
	for _, t := range targets {
		t.Path = filepath.Clean(t.Path)
		if t.Since.IsZero() {
			t.Since = now
		}
		next = append(next, t)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next = next
	if w.applied == nil {
		w.applied = make(chan struct{})
	}
	applied := w.applied
	select {
	case <-w.done:
		w.settle()
		return applied
	default:
	}
	select {
	case w.wake <- struct{}{}:
	default: // it will come by anyway
	}
	return applied
}

// settle tells those who wait for the targets; w.mu is held.
func (w *Watcher) settle() {
	if w.applied != nil {
		close(w.applied)
		w.applied = nil
	}
}

// Batches delivers what changed. A batch that is not yet taken grows by what
// happens meanwhile; the watcher never waits for its reader. The channel is
// closed when the watcher ends.
func (w *Watcher) Batches() <-chan Batch { return w.out }

// Close ends the watcher and waits until it has let go of all it held. It may
// be called more than once.
func (w *Watcher) Close() {
	w.cancel()
	<-w.done
}
