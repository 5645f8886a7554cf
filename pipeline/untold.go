package pipeline

import (
	"errors"
	"time"
)

// errUntold says that a session's message bus lacks the end of a round.
var errUntold = errors.New("not everything is said on the message bus")

// untold are the sessions whose message bus lacks something, and when it is tried
// again.
type untold map[string]retry

type retry struct {
	at    time.Time
	pause time.Duration // before it
}

// add plans the first try; one that is planned already stays.
func (u untold) add(session string, now time.Time) {
	if _, planned := u[session]; !planned {
		u[session] = retry{now.Add(time.Second), time.Second}
	}
}

// again plans another try after one that failed.
func (u untold) again(session string, now time.Time) {
	pause := min(2*u[session].pause, time.Minute)
	u[session] = retry{now.Add(pause), pause}
}

// retell tells what is missing on the bus of every session whose time has come.
func (d *Dispatcher) retell(now time.Time) {
	for session, retry := range d.untold {
		if retry.at.After(now) {
			continue
		}
		d.untold.again(session, now)
		judge := d.Judge
		d.background(session, func() func() {
			err := judge.TellMissed(session)
			return func() {
				if !errors.Is(err, errUntold) {
					delete(d.untold, session)
				}
			}
		})
	}
}
