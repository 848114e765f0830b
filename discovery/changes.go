package discovery

import "context"

// Change says that skills may have changed: fetch again. It carries no
// difference.
type Change struct{}

// Changes tells when a snapshot may be out of date, until the context ends;
// then the channel is closed. Changes that are not yet taken count as one, and
// nobody waits for who takes them.
func (r *Registry) Changes(ctx context.Context) <-chan Change {
	c := make(chan Change, 1)
	r.listening.Lock()
	defer r.listening.Unlock()
	r.listeners[c] = struct{}{}
	context.AfterFunc(ctx, func() {
		r.listening.Lock()
		defer r.listening.Unlock()
		delete(r.listeners, c)
		close(c)
	})
	return c
}

// announce tells all listeners. The registry's lock need not be held.
func (r *Registry) announce() {
	r.listening.Lock()
	defer r.listening.Unlock()
	for c := range r.listeners {
		select {
		case c <- Change{}:
		default: // it has one to take already
		}
	}
}
