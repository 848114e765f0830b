package markdown

import (
	"container/list"
	"hash/maphash"
	"sync"

	"deft/tui/theme"
)

// Cache keeps cut documents and rendered pieces, those used last, for every width and theme. It is safe for concurrent use; make it with NewCache.
type Cache struct {
	mu    sync.Mutex
	seed  maphash.Seed
	limit int // bytes
	size  int
	order *list.List // of *entry, used last first
	byKey map[any]*list.Element
}

// documentKey and pieceKey are the two kinds of key.
type (
	documentKey struct {
		hash   uint64
		length int
	}
	pieceKey struct {
		hash          uint64
		length, width int
		theme         theme.Options
	}
)

type entry struct {
	key, value any
	size       int // bytes
}

// NewCache returns a cache of about limit bytes.
func NewCache(limit int) *Cache {
	return &Cache{seed: maphash.MakeSeed(), limit: limit, order: list.New(), byKey: map[any]*list.Element{}}
}

// Split returns the document of a source, cut already if it was seen before.
func (c *Cache) Split(source string) Document {
	k := documentKey{maphash.String(c.seed, source), len(source)}
	if d, ok := c.get(k); ok {
		return d.(Document)
	}
	d := Split(source)
	c.put(k, d, 2*len(source))
	return d
}

// Render returns the lines of the piece as the renderer would make them, from the cache if they are there. The caller must not change them.
func (c *Cache) Render(r Renderer, p Piece) []string {
	k := pieceKey{p.digest(c.seed), len(p.source), r.width, r.theme.Options()}
	if lines, ok := c.get(k); ok {
		return lines.([]string)
	}
	lines := r.Render(p)
	size := 64
	for _, l := range lines {
		size += len(l) + 16
	}
	c.put(k, lines, size)
	return lines
}

func (c *Cache) get(k any) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[k]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry).value, true
}

func (c *Cache) put(k, value any, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.byKey[k]; ok || size > c.limit {
		return
	}
	c.byKey[k] = c.order.PushFront(&entry{k, value, size})
	for c.size += size; c.size > c.limit; {
		old := c.order.Remove(c.order.Back()).(*entry)
		delete(c.byKey, old.key)
		c.size -= old.size
	}
}
