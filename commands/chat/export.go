package chat

import (
	"encoding/json"
	"strings"

	"deft/skills/sanitize"
)

// The mark and version of the JSON form. A reader refuses a higher version;
// fields may be added within one.
const (
	jsonFormat  = "deft-conversation"
	jsonVersion = 1
)

// document is the JSON form of a conversation.
type document struct {
	Format   string    `json:"format"`
	Version  int       `json:"version"`
	Messages []message `json:"messages"`
}

type message struct {
	Role  Role   `json:"role"`
	Text  string `json:"text"`
	Skill *skill `json:"skill,omitempty"`
}

type skill struct {
	Handle string `json:"handle"`
	Args   string `json:"args"`
	Body   string `json:"body"`
	Trail  string `json:"trail"`
}

// JSON is a conversation for programs, without notices:
//
//	{
//	  "format": "deft-conversation",
//	  "version": 1,
//	  "messages": [
//	    {"role": "user", "text": "as typed"},
//	    {"role": "skill", "text": "all that a model reads",
//	     "skill": {"handle": "tdd", "args": "as typed", "body": "...", "trail": "Skill: ...\nBase: ...\nFiles: ..."}}
//	  ]
//	}
//
// Text alone is what was said; skill takes it apart. Bytes that are no UTF-8
// become U+FFFD.
func JSON(c Conversation) ([]byte, error) {
	doc := document{Format: jsonFormat, Version: jsonVersion, Messages: []message{}}
	for _, m := range said(c) {
		out := message{Role: m.Role, Text: m.Text}
		if a := m.Activation; a != nil {
			out.Skill = &skill{Handle: a.Handle, Args: a.Args, Body: a.Body, Trail: a.Trail}
		}
		doc.Messages = append(doc.Messages, out)
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		return nil, err
	}
	return []byte(b.String()), nil
}

// Markdown is a conversation for people and for pasting into any agent,
// without notices: a heading for each message, what was typed as a quote, and
// a skill's text whole in a fence that is longer than any run of backticks in
// it. So nothing in a message can end its own block. Line ends become "\n". A
// conversation in which nothing was said is "".
func Markdown(c Conversation) string {
	var parts []string
	for _, m := range said(c) {
		parts = append(parts, heading(m)+"\n\n"+block(m)+"\n")
	}
	return strings.Join(parts, "\n")
}

func heading(m Message) string {
	switch {
	case m.Activation != nil:
		return "## Skill " + code(sanitize.Line(m.Activation.Handle))
	case m.Role == Skill:
		return "## Skill"
	case m.Role == User:
		return "## User"
	}
	return "## " + code(sanitize.Line(string(m.Role)))
}

func block(m Message) string {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(m.Text)
	if m.Role == Skill {
		fence := strings.Repeat("`", max(3, backticks(text)+1))
		return fence + "markdown\n" + strings.TrimSuffix(text, "\n") + "\n" + fence
	}
	return "> " + strings.ReplaceAll(text, "\n", "\n> ")
}

// code is a short text as inline code.
func code(text string) string {
	fence := strings.Repeat("`", backticks(text)+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

// backticks is the length of the longest run of them.
func backticks(text string) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// said is a conversation without what deft itself remarked.
func said(c Conversation) []Message {
	var out []Message
	for _, m := range c.Messages {
		if m.Role != Notice {
			out = append(out, m)
		}
	}
	return out
}
