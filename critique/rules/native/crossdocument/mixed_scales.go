package crossdocument

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/unfinished"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// graded is one thing with the step it was given.
type graded struct {
	doc   *document.Document
	at    document.Span
	value string
}

// mixedScales reports the one or two things of a table, or files of a kind, that are
// graded on another scale than all others: High among Must and Should.
func mixedScales(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, t := range d.Tables {
		if unfinished.Enumerates(t.Section) && t.Section.Topic != document.Summary {
			continue
		}
		for i, header := range t.Header {
			if i == 0 || !unfinished.Chosen.MatchString(header.Text) {
				continue
			}
			var list []graded
			for _, row := range t.Rows {
				list = append(list, graded{d, row[i].Span, row[i].Text})
			}
			applied = oddGrades(list, hit) || applied
		}
	}
	for _, kind := range model.NamedIn[d.Kind] {
		if !kind.Member() {
			continue
		}
		byKey := map[string][]graded{}
		for _, member := range s.Of(kind) {
			for _, field := range member.Front.Fields {
				if unfinished.Chosen.MatchString(field.Key) && len(field.Values) == 1 {
					byKey[field.Key] = append(byKey[field.Key], graded{member, field.Span, field.Values[0]})
				}
			}
		}
		for _, key := range model.SortedKeys(byKey) {
			applied = oddGrades(byKey[key], hit) || applied
		}
	}
	return applied
}

var gradeEnd = pattern.New(`\s*[(（,，:：—–].*$`)

// oddGrades reports the values of a list that are steps of another scale than those
// of nearly all, two at least.
func oddGrades(list []graded, hit native.Hit) bool {
	value := func(g graded) string {
		return strings.ToLower(strings.Trim(gradeEnd.ReplaceAllString(model.Plain(g.value), ""), " *`_[]🔴🟡🟢⚠️✅"))
	}
	best, most := -1, 0
	for i, scale := range model.Scales {
		n := 0
		for _, g := range list {
			if onScale(scale.Steps, value(g)) {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	if most < 2 || most == len(list) {
		return most > 1
	}
	var odd []graded
	for _, g := range list {
		switch v := value(g); {
		case v == "" || model.EmptyCell(v) || onScale(model.Scales[best].Steps, v):
		case slices.ContainsFunc(model.Scales[:], func(scale model.Scale) bool {
			return onScale(scale.Steps, v)
		}):
			odd = append(odd, g)
		default:
			return true // a scale of the writer's own
		}
	}
	if len(odd)*2 > most {
		return true
	}
	var steps []string
	for _, names := range model.Scales[best].Steps {
		steps = append(steps, names[0])
	}
	for _, g := range odd {
		hit(g.doc, g.at, model.Note(model.Plain(g.value)), model.Note(strings.Join(steps, ", ")))
	}
	return true
}

func onScale(steps [][]string, value string) bool {
	return slices.ContainsFunc(steps, func(names []string) bool { return slices.Contains(names, value) })
}
