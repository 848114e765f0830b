package fix

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestSetJSON(t *testing.T) {
	keys := []string{"skillOverrides", "tdd"}
	tests := []struct{ name, in, want string }{
		{"no file", "", "{\n  \"skillOverrides\": {\n    \"tdd\": \"off\"\n  }\n}\n"},
		{"an empty object", "{}", "{\n  \"skillOverrides\": {\n    \"tdd\": \"off\"\n  }\n}"},
		{"other keys", "{\n    \"z\": 1,\n    \"a\": [ 1,2 ]\n}\n", "{\n    \"z\": 1,\n    \"a\": [ 1,2 ],\n    \"skillOverrides\": {\n        \"tdd\": \"off\"\n    }\n}\n"},
		{"tabs", "{\n\t\"z\": 1\n}\n", "{\n\t\"z\": 1,\n\t\"skillOverrides\": {\n\t\t\"tdd\": \"off\"\n\t}\n}\n"},
		{"one line", `{"z":1,"a":{}}`, `{"z":1,"a":{},"skillOverrides": {"tdd": "off"}}`},
		{"another name", "{\n  \"skillOverrides\": {\n    \"docs\": \"on\"\n  },\n  \"z\": 1e3\n}", "{\n  \"skillOverrides\": {\n    \"docs\": \"on\",\n    \"tdd\": \"off\"\n  },\n  \"z\": 1e3\n}"},
		{"the name", `{"skillOverrides": {"tdd" : "name-only" , "b":2}}`, `{"skillOverrides": {"tdd" : "off" , "b":2}}`},
		{"the name twice", `{"skillOverrides":{"tdd":1,"tdd":2}}`, `{"skillOverrides":{"tdd":1,"tdd":"off"}}`},
		{"escapes", `{"\u0073killOverrides":{"tdd":1},"<é\"":"}"}`, `{"\u0073killOverrides":{"tdd":"off"},"<é\"":"}"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := setJSON([]byte(test.in), keys, `"off"`)
			if err != nil || string(got) != test.want {
				t.Errorf("got %q, %v", got, err)
			}
			if value, err := getJSON(got, keys); err != nil || value != `"off"` {
				t.Errorf("read back %q, %v", value, err)
			}
		})
	}
}

func TestSetJSONRefuses(t *testing.T) {
	for _, in := range []string{"[]", "1", "{", "{} x", "{// c\n}", "{\"a\":1,}", "\xef\xbb\xbf{}", "{\"a\":\"\xff\"}", `{"skillOverrides":[]}`, `{"skillOverrides":null}`} {
		if got, err := setJSON([]byte(in), []string{"skillOverrides", "tdd"}, "1"); err == nil {
			t.Errorf("%q became %q", in, got)
		}
	}
}

func TestDropJSON(t *testing.T) {
	tests := []struct{ in, want string }{
		{`{"s": {"tdd": 1}}`, `{}`},
		{`{"a": 1, "s": {"tdd": 1}}`, `{"a": 1}`},
		{`{"s": {"tdd": 1}, "a": 1}`, `{"a": 1}`},
		{`{"s": {"tdd": 1, "x": 2}}`, `{"s": {"x": 2}}`},
		{`{"s": {"x": 2, "tdd": 1, "y": 3}}`, `{"s": {"x": 2, "y": 3}}`},
		{`{"s": {"tdd": 1, "x": 2, "tdd": 3}}`, `{"s": {"x": 2}}`},
		{`{"s": {}}`, `{"s": {}}`},
		{`{"s": {"x": 1}}`, `{"s": {"x": 1}}`},
	}
	for _, test := range tests {
		if got, err := dropJSON([]byte(test.in), []string{"s", "tdd"}); err != nil || string(got) != test.want {
			t.Errorf("%s: got %s, %v", test.in, got, err)
		}
	}
}

// FuzzSetJSON: whatever the file, the key is there afterwards, all else is as
// it was, and taking the key away gives that back.
func FuzzSetJSON(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"a":1}`, "{\n\t\"s\": {\"x\": [1, {\"y\": null}]}\n}\n", `{"s":{"n":1}}`, `{"a":1,"a":2}`, ` { "a" : "," , "b":-1.5e+3 } `, "{\"\\u0073\":{}}"} {
		f.Add(seed, "n")
	}
	f.Fuzz(func(t *testing.T, text, name string) {
		var before, after, back map[string]any
		if text != "" && (json.Unmarshal([]byte(text), &before) != nil || check([]byte(text)) != nil) {
			return
		}
		keys := []string{"s", name}
		set, err := setJSON([]byte(text), keys, "true")
		if err != nil {
			return
		}
		if err := json.Unmarshal(set, &after); err != nil {
			t.Fatalf("%q is no JSON: %v", set, err)
		}
		inner, _ := after["s"].(map[string]any)
		if got, err := getJSON(set, keys); err != nil || got != "true" || len(inner) == 0 {
			t.Fatalf("%q: read back %q, %v", set, got, err)
		}
		dropped, err := dropJSON(set, keys)
		if err != nil || json.Unmarshal(dropped, &back) != nil {
			t.Fatalf("%q: %q, %v", set, dropped, err)
		}
		for _, m := range []map[string]any{before, after, back} {
			delete(m, "s")
		}
		if before == nil {
			before = map[string]any{}
		}
		if !reflect.DeepEqual(before, after) || !reflect.DeepEqual(before, back) {
			t.Fatalf("%q became %q and %q", text, set, dropped)
		}
	})
}
