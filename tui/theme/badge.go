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
func (b Badge) String() string {
	switch b {
	case Stale:
		return "stale"
	case Collision:
		return "collision"
	case Shadowed:
		return "shadowed"
	case Invalid:
		return "invalid"
	case Filtered:
		return "filtered"
	case UserOnly:
		return "user-only"
	case ModelOnly:
		return "model-only"
	case Scripts:
		return "scripts"
	case NotSeen:
		return "not-seen"
	case Dropped:
		return "dropped"
	case Ambiguous:
		return "ambiguous"
	case Unspecified:
		return "unspecified"
	}
	return ""
}

// Badge returns the style of a kind of badge; a kind that is none has the style of muted text.
func (t Theme) Badge(b Badge) lipgloss.Style {
	if b < 0 || b >= badgeKinds {
		return t.Muted
	}
	return t.badges[b]
}

func (t *Theme) setBadges(r *lipgloss.Renderer, p palette) {
	none := r.NewStyle()
	t.badges = [badgeKinds]lipgloss.Style{
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
