package discovery_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"deft/discovery"
	"deft/discovery/rules"
)

// steps is a provider whose answers a test draws, a block for each root.
type steps struct {
	name   string
	blocks [][]*discovery.Candidate
	tell   func()
}

func (s *steps) Name() string { return s.name }

func (s *steps) Attach(_ context.Context, invalidate func()) error {
	s.tell = invalidate
	return nil
}

func (s *steps) List(context.Context, discovery.Place) (discovery.Observation, error) {
	return discovery.Observation{Candidates: slices.Concat(s.blocks...), Complete: true}, nil
}

func (s *steps) Load(context.Context, *discovery.Candidate) (discovery.Content, error) {
	return discovery.Content{}, context.Canceled // nothing is compared
}

// block draws the skills of one root, many of them behind links to few files.
func block(t *rapid.T, provider string, order, n int) []*discovery.Candidate {
	root := &discovery.Root{Provider: provider, Level: discovery.User, Path: fmt.Sprint("/", provider, order), Order: order}
	var out []*discovery.Candidate
	for i := range rapid.IntRange(0, n).Draw(t, "skills") {
		c := &discovery.Candidate{Root: root, Folder: rapid.SampledFrom([]string{"a", "b", "c", "d", "tmp-e", "f", "g"}).Draw(t, "folder")}
		c.Path = root.Path + "/" + string(rune('0'+i)) + "/SKILL.md"
		c.Real = rapid.SampledFrom([]string{"", c.Path, c.Path, "/real/1", "/real/2", "/real/3"}).Draw(t, "real")
		c.Reading.Head.Description = "does"
		c.Reading.Invalid = rapid.SampledFrom([]string{"", "", "", "broken"}).Draw(t, "invalid")
		out = append(out, c)
	}
	return out
}

// However much of the last snapshot is taken over: it is as if all had been
// judged anew.
func TestRenewedSnapshotsAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		config := config(t)
		var providers []*steps
		r, err := discovery.NewRegistry(rules.Deft(), config, discovery.Place{})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for _, name := range []string{"native", "claude", "agents", "codex"} {
			p := &steps{name: name}
			for i := range 4 {
				p.blocks = append(p.blocks, block(t, name, i, 4))
			}
			if _, err := r.Provide("", p); err != nil {
				t.Fatal(err)
			}
			providers = append(providers, p)
		}
		for range rapid.IntRange(1, 6).Draw(t, "changes") {
			got, err := r.Snapshot(context.Background(), discovery.View{})
			if err != nil || !got.Complete {
				t.Fatal(err, got.Diagnostics)
			}
			var all []*discovery.Candidate
			for _, p := range providers {
				all = append(all, slices.Concat(p.blocks...)...)
			}
			cold, err := discovery.NewRegistry(rules.Deft(), config, discovery.Place{})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range providers {
				if _, err := cold.Provide("", &steps{name: p.name, blocks: p.blocks}); err != nil {
					t.Fatal(err)
				}
			}
			want, _ := cold.Snapshot(context.Background(), discovery.View{})
			if !reflect.DeepEqual(got.Resolutions, want.Resolutions) || !reflect.DeepEqual(got.Diagnostics, want.Diagnostics) {
				t.Fatalf("of %d candidates:\ngot  %q\nwant %q", len(all), outcome(got), outcome(want))
			}
			p := rapid.SampledFrom(providers).Draw(t, "provider")
			i := rapid.IntRange(0, len(p.blocks)-1).Draw(t, "block")
			p.blocks[i] = block(t, p.name, i, 4)
			p.tell()
		}
	})
}
