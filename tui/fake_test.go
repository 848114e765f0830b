package tui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands"
	"deft/commands/cli"
	"deft/commands/state"
	"deft/commands/tool"
	"deft/discovery"
	"deft/skills"
	"deft/tui/clipboard"
	"deft/tui/keys"
)

// found is a skill of the fake source.
type found struct {
	provider string
	level    discovery.Level
	path     string // of the SKILL.md
	raw      string
	files    fstest.MapFS
	scripts  bool
	stale    bool
	state    discovery.State // decided from raw where empty
	reason   discovery.Reason
}

// fakeSource stands for discovery: the verbs above it are the real ones.
type fakeSource struct {
	mu       sync.Mutex
	found    []found
	seq      uint64
	snapshot *discovery.Snapshot
	roots    []discovery.RootReport
	said     []skills.Diagnostic
}

func (s *fakeSource) Snapshot(ctx context.Context) (*discovery.Snapshot, error) {
	s.mu.Lock()
	have := s.snapshot
	s.mu.Unlock()
	if have != nil {
		return have, nil
	}
	return s.Refresh(ctx)
}

func (s *fakeSource) Refresh(context.Context) (*discovery.Snapshot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	byName := map[string][]*discovery.Entry{}
	for i := range s.found {
		e := s.found[i].entry()
		byName[e.Name()] = append(byName[e.Name()], e)
	}
	snap := &discovery.Snapshot{Seq: s.seq, Complete: len(s.roots) == 0, Roots: s.roots, Diagnostics: s.said}
	for name, entries := range byName {
		snap.Resolutions = append(snap.Resolutions, resolve(name, entries))
	}
	slices.SortFunc(snap.Resolutions, func(a, b discovery.Resolution) int { return strings.Compare(a.Name, b.Name) })
	s.snapshot = snap
	return snap, nil
}

// resolve lets the first entry that can win do so.
func resolve(name string, entries []*discovery.Entry) discovery.Resolution {
	r := discovery.Resolution{Name: name, Entries: entries}
	for _, e := range entries {
		switch {
		case e.State != "":
		case r.Winner == nil:
			e.State, r.Winner = discovery.Active, e
			if e.Reason = discovery.Only; len(entries) > 1 {
				e.Reason = discovery.ByRank
			}
		default:
			e.State, e.Reason, r.Collision = discovery.Shadowed, discovery.ByRank, true
			e.Detail = fmt.Sprintf("%s ranks after %s", e.Root.Provider, r.Winner.Root.Provider)
		}
	}
	return r
}

// change is what another program does to the skills; the next snapshot has it.
func (s *screen) change(do func(*fakeSource)) {
	s.source.mu.Lock()
	do(s.source)
	s.source.snapshot = nil
	s.source.mu.Unlock()
	s.send(changedMsg{})
}

// scene is the same for all agents.
func (s *fakeSource) scene(context.Context) (*discovery.Scene, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	place := discovery.Place{Cwd: "/home/sam/work", Home: "/home/sam", Project: "/home/sam/work"}
	out := &discovery.Scene{Ground: discovery.Ground{Place: place, Above: []discovery.Folder{{Path: place.Cwd, Git: discovery.GitRepository}, {Path: place.Home, Home: true}}}}
	roots := map[string]*discovery.Root{}
	for i := range s.found {
		c := s.found[i].entry().Candidate
		if roots[c.Root.Path] == nil {
			roots[c.Root.Path] = c.Root
			out.Roots = append(out.Roots, discovery.RootReport{Root: c.Root})
			if path.IsAbs(c.Path) {
				out.Shared = append(out.Shared, c.Root)
			}
		}
		c.Root = roots[c.Root.Path]
		out.Candidates = append(out.Candidates, c)
	}
	return out, nil
}

func (f *found) entry() *discovery.Entry {
	folder := path.Base(path.Dir(f.path))
	head := skills.ReadHead(skills.Source{Path: f.path, Folder: folder}, []byte(f.raw), int64(len(f.raw)))
	e := &discovery.Entry{
		Candidate: &discovery.Candidate{
			Root: &discovery.Root{Provider: f.provider, Level: f.level, Path: path.Dir(path.Dir(f.path))},
			Rel:  folder + "/SKILL.md", Path: f.path, Real: f.path, Folder: folder,
			Size: int64(len(f.raw)), Scripts: f.scripts, Stale: f.stale,
			Reading: head,
		},
		State: f.state, Reason: f.reason,
	}
	if head.Invalid != "" {
		e.State, e.Reason, e.Detail = discovery.Invalid, discovery.ByFault, head.Invalid
	}
	return e
}

func (s *fakeSource) Load(_ context.Context, c *discovery.Candidate) (discovery.Content, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.found {
		if f.path == c.Path {
			files := fstest.MapFS{"SKILL.md": {Data: []byte(f.raw)}}
			for p, file := range f.files {
				files[p] = file
			}
			return discovery.Content{Raw: []byte(f.raw), Files: files, Close: func() {}}, nil
		}
	}
	return discovery.Content{}, fmt.Errorf("open %s: %w", c.Path, fs.ErrNotExist)
}

// skill is a valid SKILL.md.
func skill(name, description, body string) string {
	return "---\nname: " + name + "\ndescription: " + description + "\n---\n\n" + body
}

// native is a skill in the user's own folder.
func native(name, description, body string) found {
	return found{provider: discovery.Native, level: discovery.User, path: "/home/sam/.deft/skills/" + name + "/SKILL.md",
		raw: skill(name, description, body)}
}

// screen is a running interface without a terminal.
type screen struct {
	t      *testing.T
	model  *Model
	source *fakeSource
	quit   bool
	clip   string // what was copied last
}

func open(t *testing.T, width, height int, source *fakeSource, change ...func(*cli.App)) *screen {
	t.Helper()
	app := cli.App{
		Cwd: "/home/sam/work", Home: "/home/sam", Project: "/home/sam/work", SkillCommands: true,
		Verbs: cli.Verbs{
			List: commands.List{Source: source}, Reload: commands.Reload{Source: source}, Why: commands.Why{Source: source},
			Show: commands.Show{Source: source}, Compare: commands.Compare{Source: source}, Copy: commands.Copy{Source: source},
			Verbs:  tool.Verbs{Load: commands.Load{Source: source}, Read: commands.Read{Source: source}},
			Fix:    commands.Fix{Source: source, State: state.Open("", ""), World: fakeWorld{source}},
			Agents: commands.Agents{Scan: source.scene, Load: source.Load, Config: discovery.Defaults},
		},
	}
	for _, c := range change {
		c(&app)
	}
	s := &screen{t: t, source: source}
	v := verbs(t.Context(), app, clipboard.Clipboard{})
	v.Moment, v.Rest, v.Pause, v.Release = 0, 0, 0, nil
	if app.Home == "/home/sam" { // there is no such home: nothing may be written to it
		v.CopySkill = func(commands.CopyRequest) (commands.CopyPlan, error) {
			return commands.CopyPlan{}, errors.New("this test has no home")
		}
	}
	v.Copy = func(text string) clipboard.Result {
		s.clip = text
		return clipboard.Result{Bytes: len(text), Tries: []clipboard.Try{{Way: "clip", Outcome: clipboard.Took}}}
	}
	s.model = New(v, app, keys.Default(), Colours{Dark: true})
	s.send(tea.WindowSizeMsg{Width: width, Height: height})
	s.run(s.model.Init())
	return s
}

// run carries out a command and all that follow from it, one after the other.
func (s *screen) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			s.run(c)
		}
	case tea.QuitMsg:
		s.quit = true
	default:
		s.send(msg)
	}
}

func (s *screen) send(msg tea.Msg) {
	_, cmd := s.model.Update(msg)
	s.run(cmd)
}

// press sends keys by their names; a name of several letters that is none, or that follows burst:, is a
// burst.
func (s *screen) press(names ...string) {
	for _, n := range names {
		s.send(keyNamed(n))
	}
}

func keyNamed(name string) tea.KeyMsg {
	if text, ok := strings.CutPrefix(name, "burst:"); ok {
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)}
	}
	named := map[string]tea.KeyType{"enter": tea.KeyEnter, "esc": tea.KeyEsc, "tab": tea.KeyTab, "shift+tab": tea.KeyShiftTab,
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
		"ctrl+c": tea.KeyCtrlC, "ctrl+j": tea.KeyCtrlJ, "ctrl+r": tea.KeyCtrlR, "ctrl+w": tea.KeyCtrlW, "backspace": tea.KeyBackspace, "f1": tea.KeyF1}
	if k, ok := named[name]; ok {
		return tea.KeyMsg{Type: k}
	}
	if name == "alt+esc" {
		return tea.KeyMsg{Type: tea.KeyEsc, Alt: true}
	}
	if name == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// write sends a text as a terminal does: runs of letters as bursts, blanks one by one.
func (s *screen) write(text string) {
	for _, part := range strings.SplitAfter(text, " ") {
		if word := strings.TrimSuffix(part, " "); word != "" {
			s.press(word)
		}
		if strings.HasSuffix(part, " ") {
			s.press(" ")
		}
	}
}

func (s *screen) paste(text string) {
	s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

func (s *screen) resize(width, height int) { s.send(tea.WindowSizeMsg{Width: width, Height: height}) }

// submit sends what is written, without taking a completion.
func (s *screen) submit() {
	if s.model.composer.Open() {
		s.press("esc")
	}
	s.press("enter")
}
