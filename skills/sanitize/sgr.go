package sanitize

import (
	"strconv"
	"strings"
)

// OnlySGR is the last gate between a renderer and the screen. Of all sequences
// only styling (`CSI ... m`, spelled with ESC) passes, unless it conceals or
// blinks; besides, line feeds, tabs and what can be seen, private use included.
// The rest is dropped without a mark: text that comes from outside is marked
// before it is rendered.
func OnlySGR(s string) string { return rewrite(s, sgrEdit) }

func sgrEdit(s string, i int, u unit) (string, int, bool) {
	keep := u.kind == "" && u.rune != '\r' && u.rune != bom || u.kind == PrivateUse ||
		u.kind == Escape && style(s[i:i+u.size])
	return "", i + u.size, !keep
}

// style reports whether an escape sequence only styles and leaves the text
// readable.
func style(seq string) bool {
	params, ok := strings.CutPrefix(seq, "\x1b[")
	if !ok || !strings.HasSuffix(params, "m") {
		return false
	}
	skip, colour := 0, false // numbers of a colour still to come; its form comes next
	for field := range strings.SplitSeq(params[:len(params)-1], ";") {
		n, ok := attribute(field)
		switch {
		case !ok || colour && n != 2 && n != 5:
			return false
		case (colour || skip > 0) && strings.Contains(field, ":"): // readers differ on these
			return false
		case colour && n == 2: // red, green, blue
			skip, colour = 3, false
		case colour: // an index of the palette
			skip, colour = 1, false
		case skip > 0:
			skip--
		case n == 5 || n == 6 || n == 8: // slow blink, rapid blink, conceal
			return false
		case n == 38 || n == 48 || n == 58:
			colour = !strings.Contains(field, ":")
		}
	}
	return skip == 0 && !colour
}

// attribute reads one parameter of SGR: a number, nothing (which is 0), or a
// number with sub-parameters after colons.
func attribute(field string) (int, bool) {
	head, sub, _ := strings.Cut(field, ":")
	if strings.Trim(sub, "0123456789:") != "" || strings.Trim(head, "0123456789") != "" {
		return 0, false
	}
	if head == "" {
		return 0, true
	}
	n, err := strconv.Atoi(head)
	return n, err == nil
}
