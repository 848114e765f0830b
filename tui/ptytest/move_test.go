package ptytest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	_ "deft/commands/cli"
	_ "deft/tui"
)

// many makes n skills in the user's own folder.
func many(t *testing.T, home string, n int) {
	t.Helper()
	words := strings.Fields("deploy review search notes build release plan report audit draft")
	for i := range n {
		name := fmt.Sprintf("%s-%s-%03d", words[i%10], words[i*7%10], i)
		dir := filepath.Join(home, ".deft", "skills", name)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("---\nname: %s\ndescription: Use this to %s and to %s, step by step.\n---\n\n# %s\n\nText %d.\n", name, words[i*3%10], words[i*7%10], name, i)
		if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A move of the cursor writes a few hundred bytes at most, whatever the size of the window: the frame that answers the key, before
// the preview follows.
func TestMoveWritesLittle(t *testing.T) {
	bin := Build(t)
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 50}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			home := t.TempDir()
			many(t, home, 120)
			m := Start(t, Options{Bin: bin, Cols: size[0], Rows: size[1], Env: []string{"HOME=" + home, "COLORTERM=truecolor"}})
			m.WaitFor("audit-", limit)
			most := 0
			for range 4 {
				m.Settle(150*time.Millisecond, limit)
				before, was := len(m.Raw()), m.Screen()
				m.Key("j")
				m.WaitUntil("for the cursor to move", func(s string) bool { return s != was }, limit)
				m.Settle(150*time.Millisecond, limit)
				wrote := string(m.Raw()[before:])
				n := endOfFrame(t, wrote, size[1])
				most = max(most, n)
				if n > 350 {
					t.Errorf("a move writes %d bytes: %q", n, wrote[:n])
				}
			}
			t.Logf("at most %d bytes", most)
		})
	}
}

// endOfFrame is where the first frame ends in what was written: with the cursor in the last line.
func endOfFrame(t *testing.T, wrote string, rows int) int {
	t.Helper()
	at := regexp.MustCompile(fmt.Sprintf(`\x1b\[%d;?0?H`, rows)).FindStringIndex(wrote)
	if at == nil {
		t.Fatalf("no frame in %q", wrote)
	}
	return at[1]
}
