// Package newfile writes files that were not there before, each whole or not
// at all.
package newfile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// maxNames bounds how often another name is tried for a file.
const maxNames = 1000

// draftName begins the name of the hidden file that data is written into
// first.
const draftName = ".deft-new-"

// Write makes a file of a path with data, of at most these permissions. The
// error matches fs.ErrExist where the path is taken, also by a link that leads
// nowhere.
func Write(path string, data []byte, perm fs.FileMode) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	draft, err := write(path, data, perm)
	if err != nil {
		return err
	}
	defer os.Remove(draft) //nolint:errcheck // at worst a hidden file stays
	return take(draft, path)
}

// WriteFree is Write under the first free name of stem+ending, stem-2+ending,
// stem-3+ending and so on, which it gives. The error matches fs.ErrExist where
// a thousand are taken.
func WriteFree(stem, ending string, data []byte, perm fs.FileMode) (string, error) {
	path := stem + ending
	draft, err := write(path, data, perm)
	if err != nil {
		return "", err
	}
	defer os.Remove(draft) //nolint:errcheck // at worst a hidden file stays
	for n := 2; ; n++ {
		err = take(draft, path)
		if !errors.Is(err, fs.ErrExist) || n > maxNames {
			break
		}
		path = fmt.Sprintf("%s-%d%s", stem, n, ending)
	}
	if err != nil {
		return "", err
	}
	return path, nil
}

// write puts data into a hidden file beside a path. An error of making it
// names the folder: the file's name says nothing to people.
func write(path string, data []byte, perm fs.FileMode) (string, error) {
	dir := filepath.Dir(path)
	draft := filepath.Join(dir, draftName+rand.Text())
	file, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return "", fmt.Errorf("%s: %w", dir, e.Err)
	}
	if err != nil {
		return "", err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", errors.Join(err, os.Remove(draft))
	}
	return draft, nil
}

// take gives a file a name that nobody has. Where the file system has no hard
// links the name is reserved first, by an empty file.
func take(draft, path string) error {
	err := os.Link(draft, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	reserved, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err = errors.Join(reserved.Close(), os.Rename(draft, path)); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}
