package schedule

import (
	"cmp"
	"slices"
	"time"

	"discussd/pipeline/judge"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// rounds are what is known of the rounds of all sessions: those that wait, those that
// are looked at, and those whose judgement or message is to be made up for.
type rounds struct {
	*table
	*readings
	*places
	judge         *judge.Judge
	subscriptions *Subscriptions
	unreviewed    unreviewed // rounds that only the checks answered
	unsaid        unsaid     // sessions that may lack something on their message bus
	judged        judged     // rounds of which a verdict was seen
}

// configure has what comes judged by another judge, so many rounds at once.
func (r *rounds) configure(judge *judge.Judge, most int) {
	r.judge, r.most, r.readings.logger = judge, most, judge.Logger
	r.table.configure(judge)
}

// settle looks whether there is something to judge, and queues it.
func (r *rounds) settle(key watcher.Key) {
	var mark verdict.PendingState
	if r.full(key.Session) {
		mark = verdict.Queued
	}
	r.look(key, mark, func(status judge.RoundStatus, err error) {
		j := r.job(key, time.Now())
		switch {
		case j.state == verdict.Running:
			j.again = true
		case err == nil && status.Gone && !status.Judged && !status.Pending:
			r.judged.drop(key)
			if r.drop(key); j.tried || j.kind == session.OfRequest { // and may have begun here, or in a daemon that was killed
				r.unsaid.add(key.Session, time.Now())
			}
		case err == nil && status.Fresh && !status.Pending && !j.improve:
			r.drop(key)
		default:
			j.written = status.Written
			r.enqueue(key, j)
		}
	})
}

// forget drops a round that is not configured any more, with the mark that it left.
func (r *rounds) forget(key watcher.Key) {
	r.drop(key)
	r.unreviewed.drop(key)
	judge := r.judge
	r.background(key.Session, func() func() {
		if err := judge.Abandon(key.Session, key.Round); err != nil {
			judge.Logger.Warn("pending mark not removed", "session", key.Session, "round", key.Round, "error", err)
		}
		return func() {}
	})
}

// look looks at a round in the background and hands what it saw to then, in the loop.
func (r *rounds) look(key watcher.Key, mark verdict.PendingState, then func(judge.RoundStatus, error)) {
	since := time.Now()
	if j := r.jobs[key]; j != nil {
		since = j.since
	}
	what, _ := r.what(key)
	judging, seen := r.judge, r.judged.has(key)
	r.background(key.Session, func() func() {
		var status judge.RoundStatus
		var err error
		panicked := sheltered(judging.Logger.With("session", key.Session, "round", key.Round), "a look", func() {
			status, err = judging.Look(judge.Target{Dir: key.Session, Job: what}, judge.Sighting{Mark: mark, Since: since, Seen: seen})
		})
		err = cmp.Or(panicked, err)
		return func() {
			r.saw(key, status, err)
			then(status, err)
		}
	})
}

// saw keeps what a look found out: whether there is a verdict, and about a request that
// subscribes. A look that failed
// changes nothing. One that is new is looked at again: of changes that came until now
// nobody told it.
func (r *rounds) saw(key watcher.Key, status judge.RoundStatus, err error) {
	if err == nil && status.Judged {
		r.judged.add(key)
	}
	if err == nil && r.subscriptions.set(key, status.Subscribes) {
		r.settle(key)
	}
}

// check gives a run up when the files are no longer those it judges. A round that
// lost too many runs finishes this one.
func (r *rounds) check(key watcher.Key) {
	r.look(key, "", func(status judge.RoundStatus, err error) {
		j := r.jobs[key]
		if j == nil || j.state != verdict.Running || j.fingerprint == "" || err == nil && status.Fingerprint == j.fingerprint {
			return
		}
		j.changed = true
		if j.lost < maxLost {
			j.cancel(judge.ErrChanged)
		}
	})
}

// survey takes a survey of a session in the background, of the rounds that were found
// when it begins, and hands what it saw to then, in the loop.
func (r *rounds) survey(of survey, found func() []string, then func(watcher.Key, judge.RoundStatus, error)) {
	news := r.unsaid[of.session].news
	r.background(of.session, func() func() {
		var seen []judge.Surveyed
		var unsaid error
		rounds := found()
		panicked := sheltered(of.judge.Logger.With("session", of.session), "a survey", func() {
			seen, unsaid = of.judge.Survey(of.session, slices.Clone(rounds))
			of.judge.HookAgain(of.session, &r.hooks)
		})
		if panicked != nil { // judging them shows more, or says why not
			for _, round := range slices.DeleteFunc(rounds, func(round string) bool { return round == "" }) {
				seen = append(seen, judge.Surveyed{Round: round, Err: panicked})
			}
		}
		return func() {
			if unsaid != nil {
				r.unsaid.add(of.session, time.Now())
			} else if panicked == nil {
				r.unsaid.told(of.session, news)
			}
			for _, s := range seen {
				key := watcher.Key{Session: of.session, Round: s.Round}
				r.saw(key, s.RoundStatus, s.Err)
				then(key, s.RoundStatus, s.Err)
			}
		}
	})
}

// improve queues a round whose verdict rests on the checks alone. One that somebody
// has touched meanwhile is improved when it is its turn.
func (r *rounds) improve(key watcher.Key) {
	_, touched := r.jobs[key]
	j := r.job(key, time.Now())
	j.improve = true
	if !touched {
		j.found = true
		r.enqueue(key, j)
	}
}

// unsaid are the sessions whose message bus may lack something, and when they are
// surveyed again.
type unsaid map[string]retry

type retry struct {
	at    time.Time
	pause time.Duration // before it
	news  int           // how often there was something to tell
}

// add plans the first try; one that is planned already stays.
func (u unsaid) add(session string, now time.Time) {
	of, planned := u[session]
	if !planned {
		of = retry{at: now.Add(time.Second), pause: time.Second}
	}
	of.news++
	u[session] = of
}

// again plans another try after one that fails.
func (u unsaid) again(session string, now time.Time) {
	of := u[session]
	of.pause = min(2*of.pause, time.Minute)
	of.at = now.Add(of.pause)
	u[session] = of
}

// told takes away what a survey has told, which began when there were so many news.
func (u unsaid) told(session string, news int) {
	if of, planned := u[session]; planned && of.news == news {
		delete(u, session)
	}
}
