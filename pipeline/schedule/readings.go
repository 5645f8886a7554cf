package schedule

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/verdict"
)

// reading is slow reading in a session. What it returns is run by the loop.
type reading func() func()

// readings are done beside the loop, one after the other in a session. A session that
// is set aside waits with its own.
type readings struct {
	*tasks
	*publisher
	logger  hclog.Logger
	inWork  *InWork
	looks   map[string][]reading // under way in a session, the first of them, or waiting; its rounds are not started meanwhile
	aside   map[string]aside     // sessions that are left alone for a while
	backlog backlog              // looks to be taken
}

func newReadings(t *tasks, p *publisher, inWork *InWork) *readings {
	r := &readings{tasks: t, publisher: p, inWork: inWork, looks: map[string][]reading{}, aside: map[string]aside{}}
	r.backlog.wg = &t.wg
	return r
}

// at tells whether a session is being read, or left alone: none of its rounds is started.
func (r *readings) at(session string) bool {
	_, alone := r.aside[session]
	return alone || len(r.looks[session]) > 0
}

// background does a session's readings one after the other: an older one must not
// have its say after a newer, which saw what changed since.
func (r *readings) background(session string, read reading) {
	r.looks[session] = append(r.looks[session], read)
	if _, alone := r.aside[session]; len(r.looks[session]) == 1 && !alone {
		r.takeTurn(session)
	}
}

// takeTurn starts the session's first reading, and the next when that has reported.
func (r *readings) takeTurn(session string) {
	read, log := r.looks[session][0], r.logger.With("session", session)
	r.backlog.add(func() {
		report, end := func() {}, r.inWork.begin(session)
		_ = sheltered(log, "looking at a session", func() { report = read() })
		end()
		r.reports <- func() {
			if r.looks[session] = r.looks[session][1:]; len(r.looks[session]) == 0 {
				delete(r.looks, session)
			} else {
				r.takeTurn(session)
			}
			report()
		}
	})
}

// setAside leaves alone the sessions at which earlier lives have ended.
func (r *readings) setAside(now time.Time) {
	pauses, deaths := r.inWork.aside()
	r.aside = map[string]aside{}
	for session, pause := range pauses {
		of := aside{now.Add(pause), deaths[session]}
		r.aside[session], r.dirty = of, true
		r.logger.Error("session set aside", "session", session, "reason", of.reason(), "until", of.until.Format(time.TimeOnly),
			"hint", "look what is unusual in it; it is tried again then")
	}
}

// readmit has the sessions looked at again whose time has come.
func (r *readings) readmit(now time.Time) {
	for _, session := range slices.Sorted(maps.Keys(r.aside)) {
		if r.aside[session].until.After(now) {
			continue
		}
		delete(r.aside, session)
		r.dirty = true
		if len(r.looks[session]) > 0 {
			r.takeTurn(session)
		}
	}
}

// aside is a session that is left alone, as more than one daemon died when it was in
// work. Its looks wait, and with them its rounds.
type aside struct {
	until  time.Time
	deaths int
}

func (a aside) reason() string {
	return fmt.Sprintf("discussd died %d times while it was in work", a.deaths)
}

// job is what is published of a session that is left alone.
func (a aside) job(session string) Job {
	return Job{Session: session, State: verdict.Held, Until: &a.until, Problem: "set aside: " + a.reason()}
}
