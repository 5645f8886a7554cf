package schedule

import "time"

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
