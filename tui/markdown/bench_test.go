package markdown

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/glamour"
	"github.com/charmbracelet/glamour/styles"
)

// prose is Markdown of at least size bytes like that of real skills: text, lists, tables and code.
func prose(b testing.TB, size int) string {
	block := fixture(b, "sample.md") + "\n" + fixture(b, "lists.md") + "\n"
	return strings.Repeat(block, size/len(block)+1)[:size]
}

// firstScreen renders until a screen of 50 lines is full.
func firstScreen(source string) int {
	n := 0
	r := New(dark(), 100)
	for p := range Split(source).Pieces() {
		if n += len(r.Render(p)); n >= 50 {
			break
		}
	}
	return n
}

func elapsed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

// BenchmarkFirstScreen compares a large document with a small one; "ratio" is the cost of the large one over the small one.
func BenchmarkFirstScreen(b *testing.B) {
	small, large := prose(b, 1<<10), prose(b, 200<<10)
	var one, many time.Duration
	for b.Loop() {
		one += elapsed(func() { firstScreen(small) })
		many += elapsed(func() { firstScreen(large) })
	}
	b.ReportMetric(float64(many)/float64(one), "ratio")
	b.ReportMetric(float64(many.Microseconds())/float64(b.N), "us/large")
	b.ReportMetric(float64(one.Microseconds())/float64(b.N), "us/small")
}

// BenchmarkWhole renders 205 KB; "stock-ratio" is what Glamour with its own dark style takes over that.
func BenchmarkWhole(b *testing.B) {
	source := prose(b, 205<<10)
	r := New(dark(), 100)
	var ours, stock time.Duration
	size := 0
	for b.Loop() {
		ours += elapsed(func() { size = len(strings.Join(r.Document(Split(source)), "\n")) })
		stock += elapsed(func() {
			tr, err := glamour.NewTermRenderer(glamour.WithStyles(styles.DarkStyleConfig), glamour.WithWordWrap(100))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := tr.Render(source); err != nil {
				b.Fatal(err)
			}
		})
	}
	b.ReportMetric(float64(stock)/float64(ours), "stock-ratio")
	b.ReportMetric(float64(ours.Microseconds())/float64(b.N)/1000, "ms/ours")
	b.ReportMetric(float64(size)/float64(len(source)), "bytes/byte")
}
