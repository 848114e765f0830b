package ptytest

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
)

var update = flag.Bool("update", false, "record testdata/tour.cast again")

// tourFile is the recorded tour, an asciicast of version 2: asciinema plays it.
const tourFile = "../../testdata/tour.cast"

// The size of the tour.
const tourCols, tourRows = 100, 30

// tourStep is something a person does, and what shows that it is done.
type tourStep struct {
	keys, typed string
	shows       string
	rest        float64 // seconds that a viewer gets to look
}

func tour() []tourStep {
	return []tourStep{
		{shows: "health-check", rest: 2},
		{keys: "G", shows: "Red, green", rest: 2},
		{keys: "w", shows: "the first wins", rest: 3},
		{keys: "2", shows: "cycle.md", rest: 2},
		{keys: "f", shows: "keep the filter", rest: 1},
		{typed: "log", shows: "log-analyzer", rest: 2},
		{keys: "esc", shows: "disk-cleanup-plan", rest: 1},
		{typed: "/skill:heal", shows: "Checks the health", rest: 1},
		{keys: "tab", shows: "/skill:health-check", rest: 1},
		{typed: "disk", shows: "disk", rest: 1},
		{keys: "enter", shows: "User: disk", rest: 3},
		{keys: "esc", shows: "previous skill"},
		{typed: "m", shows: "Matrix", rest: 3},
		{keys: "G", shows: "▌ tdd", rest: 2},
		{typed: "F", shows: "Fix tdd", rest: 1},
		{typed: "d", shows: "y does this", rest: 3},
		{keys: "esc", shows: "✓ wins", rest: 1},
	}
}

// The recorded tour shows what the program shows.
func TestTour(t *testing.T) {
	live, parts := takeTour(t)
	if *update {
		if err := os.WriteFile(tourFile, asciicast(t, parts), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	recorded := replay(t)
	if len(recorded) != len(live) {
		t.Fatalf("%d steps are recorded, %d taken; go test ./tui/ptytest -run Tour -update records again", len(recorded), len(live))
	}
	for i := range live {
		if live[i] != recorded[i] {
			t.Fatalf("step %d differs; go test ./tui/ptytest -run Tour -update records again\nnow:\n%s\nrecorded:\n%s", i+1, live[i], recorded[i])
		}
	}
}

// takeTour runs deft and returns the screen after each step and what was
// written for it.
func takeTour(t *testing.T) (screens []string, parts [][]byte) {
	home := t.TempDir()
	file := func(path, text string) {
		path = filepath.Join(home, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file(".claude/skills/tdd/SKILL.md", "---\nname: tdd\ndescription: Drives a change by a failing test. Use when code is to be written.\n---\n\n# Red, green, refactor\n\nSee [the cycle](references/cycle.md).\n")
	file(".claude/skills/tdd/references/cycle.md", "# The cycle\n")
	file(".agents/skills/tdd/SKILL.md", "---\nname: tdd\ndescription: Test first.\n---\n\nWrite the test.\n")
	file("shop/.git/HEAD", "ref: refs/heads/main\n")
	m := Start(t, Options{Dir: filepath.Join(home, "shop"), Env: []string{"HOME=" + home}, Cols: tourCols, Rows: tourRows})
	done := 0
	for _, s := range tour() {
		if s.keys != "" {
			m.Key(s.keys)
		}
		m.Type(s.typed)
		m.WaitFor(s.shows, limit)
		m.Settle(400*time.Millisecond, limit)
		raw := m.Raw()
		screens, parts = append(screens, m.Screen()), append(parts, raw[done:])
		done = len(raw)
	}
	return screens, parts
}

// asciicast gives each step its moment, so that a tour recorded twice is the
// same but for what it shows.
func asciicast(t *testing.T, parts [][]byte) []byte {
	var out bytes.Buffer
	line := func(v any) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(text, '\n'))
	}
	line(map[string]any{"version": 2, "width": tourCols, "height": tourRows, "title": "deft"})
	at := 0.5
	for i, s := range tour() {
		line([]any{at, "o", string(parts[i])})
		at += s.rest
	}
	return out.Bytes()
}

// replay plays the recorded tour on a screen of its own.
func replay(t *testing.T) (screens []string) {
	data, err := os.ReadFile(tourFile)
	if err != nil {
		t.Fatal(err)
	}
	screen := vt.NewEmulator(tourCols, tourRows)
	drained := make(chan struct{})
	go func() { defer close(drained); _, _ = io.Copy(io.Discard, screen) }() // its answers to queries
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		var event []any
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatal(err)
		}
		if _, err := screen.WriteString(event[2].(string)); err != nil {
			t.Fatal(err)
		}
		screens = append(screens, text(screen))
	}
	if err := screen.InputPipe().(io.Closer).Close(); err != nil {
		t.Fatal(err)
	}
	<-drained
	return screens
}
