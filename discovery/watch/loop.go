package watch

import (
	"context"
	"errors"
	"time"

	"github.com/fsnotify/fsnotify"
)

// maxDelay is how long a burst that does not end is kept back.
const maxDelay = time.Second

// The pause after a look is this many times longer than the look, so that
// polling takes no more than a fiftieth of a processor; but a look that was
// slow for another reason does not stop the next one for long.
const (
	restraint = 50
	maxPauses = 10 // intervals
)

// loop is what the watcher's goroutine owns.
type loop struct {
	config  Config
	forest  *forest
	pending pending
	lost    bool // events were lost: the watches are to be set anew
	told    string

	flush, look   *time.Timer
	armed, polled bool // which of the timers run
	pause         time.Duration
}

func newLoop(c Config, open func() (*source, error)) *loop {
	l := &loop{config: c, flush: stopped(), look: stopped(), pause: c.Interval}
	if c.Polling {
		open = nil
	}
	l.forest = &forest{
		spots:  newSpots(c, open),
		roots:  make(map[Target]*node),
		follow: c.FollowSymlinks,
		touch:  func(target, path string) { l.pending.touch(time.Now(), target, path) },
	}
	return l
}

func stopped() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

func (w *Watcher) run(ctx context.Context, l *loop) {
	defer func() {
		l.close()
		close(w.out)
		w.mu.Lock()
		close(w.done)
		w.settle()
		w.mu.Unlock()
	}()
	for {
		l.arm()
		events, errs := l.forest.spots.channels()
		select {
		case <-ctx.Done():
			return
		case <-w.wake:
			w.apply(ctx, l)
		case e, ok := <-events:
			l.event(ctx, e, ok)
		case err, ok := <-errs:
			if ok {
				l.fault(err)
			}
		case <-l.flush.C:
			l.armed = false
			w.deliver(ctx, l)
		case <-l.look.C:
			l.polled = false
			l.poll(ctx)
		}
	}
}

// apply puts the newest targets in force.
func (w *Watcher) apply(ctx context.Context, l *loop) {
	w.mu.Lock()
	next, applied := w.next, w.applied
	w.applied = nil
	w.mu.Unlock()
	l.forest.set(ctx, next)
	if applied != nil {
		close(applied)
	}
}

// deliver hands over what is pending once it is due.
func (w *Watcher) deliver(ctx context.Context, l *loop) {
	if time.Now().Before(l.pending.due(l.config.Debounce, maxDelay)) {
		return
	}
	if l.lost {
		l.lost = false
		l.forest.restart(ctx)
	}
	b := l.pending.take(l.forest.spots.degraded())
	l.told = b.Degraded
	select {
	case older := <-w.out: // not read yet
		b = b.after(older)
	default:
	}
	w.out <- b // there is room: nobody else sends
}

func (l *loop) event(ctx context.Context, e fsnotify.Event, ok bool) {
	switch {
	case !ok: // nobody closed it
		l.fault(fsnotify.ErrClosed)
	case e.Has(fsnotify.Create) || e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename):
		l.forest.changed(ctx, e.Name)
	default:
		if e.Has(fsnotify.Write) {
			l.forest.written(e.Name)
		}
		if e.Has(fsnotify.Chmod) {
			l.forest.stamped(ctx, e.Name)
		}
	}
}

// fault takes what the system's watcher reports as an end of what it knows:
// too many events at once, or worse.
func (l *loop) fault(err error) {
	l.lost = true
	l.pending.lose(time.Now())
	if errors.Is(err, fsnotify.ErrClosed) {
		l.forest.spots.drop()
	}
}

func (l *loop) poll(ctx context.Context) {
	began := time.Now()
	l.forest.spots.retry()
	l.forest.poll(ctx)
	l.pause = min(max(l.config.Interval, restraint*time.Since(began)), maxPauses*l.config.Interval)
}

// arm starts the timers that are needed and do not run.
func (l *loop) arm() {
	if l.told != l.forest.spots.degraded() {
		l.pending.tell(time.Now())
	}
	if !l.armed && !l.pending.empty() {
		l.armed = true
		l.flush.Reset(time.Until(l.pending.due(l.config.Debounce, maxDelay)))
	}
	if !l.polled && l.forest.spots.polls() {
		l.polled = true
		l.look.Reset(l.pause)
	}
}

func (l *loop) close() {
	l.flush.Stop()
	l.look.Stop()
	l.forest.spots.drop()
}
