package frameworks

import (
	"path"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

func gsDependencies(s *model.Session, d *document.Document, hit native.Hit) bool {
	if m := gsPlanFile.FindStringSubmatch(d.Path); m != nil {
		field := d.Front.Field("depends_on")
		if field == nil {
			return false
		}
		for _, value := range field.Values {
			v := gsPlanID.FindStringSubmatch(strings.TrimSpace(value))
			if v == nil || plainNumber(v[1]) != plainNumber(m[1]) {
				continue
			}
			name := path.Join(path.Dir(d.Path), m[1]+"-"+v[2]+"-PLAN.md")
			if one(s, name) == nil && (s.Around.Exists == nil || !s.Around.Exists(name)) {
				hit(d, field.Span, value)
			}
		}
		return len(field.Values) > 0
	}
	known := map[string]bool{}
	for _, p := range phasesOf(d) {
		known[plainNumber(p.number)] = true
	}
	for _, l := range linesOf(d, all(d)) {
		if m := gsPhaseLine.FindStringSubmatch(l.text); m != nil {
			known[plainNumber(m[2])] = true
		}
	}
	if len(known) < 2 || strings.Contains(d.Text, "<details>") { // phases that were folded away are not all named
		return false
	}
	for _, l := range linesOf(d, all(d)) {
		for _, need := range neededPhases(l) {
			if !known[plainNumber(need.number)] {
				hit(d, need.at, need.name)
			}
		}
	}
	return true
}

// neededPhase is a phase that another one depends on.
type neededPhase struct {
	at           document.Span
	name, number string
}

// neededPhases returns those that a line "**Depends on**: Phase 1 (why)" names.
func neededPhases(l line) (found []neededPhase) {
	m := gsDepends.FindStringSubmatchIndex(l.text)
	if m == nil {
		return nil
	}
	text := l.text[m[2]:m[3]]
	if cut := strings.IndexAny(text, "(（"); cut >= 0 {
		text = text[:cut]
	}
	for _, p := range gsPhaseOf.FindAllStringSubmatchIndex(text, 10) {
		found = append(found, neededPhase{l.at(m[2]+p[0], m[2]+p[1]), text[p[0]:p[1]], text[p[2]:p[3]]})
	}
	return found
}

// gsVerifies begins what a task says of its test.
var gsVerifies = pattern.New(`<(?:verif(?:y|ication)|automated|acceptance_criteria)\b`)

func unverified(_ *model.Session, d *document.Document, hit native.Hit) bool {
	starts := gsTask.FindAllStringIndex(d.Text, 200)
	for _, m := range starts {
		end := strings.Index(d.Text[m[1]:], "</task>")
		if end < 0 {
			continue
		}
		body := d.Text[m[1] : m[1]+end]
		if gsVerifies.MatchString(body) {
			continue
		}
		name := ""
		if from := strings.Index(body, "<name>"); from >= 0 {
			name, _, _ = strings.Cut(body[from+len("<name>"):], "</name>")
		}
		hit(d, document.Span{Start: m[0], End: m[1]}, model.Note(name), native.Unwitnessed)
	}
	return len(starts) > 0
}

func phaseUnplanned(s *model.Session, d *document.Document, hit native.Hit) bool {
	m := gsPlanFile.FindStringSubmatch(d.Path)
	roadmaps := find(s, gsRoadmap)
	plans := find(s, gsPlan)
	if m == nil || len(roadmaps) != 1 || len(plans) == 0 || plans[0] != d { // said once
		return false
	}
	planned := map[string]bool{}
	for _, p := range plans {
		if p.Front.Err != nil {
			return false // nobody can tell what this one takes up
		}
		if field := p.Front.Field("requirements"); field != nil {
			for _, value := range field.Values {
				for _, id := range idsIn(gsID, value) {
					planned[id.id] = true
				}
			}
		}
	}
	if len(planned) == 0 {
		return false
	}
	applied := false
	for _, l := range takes(roadmaps[0])[plainNumber(m[1])] {
		for _, id := range demanded(l.text) {
			applied = true
			if !planned[id.id] {
				hit(roadmaps[0], l.at(id.start, id.end), l.text[id.start:id.end], native.Unwitnessed, native.Elsewhere)
			}
		}
	}
	return applied
}
