package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"deft/discovery"
)

// text writes a value on one line, for comparison.
func (v *Value) text() string {
	var parts []string
	switch v.Kind {
	case Object:
		for _, m := range v.Members {
			parts = append(parts, fmt.Sprintf("%q:%s", m.Key, m.Value.text()))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case List:
		for _, item := range v.Items {
			parts = append(parts, item.text())
		}
		return "[" + strings.Join(parts, " ") + "]"
	case Text:
		return fmt.Sprintf("%q", v.Text)
	}
	return v.Text
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		format discovery.Format
		in     string
		want   string // begins with "line" where it is an error
	}{
		{discovery.JSON, `{"a": {"b": [1, "x", true, null]}}`, `{"a":{"b":[1 "x" true null]}}`},
		{discovery.JSON, "\ufeff {}", `{}`},
		{discovery.JSON, "", `{}`},
		{discovery.JSON, `"\u00e9\n"`, `"é\n"`},
		{discovery.JSON, "{\n\"a\": 1,\n}", `line 3: a key is missing`},
		{discovery.JSON, "[1,]", `line 1: "]" is no value`},
		{discovery.JSON, "{} // x", `line 1: text follows the end of the value`},
		{discovery.JSON, "{'a': 1}", `line 1: a key is missing`},
		{discovery.JSON, `{"a" 1}`, `line 1: a colon is missing after "a"`},
		{discovery.JSON, `{"a": 1 "b": 2}`, `line 1: a comma or "}" is missing`},
		{discovery.JSON, `{"a": 01}`, `line 1: "01" is no value`},
		{discovery.JSON, "{\"a\": \"x\n\"}", `line 1: a text is not closed`},
		{discovery.JSON, "{\"a\": \"\t\"}", `line 1: a text holds what JSON does not allow`},
		{discovery.JSON, "{\"a\": \"\xff\"}", `line 1: a text is no UTF-8`},
		{discovery.JSON, `{"a": `, `line 1: the file ends early`},
		{discovery.JSON, strings.Repeat("[", 100_000), `line 1: values lie too deep in each other`},
		{discovery.CommentedJSON, "// x\n{/* y */\"a\": 1} // z", `{"a":1}`},
		{discovery.CommentedJSON, "{\"a\": 1,}", `line 1: a key is missing`},
		{discovery.CommentedJSON, "{} /* x", `line 1: a comment is not closed`},
		{discovery.CommentedJSON, "{} / x", `line 1: a slash stands where a value is due`},
		{discovery.JSONC, "{\"a\": [1,],}", `{"a":[1]}`},
		{discovery.JSONC, "{,}", `line 1: a key is missing`},
		{discovery.JSON5, "{a: 'x\\'y', $b: .5, \"c\": +0x1F, d: Infinity, e: [NaN,],}", `{"a":"x'y" "$b":.5 "c":+0x1F "d":Infinity "e":[NaN]}`},
		{discovery.JSON5, "{a: 'one\\\r\ntwo\\x41\\u0042\\q'}", `{"a":"onetwoABq"}`},
		{discovery.JSON5, "{a: yes}", `line 1: "yes" is no value`},
		{discovery.JSON5, `{a: '\xzz'}`, `line 1: "\\xzz" is no character`},
		{discovery.JSON5, `{a: '\u12'}`, `line 1: a text ends in the middle of a character`},
		{discovery.TOML, "x = 1\n[[skills.config]]\npath = '/a'\nenabled = false\n", `{"skills":{"config":[{"enabled":false "path":"/a"}]} "x":1}`},
		{discovery.TOML, "x = 1\ny = \n", `line 2: `},
		{discovery.TOML, "a = " + strings.Repeat("[", 100_000), `keys are too many`},
		{discovery.TOML, strings.Repeat("[a]\n", 10_001), `keys are too many`},
		{discovery.YAML, "a:\n  - skill:x\n  - 1\nb: {c: no}\n", `{"a":["skill:x" 1] "b":{"c":"no"}}`},
		{discovery.YAML, "", `{}`},
		{discovery.YAML, "a: 1\nb: [\n", `line 2: `},
		{discovery.YAML, "a: &a [1]\nb: *a\n", `{"a":[1] "b":[1]}`},
	} {
		v, err := Read([]byte(test.in), test.format)
		got := fmt.Sprint(err)
		if err == nil {
			got = v.text()
		} else if _, ok := errors.AsType[*SyntaxError](err); !ok {
			t.Errorf("%s: %T", test.in, err)
		}
		if got != test.want && !(strings.HasSuffix(test.want, ": ") && strings.HasPrefix(got, test.want)) {
			t.Errorf("%s %.40q:\ngot  %s\nwant %s", test.format, test.in, got, test.want)
		}
	}
}

func TestAt(t *testing.T) {
	v, err := Read([]byte(`{"a": {"b": 1}, "a": {"b": 2}, "c": 3}`), discovery.JSON)
	if err != nil {
		t.Fatal(err)
	}
	if got := v.At("a", "b"); got == nil || got.Text != "2" {
		t.Errorf("got %+v: of several keys the last counts", got)
	}
	if got := v.At("c", "b"); got != nil {
		t.Errorf("got %+v", got)
	}
	if got := v.At("x", "y"); got != nil {
		t.Errorf("got %+v", got)
	}
}

// FuzzJSON holds the strict reading to the standard library's, and the looser
// ones to the strict one.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`{"a": [1, -2.5e3, "\u00e9\"", true, null, {}]}`, `{"a":1,}`, "// x\n{}", `{a: 'b'}`, `[0x1f]`, `"\ud83d"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if strings.HasPrefix(in, "\ufeff") {
			return
		}
		data := []byte(in)
		strict, err := Read(data, discovery.JSON)
		blank := strings.Trim(in, " \t\r\n") == ""
		if valid := json.Valid(data) && json.Valid([]byte(strings.ToValidUTF8(in, "\x00"))); valid != (err == nil) && !blank && !deep(err) {
			t.Fatalf("%q: valid is %t, %v", in, valid, err)
		}
		for _, format := range []discovery.Format{discovery.CommentedJSON, discovery.JSONC} {
			v, looser := Read(data, format)
			if err == nil && (looser != nil || v.text() != strict.text()) {
				t.Fatalf("%q as %s: %v", in, format, looser)
			}
		}
		if v, err := Read(data, discovery.JSON5); err == nil && (v.Start > v.End || v.End > len(data)) {
			t.Fatalf("%q: %+v", in, v)
		}
	})
}

func deep(err error) bool { return err != nil && strings.Contains(err.Error(), "too deep") }
