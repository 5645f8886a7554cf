package schedule

import (
	"errors"
	"time"

	"discussd/pipeline/judge"
	"discussd/watcher"
)

// goingPause is how long nothing is written about a round of which files have gone: its whole
// session may be on the way, and whoever removes it must not meet folders that are
// filled while he empties them.
const goingPause = 2 * time.Second

// spare keeps a round back of which files are gone, until the pause is over. Then it is
// judged or tidied up, if its session is still there.
func (t *turns) spare(key watcher.Key, j *job, err error) bool {
	if !errors.Is(err, judge.ErrGoing) {
		j.going = time.Time{}
		return false
	}
	if j.going.IsZero() {
		j.going = time.Now()
	}
	t.wait(key, j, max(0, t.going-time.Since(j.going)))
	return true
}

// sparing says whether a round is to be tidied up yet, should files of it be gone.
func (t *turns) sparing(key watcher.Key, j *job) judge.Gone {
	switch {
	case !j.going.IsZero() && time.Since(j.going) >= t.going:
		return judge.RetireGone
	case t.judged.has(key):
		return judge.SpareGoneSeen
	}
	return judge.SpareGone
}
