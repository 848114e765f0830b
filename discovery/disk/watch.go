package disk

import (
	"context"
	"time"

	"deft/discovery/scan"
	"deft/discovery/watch"
)

// WatchConfig is how the disk is followed.
type WatchConfig struct {
	Enabled        bool
	Polling        bool          // look at the files at an interval, for network disks and the like
	Debounce       time.Duration // how long a burst of changes must be quiet before it counts
	FollowSymlinks bool          // watch also what skill folders and files point to
	MaxProjects    int           // working folders followed at once; below 1 is one
}

// WatchDefaults is the configuration of someone who has none.
func WatchDefaults() WatchConfig {
	return WatchConfig{Enabled: true, Debounce: 150 * time.Millisecond, FollowSymlinks: true, MaxProjects: 8}
}

// watcher tells of changes: a *watch.Watcher.
type watcher interface {
	Set([]watch.Target) <-chan struct{}
	Batches() <-chan watch.Batch
	Close()
}

func openWatcher(ctx context.Context, c WatchConfig) watcher {
	return watch.New(ctx, watch.Config{Debounce: c.Debounce, Polling: c.Polling, FollowSymlinks: c.FollowSymlinks})
}

// spot is a place to watch.
type spot struct {
	path string
	kind watch.Kind
}

// spotOf is where a target's changes show.
func spotOf(t scan.Target) spot {
	kind := watch.Root
	switch {
	case t.Categories:
		kind = watch.Tree
	case t.Only:
		kind = watch.Skill
	}
	return spot{t.Root.Path, kind}
}
