package skills

import (
	"bytes"
	"fmt"
)

// maxPreamble is how much may stand before the opening fence, in bytes.
const maxPreamble = 2048

const (
	fence         = "---"
	byteOrderMark = "\xef\xbb\xbf"
)

// layout says where the frontmatter and the body lie in a file.
type layout struct {
	start, end  int    // the text between the fences
	body        int    // what follows the closing fence
	line        int    // of the first line of the frontmatter, counted from 1
	bom         bool   // a byte order mark was passed
	before      string // what stands before the opening fence, "" for nothing
	codeFence   string // the marker of a code fence that stands before it
	openBlanks  bool   // the opening fence is followed by blanks
	closeBlanks bool
	bent        bool // the closing fence is indented or carries text
	open        bool // an opening fence was found
	closed      bool
	over        bool // the frontmatter is longer than MaxFrontmatter
}

// locate finds the fences. A fence stands on a line of its own.
func locate(data []byte) layout {
	l := layout{line: 1}
	if bytes.HasPrefix(data, []byte(byteOrderMark)) {
		l.bom, l.start = true, len(byteOrderMark)
	}
	if n, _ := fenceLine(data[l.start:]); n == 0 {
		l.skipPreamble(data)
	}
	n, blanks := fenceLine(data[l.start:])
	if n == 0 {
		return l
	}
	l.open, l.openBlanks = true, blanks
	l.start += n
	l.line++
	l.close(data)
	return l
}

// close finds the closing fence. Where there is none, a bent one counts if
// what stands before it is a frontmatter beyond doubt.
func (l *layout) close(data []byte) {
	region := data[l.start:]
	for off := 0; off <= min(len(region), MaxFrontmatter); {
		if n, blanks := fenceLine(region[off:]); n > 0 {
			l.end, l.body, l.closeBlanks, l.closed = l.start+off, l.start+off+n, blanks, true
			return
		}
		i := bytes.Index(region[off:], []byte("\n---"))
		if i < 0 {
			break
		}
		off += i + 1
	}
	l.over = len(region) > MaxFrontmatter
	l.end, l.body = len(data), len(data)
	if bent, ok := l.bentFence(data[:min(len(data), l.start+MaxFrontmatter)]); ok && strictly(data[bent.start:bent.end]) {
		*l = bent
	}
}

// fenceLine returns the length of the line at the start of b, its end
// included, where it is a fence, else 0.
func fenceLine(b []byte) (n int, blanks bool) {
	if !bytes.HasPrefix(b, []byte(fence)) {
		return 0, false
	}
	for n = len(fence); n < len(b); n++ {
		switch b[n] {
		case ' ', '\t':
			blanks = true
		case '\r':
			if n+1 < len(b) && b[n+1] != '\n' {
				return 0, false
			}
		case '\n':
			return n + 1, blanks
		default:
			return 0, false
		}
	}
	return n, blanks
}

// bentFence looks for a line that was meant to close the frontmatter: an
// indented fence, or one with text behind it, which then belongs to the body.
func (l layout) bentFence(data []byte) (layout, bool) {
	for at := l.start; at < len(data); {
		n := lineLength(data[at:])
		line := bytes.TrimLeft(data[at:at+n], " \t")
		rest := bytes.TrimLeft(line, "-")
		if dashes := len(line) - len(rest); dashes >= len(fence) {
			l.end, l.body = at, at+n-len(bytes.TrimLeft(rest, " \t"))
			if len(bytes.TrimSpace(rest)) == 0 {
				l.body = at + n
			}
			l.closed, l.bent, l.over, l.closeBlanks = true, true, false, false
			return l, true
		}
		at += n
	}
	return l, false
}

// skipPreamble passes blank lines, HTML comments and one opening code fence,
// if the opening fence of the frontmatter follows them.
func (l *layout) skipPreamble(data []byte) {
	area := data[l.start:min(len(data), l.start+maxPreamble)]
	p := layout{start: l.start, line: 1, bom: l.bom, before: "blank lines"}
	for at := 0; at < len(area); {
		n := lineLength(area[at:])
		line := bytes.TrimSpace(area[at : at+n])
		switch {
		case len(line) == 0:
		case bytes.HasPrefix(line, []byte("<!--")):
			end := bytes.Index(area[at:], []byte("-->"))
			if end < 0 {
				return
			}
			n, p.before = end+lineLength(area[at+end:]), "a comment"
		case codeFence(line) != "" && p.codeFence == "":
			p.codeFence, p.before = codeFence(line), "a code fence"
		default:
			p.start = l.start + at
			if f, _ := fenceLine(data[p.start:]); f > 0 && at > 0 {
				*l = p
			}
			return
		}
		p.line += bytes.Count(area[at:at+n], []byte("\n"))
		at += n
	}
}

// codeFence returns the run of backticks or tildes that line begins with, ""
// where it opens no code fence.
func codeFence(line []byte) string {
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(bytes.TrimLeft(line, c)); n >= 3 {
			return string(line[:n])
		}
	}
	return ""
}

// lineLength is the length of the first line of b, its end included.
func lineLength(b []byte) int {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return i + 1
	}
	return len(b)
}

// lineAt is the line of an offset, counted from 1.
func lineAt(data []byte, offset int) int { return bytes.Count(data[:offset], []byte("\n")) + 1 }

// note reports what is odd about the fences.
func (l *layout) note(r *report, data []byte) {
	if l.bom {
		r.add(ByteOrderMark, Info, 1, "the file begins with a byte order mark", "save it as UTF-8 without a byte order mark")
	}
	if l.before != "" {
		r.warn(TextBeforeFence, l.line-1, l.before+" before the frontmatter: other programs find none",
			"move the opening --- to line 1")
	}
	if l.openBlanks {
		r.add(BlanksAfterFence, Info, l.line-1, "blanks after the opening ---", "remove them: some programs find no frontmatter")
	}
	if l.closeBlanks {
		r.add(BlanksAfterFence, Info, lineAt(data, l.end), "blanks after the closing ---", "remove them")
	}
	if l.bent {
		r.warn(BadClosingFence, lineAt(data, l.end), "the closing --- is indented or carries text",
			"put --- alone on a line, without blanks before it")
	}
}

// fault is why a file cannot be used.
type fault struct {
	code   Code
	line   int
	reason string
	hint   string
}

func (f *fault) report(r *report) string {
	r.add(f.code, Error, f.line, f.reason, f.hint)
	return f.reason
}

// fault says why the layout holds no frontmatter to read, nil where it does.
func (l *layout) fault(data []byte) *fault {
	switch {
	case isUTF16(data):
		return &fault{NotUTF8, 0, "file is UTF-16, not UTF-8", "save it as UTF-8"}
	case !l.open:
		return noFrontmatter(data, l.bom)
	case l.over:
		return &fault{LargeFrontmatter, l.line - 1, fmt.Sprintf("frontmatter is over %d KB", MaxFrontmatter>>10),
			"close it with --- on a line of its own, and keep long text in the body"}
	case !l.closed:
		return &fault{UnclosedFrontmatter, l.line - 1, fmt.Sprintf("frontmatter opened at line %d is never closed", l.line-1),
			"put --- on a line of its own after the last key"}
	}
	return nil
}

// isUTF16 tells UTF-16 by its byte order mark, or by the zeros that it puts
// between the characters of the opening fence.
func isUTF16(data []byte) bool {
	for _, start := range []string{"\xff\xfe", "\xfe\xff", "-\x00-\x00", "\x00-\x00-", "#\x00 \x00", "\x00#\x00 "} {
		if bytes.HasPrefix(data, []byte(start)) {
			return true
		}
	}
	return false
}
