package watcher

import (
	"fmt"

	"github.com/hashicorp/go-hclog"
)

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

// over lets the same trouble be logged again.
func (t *troubles) over(about string) { delete(t.texts, about) }

// has tells whether there is trouble with a path or topic.
func (t *troubles) has(about string) bool {
	_, ok := t.texts[about]
	return ok
}
