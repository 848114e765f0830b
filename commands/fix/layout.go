package fix

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"deft/discovery/settings"
)

// span is a member of an object or an item of a list, by offsets.
type span struct{ from, to int }

func spans(v *settings.Value) []span {
	var out []span
	for _, m := range v.Members {
		out = append(out, span{m.At, m.Value.End})
	}
	for _, item := range v.Items {
		out = append(out, span{item.Start, item.End})
	}
	return out
}

// blankBefore is where the blanks before an offset begin.
func blankBefore(data []byte, at int) int { return len(bytes.TrimRight(data[:at], " \t\r\n")) }

// margin is what stands before the last of some spans: the line's end and the
// indentation where it has a line of its own, else the blanks.
func margin(data []byte, all []span) string {
	last := all[len(all)-1].from
	blanks := string(data[blankBefore(data, last):last])
	if i := strings.LastIndexByte(blanks, '\n'); i >= 0 {
		return blanks[i:]
	}
	return blanks
}

// nested writes a key with its value, and the objects that the keys before it
// need, laid out as what is in the object already.
func (d document) nested(v *settings.Value, keys []string, value string, depth int) string {
	sep, unit := "\n"+strings.Repeat("  ", depth+1), "  "
	if all := spans(v); len(all) > 0 {
		sep = margin(d.data, all)
	}
	lines := strings.Contains(sep, "\n")
	if in := strings.TrimPrefix(sep, "\n"); lines && in != "" && len(in)%(depth+1) == 0 {
		unit = in[:len(in)/(depth+1)]
	}
	text := jsonString(keys[len(keys)-1]) + ": " + value
	for i := len(keys) - 2; i >= 0; i-- {
		if lines {
			in := sep + strings.Repeat(unit, i)
			text = jsonString(keys[i]) + ": {" + in + unit + text + in + "}"
		} else {
			text = jsonString(keys[i]) + ": {" + text + "}"
		}
	}
	return text
}

// lineRest is a comment at the end of a line, perhaps after a comma.
var lineRest = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*(,?)[ \t]*(//[^\n]*|/\*[^\n]*\*/[ \t]*)(\n|$)`)
})

// insert puts text behind what is in an object or a list.
func (d document) insert(v *settings.Value, text string, depth int) []byte {
	all := spans(v)
	if len(all) == 0 {
		if blankBefore(d.data, v.End-1) != v.Start+1 { // comments stand in it
			return splice(d.data, v.Start+1, v.Start+1, "\n"+strings.Repeat("  ", depth+1)+text)
		}
		if v.Kind == settings.List {
			return splice(d.data, v.Start+1, v.End-1, text)
		}
		return splice(d.data, v.Start+1, v.End-1, "\n"+strings.Repeat("  ", depth+1)+text+"\n"+strings.Repeat("  ", depth))
	}
	end, sep := all[len(all)-1].to, margin(d.data, all)
	if v.Kind == settings.List && len(all) == 1 && sep == "" {
		sep = " "
	}
	m := lineRest().FindSubmatchIndex(d.data[end:v.End])
	if m == nil || !strings.Contains(sep, "\n") {
		return splice(d.data, end, end, ","+sep+text)
	}
	comma := string(d.data[end+m[2] : end+m[3]])
	data := splice(d.data, end+m[5], end+m[5], sep+text+comma)
	if comma == "" {
		data = splice(data, end, end, ",")
	}
	return data
}

// cut takes one of the members or items out, with one comma. Comments stay.
func (d document) cut(v *settings.Value, i int) []byte {
	all := spans(v)
	it, end := all[i], v.End-1
	if i+1 < len(all) {
		end = all[i+1].from
	}
	comma := commaIn(d.data, it.to, end)
	switch {
	case len(all) == 1 && !commented(d.data, v.Start+1, it.from) && !commented(d.data, it.to, v.End-1):
		return splice(d.data, v.Start+1, v.End-1, "")
	case i+1 < len(all):
		after := comma + 1
		after += len(d.data[after:]) - len(bytes.TrimLeft(d.data[after:], " \t\r\n"))
		return splice(d.data, it.from, after, "")
	case comma >= 0:
		return splice(d.data, blankBefore(d.data, it.from), comma+1, "")
	}
	data := splice(d.data, blankBefore(d.data, it.from), it.to, "")
	if i > 0 {
		before := commaIn(d.data, all[i-1].to, it.from)
		data = splice(data, before, before+1, "")
	}
	return data
}

// commaIn finds the comma between two offsets, outside of comments; -1 for
// none.
func commaIn(data []byte, from, to int) int {
	for at := from; at < to; at++ {
		switch rest := data[at:to]; {
		case rest[0] == ',':
			return at
		case bytes.HasPrefix(rest, []byte("//")):
			at += skip(rest, "\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			at += 2 + skip(rest[2:], "*/")
		}
	}
	return -1
}

// skip is how far the end of a comment is away.
func skip(rest []byte, end string) int {
	if i := bytes.Index(rest, []byte(end)); i >= 0 {
		return i
	}
	return len(rest)
}

// commented reports whether a comment stands between two offsets.
func commented(data []byte, from, to int) bool {
	return slices.Contains(data[from:to], '/')
}
