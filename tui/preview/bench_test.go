package preview

import (
	"fmt"
	"testing"
)

// The first screen of each tab from a skill that has just been chosen: reading, splitting and painting.
func BenchmarkFirstScreen(b *testing.B) {
	for _, parts := range []int{2, 300} {
		raw := skill("long", long(parts))
		for t, name := range Tabs() {
			b.Run(fmt.Sprintf("%s/%dKB", name, len(raw)>>10), func(b *testing.B) {
				d := &desk{raw: map[string]string{"/long/SKILL.md": raw}}
				for b.Loop() {
					p := open(d, 80, 40)
					p.SetTab(Tab(t))
					p.Update(p.Update(p.Update(p.Show(entry("long"))())())())
				}
			})
		}
	}
}
