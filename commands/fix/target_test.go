package fix

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"deft/discovery"
	"deft/discovery/rules"
)

// ground is a working folder below a project.
func ground(env map[string]string) discovery.Ground {
	return discovery.Ground{
		Place: discovery.Place{Cwd: "/p/sub", Home: "/h", Project: "/p"},
		Above: []discovery.Folder{{Path: "/p/sub"}, {Path: "/p", Git: discovery.GitRepository}, {Path: "/"}},
		Env:   env,
	}
}

// TestEveryAgentHasAFolder: one that the table says it reads.
func TestEveryAgentHasAFolder(t *testing.T) {
	if len(homes()) != len(rules.Names()) {
		t.Errorf("%d agents, %d in the table", len(homes()), len(rules.Names()))
	}
	for _, a := range rules.All() {
		for _, level := range []discovery.Level{discovery.Project, discovery.User} {
			to, err := For(a, level, ground(nil))
			if err != nil || !filepath.IsAbs(to.Path) {
				t.Errorf("%s, %s: got %+v, %v", a.Agent, level, to, err)
				continue
			}
			if (to.Within == "/p") != (level == discovery.Project) || !Reads(a, ground(nil), to.Path) {
				t.Errorf("%s, %s: got %+v", a.Agent, level, to)
			}
		}
	}
}

func TestFor(t *testing.T) {
	env := map[string]string{"CLAUDE_CONFIG_DIR": "/c", "CRUSH_SKILLS_DIR": "/s", "XDG_CONFIG_HOME": "/x"}
	tests := []struct {
		agent string
		level discovery.Level
		want  string
	}{
		{"deft", discovery.Project, "/p/.deft/skills"},
		{"claude-code", discovery.Project, "/p/.claude/skills"},
		{"claude-code", discovery.User, "/c/skills"},
		{"cursor", discovery.Project, "/p/sub/.cursor/skills"}, // it looks no further up
		{"cursor", discovery.User, "/h/.cursor/skills"},
		{"crush", discovery.User, "/s"},
		{"goose", discovery.User, "/x/goose/skills"},
	}
	for _, test := range tests {
		a, _ := rules.ByName(test.agent)
		if to, err := For(a, test.level, ground(env)); err != nil || to.Path != test.want {
			t.Errorf("%+v: got %+v, %v", test, to, err)
		}
	}
	a, _ := rules.ByName("deft")
	g := ground(nil)
	g.Home = ""
	var refused *RefusedError
	if to, err := For(a, discovery.User, g); !errors.As(err, &refused) {
		t.Errorf("without a home: %+v, %v", to, err)
	}
}

func TestConfine(t *testing.T) {
	top := t.TempDir()
	p := filepath.Join(top, "p")
	err := errors.Join(
		os.MkdirAll(filepath.Join(p, ".agents", "skills"), 0o755),
		os.MkdirAll(filepath.Join(p, ".claude"), 0o755),
		os.MkdirAll(filepath.Join(top, "elsewhere"), 0o755),
		os.Symlink("../.agents/skills", filepath.Join(p, ".claude", "skills")),
		os.Symlink("../elsewhere", filepath.Join(p, ".cursor")),
		os.Symlink("../px", filepath.Join(p, ".gone")),
		os.Symlink("p", filepath.Join(top, "alias")),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		root, within string
		ok           bool
	}{
		{"p/.agents/skills", "p", true},
		{"p/.claude/skills", "p", true},
		{"p/.new/skills", "p", true},
		{"alias/.new/skills", "alias", true},
		{"p/.cursor/skills", "p", false},
		{"p/.gone/skills", "p", false},
		{"p/.cursor/skills", "", true},
	} {
		within := test.within
		if within != "" {
			within = filepath.Join(top, within)
		}
		if err := confine(filepath.Join(top, test.root), within); (err == nil) != test.ok {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{"tdd@/p/a": "tdd@/p/a", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$x": "'$x'"} {
		if got := Quote(in); got != want {
			t.Errorf("%q: got %s", in, got)
		}
	}
}
