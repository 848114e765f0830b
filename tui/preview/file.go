package preview

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"deft/commands"
	"deft/commands/phrase"
	"deft/skills/resource"
	"deft/skills/sanitize"
	"deft/tui/cells"
	"deft/tui/markdown"
	"deft/tui/theme"
)

// fileContent is one file of a skill; false where the skill has no such file.
func fileContent(source Source, s *subject, name string) (content, bool) {
	i := slices.IndexFunc(s.detail.Files, func(f resource.File) bool { return f.Path == name })
	if i < 0 {
		return content{}, false
	}
	id := fileID(s, name)
	return content{id: id, kept: id, live: true, draw: func(t theme.Theme, width int) func(int) (block, bool) {
		p := filePage{sheet: sheet{t, width, source, s}, file: s.detail.Files[i]}
		return p.block
	}}, true
}

// fileID is the same for a file that is gone: when it comes back, so does the place that was read.
func fileID(s *subject, name string) string { return "file\x00" + s.entry.Path + "\x00" + name }

// goneContent stands in place of a file that was open.
func goneContent(source Source, s *subject, name string) content {
	return whole(fileID(s, name), write(source, s, func(s sheet) block {
		lines := []string{s.leftRight("", s.theme.Row.Bold(true), sanitize.Line(name), s.theme.Warning, "gone"), s.rule()}
		return block{lines: append(lines, s.styled(s.theme.Warning, "This file is gone.")...)}
	}))
}

// filePage writes a file, block by block, as what it is.
type filePage struct {
	sheet
	file     resource.File
	document markdown.Document
	language string
	lines    []string // of a text that is no Markdown
}

func (p *filePage) block(i int) (block, bool) {
	switch {
	case i == 0:
		return block{lines: append(p.head(), p.open()...)}, true
	case p.lines != nil:
		return p.code(i - 1)
	}
	piece, ok := p.document.At(i - 1)
	if !ok {
		return block{}, false
	}
	return block{lines: markdown.New(p.theme, p.width).Render(piece)}, true
}

// head is the file's name and what is known of it.
func (p *filePage) head() []string {
	note := phrase.ShortSize(p.file.Size)
	if p.file.Executable {
		note += ", executable"
	}
	style := p.theme.Muted
	if p.file.Problem != "" {
		note, style = problemWords(p.file.Problem), p.theme.Warning
	}
	return []string{p.leftRight("", p.theme.Row.Bold(true), sanitize.Line(p.file.Path), style, note), p.rule()}
}

// open reads the file. The lines are what is shown in place of its text.
func (p *filePage) open() []string {
	if p.file.Problem != "" {
		return p.trouble()
	}
	got, err := p.source.File(p.subject.entry, p.file.Path)
	if bad := (*commands.BinaryError)(nil); errors.As(err, &bad) {
		return p.binary(got.Data, got.Size)
	}
	if err != nil {
		return p.styled(p.theme.Error, "This file cannot be read.", p.line(err.Error()))
	}
	if len(got.Data) == 0 {
		return p.muted("The file is empty.")
	}
	if got.MIME == "text/markdown" {
		p.document = markdown.Split(string(got.Data))
		return nil
	}
	p.language = language(p.file.Path, got.Data)
	p.lines = sourceLines(got.Data)
	return nil
}

// trouble says why there is nothing to see.
func (p *filePage) trouble() []string {
	var out []string
	if p.file.Link != "" {
		out = p.styled(p.theme.Row, "A link to "+p.line(p.file.Link), "")
	}
	text := map[resource.Problem]string{
		resource.LeadsOutside: "It leads outside the skill's folder and is not followed.",
		resource.LeadsNowhere: "It leads nowhere: there is no such file.",
		resource.NotRegular:   "It is no regular file and is not opened.",
		resource.Unreadable:   "It cannot be read: the file system refuses.",
	}[p.file.Problem]
	return append(out, p.styled(p.theme.Warning, text)...)
}

// code is a block of numbered lines.
func (p *filePage) code(i int) (block, bool) {
	if i*rawBlock >= len(p.lines) {
		return block{}, false
	}
	g := newGutter(p.theme, p.width, len(p.lines))
	part := p.lines[i*rawBlock : min(len(p.lines), (i+1)*rawBlock)]
	b := block{}
	for n, rows := range markdown.New(p.theme, g.room).Code(p.language, strings.Join(part, "\n")+"\n") {
		b.add(i*rawBlock+n+1, g.rows(i*rawBlock+n+1, "", rows), false)
	}
	return b, true
}

// language guesses what a file is written in, as Markdown would name it.
func language(name string, data []byte) string {
	base := strings.ToLower(path.Base(name))
	for _, known := range []string{"dockerfile", "makefile"} {
		if base == known || strings.HasPrefix(base, known+".") {
			return known
		}
	}
	if ext := strings.TrimPrefix(path.Ext(base), "."); ext != "" {
		if l, ok := extensions()[ext]; ok {
			return l
		}
		return ext
	}
	if first, _, _ := strings.Cut(string(data[:min(len(data), 100)]), "\n"); strings.HasPrefix(first, "#!") {
		for _, l := range []string{"python", "bash", "zsh", "fish", "node", "ruby", "perl", "php", "sh"} {
			if strings.Contains(first, l) {
				return strings.Replace(l, "node", "js", 1)
			}
		}
	}
	return "text"
}

// extensions are those that are not the name of their language.
func extensions() map[string]string {
	return map[string]string{"bats": "bash", "cc": "cpp", "cjs": "js", "clj": "clojure", "cxx": "cpp", "erl": "erlang", "ex": "elixir", "exs": "elixir",
		"h": "c", "hpp": "cpp", "hs": "haskell", "htm": "html", "jl": "julia", "jsonc": "json", "kt": "kotlin", "mjs": "js", "mk": "makefile", "ml": "ocaml",
		"mts": "ts", "patch": "diff", "pl": "perl", "pyi": "python", "svg": "xml", "xsd": "xml", "xsl": "xml"}
}

// hexBytes is how much of a binary file is shown.
const hexBytes = 256

// binary describes a file that is no text.
func (p *filePage) binary(data []byte, total int64) []string {
	text := fmt.Sprintf("%s, %s bytes", kindOf(data), phrase.Thousands(int(total)))
	out := append(p.styled(p.theme.Row, text), "")
	n := 16
	for n > 2 && 10+4*n > p.width {
		n /= 2
	}
	data = data[:min(len(data), hexBytes)]
	for at := 0; at < len(data); at += n {
		out = append(out, p.hexRow(at, data[at:min(len(data), at+n)], n))
	}
	if total > hexBytes {
		out = append(out, p.muted("", fmt.Sprintf("The first %d bytes.", hexBytes))...)
	}
	return out
}

func (p *filePage) hexRow(at int, data []byte, n int) string {
	chars := make([]byte, len(data))
	for i, c := range data {
		if chars[i] = c; c < ' ' || c > '~' {
			chars[i] = '.'
		}
	}
	row := p.theme.Muted.Render(fmt.Sprintf("%06x", at)) + "  " + cells.Fit(fmt.Sprintf("% x", data), 3*n-1, "") + "  " + p.theme.Muted.Render(string(chars))
	return cells.Cut(row, p.width, "")
}

// kindOf names what a file is by how it begins.
func kindOf(data []byte) string {
	for _, k := range [...]struct{ start, name string }{
		{"\x89PNG", "PNG image"}, {"\xff\xd8\xff", "JPEG image"}, {"GIF8", "GIF image"}, {"BM", "BMP image"}, {"\x00\x00\x01\x00", "icon"},
		{"%PDF", "PDF document"}, {"PK\x03\x04", "ZIP archive (or an Office document, or a JAR)"}, {"\x1f\x8b", "gzip archive"},
		{"BZh", "bzip2 archive"}, {"\xfd7zXZ", "xz archive"}, {"\x28\xb5\x2f\xfd", "zstd archive"}, {"7z\xbc\xaf", "7z archive"},
		{"\x7fELF", "ELF program"}, {"MZ", "Windows program"}, {"\xcf\xfa\xed\xfe", "macOS program"}, {"\xca\xfe\xba\xbe", "macOS program or Java class"},
		{"\x00asm", "WebAssembly program"}, {"SQLite format 3", "SQLite database"}, {"\x00\x01\x00\x00", "TrueType font"}, {"OTTO", "OpenType font"},
		{"wOFF", "web font"}, {"wOF2", "web font"}, {"ID3", "MP3 sound"}, {"OggS", "Ogg sound or film"}, {"fLaC", "FLAC sound"},
		{"RIFF", "WAV sound, WebP image or AVI film"}, {"\xff\xfe", "UTF-16 text"}, {"\xfe\xff", "UTF-16 text"},
	} {
		if strings.HasPrefix(string(data[:min(len(data), 16)]), k.start) {
			return k.name
		}
	}
	return "Binary file"
}
