package skills

import (
	"bytes"
	"unicode/utf8"
)

// noFrontmatter says what a file is that does not begin with a fence.
func noFrontmatter(data []byte, bom bool) *fault {
	if bom {
		data = data[len(byteOrderMark):]
	}
	whole := len(data) <= maxPreamble // a list reads only the beginning: no verdict may need more
	data = data[:cutRune(data, maxPreamble)]
	text := bytes.TrimSpace(data)
	line := bytes.TrimSpace(text[:lineLength(text)])
	switch {
	case len(text) == 0 && whole:
		return &fault{EmptyFile, 0, "file is empty", "write a name and a description between two lines of ---"}
	case bytes.IndexByte(data, 0) >= 0:
		return &fault{BinaryFile, 0, "file is binary", "a SKILL.md is Markdown text"}
	case !utf8.Valid(data):
		return &fault{NotUTF8, 0, "file is not valid UTF-8", "save it as UTF-8"}
	case whole && isPath(text):
		return &fault{SymlinkText, 1, "symlink saved as text: the file holds only the path " + quoted(string(text)),
			"restore the link: git config core.symlinks true, then check the file out again"}
	case bytes.HasPrefix(line, []byte(fence)) && len(bytes.Trim(line, "-")) > 0:
		return &fault{NoFrontmatter, 1, "no frontmatter: text after the opening ---", "put --- alone on line 1"}
	case bytes.HasPrefix(line, []byte("name:")) || bytes.HasPrefix(line, []byte("description:")):
		return &fault{NoFrontmatter, 1, "no frontmatter: no --- before the first key", "put --- on a line of its own above it"}
	}
	return &fault{NoFrontmatter, 1, "no frontmatter", "begin the file with name and description between two lines of ---"}
}

// isPath reports whether a whole text looks like the target of a link.
func isPath(text []byte) bool {
	if len(text) > 400 || bytes.ContainsAny(text, " \t\r\n`#<>") {
		return false
	}
	return bytes.IndexByte(text, '/') >= 0 || bytes.HasSuffix(bytes.ToLower(text), []byte(".md"))
}

// cutRune is the largest length up to n that does not cut a character of data.
func cutRune(data []byte, n int) int {
	if len(data) <= n {
		return len(data)
	}
	for i := 0; i < utf8.UTFMax && n > 0 && !utf8.RuneStart(data[n]); i++ {
		n--
	}
	return n
}
