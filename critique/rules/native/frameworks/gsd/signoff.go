package gsd

import (
	"fmt"
	"path"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// verified is about reports of a verification or an acceptance whose sums are not what
// their rows say.
func verified(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	score := scoreForm.FindStringSubmatch(d.Front.Value("score"))
	passed := strings.EqualFold(d.Front.Value("status"), "passed")
	if found := d.Front.Field("status"); score != nil && strings.EqualFold(d.Front.Value("status"), "gaps_found") && score[1] == score[2] && !strings.Contains(d.Slice(d.Front.Span), "\ngaps:") && noGaps.MatchString(d.Text) {
		hit(d, found.Span, model.Note("status: gaps_found"), s.Say("the score is "+score[0]+" and the report names no gap", "得分为 "+score[0]+"，报告未列出缺口"))
	}
	if score != nil {
		applied = true
		if passed && score[1] != score[2] {
			hit(d, d.Front.Field("score").Span, model.Note("status: passed"), s.Say("the score is "+score[1]+"/"+score[2], "得分为 "+score[1]+"/"+score[2]))
		}
	}
	for m := range frameworks.Matches(bodyScore, frameworks.Lines(d)) {
		if score != nil && m.Group(1) != score[1] && m.Group(2) == score[2] && !strings.Contains(m.Text, score[0]) {
			hit(d, m.Span, model.Note(m.Group(1)+"/"+m.Group(2)), s.Say("the frontmatter has "+score[1]+"/"+score[2], "frontmatter 为 "+score[1]+"/"+score[2]))
		}
	}
	for _, t := range d.Tables {
		status := t.Column("status", "result", "状态", "结果")
		if status >= 0 && passed && t.Column("requirement", "artifact") >= 0 && t.Column("truth") < 0 {
			for _, cells := range t.Rows {
				if refused.MatchString(cells[status].Text) {
					applied = true
					hit(d, cells[status].Span, model.Note("status: passed"), s.Say("this row did not hold", "此项未通过"))
				}
			}
		}
		if status < 0 || t.Column("truth") < 0 {
			continue
		}
		held, undecided := 0, false
		for _, cells := range t.Rows {
			failed := saysFailed.MatchString(cells[status].Text)
			switch {
			case failed:
			case frameworks.SaysDone.MatchString(cells[status].Text):
				held++
			default:
				undecided = true
			}
			if failed && passed {
				applied = true
				hit(d, cells[status].Span, model.Note("status: passed"), s.Say("this row did not hold", "此项未通过"))
			}
		}
		if score != nil && score[2] == fmt.Sprint(len(t.Rows)) && score[1] != fmt.Sprint(held) && held > 0 && !undecided {
			hit(d, d.Front.Field("score").Span, model.Note(score[0]), s.Say(fmt.Sprintf("the table has %d of %d", held, len(t.Rows)), fmt.Sprintf("表中为 %d/%d", held, len(t.Rows))))
		}
	}
	return applied
}

var (
	scoreForm  = pattern.New(`^(\d{1,3})/(\d{1,3})\b`)
	bodyScore  = pattern.New(`^\s*\*\*Score\**\s*[:：]\**\s*(\d{1,3})/(\d{1,3})\b`)
	noGaps     = pattern.New(`(?im)^\W*\bno gaps\b|^\W*没有缺口|^\W*无缺口`)
	refused    = pattern.New(`(?i)^\W*(?:fail(?:ed)?|blocked|unsatisfied|not satisfied|missing|stub)\b|[✗❌][^✅✓]*$|未通过`)
	saysFailed = pattern.New(`(?i)\bfail(?:ed)?\b|\bmissing\b|[✗❌][^✅✓]*$|未通过`)
	test       = pattern.New(`^###\s+\d+[.)]\s`)
	result     = pattern.New(`(?i)^\s*\**result\**\s*[:：]\**\s*\[?([a-z]+)\]?\s*$`)
	sum        = pattern.New(`^(total|passed|issues|pending|skipped|blocked)\s*:\s*(\d{1,3})\s*$`)
)

// accepted is about the summary of a user's acceptance against its tests.
func accepted(_ *model.Session, d *document.Document, hit native.Hit) bool {
	counts := map[string]int{}
	for _, l := range frameworks.Lines(d) {
		if test.MatchString(l.Text) {
			counts["total"]++
		}
		if m := result.FindStringSubmatch(l.Text); m != nil {
			name, known := summedAs[strings.ToLower(m[1])]
			if !known {
				return false // in words of its own
			}
			counts[name]++
			counts["results"]++
		}
	}
	if counts["total"] == 0 || counts["results"] != counts["total"] {
		return false
	}
	for m := range frameworks.Matches(sum, frameworks.Lines(d)) {
		if count := fmt.Sprint(counts[m.Group(1)]); m.Group(2) != count {
			hit(d, m.Span, model.Note(m.Group(0)), model.Note(count))
		}
	}
	return true
}

// summedAs is the line of the sum that a result counts in.
var summedAs = map[string]string{
	"pass": "passed", "passed": "passed", "approved": "passed", "ok": "passed", "issue": "issues", "issues": "issues", "fail": "issues", "failed": "issues",
	"pending": "pending", "skipped": "skipped", "blocked": "blocked",
}

// nothingValidated is about a project that still says of its requirements that none is validated,
// while a phase is complete.
func nothingValidated(s *model.Session, d *document.Document, hit native.Hit) bool {
	at := noneYet.FindStringIndex(d.Text)
	if at == nil {
		return false
	}
	for _, other := range frameworks.Find(s, roadmap) {
		for m := range frameworks.Matches(finished, frameworks.Lines(other)) {
			hit(d, document.Span{Start: at[0], End: at[1]}, model.Note(strings.TrimSpace(m.Group(1))), model.Note(path.Base(other.Path)))
			return true
		}
	}
	return true
}

var (
	noneYet  = pattern.New(`\(None yet [—–-] ship to validate\)`)
	finished = pattern.New(`^\s*[-*]\s+\[[xX]\]\s+\**(Phase\s+\d+(?:\.\d+)?)\b`)
)
