package crossdocument

import (
	"slices"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// goalCode is how a brief numbers a goal without a hyphen: **G4 — harvest days are planned.**
var goalCode = pattern.New(`^[*_\x60\[(]*(G\d{1,2})\b`)

// leastCoded is how many goals a brief numbers at least where one that is named nowhere was forgotten.
const leastCoded = 3

// codedGoals reports the one goal of a brief that requirements name nowhere, while they name all others by their codes.
func codedGoals(s *model.Session, d *document.Document, hit native.Hit) bool {
	var goals []string
	for _, brief := range s.Of(document.Brief) {
		for _, item := range brief.Items {
			if m := goalCode.FindStringSubmatch(item.Text); m != nil && item.Section.Under(document.Goals) && !model.Superseded(item.Text) {
				goals = append(goals, m[1])
			}
		}
	}
	if len(goals) < leastCoded {
		return false
	}
	named := map[string]bool{}
	for _, doc := range s.Of(document.Requirements, document.Requirement, document.Quality) {
		for _, code := range anyGoal.FindAllString(doc.Text, 2000) {
			named[code] = true
		}
	}
	if left := slices.DeleteFunc(goals, func(code string) bool { return named[code] }); len(left) == 1 && len(named) > 0 {
		hit(d, goalTable(d), model.Target(left[0]), s.Say("is covered by no requirement", "无需求覆盖"), model.Unwitnessed)
	}
	return len(named) > 0
}

var anyGoal = pattern.New(`\bG\d{1,2}\b`)

// goalTable is the head of the table that goes through the goals, or nothing.
func goalTable(d *document.Document) document.Span {
	for _, t := range d.Tables {
		if len(t.Rows) > 1 && goalCode.MatchString(t.Rows[0][0].Text) && goalCode.MatchString(t.Rows[1][0].Text) {
			return d.LineAt(t.Header[0].Start)
		}
	}
	return document.Span{}
}
