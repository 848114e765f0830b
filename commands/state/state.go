// Package state keeps the user's own decisions and leavings between runs.
//
// It is a folder of small files that only their owner can read. Several deft
// processes share it. What cannot be written is kept in memory until the
// process ends, and said once; what cannot be read is set aside under a name
// that ends in .bad, and said. All methods are safe for concurrent use and may
// wait for the disk, and for another deft at most a second: call them off the
// loop that handles keys.
package state

import (
	"path/filepath"
	"slices"
	"time"
)

// Bounds on the logs, in entries.
const (
	maxHistory  = 1000
	maxSearches = 200
)

// Store is the state of one run. The zero value is not usable: see Open.
type Store struct {
	History  *Log   // what was sent or refused in the composer
	Searches *Log   // what the list was filtered by
	Switches *Table // choices of the interface: which states are shown, the order, the theme, ...
	Trash    *Trash // what was removed, and files as they were before a change
	accepted *Table // collisions
	disabled *Table // skills
	draft    *draft
	folder   *folder
}

// Dir is the folder for deft's state: $XDG_STATE_HOME/deft, or
// .local/state/deft in the home folder; "" where neither is known. As the XDG
// Base Directory specification says, a relative XDG_STATE_HOME is ignored.
func Dir(getenv func(string) (string, bool), home string) string {
	if dir, ok := getenv("XDG_STATE_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "deft")
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, ".local", "state", "deft")
}

// Open gives the state in a folder, which is made with the first thing to
// keep; "" keeps everything in memory. Project, an absolute path, is whose
// draft is kept. Nothing is read yet. Close ends the use.
func Open(dir, project string) *Store {
	f := &folder{path: dir}
	return &Store{
		folder:   f,
		History:  &Log{folder: f, name: "history.jsonl", limit: maxHistory},
		Searches: &Log{folder: f, name: "searches.jsonl", limit: maxSearches},
		Switches: &Table{folder: f, name: "switches.json"},
		accepted: &Table{folder: f, name: collisionsFile},
		disabled: &Table{folder: f, name: disabledFile},
		Trash:    &Trash{folder: f},
		draft:    &draft{folder: f, project: project},
	}
}

// Close lets another deft have the draft. The state stays as it is.
func (s *Store) Close() error { return s.draft.close() }

// Notices are sentences for the user, oldest first; each is given once.
func (s *Store) Notices() []string { return s.folder.take() }

// Draft is the text that was left in the composer of this project, "" for
// none. Each deft that runs has a draft of its own: of those that no running
// deft has, the newest is taken over, and the others wait for the next deft.
// So two terminals in one project never write over each other, and of two
// drafts that were left both come back.
func (s *Store) Draft() string { return s.draft.load() }

// SaveDraft keeps the text as it was at a moment; "" forgets it. The text is
// safe on the disk when SaveDraft returns. An older moment than that of the
// last text changes nothing: callers that save from several goroutines need no
// order. The error says why the text is not on the disk; it is a notice too, the
// first time.
func (s *Store) SaveDraft(text string, at time.Time) error { return s.draft.save(text, at) }

const collisionsFile = "collisions.json"

// Accepted are the names whose collisions the user accepts, sorted.
func (s *Store) Accepted() []string { return s.accepted.Keys() }

// Accept says that the user accepts a name's collision.
func (s *Store) Accept(name string) { s.accepted.Set(name, "accepted") }

// Withdraw takes an acceptance back. One that stands in the config stays.
func (s *Store) Withdraw(name string) { s.accepted.Set(name, "") }

// Join is what is accepted in all: the config's names as they stand, then
// those of Accepted that the config lacks.
func Join(config, accepted []string) []string {
	out := slices.Clone(config)
	for _, name := range accepted {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}
