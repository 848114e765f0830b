package markdown

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"deft/tui/theme"
)

func TestCacheAnswersWhatTheRendererSays(t *testing.T) {
	c := NewCache(1 << 20)
	for p := range Split(fixture(t, "sample.md") + "\n\n- [a]\n\n[a]: b.md").Pieces() {
		for _, th := range themes() {
			for _, width := range []int{20, 40} {
				r := New(th, width)
				for range 2 {
					if !slices.Equal(c.Render(r, p), r.Render(p)) {
						t.Errorf("%+v at %d differs from the renderer", th.Options(), width)
					}
				}
			}
		}
	}
}

func TestCacheTellsPiecesApart(t *testing.T) {
	r := New(noColor(), 40)
	c := NewCache(1 << 20)
	seen := map[string]string{}
	for _, source := range []string{"[a]\n\n[a]: one.md", "[a]\n\n[a]: two.md", "1. x", "2. x"} {
		for p := range Split(source).Pieces() {
			seen[strings.Join(c.Render(r, p), "\n")] = source
		}
	}
	if len(seen) != 4 {
		t.Errorf("%d different texts: %v", len(seen), seen)
	}
}

func TestCacheIsBounded(t *testing.T) {
	c := NewCache(10_000)
	r := New(noColor(), 40)
	first := pieces("first paragraph")[0]
	c.Render(r, first)
	for i := range 200 {
		c.Render(r, pieces(fmt.Sprintf("paragraph %d %s", i, strings.Repeat("word ", 40)))[0])
		c.Render(r, first)
	}
	if c.size > c.limit || c.order.Len() != len(c.byKey) || len(c.byKey) > 60 {
		t.Errorf("%d bytes in %d entries, %d in order", c.size, len(c.byKey), c.order.Len())
	}
	k := pieceKey{first.digest(c.seed), len(first.source), 40, theme.Options{}}
	if _, ok := c.get(k); !ok {
		t.Error("what is used all the time was dropped")
	}
	NewCache(10).Render(r, first) // too large to keep: no panic, no entry
}

func TestCacheKeepsDocuments(t *testing.T) {
	c := NewCache(1 << 20)
	if c.Split("a").cuts != c.Split("a").cuts || c.Split("a").cuts == c.Split("b").cuts {
		t.Error("a document is cut twice, or two are one")
	}
}

func TestCacheConcurrently(t *testing.T) {
	c := NewCache(4000)
	doc := Split(numbered(300, "Paragraph %d with words.\n\n"))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for p := range doc.Pieces() {
				if !slices.Equal(c.Render(New(noColor(), 30), p), New(noColor(), 30).Render(p)) {
					t.Error("differs")
				}
			}
		})
	}
	wg.Wait()
}
