package state

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// maxSlots bounds how many defts in one project keep a draft.
const maxSlots = 64

// draft is the text in the composer of one running deft. Each project has
// slots, numbered from 1; a deft holds the lock of its slot as long as it
// lives.
type draft struct {
	folder  *folder
	project string

	mu     sync.Mutex
	slot   string   // its file without the ending; "" where there is none yet
	lock   *os.File // of the slot
	last   left
	at     time.Time // of the last save of this run; clocks are set back between runs
	unkept bool      // the last text could not be written
}

// left is a draft's file.
type left struct {
	Project string    `json:"project"` // for people who look into the folder
	At      time.Time `json:"at"`
	text
}

// load takes a slot with what was left there.
func (d *draft) load() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lock == nil && d.last.At.IsZero() {
		d.claim(true) //nolint:errcheck // that is a notice
	}
	s, _ := d.last.string()
	return s
}

func (d *draft) save(s string, at time.Time) (err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if at.Before(d.at) {
		return nil
	}
	d.at = at
	if d.lock == nil {
		err = d.claim(false)
	}
	before, _ := d.last.string()
	d.last = left{Project: d.project, At: at, text: newText(s)}
	if d.lock == nil || s == before && !d.unkept {
		return err
	}
	err = d.write(s)
	if errors.Is(err, fs.ErrNotExist) {
		err = d.rewrite(s)
	}
	if d.unkept = err != nil; d.unkept {
		d.folder.lost(err)
	}
	return err
}

// write keeps the last text. Its slot is this process's own: no lock is
// needed.
func (d *draft) write(s string) error {
	if s != "" {
		return d.folder.replace(d.slot+".json", encode(d.last))
	}
	if err := os.Remove(d.folder.file(d.slot + ".json")); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// rewrite keeps the last text where the folder is gone, with its locks: users
// delete it to have things forgotten, not to lose what they write next.
func (d *draft) rewrite(s string) error {
	last := d.last
	_ = d.lock.Close() // of a file that is no more
	d.lock, d.slot = nil, ""
	err := d.claim(false)
	d.last = last
	if err != nil {
		return err
	}
	return d.write(s)
}

func (d *draft) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lock == nil {
		return nil
	}
	err := d.lock.Close()
	d.lock, d.slot = nil, ""
	return err
}

// claim takes a slot that no running deft has: the one with the newest draft,
// or, where none is wanted, the first that is empty.
func (d *draft) claim(wanted bool) error {
	err := d.folder.locked(func() error {
		if err := d.folder.make(d.folder.file("drafts")); err != nil {
			return err
		}
		return d.choose(wanted)
	})
	if err != nil {
		d.folder.lost(err)
	}
	return err
}

func (d *draft) choose(wanted bool) error {
	for n := 1; n <= maxSlots; n++ {
		slot := d.name(n)
		_, err := os.Lstat(d.folder.file(slot + ".lock"))
		unused := errors.Is(err, fs.ErrNotExist)
		if unused && d.lock != nil {
			return nil
		}
		lock, err := tryLock(d.folder.file(slot + ".lock"))
		if errors.Is(err, errBusy) {
			continue
		}
		if err != nil {
			return err
		}
		found, err := d.read(slot)
		if err != nil {
			d.folder.lost(err)
		} else if d.better(found, wanted) {
			lock, d.lock = d.lock, lock
			d.slot, d.last = slot, found
		}
		if lock != nil {
			_ = lock.Close() // nothing was written to it
		}
	}
	if d.lock == nil {
		return fmt.Errorf("%d defts keep a draft of %s", maxSlots, d.project)
	}
	return nil
}

// better tells whether a slot is to be taken rather than the one so far.
func (d *draft) better(found left, wanted bool) bool {
	s, _ := found.string()
	before, _ := d.last.string()
	switch {
	case !wanted:
		return d.lock == nil && s == ""
	case d.lock == nil || before == "":
		return d.lock == nil || s != ""
	}
	return s != "" && found.At.After(d.last.At)
}

// read gives what was left in a slot whose lock is held. What is no draft is
// set aside.
func (d *draft) read(slot string) (left, error) {
	name := slot + ".json"
	data, err := d.folder.read(name)
	switch {
	case errors.Is(err, errSize):
		return left{}, d.folder.asideWhole(name)
	case err != nil || len(data) == 0:
		return left{}, err
	}
	var found left
	err = json.Unmarshal(data, &found)
	if _, ok := found.string(); ok && err == nil {
		return found, nil
	}
	if err := d.folder.aside(name, data); err != nil {
		return left{}, err
	}
	return left{}, os.Remove(d.folder.file(name))
}

// name is a slot's file without its ending.
func (d *draft) name(n int) string {
	sum := sha256.Sum256([]byte(d.project))
	return filepath.Join("drafts", fmt.Sprintf("%s-%d", hex.EncodeToString(sum[:8]), n))
}
