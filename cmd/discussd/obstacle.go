package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"discussd/cmd/discussd/config"
	"discussd/critique"
	"discussd/internal/text/printable"
	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/decision"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// obstacle watches what stands between a round and its verdict, and says each thing once.
type obstacle struct {
	*console
	config config.Config
	place  session.Place
	said   map[string]bool
	queued bool // when it looked last, the round was waiting for its turn
	reason string
}

func newObstacle(c *console, loaded config.Config, place session.Place) *obstacle {
	return &obstacle{console: c, config: loaded, place: place, said: map[string]bool{}}
}

// say tells of an obstacle that was not told of yet, and keeps it as the latest.
func (l *obstacle) say(format string, args ...any) {
	l.reason = fmt.Sprintf(format, args...)
	if !l.said[l.reason] {
		l.said[l.reason] = true
		l.tell("%s", l.reason)
	}
}

// remark says once what holds nothing back. Where nobody looks that comes at the end.
func (l *obstacle) remark(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !l.said[text] {
		l.said[text] = true
		l.note("%s", text)
	}
}

// look says what it sees. It returns until when the round is held back whatever is done,
// the zero time when it is not.
func (l *obstacle) look() (held time.Time) {
	daemons, err := presence.Watching(l.place.Session)
	if err != nil {
		return held
	}
	l.reason = ""
	if len(daemons) == 0 {
		l.unwatched()
		return held
	}
	for i, d := range daemons {
		until := l.daemon(d)
		if i == 0 || until.Before(held) {
			held = until
		}
	}
	return held
}

// unwatched says that there is no daemon, or whose there may be.
func (l *obstacle) unwatched() {
	if folder, err := presence.Machine(); errors.Is(err, fs.ErrPermission) {
		l.remark("whether the daemon of this machine watches it is not known: you are not in the group that may look into %s", folder)
	}
	pending, owner := l.pending()
	switch {
	case owner != "":
		l.say("no daemon of yours watches %s: %s is marked %q there by %s, whose daemon may judge it", l.place.Session, l.place.Round, pending.State, owner)
	case pending.State == verdict.Running:
		l.say("no daemon watches %s: %s is marked as being judged since %s, as by 'discussd critique'", l.place.Session, l.place.Round, clock(pending.Since))
	default:
		l.say("no daemon watches %s: start 'discussd run', or wait with --or-run", l.place.Session)
	}
}

// pending is the mark of the round, with the name of its owner when that is somebody else.
func (l *obstacle) pending() (pending verdict.Pending, owner string) {
	name := filepath.Join(l.place.Session, handoff.Dir, l.place.Round+"-pending.json")
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return pending, ""
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrPermission) || err == nil {
		pending, _ = verdict.ParsePending(text)
	}
	if decision.Trust(info, os.Getuid(), nil) != nil {
		owner = decision.Owner(info)
	}
	return pending, owner
}

// daemon says what keeps one that watches the session from a verdict now.
func (l *obstacle) daemon(d presence.Daemon) (held time.Time) {
	if d.ChecksOnly {
		l.remark("the daemon asks no model: it was started with --checks-only, or panel.mode is \"checks\"")
	}
	for _, b := range d.Breakers {
		if b.Until.After(time.Now()) && l.wants(b.Tool) {
			l.remark("%s is not asked until %s, or until discussd is restarted: %s", b.Tool, clock(b.Until), b.Cause)
		}
	}
	job, busy := d.Job(l.place.Session, l.place.Round)
	queued := l.queued
	l.queued = false
	switch {
	case !busy:
	case job.State == verdict.Held && job.Until != nil && job.Budget:
		l.say("%s is held until %s: %s", l.place.Round, clock(*job.Until), job.Problem)
		if job.Awaited { // and the daemon knows that somebody waits
			return *job.Until
		}
	case job.State == verdict.Held && job.Until != nil:
		l.say("%s could not be judged and is tried again: %s", l.place.Round, job.Problem)
	case job.State == verdict.Queued && queued: // no passing thing
		l.say("%s waits for its turn: %s", l.place.Round, running(d))
		l.queued = true
	case job.State == verdict.Queued:
		l.queued = true
	}
	return held
}

// wants tells whether a perspective of the round is that of a tool.
func (l *obstacle) wants(tool string) bool {
	round, known := layout(l.config).Round(l.place.Round)
	return !known || slices.ContainsFunc(l.config.Perspectives, func(p critique.Perspective) bool {
		return p.Tool == tool && slices.Contains(round.Perspectives, p.Name)
	})
}

// running says what a daemon judges now.
func running(d presence.Daemon) string {
	var rounds []string
	for _, job := range d.Jobs {
		if job.State == verdict.Running {
			rounds = append(rounds, fmt.Sprintf("%s of %s", job.Round, printable.Line(filepath.Base(job.Session))))
		}
	}
	if len(rounds) == 0 {
		return "the daemon is about to go on"
	}
	return fmt.Sprintf("being judged are %s", list(rounds))
}

func list(words []string) string {
	const most = 3
	text := strings.Join(words[:min(len(words), most)], ", ")
	if more := len(words) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// clock is a time as a person reads it off one, with its day when that is another.
func clock(at time.Time) string {
	at = at.Local()
	if now := time.Now(); at.YearDay() != now.YearDay() || at.Year() != now.Year() {
		return at.Format("2006-01-02 15:04")
	}
	return at.Format("15:04")
}
