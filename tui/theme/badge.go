package theme

import "github.com/charmbracelet/lipgloss"

// Badge is a kind of badge a skill can carry in the list.
type Badge int

// The badges, in the order a row shows them.
const (
	Stale Badge = iota // first: it lasts for a moment only
	Collision
	Shadowed
	Invalid
	Filtered
	UserOnly
	ModelOnly
	Scripts
	NotSeen // this one and those after it are what agents other than deft make of a skill
	Dropped
	Ambiguous
	Unspecified
	badgeKinds
)

// String is the badge as shown: lower-case words without blanks.
func (b Badge) String() string { return b.look().name }

// Sign is a badge as one sign, for narrow lists; a letter where nothing is drawn.
func (t Theme) Sign(b Badge) string {
	if t.opts.Plain {
		return b.look().letter
	}
	return b.look().sign
}

type look struct{ name, sign, letter string }

func (b Badge) look() look {
	if b < 0 || b >= badgeKinds {
		return look{}
	}
	return [badgeKinds]look{
		Stale:       {"stale", "~", "~"},
		Collision:   {"collision", "≠", "c"},
		Shadowed:    {"shadowed", "↓", "s"},
		Invalid:     {"invalid", "✗", "i"},
		Filtered:    {"filtered", "-", "f"},
		UserOnly:    {"user-only", "u", "u"},
		ModelOnly:   {"model-only", "m", "m"},
		Scripts:     {"scripts", "▸", "x"},
		NotSeen:     {"not-seen", "·", "n"},
		Dropped:     {"dropped", "✗", "d"},
		Ambiguous:   {"ambiguous", "?", "a"},
		Unspecified: {"unspecified", "?", "a"},
	}[b]
}

// Badge returns the style of a kind of badge; a kind that is none has the style of muted text.
func (t Theme) Badge(b Badge) lipgloss.Style {
	if b < 0 || b >= badgeKinds {
		return t.Muted
	}
	return t.badges[b]
}

func badges(none lipgloss.Style, p palette) [badgeKinds]lipgloss.Style {
	return [badgeKinds]lipgloss.Style{
		Stale:     p.yellow.text(none),
		Collision: p.yellow.text(none.Bold(true)),
		Shadowed:  p.muted.text(none),
		Invalid:   p.red.text(none.Bold(true)),
		Filtered:  p.muted.text(none),
		UserOnly:  p.blue.text(none),
		ModelOnly: p.purple.text(none),
		Scripts:   p.green.text(none),

		NotSeen:     p.muted.text(none),
		Dropped:     p.red.text(none.Bold(true)),
		Ambiguous:   p.yellow.text(none.Bold(true)),
		Unspecified: p.yellow.text(none.Bold(true)),
	}
}
