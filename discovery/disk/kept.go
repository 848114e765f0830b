package disk

import (
	"time"

	"deft/discovery"
	"deft/discovery/scan"
)

// grace is how long after the last change of a root a skill that has turned
// invalid or missing keeps its last good state: editors save in two steps.
const grace = 500 * time.Millisecond

// A root that cannot be read is tried again after a while, which doubles: the
// system tells when a permission is given, but not when a disk answers again.
const (
	firstPause = 2 * time.Second
	lastPause  = time.Minute
)

// rootKey tells roots apart by all that makes their candidates different.
type rootKey struct {
	root                                  discovery.Root
	categories, flat, itself, named, only bool
}

func keyOf(t scan.Target) rootKey {
	return rootKey{*t.Root, t.Categories, t.Flat, t.Itself, t.Named, t.Only}
}

// kept is what is known of one root.
type kept struct {
	root  *discovery.Root // the same as long as the root is followed
	shown discovery.Observation
	clean bool      // shown is what is on the disk
	epoch uint64    // grows with each change
	last  time.Time // of the last change
	stale bool      // shown holds skills in their last good state
	pause time.Duration
	again time.Time // when a root that cannot be read is tried again; zero for never
}

// soil notes that the disk may have changed.
func (k *kept) soil() {
	k.clean = false
	k.epoch++
}

// store takes what was read since the given epoch.
func (k *kept) store(fresh discovery.Observation, epoch uint64, now time.Time) {
	k.stale = false
	if now.Before(k.last.Add(grace)) && fresh.Complete {
		k.stale = settle(k.shown.Candidates, &fresh)
	}
	k.shown = fresh
	k.clean = k.epoch == epoch && fresh.Complete
	if k.again = (time.Time{}); fresh.Complete {
		k.pause = 0
		return
	}
	k.pause = min(max(2*k.pause, firstPause), lastPause)
	k.again = now.Add(k.pause)
}

// due is when the root has to be read although nothing changed; zero for
// never.
func (k *kept) due() time.Time {
	if k.stale {
		return k.last.Add(grace)
	}
	return k.again
}

// settle puts the last good state of skills that have just turned bad into an
// observation, unless their name stands at another place of the root by now.
func settle(before []*discovery.Candidate, fresh *discovery.Observation) (stale bool) {
	at := make(map[string]int, len(fresh.Candidates))
	for i, c := range fresh.Candidates {
		at[c.Path] = i
	}
	var names map[string]bool
	for _, old := range before {
		i, there := at[old.Path]
		if old.Reading.Invalid != "" || there && fresh.Candidates[i].Reading.Invalid == "" {
			continue
		}
		if names == nil {
			names = goodNames(fresh.Candidates)
		}
		if names[old.Name()] {
			continue
		}
		last := *old
		last.Stale, stale = true, true
		if there {
			fresh.Candidates[i] = &last
		} else {
			fresh.Candidates = append(fresh.Candidates, &last)
			fresh.Roots[0].Found++
		}
	}
	return stale
}

func goodNames(cs []*discovery.Candidate) map[string]bool {
	out := make(map[string]bool, len(cs))
	for _, c := range cs {
		if c.Reading.Invalid == "" {
			out[c.Name()] = true
		}
	}
	return out
}
