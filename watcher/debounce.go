package watcher

import (
	"container/heap"
	"time"
)

// debounce keeps the quiet windows of keys. It has no clock and no goroutine: it
// is told the time.
type debounce struct {
	quiet   func(Key) time.Duration
	maxWait time.Duration // 0 means no limit
	windows map[Key]*window
	order   dueOrder
}

// window is the time between a key's first event and its rest.
type window struct {
	Key
	first time.Time
	due   time.Time
	index int // in order
}

// burst is a window that is over.
type burst struct {
	Key
	first time.Time
}

func newDebounce(quiet func(Key) time.Duration, maxWait time.Duration) *debounce {
	return &debounce{quiet: quiet, maxWait: maxWait, windows: make(map[Key]*window)}
}

// observe notes an event of a key and reports whether it opened a window.
func (d *debounce) observe(key Key, now time.Time) bool {
	w, open := d.windows[key]
	if !open {
		w = &window{Key: key, first: now}
		d.windows[key] = w
	}
	w.due = now.Add(d.quiet(key))
	if last := w.first.Add(d.maxWait); d.maxWait > 0 && w.due.After(last) {
		w.due = last
	}
	if open {
		heap.Fix(&d.order, w.index)
	} else {
		heap.Push(&d.order, w)
	}
	return !open
}

// due closes and returns the windows that are over, longest overdue first.
func (d *debounce) due(now time.Time) []burst {
	var over []burst
	for len(d.order) > 0 && !d.order[0].due.After(now) {
		w := heap.Pop(&d.order).(*window)
		delete(d.windows, w.Key)
		over = append(over, burst{Key: w.Key, first: w.first})
	}
	return over
}

// settle closes the window of a key, if one is open.
func (d *debounce) settle(key Key) (burst, bool) {
	w, open := d.windows[key]
	if !open {
		return burst{}, false
	}
	heap.Remove(&d.order, w.index)
	delete(d.windows, key)
	return burst{Key: key, first: w.first}, true
}

func (d *debounce) open(key Key) bool {
	_, open := d.windows[key]
	return open
}

// next tells when the next window is over; false if none is open.
func (d *debounce) next() (time.Time, bool) {
	if len(d.order) == 0 {
		return time.Time{}, false
	}
	return d.order[0].due, true
}

// dueOrder is a heap of windows, the earliest due first.
type dueOrder []*window

func (o dueOrder) Len() int           { return len(o) }
func (o dueOrder) Less(i, j int) bool { return o[i].due.Before(o[j].due) }

func (o dueOrder) Swap(i, j int) {
	o[i], o[j] = o[j], o[i]
	o[i].index, o[j].index = i, j
}

func (o *dueOrder) Push(x any) {
	w := x.(*window)
	w.index = len(*o)
	*o = append(*o, w)
}

func (o *dueOrder) Pop() any {
	last := len(*o) - 1
	w := (*o)[last]
	(*o)[last] = nil
	*o = (*o)[:last]
	return w
}
