// Package skills says what a skill is: the bytes of a SKILL.md in, values out.
package skills

// Severity ranks a Diagnostic. Its text is part of deft's JSON output.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"   // the skill cannot be used, or not as written
	Warning Severity = "warning" // it works, but not everywhere or not as meant
	Info    Severity = "info"    // worth knowing
)

// Diagnostic is one finding about a skill's content or place. Content faults
// are data, never Go errors.
type Diagnostic struct {
	Code     Code     `json:"code"`
	Severity Severity `json:"severity"`
	Path     string   `json:"path"` // the file the finding is about
	Line     int      `json:"line"` // counted from 1; 0 is the whole file
	Message  string   `json:"message"`
	Hint     string   `json:"hint"` // the way out, "" where there is none
}

// Source tells where bytes come from, for diagnostics and defaults.
type Source struct {
	Path   string // of the SKILL.md, as shown to people
	Folder string // base name of the skill's folder (or of a flat file, without its ending)
}

// Head is what a list needs of a skill: the frontmatter's common fields.
// Strings are decoded YAML but not sanitised: whoever shows them cleans them.
type Head struct {
	Name           string // as written (`3000`, `yes` and dates keep their spelling), "" where missing
	Slug           string // as written, "" where missing
	Description    string
	WhenToUse      string // `when_to_use` or `whenToUse`
	ArgumentHint   string
	Globs          []string
	AllowedTools   []string
	AlwaysApply    bool
	ModelInvocable bool // a model may use it; false for `disable-model-invocation: true` and for unclear values
	UserInvocable  bool // a person may use it; false for `user-invocable: false` and for unclear values
}

// Entry is one key of the frontmatter with its value as text.
type Entry struct {
	Key   string
	Value string // a scalar's text; maps and lists as flow-style YAML
	Line  int    // of the key in the file, counted from 1
}

// Frontmatter is everything between the fences.
type Frontmatter struct {
	Head
	License       string
	Compatibility string
	Metadata      []Entry // in order; nested values as flow-style text
	Extra         []Entry // keys deft has no use for, in order
	Entries       []Entry // every top-level key, in order, for the table a preview shows
}

// Reading is the outcome of reading a head for a list.
type Reading struct {
	Head        Head
	Invalid     string // why the skill cannot be used, "" where it can
	StrictError string // what strict YAML says against the frontmatter, "" where it takes it: other programs may not load the skill
	Diagnostics []Diagnostic
}

// Skill is a whole SKILL.md.
type Skill struct {
	Frontmatter
	Body        string // after the closing fence, line ends normalised to \n; "" where Invalid
	BodyLine    int    // line of the file at which Body starts, counted from 1
	Invalid     string // why the skill cannot be used, "" where it can
	StrictError string // what strict YAML says against the frontmatter, "" where it takes it: other programs may not load the skill
	Diagnostics []Diagnostic
}
