package ptytest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// hostile is a skill that tries to write the clipboard, the title and the colours, in every way that has worked with
// some reader: escapes that YAML and Markdown decode, C1 controls in UTF-8, raw bytes, and text that hides.
const hostile = "---\n" +
	"name: \"evil\\e]0;owned\\a\"\n" +
	"description: \"Steals \\e]52;c;aGVsbG8=\\a the \\x9b31m clipboard \\u202egnp.exe \\U000E0041 and bells \\a\"\n" +
	"license: \"\\e[2J\\e[?1000h\"\n" +
	"\"k\\e]8;;http://x\\e\\\\ey\": \"v\\eP+q\\e\\\\\"\n" +
	"argument-hint: \"[\\e[8mhidden\\e[0m]\"\n" +
	"---\n" +
	"# Title &#27;]52;c;aGVsbG8=&#7;\n\nText \x1b]52;c;aGVsbG8=\x07 raw, \u009b31m C1, \x1b_apc\x1b\\ and \x1b[6n a question, &#x9b;31m.\n\n" +
	"`code \x1b[5m` and [link](http://x\x1b]0;t\x07)\n\n```sh\necho \x1b]0;t\x07 \u202e\n```\n\n| a\x07 | b |\n|---|---|\n| \x08 | \x1bc |\n"

func hostileHome(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	root := filepath.Join(home, ".deft", "skills")
	for path, content := range map[string]string{
		"evil/SKILL.md": hostile,
		"evil/references/\x1b]0;file\x07\u202e.md": hostile,
		"bad\x1b]0;folder\x07/SKILL.md":            hostile,
		"broken/SKILL.md":                          "---\nname: [\x1b]0;t\x07\n---\n",
		"group\x1b[2J/nested\x9b31m\x1bc/SKILL.md": hostile,
	} {
		file := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Skipf("this file system does not take the name %q: %v", path, err)
		}
	}
	return home
}

func TestHostileSkillInCommands(t *testing.T) {
	bin, home := Build(t), hostileHome(t)
	for _, args := range []string{
		"list", "list --all", "list --json --all", "show evil --raw", "why evil", "why --json evil", "doctor",
		"doctor --json", "doctor --spec", "prompt evil", "read skill://evil", "read skill://evil/nothing", "config",
		"show no\x1b]0;t\x07ne", "--cwd \x1b]0;t\x07 list", "no\x1b]0;t\x07command", "list --no\x1b]0;t\x07flag",
		"show evil", "agents", "list --all --as claude-code", "why evil --all-agents", "doctor --all-agents", "export evil --format json",
		"rm evil --dry-run", "prompt --catalog",
	} {
		t.Run(strings.Map(printable, args), func(t *testing.T) {
			m := Start(t, Options{Bin: bin, Args: strings.Fields(args), Env: []string{"HOME=" + home}})
			m.Wait(limit)
			if len(m.Raw()) == 0 {
				t.Error("nothing was written")
			}
			if err := CheckOutput(m.Raw()); err != nil {
				t.Errorf("%v\n%q", err, m.Raw())
			}
		})
	}
}

func TestHostileSkillInTheInterface(t *testing.T) {
	m := Start(t, Options{Env: []string{"HOME=" + hostileHome(t)}, Cols: 160, Rows: 40})
	m.WaitFor("evil", limit)
	m.Key("f")
	m.Type("evil")
	m.Key("enter")
	m.WaitFor("Title", limit) // the body is previewed
	m.Key("G", "g", "w")
	m.WaitFor("SKILL.md", limit)
	m.Settle(200*time.Millisecond, limit)
	m.Type("/skill:evil x")
	m.WaitFor("/skill:evil x", limit)
	m.Key("enter")
	m.WaitFor("User: x", limit)
	m.Key("ctrl+c", "ctrl+c")
	m.Wait(limit)
	if err := errors.Join(CheckOutput(m.Raw()), CheckRestored(m.Raw())); err != nil {
		t.Error(err)
	}
}

// A walk through the whole program: every tab, files, problems, the matrix, the dialogs and the chat, at three sizes.
func TestHostileWalk(t *testing.T) {
	bin, home := Build(t), hostileHome(t)
	for _, size := range [][2]int{{80, 24}, {40, 12}, {200, 50}} {
		m := Start(t, Options{Bin: bin, Env: []string{"HOME=" + home}, Cols: size[0], Rows: size[1]})
		m.WaitFor("bad", limit)
		for _, keys := range [][]string{
			{"G", "k", "k"}, {"1"}, {"2", "enter", "j", "enter"}, {"3", "enter"}, {"4", "G"}, {"5"}, {"esc", "esc"},
			{"p", "j", "enter"}, {"esc", "esc"}, {"m", "j", "enter"}, {"esc", "esc"}, {"a", "o", "esc", "s", "esc", "h", "esc"},
			{"?", "pgdown"}, {"esc", "esc"}, {"space", "i"}, {"ctrl+c"}, {"esc"},
		} {
			m.Key(keys...)
			m.Settle(60*time.Millisecond, limit)
		}
		m.Type("/skill:evil x")
		m.WaitFor("/skill:evil x", limit)
		m.Key("enter")
		m.WaitFor("no model connected", limit)
		m.Type("/config")
		m.Key("enter")
		m.Settle(60*time.Millisecond, limit)
		m.Key("esc") // alone: before another key it would be Alt
		m.WaitGone("skills.enabled ", limit)
		m.Key("ctrl+c", "ctrl+c")
		m.Wait(limit)
		if err := errors.Join(CheckOutput(m.Raw()), CheckRestored(m.Raw())); err != nil {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// printable drops what does not belong in the name of a test.
func printable(r rune) rune {
	if r < ' ' || r == '/' {
		return -1
	}
	return r
}
