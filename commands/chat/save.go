package chat

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"deft/commands/newfile"
)

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
// file appears whole or not at all. The folder has to be there, and a folder, a
// device or a pipe is no file to write. The error is ErrNothingSaid, or one of the file system.
func Export(c Conversation, path string) (string, error) {
	if len(said(c)) == 0 {
		return "", ErrNothingSaid
	}
	if _, name := filepath.Split(path); name == "" {
		return "", fmt.Errorf("%q names no file", path)
	}
	if info, err := os.Stat(path); err == nil {
		switch {
		case info.IsDir():
			return "", fmt.Errorf("%s is a folder: add a name for the file", path)
		case !info.Mode().IsRegular():
			return "", fmt.Errorf("%s is no regular file: choose another name", path)
		}
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
	return newfile.WriteFree(strings.TrimSuffix(path, filepath.Ext(path)), ending, data, 0o600)
}
