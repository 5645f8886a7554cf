package verdict

import (
	"fmt"
	"strings"

	"discussd/critique"
	"discussd/internal/text/markdown"
)

// lowRating is the rating from which down a perspective dissents, whatever the policy
// makes of it.
const lowRating = 2

// dissent lists what speaks against a verdict that lets the round pass: low ratings,
// critical weaknesses, rounds before it that it cannot rest on, HIGH facts, muted or
// not, and HIGH weaknesses, what weighs most first, for the texts name only the first of
// them. A HIGH block and an error stop the round themselves.
func dissent(v Verdict) []string {
	if v.Outcome == Failed || v.BlockedAt(critique.High) {
		return nil
	}
	say := words(v)
	var against []string
	add := func(english, chinese string, args ...any) {
		against = append(against, fmt.Sprintf(say(english, chinese), args...))
	}
	weaknesses := func(severity critique.Severity) {
		for _, p := range v.Perspectives {
			for _, w := range p.Weaknesses {
				if w.Severity == severity {
					add("%s (%s): %s", "%s (%s): %s", p.Name, w.Severity, markdown.OneLine(w.Text))
				}
			}
		}
	}
	for _, p := range v.Perspectives {
		if p.Rating != nil && *p.Rating <= lowRating {
			add("%s rates %s", "%s 评分 %s", p.Name, rated(*p.Rating))
		}
	}
	weaknesses(critique.Critical)
	against = append(against, unsettled(v)...)
	for _, f := range v.Checks.Present() {
		if f.Severity == critique.High {
			add("fact: %s", "事实: %s", markdown.OneLine(f.String()))
		}
	}
	against = append(against, mutedDissent(v)...)
	weaknesses(critique.High)
	return against
}

// unsettled lists the rounds before this one that it cannot rest on.
func unsettled(v Verdict) []string {
	say := words(v)
	var blocked, others []string
	for _, u := range v.Upstream {
		add := func(english, chinese string) { others = append(others, fmt.Sprintf(say(english, chinese), u.Round)) }
		switch {
		case u.State == UpstreamMissing:
			add("%s has no verdict", "%s 尚无结论")
		case u.State == UpstreamAbsent:
			add("%s was never written", "%s 尚未编写")
		case u.Outcome == Blocked && u.Severity != nil && *u.Severity != critique.Low:
			blocked = append(blocked, fmt.Sprintf("%s (%s)", u.Round, *u.Severity))
		case u.Outcome == Failed:
			add("%s could not be judged", "%s 无法评审")
		case u.State == UpstreamStale:
			add("%s changed since it was judged", "%s 评审后已修改")
		}
	}
	if len(blocked) == 0 {
		return others
	}
	return append([]string{say("earlier rounds still blocked: ", "先前轮次仍被阻塞: ") + strings.Join(blocked, ", ")}, others...)
}

// mutedCount says how much marks in the artifact keep out of the findings: "1 HIGH,
// 2 MEDIUM at 5 places"; "" when there is nothing. Like findings it counts rules.
func mutedCount(muted []critique.Mute) string {
	rules := map[string]bool{}
	count := map[critique.Severity]int{}
	for _, m := range muted {
		if !rules[m.Rule] {
			rules[m.Rule] = true
			count[m.Severity]++
		}
	}
	var parts []string
	for _, s := range []critique.Severity{critique.High, critique.Medium, critique.Low} {
		if count[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[s], s))
		}
	}
	text := strings.Join(parts, ", ")
	if len(muted) > len(rules) {
		text += fmt.Sprintf(" at %d places", len(muted))
	}
	return text
}

// mutedDissent lists what the artifact itself keeps from blocking, a line a rule: an
// author who mutes a HIGH fact does not settle it.
func mutedDissent(v Verdict) []string {
	say := words(v)
	places := map[string]int{}
	for _, m := range v.Checks.Muted {
		places[m.Rule]++
	}
	var against []string
	for _, m := range v.Checks.Muted {
		n := places[m.Rule]
		if delete(places, m.Rule); n == 0 || m.Severity != critique.High {
			continue
		}
		text := m.Rule + " " + Placed(fromProject(v, m.Path), m.Line) + ": " + m.Message
		if n > 1 {
			text += fmt.Sprintf(say(" (+%d more)", "（另有 %d 处）"), n-1)
		}
		if m.Reason != "" {
			text += say("; reason: ", "; 理由: ") + m.Reason
		}
		against = append(against, say("muted by the artifact: ", "被文档自身屏蔽: ")+markdown.OneLine(text))
	}
	return against
}
