package pipeline

import (
	"fmt"
	"time"

	"discussd/pipeline/verdict"
)

// aside is a session that is left alone, as more than one daemon died when it was in
// work. Its looks wait, and with them its rounds.
type aside struct {
	until  time.Time
	deaths int
}

// setAside leaves alone the sessions at which earlier lives have ended.
func (d *Dispatcher) setAside(now time.Time) {
	pauses, deaths := d.InWork.aside()
	d.aside = map[string]aside{}
	for session, pause := range pauses {
		of := aside{now.Add(pause), deaths[session]}
		d.aside[session], d.dirty = of, true
		d.Judge.Logger.Error("session set aside", "session", session, "reason", of.reason(), "until", of.until.Format(time.TimeOnly),
			"hint", "look what is unusual in it; it is tried again then")
	}
}

func (a aside) reason() string {
	return fmt.Sprintf("discussd died %d times while it was in work", a.deaths)
}

// readmit has the sessions looked at again whose time has come.
func (d *Dispatcher) readmit(now time.Time) {
	for session, of := range d.aside {
		if of.until.After(now) {
			continue
		}
		delete(d.aside, session)
		d.dirty = true
		if len(d.looks[session]) > 0 {
			d.takeTurn(session)
		}
	}
}

// job is what is published of a session that is left alone.
func (a aside) job(session string) Job {
	return Job{Session: session, State: verdict.Held, Until: &a.until, Problem: "set aside: " + a.reason()}
}
