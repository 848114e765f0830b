// Package theme holds every style of the interface in one value.
package theme

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Level says how many colours may be used.
type Level int

// The levels, from none (NO_COLOR: only bold, underline and reverse remain) to 24 bit.
const (
	ColorNone Level = iota
	Color16
	Color256
	ColorTrue
)

// Options choose a theme; equal options make equal themes.
type Options struct {
	Dark     bool  // the terminal's background is dark
	Color    Level // the colours it can show
	Contrast bool  // foregrounds reach 7:1 instead of 4.5:1
	Plain    bool  // no frames and no drawn signs, for screen readers
}

// Theme is every style of the interface. It is a plain value: it asks no terminal and shares nothing.
type Theme struct {
	PaneStyles
	RowStyles
	NoteStyles
	KeyStyles
	TalkStyles
	TextStyles
	Marks Marks

	badges [badgeKinds]lipgloss.Style
	opts   Options
}

// PaneStyles are what stands around a pane.
type PaneStyles struct {
	Edge, EdgeFocused   lipgloss.Style // its border; no border with Options.Plain
	Title, TitleFocused lipgloss.Style // its name
	Tab, TabActive      lipgloss.Style
}

// RowStyles are the rows of a list.
type RowStyles struct {
	Row                  lipgloss.Style
	RowSelected          lipgloss.Style // the row under the cursor of the focused list
	RowSelectedUnfocused lipgloss.Style // the same while focus is elsewhere
	Match, MatchSelected lipgloss.Style // letters the filter found, outside and on the selected row
	Muted                lipgloss.Style // what matters less, also outside of lists
}

// NoteStyles are what the user is told, by how bad it is.
type NoteStyles struct {
	Error, Warning, Info lipgloss.Style
}

// KeyStyles are the hints that name keys.
type KeyStyles struct {
	KeyName, KeyDescription lipgloss.Style // a key hint
	Help                    lipgloss.Style
}

// TalkStyles are the conversation and the line where it is written.
type TalkStyles struct {
	User   lipgloss.Style // what the user said
	Skill  lipgloss.Style // the lines of a skill
	Prompt lipgloss.Style // the sign before the composer
	Caret  lipgloss.Style // the cursor in a text that is typed
}

// TextStyles are parts of a text that is read.
type TextStyles struct {
	Code, Link     lipgloss.Style // inside a line
	Added, Removed lipgloss.Style // lines of a comparison
}

// Marks are the signs that show without any colour what is chosen, folded or to be looked at. Cursor, CursorUnfocused, NoCursor, Open and Folded are
// two cells wide, the others that are no words are one.
type Marks struct {
	Cursor, CursorUnfocused, NoCursor string
	Focus                             string // before the title of the focused pane; empty where its frame shows focus
	Prompt                            string // before the composer's text
	Ellipsis                          string // where text was cut
	Open, Folded                      string // before what can be folded
	Ticked                            string // what is marked, or on in a menu
	Alert                             string // where something was found that people should see
	Rule                              string // a line across is made of it; empty where none is drawn
	Bar, Dash, Cross                  string // of the lines of a table: between columns, below the head, and where these meet
}

// New builds the theme that the options describe.
func New(o Options) Theme {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(o.profile())
	r.SetHasDarkBackground(o.Dark)
	p := paletteFor(o)
	none := r.NewStyle()
	return Theme{
		PaneStyles: paneStyles(none, p, o),
		RowStyles:  rowStyles(none, p, o),
		NoteStyles: NoteStyles{Error: p.red.text(none.Bold(true)), Warning: p.yellow.text(none), Info: p.blue.text(none)},
		KeyStyles:  KeyStyles{KeyName: p.accent.text(none.Bold(true)), KeyDescription: p.muted.text(none), Help: none},
		TalkStyles: talkStyles(none, p),
		TextStyles: textStyles(none, p),
		Marks:      marksFor(o),
		badges:     badges(none, p),
		opts:       o,
	}
}

// Options returns what the theme was made from; it serves as the theme's identity in a cache key.
func (t Theme) Options() Options { return t.opts }

// Profile is the colour profile for renderers that want one. Without colour it is still termenv.ANSI, as termenv's Ascii would take bold and
// reverse away too; no style holds a colour then.
func (t Theme) Profile() termenv.Profile { return t.opts.profile() }

func (o Options) profile() termenv.Profile {
	switch o.Color {
	case ColorTrue:
		return termenv.TrueColor
	case Color256:
		return termenv.ANSI256
	}
	return termenv.ANSI
}

func paneStyles(none lipgloss.Style, p palette, o Options) PaneStyles {
	s := PaneStyles{
		Edge: none, EdgeFocused: none,
		Title: p.muted.text(none), TitleFocused: p.accent.text(none.Bold(true)),
		Tab: p.muted.text(none), TabActive: p.accent.text(none.Bold(true).Underline(true)),
	}
	if !o.Plain {
		s.Edge = p.border.edge(none.Border(lipgloss.RoundedBorder()))
		s.EdgeFocused = p.accent.edge(none.Border(lipgloss.ThickBorder()))
	}
	return s
}

func rowStyles(none lipgloss.Style, p palette, o Options) RowStyles {
	s := RowStyles{Row: none, Match: p.match.text(none.Bold(true).Underline(true)), Muted: p.muted.text(none)}
	if o.Color == ColorNone {
		s.RowSelected = none.Reverse(true).Bold(true)
		s.RowSelectedUnfocused = none.Bold(true)
		s.MatchSelected = s.RowSelected.Underline(true)
		return s
	}
	s.RowSelected = p.selected.paint(none.Bold(true), p.selectedText)
	s.RowSelectedUnfocused = p.dim.paint(none, p.dimText)
	s.MatchSelected = p.selected.paint(none.Bold(true).Underline(true), p.selectedMatch)
	return s
}

func talkStyles(none lipgloss.Style, p palette) TalkStyles {
	prompt := p.accent.text(none.Bold(true))
	return TalkStyles{User: none.Bold(true), Skill: p.purple.text(none), Prompt: prompt, Caret: prompt.Reverse(true)}
}

func textStyles(none lipgloss.Style, p palette) TextStyles {
	return TextStyles{Code: p.yellow.text(none), Link: p.accent.text(none.Underline(true)), Added: p.green.text(none), Removed: p.red.text(none)}
}

func marksFor(o Options) Marks {
	if o.Plain {
		return Marks{Cursor: "> ", CursorUnfocused: "- ", NoCursor: "  ", Prompt: "> ", Ellipsis: "...", Focus: "* ",
			Open: "- ", Folded: "+ ", Ticked: "*", Alert: "!", Bar: "|", Dash: "-", Cross: "+"}
	}
	return Marks{Cursor: "▌ ", CursorUnfocused: "│ ", NoCursor: "  ", Prompt: "❯ ", Ellipsis: "…",
		Open: "▾ ", Folded: "▸ ", Ticked: "✓", Alert: "!", Rule: "─", Bar: "│", Dash: "─", Cross: "┼"}
}
