package frameworks

import (
	"fmt"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// verified is about reports of a verification or an acceptance whose sums are not what
// their rows say.
func verified(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	score := gsScore.FindStringSubmatch(d.Front.Value("score"))
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
	for _, l := range linesOf(d, all(d)) {
		if m := gsBodyScore.FindStringSubmatch(l.text); m != nil && score != nil && m[1] != score[1] && m[2] == score[2] && !strings.Contains(l.text, score[0]) {
			hit(d, l.Span, model.Note(m[1]+"/"+m[2]), s.Say("the frontmatter has "+score[1]+"/"+score[2], "frontmatter 为 "+score[1]+"/"+score[2]))
		}
	}
	for _, t := range d.Tables {
		status := t.Column("status", "result", "状态", "结果")
		if status >= 0 && passed && t.Column("requirement", "artifact") >= 0 && t.Column("truth") < 0 {
			for _, cells := range t.Rows {
				if gsRefused.MatchString(cells[status].Text) {
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
			failed := gsFailed.MatchString(cells[status].Text)
			switch {
			case failed:
			case gsDone.MatchString(cells[status].Text):
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
	gsScore     = pattern.New(`^(\d{1,3})/(\d{1,3})\b`)
	gsBodyScore = pattern.New(`^\s*\*\*Score\**\s*[:：]\**\s*(\d{1,3})/(\d{1,3})\b`)
	noGaps      = pattern.New(`(?im)^\W*\bno gaps\b|^\W*没有缺口|^\W*无缺口`)
	gsRefused   = pattern.New(`(?i)^\W*(?:fail(?:ed)?|blocked|unsatisfied|not satisfied|missing|stub)\b|✗|❌|未通过`)
	gsFailed    = pattern.New(`(?i)\bfail(?:ed)?\b|\bmissing\b|✗|❌|未通过`)
	gsTest      = pattern.New(`^###\s+\d+[.)]\s`)
	gsResult    = pattern.New(`(?i)^\s*\**result\**\s*[:：]\**\s*\[?([a-z]+)\]?\s*$`)
	gsSum       = pattern.New(`^(total|passed|issues|pending|skipped|blocked)\s*:\s*(\d{1,3})\s*$`)
)

// accepted is about the summary of a user's acceptance against its tests.
func accepted(_ *model.Session, d *document.Document, hit native.Hit) bool {
	counts := map[string]int{}
	for _, l := range linesOf(d, all(d)) {
		if gsTest.MatchString(l.text) {
			counts["total"]++
		}
		if m := gsResult.FindStringSubmatch(l.text); m != nil {
			name := strings.ToLower(m[1])
			if name == "pass" || name == "issue" {
				name = map[string]string{"pass": "passed", "issue": "issues"}[name]
			}
			counts[name]++
			counts["results"]++
		}
	}
	if counts["total"] == 0 || counts["results"] != counts["total"] {
		return false
	}
	for _, l := range linesOf(d, all(d)) {
		if m := gsSum.FindStringSubmatch(l.text); m != nil && m[2] != fmt.Sprint(counts[m[1]]) {
			hit(d, l.Span, model.Note(m[0]), model.Note(fmt.Sprint(counts[m[1]])))
		}
	}
	return true
}

// nothingValidated is about a project that still says of its requirements that none is validated,
// while a phase is complete.
func nothingValidated(s *model.Session, d *document.Document, hit native.Hit) bool {
	at := gsNoneYet.FindStringIndex(d.Text)
	if at == nil {
		return false
	}
	for _, other := range find(s, func(p string) bool { return gsRoadmap(p) || gsRequirements(p) }) {
		for _, l := range linesOf(other, all(other)) {
			if m := gsFinished.FindStringSubmatch(l.text); m != nil {
				hit(d, document.Span{Start: at[0], End: at[1]}, model.Note(strings.TrimSpace(m[1])), model.Note(base(other.Path)))
				return true
			}
		}
	}
	return true
}

var (
	gsNoneYet  = pattern.New(`\(None yet [—–-] ship to validate\)`)
	gsFinished = pattern.New(`^\s*[-*]\s+\[[xX]\]\s+\**(Phase\s+\d+(?:\.\d+)?|[A-Z][A-Z0-9]*-\d+)\b`)
)
