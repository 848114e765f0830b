package state

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// How long another deft is waited for; it holds the lock for milliseconds.
const (
	lockTries = 200
	lockPause = 5 * time.Millisecond
)

// errBusy says that another deft holds a lock.
var errBusy = errors.New("another deft holds the lock")

// locked works alone among all users of the folder. The system frees the lock
// of a process that dies.
func (f *folder) locked(work func() error) error {
	if err := f.make(f.path); err != nil {
		return err
	}
	lock, err := tryLock(f.file("lock"))
	for try := 1; errors.Is(err, errBusy) && try < lockTries; try++ {
		time.Sleep(lockPause)
		lock, err = tryLock(f.file("lock"))
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	return work()
}

// tryLock takes a lock, which is free again when the file is closed. The error
// is errBusy where somebody has it. The file stays: were it removed, two could
// hold locks on two files of one name.
func tryLock(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	for err = unix.EINTR; err == unix.EINTR; {
		err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	}
	switch {
	case err == nil:
		return file, nil
	case err == unix.EWOULDBLOCK:
		err = errBusy
	}
	return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
}
