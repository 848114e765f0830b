package config

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"deft/commands/state"
	"deft/discovery"
	"deft/discovery/disk"
)

// world is a home, a project and an environment in a temporary folder.
type world struct {
	t   *testing.T
	s   Surroundings
	env map[string]string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	tmp, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, env: map[string]string{"TEAM": filepath.Join(tmp, "team")}}
	w.s = Surroundings{
		Place: discovery.Place{
			Cwd: filepath.Join(tmp, "project"), Project: filepath.Join(tmp, "project"), Home: filepath.Join(tmp, "home"),
		},
		Getenv: func(name string) (string, bool) { v, ok := w.env[name]; return v, ok },
	}
	for _, dir := range []string{w.s.Place.Home, w.s.Place.Project} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (w *world) write(file, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) load(args ...string) (Config, error) {
	w.t.Helper()
	flags := pflag.NewFlagSet("deft", pflag.ContinueOnError)
	flags.SetNormalizeFunc(Aliases())
	AddFlags(flags)
	if err := flags.Parse(args); err != nil {
		w.t.Fatal(err)
	}
	return Read(w.s, flags)
}

// Each field of a profile goes where discovery looks for it.
func TestConfigProfiles(t *testing.T) {
	w := newWorld(t)
	w.write(w.s.userFile(), `profiles:
  work:
    includeSkills: [a*]
    ignoredSkills: [ab]
    categories: [devops, none]
    providers: [claude, native]
    precedence: [claude]
    enablePiUser: false
    enableCodexUser: true
  empty:
watch: {polling: true, debounce: 1s, followSymlinks: false}
`)
	w.write(w.s.projectFile(), "profiles:\n  work: {includeSkills: [b*]}\n  docs: {categories: [none]}\n")
	c, err := w.load("--profile", "work")
	want := []discovery.Profile{
		{Name: "docs", Categories: []string{"none"}},
		{Name: "empty"},
		{
			Name: "work", Skills: []string{"a*"}, Ignored: []string{"ab"}, Categories: []string{"devops", "none"},
			Providers: []string{"claude", "native"}, Precedence: []string{"claude"},
			Toggles: map[discovery.Switch]bool{discovery.EnableNativeUser: false, discovery.EnableCodexUser: true},
		},
	}
	if err != nil || !reflect.DeepEqual(c.Profiles, want) || c.Profile != "work" {
		t.Errorf("got %+v, %q, %v", c.Profiles, c.Profile, err)
	}
	if got := c.Watch; !got.Enabled || !got.Polling || got.Debounce != time.Second || got.FollowSymlinks || got.MaxProjects != disk.WatchDefaults().MaxProjects {
		t.Errorf("got %+v", got)
	}
	if c, err = w.load("--profile="); err != nil || c.Profile != "" {
		t.Errorf("got %q, %v", c.Profile, err)
	}
	if c, err = w.load("--no-project-config"); err != nil || len(c.Profiles) != 2 {
		t.Errorf("the project's file is read: %+v, %v", c.Profiles, err)
	}
}

func TestNoProjectInTheEnvironment(t *testing.T) {
	for text, skipped := range map[string]bool{"": false, "0": false, "false": false, "1": true, "yes": true} {
		w := newWorld(t)
		w.write(w.s.projectFile(), "contextFiles: [not, allowed]\n")
		w.env["DEFT_NO_PROJECT_CONFIG"] = text
		if _, err := w.load(); (err == nil) != skipped {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// origins are the value and origin of each Setting of a key.
func origins(c Config, key string) []string {
	var out []string
	for _, s := range c.Settings {
		if s.Key == key {
			out = append(out, s.Value+" < "+s.Origin)
		}
	}
	return out
}

func TestConfigDefaults(t *testing.T) {
	c, err := newWorld(t).load()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(c.Discovery, discovery.Defaults()) {
		t.Errorf("discovery %+v, want the defaults", c.Discovery)
	}
	if !c.SkillCommands || c.Theme != "auto" || !reflect.DeepEqual(c.ContextFiles, []string{"AGENTS.md"}) {
		t.Errorf("got %+v", c)
	}
	for _, s := range c.Settings {
		if s.Origin != "default" {
			t.Errorf("%s comes from %q", s.Key, s.Origin)
		}
	}
	if len(c.Settings) != len(keys()) {
		t.Errorf("%d settings for %d keys", len(c.Settings), len(keys()))
	}
}

func TestConfigLayers(t *testing.T) {
	w := newWorld(t)
	user, project := w.s.userFile(), w.s.projectFile()
	w.write(user, `# mine
skills:
  enablePiUser: false
  ignoredSkills: [old-*, "3000", 12]
  includeSkills: [a*]
  customDirectories:
    - ~/Team Skills
    - $TEAM/more
    - ${TEAM}/more/
    - rel/skills
theme: dark
diagnostics:
  ignore: [name-folder-mismatch]
`)
	w.write(project, "skills:\n  ignoredSkills: [tmp-*, old-*]\n  includeSkills: [b*]\n  customDirectories: [../tools]\n")
	c, err := w.load("--theme", "light", "--enable-native-project=false", "--custom-directories", "here", "--ignored-skills=x")
	if err != nil {
		t.Fatal(err)
	}
	home, cwd := w.s.Place.Home, w.s.Place.Cwd
	base := filepath.Dir(user)
	d := c.Discovery
	for name, pair := range map[string][2]any{
		"ignored":   {d.IgnoredSkills, []string{"old-*", "3000", "12", "tmp-*", "x"}},
		"included":  {d.IncludeSkills, []string{"b*"}},
		"directory": {d.CustomDirectories, []string{home + "/Team Skills", w.env["TEAM"] + "/more", base + "/rel/skills", cwd + "/tools", cwd + "/here"}},
		"toggles":   {d.Toggles, discovery.Toggles{ClaudeUser: true, ClaudeProject: true, CodexUser: true}},
		"theme":     {c.Theme, "light"},
		"muted":     {c.Muted, []string{"name-folder-mismatch"}},
		"origins": {origins(c, keyCustom)[2:], []string{
			base + "/rel/skills < " + user + ":10 (relative to " + base + ")",
			cwd + "/tools < " + project + ":4 (relative to " + cwd + "/.deft)",
			cwd + "/here < flag --custom-directories (relative to " + cwd + ")",
		}},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("%s: got %q, want %q", name, pair[0], pair[1])
		}
	}
}

func TestConfigHomeOfXDG(t *testing.T) {
	w := newWorld(t)
	w.env["XDG_CONFIG_HOME"] = filepath.Join(w.s.Place.Home, "elsewhere")
	w.write(filepath.Join(w.env["XDG_CONFIG_HOME"], "deft", "config.yaml"), "theme: none\n")
	if c, err := w.load(); err != nil || c.Theme != "none" {
		t.Errorf("theme %q, error %v", c.Theme, err)
	}
	w.env["XDG_CONFIG_HOME"] = "relative" // to be ignored, says the XDG specification
	if c, err := w.load(); err != nil || c.Theme != "auto" {
		t.Errorf("theme %q, error %v", c.Theme, err)
	}
}

// Each fault names file and line, and the way out.
func TestConfigFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown", "skills:\n  ignoreSkills: [x]\n", `:2: unknown key "skills.ignoreSkills" (did you mean skills.ignoredSkills?)`},
		{"unknown top", "\nthme: dark\n", `:2: unknown key "thme" (did you mean theme?)`},
		{"nothing near", "zzzzzzzzzzzz: 1\n", ":1: unknown key \"zzzzzzzzzzzz\" (`deft config --help` lists the keys)"},
		{"misplaced", "ignoredSkills: [x]\n", `:1: unknown key "ignoredSkills" (did you mean skills.ignoredSkills?)`},
		{"text for bool", "skills:\n  enabled: \"no\"\n", `:2: skills.enabled wants true or false, not "no"`},
		{"yes for bool", "skills:\n  enabled: yes\n", `:2: skills.enabled wants true or false, not "yes"`},
		{"text for list", "skills:\n  ignoredSkills: a\n", ":2: skills.ignoredSkills wants a list of globs, not \"a\""},
		{"map in list", "skills:\n  ignoredSkills:\n    - a: b\n", ":3: skills.ignoredSkills wants a list of globs, not a map"},
		{"list for text", "theme: [dark]\n", ":1: theme wants a word, not a list"},
		{"theme", "theme: blue\n", `:1: theme is one of auto, dark, light, contrast-dark, contrast-light, none, not "blue"`},
		{"glob", "skills:\n  includeSkills:\n    - ok\n    - '[a'\n", `:4: "[a" in skills.includeSkills is no valid glob`},
		{"duplicate", "theme: dark\ntheme: light\n", ":2: theme is set already in line 1 (keep one of the two)"},
		{"alias twice", "skills:\n  enablePiUser: true\n  enableNativeUser: true\n", ":3: skills.enableNativeUser is set already in line 2"},
		{"section twice", "skills: {}\nskills: {}\n", ":2: skills stands already in line 1"},
		{"list at top", "- a\n", ":1: the file wants a map of settings, not a list"},
		{"section text", "skills: x\n", `:1: skills wants a map of settings, not "x"`},
		{"yaml", "theme: dark\n  skills: x\n", ":2: not valid YAML: mapping values are not allowed"},
		{"tab", "skills:\n\tenabled: true\n", ":2: not valid YAML"},
		{"open list", "theme: dark\nprofiles: [a\n\nwatch: {}\n", ":2: not valid YAML"},
		{"open list at first", "theme: [a", ":1: not valid YAML"},
		{"open quote", "theme: 'dark", ":1: not valid YAML"},
		{"open quote later", "watch: {}\n\ntheme: 'dark\n", ":3: not valid YAML"},
		{"list in map", "theme: dark\n- a\n", ":2: not valid YAML"},
		{"map in list", "- a\ntheme: dark\n", ":2: not valid YAML"},
		{"control", "\ntheme: \x01\n", ":2: not valid YAML"},
		{"bad bytes", "theme: dark\n\nx: \xff\n", ":3: not valid YAML"},
		{"alias", "theme: dark\nx: *nope\n", ":2: not valid YAML"},
		{"two documents", "theme: dark\n---\ntheme: light\n", "more than one YAML document"},
		{"variable", "skills:\n  customDirectories: [$NOPE/x]\n", ":2: skills.customDirectories: environment variable NOPE is not set"},
		{"user's home", "skills:\n  customDirectories: [~eve/x]\n", ":2: skills.customDirectories: \"~eve/x\": only ~/ is understood"},
		{"empty", "skills:\n  customDirectories: ['']\n", ":2: empty text in skills.customDirectories"},
		{"profiles list", "profiles: [a]\n", ":1: profiles wants a map of profiles, not a list"},
		{"profile text", "profiles: {a: b}\n", `:1: profiles.a wants a map of fields, not "b"`},
		{"profile twice", "profiles:\n  a: {}\n  a: {}\n", ":3: profiles.a stands already in line 2"},
		{"profile field twice", "profiles:\n  a: {enablePiUser: true, enableNativeUser: true}\n", ":2: profiles.a.enableNativeUser is set already in line 2"},
		{"profile without a name", "profiles:\n  '': {}\n", ":2: a profile in profiles has no name"},
		{"profile field", "profiles:\n  a:\n    theme: dark\n", `:3: unknown key "theme" in profiles.a (a profile has includeSkills, ignoredSkills, `},
		{"profile provider", "profiles:\n  a: {precedence: [cloud]}\n", ":2: profiles.a.precedence is one of native, claude,"},
		{"profile glob", "profiles:\n  a: {includeSkills: ['[x']}\n", `:2: "[x" in profiles.a.includeSkills is no valid glob`},
		{"profile switch", "profiles:\n  a: {enablePiUser: yes}\n", `:2: profiles.a.enableNativeUser wants true or false, not "yes"`},
		{"unknown profile", "\nprofile: a\n", `:2: no profile "a": none is defined`},
		{"debounce", "watch:\n  debounce: soon\n", `:2: watch.debounce is a time such as 150ms or 1s, or milliseconds, not "soon"`},
		{"long debounce", "watch:\n  debounce: 1h\n", ":2: watch.debounce is a time"},
		{"context", "contextFiles: [../x]\n", `:1: "../x" in contextFiles is no file name`},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.write(w.s.userFile(), c.text)
			_, err := w.load()
			if err == nil || !strings.Contains(err.Error(), w.s.userFile()+":") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s%s", err, w.s.userFile(), c.want)
			}
		})
	}
}

func TestConfigNothingSet(t *testing.T) {
	for _, text := range []string{"", "# only a remark\n", "skills:\n", "skills:\n  ignoredSkills:\n", "---\n", "\ufeffskills:\n"} {
		w := newWorld(t)
		w.write(w.s.userFile(), text)
		if c, err := w.load(); err != nil || !reflect.DeepEqual(c.Discovery, discovery.Defaults()) {
			t.Errorf("%q gives %+v, %v", text, c.Discovery, err)
		}
	}
}

// A project is not trusted: it cannot reach out of itself.
func TestProjectConfigLimits(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"toggle", "skills:\n  enableClaudeUser: false\n", ":2: skills.enableClaudeUser cannot be set by a project (set it in "},
		{"enabled", "skills: {enabled: false}\n", ":1: skills.enabled cannot be set by a project"},
		{"path", "skills:\n  path: .\n", ":2: skills.path cannot be set"},
		{"theme", "theme: dark\n", ":1: theme cannot be set"},
		{"accepted", "skills:\n  acceptedCollisions: [x]\n", ":2: skills.acceptedCollisions cannot be set"},
		{"parent", "skills:\n  customDirectories: [../../other]\n", ":2: skills.customDirectories: "},
		{"home", "skills:\n  customDirectories: [~/x]\n", "is outside the project"},
		{"absolute", "skills:\n  customDirectories: [/etc]\n", "/etc is outside the project"},
		{"link", "skills:\n  customDirectories: [../out]\n", "is outside the project"},
		{"below link", "skills:\n  customDirectories: [../out/a/b]\n", "is outside the project"},
		{"dangling", "skills:\n  customDirectories: [../nowhere]\n", "is a link to nothing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.write(w.s.projectFile(), c.text)
			for link, target := range map[string]string{"out": w.s.Place.Home, "nowhere": w.s.Place.Home + "/gone"} {
				if err := os.Symlink(target, filepath.Join(w.s.Place.Project, link)); err != nil {
					t.Fatal(err)
				}
			}
			_, err := w.load()
			if err == nil || !strings.Contains(err.Error(), w.s.projectFile()) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// A project may be reached by a link, and may name a folder that is not there
// yet.
func TestProjectConfigInside(t *testing.T) {
	w := newWorld(t)
	w.write(w.s.projectFile(), "skills:\n  customDirectories: [../later/skills, skills2]\n  categories: [none]\n")
	link := filepath.Join(w.s.Place.Home, "p")
	if err := os.Symlink(w.s.Place.Project, link); err != nil {
		t.Fatal(err)
	}
	w.s.Place.Project, w.s.Place.Cwd = link, link
	c, err := w.load()
	want := []string{link + "/later/skills", link + "/.deft/skills2"}
	if err != nil || !reflect.DeepEqual(c.Discovery.CustomDirectories, want) {
		t.Errorf("got %q, %v; want %q", c.Discovery.CustomDirectories, err, want)
	}
}

// Opening a config never waits for a writer.
func TestConfigPipe(t *testing.T) {
	w := newWorld(t)
	file := w.s.projectFile()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(file, 0o644); err != nil {
		t.Skip(err)
	}
	if _, err := w.load(); err == nil || !strings.Contains(err.Error(), file+": is no regular file") {
		t.Errorf("got %v", err)
	}
}

func TestFlagFaults(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--include-skills", "[x"}, `flag --include-skills: "[x" in skills.includeSkills is no valid glob`},
		{[]string{"--theme", "blue"}, "flag --theme: theme is one of"},
		{[]string{"--custom-directories", "$NOPE"}, "environment variable NOPE is not set"},
	} {
		if _, err := newWorld(t).load(c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.args, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("skills:\n  ignoredSkills: [a, *b]\n")
	f.Add("a: &a [*a]\ntheme: *a\n")
	f.Add("&a skills: *a\n")
	f.Add("? [x]\n: y\n")
	f.Add("theme: !!bool x\n---\n")
	f.Fuzz(func(t *testing.T, text string) {
		_, err := parse("config.yaml", []byte(text))
		if err != nil && !strings.HasPrefix(err.Error(), "config.yaml:") {
			t.Errorf("%v names no file", err)
		}
	})
}

func TestKeysInTheConfig(t *testing.T) {
	w := newWorld(t)
	file := w.s.userFile()
	w.write(file, "mouse: false\nkeys:\n  quit: [ctrl+q, Q]\n  zoom: z\n  list.open: []\n")
	c, err := w.load()
	if err != nil {
		t.Fatal(err)
	}
	want := []Binding{{"quit", []string{"ctrl+q", "Q"}, file, 3}, {"zoom", []string{"z"}, file, 4}, {"list.open", nil, file, 5}}
	if !reflect.DeepEqual(c.Keys, want) || c.Mouse || c.Plain {
		t.Errorf("%+v", c)
	}
	if got := origins(c, "keys"); len(got) != 3 || got[0] != "quit: ctrl+q, Q < "+file+":3" {
		t.Errorf("%q", got)
	}
	for text, line := range map[string]string{"keys: [q]": ":1: ", "keys:\n  quit: {a: b}": ":2: ", "keys:\n  quit:\n  - [q]": ":3: ", "keys:\n  quit:": ":2: "} {
		w.write(file, text)
		if _, err := w.load(); err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("%q: %v", text, err)
		}
	}
	w.write(file, "")
	w.write(w.s.projectFile(), "keys:\n  quit: [x]\n")
	if _, err := w.load(); err == nil || !strings.Contains(err.Error(), "cannot be set by a project") {
		t.Errorf("a project binds keys: %v", err)
	}
}

// What was decided in the program is joined with the configuration, and its origin told.
func TestDecided(t *testing.T) {
	kept := state.Open(t.TempDir(), "")
	defer kept.Close()
	kept.Accept("tidy")
	kept.Switches.Set("theme", "light")
	for name, where := range map[string]string{"b": "", "a": "/p", "c": "/q"} {
		if err := kept.Disable([]string{name}, where, true); err != nil {
			t.Fatal(err)
		}
	}
	disabled := []string{"a < deft disable (" + kept.DisabledFile() + ")", "b < deft disable (" + kept.DisabledFile() + ")"}
	for _, tt := range []struct {
		flags                  []string
		theme                  []string
		accepted, own, ignored []string
	}{
		{nil, []string{"light < /theme"}, []string{"tidy < accepted in the interface"}, nil, nil},
		{[]string{"--theme=dark", "--accepted-collisions=x", "--ignored-skills=i"}, []string{"dark < flag --theme"},
			[]string{"x < flag --accepted-collisions", "tidy < accepted in the interface"}, []string{"x"}, []string{"i < flag --ignored-skills"}},
		{[]string{"--accepted-collisions=tidy"}, []string{"light < /theme"}, []string{"tidy < flag --accepted-collisions"}, []string{"tidy"}, nil},
	} {
		stated, err := newWorld(t).load(tt.flags...)
		if err != nil {
			t.Fatal(err)
		}
		before := slices.Clone(stated.Settings)
		c := stated.Decided(kept, "/p")
		if !slices.Equal(stated.Settings, before) {
			t.Errorf("%q: the stated settings changed: %v", tt.flags, stated.Settings)
		}
		for key, want := range map[string][]string{keyTheme: tt.theme, keyAccepted: tt.accepted, keyIgnored: append(tt.ignored, disabled...)} {
			if got := origins(c, key); !slices.Equal(got, want) {
				t.Errorf("%q, %s: got %q", tt.flags, key, got)
			}
		}
		if !strings.HasPrefix(tt.theme[0], c.Theme+" ") || !slices.Equal(c.Accepted, tt.own) || len(c.Discovery.AcceptedCollisions) != len(tt.accepted) || !slices.Equal(c.Discovery.DisabledSkills, []string{"a", "b"}) {
			t.Errorf("%q: theme %s, accepted by the configuration %q, in all %q, disabled %q", tt.flags, c.Theme, c.Accepted, c.Discovery.AcceptedCollisions, c.Discovery.DisabledSkills)
		}
		if at := slices.IndexFunc(c.Settings, func(s Setting) bool { return s.Key == keyAccepted }); c.Settings[at-1].Key != keyCategories {
			t.Errorf("%s stands behind %s", keyAccepted, c.Settings[at-1].Key)
		}
	}
}

func TestKeys(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Keys() {
		if seen[k.Flag] && k.Flag != "" || k.Wants == "" || k.Help == "" {
			t.Errorf("%+v is not alone or says nothing", k)
		}
		seen[k.Flag] = true
	}
	if got := (key{name: "skills.enableClaudeUser"}).flag(); got != "enable-claude-user" {
		t.Errorf("got %q", got)
	}
	if got := nearest("skills.enabeld"); got != keyEnabled {
		t.Errorf("got %q", got)
	}
}
