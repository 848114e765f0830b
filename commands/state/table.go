package state

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"sync"
)

// Table is a few values by key. What other defts set is seen at the next Set,
// or in the next run, or where somebody asks for it.
type Table struct {
	folder *folder
	name   string // of its file: one JSON object

	mu     sync.Mutex
	loaded bool
	values map[string]json.RawMessage // also what a newer deft has put there
	unset  map[string]string          // what could not be written
}

// Get is the value of a key, "" for none.
func (t *Table) Get(key string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.load()
	var value string
	if json.Unmarshal(t.values[key], &value) != nil {
		return ""
	}
	return value
}

// Keys are the keys that have a value, sorted.
func (t *Table) Keys() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.load()
	return slices.Sorted(maps.Keys(t.values))
}

// Set gives a key a value; "" takes it away.
func (t *Table) Set(key, value string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.write(map[string]string{key: value}); err != nil {
		t.unset = joined(t.unset, map[string]string{key: value})
		change(t.values, t.unset)
		t.folder.lost(err)
	}
}

// put is Set of several for what must not be lost: an error has changed
// nothing, in memory neither.
func (t *Table) put(values map[string]string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.write(values)
}

// write writes values, with those that could not be written before.
func (t *Table) write(values map[string]string) error {
	t.load()
	before := t.unset
	t.unset = joined(before, values)
	err := t.folder.locked(t.update)
	if err != nil {
		t.unset = before
		return err
	}
	t.unset = nil
	return nil
}

// joined is a map with what is in either; by wins.
func joined(values, by map[string]string) map[string]string {
	out := map[string]string{}
	maps.Copy(out, values)
	maps.Copy(out, by)
	return out
}

// reread has what others have set be seen. What cannot be read changes nothing.
func (t *Table) reread() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.loaded {
		t.load()
		return
	}
	data, err := t.folder.read(t.name)
	if values, whole := parseTable(data); err == nil && whole && t.folder.path != "" {
		change(values, t.unset)
		t.values = values
	}
}

// load reads the file once.
func (t *Table) load() {
	if t.loaded {
		return
	}
	t.loaded = true
	data, err := t.folder.read(t.name)
	values, whole := parseTable(data)
	t.values = values
	if !whole || errors.Is(err, errSize) {
		err = t.folder.locked(t.update)
	}
	if err != nil {
		t.folder.lost(err)
	}
}

// update reads the file again, now that nobody writes, and writes it with what
// is new.
func (t *Table) update() error {
	data, err := t.folder.read(t.name)
	if errors.Is(err, errSize) {
		err = t.folder.asideWhole(t.name)
	}
	if err != nil {
		return err
	}
	values, whole := parseTable(data)
	if !whole {
		if err := t.folder.aside(t.name, data); err != nil {
			return err
		}
	}
	change(values, t.unset)
	if err := t.folder.replace(t.name, encodeTable(values)); err != nil {
		return err
	}
	t.values = values
	return nil
}

func change(values map[string]json.RawMessage, by map[string]string) {
	for key, value := range by {
		if value == "" {
			delete(values, key)
			continue
		}
		values[key] = bytes.TrimSpace(encode(value))
	}
}

// parseTable reads an object as far as it can be read, and tells whether that
// was all. An empty file is an empty table.
func parseTable(data []byte) (values map[string]json.RawMessage, whole bool) {
	values = map[string]json.RawMessage{}
	if len(bytes.TrimSpace(data)) == 0 {
		return values, true
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return values, false
	}
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		var value json.RawMessage
		if err != nil || !ok || d.Decode(&value) != nil {
			return values, false
		}
		values[name] = value
	}
	if _, err := d.Token(); err != nil {
		return values, false
	}
	_, err := d.Token()
	return values, errors.Is(err, io.EOF)
}

// encodeTable writes an object with sorted keys, a line each.
func encodeTable(values map[string]json.RawMessage) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, encode(values), "", "  "); err != nil {
		panic(err) // what encode wrote is JSON
	}
	return b.Bytes()
}
