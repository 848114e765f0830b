package fix

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"deft/discovery"
	"deft/skills"
)

// Item is the copy of a skill that a change is about.
type Item struct {
	*discovery.Entry
	Within string   // of a project's copy, the project's folder, else ""
	Others []string // other paths that lead to it by links
}

// Handle reaches just this copy.
func (it Item) Handle() string { return handleAt(it.Name(), it.place()) }

// word is what a command line calls just this copy: its name where that is
// enough.
func (it Item) word() string {
	if it.State == discovery.Active || it.Opaque() {
		return Quote(it.Name())
	}
	return Quote(it.Handle())
}

// handleAt is the handle of what will be at a path.
func handleAt(name, path string) string { return name + "@" + path }

// rel is the path of the folder, or of the file where there is none, below the
// root; "." is the root itself.
func (it Item) rel() string {
	if it.Flat {
		return it.Rel
	}
	return path.Dir(it.Rel)
}

// place is the absolute path of the same.
func (it Item) place() string { return filepath.Join(it.Root.Path, filepath.FromSlash(it.rel())) }

// movable refuses to touch what has no place of its own on the disk.
func (it Item) movable(do string) error {
	switch {
	case it.Root.Level == discovery.Bundled || it.Root.Provider == discovery.Shipped:
		return refuse("%s comes with deft and cannot be %s: name it in skills.ignoredSkills to do without it (or deft disable %s)", it.Name(), do, Quote(it.Name()))
	case it.Root.Plugin != "" || it.Root.Level == discovery.Plugin:
		return refuse("%s belongs to the plugin %s and cannot be %s alone: remove the plugin, or switch it off (deft disable %s --to claude-code)", it.Name(), it.Root.Plugin, do, Quote(it.Handle()))
	case !filepath.IsAbs(it.Root.Path) || it.Opaque():
		return refuse("%s of %s has no folder and cannot be %s", it.Name(), it.Root.Provider, do)
	case it.rel() == ".":
		return refuse("%s is the folder of skills itself (%s) and cannot be %s", it.Name(), it.Root.Path, do)
	}
	return confine(it.Root.Path, it.Within)
}

// link is the first link on the way from the root, "" for none. Where the root
// itself leads to is the user's affair.
func (it Item) link() string {
	for _, l := range it.Links {
		if strings.HasPrefix(l, it.Root.Path+"/") {
			return l
		}
	}
	return ""
}

// dangling says which links will lead nowhere. Where a link above leads to the
// folder of skills itself, the other path is the same place.
func (it Item) dangling() []string {
	var out []string
	here, _ := real(it.place()) // "" is no other's place
	for _, p := range it.Others {
		if there, err := real(p); err == nil && there == here {
			out = append(out, p+" is the same place")
			continue
		}
		out = append(out, p+" leads to it and will lead nowhere")
	}
	return out
}

// PlanLink plans a relative link to a skill's folder in an agent's folder.
func PlanLink(it Item, to Target) (Plan, error) {
	switch {
	case !filepath.IsAbs(it.Root.Path) || it.Flat || it.Opaque():
		return Plan{}, refuse("%s has no folder to link to: copy it (deft copy %s --to %s)", it.Name(), it.word(), to.Agent)
	case to.Inside:
		return Plan{}, refuse("%s does not follow links out of its folder of skills: copy it (deft copy %s --to %s)", to.Agent, it.word(), to.Agent)
	}
	if p, there := it.there(to); there {
		return p, nil
	}
	path, notes, err := arrival(it, to)
	if err != nil {
		return Plan{}, err
	}
	from, err := real(path)
	if err != nil {
		return Plan{}, err
	}
	goal, err := real(it.Dir())
	if err != nil {
		return Plan{}, err
	}
	rel, err := filepath.Rel(filepath.Dir(from), goal)
	if err != nil {
		return Plan{}, err
	}
	return Plan{
		Title: fmt.Sprintf("Link %s into the skills of %s.", it.Name(), to.Agent),
		Steps: []Step{{Kind: Link, Root: to.Path, Within: to.Within, Path: path, To: rel}},
		Notes: notes,
		Undo:  "deft rm " + Quote(handleAt(it.Name(), path)),
	}, nil
}

// PlanCopy plans a copy of a skill in an agent's folder.
func PlanCopy(it Item, to Target) (Plan, error) {
	if p, there := it.there(to); there {
		return p, nil
	}
	path, notes, err := arrival(it, to)
	if err != nil {
		return Plan{}, err
	}
	return Plan{
		Title: fmt.Sprintf("Copy %s into the skills of %s.", it.Name(), to.Agent),
		Steps: []Step{{Kind: Copy, Root: to.Path, Within: to.Within, Path: path, To: it.Dir()}},
		Notes: notes,
		Undo:  "deft rm " + Quote(handleAt(it.Name(), path)),
	}, nil
}

// arrival is where a skill comes to be in an agent's folder, which must be
// free, with what there is to say about that.
func arrival(it Item, to Target) (string, []string, error) {
	if n := it.Folder; n == "" || n == "." || n == ".." || n != filepath.Base(n) {
		return "", nil, refuse("%s is no name for a folder", quote(n))
	}
	if err := confine(to.Path, to.Within); err != nil {
		return "", nil, err
	}
	at := filepath.Join(to.Path, it.Folder)
	if err := free(at); err != nil {
		return "", nil, it.instead(err, at)
	}
	var notes []string
	if to.Trust != "" {
		notes = append(notes, fmt.Sprintf("%s reads it only where the folder is trusted: %s", to.Agent, to.Trust))
	}
	if it.State == discovery.Invalid {
		notes = append(notes, "the skill is invalid: "+it.Detail)
	}
	return at, notes, nil
}

// there is the plan where a skill is in an agent's folder already, itself or by
// a link: there is nothing to do.
func (it Item) there(to Target) (Plan, bool) {
	at := filepath.Join(to.Path, it.Folder)
	leads, err := filepath.EvalSymlinks(at)
	if err != nil {
		return Plan{}, false
	}
	own, err := filepath.EvalSymlinks(it.place())
	if err != nil || own != leads {
		return Plan{}, false
	}
	return Plan{Notes: []string{fmt.Sprintf("nothing to do: %s is this skill already", at)}}, true
}

// instead says what can be done where something is at a path where the skill
// was to be.
func (it Item) instead(err error, at string) error {
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Stat(filepath.Join(at, "SKILL.md")); err != nil {
		return &TakenError{Path: at}
	}
	return &TakenError{Path: at, Hint: "deft rm " + Quote(handleAt(it.Folder, at)) + " moves it into the trash first"}
}

// free refuses a path where something is.
func free(at string) error {
	_, err := os.Lstat(at)
	switch {
	case err == nil:
		return &TakenError{Path: at}
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// TakenError says that something is where a change would put something else.
// It matches fs.ErrExist.
type TakenError struct {
	Path string
	Hint string // what makes room, "" for nothing that is known
}

func (e *TakenError) Error() string {
	text := e.Path + " is there already, nothing is overwritten"
	if e.Hint != "" {
		text += ": " + e.Hint
	}
	return text
}

// Unwrap makes the error match fs.ErrExist.
func (e *TakenError) Unwrap() error { return fs.ErrExist }

// PlanRemove plans to move a skill's folder into the trash, or the link that
// stands for it.
func PlanRemove(it Item) (Plan, error) {
	if err := it.movable("removed"); err != nil {
		return Plan{}, err
	}
	info, err := os.Lstat(it.place())
	if err != nil {
		return Plan{}, err
	}
	p := Plan{Steps: []Step{{Kind: Trash, Root: it.Root.Path, Within: it.Within, Path: it.place(), Seen: info}}}
	if info.Mode()&fs.ModeSymlink != 0 {
		p.Title = fmt.Sprintf("Move the link %s into the trash.", it.Name())
		if _, err := os.Stat(it.place()); err == nil {
			p.Notes = append(p.Notes, "what it leads to stays: "+filepath.Dir(it.Real))
		}
		return p, nil
	}
	p.Title = fmt.Sprintf("Move %s with all its files into the trash.", it.Name())
	p.Notes = it.dangling()
	return p, nil
}

// PlanRename plans a new name, a legal one, for a skill's folder and, where its
// SKILL.md has a name, for that.
func PlanRename(it Item, name string) (Plan, error) {
	to := filepath.Join(filepath.Dir(it.place()), name)
	if err := it.renamable(name, to); err != nil {
		return Plan{}, err
	}
	info, err := os.Lstat(it.place())
	if err != nil {
		return Plan{}, err
	}
	raw, err := readPlain(it.Path)
	if err == nil && raw == nil {
		err = &fs.PathError{Op: "open", Path: it.Path, Err: fs.ErrNotExist}
	}
	if err != nil {
		return Plan{}, err
	}
	data, err := renamed(raw, name)
	if err != nil {
		return Plan{}, refuse("%s: %v: change it by hand", it.Path, err)
	}
	p := Plan{Title: fmt.Sprintf("Rename %s to %s.", it.Name(), name)}
	if slug := it.Reading.Head.Slug; slug != "" {
		p.Notes = append(p.Notes, "its slug stays "+quote(slug)+", and deft calls it that")
	}
	if it.Folder == name {
		p.Steps = []Step{{Kind: Write, Root: it.Root.Path, Within: it.Within, Path: it.Path, Data: data, Was: raw, What: "name: " + name}}
		return p, nil
	}
	step := Step{Kind: Rename, Root: it.Root.Path, Within: it.Within, Path: it.place(), To: to, File: filepath.Base(it.Path), Was: raw, Seen: info}
	if string(data) != string(raw) {
		step.Data = data
	}
	p.Steps, p.Notes = []Step{step}, append(p.Notes, it.dangling()...)
	if old := it.Reading.Head.Name; old != "" && old != it.Folder {
		p.Notes = append(p.Notes, fmt.Sprintf("folder and frontmatter had different names, %s and %s; they become one", quote(it.Folder), quote(old)))
		return p, nil // no command gives both back: the trash does
	}
	after := it.Reading.Head
	if after.Name != "" {
		after.Name = name
	}
	handle := Quote(handleAt(after.Handle(name), to))
	if !discovery.IsKebab(it.Folder) {
		p.Notes = append(p.Notes, fmt.Sprintf("deft gives no such name as %s: the way back is deft rm %s, then deft trash restore", quote(it.Folder), handle))
		return p, nil
	}
	p.Undo = "deft rename " + handle + " " + Quote(it.Folder)
	return p, nil
}

// renamable refuses what has no folder of its own to rename, and a new name
// that is no news or had by another.
func (it Item) renamable(name, to string) error {
	if err := it.movable("renamed"); err != nil {
		return err
	}
	switch {
	case it.Flat:
		return refuse("%s is a single file, %s: rename that", it.Name(), it.Path)
	case it.link() != "":
		return refuse("%s is a link, %s, to %s: rename what it leads to", it.Name(), it.link(), filepath.Dir(it.Real))
	case it.Folder == name && (it.Reading.Head.Name == name || it.Reading.Head.Name == ""):
		return refuse("%s is its name already", name)
	case it.Folder != name:
		return free(to)
	}
	return nil
}

// renamed gives a SKILL.md another name in its frontmatter and keeps all other
// bytes. One without a name stays as it is.
func renamed(raw []byte, name string) ([]byte, error) {
	before := skills.Parse(skills.Source{}, raw)
	if before.Name == "" {
		return raw, nil
	}
	out, err := setName(raw, name)
	if err != nil {
		return nil, err
	}
	return out, sameBut(before, skills.Parse(skills.Source{}, out), name)
}
