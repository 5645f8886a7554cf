package watcher

import (
	"fmt"
	"time"

	"github.com/hashicorp/go-hclog"
)

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

// troubles is what was logged to be wrong and still is, by path or topic.
type troubles struct {
	log   hclog.Logger
	texts map[string]string
}

// tell logs what is wrong at a path, or with a topic, when its text is new.
func (t *troubles) tell(about, message string, args ...any) {
	text := fmt.Sprint(message, args)
	if t.texts[about] != text {
		t.texts[about] = text
		t.log.Warn(message, args...)
	}
}

func (t *troubles) over(about string) { delete(t.texts, about) }

func (t *troubles) has(about string) bool {
	_, ok := t.texts[about]
	return ok
}
