package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"deft/commands/cli"
	"deft/discovery"
	"deft/skills"
	"deft/tui/browse"
	"deft/tui/keys"
	"deft/tui/problems"
	"deft/tui/theme"
)

// many is a snapshot of n skills with descriptions of a usual length.
func many(n int) (*discovery.Snapshot, []*discovery.Entry) {
	snap := &discovery.Snapshot{Seq: 1, Complete: true}
	root := &discovery.Root{Provider: discovery.Claude, Level: discovery.User, Path: "/home/sam/.claude/skills"}
	words := strings.Fields("react review deploy kubernetes data table report notes image audio test release build search write plan")
	var all []*discovery.Entry
	for i := range n {
		name := fmt.Sprintf("%s-%s-%05d", words[i%len(words)], words[i*7%len(words)], i)
		e := &discovery.Entry{State: discovery.Active, Reason: discovery.Only, Candidate: &discovery.Candidate{
			Root: root, Path: root.Path + "/" + name + "/SKILL.md", Folder: name, Size: int64(2000 + i%9000),
			Reading: skills.Reading{Head: skills.Head{Name: name, UserInvocable: true, ModelInvocable: true,
				Description: strings.Repeat("Use this when "+words[i*3%len(words)]+" or "+words[i*5%len(words)]+" is asked for. ", 5)}},
		}}
		snap.Resolutions = append(snap.Resolutions, discovery.Resolution{Name: name, Winner: e, Entries: []*discovery.Entry{e}})
		all = append(all, e)
	}
	return snap, all
}

func manyModel(b testing.TB, n, width, height int) *Model {
	snap, entries := many(n)
	m := New(Verbs{Pace: Pace{Rest: restMoment}}, cli.App{SkillCommands: true}, keys.Default(), Colours{Dark: true, Level: theme.Color256})
	m.Init()
	m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	m.Update(scannedMsg{1, snap, browse.NewIndex(snap, entries), newCompleter(entries, false, nil), problems.NewIndex(snap, entries, nil, ""), sight{}, nil})
	if !strings.Contains(m.View(), entries[0].Name()[:8]) {
		b.Fatal("the list is not shown")
	}
	return m
}

// A move of the cursor and the frame after it cost the same however many skills there are.
func BenchmarkMove(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m := manyModel(b, n, 120, 40)
			down, up := tea.KeyMsg{Type: tea.KeyDown}, tea.KeyMsg{Type: tea.KeyUp}
			for i := 0; b.Loop(); i++ {
				if i%40 < 20 {
					m.Update(down)
				} else {
					m.Update(up)
				}
				m.View()
			}
		})
	}
}

// A key in the filter and the frame after it.
func BenchmarkFilterKey(b *testing.B) {
	m := manyModel(b, 10_000, 120, 40)
	m.Update(keyNamed("f"))
	typed := []string{"r", "e", "a", "c", "t"}
	for i := 0; b.Loop(); i++ {
		if i%len(typed) == 0 {
			m.list.Filter("")
		}
		m.Update(keyNamed(typed[i%len(typed)]))
		m.View()
	}
}
