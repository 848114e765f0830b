package fix

import (
	"strings"
	"testing"

	"deft/skills"
)

func TestRenamed(t *testing.T) {
	tests := []struct{ name, in, to, want string }{
		{"plain", "---\nname: tdd\ndescription: d\n---\nname: tdd\n", "new-name", "---\nname: new-name\ndescription: d\n---\nname: tdd\n"},
		{"quotes and comment", "---\r\ndescription: d\r\nname: \"tdd\"   # c\r\n---\r\nB", "new", "---\r\ndescription: d\r\nname: \"new\"   # c\r\n---\r\nB"},
		{"single quotes", "---\nname: 'tdd'\ndescription: d\n---\n", "new", "---\nname: 'new'\ndescription: d\n---\n"},
		{"a byte order mark", "\xef\xbb\xbf---\nname:   tdd  \ndescription: d\n---\n", "new", "\xef\xbb\xbf---\nname:   new  \ndescription: d\n---\n"},
		{"a number", "---\nname: tdd\ndescription: d\n---\n", "3000", "---\nname: \"3000\"\ndescription: d\n---\n"},
		{"a word of YAML", "---\nname: tdd\ndescription: d\n---\n", "yes", "---\nname: \"yes\"\ndescription: d\n---\n"},
		{"words", "---\nname: My old skill\ndescription: d\n---\n", "new", "---\nname: new\ndescription: d\n---\n"},
		{"no name", "---\ndescription: d\n---\nname: x\n", "new", "---\ndescription: d\n---\nname: x\n"},
		{"a name inside", "---\nmetadata:\n  name: tdd\nname: tdd\ndescription: d\n---\n", "new", "---\nmetadata:\n  name: tdd\nname: new\ndescription: d\n---\n"},
		{"no frontmatter", "just text\n", "new", "just text\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, err := renamed([]byte(test.in), test.to); err != nil || string(got) != test.want {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestRenamedRefuses(t *testing.T) {
	for _, in := range []string{
		"---\nname: >-\n  tdd\ndescription: d\n---\n",
		"---\nname: \"t\\x64d\"\ndescription: d\n---\n",
		"---\n{name: tdd, description: d}\n---\n",
		"---\nname:\n  tdd\ndescription: d\n---\n",
		"---\nname: tdd\n  and more\ndescription: d\n---\n",
	} {
		got, err := renamed([]byte(in), "new")
		if err == nil && strings.Contains(skills.Parse(skills.Source{}, []byte(in)).Name, "tdd") {
			t.Errorf("%q became %q", in, got)
		}
	}
}

// FuzzRenamed: a name is put in place, and nothing else is another, or it is
// refused.
func FuzzRenamed(f *testing.F) {
	for _, seed := range []string{
		"---\nname: tdd\ndescription: d\n---\nB", "---\nname: 'a'\n---\n", "---\r\n\"name\" : \"a\" # c\r\n---\r\n",
		"---\nname: a: b\ndescription: x\n---\n", "---\nname: &x tdd\nslug: *x\n---\n", "```\n---\nname: a\n---\n", "---\nname: a\nname: b\n---\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		before := skills.Parse(skills.Source{}, []byte(text))
		got, err := renamed([]byte(text), "new")
		if err != nil {
			return
		}
		after := skills.Parse(skills.Source{}, got)
		want := "new"
		if before.Name == "" {
			want = ""
		}
		if after.Name != want || after.Body != before.Body || len(after.Entries) != len(before.Entries) {
			t.Fatalf("%q became %q", text, got)
		}
	})
}
