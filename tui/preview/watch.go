package preview

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/discovery"
	"deft/skills/resource"
)

// again is how long the files of a skill are not looked at: a change of one that is no SKILL.md is told by nobody.
const again = 2 * time.Second

// lookMsg says that it is time to look at the files; lookedMsg brings what was found.
type (
	lookMsg   struct{ turn int }
	lookedMsg struct {
		turn   int
		detail commands.Detail
		err    error
		name   string // of the file that was open, "" for none
		sum    string // of that file, as sumOf makes it
	}
)

// watching says whether the files are seen and are those of the skill that was asked for.
func (m watcher) watching() bool {
	return m.tick != nil && m.tab == Files && !m.hidden &&
		m.subject != nil && m.subject.entry == m.entry && m.subject.failed == "" && !m.subject.gone
}

// watch starts the wait for the next look, in place of any other, where the files are seen.
func (m watcher) watch() tea.Cmd {
	m.looks++
	if !m.watching() {
		return nil
	}
	return m.tick(again, lookMsg{m.looks})
}

// look reads the files again, off the update loop.
func (m watcher) look(msg lookMsg) tea.Cmd {
	if msg.turn != m.looks || !m.watching() {
		return nil
	}
	entry, source, name := m.entry, m.source, m.stacks[Files].name
	return func() tea.Msg {
		out := lookedMsg{turn: msg.turn, name: name}
		if out.detail, out.err = source.Read(entry); out.err == nil && name != "" {
			out.sum = sumOf(entry, source, out.detail.Files, name)
		}
		return out
	}
}

// gone is the sum of a file that is not there.
const gone = "gone"

// sumOf differs where the page of a file does.
func sumOf(entry *discovery.Entry, source Source, files []resource.File, name string) string {
	i := slices.IndexFunc(files, func(f resource.File) bool { return f.Path == name })
	if i < 0 {
		return gone
	}
	h := sha256.New()
	fmt.Fprintf(h, "%+v\n", files[i])
	if files[i].Problem == "" {
		got, err := source.File(entry, name)
		fmt.Fprintf(h, "%v\n%s\n%d\n", err, got.MIME, got.Size)
		h.Write(got.Data)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// looked shows what has changed and waits for the next look. Where the skill cannot be read, what is shown stays.
func (m watcher) looked(msg lookedMsg) tea.Cmd {
	if msg.turn != m.looks || !m.watching() {
		return nil
	}
	if msg.err == nil {
		m.renewTree(msg.detail)
		m.renewFile(msg.name, msg.sum)
	}
	return tea.Batch(m.stacks[Files].base.paint(m.canvas()), m.paint(), m.watch())
}

// renewTree takes the files where they are others.
func (m watcher) renewTree(d commands.Detail) {
	if was := m.subject.detail; slices.Equal(d.Files, was.Files) && d.More == was.More {
		return
	}
	with := *m.subject
	with.detail.Files, with.detail.More = d.Files, d.More
	m.subject = &with
	m.stacks[Files].base.show(m.pages().base(Files))
}

// renewFile shows the open file anew where it is not what was looked at the last time. The first look after it was opened knows
// no last time, and has it painted once more.
func (m watcher) renewFile(name, sum string) {
	s := &m.stacks[Files]
	if !s.open || s.name != name || s.sum == sum {
		return
	}
	s.sum = sum
	c, ok := m.pages().inner(Files, name)
	if !ok {
		c = goneContent(m.source, m.subject, name)
	}
	s.inner.show(c)
}
