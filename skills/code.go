package skills

// Code names a kind of finding, in kebab-case. Codes are part of deft's JSON
// output: they are added to, never renamed.
type Code string

// The findings that make a skill unusable.
const (
	EmptyFile           Code = "empty-file"            // the file holds nothing
	NotUTF8             Code = "not-utf8"              // the text is UTF-16 or holds bytes that are no UTF-8
	BinaryFile          Code = "binary-file"           // the file is no text
	SymlinkText         Code = "symlink-saved-as-text" // the file holds only the path that a link pointed to
	NoFrontmatter       Code = "no-frontmatter"        // the file does not begin with ---
	UnclosedFrontmatter Code = "unclosed-frontmatter"  // no line closes the frontmatter
	LargeFrontmatter    Code = "large-frontmatter"     // more than MaxFrontmatter between the fences
	LargeFile           Code = "large-file"            // more than MaxFile in all
	InvalidYAML         Code = "invalid-yaml"          // the frontmatter cannot be read, not even repaired
)

// The findings about the fences and bytes around the frontmatter.
const (
	ByteOrderMark    Code = "byte-order-mark"         // the file begins with a UTF-8 byte order mark
	TextBeforeFence  Code = "text-before-frontmatter" // a comment, a code fence or blank lines stand before it
	BlanksAfterFence Code = "blanks-after-fence"      // a fence is followed by blanks
	BadClosingFence  Code = "bad-closing-fence"       // the closing fence is indented or carries text
)

// The repairs of the frontmatter: strict readers refuse it.
const (
	UnquotedColon    Code = "unquoted-colon"    // a plain value holds ": "
	UnquotedStart    Code = "unquoted-start"    // a plain value begins with a character that YAML reserves
	BrokenQuotes     Code = "broken-quotes"     // a quote does not close, or text follows it
	BadValue         Code = "bad-value"         // a value is no YAML for another reason and was read as text
	StrayLine        Code = "stray-line"        // a line belongs to no key
	BadIndentation   Code = "bad-indentation"   // tabs, or a key that is indented by mistake
	MissingBlank     Code = "missing-blank"     // no blank after the colon
	SurrogateEscape  Code = "surrogate-escape"  // a character is written as two \u escapes
	DuplicateKey     Code = "duplicate-key"     // a key occurs twice: the first value holds
	ConflictMarker   Code = "conflict-marker"   // Git left a merge conflict in the file
	LineSeparator    Code = "line-separator"    // a Unicode line break that some YAML readers obey
	ControlCharacter Code = "control-character" // an escape or other control
)

// The findings about values.
const (
	MissingName         Code = "missing-name"          // the folder's name stands in
	InvalidName         Code = "invalid-name"          // the name breaks the rule of the specification
	InvalidSlug         Code = "invalid-slug"          // the slug cannot be a handle: the name stands in
	NameFolderMismatch  Code = "name-folder-mismatch"  // the specification wants them equal
	MissingDescription  Code = "missing-description"   // nothing says what the skill is for
	LongDescription     Code = "long-description"      // over MaxDescription characters
	LongCompatibility   Code = "long-compatibility"    // over MaxCompatibility characters
	CommentCut          Code = "comment-cut"           // a # ends a value early
	WrongType           Code = "wrong-type"            // a map or list where a text is wanted, or the like
	UnclearSwitch       Code = "unclear-switch"        // neither true nor false: read as the closed side
	QuotedSwitch        Code = "quoted-switch"         // a true or false that stands in quotes
	InvalidAllowedTools Code = "invalid-allowed-tools" // nothing is approved beforehand
	MisspelledKey       Code = "misspelled-key"        // an unknown key that looks like a known one
	HiddenUnicode       Code = "hidden-unicode"        // characters that a reader does not see
	MoreFindings        Code = "more-findings"         // the list was cut
)

// The notes of Notes, ReferenceNotes and ValidateSpec.
const (
	LongBody      Code = "long-body"      // over MaxBodyLines lines
	LongReference Code = "long-reference" // over MaxReferenceLines lines without contents
	SpecViolation Code = "spec"           // the specification's validator refuses it
)

// Codes are all of them, in the order above.
func Codes() []Code {
	return []Code{
		EmptyFile, NotUTF8, BinaryFile, SymlinkText, NoFrontmatter, UnclosedFrontmatter,
		LargeFrontmatter, LargeFile, InvalidYAML, ByteOrderMark, TextBeforeFence, BlanksAfterFence,
		BadClosingFence, UnquotedColon, UnquotedStart, BrokenQuotes, BadValue, StrayLine, BadIndentation,
		MissingBlank, SurrogateEscape, DuplicateKey, ConflictMarker, LineSeparator, ControlCharacter,
		MissingName, InvalidName, InvalidSlug, NameFolderMismatch, MissingDescription, LongDescription,
		LongCompatibility, CommentCut, WrongType, UnclearSwitch, QuotedSwitch, InvalidAllowedTools,
		MisspelledKey, HiddenUnicode, MoreFindings, LongBody, LongReference, SpecViolation,
	}
}
