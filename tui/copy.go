package tui

import (
	"path/filepath"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/commands/chat"
	"deft/commands/phrase"
	"deft/discovery"
	"deft/tui/clipboard"
	"deft/tui/composer"
	"deft/tui/preview"
)

// copiedMsg says what became of a copy of something.
type copiedMsg struct {
	what   string // "the handle", "34 handles"
	result clipboard.Result
	err    error // there was nothing to copy
}

// copying is everything that leaves the program: to the clipboard, or into a file.
type copying struct{ *Model }

// copied copies a text, off the update loop.
func (m copying) copied(what string, text func() (string, error)) tea.Cmd {
	to := m.verbs.Copy
	return func() tea.Msg {
		s, err := text()
		if err != nil {
			return copiedMsg{what: what, err: err}
		}
		return copiedMsg{what: what, result: to(s)}
	}
}

func plainly(s string) func() (string, error) { return func() (string, error) { return s, nil } }

// copySkill copies the handle, or the path, of the skill under the cursor, or of all that are marked, one a line.
func (m copying) copySkill(path bool) tea.Cmd {
	chosen := m.list.Chosen()
	var texts []string
	for _, e := range chosen {
		if path {
			texts = append(texts, e.Path)
		} else {
			texts = append(texts, m.naming(e))
		}
	}
	what := map[bool]string{false: "handle", true: "path"}[path]
	switch n := len(texts); n {
	case 0:
		return nil
	case 1:
		what = "the " + what
	default:
		what = phrase.Count(n, what)
	}
	return m.copied(what, plainly(strings.Join(texts, "\n")))
}

// copyBody copies what the preview shows: the text of the skill, its source, what a model gets, or an open file.
func (m copying) copyBody() tea.Cmd {
	e, v, tab := m.preview.Entry(), m.verbs, m.preview.Tab()
	if e == nil {
		return nil
	}
	file := m.preview.Open()
	if m.preview.Gone() && (file != "" || tab == preview.Prompt) { // what would have to be read now
		m.told = "The skill is gone and cannot be copied"
		return nil
	}
	if file != "" {
		return m.copied("the file", func() (string, error) {
			c, err := v.File(e, file)
			return string(c.Data), err
		})
	}
	if tab == preview.Prompt {
		return m.copied("the prompt", func() (string, error) {
			in, err := v.Prompt(e)
			return in.Text, err
		})
	}
	shown := m.preview.Detail()
	if !m.preview.Shows(e) {
		shown = nil
	}
	return m.copied("the text", func() (string, error) {
		d, err := seen(shown, func() (commands.Detail, error) { return v.Read(e) })
		if err != nil {
			return "", err
		}
		if tab == preview.Raw || d.Skill == nil || d.Skill.Invalid != "" {
			return string(d.Raw), nil
		}
		return d.Skill.Body, nil
	})
}

// seen is a skill as it is on the screen, whatever has become of its file; where none is, as it is read.
func seen(shown *commands.Detail, read func() (commands.Detail, error)) (commands.Detail, error) {
	if shown != nil {
		return *shown, nil
	}
	return read()
}

// copyMessage copies the message that is chosen in the chat, or all of it.
func (m copying) copyMessage(all bool) tea.Cmd {
	c := m.chat.Conversation()
	if all {
		return m.copied("the conversation", plainly(chat.Markdown(c)))
	}
	if msg, ok := m.chat.Chosen(); ok {
		return m.copied("the message", plainly(msg.Text))
	}
	return m.copied("the message", plainly(""))
}

// copyCommand is /copy.
func (m copying) copyCommand(args string) tea.Cmd {
	switch args {
	case "":
		if msg, ok := m.chat.Last(); ok {
			return m.copied("the message", plainly(msg.Text))
		}
		m.composer.Refuse("/copy", chat.ErrNothingSaid.Error())
		return nil
	case "all":
		return m.copyMessage(true)
	}
	m.composer.Refuse("/copy "+args, "/copy takes nothing or all")
	return nil
}

// wasCopied says where the text went in a few words, and all that was tried where it went nowhere.
func (m copying) wasCopied(msg copiedMsg) {
	what := strings.ToUpper(msg.what[:1]) + msg.what[1:]
	ways := " (" + strings.Join(msg.result.Ways(), ", ") + ")"
	switch best := msg.result.Best(); {
	case msg.err != nil:
		m.told = what + " is not copied: " + phrase.Line(msg.err.Error(), m.app.Home)
	case best == clipboard.Took:
		m.told = "Copied " + msg.what + ways
	case best == clipboard.Asked:
		m.told = "Sent " + msg.what + ways + ", which does not say whether it is copied"
	default:
		m.told = what + ": " + msg.result.String()
		m.composer.Note(m.told, composer.Warning)
	}
}

// naming is how an entry is named so that it is reached.
func (m copying) naming(e *discovery.Entry) string {
	if m.as.agent != "" { // for deft it may have another name
		if own := own(m.scan.snapshot, e.Path); own != nil {
			return m.scan.snapshot.Qualified(own)
		}
		return e.Name()
	}
	if e.State != discovery.Active && m.scan.snapshot != nil {
		return m.scan.snapshot.Qualified(e)
	}
	return e.Name()
}

// exportedMsg says where a conversation was written to.
type exportedMsg struct {
	line string // the command
	path string
	err  error
}

// export is /export: the form and the file may be left out.
func (m copying) export(args string) tea.Cmd {
	line := strings.TrimSpace("/export " + args)
	ending, file := "md", args
	if form, rest, _ := strings.Cut(args, " "); form == "md" || form == "json" {
		ending, file = form, strings.TrimSpace(rest)
		if file != "" && ending == "json" && !strings.HasSuffix(file, ".json") {
			file += ".json"
		}
	}
	if rest, ok := strings.CutPrefix(file, "~/"); ok {
		file = filepath.Join(m.app.Home, rest)
	}
	c, cwd := m.chat.Conversation(), m.app.Cwd
	return func() tea.Msg {
		if file == "" {
			file = chat.FileName(time.Now(), ending)
		}
		if !filepath.IsAbs(file) {
			file = filepath.Join(cwd, file)
		}
		path, err := chat.Export(c, file)
		return exportedMsg{line, path, err}
	}
}

func (m copying) wasExported(msg exportedMsg) {
	if msg.err != nil {
		m.composer.Refuse(msg.line, msg.err.Error())
		return
	}
	m.composer.Note("The conversation is in "+m.path(msg.path), composer.Info)
}
