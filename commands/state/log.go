package state

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"sync"

	"golang.org/x/sys/unix"
)

// Bounds on a log, in bytes.
const (
	maxEntry = 256 << 10 // a longer text is remembered in this run only
	maxLog   = 4 << 20   // a larger file loses its oldest half
)

// Log is a list of texts, oldest first, that all running defts add to. Each
// text stands in it once, where it was added last.
type Log struct {
	folder *folder
	name   string // of its file: one JSON object a line
	limit  int    // entries

	mu      sync.Mutex
	unsaved []string // what could not be written
}

// entry is a line of the file. The line is kept as it was read: a newer deft
// may have written more into it.
type entry struct {
	text string
	line []byte // with its line end
}

// Entries are the texts there are now, also those of other defts.
func (l *Log) Entries() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	data, err := l.folder.read(l.name)
	entries, bad := parseLog(data)
	if len(bad) > 0 || errors.Is(err, errSize) {
		err = l.folder.locked(l.repair)
	}
	if err != nil {
		l.folder.lost(err)
	}
	for _, t := range l.unsaved {
		entries = append(entries, entry{text: t})
	}
	var out []string
	for _, e := range newest(entries, l.limit) {
		out = append(out, e.text)
	}
	return out
}

// Add appends a text; an empty one is not worth it.
func (l *Log) Add(text string) {
	if text == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(text) <= maxEntry {
		err := l.folder.locked(func() error { return l.append(encode(newText(text))) })
		if err == nil {
			return
		}
		l.folder.lost(err)
	}
	l.unsaved = append(l.unsaved, text)
	l.unsaved = l.unsaved[max(0, len(l.unsaved)-l.limit):]
}

// append adds a line to the file, and takes old ones away now and then.
func (l *Log) append(line []byte) error {
	data, err := l.folder.read(l.name)
	if errors.Is(err, errSize) {
		data, err = nil, l.folder.asideWhole(l.name)
	}
	if err != nil {
		return err
	}
	if n := len(data); n > 0 && data[n-1] != '\n' { // somebody died while writing
		line = append([]byte("\n"), line...)
	}
	if err := write(l.folder.file(l.name), line); err != nil {
		return err
	}
	if data = append(data, line...); bytes.Count(data, []byte("\n")) >= 2*l.limit || len(data) > maxLog {
		return l.compact(data)
	}
	return nil
}

// write appends to a file in one piece.
func write(path string, data []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return err
	}
	if info, err := file.Stat(); err == nil && info.Mode().Perm()&0o077 != 0 {
		_ = file.Chmod(0o600) // refused where the file is another user's, who reads it anyway
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

// repair looks again, now that nobody writes, and takes out what is bad.
func (l *Log) repair() error {
	data, err := l.folder.read(l.name)
	if errors.Is(err, errSize) {
		return l.folder.asideWhole(l.name)
	}
	if _, bad := parseLog(data); err != nil || len(bad) == 0 {
		return err
	}
	return l.compact(data)
}

// compact writes the file anew with the newest entries.
func (l *Log) compact(data []byte) error {
	entries, bad := parseLog(data)
	if len(bad) > 0 {
		if err := l.folder.aside(l.name, bad); err != nil {
			return err
		}
	}
	var keep []byte
	for _, e := range newest(entries, l.limit) {
		keep = append(keep, e.line...)
	}
	return l.folder.replace(l.name, keep)
}

// parseLog reads a file. Bad are the lines that are no entries.
func parseLog(data []byte) (entries []entry, bad []byte) {
	for line := range bytes.Lines(data) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if line[len(line)-1] != '\n' {
			line = append(bytes.Clone(line), '\n')
		}
		var t text
		err := json.Unmarshal(line, &t)
		if s, ok := t.string(); ok && err == nil {
			entries = append(entries, entry{s, line})
			continue
		}
		bad = append(bad, line...)
	}
	return entries, bad
}

// newest are the entries to keep: each text once, at its last place, at most
// limit of them and half of maxLog in bytes.
func newest(entries []entry, limit int) []entry {
	var out []entry
	seen := map[string]bool{}
	size := 0
	for _, e := range slices.Backward(entries) {
		if seen[e.text] {
			continue
		}
		if size += len(e.line); len(out) == limit || size > maxLog/2 {
			break
		}
		seen[e.text] = true
		out = append(out, e)
	}
	slices.Reverse(out)
	return out
}
