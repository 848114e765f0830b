// Package scan reads roots into candidates, dedupes nothing, and opens the
// files of one skill without leaving its folder.
package scan

import (
	"context"
	"sync/atomic"
	"time"
)

// Readers at work at the same time. Two are best where the files are in
// memory; a disk that has to be waited for wants more.
const (
	fewReaders  = 2
	mostReaders = 8
)

// slowSkill is the time for one skill from which on the disk, not the
// processor, is what readers wait for: some ten times a warm read.
const slowSkill = 150 * time.Microsecond

// Pool bounds how many folders are read at once by all the scans that share
// it. It starts with few readers and adds one whenever reading is slow.
type Pool struct {
	free chan *reader
	made atomic.Int32
}

// NewPool makes a pool without any file open.
func NewPool() *Pool {
	p := &Pool{free: make(chan *reader, mostReaders)}
	for range fewReaders {
		p.free <- newReader()
	}
	p.made.Store(fewReaders)
	return p
}

// take waits for a free reader; nil when the context ends first.
func (p *Pool) take(ctx context.Context) *reader {
	if ctx.Err() != nil {
		return nil
	}
	select {
	case r := <-p.free:
		return r
	case <-ctx.Done():
		return nil
	}
}

// give returns a reader that has read n skills in the given time.
func (p *Pool) give(r *reader, n int, took time.Duration) {
	if n > 0 && took > time.Duration(n)*slowSkill {
		if made := p.made.Load(); made < mostReaders && p.made.CompareAndSwap(made, made+1) {
			p.free <- newReader()
		}
	}
	p.free <- r
}
