package schedule

import (
	"slices"

	"discussd/pipeline/session"
	"discussd/watcher"
)

// judged are the rounds of which a verdict was seen, by session. Where it is gone all at
// once, its session may be on the way; see [goingPause].
type judged map[string][]string

func (j judged) has(key watcher.Key) bool { return slices.Contains(j[key.Session], key.Round) }

// add notes a round; a file in an inbox has no verdict of its own.
func (j judged) add(key watcher.Key) {
	if session.KindOf(key.Round) == session.OfRound && !j.has(key) {
		j[key.Session] = append(j[key.Session], key.Round)
	}
}

func (j judged) drop(key watcher.Key) {
	left := slices.DeleteFunc(j[key.Session], func(round string) bool { return round == key.Round })
	if j[key.Session] = left; len(left) == 0 {
		delete(j, key.Session)
	}
}
