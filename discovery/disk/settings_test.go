package disk_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"deft/discovery"
	"deft/discovery/disk"
	"deft/discovery/rules"
)

// settingsScene reads what two files of one setting say.
func settingsScene(t *testing.T, s discovery.Setting, files map[string]string) (*world, *discovery.Scene) {
	t.Helper()
	w := build(t, files)
	s.Files = []discovery.Dir{{Level: discovery.User, Path: "set"}, {Level: discovery.Project, Path: "set", Climb: discovery.Climb{Here: true}, Trusted: true}}
	return w, w.scene(discovery.Rules{Agent: "one", Settings: []discovery.Setting{s}}, discovery.Rules{Agent: "two", Settings: []discovery.Setting{s}})
}

func (w *world) scene(all ...discovery.Rules) *discovery.Scene {
	w.t.Helper()
	scene, err := disk.Scene(context.Background(), disk.At(w.cwd, w.home), func(string) (string, bool) { return "", false }, all)
	if err != nil {
		w.t.Fatal(err)
	}
	return scene
}

func (w *world) orders(all []discovery.Order) []string {
	var out []string
	for _, o := range all {
		sign := "on"
		if o.Off {
			sign = "off"
		}
		text := fmt.Sprintf("%s %s %s %s: %s", sign, o.Selector, o.Text, o.Level, o.Detail)
		if o.Trusted {
			text = "if trusted " + text
		}
		out = append(out, strings.ReplaceAll(text, w.dir, "W"))
	}
	return out
}

func TestSettingForms(t *testing.T) {
	for name, test := range map[string]struct {
		setting       discovery.Setting
		user, project string
		want          []string
	}{
		"values": {
			discovery.Setting{
				Format: discovery.JSON, Key: "a.b", Form: discovery.Values, Names: discovery.ByGlob, Off: []string{"off"},
				Means: map[string]string{"some": "not all"},
			},
			`{"a": {"b": {"x": "off", "y": "on", "z": "some", "x": "on"}}}`, `{"a": {"b": {"y": "off"}}}`,
			[]string{
				"on glob y : ", "on glob z : a.b.z in W/home/set says some: not all", "on glob x : ",
				"if trusted off glob y : a.b.y in W/project/set says off",
			},
		},
		"values below": {
			discovery.Setting{Format: discovery.JSON5, Key: "e", Form: discovery.Values, Names: discovery.ByName, Value: "enabled", Off: []string{"false"}},
			"{e: {x: {enabled: false}, y: {}, z: 1}}", "",
			[]string{"off name x : e.x.enabled in W/home/set says false"},
		},
		"names": {
			discovery.Setting{Format: discovery.YAML, Key: "off", Form: discovery.Names, Names: discovery.ByName, Prefix: "skill:"},
			"off: [skill:x, tool:y, 3]", "off: [skill:z]",
			[]string{"off name x : off in W/home/set names it", "if trusted off name z : off in W/project/set names it"},
		},
		"names that replace": {
			discovery.Setting{Format: discovery.JSON, Key: "off", Form: discovery.Names, Names: discovery.ByFolded, Replaces: true},
			`{"off": ["x"]}`, `{"off": []}`, nil,
		},
		"chosen names": {
			discovery.Setting{Key: "on", Form: discovery.Chosen, Names: discovery.ByMatch},
			`{"on": ["x*"]}`, `{"on": []}`,
			[]string{"off every  : on in W/home/set does not name it", "on match x* : "},
		},
		"one value for all names": {
			discovery.Setting{Key: "p", Form: discovery.Values, Names: discovery.ByGlob, Off: []string{"deny"}},
			`{"p": "deny"}`, "",
			[]string{"off glob * : p.* in W/home/set says deny"},
		},
		"one of some sources": {
			discovery.Setting{Key: "on", Form: discovery.One, Off: []string{"false"}, Sources: []string{"x", "y"}},
			`{"on": false}`, "",
			[]string{"off source x : on in W/home/set says false", "off source y : on in W/home/set says false"},
		},
		"tables": {
			discovery.Setting{Format: discovery.TOML, Key: "c", Form: discovery.Tables},
			"[[c]]\nname = ' x '\nenabled = false\n[[c]]\npath = 'link/SKILL.md'\nenabled = false\n[[c]]\npath = '~/y'\nenabled = true\n" +
				"[[c]]\nname = 'z'\npath = 'z'\nenabled = false\n[[c]]\nname = 'w'\n", "",
			[]string{
				`off name x : c in W/home/set says name = "x", enabled = false`,
				`off file W/home/real/SKILL.md : c in W/home/set says path = "link/SKILL.md", enabled = false`,
				"on file W/home/y : ",
			},
		},
		"patterns": {
			discovery.Setting{Format: discovery.JSON, Key: "s", Form: discovery.Patterns, OwnLevel: true},
			`{"s": ["-./a", "plain", "+b", "!~/c", "", 1]}`, `{"s": ["-d"]}`,
			[]string{
				"off pattern W/home/c user: s in W/home/set says !~/c", "on place b user: ", "off place a user: s in W/home/set says -./a",
				"if trusted off place d project: s in W/project/set says -d",
			},
		},
		"one": {
			discovery.Setting{Format: discovery.JSON, Key: "on", Form: discovery.One, Off: []string{"false"}},
			`{"on": false}`, `{"on": true}`,
			[]string{"off every  : on in W/home/set says false", "if trusted on every  : "},
		},
	} {
		files := map[string]string{"home/set": test.user, "project/set": test.project, "home/real/SKILL.md": "", "home/link": "-> real"}
		w, scene := settingsScene(t, test.setting, files)
		same(t, name, w.orders(scene.Orders["one"]), test.want)
		for _, f := range scene.Settings {
			if f.Fault != nil || len(f.Agents) != 2 {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
}

// TestSettingFolders: what a setting adds to the roots.
func TestSettingFolders(t *testing.T) {
	many := strings.Repeat(`"/x", `, 3)
	for i := range 60 {
		many += fmt.Sprintf(`"/many/%d", `, i)
	}
	for name, test := range map[string]struct {
		setting       discovery.Setting
		user, project string
		want          []string
		faults        int
	}{
		"from nowhere":            {discovery.Setting{}, `["/a/../b", "~/c", "d", "", 1, "!e", "/f*", "$X/g"]`, "", []string{"/b", "W/home/c"}, 0},
		"home is none":            {discovery.Setting{Added: discovery.Added{Bare: true}}, `["~/c"]`, "", nil, 0},
		"from the working folder": {discovery.Setting{Added: discovery.Added{From: discovery.FromCwd}}, `["a", "/b"]`, `["../c", "/b"]`, []string{"W/project/a", "/b", "W/c"}, 0},
		"from the file":           {discovery.Setting{Added: discovery.Added{From: discovery.FromFile}}, `["a"]`, `["./a"]`, []string{"W/home/a", "W/project/a"}, 0},
		"the last first":          {discovery.Setting{Added: discovery.Added{Last: true}}, `["/a", "/b"]`, `["/c"]`, []string{"/c", "/b", "/a"}, 0},
		"the later file alone":    {discovery.Setting{Replaces: true}, `["/a"]`, `["/c"]`, []string{"/c"}, 0},
		"no list":                 {discovery.Setting{}, `{"a": 1}`, `["/c"]`, []string{"/c"}, 1},
	} {
		s := test.setting
		s.Format, s.Key, s.Form, s.Name = discovery.JSON, "dirs", discovery.Folders, "one dirs"
		files := map[string]string{"home/set": `{"dirs": ` + test.user + `}`}
		if test.project != "" {
			files["project/set"] = `{"dirs": ` + test.project + `}`
		}
		w, scene := settingsScene(t, s, files)
		var got []string
		for _, spot := range scene.Ground.Places(discovery.Dir{Setting: "one dirs"}) {
			if spot.Order != len(got) {
				t.Errorf("%s: %+v", name, spot)
			}
			got = append(got, strings.ReplaceAll(spot.Path, w.dir, "W"))
		}
		same(t, name, got, test.want)
		for _, f := range scene.Settings {
			if f.Fault != nil {
				test.faults--
			}
		}
		if test.faults != 0 {
			t.Errorf("%s: %+v", name, scene.Settings)
		}
	}
	_, scene := settingsScene(t, discovery.Setting{Format: discovery.JSONC, Key: "dirs", Form: discovery.Folders, Added: discovery.Added{Name: "n"}}, map[string]string{"home/set": `{"dirs": [` + many + `]}`})
	if len(scene.Ground.Named["n"]) != 50 || scene.Settings[0].Fault == nil {
		t.Errorf("%d folders, %+v", len(scene.Ground.Named["n"]), scene.Settings)
	}
}

// TestManyOrders: who names very many skills is not held against all of them.
func TestManyOrders(t *testing.T) {
	var text strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&text, `"x%d": "off", `, i)
	}
	s := discovery.Setting{Format: discovery.JSONC, Key: "s", Form: discovery.Values, Names: discovery.ByGlob, Off: []string{"off"}}
	_, scene := settingsScene(t, s, map[string]string{"home/set": `{"s": {` + text.String() + `}}`})
	if n := len(scene.Orders["one"]); n != 1000 || scene.Settings[0].Fault == nil {
		t.Errorf("%d orders, %+v", n, scene.Settings)
	}
}

// TestSettingFaults: what cannot be understood says nothing, and is told once.
func TestSettingFaults(t *testing.T) {
	s := discovery.Setting{Format: discovery.JSON, Key: "off", Form: discovery.Names, Names: discovery.ByName}
	for text, want := range map[string]string{
		"{\n\"off\": [\"x\",]}":   "2 not valid JSON: \"]\" is no value",
		"{\n\"off\": {\"x\": 1}}": "2 off has the wrong type",
		"-> nowhere":              "",
		"-> .":                    "0 cannot be read: ",
		`{"off": ["` + strings.Repeat("x", 5<<20): "0 cannot be read: ",
	} {
		_, scene := settingsScene(t, s, map[string]string{"home/set": text})
		got := ""
		for _, f := range scene.Settings {
			got += fmt.Sprintf("%d %s", f.Fault.Line, f.Fault.Message)
			if f.Fault.Code != discovery.CodeBadSettings || len(f.Agents) != 2 {
				t.Errorf("%+v", f)
			}
		}
		if len(scene.Orders["one"]) != 0 || !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%.30q: %v, %q", text, scene.Orders, got)
		}
	}
	w := build(t, nil)
	if err := syscall.Mkfifo(w.home+"/pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	s.Files = []discovery.Dir{{Level: discovery.User, Path: "pipe"}}
	if scene := w.scene(discovery.Rules{Agent: "one", Settings: []discovery.Setting{s}}); len(scene.Settings) != 1 || scene.Settings[0].Fault == nil {
		t.Errorf("a pipe: %+v", scene.Settings)
	}
}

// TestSettingsWatched: a change of an agent's settings is told as one of skills
// is.
func TestSettingsWatched(t *testing.T) {
	both(t, func(t *testing.T, c disk.WatchConfig) {
		w := build(t, map[string]string{"home/.claude/skills/tdd/SKILL.md": skillOf("tdd", "One.")})
		all := []discovery.Rules{{Agent: "one", Settings: []discovery.Setting{{Files: []discovery.Dir{
			{Level: discovery.User, Path: ".one/settings.json"}, {Level: discovery.Project, Path: "one.json", Climb: discovery.Climb{Here: true}},
		}}}}}
		unset := func(string) (string, bool) { return "", false }
		var asked atomic.Int32
		files := func(at discovery.Place) []string {
			asked.Add(1)
			return disk.SettingsFiles(at, unset, all)
		}
		same(t, "files", files(disk.At(w.cwd, w.home)), []string{w.home + "/.one/settings.json", w.cwd + "/one.json"})
		l := w.liveOver(rules.Deft(), disk.Watched(rules.Deft(), w.config, c, files))
		for _, name := range []string{"home/.one/settings.json", "project/one.json"} {
			before := asked.Load()
			w.write(name, "{}")
			s := l.until("a change of "+name, func(*discovery.Snapshot) bool { return asked.Load() > before })
			if len(s.Resolutions) != 1 || len(s.Diagnostics) != 0 || !s.Complete {
				t.Errorf("%s: %v, %v", name, active(s), l.findings(s))
			}
		}
	})
}
