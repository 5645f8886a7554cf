package watcher

import "time"

// outbox holds changes that the consumer has not taken yet: at most three a key, which
// are begun, settled, and begun again, and after all of these what the first scan found.
// Its size is bounded by the number of keys that change, however long the consumer takes;
// what it leaves out are whole bursts.
type outbox struct {
	found []Key
	queue []Key // keys with mail in order of arrival, each once
	mail  map[Key]mail
}

// mail is what waits for one key, in order of delivery; a zero time means
// nothing of this kind.
type mail struct{ begun, settled, again time.Time }

// put adds a change. A burst that begins does not take back that the key had
// settled: a writer that never rests would keep a slow consumer waiting for ever.
func (o *outbox) put(c Change) {
	m, waiting := o.mail[c.Key]
	if !waiting {
		o.queue = append(o.queue, c.Key)
	}
	switch {
	case c.Settled:
		if m.begun.IsZero() {
			m.begun = m.again
		}
		m.settled, m.again = c.At, time.Time{}
	case m.settled.IsZero():
		m.begun = c.At
	default:
		m.again = c.At
	}
	o.mail[c.Key] = m
}

// head returns the change to deliver next; false if there is none.
func (o *outbox) head() (Change, bool) {
	if len(o.queue) == 0 && len(o.found) == 0 {
		return Change{}, false
	}
	if len(o.queue) == 0 {
		return Change{Key: o.found[0], Settled: true, Found: true}, true
	}
	key := o.queue[0]
	switch m := o.mail[key]; {
	case !m.begun.IsZero():
		return Change{Key: key, At: m.begun}, true
	case !m.settled.IsZero():
		return Change{Key: key, Settled: true, At: m.settled}, true
	default:
		return Change{Key: key, At: m.again}, true
	}
}

// delivered takes away the head.
func (o *outbox) delivered() {
	if len(o.queue) == 0 {
		o.found = o.found[1:]
		return
	}
	key := o.queue[0]
	m := o.mail[key]
	switch {
	case !m.begun.IsZero():
		m.begun = time.Time{}
	case !m.settled.IsZero():
		m.settled = time.Time{}
	default:
		m.again = time.Time{}
	}
	if m != (mail{}) {
		o.mail[key] = m
		return
	}
	delete(o.mail, key)
	o.queue = o.queue[1:]
	if len(o.queue) == 0 {
		o.queue, o.mail = nil, make(map[Key]mail) // lets go of what a flood has made large
	}
}
