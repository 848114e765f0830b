package theme

import "github.com/charmbracelet/lipgloss"

// tone is one colour: hex for 256 and more colours, ansi (a number below 16) for terminals with sixteen. The zero tone is no colour.
type tone struct{ hex, ansi string }

func (c tone) color() lipgloss.TerminalColor {
	if c == (tone{}) {
		return lipgloss.NoColor{}
	}
	return lipgloss.CompleteColor{TrueColor: c.hex, ANSI256: c.hex, ANSI: c.ansi}
}

func (c tone) text(s lipgloss.Style) lipgloss.Style { return s.Foreground(c.color()) }

func (c tone) edge(s lipgloss.Style) lipgloss.Style { return s.BorderForeground(c.color()) }

// paint lays text of the other tone on this one.
func (c tone) paint(s lipgloss.Style, text tone) lipgloss.Style {
	return text.text(s.Background(c.color()))
}

// palette names the colours by what they are for; the default foreground and background stay the terminal's own.
type palette struct {
	accent, muted, border                 tone
	red, yellow, blue, green, purple      tone
	match                                 tone
	selected, selectedText, selectedMatch tone // selected and dim are backgrounds
	dim, dimText                          tone
}

func paletteFor(o Options) palette {
	switch {
	case o.Color == ColorNone:
		return palette{}
	case o.Dark && o.Contrast:
		return darkContrast()
	case o.Dark:
		return dark()
	case o.Contrast:
		return lightContrast()
	}
	return light()
}

func dark() palette {
	return palette{
		accent: tone{"#5fafff", "12"}, muted: tone{"#a8a8a8", "7"}, border: tone{"#8a8a8a", "8"},
		red: tone{"#ff8787", "9"}, yellow: tone{"#ffd75f", "11"}, blue: tone{"#87d7ff", "14"},
		green: tone{"#87d787", "10"}, purple: tone{"#d7afff", "13"}, match: tone{"#ffaf00", "11"},
		selected: tone{"#005f87", "4"}, selectedText: tone{"#ffffff", "15"}, selectedMatch: tone{"#ffff87", "11"},
		dim: tone{"#3a3a3a", "8"}, dimText: tone{"#eeeeee", "15"},
	}
}

func light() palette {
	return palette{
		accent: tone{"#005faf", "4"}, muted: tone{"#5f5f5f", "8"}, border: tone{"#767676", "8"},
		red: tone{"#af0000", "1"}, yellow: tone{"#875f00", "5"}, blue: tone{"#005f87", "4"},
		green: tone{"#005f00", "2"}, purple: tone{"#5f00af", "5"}, match: tone{"#af005f", "5"},
		selected: tone{"#005faf", "4"}, selectedText: tone{"#ffffff", "15"}, selectedMatch: tone{"#ffff87", "11"},
		dim: tone{"#dadada", "7"}, dimText: tone{"#1c1c1c", "0"},
	}
}

func darkContrast() palette {
	return palette{
		accent: tone{"#87d7ff", "14"}, muted: tone{"#d0d0d0", "15"}, border: tone{"#d0d0d0", "15"},
		red: tone{"#ffafaf", "9"}, yellow: tone{"#ffffaf", "11"}, blue: tone{"#afffff", "14"},
		green: tone{"#afffaf", "10"}, purple: tone{"#ffd7ff", "13"}, match: tone{"#ffff00", "11"},
		selected: tone{"#ffffff", "15"}, selectedText: tone{"#000000", "0"}, selectedMatch: tone{"#00005f", "4"},
		dim: tone{"#303030", "8"}, dimText: tone{"#ffffff", "15"},
	}
}

func lightContrast() palette {
	return palette{
		accent: tone{"#00005f", "4"}, muted: tone{"#303030", "0"}, border: tone{"#303030", "0"},
		red: tone{"#5f0000", "1"}, yellow: tone{"#4e4e00", "5"}, blue: tone{"#00005f", "4"},
		green: tone{"#004e00", "2"}, purple: tone{"#5f005f", "5"}, match: tone{"#5f005f", "5"},
		selected: tone{"#000000", "0"}, selectedText: tone{"#ffffff", "15"}, selectedMatch: tone{"#ffff87", "11"},
		dim: tone{"#d0d0d0", "7"}, dimText: tone{"#000000", "0"},
	}
}
