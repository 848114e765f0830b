package prompt

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func document(body string) Document {
	return Document{Source: source(body), Name: "logs", Description: "Reads \"logs\".", Raw: "---\nname: logs\n---\n" + body}
}

func TestInject(t *testing.T) {
	d := document("Read the logs.\n")
	for agent, want := range map[string]string{
		"deft":        "Read the logs.\n\n---\nSkill: /s/logs/SKILL.md\nBase: /s/logs\nFiles: scripts/run.sh\nUser: disk full",
		"dsh":         ContentDSH(d.Source),
		"claude-code": "Read the logs.\n\nARGUMENTS: disk full",
		"codex":       "<skill>\n<name>logs</name>\n<path>/s/logs/SKILL.md</path>\n---\nname: logs\n---\nRead the logs.\n\n</skill>",
		"pi":          "<skill name=\"logs\" location=\"/s/logs/SKILL.md\">\nReferences are relative to /s/logs.\n\nRead the logs.\n</skill>\n\ndisk full",
		"oh-my-pi": "[IMPORTANT: User invoked the \"logs\" skill; follow its instructions. Full skill below.]\n\nRead the logs.\n\n---\n\n[Skill directory: /s/logs]\n" +
			"Resolve relative paths in this skill (e.g. `scripts/foo.js`, `templates/config.yaml`) against this absolute directory; read referenced assets and templates; run scripts with the terminal tool when skill instructions call for it.\nUser: disk full\n",
		"crush": "<loaded_skill>\n  <name>logs</name>\n  <description>Reads &quot;logs&quot;.</description>\n  <location>/s/logs/SKILL.md</location>\n  <instructions>\nRead the logs.\n  </instructions>\n</loaded_skill>",
	} {
		if got, ok := Inject(agent, d, "disk full"); !ok || got != want {
			t.Errorf("%s:\n%s\nwant\n%s", agent, got, want)
		}
		if !slices.Contains(Agents(), agent) {
			t.Errorf("%s is not among the agents", agent)
		}
	}
	for _, agent := range Agents() {
		if _, ok := Inject(agent, d, ""); !ok {
			t.Errorf("no form for %s", agent)
		}
	}
	for _, agent := range []string{"", "cursor", "gemini", "vscode"} {
		if got, ok := Inject(agent, d, ""); ok || got != "" {
			t.Errorf("%q has a form: %q", agent, got)
		}
	}
	if !slices.IsSorted(Agents()) {
		t.Error(Agents())
	}
}

func TestInjectWithoutArguments(t *testing.T) {
	for _, agent := range []string{"claude-code", "pi", "oh-my-pi"} {
		got, _ := Inject(agent, document("x"), "")
		if strings.Contains(got, "ARGUMENTS") || strings.Contains(got, "User:") || strings.HasSuffix(got, "\n\n") {
			t.Errorf("%s: %q", agent, got)
		}
	}
}

func TestInjectClaudeArguments(t *testing.T) {
	for _, c := range []struct{ body, args, want string }{
		{"Fix $ARGUMENTS now, $ARGUMENTS.", "a b", "Fix a b now, a b."},
		{"Fix $0 and $1, not $2.", `a "b c"`, "Fix a and b c, not $2."},
		{"Fix $ARGUMENTS[1].", "a b", "Fix b."},
		{"$ARGUMENTS[9]", "a b", "$ARGUMENTS[9]\n\nARGUMENTS: a b"},
		{`It costs \$1 or $1000.`, "a b", "It costs $1 or $1000.\n\nARGUMENTS: a b"},
		{"$ARGUMENTS_FILE", "a", "$ARGUMENTS_FILE\n\nARGUMENTS: a"},
		{"In ${CLAUDE_SKILL_DIR}/x, {baseDir}", "", "In /s/logs/x, {baseDir}"},
		{"$ARGUMENTS", "$ARGUMENTS $0", "$ARGUMENTS $0"},
		{"!`date` $HOME $ARGUMENTS", "", "!`date` $HOME "},
		{"$99999999999999999999", "a", "$99999999999999999999\n\nARGUMENTS: a"},
	} {
		if got, _ := Inject("claude-code", document(c.body), c.args); got != c.want {
			t.Errorf("%q with %q: %q, want %q", c.body, c.args, got, c.want)
		}
	}
}

func TestSplit(t *testing.T) {
	for args, want := range map[string][]string{
		"": nil, " \t\n": nil, "a  b": {"a", "b"}, `"a b" c`: {"a b", "c"}, `'a "b'`: {`a "b`}, `a\ b`: {"a b"},
		`""`: {""}, `a"b c"d`: {"ab cd"}, `'a\b'`: {`a\b`}, `"open end`: {"open end"}, `\"x`: {`"x`},
	} {
		if got := split(args); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Errorf("%q: %q, want %q", args, got, want)
		}
	}
}
