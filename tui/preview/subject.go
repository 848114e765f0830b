package preview

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/commands/phrase"
	"deft/discovery"
	"deft/skills/sanitize"
	"deft/tui/markdown"
	"deft/tui/theme"
)

// subject is a skill as it was read.
type subject struct {
	entry       *discovery.Entry
	detail      commands.Detail
	explanation commands.Explanation // once it is asked for: it reads every copy of the name
	whyErr      error
	judged      bool   // it was asked for
	failed      string // why it cannot be read
	gone        bool   // it is not there any more
	digest      string // of SKILL.md
	document    markdown.Document
	findings    []sanitize.Finding
}

// subjectMsg is the answer to a question for a skill.
type subjectMsg struct {
	turn    int
	subject *subject
}

// read asks for a skill, off the update loop, and for the judgement over its name where that is wanted.
func read(turn int, entry *discovery.Entry, source Source, why bool) tea.Cmd {
	return func() tea.Msg {
		s := newSubject(entry, source)
		if why {
			s = s.judge(source)
		}
		return subjectMsg{turn, s}
	}
}

// judge is the subject with the judgement over its name.
func (s *subject) judge(source Source) *subject {
	with := *s
	with.explanation, with.whyErr = source.Why(s.entry)
	with.judged = true
	return &with
}

// judgedMsg brings the judgement over the name of a subject.
type judgedMsg struct{ of, with *subject }

// judge asks for the judgement where it is wanted and not known.
func (m study) judge() tea.Cmd {
	if m.subject == nil || m.subject.judged || m.tab != Why && !m.compare {
		return nil
	}
	s, source := m.subject, m.source
	return func() tea.Msg { return judgedMsg{s, s.judge(source)} }
}

// judged shows the judgement, and the comparison that waits for it.
func (m answers) judged(msg judgedMsg) tea.Cmd {
	if msg.of != m.subject {
		return m.judge()
	}
	m.subject = msg.with
	m.stacks[Why].base.show(m.pages().base(Why))
	m.stacks[Why].base.cursor = max(0, m.subject.place())
	if m.compare {
		return m.diff()
	}
	return m.paint()
}

func newSubject(entry *discovery.Entry, source Source) *subject {
	s := &subject{entry: entry}
	var err error
	if s.detail, err = source.Read(entry); err != nil {
		s.failed = phrase.Line(err.Error(), source.Home)
		return s
	}
	sum := sha256.Sum256(s.detail.Raw)
	s.digest = hex.EncodeToString(sum[:])
	s.findings = sanitize.Hidden(string(s.detail.Raw))
	if s.detail.Skill != nil && s.detail.Skill.Invalid == "" {
		s.document = markdown.Split(s.detail.Skill.Body)
	}
	return s
}

// receive shows a skill that was read.
func (m answers) receive(s *subject) tea.Cmd {
	same := m.subject != nil && m.subject.entry.Path == s.entry.Path
	known := same && m.subject.judged
	if same && s.entry.Stale && s.bad() && !m.subject.bad() {
		last := *m.subject
		last.entry = s.entry
		s = &last
	}
	m.subject = s
	if !same {
		m.closed = map[string]bool{}
	}
	m.renew(same)
	if !known {
		m.stacks[Why].base.cursor = max(0, s.place())
	}
	return tea.Batch(m.paint(), m.judge(), m.watch())
}

// bad says that there is no text of the skill to show.
func (s *subject) bad() bool {
	return s.failed != "" || s.detail.Skill == nil || s.detail.Skill.Invalid != ""
}

// place is where the entry stands among those of its name, -1 for nowhere.
func (s *subject) place() int {
	if s.explanation.Resolution != nil {
		for i, e := range s.explanation.Entries {
			if e.Path == s.entry.Path {
				return i
			}
		}
	}
	return -1
}

// renew makes the tabs anew from the skill as it is now. What was open inside of one stays so where it is the same skill and has it still.
func (m study) renew(same bool) {
	for t := range m.stacks {
		s := &m.stacks[t]
		s.base.show(m.pages().base(Tab(t)))
		if !s.open {
			continue
		}
		c, ok := m.pages().inner(Tab(t), s.name)
		if !same || !ok {
			s.close()
			continue
		}
		s.inner.show(c)
	}
}

// pages makes the contents of the tabs.
type pages struct {
	source  Source
	subject *subject
	closed  map[string]bool // folders
}

func (m study) pages() pages { return pages{m.source, m.subject, m.closed} }

// base is what a tab shows of the subject.
func (p pages) base(t Tab) content {
	s, source := p.subject, p.source
	if s.failed != "" && t != Why {
		return whole("failed\x00"+s.entry.Path, write(source, s, func(s sheet) block { return block{lines: s.failedLines()} }))
	}
	switch t {
	case Files:
		return filesContent(source, s, p.closed)
	case Why:
		return whyContent(source, s)
	case Raw:
		return rawContent(s)
	case Prompt:
		return promptContent(source, s)
	}
	return readContent(source, s)
}

// inner is what can be opened in a tab by its name.
func (p pages) inner(t Tab, name string) (content, bool) {
	if t == Files && p.subject.gone {
		return goneContent(p.source, p.subject, name), true
	}
	if t == Files {
		return fileContent(p.source, p.subject, name)
	}
	return diffContent(p.source, p.subject, name)
}

// write is the drawing of one block on a sheet.
func write(source Source, s *subject, draw func(sheet) block) func(theme.Theme, int) block {
	return func(t theme.Theme, width int) block { return draw(sheet{t, width, source, s}) }
}

// readContent is the fields and the text of a skill.
func readContent(source Source, s *subject) content {
	id := "read\x00" + s.entry.Path
	return content{id: id + "\x00" + s.digest, kept: id, draw: func(t theme.Theme, width int) func(int) (block, bool) {
		r, lines := markdown.New(t, width), s.lineFinder()
		return func(i int) (block, bool) {
			if i == 0 {
				return block{lines: sheet{t, width, source, s}.head()}, true
			}
			p, ok := s.document.At(i - 1)
			if !ok {
				return block{}, false
			}
			rows := r.Render(p)
			return block{lines: rows, marks: []mark{{rows: len(rows), line: lines(p.Source())}}}, true
		}
	}}
}

// lineFinder tells in which line of the SKILL.md a piece of its body begins; the pieces come in their order.
func (s *subject) lineFinder() func(piece string) int {
	if s.detail.Skill == nil {
		return func(string) int { return 0 }
	}
	rest, line := s.detail.Skill.Body, s.detail.Skill.BodyLine
	return func(piece string) int {
		at := strings.Index(rest, piece)
		if at < 0 {
			return line
		}
		line += strings.Count(rest[:at], "\n")
		found := line + len(piece) - len(strings.TrimLeft(piece, "\n"))
		line += strings.Count(piece, "\n")
		rest = rest[at+len(piece):]
		return found
	}
}
