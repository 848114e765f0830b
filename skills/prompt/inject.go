package prompt

import (
	"regexp"
	"strconv"
	"strings"

	"deft/skills/sanitize"
)

// Document is a skill with what the forms of other agents show of it.
type Document struct {
	Source
	Name        string // as in the frontmatter; "" is the handle
	Description string
	Raw         string // the whole SKILL.md
}

func (d Document) name() string {
	if d.Name == "" {
		return line(d.Handle)
	}
	return line(d.Name)
}

// Agents are those whose form Inject knows, sorted.
func Agents() []string {
	return []string{"claude-code", "codex", "crush", "deft", "dsh", "oh-my-pi", "pi"}
}

// Inject writes what an agent adds to a conversation when its user calls a
// skill with args; false where the form is not documented. Where the agent
// leaves the arguments in the user's own message (codex, crush, dsh), they are
// not in the text.
//
// The forms are those of the agents, but text cannot leave its place: names and
// paths are escaped, and tags of a form that stand in a body are written with
// `&lt;`. Hidden and control characters are removed, and no command in a body
// is run.
func Inject(agent string, d Document, args string) (string, bool) {
	switch agent {
	case "deft":
		return Activate(d.Source, args).Text(), true
	case "dsh":
		return ContentDSH(d.Source), true
	case "claude-code":
		return injectClaude(d, args), true
	case "codex":
		return "<skill>\n<name>" + markup.Replace(d.name()) + "</name>\n<path>" + markup.Replace(line(d.Path)) + "</path>\n" +
			defuse(sanitize.ForModel(d.Raw), skillTags) + "\n</skill>", true
	case "crush":
		return injectCrush(d), true
	case "pi":
		return injectPi(d, args), true
	case "oh-my-pi":
		return injectOhMyPi(d, args), true
	}
	return "", false
}

func injectPi(d Document, args string) string {
	text := `<skill name="` + attribute.Replace(d.name()) + `" location="` + attribute.Replace(line(d.Path)) + "\">\nReferences are relative to " +
		markup.Replace(line(d.Base)) + ".\n\n" + defuse(strings.TrimSpace(bodyOf(d.Body)), skillTags) + "\n</skill>"
	if args != "" {
		text += "\n\n" + args
	}
	return text
}

// injectOhMyPi has no tags: what a body can forge there is only what the end
// of the message says, and the true end comes after it.
func injectOhMyPi(d Document, args string) string {
	text := `[IMPORTANT: User invoked the "` + d.name() + "\" skill; follow its instructions. Full skill below.]\n\n" +
		bodyOf(d.Body) + "\n\n---\n\n[Skill directory: " + line(d.Base) + "]\n" +
		"Resolve relative paths in this skill (e.g. `scripts/foo.js`, `templates/config.yaml`) against this absolute directory; read referenced assets and templates; run scripts with the terminal tool when skill instructions call for it.\n"
	if args != "" {
		text += "User: " + args + "\n"
	}
	return text
}

func injectCrush(d Document) string {
	return "<loaded_skill>\n  <name>" + crushText.Replace(d.name()) + "</name>\n  <description>" + crushText.Replace(fold(d.Description)) +
		"</description>\n  <location>" + crushText.Replace(line(d.Path)) + "</location>\n  <instructions>\n" +
		crushText.Replace(bodyOf(d.Body)) + "\n  </instructions>\n</loaded_skill>"
}

// claudeVariable finds what Claude Code replaces. Names that a skill gives to
// its arguments are not known here and stay.
var claudeVariable = regexp.MustCompile(`\\?\$(?:ARGUMENTS(?:\[\d+\])?|\d+|\{CLAUDE_SKILL_DIR\})`)

// injectClaude replaces the arguments in one pass, and appends them where the
// body does not take them.
func injectClaude(d Document, args string) string {
	words, took := split(args), false
	body := bodyOf(d.Body)
	var b strings.Builder
	done := 0
	for _, m := range claudeVariable.FindAllStringIndex(body, -1) {
		name := body[m[0]:m[1]]
		text, argument, ok := claudeValue(name, args, words, line(d.Base))
		if !ok || name == "$ARGUMENTS" && continues(body[m[1]:]) {
			continue
		}
		b.WriteString(body[done:m[0]] + text)
		done, took = m[1], took || argument
	}
	text := b.String() + body[done:]
	if args != "" && !took {
		text += "\n\nARGUMENTS: " + args
	}
	return text
}

// claudeValue is what stands for a variable; argument tells that it is one of
// the arguments, and ok that it is replaced at all.
func claudeValue(name, args string, words []string, base string) (text string, argument, ok bool) {
	switch {
	case name[0] == '\\':
		return name[1:], false, true
	case name == "${CLAUDE_SKILL_DIR}":
		return base, false, true
	case name == "$ARGUMENTS":
		return args, true, true
	}
	i, err := strconv.Atoi(strings.Trim(strings.TrimPrefix(name, "$ARGUMENTS"), "[]$"))
	if err != nil || i >= len(words) {
		return "", false, false
	}
	return words[i], true, true
}

// split cuts arguments at blanks; quotes hold words together and a backslash
// takes the next character as it is, but for single quotes.
func split(args string) []string {
	var words []string
	var word strings.Builder
	open, quote, escaped := false, rune(0), false
	for _, r := range args {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			open, escaped = true, true
		case quote == 0 && (r == '"' || r == '\''):
			open, quote = true, r
		case r == quote:
			quote = 0
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if open {
				words = append(words, word.String())
				word.Reset()
			}
			open = false
		default:
			word.WriteRune(r)
			open = true
		}
	}
	if open {
		words = append(words, word.String())
	}
	return words
}
