package state

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/sys/unix"
)

// maxFile bounds, in bytes, what is read of a file; deft's own stay far below.
const maxFile = 16 << 20

// errSize says that a file is over maxFile.
var errSize = fmt.Errorf("over %d bytes", maxFile)

// folder is where the files are, and what there is to say about it.
type folder struct {
	path string // "" for none

	mu      sync.Mutex
	notices []string
	unkept  bool // it was said that nothing is kept
}

// say leaves a notice.
func (f *folder) say(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if text := fmt.Sprintf(format, args...); !slices.Contains(f.notices, text) {
		f.notices = append(f.notices, text)
	}
}

// lost says, once for all files, that something could not be kept.
func (f *folder) lost(err error) {
	f.mu.Lock()
	said := f.unkept
	f.unkept = true
	f.mu.Unlock()
	if !said {
		f.say("not everything is kept beyond this run: %v", err)
	}
}

// take gives the notices and forgets them.
func (f *folder) take() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := f.notices
	f.notices = nil
	return out
}

// make makes a folder for the user alone.
func (f *folder) make(dir string) error {
	if f.path == "" {
		return errors.New("there is no state folder: neither XDG_STATE_HOME nor HOME says where")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = os.Chmod(dir, 0o700)
	}
	return err
}

// file is the path of a file.
func (f *folder) file(name string) string { return filepath.Join(f.path, name) }

// read gives a file's bytes; a missing one has none.
func (f *folder) read(name string) ([]byte, error) {
	if f.path == "" {
		return nil, nil
	}
	file, err := os.OpenFile(f.file(name), os.O_RDONLY|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", f.file(name))
	}
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err == nil && len(data) > maxFile {
		return nil, fmt.Errorf("%s: %w", f.file(name), errSize)
	}
	return data, err
}

// replace writes a file so that it is always whole, also after a crash. The
// caller holds the lock, so that one name for the new file is enough, and
// what a crash leaves of it is written over.
func (f *folder) replace(name string, data []byte) error {
	path := f.file(name)
	file, err := os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(path+".new", path)
	}
	return err
}

// aside keeps data, which deft cannot read in a file, beside it. The caller
// holds the lock.
func (f *folder) aside(name string, data []byte) error {
	bad, err := f.spare(name)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(bad, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		f.say("%s could not be read whole; what was unreadable is in %s", f.file(name), bad)
	}
	return err
}

// asideWhole moves a file that is too large to be deft's out of the way. The
// caller holds the lock.
func (f *folder) asideWhole(name string) error {
	bad, err := f.spare(name)
	if err != nil {
		return err
	}
	if err = os.Rename(f.file(name), bad); err == nil {
		f.say("%s is too large to be deft's; it is now %s", f.file(name), bad)
	}
	return err
}

// spare is the first free name for what is set aside.
func (f *folder) spare(name string) (string, error) {
	bad := f.file(name) + ".bad"
	for n := 2; n < 100; n++ {
		if _, err := os.Lstat(bad); errors.Is(err, fs.ErrNotExist) {
			return bad, nil
		}
		bad = fmt.Sprintf("%s.bad-%d", f.file(name), n)
	}
	return "", fmt.Errorf("%s: too many files were set aside", f.file(name))
}
