package prompt

import (
	"fmt"
	"strings"
	"testing"

	"deft/skills"
)

func sample() []Entry {
	return []Entry{
		{Handle: "pdf", Description: "Extract <text> & \"tables\" from a user's PDF.", Location: "/abs/pdf/SKILL.md", ModelInvocable: true},
		{Handle: "deploy", Title: "Deploy a service", Description: "Roll out\n  a service.", WhenToUse: "a release is asked for", Location: "skill://deploy/SKILL.md", ModelInvocable: true},
		{Handle: "secret", Description: "For people.", Location: "/s/SKILL.md"},
	}
}

// The texts to the letter: other programs read them.
func TestForms(t *testing.T) {
	howTo := howTo(DefaultTools())
	for form, want := range map[Form]string{
		Specification: `<available_skills>
<skill>
<name>
deploy
</name>
<description>
Roll out a service.
</description>
<location>
skill://deploy/SKILL.md
</location>
</skill>
<skill>
<name>
pdf
</name>
<description>
Extract &lt;text&gt; &amp; &quot;tables&quot; from a user&#x27;s PDF.
</description>
<location>
/abs/pdf/SKILL.md
</location>
</skill>
</available_skills>`,
		DSH: `<system-reminder>
A skill is a reusable set of task-specific instructions. The following skills are available in this session:

<available_skills>
- ` + "`deploy`" + `: Roll out a service.
- ` + "`pdf`" + `: Extract &lt;text&gt; &amp; "tables" from a user's PDF.
</available_skills>

` + dshUseFirst + "\n" + dshUser + `
</system-reminder>`,
		Deft: "<skills>\n" + howTo + "\n- `deploy` \"Deploy a service\": Roll out a service. When to use: a release is asked for\n" +
			"- `pdf`: Extract &lt;text&gt; &amp; \"tables\" from a user's PDF.\n</skills>",
		Manifest: "- `deploy` \"Deploy a service\": Roll out a service. When to use: a release is asked for\n" +
			"- `pdf`: Extract &lt;text&gt; &amp; \"tables\" from a user's PDF.",
	} {
		c := Build(sample(), Options{Form: form})
		if c.Text != want {
			t.Errorf("%s:\n%s\nwant\n%s", form, c.Text, want)
		}
		if c.Tokens != skills.EstimateTokens(int64(len(want))) || c.Notice() != "" {
			t.Errorf("%s: %d tokens, %q", form, c.Tokens, c.Notice())
		}
	}
}

func TestEmptyForms(t *testing.T) {
	for form, want := range map[Form]string{Specification: "<available_skills>\n</available_skills>", DSH: "", Deft: "", Manifest: ""} {
		if got := Build(nil, Options{Form: form}).Text; got != want {
			t.Errorf("%s: %q", form, got)
		}
	}
}

func TestFormOf(t *testing.T) {
	for agent, want := range map[string]Form{"": Deft, "deft": Deft, "dsh": DSH, "claude-code": Specification, "pi": Specification} {
		if got := FormOf(agent); got != want {
			t.Errorf("%q: %s", agent, got)
		}
	}
}

// Case R76: what is not for models is in no catalog.
func TestUserOnlySkillsAreNotListed(t *testing.T) {
	for _, f := range forms {
		c := Build(sample(), Options{Form: f})
		if strings.Contains(c.Text, "secret") || len(c.Items) != 2 {
			t.Errorf("%s: %d items\n%s", f, len(c.Items), c.Text)
		}
	}
}

// Case R80: a name is spelled as it loads; one that cannot be is reported.
func TestHandlesAreSpelledExactly(t *testing.T) {
	c := Build([]Entry{entry("notes:fetch"), entry("a@/p q/b  c"), entry("x\ny"), entry("z\u200bz"), entry("")}, Options{})
	var got []string
	for _, i := range c.Items {
		got = append(got, i.Handle+" "+string(i.Cut))
	}
	want := []string{" left-out", "a@/p q/b  c ", "notes:fetch ", "x\ny left-out", "z\u200bz left-out"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q", got)
	}
	for _, in := range []string{"- `notes:fetch`: ", "- `a@/p q/b  c`: ", "Of 5 skills 3 are not named."} {
		if !strings.Contains(c.Text, in) {
			t.Errorf("%q is not in\n%s", in, c.Text)
		}
	}
}

func TestOnlyDeftSaysWhen(t *testing.T) {
	e := Entry{Description: "a", WhenToUse: "b"}
	for f, want := range map[Form]string{Deft: "a When to use: b", Manifest: "a When to use: b", DSH: "a", Specification: "a"} {
		if got := description(e, f); got != want {
			t.Errorf("%s: %q", f, got)
		}
	}
	if got := description(Entry{WhenToUse: "b"}, DSH); got != "b" {
		t.Errorf("without a description: %q", got)
	}
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\n b\t\tc\n": "a b c", "a\u2028b\u00a0c": "a b c", "a\u0085b": "ab",
		"\x1b[31mred\u202e": "red", "a\x00b": "ab", "\xff": "\ufffd", "日本　語": "日本 語",
	} {
		if got := fold(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}
