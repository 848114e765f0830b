package discovery

import "container/list"

// lru keeps the values used last, up to a limit. It is not safe for concurrent
// use.
type lru[K comparable, V any] struct {
	limit int
	order *list.List // of *pair, used last in front
	by    map[K]*list.Element
}

type pair[K comparable, V any] struct {
	key   K
	value V
}

func newLRU[K comparable, V any](limit int) *lru[K, V] {
	return &lru[K, V]{limit: max(limit, 1), order: list.New(), by: make(map[K]*list.Element)}
}

func (l *lru[K, V]) get(k K) (v V, ok bool) {
	e, ok := l.by[k]
	if !ok {
		return v, false
	}
	l.order.MoveToFront(e)
	return e.Value.(*pair[K, V]).value, true
}

func (l *lru[K, V]) put(k K, v V) {
	if e, ok := l.by[k]; ok {
		e.Value.(*pair[K, V]).value = v
		l.order.MoveToFront(e)
		return
	}
	l.by[k] = l.order.PushFront(&pair[K, V]{k, v})
	if l.order.Len() > l.limit {
		last := l.order.Remove(l.order.Back()).(*pair[K, V])
		delete(l.by, last.key)
	}
}

func (l *lru[K, V]) each(f func(K, V)) {
	for e := l.order.Front(); e != nil; e = e.Next() {
		p := e.Value.(*pair[K, V])
		f(p.key, p.value)
	}
}

func (l *lru[K, V]) clear() {
	l.order.Init()
	clear(l.by)
}
