package fix

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"deft/discovery"
	"deft/discovery/settings"
)

// document is a settings file of JSON, or of what people make of it. A change
// keeps all bytes that it is not about.
type document struct {
	data   []byte
	format discovery.Format
	top    *settings.Value
}

// openDocument reads a file's content; empty data is an empty object.
func openDocument(data []byte, format discovery.Format) (document, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		data = []byte("{}\n")
	}
	top, err := settings.Read(data, format)
	if err == nil && top.Start == top.End { // comments only
		data = slices.Concat(bytes.TrimRight(data, "\r\n"), []byte("\n{}\n"))
		top, err = settings.Read(data, format)
	}
	if err != nil {
		err = fmt.Errorf("is no valid %s (%w)", format, err)
	}
	return document{data, format, top}, err
}

// holder is the value that keys lead to, nil where there is none. What is on
// the way must be an object.
func (d document) holder(keys []string) (*settings.Value, error) {
	v := d.top
	for depth := range keys {
		if v.Kind != settings.Object {
			return nil, notA(keys[:depth], "object")
		}
		if v = v.At(keys[depth]); v == nil {
			return nil, nil
		}
	}
	return v, nil
}

func notA(keys []string, what string) error {
	if len(keys) == 0 {
		return errors.New("the file is no JSON " + what)
	}
	return fmt.Errorf("%s is no JSON %s", strings.Join(keys, "."), what)
}

// get is the piece of JSON at a path of keys, "" for none.
func (d document) get(keys []string) (string, error) {
	v, err := d.holder(keys)
	if v == nil || err != nil {
		return "", err
	}
	return string(d.data[v.Start:v.End]), nil
}

// set gives the key at the end of a path a value, a piece of JSON, and makes
// the objects on the way.
func (d document) set(keys []string, value string) ([]byte, error) {
	if !utf8.ValidString(strings.Join(keys, "") + value) {
		return nil, errors.New("cannot hold a name that is no UTF-8")
	}
	v := d.top
	for depth, key := range keys {
		if v.Kind != settings.Object {
			return nil, notA(keys[:depth], "object")
		}
		next := v.At(key)
		if next == nil {
			return d.insert(v, d.nested(v, keys[depth:], value, depth), depth), nil
		}
		v = next
	}
	return splice(d.data, v.Start, v.End, value), nil
}

// drop takes the key at the end of a path away, with the objects on the way
// that are empty then.
func (d document) drop(keys []string) ([]byte, error) {
	for {
		v, err := d.holder(keys)
		if v == nil || err != nil {
			return d.data, err
		}
		in, _ := d.holder(keys[:len(keys)-1])
		data := d.cut(in, in.Last(keys[len(keys)-1]))
		if d, err = openDocument(data, d.format); err != nil {
			return nil, err
		}
		if in, _ = d.holder(keys[:len(keys)-1]); len(keys) > 1 && blankBefore(d.data, in.End-1) == in.Start+1 {
			keys = keys[:len(keys)-1]
		}
	}
}

// texts are the texts of the list at a path of keys.
func (d document) texts(keys []string) ([]string, error) {
	v, err := d.holder(keys)
	if v == nil || err != nil {
		return nil, err
	}
	if v.Kind != settings.List {
		return nil, notA(keys, "list")
	}
	out := make([]string, len(v.Items))
	for i, item := range v.Items {
		if item.Kind == settings.Text {
			out[i] = item.Text
		}
	}
	return out, nil
}

// add appends a text to the list at a path of keys, which it makes where there
// is none.
func (d document) add(keys []string, text string) ([]byte, error) {
	v, err := d.holder(keys)
	switch {
	case err != nil:
		return nil, err
	case v == nil:
		return d.set(keys, "["+jsonString(text)+"]")
	case v.Kind != settings.List:
		return nil, notA(keys, "list")
	case !utf8.ValidString(text):
		return nil, errors.New("cannot hold a name that is no UTF-8")
	}
	return d.insert(v, jsonString(text), len(keys)), nil
}

// without takes the texts that are unwanted out of the list at a path of keys.
// An empty list stays.
func (d document) without(keys []string, unwanted func(string) bool) ([]byte, error) {
	for {
		all, err := d.texts(keys)
		if err != nil {
			return nil, err
		}
		i := len(all) - 1
		for i >= 0 && (all[i] == "" || !unwanted(all[i])) {
			i--
		}
		if i < 0 {
			return d.data, nil
		}
		v, _ := d.holder(keys)
		if d, err = openDocument(d.cut(v, i), d.format); err != nil {
			return nil, err
		}
	}
}

// jsonString writes a text as JSON.
func jsonString(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string is encoded always
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func splice(data []byte, from, to int, text string) []byte {
	var b bytes.Buffer
	b.Write(data[:from])
	b.WriteString(text)
	b.Write(data[to:])
	return b.Bytes()
}
