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
	Edge, EdgeFocused       lipgloss.Style // border of a pane; no border with Options.Plain
	Title, TitleFocused     lipgloss.Style // name of a pane
	Tab, TabActive          lipgloss.Style
	Row                     lipgloss.Style // a list row
	RowSelected             lipgloss.Style // the row under the cursor of the focused list
	RowSelectedUnfocused    lipgloss.Style // the same while focus is elsewhere
	Match, MatchSelected    lipgloss.Style // letters the filter found, outside and on the selected row
	Muted                   lipgloss.Style
	Error, Warning, Info    lipgloss.Style
	KeyName, KeyDescription lipgloss.Style // a key hint
	User                    lipgloss.Style // what the user said
	Skill                   lipgloss.Style // the lines of a skill in the conversation
	Prompt                  lipgloss.Style // the sign before the composer
	Caret                   lipgloss.Style // the cursor in a text that is typed
	Help                    lipgloss.Style
	Code, Link              lipgloss.Style // code and link texts inside a line
	Added, Removed          lipgloss.Style // lines of a comparison
	Marks                   Marks

	badges [badgeKinds]lipgloss.Style
	opts   Options
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
	t := Theme{Marks: marksFor(o), opts: o}
	t.edges(r, p)
	t.rows(r, p)
	t.notes(r, p)
	t.setBadges(r, p)
	return t
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

func (t *Theme) edges(r *lipgloss.Renderer, p palette) {
	none := r.NewStyle()
	t.Edge, t.EdgeFocused = none, none
	if !t.opts.Plain {
		t.Edge = p.border.edge(none.Border(lipgloss.RoundedBorder()))
		t.EdgeFocused = p.accent.edge(none.Border(lipgloss.ThickBorder()))
	}
	t.Title = p.muted.text(none)
	t.TitleFocused = p.accent.text(none.Bold(true))
	t.Tab = p.muted.text(none)
	t.TabActive = p.accent.text(none.Bold(true).Underline(true))
}

func (t *Theme) rows(r *lipgloss.Renderer, p palette) {
	none := r.NewStyle()
	t.Row = none
	t.Match = p.match.text(none.Bold(true).Underline(true))
	t.Muted = p.muted.text(none)
	if t.opts.Color == ColorNone {
		t.RowSelected = none.Reverse(true).Bold(true)
		t.RowSelectedUnfocused = none.Bold(true)
		t.MatchSelected = t.RowSelected.Underline(true)
		return
	}
	t.RowSelected = p.selected.paint(none.Bold(true), p.selectedText)
	t.RowSelectedUnfocused = p.dim.paint(none, p.dimText)
	t.MatchSelected = p.selected.paint(none.Bold(true).Underline(true), p.selectedMatch)
}

func (t *Theme) notes(r *lipgloss.Renderer, p palette) {
	none := r.NewStyle()
	t.Error = p.red.text(none.Bold(true))
	t.Warning = p.yellow.text(none)
	t.Info = p.blue.text(none)
	t.KeyName = p.accent.text(none.Bold(true))
	t.KeyDescription = p.muted.text(none)
	t.User = none.Bold(true)
	t.Skill = p.purple.text(none)
	t.Prompt = p.accent.text(none.Bold(true))
	t.Caret = t.Prompt.Reverse(true)
	t.Help = none
	t.Code = p.yellow.text(none)
	t.Added = p.green.text(none)
	t.Removed = p.red.text(none)
	t.Link = p.accent.text(none.Underline(true))
}

func marksFor(o Options) Marks {
	if o.Plain {
		return Marks{Cursor: "> ", CursorUnfocused: "- ", NoCursor: "  ", Prompt: "> ", Ellipsis: "...", Focus: "* ",
			Open: "- ", Folded: "+ ", Ticked: "*", Alert: "!", Bar: "|", Dash: "-", Cross: "+"}
	}
	return Marks{Cursor: "▌ ", CursorUnfocused: "│ ", NoCursor: "  ", Prompt: "❯ ", Ellipsis: "…",
		Open: "▾ ", Folded: "▸ ", Ticked: "✓", Alert: "!", Rule: "─", Bar: "│", Dash: "─", Cross: "┼"}
}
