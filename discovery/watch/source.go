package watch

import (
	"errors"
	"os"
	"runtime"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// source is the system's way of telling that files change.
type source struct {
	add, remove func(dir string) error
	close       func() error
	events      <-chan fsnotify.Event
	errors      <-chan error
}

// buffered is how many events wait in the program, beside those that wait in
// the system.
const buffered = 1024

func openSource() (*source, error) {
	w, err := fsnotify.NewBufferedWatcher(buffered)
	if err != nil {
		return nil, err
	}
	faults, done := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(done)
		gather(w.Errors, faults)
	}()
	shut := func() error {
		err := w.Close()
		<-done
		return err
	}
	return &source{add: w.Add, remove: w.Remove, close: shut, events: w.Events, errors: faults}, nil
}

// gather passes errors on without ever keeping their sender waiting: fsnotify
// sends some while it holds the lock that adding and removing need. Of several
// errors one is enough to know that events were lost.
func gather(from <-chan error, to chan<- error) {
	for err := range from {
		if errors.Is(err, syscall.EINVAL) {
			continue // a watch was given back that had gone with its folder
		}
		select {
		case to <- err:
		default:
		}
	}
}

// cost is how much of the limit a folder takes: where there is no inotify
// each of its entries is opened.
func cost(dir string) int {
	if runtime.GOOS == "linux" {
		return 1
	}
	f, err := os.OpenFile(dir, openFlags, 0)
	if err != nil {
		return 1
	}
	defer f.Close()
	names, _ := f.Readdirnames(maxEntries)
	return 1 + len(names)
}
