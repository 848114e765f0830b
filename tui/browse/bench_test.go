package browse

import (
	"fmt"
	"strings"
	"testing"
	"time"

	bubbleslist "github.com/charmbracelet/bubbles/list"
	tea "github.com/charmbracelet/bubbletea"

	"deft/discovery"
	"deft/tui/keys"
	"deft/tui/theme"
)

// many is n skills with names and descriptions of usual lengths.
func many(n int) []*discovery.Entry {
	words := strings.Fields("react review deploy kubernetes data table report notes image audio test release build search write plan")
	providers := []string{discovery.Native, discovery.Claude, discovery.Agents, discovery.Codex}
	var out []*discovery.Entry
	for i := range n {
		name := fmt.Sprintf("%s-%s-%05d", words[i%len(words)], words[i*7%len(words)], i)
		e := entry(name, strings.Repeat("Use this when "+words[i*3%len(words)]+" or "+words[i*5%len(words)]+" is asked for. ", 5))
		e.Root = &discovery.Root{Provider: providers[i%len(providers)], Level: discovery.User, Path: "/skills"}
		e.Size = int64(2000 + i%9000)
		out = append(out, e)
	}
	return out
}

func manyList(n int) *Model {
	m := New(keys.Default(), theme.New(theme.Options{Dark: true, Color: theme.Color256}))
	m.SetSize(100, 40)
	m.SetFocused(true)
	m.SetIndex(NewIndex(nil, many(n)))
	return m
}

// A move and the painting after it, with 10,000 skills and with 100 in turn: ratio is how much longer it takes with 10,000.
func BenchmarkMove(b *testing.B) {
	few, much := manyList(100), manyList(10_000)
	move := func(m *Model, i int) time.Duration {
		k := tea.KeyMsg{Type: tea.KeyDown}
		if i%80 >= 40 {
			k = tea.KeyMsg{Type: tea.KeyUp}
		}
		start := time.Now()
		m.Update(k)
		_ = m.View()
		return time.Since(start)
	}
	var of [2]time.Duration
	for i := 0; b.Loop(); i++ {
		of[0] += move(few, i)
		of[1] += move(much, i)
	}
	report(b, of[0], "100-ns/op")
	report(b, of[1], "10000-ns/op")
	b.ReportMetric(float64(of[1])/float64(of[0]), "ratio")
}

func report(b *testing.B, d time.Duration, unit string) {
	b.ReportMetric(float64(d.Nanoseconds())/float64(b.N), unit)
}

// bubble is a skill for the list of bubbles.
type bubble struct{ name, description string }

func (i bubble) Title() string       { return i.name }
func (i bubble) Description() string { return i.description }
func (i bubble) FilterValue() string { return i.name + " " + i.description }

// bubbles is the list of bubbles with the same skills, its filter being typed.
func bubbles(entries []*discovery.Entry) *bubbleslist.Model {
	var items []bubbleslist.Item
	for _, e := range entries {
		items = append(items, bubble{e.Name(), e.Reading.Head.Description})
	}
	m := bubbleslist.New(items, bubbleslist.NewDefaultDelegate(), 100, 40)
	run(&m, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("/")})
	return &m
}

// run gives a list a message, and those that follow from it but for the blinking of its cursor.
func run(m *bubbleslist.Model, msg tea.Msg) {
	next, cmd := m.Update(msg)
	*m = next
	if cmd == nil {
		return
	}
	if batch, ok := cmd().(tea.BatchMsg); ok {
		for _, c := range batch {
			if found, ok := c().(bubbleslist.FilterMatchesMsg); ok {
				*m, _ = m.Update(found)
			}
		}
	}
}

// A key in the filter and the painting of what it finds, in this list and in that of bubbles, in turn: ratio is the share of its time.
func BenchmarkFilterKey(b *testing.B) {
	entries := many(10_000)
	own, theirs := New(keys.Default(), theme.New(theme.Options{Dark: true, Color: theme.Color256})), bubbles(entries)
	own.SetSize(100, 40)
	own.SetFocused(true)
	own.SetIndex(NewIndex(nil, entries))
	own.Find()
	var of [2]time.Duration
	for i := 0; b.Loop(); i++ {
		k := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("react"[i%5 : i%5+1])}
		if i%5 == 0 {
			own.parts().setFilter("")
			theirs = restart(theirs)
		}
		start := time.Now()
		own.Update(k)
		_ = own.View()
		of[0] += time.Since(start)
		start = time.Now()
		run(theirs, k)
		_ = theirs.View()
		of[1] += time.Since(start)
	}
	if own.shown.rows == 0 || len(theirs.VisibleItems()) == 0 {
		b.Fatal("a filter finds nothing")
	}
	report(b, of[0], "own-ns/op")
	report(b, of[1], "bubbles-ns/op")
	b.ReportMetric(float64(of[0])/float64(of[1]), "ratio")
}

// restart empties the filter of the list of bubbles.
func restart(m *bubbleslist.Model) *bubbleslist.Model {
	m.ResetFilter()
	run(m, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("/")})
	return m
}

// Another order and groups, with 10,000 skills: as they take less than a key of the filter, they are made at once.
func BenchmarkOrder(b *testing.B) {
	m := manyList(10_000)
	for i := 0; b.Loop(); i++ {
		m.parts().setOrder(Order{By: Facet(i % int(facets)), Reverse: i%2 == 0, Group: Facet(i % 3)})
		_ = m.View()
	}
}

func BenchmarkNewIndex(b *testing.B) {
	entries := many(10_000)
	for b.Loop() {
		NewIndex(nil, entries)
	}
}
