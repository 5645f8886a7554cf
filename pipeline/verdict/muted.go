package verdict

import (
	"fmt"
	"strings"

	"discussd/critique"
	"discussd/internal/text/markdown"
)

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
