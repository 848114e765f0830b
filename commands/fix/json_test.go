package fix

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"deft/discovery"
	"deft/discovery/settings"
)

func setJSON(data []byte, keys []string, value string) ([]byte, error) {
	d, err := openDocument(data, discovery.JSON)
	if err != nil {
		return nil, err
	}
	return d.set(keys, value)
}

func getJSON(data []byte, keys []string) (string, error) {
	d, err := openDocument(data, discovery.JSON)
	if err != nil {
		return "", err
	}
	return d.get(keys)
}

func dropJSON(data []byte, keys []string) ([]byte, error) {
	d, err := openDocument(data, discovery.JSON)
	if err != nil {
		return nil, err
	}
	return d.drop(keys)
}

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
		{"a byte order mark", "\xef\xbb\xbf{\"a\":1}", "\xef\xbb\xbf{\"a\":1,\"skillOverrides\": {\"tdd\": \"off\"}}"},
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
	for _, in := range []string{"[]", "1", "{", "{} x", "{// c\n}", "{\"a\":1,}", "{\"a\":\"\xff\"}", `{"skillOverrides":[]}`, `{"skillOverrides":null}`} {
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
		if text != "" && (json.Unmarshal([]byte(text), &before) != nil) {
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

// TestComments: what people write around a value stays where it is.
func TestComments(t *testing.T) {
	keys := []string{"s", "tdd"}
	for _, test := range []struct{ name, in, set, dropped string }{
		{
			"a comment behind the last value", "{\n  \"a\": 1 // one\n}\n",
			"{\n  \"a\": 1, // one\n  \"s\": {\n    \"tdd\": 1\n  }\n}\n", "{\n  \"a\": 1 // one\n}\n",
		},
		{
			"a comma and a comment behind it", "{\n  a: 1, // one, and more\n}\n",
			"{\n  a: 1, // one, and more\n  \"s\": {\n    \"tdd\": 1\n  },\n}\n", "{\n  a: 1, // one, and more\n}\n",
		},
		{
			"comments around the others", "{\n  // all\n  s: {\n    // x\n    'x': 1, /* why */\n    y: 2\n    // end\n  },\n}",
			"{\n  // all\n  s: {\n    // x\n    'x': 1, /* why */\n    y: 2,\n    \"tdd\": 1\n    // end\n  },\n}",
			"{\n  // all\n  s: {\n    // x\n    'x': 1, /* why */\n    y: 2\n    // end\n  },\n}",
		},
		{"one line", "{s: {x: 1,},}", "{s: {x: 1,\"tdd\": 1,},}", "{s: {x: 1,},}"},
		{"nothing but a comment", "{\n  // mine\n}\n", "{\n  \"s\": {\n    \"tdd\": 1\n  }\n  // mine\n}\n", "{\n  // mine\n}\n"},
	} {
		d, err := openDocument([]byte(test.in), discovery.JSON5)
		if err != nil {
			t.Fatal(test.name, err)
		}
		set, err := d.set(keys, "1")
		if err != nil || string(set) != test.set {
			t.Errorf("%s: set %v\n%s", test.name, err, set)
		}
		if d, err = openDocument(set, discovery.JSON5); err != nil {
			t.Fatal(test.name, err)
		}
		dropped, err := d.drop(keys)
		if err != nil || string(dropped) != test.dropped {
			t.Errorf("%s: dropped %v\n%s", test.name, err, dropped)
		}
	}
}

func TestDropKeepsComments(t *testing.T) {
	for in, want := range map[string]string{
		"{s: {tdd: 1, // about it\n x: 2}}":                "{s: {// about it\n x: 2}}",
		"{s: {x: 2, // about x\n // about it\n tdd: 1\n}}": "{s: {x: 2 // about x\n // about it\n}}",
		"{s: {\n  x: 2,\n  tdd: 1,\n}}":                    "{s: {\n  x: 2,\n}}",
		"{s: {\n  /* a */ tdd: 1, /* b */\n}}":             "{s: {\n  /* a */ /* b */\n}}",
		"{s: {x: 1, /* a, b */ tdd: 1}}":                   "{s: {x: 1 /* a, b */}}",
		"{s: {tdd: 1 /* a, b */, x: 1}}":                   "{s: {x: 1}}",
		"{s: {\n  tdd: 1 // none, follows\n  , x: 1}}":     "{s: {\n  x: 1}}",
	} {
		d, err := openDocument([]byte(in), discovery.JSON5)
		if err != nil {
			t.Fatal(in, err)
		}
		if got, err := d.drop([]string{"s", "tdd"}); err != nil || string(got) != want {
			t.Errorf("%q: got %q, %v", in, got, err)
		}
	}
}

func TestLists(t *testing.T) {
	keys := []string{"s", "off"}
	for _, test := range []struct{ in, added, without string }{
		{"", "{\n  \"s\": {\n    \"off\": [\"x\"]\n  }\n}\n", "{\n  \"s\": {\n    \"off\": []\n  }\n}\n"},
		{`{"s": {"off": []}}`, `{"s": {"off": ["x"]}}`, `{"s": {"off": []}}`},
		{`{"s": {"off": ["a"]}}`, `{"s": {"off": ["a", "x"]}}`, `{"s": {"off": ["a"]}}`},
		{`{"s": {"off": ["a","b"]}}`, `{"s": {"off": ["a","b","x"]}}`, `{"s": {"off": ["a","b"]}}`},
		{"{\"s\": {\"off\": [\n  \"a\", // why\n  \"b\" // so\n]}}", "{\"s\": {\"off\": [\n  \"a\", // why\n  \"b\", // so\n  \"x\"\n]}}", "{\"s\": {\"off\": [\n  \"a\", // why\n  \"b\" // so\n]}}"},
		{`{"s": {"off": ["x", 1, "a"]}}`, `{"s": {"off": ["x", 1, "a", "x"]}}`, `{"s": {"off": [1, "a"]}}`},
	} {
		d, err := openDocument([]byte(test.in), discovery.JSONC)
		if err != nil {
			t.Fatal(err)
		}
		added, err := d.add(keys, "x")
		if err != nil || string(added) != test.added {
			t.Errorf("%s: added %v\n%s", test.in, err, added)
		}
		if d, err = openDocument(added, discovery.JSONC); err != nil {
			t.Fatal(err)
		}
		without, err := d.without(keys, func(text string) bool { return text == "x" })
		if err != nil || string(without) != test.without {
			t.Errorf("%s: without %v\n%s", test.in, err, without)
		}
	}
	for _, in := range []string{`{"s": {"off": {}}}`, `{"s": 1}`, `[]`} {
		d, _ := openDocument([]byte(in), discovery.JSON)
		if got, err := d.add(keys, "x"); err == nil {
			t.Errorf("%s became %s", in, got)
		}
	}
}

// bare is a value with the last of several equal keys, for comparison.
func bare(v *settings.Value) any {
	switch v.Kind {
	case settings.Object:
		out := map[string]any{}
		for _, m := range v.Members {
			out[m.Key] = bare(m.Value)
		}
		return out
	case settings.List:
		out := []any{}
		for _, item := range v.Items {
			out = append(out, bare(item))
		}
		return out
	}
	return string(v.Kind) + " " + v.Text
}

// FuzzLoose is FuzzSetJSON for what is more than JSON, with a list besides.
func FuzzLoose(f *testing.F) {
	for _, seed := range []string{"{a: 1, // x\n}", "{/* a */ s: {/* b */}, l: [/* c */]}", "{l: ['x', // y\n 'z',],}", "// x\n", "{l: [1 /*,*/]}", "{s: {n: 1 // ,\n}}"} {
		f.Add(seed, "n")
	}
	f.Fuzz(func(t *testing.T, text, name string) {
		d, err := openDocument([]byte(text), discovery.JSON5)
		if err != nil || d.top.Kind != settings.Object {
			return
		}
		before := bare(d.top).(map[string]any)
		for _, change := range []func(document) ([]byte, error){
			func(d document) ([]byte, error) { return d.set([]string{"s", name}, "true") },
			func(d document) ([]byte, error) { return d.drop([]string{"s", name}) },
			func(d document) ([]byte, error) { return d.add([]string{"l"}, name) },
			func(d document) ([]byte, error) {
				return d.without([]string{"l"}, func(s string) bool { return s == name })
			},
		} {
			data, err := change(d)
			if err != nil {
				return
			}
			if d, err = openDocument(data, discovery.JSON5); err != nil {
				t.Fatalf("%q: %q: %v", text, data, err)
			}
			after := bare(d.top).(map[string]any)
			for _, m := range []map[string]any{before, after} {
				delete(m, "s")
				delete(m, "l")
			}
			if !reflect.DeepEqual(before, after) {
				t.Fatalf("%q became %q", text, data)
			}
			if comments := strings.Count(text, "//x//"); strings.Count(string(data), "//x//") < comments {
				t.Fatalf("%q lost a comment: %q", text, data)
			}
		}
	})
}
