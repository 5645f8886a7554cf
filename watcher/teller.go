package watcher

import "time"

// teller hands on what changed, until the tree ends.
type teller struct {
	touches chan<- touch
	done    <-chan struct{} // closed when Run is to return
	silent  bool            // while the first scan is under way: what it meets was found, not changed
}

// touch hands a key on.
func (t *teller) touch(key Key) {
	if t.silent {
		return
	}
	select {
	case t.touches <- touch{Key: key, at: time.Now()}:
	case <-t.done:
	}
}

// ended tells that nothing more is to be told.
func (t *teller) ended() bool {
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}
