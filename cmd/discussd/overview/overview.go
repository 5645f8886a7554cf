// Package overview shows sessions a line each, what needs somebody first: how each round
// stands, what the checks found, how old the newest verdict is, what today cost, and who
// has to do what.
//
// What is known of sessions comes in, as status has read it; lines for people and
// [Summary] for JSON go out. It reads no file and asks no clock.
package overview

import (
	"time"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// Session is what is known of one session, as JSON does too.
type Session struct {
	Path    string  `json:"session"` // absolute
	Layout  string  `json:"layout"`  // "lifecycle", "spec-kit"
	Watched bool    `json:"watched"`
	Problem string  `json:"problem"` // why nothing in it can be judged, "" when nothing is wrong
	Rounds  []Round `json:"rounds"`  // in the order of their table, then the requests
}

// Round is how one round, or one request, stands.
type Round struct {
	ID      string `json:"round"` // of a request the name of its file
	State   State  `json:"state"` // of its bytes
	Verdict        // the last one, zero when there is none

	Trend   []float64  `json:"trend"`   // average ratings, oldest first
	Until   *time.Time `json:"until"`   // when a held round is tried again
	Suspect []string   `json:"suspect"` // rounds before this one that changed since it was judged
	Decide  string     `json:"decide"`  // how a person settles what blocks it, "" when nobody has to
	Problem string     `json:"problem"` // why it cannot be judged, "" when nothing is wrong
	Passes  bool       `json:"-"`       // the problem passes by itself
	Spent   *float64   `json:"-"`       // US dollars, on the verdicts of today; nil when no tool has said
	Request bool       `json:"-"`
}

// State says how the bytes of a round stand to its verdict.
type State string

// The states. Those from settling on are of a round that is about to be judged.
const (
	Fresh      State = "fresh"
	Stale      State = "stale"      // the bytes have changed since the verdict
	Missing    State = "missing"    // there is no artifact
	Unjudged   State = "unjudged"   // there is no verdict
	Unreadable State = "unreadable" // the artifact cannot be read
	Answered   State = "answered"   // of a request
	Unanswered State = "unanswered" // of a request
	Waiting    State = "waiting"    // nobody is at it: its daemon was stopped
	Settling         = State(verdict.Settling)
	Queued           = State(verdict.Queued)
	Running          = State(verdict.Running)
	Held             = State(verdict.Held)
)

// Verdict is as much of a verdict as a line can show.
type Verdict struct {
	Outcome  verdict.Outcome   `json:"verdict"`  // "" without a verdict
	Severity critique.Severity `json:"severity"` // "" unless blocked
	Average  *float64          `json:"average_rating"`
	Revision int               `json:"revision"`
	Unheard  bool              `json:"unreviewed"` // models were to be asked, and none answered
	Reviewed bool              `json:"reviewed"`   // a model answered: without one, a consensus is that of the checks alone
	Asks     bool              `json:"-"`          // a person has to decide
	Role     string            `json:"-"`          // the role that wrote the artifact
	Error    verdict.ErrorCode `json:"-"`          // of an error verdict
	Silent   []Silence         `json:"-"`          // tools that did not answer a perspective that nobody else answered
	Facts    Facts             `json:"-"`
	At       time.Time         `json:"-"`
}

// Silence is why a tool did not answer.
type Silence struct {
	Tool string
	Why  critique.Class
}

// Facts counts what the checks found, by severity.
type Facts struct {
	High   int `json:"high"`
	Medium int `json:"medium"`
	Low    int `json:"low"`
}

// Of returns what a line shows of a verdict.
func Of(v verdict.Verdict) Verdict {
	shown := Verdict{
		Outcome: v.Outcome, Average: v.AverageRating, Revision: v.Revision, Unheard: v.Unreviewed(), Asks: v.CoordinatorAction == verdict.CoordinatorAsks,
		Role: v.Caller.Role, At: v.FinishedAt,
		Reviewed: v.Outcome != verdict.Failed && v.Basis != critique.BasisChecks, // what rests on the checks alone is no panel's, whatever it says
	}
	if v.Severity != nil {
		shown.Severity = *v.Severity
	}
	if v.Error != nil {
		shown.Error = v.Error.Code
	}
	for _, p := range v.Perspectives {
		for _, a := range p.Attempts {
			if !p.Heard() {
				shown.Silent = append(shown.Silent, Silence{a.Tool, a.Outcome})
			}
		}
	}
	for _, f := range v.Checks.Present() {
		switch {
		case f.Severity.Weight() >= critique.High.Weight():
			shown.Facts.High++
		case f.Severity == critique.Medium:
			shown.Facts.Medium++
		default:
			shown.Facts.Low++
		}
	}
	return shown
}

// Summary is what a session's line says, as JSON does. A nil pointer is null there and
// means "not known".
type Summary struct {
	Facts     *Facts     `json:"facts"` // of all verdicts on the present bytes
	Needs     []Need     `json:"needs"` // what presses most first
	Newest    *time.Time `json:"newest_verdict_at"`
	CostToday *float64   `json:"cost_today_usd"`
}

// Summary sums the rounds of the session up.
func (s Session) Summary() Summary {
	sum := Summary{Needs: s.needs()}
	for _, r := range s.Rounds {
		if r.Spent != nil {
			if sum.CostToday == nil {
				sum.CostToday = new(float64)
			}
			*sum.CostToday += *r.Spent
		}
		if r.Verdict.Outcome == "" {
			continue
		}
		if sum.Newest == nil || r.Verdict.At.After(*sum.Newest) {
			sum.Newest = &r.Verdict.At
		}
		if r.judged() {
			if sum.Facts == nil {
				sum.Facts = &Facts{}
			}
			sum.Facts.High += r.Verdict.Facts.High
			sum.Facts.Medium += r.Verdict.Facts.Medium
			sum.Facts.Low += r.Verdict.Facts.Low
		}
	}
	return sum
}

// judged tells whether the verdict is about the present bytes.
func (r Round) judged() bool {
	return (r.State == Fresh || r.State == Answered) && r.Verdict.Outcome != ""
}
