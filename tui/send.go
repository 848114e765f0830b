package tui

import (
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/chat"
	"deft/commands/slash"
	"deft/tui/composer"
)

// noModel is said once in a conversation.
const noModel = "No model is connected; nothing answers yet."

// sentMsg brings what a message has become.
type sentMsg struct {
	text     string
	messages []chat.Message
	err      error
}

// talking is everything that has to do with messages.
type talking struct{ *Model }

// submit sends a draft or runs it as a command. What cannot be sent is refused and stays.
func (m talking) submit(text string) tea.Cmd {
	if m.scan.snapshot == nil && m.scan.failed == "" {
		m.scan.pending = text
		m.composer.Note("Still looking for skills; the message is sent then.", composer.Info)
		return nil
	}
	in, err := slash.Parser{Find: m.find, Disabled: !m.app.SkillCommands}.Parse(text)
	if err != nil {
		m.composer.Refuse(text, explain(err))
		return nil
	}
	if text == m.composer.Draft() {
		m.composer.Clear()
	}
	if in.Command != "" {
		return m.builtin(in.Command, in.Args)
	}
	load := m.verbs.Load
	return func() tea.Msg {
		out := sentMsg{text: text, messages: []chat.Message{{Role: chat.User, Text: in.Text}}}
		for _, s := range in.Skills {
			a, err := load(s.Handle, s.Args)
			if err != nil {
				return sentMsg{text: text, err: err}
			}
			out.messages = append(out.messages, chat.Message{Role: chat.Skill, Text: a.Text(), Activation: &a})
		}
		return out
	}
}

// find tells whether a handle names a skill.
func (m talking) find(handle string) error {
	if m.scan.snapshot == nil {
		return errors.New(m.scan.failed)
	}
	_, err := m.scan.snapshot.Find(handle)
	return err
}

// explain says why a draft cannot be sent, and what may have been meant.
func explain(err error) string {
	text := err.Error()
	var bad *slash.Error
	if !errors.As(err, &bad) || len(bad.Near) == 0 {
		return text
	}
	for _, n := range bad.Near {
		if strings.Contains(text, strings.TrimPrefix(n, "/skill:")) {
			return text
		}
	}
	return text + "; near: " + strings.Join(bad.Near, ", ")
}

// sent adds a message to the conversation, or gives its text back.
func (m talking) sent(msg sentMsg) {
	if msg.err != nil {
		m.composer.Refuse(msg.text, explain(msg.err))
		return
	}
	if len(m.chat.Conversation().Messages) == 0 {
		msg.messages = append(msg.messages, chat.Message{Role: chat.Notice, Text: m.opening()})
	}
	m.say(msg.messages...)
}

// opening is what deft says in a new conversation.
func (m talking) opening() string {
	var files []string
	for _, p := range m.app.ContextFiles {
		files = append(files, m.path(p))
	}
	if len(files) == 0 {
		return noModel
	}
	return noModel + "\nContext files, nearest last: " + strings.Join(files, ", ")
}

// builtin runs a command that is no message.
func (m talking) builtin(name, args string) tea.Cmd {
	if args != "" && slash.Alone(name) {
		m.composer.Refuse("/"+name+" "+args, "/"+name+" takes nothing")
		return nil
	}
	switch name {
	case "help":
		telling(m).help()
	case "skills":
		m.focus(inList)
		m.list.Filter(args)
	case "clear":
		m.chat.SetConversation(chat.Conversation{})
		m.view.beside, m.view.back = inPreview, inList
	case "copy":
		return copying(m).copyCommand(args)
	case "export":
		return copying(m).export(args)
	case "profile":
		return choosing(m).chooseProfile(args)
	case "agents":
		return agents(m).showMatrix()
	case "as":
		look := agents(m).lookAs(args)
		if look != nil {
			m.toList()
		}
		return look
	case "fix", "trash":
		return fixer(m).fixCommand(name, args)
	case "theme":
		return choosing(m).chooseTheme(args)
	case "reload":
		return looking(m).look(true)
	case "config":
		telling(m).config()
	case "quit":
		return tea.Quit
	}
	return nil
}

// toList gives the keys to the list, where it is seen what a command has changed, unless another message has been begun.
func (m talking) toList() {
	if m.view.focus == inComposer && m.composer.Draft() == "" {
		m.focus(inList)
	}
}

// use puts the commands of the skill under the cursor, or of all that are marked, into the composer.
func (m talking) use() {
	if m.held.gone && m.view.focus == inPreview {
		m.told = "The skill is gone and cannot be used"
		return
	}
	chosen := m.list.Chosen()
	if len(chosen) == 0 {
		return
	}
	m.focus(inComposer)
	if !m.app.SkillCommands {
		m.composer.Note("/skill: is off (skills.enableSkillCommands: false)", composer.Warning)
		return
	}
	text := ""
	for _, e := range chosen {
		text += "/skill:" + copying(m).naming(e) + " "
	}
	if d := m.composer.Draft(); d != "" && !strings.HasSuffix(d, " ") && !strings.HasSuffix(d, "\n") {
		text = " " + text
	}
	m.composer.SetDraft(m.composer.Draft() + text)
	if n := m.list.Unseen(); n > 0 {
		m.told = fmt.Sprintf("Of %d marked skills, %d are not in the list as it is now", len(chosen), n)
	}
}
