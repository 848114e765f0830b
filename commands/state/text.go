package state

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// text is a string in JSON, byte for byte: what is no UTF-8 goes as base64.
type text struct {
	Text   *string `json:"text,omitempty"`
	Base64 []byte  `json:"base64,omitempty"`
}

func newText(s string) text {
	if utf8.ValidString(s) {
		return text{Text: &s}
	}
	return text{Base64: []byte(s)}
}

// string is the text, and whether there is one.
func (t text) string() (string, bool) {
	if t.Text != nil {
		return *t.Text, true
	}
	return string(t.Base64), t.Base64 != nil
}

// encode writes a value on one line, with the characters of HTML as they are.
func encode(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err) // the few types of this package can all be encoded
	}
	return b.Bytes()
}
