package skills

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// places are the lines of the keys that later checks report, counted from 1;
// 0 where the key is missing.
type places struct{ name, slug, description, compatibility int }

// filler turns the pairs of a frontmatter into its fields.
type filler struct {
	r  *report
	fm Frontmatter
	at places
}

// fill reads every pair. Where two spellings of a field have a value, the
// first holds.
func (f *filler) fill(list []pair) {
	f.fm.ModelInvocable, f.fm.UserInvocable = true, true
	for _, p := range list {
		key := valueText(p.key)
		f.fm.Entries = append(f.fm.Entries, Entry{key, valueText(p.node), p.line})
		if !f.field(key, p) {
			f.fm.Extra = append(f.fm.Extra, Entry{key, valueText(p.node), p.line})
			f.guess(key, p.line)
		}
	}
}

// field sets what deft has a use for; ok is false for other keys.
func (f *filler) field(key string, p pair) (ok bool) {
	switch key {
	case "name":
		f.fm.Name, f.at.name = f.token(key, p), p.line
	case "slug":
		f.fm.Slug, f.at.slug = f.token(key, p), p.line
	case "description":
		f.fm.Description, f.at.description = f.text(key, p), p.line
	case "when_to_use", "whenToUse":
		if when := f.text(key, p); f.fm.WhenToUse == "" {
			f.fm.WhenToUse = when
		}
	case "argument-hint":
		f.fm.ArgumentHint = f.hint(p)
	case "globs":
		f.fm.Globs = f.globs(p)
	case "allowed-tools":
		f.fm.AllowedTools = f.tools(p)
	case "alwaysApply":
		f.fm.AlwaysApply = f.flag(key, p, false)
	case "disable-model-invocation":
		f.fm.ModelInvocable = !f.flag(key, p, true)
	case "user-invocable":
		f.fm.UserInvocable = f.flag(key, p, false)
	case "license":
		f.fm.License = f.text(key, p)
	case "compatibility":
		f.fm.Compatibility, f.at.compatibility = f.text(key, p), p.line
	case "metadata":
		f.fm.Metadata = f.metadata(p)
	default:
		return false
	}
	return true
}

// text reads a field that is one text. Numbers, dates and the like keep their
// spelling; a list or map becomes flow style.
func (f *filler) text(key string, p pair) string {
	n, value := resolve(p.node), valueText(p.node)
	if n.Kind != yaml.ScalarNode {
		f.r.warn(WrongType, p.line, key+" is a list or map, not a text", spelling(key, value))
	}
	f.commentCut(key, value, p)
	return value
}

// token reads a field that is a name: a list or map is none.
func (f *filler) token(key string, p pair) string {
	if resolve(p.node).Kind != yaml.ScalarNode {
		f.r.warn(WrongType, p.line, key+" is a list or map, not a text: ignored", "write one word after "+key+":")
		return ""
	}
	return valueText(p.node)
}

// hint reads argument-hint, whose usual spelling [file] is a list to YAML.
func (f *filler) hint(p pair) string {
	value := valueText(p.node)
	f.commentCut("argument-hint", value, p)
	return value
}

// commentCut says where a # ended a plain text.
func (f *filler) commentCut(key, value string, p pair) {
	if p.node.Kind != yaml.ScalarNode || p.node.Style != 0 {
		return
	}
	comment := p.node.LineComment
	if comment == "" && value == "" {
		comment = p.key.LineComment
	}
	if comment == "" {
		return
	}
	f.r.warn(CommentCut, p.line, fmt.Sprintf("%s ends before %s: YAML reads that as a comment", key, quoted(comment)),
		spelling(key, strings.TrimSpace(value+" "+comment)))
}

// metadata reads the map of that name, nested values as flow-style text.
func (f *filler) metadata(p pair) []Entry {
	n := resolve(p.node)
	if isNull(n) {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		f.r.warn(WrongType, p.line, "metadata is no map: ignored", "write keys and values below metadata:")
		return nil
	}
	list := make([]Entry, 0, len(n.Content)/2)
	for _, q := range pairs(n, p.line-p.key.Line) {
		list = append(list, Entry{valueText(q.key), valueText(q.node), q.line})
	}
	return list
}

// flag reads a true or false. What is neither is closed, the safe side of the
// field.
func (f *filler) flag(key string, p pair, closed bool) bool {
	n := resolve(p.node)
	value, clear := switchValue(n.Value)
	if n.Kind != yaml.ScalarNode || !clear {
		f.r.warn(UnclearSwitch, p.line, fmt.Sprintf("%s is %s, neither true nor false: read as %t", key, quoted(valueText(n)), closed),
			fmt.Sprintf("%s: %t", key, closed))
		return closed
	}
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		f.r.warn(QuotedSwitch, p.line, fmt.Sprintf("%s stands in quotes: other programs may take it for a text; read as %t", key, value),
			fmt.Sprintf("%s: %t", key, value))
	}
	return value
}

func switchValue(s string) (value, clear bool) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true", "yes", "on", "1":
		return true, true
	case "false", "no", "off", "0":
		return false, true
	}
	return false, false
}

// guess says where an unknown key is nearly a known one.
func (f *filler) guess(key string, line int) {
	if known := knownLike(key); known != "" {
		f.r.warn(MisspelledKey, line, fmt.Sprintf("the key %s is unknown: nothing reads it", quoted(key)), "write "+known+":")
	}
}

// knownLike returns the field that key is another spelling of, by case,
// hyphens or a common slip; "" where there is none.
func knownLike(key string) string {
	if len(key) > 32 {
		return ""
	}
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(key)) {
	case "name":
		return "name"
	case "description":
		return "description"
	case "allowedtools":
		return "allowed-tools"
	case "argumenthint":
		return "argument-hint"
	case "whentouse":
		return "when_to_use"
	case "alwaysapply":
		return "alwaysApply"
	case "disablemodelinvocation":
		return "disable-model-invocation"
	case "userinvocable", "userinvokable":
		return "user-invocable"
	}
	return ""
}
