package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"deft/commands"
	"deft/discovery"
	"deft/skills"
	"deft/skills/resource"
	"deft/skills/sanitize"
)

const showHelp = `Show a skill, of any state: what is known of it, and its body. With PATH, show
one of its files. Into a pipe the facts have a tab after their label; a blank
line stands before the body.

--raw prints SKILL.md (or the file) byte for byte into a pipe; a terminal gets
it made harmless.

--json prints the fields of "deft list --json" and

  {treeDigest, frontmatter: [{key, value, line}], bodyLine, body,
   files: [{path, size, executable, problem}], moreFiles}

treeDigest is one sha256 over all files of the skill, their names and
executable bits, null where the folder is too large. moreFiles tells that
files does not name all.`

// showOptions are `deft show` with its flags.
type showOptions struct {
	*shell
	json, raw bool
}

func newShow(sh *shell) *cobra.Command {
	o := &showOptions{shell: sh}
	cmd := &cobra.Command{
		Use: "show NAME [PATH]", Short: "Show a skill or one of its files", Long: showHelp, Args: between(1, 2),
		ValidArgsFunction: completer{sh}.files, RunE: o.run,
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&o.raw, "raw", false, "print the file as it is")
	return cmd
}

func (o *showOptions) run(cmd *cobra.Command, args []string) error {
	if o.raw && o.json {
		return usagef("--raw and --json exclude each other")
	}
	if len(args) == 2 {
		return o.file(cmd, args[0], args[1])
	}
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	d, err := s.app.Show.Run(cmd.Context(), s.caller, args[0])
	if err != nil {
		return err
	}
	switch {
	case o.raw:
		o.out.raw(d.Raw)
		return nil
	case o.json:
		err = writeJSON(o.out, s.detailJSON(cmd, d))
	default:
		showText(o.out, d)
	}
	o.err.tell(d.Skill.Diagnostics, s.config.Muted)
	return err
}

// file prints one bundled file.
func (o *showOptions) file(cmd *cobra.Command, handle, path string) error {
	if o.json {
		return usagef("--json is for a whole skill, not for one file")
	}
	if _, err := resource.CleanPath(path); err != nil {
		return usagef("%v", err)
	}
	s, err := o.open(cmd)
	if err != nil {
		return err
	}
	snapshot, err := s.registry.Snapshot(cmd.Context())
	if err != nil {
		return err
	}
	e, err := snapshot.Find(handle)
	if err != nil {
		return err
	}
	content, err := s.app.Read.Entry(cmd.Context(), s.caller, e, path)
	return o.out.file(content, err, o.raw)
}

// file prints a file that a verb read. A binary one goes out as it is, to a
// pipe, where that is asked for.
func (s *screen) file(content resource.Content, err error, raw bool) error {
	if err != nil && !(raw && !s.terminal && is[*commands.BinaryError](err)) {
		return err
	}
	s.content(content.Data, raw)
	return nil
}

// content prints a file: as it is where that is asked for, else made harmless.
func (s *screen) content(data []byte, raw bool) {
	if raw {
		s.raw(data)
		return
	}
	text := sanitize.Text(string(data))
	s.text(text)
	if !strings.HasSuffix(text, "\n") {
		s.text("\n")
	}
}

// raw prints bytes as they are, to a pipe; a terminal would obey them.
func (s *screen) raw(data []byte) {
	if s.terminal {
		s.content(data, false)
		return
	}
	_, _ = s.Write(data) // kept by the buffer until Flush
}

// showText writes a skill's facts as a small table, and its body.
func showText(out *screen, d commands.Detail) {
	e := d.Entry
	fact := func(label, text string) { out.fact(sanitize.Line(label), sanitize.Line(text)) }
	fact("name", e.Name())
	fact("title", e.Title())
	fact("state", strings.TrimSuffix(string(e.State)+": "+e.Detail, ": "))
	fact("source", e.Root.Provider+"/"+string(e.Root.Level))
	fact("path", e.Path)
	fact("real path", otherwise(e.Real, e.Path))
	for _, p := range e.SeenAt {
		fact("seen at", p)
	}
	fact("category", e.Category)
	for _, f := range d.Skill.Entries {
		if f.Key != "name" {
			fact(f.Key, f.Value)
		}
	}
	fact("tokens", fmt.Sprintf("about %d", skills.EstimateTokens(int64(len(d.Raw)))))
	fact("files", fileList(d))
	body := sanitize.Text(d.Skill.Body)
	if out.terminal {
		body = strings.TrimLeft(body, "\n")
	}
	out.text("\n", body)
	if !strings.HasSuffix(d.Skill.Body, "\n") {
		out.text("\n")
	}
}

// factWidth is the width of the labels of a skill's facts, in cells.
const factWidth = 14

// fact writes a label and a clean text, wrapped on a terminal; nothing where
// there is no text.
func (s *screen) fact(label, text string) {
	if text == "" {
		return
	}
	text = s.short(text)
	if room := s.width - factWidth - 1; s.terminal && room >= factWidth {
		text = strings.ReplaceAll(wrap(text, room, 0), "\n", "\n"+strings.Repeat(" ", factWidth+1))
	}
	if s.terminal {
		label = fit(label, factWidth)
	}
	s.text(s.paint(cyan, label), s.gap(), text, "\n")
}

// gap stands between a label and its text: a tab in a pipe.
func (s *screen) gap() string {
	if s.terminal {
		return " "
	}
	return "\t"
}

// otherwise is text where it says something else than the other.
func otherwise(text, other string) string {
	if text == other {
		return ""
	}
	return text
}

func fileList(d commands.Detail) string {
	var names []string
	for _, f := range d.Files {
		names = append(names, f.String())
	}
	if d.More {
		names = append(names, "...")
	}
	return strings.Join(names, ", ")
}

// detailJSON is `show --json`.
type detailJSON struct {
	skillJSON
	TreeDigest  *string     `json:"treeDigest"`
	Frontmatter []entryJSON `json:"frontmatter"`
	BodyLine    int         `json:"bodyLine"` // counted from 1
	Body        string      `json:"body"`
	Files       []fileJSON  `json:"files"`
	MoreFiles   bool        `json:"moreFiles"`
}

type entryJSON struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Line  int    `json:"line"`
}

type fileJSON struct {
	Path       string `json:"path"`
	Size       int64  `json:"size"` // bytes
	Executable bool   `json:"executable"`
	Problem    string `json:"problem"` // a resource.Problem
}

func (s *session) detailJSON(cmd *cobra.Command, d commands.Detail) detailJSON {
	out := detailJSON{
		skillJSON:   s.skillJSON(d.Entry, d.Skill.Head, d.Skill.Diagnostics),
		Frontmatter: []entryJSON{}, Files: []fileJSON{},
		BodyLine: d.Skill.BodyLine, Body: d.Skill.Body, MoreFiles: d.More,
	}
	load := discovery.Loader(s.registry.Load)
	digest, _ := load.Digest(cmd.Context(), d.Entry.Candidate) // null where it cannot be read
	tree, _ := load.TreeDigest(cmd.Context(), d.Entry.Candidate)
	out.Digest, out.TreeDigest = optional(digest), optional(tree)
	for _, f := range d.Skill.Entries {
		out.Frontmatter = append(out.Frontmatter, entryJSON(f))
	}
	for _, f := range d.Files {
		out.Files = append(out.Files, fileJSON{Path: f.Path, Size: f.Size, Executable: f.Executable, Problem: string(f.Problem)})
	}
	return out
}
