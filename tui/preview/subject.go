package preview

import (
	"crypto/sha256"
	"encoding/hex"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/discovery"
	"deft/skills/sanitize"
	"deft/tui/markdown"
)

// subject is a skill as it was read.
type subject struct {
	entry       *discovery.Entry
	detail      commands.Detail
	explanation commands.Explanation
	whyErr      error
	digest      string // of SKILL.md
	document    markdown.Document
	findings    []sanitize.Finding
}

// subjectMsg is the answer to a question for a skill.
type subjectMsg struct {
	turn    int
	subject *subject
	err     error
}

// read asks for the skill, off the update loop.
func (m *Model) read() tea.Cmd {
	turn, entry, source := m.turn, m.entry, m.source
	return func() tea.Msg {
		s := &subject{entry: entry}
		s.explanation, s.whyErr = source.Why(entry)
		var err error
		if s.detail, err = source.Read(entry); err != nil {
			return subjectMsg{turn, s, err}
		}
		sum := sha256.Sum256(s.detail.Raw)
		s.digest = hex.EncodeToString(sum[:])
		s.findings = sanitize.Hidden(string(s.detail.Raw))
		if s.detail.Skill != nil && s.detail.Skill.Invalid == "" {
			s.document = markdown.Split(s.detail.Skill.Body)
		}
		return subjectMsg{turn, s, nil}
	}
}

// receive shows a skill that was read.
func (m *Model) receive(msg subjectMsg) tea.Cmd {
	same := m.subject != nil && m.subject.entry.Path == msg.subject.entry.Path
	m.subject, m.failed = msg.subject, ""
	if !same {
		m.tops = [tabs]int{}
		m.text.piece = nil
	}
	m.why = m.sheet().whyLines()
	if msg.err != nil {
		m.failed = sanitize.Line(msg.err.Error())
		m.text = text{lines: m.sheet().failedLines()}
		return nil
	}
	return m.paint()
}
