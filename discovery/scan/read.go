package scan

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"deft/discovery"
	"deft/skills"
)

const (
	skillFile = "SKILL.md"
	// headSize is the first read: longer than nearly every frontmatter.
	headSize = 4 << 10
	// headMost is the longest head: frontmatter with its fences, and what a
	// repair may want to see behind.
	headMost = skills.MaxFrontmatter + headSize
)

// reader has what one read needs, so that ten thousand reads make no garbage.
type reader struct {
	buf  []byte
	stat unix.Stat_t
	packer
}

func newReader() *reader { return &reader{buf: make([]byte, headSize)} }

// reads is what came of a batch.
type reads struct {
	found []*discovery.Candidate
	notes []skills.Diagnostic
	block []discovery.Candidate // where the next candidates are made
}

// next makes a candidate. Candidates live as long as their snapshot, so they
// are made in blocks.
func (g *reads) next() *discovery.Candidate {
	if len(g.block) == 0 {
		g.block = make([]discovery.Candidate, batch)
	}
	c := &g.block[0]
	g.block = g.block[1:]
	g.found = append(g.found, c)
	return c
}

// place is a folder that holds, or should hold, a SKILL.md.
type place struct {
	path   string // as found
	real   string
	links  []string
	folder string // its name
}

func (r *reader) readAll(ctx context.Context, jobs []job) reads {
	g := reads{found: make([]*discovery.Candidate, 0, len(jobs)), block: make([]discovery.Candidate, len(jobs))}
	at := paths(jobs)
	for i, j := range jobs {
		if ctx.Err() != nil {
			break
		}
		switch {
		case j.flat:
			r.flat(&g, j)
		case !r.fast(&g, j, at[i]):
			r.careful(ctx, &g, j)
		}
	}
	r.pack(g.found)
	return g
}

// fast reads the usual skill: a SKILL.md that is a plain file, on a disk that
// tells SKILL.md from skill.md. It gives up, having done nothing, on all else.
func (r *reader) fast(g *reads, j job, path string) bool {
	fd, err := openAt(j.in.fd, path[len(j.in.prefix):])
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	if fstat(fd, &r.stat) != nil || r.stat.Mode&unix.S_IFMT != unix.S_IFREG || j.in.isBlind(j.name) {
		return false
	}
	at := place{path: j.in.path, real: j.in.real, links: j.in.links}
	at.folder = path[len(j.in.prefix):][:len(j.name)] // one string in memory
	real := path
	if j.link {
		if j.in.blind || blindAt(j.in.fd, j.name) {
			return false
		}
		var err error
		if real, at.links, err = resolve(path); err != nil {
			return false
		}
	} else if at.real != at.path {
		real = join(at.real, j.name) + "/" + skillFile
	}
	data, err := r.head(fd)
	if err != nil {
		return false
	}
	j.in.fill(g.next(), path, real, at, r.stat.Size, data)
	return true
}

// fill writes the facts of a skill whose head has been read.
func (f *folder) fill(c *discovery.Candidate, path, real string, at place, size int64, data []byte) {
	c.Root, c.Path, c.Real, c.Links = f.target.Root, path, real, at.links
	c.Rel, c.Folder, c.Category, c.Size = path[f.skip:], at.folder, f.category, size
	c.Reading = readHead(skills.Source{Path: path, Folder: c.Folder}, data, size)
}

// readHead is skills.ReadHead, whose failure on one file must not take the
// others away.
func readHead(src skills.Source, data []byte, size int64) (out skills.Reading) {
	defer func() {
		if v := recover(); v != nil {
			d := skills.Diagnostic{
				Code: discovery.CodeUnreadable, Severity: skills.Error, Path: src.Path,
				Message: fmt.Sprintf("reading it failed inside deft: %v", v), Hint: "please report the file",
			}
			out = skills.Reading{Invalid: d.Message, Diagnostics: []skills.Diagnostic{d}}
		}
	}()
	return skills.ReadHead(src, data, size)
}

// head reads the start of an open file, on while the frontmatter has not
// ended. The bytes are good until the next read.
func (r *reader) head(fd int) ([]byte, error) {
	for n, end := 0, headSize; ; {
		m, err := read(fd, r.buf[n:end])
		if err != nil {
			return nil, err
		}
		if n += m; n < end && m > 0 && int64(n) < r.stat.Size {
			continue
		}
		if n < end || end >= headMost || complete(r.buf[:n]) {
			return r.buf[:n], nil
		}
		if end *= 2; end > len(r.buf) {
			r.buf = append(r.buf, make([]byte, end-len(r.buf))...)
		}
	}
}

// complete is skills.HeadComplete with the usual answer first.
func complete(data []byte) bool {
	if bytes.HasPrefix(data, []byte("---\n")) && bytes.Contains(data[3:], []byte("\n---\n")) {
		return true
	}
	return skills.HeadComplete(data)
}

// careful reads everything that fast does not: links, other spellings, other
// kinds of files, and folders without a SKILL.md.
func (r *reader) careful(ctx context.Context, g *reads, j job) {
	at := place{path: join(j.in.path, j.name), folder: j.name}
	var err error
	if at.real, at.links, err = resolve(at.path); err != nil {
		g.notes = append(g.notes, placeFault(at.path, err))
		return
	}
	if j.link {
		if info, err := os.Stat(at.path); err == nil && !info.IsDir() {
			return // a link to a plain file beside the skills
		}
	}
	if r.slow(g, j.in, at) {
		return
	}
	if j.link {
		g.notes = append(g.notes, skills.Diagnostic{
			Code: discovery.CodeNoSkillFile, Severity: skills.Info, Path: at.path,
			Message: fmt.Sprintf("links to %s, which holds no SKILL.md; folders below a link are not searched", at.real),
		})
		return
	}
	j.in.search(ctx, g, at.path)
}

// slow reads a skill by its path. It reports false where there is nothing
// that is called SKILL.md in some spelling.
func (r *reader) slow(g *reads, f *folder, at place) bool {
	name, err := spelled(at.path)
	if err != nil {
		g.notes = append(g.notes, placeFault(at.path, err))
		return true
	}
	if name == "" {
		return false
	}
	path := join(at.path, name)
	var notes []skills.Diagnostic
	if name != skillFile {
		notes = append(notes, skills.Diagnostic{
			Code: discovery.CodeSpelling, Severity: skills.Warning, Path: path,
			Message: fmt.Sprintf("the file is called %s; most agents want SKILL.md", name),
			Hint:    "rename it to SKILL.md",
		})
	}
	real, links, err := resolve(path)
	if err != nil {
		g.invalid(f, path, at, placeFault(path, err))
		return true
	}
	at.links = links
	data, fault := r.open(path)
	if fault != nil {
		g.invalid(f, path, at, *fault)
		return true
	}
	c := g.next()
	f.fill(c, path, real, at, r.stat.Size, data)
	c.Reading.Diagnostics = slices.Concat(notes, c.Reading.Diagnostics)
	return true
}

// open reads a head by its path, or says why that cannot be.
func (r *reader) open(path string) ([]byte, *skills.Diagnostic) {
	f, err := OpenFile(path)
	if err != nil {
		d := fileFault(path, err)
		return nil, &d
	}
	defer f.Close()
	fd := int(f.Fd())
	if err := fstat(fd, &r.stat); err != nil {
		d := placeFault(path, err)
		return nil, &d
	}
	data, err := r.head(fd)
	if err != nil {
		d := placeFault(path, err)
		return nil, &d
	}
	return data, nil
}

// invalid adds a candidate whose file cannot be read.
func (g *reads) invalid(f *folder, path string, at place, d skills.Diagnostic) {
	c := g.next()
	*c = discovery.Candidate{
		Root: f.target.Root, Rel: path[f.skip:], Path: path, Real: path, Links: at.links,
		Folder: at.folder, Category: f.category,
		Reading: skills.Reading{Invalid: d.Message, Diagnostics: []skills.Diagnostic{d}},
	}
	if at.real != "" {
		c.Real = join(at.real, base(path))
	}
}

// spelled finds the file of a folder that is SKILL.md, or else the first in
// byte order that differs from it in upper and lower case only; "" for none.
func spelled(dir string) (string, error) {
	f, err := openDir(dir)
	if err != nil {
		return "", err
	}
	defer f.Close()
	names, err := f.Readdirnames(maxEntries)
	best := ""
	for _, n := range names {
		if n == skillFile {
			return n, nil
		}
		if isSkillFile(n) && (best == "" || n < best) {
			best = n
		}
	}
	if len(names) > 0 || err == io.EOF {
		err = nil
	}
	return best, err
}

func isSkillFile(name string) bool {
	return len(name) == len(skillFile) && strings.EqualFold(name, skillFile)
}

// fileFault is the finding of a SKILL.md that is no readable file.
func fileFault(path string, err error) skills.Diagnostic {
	kind, ok := err.(*KindError)
	if !ok {
		return placeFault(path, err)
	}
	return skills.Diagnostic{
		Code: discovery.CodeNotAFile, Severity: skills.Error, Path: path,
		Message: kind.Error(), Hint: "put a text file of that name in its place",
	}
}
