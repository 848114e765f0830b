package chat

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// maxNames bounds how often another name is tried for a file.
const maxNames = 1000

// draftName begins the name of the hidden file that an export is written into
// first.
const draftName = ".deft-export-"

// ErrNothingSaid says that a conversation has nothing to export.
var ErrNothingSaid = errors.New("nothing was said yet")

// FileName is a name for an export that was asked for at a moment; ending is
// "md" or "json".
func FileName(at time.Time, ending string) string {
	return "deft-" + at.Format("2006-01-02-1504") + "." + ending
}

// Export writes a conversation into a file that only the user can read, and
// gives the file's path. A path that ends in .json makes the JSON form, any
// other the Markdown form; .md is added where there is no ending. Nothing is
// overwritten: where the name is taken, -2, -3 and so on is added to it. The
// file appears whole or not at all. The folder has to be there, and a folder is
// no file to write. The error is ErrNothingSaid, or one of the file system.
func Export(c Conversation, path string) (string, error) {
	if len(said(c)) == 0 {
		return "", ErrNothingSaid
	}
	if _, name := filepath.Split(path); name == "" {
		return "", fmt.Errorf("%q names no file", path)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "", fmt.Errorf("%s is a folder: add a name for the file", path)
	}
	ending := filepath.Ext(path)
	if ending == "" {
		ending = ".md"
	}
	data := []byte(Markdown(c))
	if strings.EqualFold(ending, ".json") {
		var err error
		if data, err = JSON(c); err != nil {
			return "", err
		}
	}
	return place(strings.TrimSuffix(path, filepath.Ext(path)), ending, data)
}

// place writes data under the first free name.
func place(stem, ending string, data []byte) (string, error) {
	draft, err := temporary(filepath.Dir(stem), data)
	if err != nil {
		return "", err
	}
	defer os.Remove(draft) //nolint:errcheck // at worst a hidden file stays
	path := stem + ending
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

// temporary writes data into a hidden file of a folder. An error names the
// folder: the file's name says nothing to people.
func temporary(dir string, data []byte) (string, error) {
	file, err := os.CreateTemp(dir, draftName+"*")
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		return "", fmt.Errorf("%s: %w", dir, pe.Err)
	}
	if err != nil {
		return "", err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", errors.Join(err, os.Remove(file.Name()))
	}
	return file.Name(), nil
}

// take gives a file a name that nobody has. Where the file system has no hard
// links the name is reserved first, by an empty file.
func take(file, path string) error {
	err := os.Link(file, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	reserved, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(reserved.Close(), os.Rename(file, path))
}
