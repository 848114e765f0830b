// Package settings reads the files in which agents keep their settings, into
// one kind of value.
package settings

import (
	"fmt"

	"deft/discovery"
)

// Kind is what a value is.
type Kind string

// The kinds.
const (
	Text   Kind = "text"
	Other  Kind = "other" // a number, true, false or null
	List   Kind = "list"
	Object Kind = "object"
)

// Value is a value in a settings file. Start and End are offsets into JSON of
// any kind, else 0.
type Value struct {
	Kind       Kind
	Text       string // of Text and Other
	Items      []*Value
	Members    []Member // of an object, as they stand
	Line       int      // counted from 1, 0 where unknown
	Start, End int      // bytes; of an object or list the brackets are inside
}

// Member is a key of an object with its value.
type Member struct {
	Key   string
	At    int // where the key begins
	Value *Value
}

// Last is the place of the member that counts for a key, -1 where there is
// none: of several programs take the last.
func (v *Value) Last(key string) int {
	for i := len(v.Members) - 1; i >= 0; i-- {
		if v.Members[i].Key == key {
			return i
		}
	}
	return -1
}

// At is the value that keys lead to, nil where there is none. v may be nil.
func (v *Value) At(keys ...string) *Value {
	for _, key := range keys {
		if v == nil {
			return nil
		}
		i := v.Last(key)
		if i < 0 {
			return nil
		}
		v = v.Members[i].Value
	}
	return v
}

// SyntaxError is what is wrong with a file, and where.
type SyntaxError struct {
	Line int // counted from 1, 0 where unknown
	Msg  string
}

func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return e.Msg
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Msg)
}

// maxDepth is how deep values may lie in each other.
const maxDepth = 500

// Read reads a file. An empty one is an empty object. The error is a
// *SyntaxError.
func Read(data []byte, format discovery.Format) (*Value, error) {
	switch format {
	case discovery.TOML:
		return readTOML(data)
	case discovery.YAML:
		return readYAML(data)
	}
	return readJSON(data, format)
}
