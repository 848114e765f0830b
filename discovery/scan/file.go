package scan

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"deft/skills/resource"
)

// KindError says that a path leads to something that is no plain file. It
// matches resource.ErrNotRegular.
type KindError struct {
	Path string
	Kind string // "a folder", "a named pipe", ...
}

func (e *KindError) Error() string { return base(e.Path) + " is " + e.Kind + ", not a file" }

// Unwrap makes the error match resource.ErrNotRegular.
func (e *KindError) Unwrap() error { return resource.ErrNotRegular }

// OpenFile opens a plain file by its path, links followed. It never waits: a
// pipe or a device is a *KindError.
func OpenFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ENXIO) {
		return nil, &KindError{Path: path, Kind: "a socket or a device"}
	}
	if err != nil {
		return nil, err
	}
	return regular(f, path)
}

// regular looks at what was opened, and closes it where it is no plain file.
func regular(f *os.File, path string) (*os.File, error) {
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &KindError{Path: path, Kind: kind(info.Mode())}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// plain reads a file that calls itself plain, and never waits for it: some
// below /proc do, and read like a pipe. Where one has nothing to give, the
// error is that of the system.
type plain struct{ file *os.File }

func (p plain) Stat() (fs.FileInfo, error) { return p.file.Stat() }

func (p plain) Close() error { return p.file.Close() }

func (p plain) Read(b []byte) (n int, err error) {
	conn, err := p.file.SyscallConn()
	if err != nil {
		return 0, err
	}
	closed := conn.Read(func(fd uintptr) bool {
		n, err = read(int(fd), b)
		return true
	})
	switch {
	case closed != nil:
		return 0, closed
	case n == 0 && err == nil && len(b) > 0:
		return 0, io.EOF
	}
	return n, err
}

// ReadFile reads a plain file of at most limit bytes by its path. A longer one
// is a *resource.SizeError.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(plain{f}, limit+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	if int64(len(data)) > limit {
		size := int64(len(data))
		if info, err := f.Stat(); err == nil {
			size = max(size, info.Size())
		}
		return nil, &resource.SizeError{Path: path, Size: size, Limit: limit}
	}
	return data, nil
}

// kind names what a file is instead of a plain one.
func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}
