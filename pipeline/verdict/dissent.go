package verdict

import (
	"fmt"
	"strings"

	"discussd/critique"
)

// lowRating is the rating from which down a perspective dissents, whatever the policy
// makes of it.
const lowRating = 2

// dissent lists what speaks against a verdict that lets the round pass: low ratings,
// grave weaknesses, HIGH facts, muted or not, and rounds before it that it cannot rest on. A HIGH
// block and an error stop the round themselves.
func dissent(v Verdict) []string {
	if v.Outcome == Failed || v.BlockedAt(critique.High) {
		return nil
	}
	say := v.say()
	var against []string
	add := func(english, chinese string, args ...any) {
		against = append(against, fmt.Sprintf(say(english, chinese), args...))
	}
	for _, p := range v.Perspectives {
		if p.Rating != nil && *p.Rating <= lowRating {
			add("%s rates %s", "%s 评分 %s", p.Name, rated(*p.Rating))
		}
		for _, w := range p.Weaknesses {
			if w.Severity.Weight() >= critique.High.Weight() {
				add("%s (%s): %s", "%s (%s): %s", p.Name, w.Severity, OneLine(w.Text))
			}
		}
	}
	for _, f := range v.Checks.Present() {
		if f.Severity == critique.High {
			add("fact: %s", "事实: %s", OneLine(f.String()))
		}
	}
	against = append(against, mutedDissent(v)...)
	var blocked []string
	for _, u := range v.Upstream {
		switch {
		case u.State == UpstreamMissing:
			add("%s has no verdict", "%s 尚无结论", u.Round)
		case u.State == UpstreamAbsent:
			add("%s was never written", "%s 尚未编写", u.Round)
		case u.Outcome == Blocked && u.Severity != nil && *u.Severity != critique.Low:
			blocked = append(blocked, fmt.Sprintf("%s (%s)", u.Round, *u.Severity))
		case u.Outcome == Failed:
			add("%s could not be judged", "%s 无法评审", u.Round)
		case u.State == UpstreamStale:
			add("%s changed since it was judged", "%s 评审后已修改", u.Round)
		}
	}
	if len(blocked) > 0 {
		add("blocked before it: %s", "此前未达成共识: %s", strings.Join(blocked, ", "))
	}
	return against
}
