package fix

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// member is one key of an object, by offsets into the text.
type member struct {
	key          string
	start        int // of the key
	value, after int // of the value and behind it
}

// object is an object in a text.
type object struct {
	open, end int // of its braces
	members   []member
}

// last is the member that counts for a key, nil for none: of several programs
// take the last.
func (o object) last(key string) *member {
	for i := len(o.members) - 1; i >= 0; i-- {
		if o.members[i].key == key {
			return &o.members[i]
		}
	}
	return nil
}

var errObject = errors.New("is no JSON object")

// check refuses what is no JSON, as files with comments are not.
func check(data []byte) error {
	if !utf8.Valid(data) || !json.Valid(data) {
		return errors.New("is no plain JSON")
	}
	return nil
}

// readObject reads the object at an offset of a text that is JSON.
func readObject(data []byte, at int) (object, error) {
	d := json.NewDecoder(bytes.NewReader(data[at:]))
	token, err := d.Token()
	if err != nil || token != json.Delim('{') {
		return object{}, errors.Join(errObject, err)
	}
	o := object{open: at + int(d.InputOffset()) - 1}
	for pos := o.open + 1; d.More(); {
		m := member{start: pos}
		for bytes.IndexByte([]byte(" \t\r\n,"), data[m.start]) >= 0 {
			m.start++
		}
		token, err := d.Token()
		if err != nil {
			return object{}, err
		}
		m.key, _ = token.(string) // a key is one
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return object{}, err
		}
		m.after = at + int(d.InputOffset())
		m.value = m.after - len(value)
		o.members, pos = append(o.members, m), m.after
	}
	if _, err := d.Token(); err != nil && !errors.Is(err, io.EOF) {
		return object{}, err
	}
	o.end = at + int(d.InputOffset()) - 1
	return o, nil
}

// setJSON gives the key at the end of a path of keys a value, a piece of JSON,
// and makes the objects on the way. All other bytes stay. Empty data is an
// empty object.
func setJSON(data []byte, keys []string, value string) ([]byte, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		data = []byte("{}\n")
	}
	if !utf8.ValidString(strings.Join(keys, "")) {
		return nil, errors.New("cannot hold a name that is no UTF-8")
	}
	if err := check(data); err != nil {
		return nil, err
	}
	at := 0
	for depth := 0; ; depth++ {
		o, err := readObject(data, at)
		if err != nil {
			return nil, fmt.Errorf("%s %w", where(keys[:depth]), err)
		}
		m := o.last(keys[depth])
		switch {
		case m == nil:
			return insert(data, o, keys[depth:], value, depth), nil
		case depth == len(keys)-1:
			return splice(data, m.value, m.after, value), nil
		}
		at = m.value
	}
}

// where names the object that a path of keys leads to.
func where(keys []string) string {
	if len(keys) == 0 {
		return "the file"
	}
	return strings.Join(keys, ".")
}

// insert adds a key as the last one of an object, laid out as the others are.
func insert(data []byte, o object, keys []string, value string, depth int) []byte {
	sep, unit := "\n"+strings.Repeat("  ", depth+1), "  "
	if n := len(o.members); n > 0 {
		from := o.open + 1
		if n > 1 {
			from = bytes.IndexByte(data[o.members[n-2].after:], ',') + o.members[n-2].after + 1
		}
		sep = string(data[from:o.members[n-1].start])
	}
	nested := strings.Contains(sep, "\n")
	if in := sep[strings.LastIndexByte(sep, '\n')+1:]; nested && in != "" && len(in)%(depth+1) == 0 {
		unit = in[:len(in)/(depth+1)]
	}
	text := jsonString(keys[len(keys)-1]) + ": " + value
	for i := len(keys) - 2; i >= 0; i-- {
		if nested {
			in := sep + strings.Repeat(unit, i)
			text = jsonString(keys[i]) + ": {" + in + unit + text + in + "}"
		} else {
			text = jsonString(keys[i]) + ": {" + text + "}"
		}
	}
	if n := len(o.members); n > 0 {
		return splice(data, o.members[n-1].after, o.members[n-1].after, ","+sep+text)
	}
	return splice(data, o.open+1, o.end, sep+text+"\n"+strings.Repeat("  ", depth))
}

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

// getJSON is the value at a path of keys, "" for none. Empty data has none.
func getJSON(data []byte, keys []string) (string, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return "", nil
	}
	if err := check(data); err != nil {
		return "", err
	}
	at := 0
	for depth, key := range keys {
		o, err := readObject(data, at)
		if err != nil {
			return "", fmt.Errorf("%s %w", where(keys[:depth]), err)
		}
		m := o.last(key)
		if m == nil {
			return "", nil
		}
		if at = m.value; depth == len(keys)-1 {
			return string(data[m.value:m.after]), nil
		}
	}
	return "", nil
}

// dropJSON takes the key at the end of a path away, with the objects on the way
// that are empty then.
func dropJSON(data []byte, keys []string) ([]byte, error) {
	if err := check(data); err != nil {
		return nil, err
	}
	for {
		value, err := getJSON(data, keys)
		if err != nil || value == "" {
			return data, err
		}
		at := 0
		var o object
		for _, key := range keys {
			if o, err = readObject(data, at); err != nil {
				return nil, err
			}
			at = o.last(key).value
		}
		data = cut(data, o, keys[len(keys)-1])
		if len(o.members) == 1 && len(keys) > 1 {
			keys = keys[:len(keys)-1]
		}
	}
}

// cut takes the member that counts for a key out of its object.
func cut(data []byte, o object, key string) []byte {
	for i := len(o.members) - 1; i >= 0; i-- {
		switch {
		case o.members[i].key != key:
		case len(o.members) == 1:
			return splice(data, o.open+1, o.end, "")
		case i > 0:
			return splice(data, o.members[i-1].after, o.members[i].after, "")
		default:
			return splice(data, o.members[0].start, o.members[1].start, "")
		}
	}
	return data
}
