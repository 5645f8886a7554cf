package states

import (
	"path"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	nowTitle = pattern.New(`(?i)^\W*current (?:phase|position)`)
	phaseNow = pattern.New(`(?i)\bphase\**\s*[:：]?\**\s*(\d{1,3})\b`)
	figure   = pattern.New(`(?m)^\s+(total_phases|completed_phases|total_plans|completed_plans|percent):\s*(\d{1,4})\s*$`)
)

// position reports, of the document that tells where a project stands, a current phase behind which others are done
// already, and a percentage that is neither that of the phases nor that of the plans beside it.
func position(s *model.Session, d *document.Document, hit native.Hit) bool {
	if path.Base(d.Path) != "STATE.md" {
		return false
	}
	at := map[string]document.Span{}
	of := map[string]int{}
	for _, m := range figure.FindAllStringSubmatchIndex(d.Slice(d.Front.Span), 20) {
		name := d.Text[m[2]:m[3]]
		at[name] = document.Span{Start: m[2], End: m[5]}
		of[name], _ = strconv.Atoi(d.Text[m[4]:m[5]])
	}
	percent := func(part, whole string) bool {
		return of[whole] == 0 || abs(of["percent"]*of[whole]-100*of[part]) < 2*of[whole]
	}
	if span, told := at["percent"]; told && !percent("completed_phases", "total_phases") && !percent("completed_plans", "total_plans") {
		hit(d, span, model.Target(d.Slice(span)), s.Say(strconv.Itoa(of["completed_plans"])+" of "+strconv.Itoa(of["total_plans"])+" plans are done", strconv.Itoa(of["total_plans"])+" 个计划中已完成 "+strconv.Itoa(of["completed_plans"])+" 个"), model.Other{Doc: d, At: at["completed_plans"]})
	}
	for _, section := range d.Sections {
		m := phaseNow.FindStringSubmatchIndex(d.Text[section.Body:section.End])
		if !nowTitle.MatchString(section.Title) || m == nil || saysDone.MatchString(wordsOf(d, section)) {
			continue
		}
		now, _ := strconv.Atoi(d.Text[section.Body+m[2] : section.Body+m[3]])
		for _, other := range s.Docs {
			if path.Base(other.Path) != "ROADMAP.md" {
				continue
			}
			for _, st := range statementsOf(other) {
				if number, err := strconv.Atoi(strings.TrimPrefix(st.thing, "phase ")); err == nil && st.done && number > now {
					hit(d, document.Span{Start: section.Body + m[0], End: section.Body + m[1]}, model.Target(d.Text[section.Body+m[0]:section.Body+m[1]]), s.Say("a later phase is complete", "其后的阶段已完成"), model.Other{Doc: other, At: st.at})
					return true
				}
			}
		}
	}
	return true
}

// wordsOf is the status that a section gives.
func wordsOf(d *document.Document, section *document.Section) string {
	for line := range strings.Lines(d.Text[section.Body:section.End]) {
		if m := statusKey.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			return m[1]
		}
	}
	return ""
}

func abs(n int) int { return max(n, -n) }
