package overview

import (
	"slices"
	"strconv"

	"discussd/pipeline/verdict"
)

// sign shows how a round stands.
type sign struct {
	shown, ascii string // one column each
	means        string
}

// The signs, in the order of the legend.
var (
	reached    = sign{"✓", "+", "reached"}
	blocked    = sign{"✗", "x", "blocked (HIGH, MEDIUM, LOW)"}
	failed     = sign{"?", "?", "error"}
	unreviewed = sign{"u", "u", "the checks alone, no model reviewed it"}
	busy       = sign{"●", "*", "running or queued"}
	held       = sign{"h", "h", "held, or waiting for a daemon"}
	unjudged   = sign{"○", "o", "not judged"}
	missing    = sign{"·", ".", "no artifact"}
	stale      = sign{"~", "~", "changed since its verdict"}

	signs   = []sign{reached, blocked, failed, unreviewed, busy, held, unjudged, missing, stale}
	pending = []sign{busy, held, unjudged, stale} // a verdict is to come
)

func (s sign) text(ascii bool) string {
	if ascii {
		return s.ascii
	}
	return s.shown
}

// cell is the sign of one round with what is said beside it.
type cell struct {
	sign
	severity string // "H"
	unheard  bool   // it is blocked, and no model answered
	suspect  bool
}

func (c cell) text(ascii bool) string {
	text := c.sign.text(ascii) + c.severity
	if c.unheard {
		text += unreviewed.text(ascii)
	}
	if c.suspect {
		text += stale.text(ascii)
	}
	return text
}

// unseen tells whether no model reviewed the round.
func (c cell) unseen() bool { return c.unheard || c.sign == unreviewed }

// Sign is how the round looks, in a character or two, and what that means in words.
func (r Round) Sign() (shown, means string) {
	c := r.cell()
	means = c.means
	if c.severity != "" {
		means = "blocked " + string(r.Verdict.Severity)
	}
	if c.unheard {
		means += ", no model answered"
	}
	if c.suspect {
		means += ", a round before it changed since"
	}
	return c.text(false), means
}

// cell is how the round looks. A verdict of the checks alone never looks like that of a
// panel: who did not speak is told beside what blocks, too.
func (r Round) cell() cell {
	switch r.State {
	case Fresh, Answered:
		c := r.Verdict.cell()
		c.suspect = len(r.Suspect) > 0
		return c
	case Stale:
		return cell{sign: stale}
	case Missing:
		return cell{sign: missing}
	case Unreadable:
		return cell{sign: failed}
	case Settling, Queued, Running:
		return cell{sign: busy}
	case Held, Waiting:
		return cell{sign: held}
	}
	return cell{sign: unjudged}
}

func (v Verdict) cell() cell {
	switch {
	case v.Outcome == verdict.Failed:
		return cell{sign: failed}
	case v.Outcome == verdict.Blocked:
		c := cell{sign: blocked, unheard: v.Unheard}
		if v.Severity != "" {
			c.severity = string(v.Severity[:1])
		}
		return c
	case v.Outcome == "":
		return cell{sign: unjudged}
	case v.Reviewed:
		return cell{sign: reached}
	}
	return cell{sign: unreviewed}
}

// String is the verdict in words, "" without one: "blocked (HIGH)".
func (v Verdict) String() string {
	if v.Outcome == "" {
		return ""
	}
	words := string(v.Outcome)
	if v.Severity != "" {
		words += " (" + string(v.Severity) + ")"
	}
	switch {
	case v.Reviewed || v.Outcome == verdict.Failed:
	case v.Unheard && v.Outcome == verdict.Blocked:
		words += ", no model answered"
	case v.Unheard:
		words += " by the checks alone; no model answered"
	default:
		words += " by the checks alone; no model was asked"
	}
	return words
}

// requests is how the requests of a session look together: the gravest, and of how many.
// One that was answered with something else than a verdict is done with.
func (s Session) requests(ascii bool) string {
	gravest, n := cell{}, 0
	for _, r := range s.Rounds {
		if !r.Request || r.State == Answered && r.Verdict.Outcome == "" {
			continue
		}
		if c := r.cell(); n == 0 || c.gravity() < gravest.gravity() {
			gravest = c
		}
		n++
	}
	switch n {
	case 0:
		return ""
	case 1:
		return gravest.text(ascii)
	}
	return gravest.text(ascii) + " of " + strconv.Itoa(n)
}

// gravity orders cells, the gravest first.
func (c cell) gravity() int {
	order := []sign{blocked, failed, stale, held, busy, unjudged, unreviewed, reached}
	grave := 4 * slices.Index(order, c.sign)
	return grave + slices.Index([]string{"H", "M", "L", ""}, c.severity)
}
