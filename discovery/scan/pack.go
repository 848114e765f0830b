package scan

import (
	"strings"

	"deft/discovery"
)

// Texts of skills live as long as a snapshot does. Thousands of small pieces
// between what reading leaves behind would hold twice their size, so those of
// a batch stand in one block.

// paths are where a batch's SKILL.md files should be.
func paths(jobs []job) []string {
	var b strings.Builder
	size := 0
	for _, j := range jobs {
		size += j.length()
	}
	b.Grow(size)
	for _, j := range jobs {
		b.WriteString(j.in.prefix)
		b.WriteString(j.name)
		b.WriteString("/" + skillFile)
	}
	block, out := b.String(), make([]string, len(jobs))
	for i, j := range jobs {
		n := j.length()
		out[i], block = block[:n], block[n:]
	}
	return out
}

func (j *job) length() int { return len(j.in.prefix) + len(j.name) + len("/"+skillFile) }

// packer moves what was read of heads into one block.
type packer struct {
	text []byte
	cuts []cut
}

// cut is a string and where its text is in the block.
type cut struct {
	of       *string
	from, to int
}

func (p *packer) add(s *string) {
	from := len(p.text)
	p.text = append(p.text, *s...)
	p.cuts = append(p.cuts, cut{s, from, len(p.text)})
}

// pack moves the texts of a batch. What was allocated for them is let go.
func (p *packer) pack(found []*discovery.Candidate) {
	p.text, p.cuts = p.text[:0], p.cuts[:0]
	for _, c := range found {
		h := &c.Reading.Head
		for _, s := range [...]*string{&h.Name, &h.Slug, &h.Description, &h.WhenToUse, &h.ArgumentHint} {
			switch *s {
			case "":
			case c.Folder:
				*s = c.Folder
			default:
				p.add(s)
			}
		}
		for _, list := range [...][]string{h.Globs, h.AllowedTools} {
			for i := range list {
				p.add(&list[i])
			}
		}
	}
	block := string(p.text)
	for _, c := range p.cuts {
		*c.of = block[c.from:c.to]
	}
	clear(p.cuts) // the reader is kept
}
