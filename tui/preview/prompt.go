package preview

import (
	"fmt"

	"deft/commands"
	"deft/commands/phrase"
	"deft/skills"
	"deft/skills/sanitize"
	"deft/tui/markdown"
	"deft/tui/theme"
)

// promptContent is what using the skill puts into a conversation, to the letter.
func promptContent(source Source, s *subject) content {
	id := "prompt\x00" + s.entry.Path
	return content{id: id, kept: id, live: true, draw: func(t theme.Theme, width int) func(int) (block, bool) {
		var lines []string
		return func(i int) (block, bool) {
			if i == 0 {
				head, text := sheet{t, width, source, s}.promptHead()
				if text != "" {
					lines = sourceLines([]byte(text))
				}
				return block{lines: head}, true
			}
			if (i-1)*rawBlock >= len(lines) {
				return block{}, false
			}
			b := block{}
			for _, l := range lines[(i-1)*rawBlock : min(len(lines), i*rawBlock)] {
				b.add(0, markdown.Plain(l, width), false)
			}
			return b, true
		}
	}}
}

// injection is what the skill puts into a conversation, or why it puts nothing there.
func (s sheet) injection() (in commands.Injection, refusal string) {
	if s.subject.gone {
		return in, "The skill is gone."
	}
	in, err := s.source.Prompt(s.subject.entry)
	if err != nil {
		return in, err.Error()
	}
	return in, in.Refusal
}

// promptHead says what the text is and costs; the text is "" where there is none.
func (s sheet) promptHead() (head []string, text string) {
	in, refusal := s.injection()
	if refusal != "" {
		out := s.styled(s.theme.Warning, "Nothing is put into a conversation.")
		return append(out, s.styled(s.theme.Row, s.line(refusal))...), ""
	}
	who := "A call"
	if in.Call != "" {
		who = sanitize.Line(in.Call)
	}
	if in.Text == "" && in.Template != "" {
		out := s.styled(s.theme.Row, who+" puts the skill into the conversation in this form; names in braces stand for its parts:")
		return append(out, s.rule()), in.Template
	}
	if in.Text == "" {
		return s.styled(s.theme.Warning, who+" puts the skill into the conversation; in which form is not documented."), ""
	}
	text = in.Text
	out := s.styled(s.theme.Row, who+" puts this into the conversation:")
	out = append(out, s.muted(fmt.Sprintf("about %s tokens, %s", phrase.Thousands(skills.EstimateTokens(int64(len(text)))), phrase.ShortSize(int64(len(text)))))...)
	return append(out, s.rule()), text
}
