package prompt

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func seen(entries []Entry, complete bool) Marker {
	return Next(Past{}, View{Entries: entries, Complete: complete, Readable: true}, Options{}).Marker
}

func TestNext(t *testing.T) {
	one, two := []Entry{entry("a")}, []Entry{entry("a"), entry("b")}
	whole := func(e []Entry) View { return View{Entries: e, Complete: true, Readable: true} }
	part := func(e []Entry) View { return View{Entries: e, Readable: true} }
	after := func(m ...Marker) Past { return Past{Visible: m} }
	changed := []Entry{entry("a")}
	changed[0].Description = "Does something else."
	moved := []Entry{entry("a")}
	moved[0].Location = "/elsewhere/SKILL.md"

	for _, c := range []struct {
		name string
		past Past
		view View
		want Kind
		says string // in the text
	}{
		{"the first turn carries the catalog", Past{}, whole(one), First, "- `a`"},
		{"nothing when nothing changed", after(seen(one, true)), whole(one), Nothing, ""},
		{"a new skill replaces", after(seen(one, true)), whole(two), Replacement, replaced},
		{"a lost skill replaces", after(seen(two, true)), whole(one), Replacement, replaced},
		{"another description replaces", after(seen(one, true)), whole(changed), Replacement, replaced},
		{"what is not shown does not matter", after(seen(one, true)), whole(moved), Nothing, ""},
		{"the newest counts", after(seen(two, true), seen(one, true)), whole(one), Nothing, ""},
		{"an older one does not count", after(seen(one, true), seen(two, true)), whole(one), Replacement, replaced},
		{"the loss of every skill is said", after(seen(one, true)), whole(nil), Emptied, emptied},
		{"and said once", after(seen(one, true), seen(nil, true)), whole(nil), Nothing, ""},
		{"skills come back", after(seen(nil, true)), whole(one), Replacement, "- `a`"},
		{"a complete empty view adds nothing", Past{}, whole(nil), Nothing, ""},
		{"an incomplete view warns", Past{}, part(one), First, incomplete},
		{"an incomplete empty view warns", Past{}, part(nil), First, incomplete},
		{"incomplete again is no news", after(seen(one, false)), part(one), Nothing, ""},
		{"recovery republishes the same", after(seen(one, false)), whole(one), Replacement, "- `a`"},
		{"recovery of an empty view", after(seen(nil, false)), whole(nil), Emptied, emptied},
		{"a view that becomes incomplete warns", after(seen(one, true)), part(one), Replacement, incomplete},
		{"an incomplete view that lost all", after(seen(one, true)), part(nil), Emptied, incomplete},
		{"compaction hid every catalog", Past{Hidden: true}, whole(one), Restored, restored},
		{"compaction hid every catalog, nothing is left", Past{Hidden: true}, whole(nil), Emptied, emptied},
		{"compaction left the newest", Past{Hidden: true, Visible: []Marker{seen(one, true)}}, whole(one), Nothing, ""},
		{"no way to read skills", Past{}, View{Entries: one, Complete: true}, Nothing, ""},
		{"the way to read skills is gone", after(seen(one, true)), View{Entries: one, Complete: true}, Emptied, emptied},
	} {
		s := Next(c.past, c.view, Options{})
		if s.Kind != c.want || !strings.Contains(s.Text, c.says) || (s.Kind == Nothing) != (s.Text == "") {
			t.Errorf("%s: %q\n%s", c.name, s.Kind, s.Text)
		}
		if c.view.Complete && strings.Contains(s.Text, incomplete) {
			t.Errorf("%s: warns of a complete view", c.name)
		}
		c.past.Visible = append(c.past.Visible, s.Marker)
		if again := Next(c.past, c.view, Options{}); s.Kind != Nothing && again.Kind != Nothing {
			t.Errorf("%s: and once more %q", c.name, again.Kind)
		}
	}
}

// The replacements of dsh to the letter.
func TestNextDSH(t *testing.T) {
	view := View{Entries: []Entry{entry("a")}, Complete: true, Readable: true}
	o := Options{Form: DSH}
	first := Next(Past{}, view, o)
	if first.Text != Build(view.Entries, o).Text {
		t.Errorf("the first one is\n%s", first.Text)
	}
	view.Entries = append(view.Entries, entry("b"))
	update := Next(Past{Visible: []Marker{first.Marker}}, view, o)
	want := "<system-reminder>\n" + dshUpdate + "\n\n<available_skills>\n- `a`: Does a.\n- `b`: Does b.\n</available_skills>\n\n" + dshUseUpdate + "\n" + dshUser + "\n</system-reminder>"
	if update.Text != want {
		t.Errorf("got\n%s\nwant\n%s", update.Text, want)
	}
	view.Entries = nil
	want = "<system-reminder>\n" + dshUpdate + "\n\n<available_skills>\n</available_skills>\n\n" + dshNone + "\n" + dshNoneUser + "\n</system-reminder>"
	if got := Next(Past{Visible: []Marker{update.Marker}}, view, o).Text; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// message is one of a conversation; text is "" where it carries no catalog.
type message struct {
	text   string
	marker Marker
	hidden bool
}

// chat is a conversation with a model that believes the newest catalog in view.
type chat struct {
	t        *rapid.T
	options  Options
	view     View
	messages []message
}

func (c *chat) past() Past {
	var p Past
	for _, m := range c.messages {
		switch {
		case m.text == "":
		case m.hidden:
			p.Hidden = true
		default:
			p.Visible = append(p.Visible, m.marker)
		}
	}
	return p
}

// believes is what the model thinks of the skills; ok is false where it sees no
// catalog.
func (c *chat) believes() (r reading, ok bool) {
	for _, m := range slices.Backward(c.messages) {
		if m.text == "" || m.hidden {
			continue
		}
		r, err := read(c.options.Form, m.text)
		if err != nil {
			c.t.Fatal(err)
		}
		return r, true
	}
	return reading{}, false
}

// step is a turn: what the model believes afterwards is so.
func (c *chat) step(t *rapid.T) {
	c.t = t
	s := Next(c.past(), c.view, c.options)
	if s.Kind != Nothing {
		c.messages = append(c.messages, message{text: s.Text, marker: s.Marker})
		named := slices.ContainsFunc(s.Catalog.Items, func(i Item) bool { return i.Cut != LeftOut })
		if limit := c.options.Budget; limit > 0 && named && s.Catalog.Tokens > limit {
			t.Fatalf("%d tokens, the budget is %d", s.Catalog.Tokens, limit)
		}
	}
	if again := Next(c.past(), c.view, c.options); again.Kind != Nothing {
		t.Fatalf("after %q comes %q without a change", s.Kind, again.Kind)
	}
	entries := c.view.Entries
	if !c.view.Readable {
		entries = nil
	}
	r, ok := c.believes()
	switch past := c.past(); {
	case ok:
		c.compare(r, entries)
	case len(entries) > 0 || past.Hidden || c.view.Readable && !c.view.Complete:
		t.Fatalf("the model sees no catalog, but there are %d skills", len(entries))
	}
}

func (c *chat) compare(r reading, entries []Entry) {
	want := list(entries, c.options.withDefaults(), frame{First, true}, frame{Replacement, true}, frame{Restored, true})
	var names, got []string
	for _, i := range want.Items {
		if i.Cut != LeftOut {
			names = append(names, i.Handle+": "+i.Description)
		}
	}
	for _, l := range r.skills {
		got = append(got, l.handle+": "+l.text)
	}
	if !slices.Equal(got, names) || r.incomplete != (c.view.Readable && !c.view.Complete) {
		c.t.Fatalf("the model believes %q (incomplete: %v), but there is %q (complete: %v)", got, r.incomplete, names, c.view.Complete)
	}
}

func TestConversationModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := chat{options: Options{Form: rapid.SampledFrom(forms).Draw(t, "form"), Budget: rapid.SampledFrom([]int{0, 30, 200, 260}).Draw(t, "budget")}}
		t.Repeat(map[string]func(*rapid.T){
			"skills": func(t *rapid.T) {
				c.view.Entries = nil
				for _, h := range rapid.SliceOfNDistinct(rapid.StringMatching(`[a-c]{1,3}`), 0, 6, rapid.ID).Draw(t, "handles") {
					e := entry(h)
					e.Description = rapid.SampledFrom([]string{"", "x", strings.Repeat("word ", 40)}).Draw(t, "description")
					c.view.Entries = append(c.view.Entries, e)
				}
			},
			"complete": func(t *rapid.T) { c.view.Complete = rapid.Bool().Draw(t, "complete") },
			"readable": func(t *rapid.T) { c.view.Readable = rapid.Bool().Draw(t, "readable") },
			"talk":     func(*rapid.T) { c.messages = append(c.messages, message{}) },
			"compact": func(t *rapid.T) {
				for i := range rapid.IntRange(0, len(c.messages)).Draw(t, "messages") {
					c.messages[i].hidden = true
				}
			},
			"step": c.step,
		})
	})
}
