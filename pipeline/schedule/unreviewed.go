package schedule

import (
	"errors"
	"slices"
	"time"

	"discussd/pipeline/judge"
	"discussd/watcher"
)

// unreviewed are the rounds whose tools all failed, so that only the checks answered.
// Each is judged once more when a tool works again, at most once a fingerprint: a
// round that was taken from the list comes back only with other bytes. Whether a tool
// works shows only when it is asked. So when the cool-down is over one of the rounds
// is the probe, and the others follow if it was answered.
type unreviewed struct {
	rounds  []watcher.Key // oldest first
	probeAt time.Time     // zero when there is nothing to probe
}

func (u *unreviewed) add(key watcher.Key, probeAt time.Time) {
	u.rounds = append(u.rounds, key)
	u.again(probeAt)
}

// probe takes the oldest round when it is time to try a tool.
func (u *unreviewed) probe(now time.Time) (key watcher.Key, ok bool) {
	if u.probeAt.IsZero() || u.probeAt.After(now) || len(u.rounds) == 0 {
		return key, false
	}
	key, u.rounds = u.rounds[0], u.rounds[1:]
	u.probeAt = time.Time{}
	return key, true
}

// again plans a probe, unless one is planned or there is nothing to probe.
func (u *unreviewed) again(probeAt time.Time) {
	if len(u.rounds) > 0 && u.probeAt.IsZero() {
		u.probeAt = probeAt
	}
}

// hasten has the probe made at once, if one is planned.
func (u *unreviewed) hasten(now time.Time) {
	if !u.probeAt.IsZero() {
		u.probeAt = now
	}
}

// drop forgets a round.
func (u *unreviewed) drop(key watcher.Key) {
	u.rounds = slices.DeleteFunc(u.rounds, func(k watcher.Key) bool { return k == key })
	if len(u.rounds) == 0 {
		u.probeAt = time.Time{}
	}
}

// all takes every round: a tool works.
func (u *unreviewed) all() []watcher.Key {
	rounds := u.rounds
	u.rounds, u.probeAt = nil, time.Time{}
	return rounds
}

// goingPause is how long nothing is written about a round of which files have gone: its whole
// session may be going, and the one who removes it must not meet folders that are
// filled again meanwhile.
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
