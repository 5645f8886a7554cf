package verdict

import (
	"fmt"
	"strings"

	"discussd/critique"
)

// mutedCount says how much marks in the artifact keep out of the findings, by
// severity; "" when there is nothing.
func mutedCount(muted []critique.Mute) string {
	count := map[critique.Severity]int{}
	for _, m := range muted {
		count[m.Severity]++
	}
	var parts []string
	for _, s := range []critique.Severity{critique.High, critique.Medium, critique.Low} {
		if count[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[s], s))
		}
	}
	return strings.Join(parts, ", ")
}

// mutedDissent lists what the artifact itself keeps from blocking: an author who mutes
// a HIGH fact does not settle it.
func mutedDissent(v Verdict) []string {
	prefix := v.say()("muted by the artifact: ", "被文档自身屏蔽: ")
	var against []string
	for _, m := range v.Checks.Muted {
		if m.Severity != critique.High {
			continue
		}
		reason := ""
		if m.Reason != "" {
			reason = " (" + m.Reason + ")"
		}
		against = append(against, prefix+OneLine(m.Rule+" "+placed(m.Path, m.Line)+": "+m.Message+reason))
	}
	return against
}

// muted are the lines of the record about what was muted.
func muted(v Verdict) []string {
	say := v.say()
	return lines(v.Checks.Muted, func(m critique.Mute) string {
		why := say("no reason given", "未说明理由")
		if m.Reason != "" {
			why = say("reason: ", "理由: ") + Inline(m.Reason)
		}
		return fmt.Sprintf(say("- muted: **%s** (%s) %s: %s, %s (mark in line %d)", "- 已屏蔽: **%s** (%s) %s: %s, %s (标记在第 %d 行)"),
			said(m.Rule), Inline(string(m.Severity)), place(m.Path, m.Line), Inline(m.Message), why, m.MarkLine)
	})
}
