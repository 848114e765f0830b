package discovery

import (
	"fmt"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"deft/skills/match"
	"deft/skills/resource"
)

// Entries yields all entries, by name, inside a name in order of precedence.
func (s *Snapshot) Entries() iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		for i := range s.Resolutions {
			for _, e := range s.Resolutions[i].Entries {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// At is the first entry that was found at a path, nil where there is none.
func (s *Snapshot) At(path string) *Entry {
	for e := range s.Entries() {
		if e.Path == path {
			return e
		}
	}
	return nil
}

// Lookup finds the resolution of a name, compared exactly.
func (s *Snapshot) Lookup(name string) (*Resolution, bool) {
	i, ok := slices.BinarySearchFunc(s.Resolutions, name, func(r Resolution, name string) int {
		return strings.Compare(r.Name, name)
	})
	if !ok {
		return nil, false
	}
	return &s.Resolutions[i], true
}

// Find takes a handle as people and models type it: a name, which stands for
// its winner, or a qualified form NAME@PROVIDER[/LEVEL], PLUGIN:NAME or
// NAME@PATH, which reaches any candidate. PATH is the absolute path of the
// skill's folder or of its SKILL.md; ~/ stands for the home folder. A name without a winner stands for its
// first entry, whose State tells why it cannot be used. The error is an
// *UnknownError or an *AmbiguousError.
func (s *Snapshot) Find(handle string) (*Entry, error) {
	found := s.reach(handle)
	switch len(found) {
	case 0:
		return nil, s.unknown(handle)
	case 1:
		return found[0], nil
	}
	err := &AmbiguousError{Handle: handle}
	for _, e := range found {
		err.Forms = append(err.Forms, s.Qualified(e))
	}
	return nil, err
}

// reach lists the entries that a handle stands for; paths to one file count
// once.
func (s *Snapshot) reach(handle string) []*Entry {
	found := slices.Collect(s.fitting(handle))
	if len(found) == 0 {
		found = s.alias(handle)
	}
	if len(found) > 1 && sameFile(found) {
		return found[:1]
	}
	return found
}

// reaches reports whether a handle stands for an entry and no other: what
// reach says, without looking at more entries than it takes.
func (s *Snapshot) reaches(handle string, e *Entry) bool {
	var first *Entry
	for other := range s.fitting(handle) {
		switch {
		case first == nil && !other.same(e.Candidate):
			return false
		case first == nil:
			first = other
		case other.Real != first.Real:
			return false
		}
	}
	if first == nil {
		found := s.alias(handle)
		return len(found) == 1 && found[0].same(e.Candidate)
	}
	return true
}

// fitting yields the entry of a bare name, else those that a qualified handle
// fits, in order of precedence.
func (s *Snapshot) fitting(handle string) iter.Seq[*Entry] {
	if r, ok := s.Lookup(handle); ok {
		return func(yield func(*Entry) bool) { yield(r.first()) }
	}
	return s.qualified(handle)
}

// first is the entry that a bare name stands for.
func (r *Resolution) first() *Entry {
	if r.Winner != nil {
		return r.Winner
	}
	return r.Entries[0]
}

// qualified yields the entries that a qualified handle fits.
func (s *Snapshot) qualified(handle string) iter.Seq[*Entry] {
	if name, where, ok := strings.Cut(handle, "@"); ok {
		if below, ok := strings.CutPrefix(where, "~/"); ok && s.home != "" {
			where = path.Join(s.home, below)
		}
		if path.IsAbs(where) || strings.HasPrefix(where, resource.Scheme) {
			return s.entries(name, func(e *Entry) bool { return isAt(e.Candidate, where) })
		}
		provider, level, leveled := strings.Cut(where, "/")
		return s.entries(name, func(e *Entry) bool {
			return e.Root.Provider == provider && (!leveled || string(e.Root.Level) == level)
		})
	}
	if plugin, name, ok := strings.Cut(handle, ":"); ok && plugin != "" {
		return s.entries(name, func(e *Entry) bool { return e.Root.Plugin == plugin })
	}
	return func(func(*Entry) bool) {}
}

// isAt reports whether a candidate is at the path of a folder or a file.
func isAt(c *Candidate, where string) bool {
	where = strings.TrimSuffix(where, "/")
	return where == c.Path || !c.Flat && where == c.Dir()
}

// entries yields the entries of a name that fit.
func (s *Snapshot) entries(name string, fits func(*Entry) bool) iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		r, ok := s.Lookup(name)
		if !ok {
			return
		}
		for _, e := range r.Entries {
			if fits(e) && !yield(e) {
				return
			}
		}
	}
}

// alias finds the skill that a name leads to by a link: the file is known
// under the name of another path to it.
func (s *Snapshot) alias(name string) []*Entry {
	for i := range s.Resolutions {
		r := &s.Resolutions[i]
		for _, e := range r.Entries {
			if e.Reason == SameFile && e.Name() == name {
				return []*Entry{r.first()}
			}
		}
	}
	return nil
}

func sameFile(found []*Entry) bool {
	return !slices.ContainsFunc(found, func(e *Entry) bool { return e.Real != found[0].Real })
}

// Qualified is the shortest handle that reaches exactly this entry.
func (s *Snapshot) Qualified(e *Entry) string {
	name := s.nameOf(e)
	forms := []string{name}
	if e.Root.Plugin != "" {
		forms = append(forms, e.Root.Plugin+":"+name)
	}
	at := name + "@" + e.Root.Provider
	forms = append(forms, at, at+"/"+string(e.Root.Level))
	for _, f := range forms {
		if s.reaches(f, e) {
			return f
		}
	}
	if e.Flat {
		return name + "@" + e.Path
	}
	return name + "@" + e.Dir()
}

// nameOf is the name that an entry is resolved under, which a link or another
// identity than the handle may make another than its own.
func (s *Snapshot) nameOf(e *Entry) string {
	holds := func(r Resolution) bool {
		return slices.ContainsFunc(r.Entries, func(o *Entry) bool { return o.same(e.Candidate) })
	}
	if r, ok := s.Lookup(e.Name()); ok && holds(*r) {
		return r.Name
	}
	if i := slices.IndexFunc(s.Resolutions, holds); i >= 0 {
		return s.Resolutions[i].Name
	}
	return e.Name()
}

// UnknownError says that no skill answers to a handle.
type UnknownError struct {
	Handle string
	Near   []string // handles that may have been meant, nearest first, at most three
	Deep   string   // path of a SKILL.md of this name that lies too deep to be discovered, "" for none
	Fix    string   // what makes that one a skill
}

// Error names the handle and what was perhaps meant.
func (e *UnknownError) Error() string {
	text := fmt.Sprintf("no skill %q", e.Handle)
	if e.Deep != "" {
		text += "; one lies too deep at " + e.Deep
		if e.Fix != "" {
			text += " (" + e.Fix + ")"
		}
	}
	if len(e.Near) > 0 {
		text += "; nearest: " + strings.Join(e.Near, ", ")
	}
	return text
}

// AmbiguousError says that a qualified handle fits several candidates.
type AmbiguousError struct {
	Handle string
	Forms  []string // handles that reach one candidate each
}

// Error names the handle and the forms that work.
func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q fits several skills: %s", e.Handle, strings.Join(e.Forms, ", "))
}

// most is how many handles an UnknownError offers.
const most = 3

// unknown offers other copies where the name is right and the rest is not,
// else what is spelled alike.
func (s *Snapshot) unknown(handle string) *UnknownError {
	name, _, _ := strings.Cut(handle, "@")
	if _, after, ok := strings.Cut(name, ":"); ok {
		name = after
	}
	err := &UnknownError{Handle: handle}
	if r, ok := s.Lookup(name); ok {
		for _, e := range r.Entries[:min(most, len(r.Entries))] {
			err.Near = append(err.Near, s.Qualified(e))
		}
		return err
	}
	for _, d := range s.Diagnostics {
		if d.Code == CodeNested && path.Base(path.Dir(d.Path)) == name {
			err.Deep, err.Fix = d.Path, d.Hint
			break
		}
	}
	err.Near = s.near(name)
	return err
}

// near lists handles that are spelled like a name, or whose skill has a title
// or a folder that is.
func (s *Snapshot) near(name string) []string {
	handles := make(map[string]string) // by what stands for them
	for i := range s.Resolutions {
		r := &s.Resolutions[i]
		if r.Winner == nil {
			continue
		}
		for _, text := range []string{r.Winner.Folder, r.Winner.Title()} {
			if _, taken := handles[text]; text != "" && !taken {
				handles[text] = r.Name
			}
		}
	}
	for i := range s.Resolutions {
		if r := &s.Resolutions[i]; r.Winner != nil {
			handles[r.Name] = r.Name
		}
	}
	var out []string
	for _, text := range match.Nearest(name, slices.Collect(maps.Keys(handles)), 2*most) {
		if h := handles[text]; !slices.Contains(out, h) && len(out) < most {
			out = append(out, h)
		}
	}
	return out
}
