package discovery

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"deft/skills"
)

// Reads is what an agent makes of a frontmatter. All sets are empty in the
// zero value, which takes strict YAML with a name of any kind.
type Reads struct {
	Fences      []skills.Fence // that are one beside skills.FencePlain
	NoMark      bool           // a byte order mark drops the skill
	Loose       bool           // without a frontmatter all fields are absent; else the skill is dropped
	Repairs     skills.Fault   // of YAML that do no harm
	RepairKeys  RepairKeys     // in which values, but for Tab: such a line is a part of the value above it
	NoName      skills.Kind    // kinds of names that drop the skill
	FolderName  skills.Kind    // kinds of names in place of which the folder's is taken
	NoText      skills.Kind    // kinds of descriptions that drop the skill
	MaxName     int            // characters, 0 for no limit; a longer name drops the skill
	MaxText     int            // of a description, the same
	Bytes       bool           // MaxName and MaxText are bytes
	Names       NameRule
	ObeysOff    bool // enabled: false drops the skill
	Parent      bool // a flat file without a name has that of the folder it lies in
	ListsAsJSON bool // a name that is a list is written as JSON
}

// RepairKeys is in which values a repair is tried.
type RepairKeys string

// The keys of repairs.
const (
	AllKeys     RepairKeys = ""
	Identifiers RepairKeys = "identifiers" // keys without a hyphen
	NameAndText RepairKeys = "name and description"
)

// NameRule is what an agent does to a name, or demands of it.
type NameRule string

// The rules for names.
const (
	AnyName      NameRule = ""
	FileName     NameRule = "file"               // characters that no file name can have become hyphens
	CommandName  NameRule = "word"               // blanks become hyphens; else only ASCII letters, digits and - . _ : count, no hyphen at an end
	KebabName    NameRule = "kebab"              // see IsKebab
	FolderEquals NameRule = "folder"             // the folder's name
	FolderFold   NameRule = "folder in any case" // the folder's name, and in kebab case; both with capitals taken for small letters
)

// fault is what keeps a candidate from being used, "" for nothing.
func (r *Reads) fault(c *Candidate, more skills.Kind) string {
	if c.Facts == nil {
		return c.Reading.Invalid
	}
	s := &c.Facts.Shape
	name, text := s.Name, s.Description
	if s.Fence == skills.FenceUnread {
		return "its file cannot be read"
	}
	if !r.fenced(s) {
		if !r.Loose {
			return r.fenceFault(s)
		}
		name, text = skills.Absent, skills.Absent
	} else if s.Fault&^r.Repairs != 0 || s.Fault&^skills.Tab != 0 && !r.repairs(s.FaultKey) {
		return "its frontmatter is no YAML" + r.where(s)
	}
	switch {
	case r.ObeysOff && s.Off:
		return "its frontmatter says enabled: false"
	case name&r.NoName != 0:
		return "its name " + kindText(name)
	case text&(r.NoText|more) != 0:
		return "its description " + kindText(text)
	case r.MaxText > 0 && r.length(c.Reading.Head.Description) > r.MaxText:
		return fmt.Sprintf("its description is over %d %s", r.MaxText, r.unit())
	}
	return r.nameFault(c)
}

func (r *Reads) fenced(s *skills.Shape) bool {
	return !(r.NoMark && s.Mark) && (s.Fence == skills.FencePlain || slices.Contains(r.Fences, s.Fence))
}

func (r *Reads) fenceFault(s *skills.Shape) string {
	if r.NoMark && s.Mark {
		return "a byte order mark stands before its frontmatter"
	}
	switch s.Fence {
	case skills.FenceBlank:
		return "blanks follow the --- that opens its frontmatter"
	case skills.FenceOpen:
		return "its frontmatter is not closed"
	}
	return "it does not begin with a frontmatter"
}

func (r *Reads) repairs(key string) bool {
	switch r.RepairKeys {
	case Identifiers:
		return !strings.Contains(key, "-")
	case NameAndText:
		return key == "name" || key == "description"
	}
	return true
}

func (r *Reads) where(s *skills.Shape) string {
	if s.FaultKey == "" {
		return ""
	}
	return fmt.Sprintf(" (at %q)", s.FaultKey)
}

func kindText(k skills.Kind) string {
	switch k {
	case skills.Absent:
		return "is missing"
	case skills.Null, skills.Empty, skills.Blank:
		return "is empty"
	case skills.List:
		return "is a list"
	case skills.Map:
		return "is a map"
	}
	return "is no text"
}

// length is how long a text is against a limit.
func (r *Reads) length(text string) int {
	if r.Bytes {
		return len(text)
	}
	return utf8.RuneCountInString(text)
}

func (r *Reads) unit() string {
	if r.Bytes {
		return "bytes"
	}
	return "characters"
}

// nameFault judges the name itself.
func (r *Reads) nameFault(c *Candidate) string {
	if r.MaxName == 0 && (r.Names == AnyName || r.Names == FileName) {
		return ""
	}
	name := r.name(c)
	switch {
	case r.MaxName > 0 && r.length(name) > r.MaxName:
		return fmt.Sprintf("its name is over %d %s", r.MaxName, r.unit())
	case r.Names == KebabName && !IsKebab(name), r.Names == CommandName && !isCommand(name),
		r.Names == FolderFold && !IsKebab(strings.ToLower(name)):
		return fmt.Sprintf("its name %q is not allowed", name)
	case r.Names == FolderEquals && name != c.Folder, r.Names == FolderFold && !strings.EqualFold(name, c.Folder):
		return fmt.Sprintf("its name %q is not its folder's", name)
	}
	return ""
}

// name is the name that a candidate goes by.
func (r *Reads) name(c *Candidate) string {
	if c.Facts == nil {
		return r.turned(cmp.Or(c.Reading.Head.Name, c.Folder))
	}
	s := &c.Facts.Shape
	if !r.fenced(s) || s.Name&r.FolderName != 0 {
		if r.Parent && c.Flat {
			return path.Base(path.Dir(c.Path))
		}
		return r.turned(c.Folder)
	}
	name := s.Said
	if name == "" && s.Name&(skills.Empty|skills.Null) == 0 {
		name = c.Reading.Head.Name
	}
	if r.ListsAsJSON && s.Name == skills.List {
		name = `["` + strings.Join(strings.Split(strings.Trim(name, "[]"), ", "), `","`) + `"]`
	}
	return r.turned(name)
}

// turned is a name as the rule makes it.
func (r *Reads) turned(name string) string {
	switch r.Names {
	case FileName:
		return strings.Map(func(c rune) rune {
			if strings.ContainsRune(`:\/<>*?"|`, c) {
				return '-'
			}
			return c
		}, name)
	case CommandName:
		return strings.Join(strings.Fields(name), "-")
	}
	return name
}

// isCommand reports whether a name can be typed as a command.
func isCommand(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !(c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("-._:", c) >= 0) {
			return false
		}
	}
	return name != "" && name[0] != '-' && name[len(name)-1] != '-'
}
