package markdown

import (
	"iter"
	"slices"
	"sync"
	"testing"
)

// Pieces yields the pieces in order and cuts no further than it is asked to.
func (d Document) Pieces() iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		for i := 0; ; i++ {
			if p, ok := d.At(i); !ok || !yield(p) {
				return
			}
		}
	}
}

// Document renders all pieces.
func (r Renderer) Document(d Document) []string {
	var lines []string
	for p := range d.Pieces() {
		lines = append(lines, r.Render(p)...)
	}
	return lines
}

func TestDocumentConcurrently(t *testing.T) {
	source := numbered(300, "Paragraph %d with words.\n\n")
	doc, want := Split(source), pieces(source)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			same := func(a, b Piece) bool { return a.source == b.source && a.apart == b.apart }
			if got := slices.Collect(doc.Pieces()); !slices.EqualFunc(got, want, same) {
				t.Errorf("%d pieces, want %d", len(got), len(want))
			}
		})
	}
	wg.Wait()
}

func TestLabelsAreTheirOwnDocuments(t *testing.T) {
	r := New(noColor(), 40)
	one, two := r.Document(Split("[a]\n\n[a]: one.md")), r.Document(Split("[a]\n\n[a]: two.md"))
	if slices.Equal(one, two) {
		t.Errorf("both are %q", one)
	}
}
