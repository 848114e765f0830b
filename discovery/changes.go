package discovery

import (
	"context"
	"sync"
)

// Change says that skills may have changed: fetch again. It carries no
// difference.
type Change struct{}

// Changes tells when a snapshot may be out of date, until the context ends;
// then the channel is closed. Changes that are not yet taken count as one, and
// nobody waits for who takes them.
func (r *Registry) Changes(ctx context.Context) <-chan Change {
	return r.news.follow(ctx)
}

// news goes to all who follow the changes of a registry.
type news struct {
	mu        sync.Mutex
	followers map[chan Change]struct{}
}

func newNews() *news { return &news{followers: make(map[chan Change]struct{})} }

// follow is Registry.Changes.
func (n *news) follow(ctx context.Context) <-chan Change {
	c := make(chan Change, 1)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.followers[c] = struct{}{}
	context.AfterFunc(ctx, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.followers, c)
		close(c)
	})
	return c
}

// announce tells all of a change. No other lock need be held.
func (n *news) announce() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for c := range n.followers {
		select {
		case c <- Change{}:
		default: // it has one to take already
		}
	}
}
