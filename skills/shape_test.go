package skills

import "testing"

func TestReadShape(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Shape
	}{
		{"plain", "---\nname: a\ndescription: says what\n---\n", Shape{Fence: FencePlain, Name: Text, Description: Text}},
		{"mark", "\ufeff---\nname: a\ndescription: says what\n---\n", Shape{Fence: FencePlain, Mark: true, Name: Text, Description: Text}},
		{"blank", "--- \nname: a\ndescription: says what\n---\n", Shape{Fence: FenceBlank, Name: Text, Description: Text}},
		{"long", "----\nname: a\ndescription: says what\n----\n", Shape{Fence: FenceLong, Name: Text, Description: Text, Said: "a"}},
		{"late", "\n \n---\nname: a\n---\n", Shape{Fence: FenceLate, Name: Text, Description: Absent, Said: "a"}},
		{"late and open", "\n---\nname: a\n", Shape{Fence: FenceOpen, Name: Absent, Description: Absent}},
		{"open", "---\nname: a\n", Shape{Fence: FenceOpen, Name: Absent, Description: Absent}},
		{"none", "# a\n", Shape{Fence: FenceNone, Name: Absent, Description: Absent}},
		{"empty", "", Shape{Fence: FenceNone, Name: Absent, Description: Absent}},
		{"kinds", "---\nname: 12\ndescription:\n---\n", Shape{Fence: FencePlain, Name: Scalar, Description: Null, Said: "12"}},
		{"list", "---\nname: [a, b]\ndescription: {c: d}\n---\n", Shape{Fence: FencePlain, Name: List, Description: Map, Said: "[a, b]"}},
		{"quoted", "---\nname: \"\"\ndescription: \"  \"\n---\n", Shape{Fence: FencePlain, Name: Empty, Description: Blank}},
		{"colon", "---\nname: a\ndescription: b: c\n---\n", Shape{Fence: FencePlain, Fault: Colon, FaultKey: "description", Name: Text, Description: Text, Said: "a"}},
		{"bracket", "---\nname: a\nx: [b\n---\n", Shape{Fence: FencePlain, Fault: Bracket, FaultKey: "x", Name: Text, Description: Absent, Said: "a"}},
		{"twice", "---\nname: a\nname: b\n---\n", Shape{Fence: FencePlain, Fault: Twice, FaultKey: "name", Name: Text, Description: Absent, Said: "b"}},
		{"off", "---\nname: a\ndescription: says what\nenabled: false\n---\n", Shape{Fence: FencePlain, Name: Text, Description: Text, Off: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := []byte(c.text)
			if got := ReadShape(data, ReadHead(Source{Folder: "a"}, data, int64(len(data)))); got != c.want {
				t.Errorf("got  %+v\nwant %+v", got, c.want)
			}
		})
	}
}

// FuzzReadShape holds a shape to the reading that it stands beside: what the
// reader takes without a word has a frontmatter, and no fault.
func FuzzReadShape(f *testing.F) {
	for _, s := range []string{"", "---", "---\n---", "---\nname: a\ndescription: b: c\n---\n", "----\r\na\r\n----", "\ufeff---\n\tx: 1\n---\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := ReadHead(Source{Folder: "a"}, data, int64(len(data)))
		s := ReadShape(data, r)
		if s.Fence == FenceUnread || s.Name == 0 || s.Description == 0 {
			t.Errorf("%+v leaves something open", s)
		}
		if s.Fence == FencePlain && r.Invalid == "" && r.StrictError != "" && s.Fault == 0 && s.Name&(Text|Scalar|List|Map) == 0 && r.Head.Name != "" {
			t.Errorf("%+v: a name without a kind, in %+v", s, r.Head)
		}
	})
}
