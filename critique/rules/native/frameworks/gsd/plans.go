package gsd

import (
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

func dependencies(s *model.Session, d *document.Document, hit native.Hit) bool {
	if m := contextFile.FindStringSubmatch(d.Path); m != nil {
		return readings(s, d, m[1], hit)
	}
	if m := planFile.FindStringSubmatch(d.Path); m != nil {
		read := readings(s, d, m[1], hit)
		field := d.Front.Field("depends_on")
		if field == nil {
			return read
		}
		for _, value := range field.Values {
			v := planID.FindStringSubmatch(strings.TrimSpace(value))
			if v == nil && shortPlan.MatchString(strings.TrimSpace(value)) { // one of its own phase
				v = []string{value, m[1], strings.TrimSpace(value)}
			}
			if v == nil || plainNumber(v[1]) != plainNumber(m[1]) {
				if v != nil && unlisted(s, plainNumber(v[1]), plainNumber(v[2])) {
					hit(d, field.Span, model.Target(value))
				}
				continue
			}
			is := func(number string) bool {
				name := path.Join(path.Dir(d.Path), m[1]+"-"+number+"-PLAN.md")
				return frameworks.One(s, name) != nil || s.Around.Exists != nil && s.Around.Exists(name)
			}
			if !is(v[2]) && !is("0"+v[2]) {
				hit(d, field.Span, model.Target(value))
			}
		}
		return read || len(field.Values) > 0
	}
	known := map[string]bool{}
	for _, p := range phasesOf(d) {
		known[plainNumber(p.number)] = true
	}
	for m := range frameworks.Matches(phaseLine, frameworks.Lines(d)) {
		known[plainNumber(m.Group(2))] = true
	}
	if len(known) < 2 || strings.Contains(d.Text, "<details>") { // phases that were folded away are not all named
		return false
	}
	for m := range frameworks.Matches(depends, frameworks.Lines(d)) {
		for need := range neededPhases(m) {
			if !known[plainNumber(need.Group(1))] {
				hit(d, need.Place(0), model.Target(need.Group(0)))
			}
		}
	}
	return true
}

// unlisted tells whether the roadmap lists plans of a phase, and not one of a number.
func unlisted(s *model.Session, phase, plan string) bool {
	for _, d := range frameworks.Find(s, roadmap) {
		for _, p := range phasesOf(d) {
			if plainNumber(p.number) != phase {
				continue
			}
			plans := planLines(d, p.section)
			return len(plans) > 0 && !slices.ContainsFunc(plans, func(l planLine) bool { return l.number == plan })
		}
	}
	return false
}

// contextFile is the context of a phase, or the research for it.
var contextFile = pattern.New(`(?:^|/)(\d[\d.]*)-(?:CONTEXT|RESEARCH)\.md$`)

// toRead is a file of a phase that a plan or a context has its agent load: @.planning/phases/01-albums/01-01-PLAN.md.
var toRead = pattern.New(`(?:^|[\s@\x60(])\.planning/phases/((\d+(?:\.\d+)?)-[\w.-]+)/[\w.-]+`)

// toKnow is a file of the project's notes that a plan or a context has its agent load: .planning/research/RINGS.md.
var toKnow = pattern.New(`(?:^|[\s@\x60(])\.planning/((?:research|codebase|spikes|notes)/[\w./-]+\.md)\b`)

// readings reports what a plan has its agent load from the folder of an earlier phase, its own or the project's notes, that
// is not there. A file in a folder that is there may be yet to come, but not one that has to be read first.
func readings(s *model.Session, d *document.Document, phase string, hit native.Hit) (looked bool) {
	if s.Around.Exists == nil {
		return false
	}
	for _, at := range model.Find(d.Text, toKnow, 40) {
		span := document.Span{Start: at[2], End: at[3]}
		if looked = true; !s.Around.Exists(path.Join(path.Dir(d.Path), "../..", d.Slice(span))) {
			hit(d, span, model.Target(".planning/"+d.Slice(span)), model.Unwitnessed)
		}
	}
	own, _ := strconv.ParseFloat(phase, 64)
	for _, at := range model.Find(d.Text, toRead, 40) {
		folder := d.Text[at[2]:at[3]]
		number, err := strconv.ParseFloat(d.Text[at[4]:at[5]], 64)
		in := path.Join(path.Dir(d.Path), "..", folder)
		span := document.Span{Start: at[2], End: at[1]}
		if looked = true; err == nil && number <= own && (!s.Around.Exists(in) || model.ToRead(d, span)) && !s.Around.Exists(path.Join(in, path.Base(d.Text[at[2]:at[1]]))) {
			hit(d, span, model.Target(".planning/phases/"+d.Text[at[2]:at[1]]), model.Unwitnessed)
		}
	}
	return looked
}

// neededPhases goes through the phases that a line "**Depends on**: Phase 1 (why)" names.
func neededPhases(m frameworks.Match) iter.Seq[frameworks.Match] {
	text := m.Group(1)
	if cut := strings.IndexAny(text, "(（"); cut >= 0 {
		text = text[:cut]
	}
	at := m.Place(1)
	return frameworks.AllMatches(phaseOf, frameworks.Line{Span: document.Span{Start: at.Start, End: at.Start + len(text)}, Doc: m.Doc, Text: text})
}

// parts are what an automatic task has to say, as it begins: how it is verified and what is done in any
// plan, the others where most tasks say them.
var parts = [...]struct {
	name  string
	begin *pattern.Pattern
}{
	{"verify", pattern.New(`<(?:verif(?:y|ication)|automated|acceptance_criteria)\b`)},
	{"action", pattern.New(`<(?:action|behavior|implementation|steps?|details?|description|instructions?|objective|what)\b`)},
	{"files", pattern.New(`<files?\b`)},
	{"done", pattern.New(`<(?:done|acceptance_criteria|success_criteria)\b`)},
}

// autoTask is one automatic task of a plan.
type autoTask struct {
	at   document.Span
	body string
}

func autoTasks(d *document.Document) (found []autoTask) {
	for _, m := range task.FindAllStringIndex(d.Text, 200) {
		if end := strings.Index(d.Text[m[1]:], "</task>"); end >= 0 {
			body := stillToCome.ReplaceAllString(d.Text[m[1]:m[1]+end], "\x00")
			found = append(found, autoTask{document.Span{Start: m[0], End: m[1]}, nothingElse.ReplaceAllString(body, "")})
		}
	}
	return found
}

// stillToCome is a part that nobody has written yet, and nothingElse one that holds only such a part.
var (
	stillToCome = pattern.New(`<[a-z_]+>\s*(?:TODO|TBD|FIXME)\b[^<]*</[a-z_]+>`)
	nothingElse = pattern.New(`<[a-z_]+>\s*\x00\s*</[a-z_]+>`)
)

// incomplete is about automatic tasks without a part of theirs.
func incomplete(s *model.Session, d *document.Document, hit native.Hit) bool {
	var all []autoTask
	for _, p := range frameworks.Find(s, isPlan) {
		all = append(all, autoTasks(p)...)
	}
	own := autoTasks(d)
	for _, t := range own {
		var lacks []string
		marks := []model.Detail{model.Doubtful, model.Unwitnessed}
		for i, part := range parts {
			have := 0
			for _, other := range all {
				if part.begin.MatchString(other.body) {
					have++
				}
			}
			if !part.begin.MatchString(t.body) && (i < 2 || have*4 >= len(all)*3 || have > 0 && have+1 == len(all) || slices.Contains(lacks, "<action>")) {
				lacks = append(lacks, "<"+part.name+">")
				if i < 2 {
					marks = marks[1:2]
				}
			}
		}
		if len(lacks) > 0 {
			_, name, _ := strings.Cut(t.body, "<name>")
			name, _, _ = strings.Cut(name, "</name>")
			hit(d, t.at, append([]model.Detail{model.Note(strings.Join(lacks, ", ")), model.Note(name)}, marks...)...)
		}
	}
	return len(own) > 0
}

func phaseUnplanned(s *model.Session, d *document.Document, hit native.Hit) bool {
	m := planFile.FindStringSubmatch(d.Path)
	roadmaps := frameworks.Find(s, roadmap)
	plans := frameworks.Find(s, isPlan)
	if m == nil || len(roadmaps) != 1 || len(plans) == 0 || plans[0] != d { // said once
		return false
	}
	planned := map[string]bool{}
	take := func(texts ...string) {
		for _, text := range texts {
			for _, id := range frameworks.IDsIn(idForm, text) {
				planned[id.ID] = true
			}
		}
	}
	var others []string // of plans without a field, which say it in a sentence
	for _, p := range plans {
		if p.Front.Err != nil {
			return false // nobody can tell what this one takes up
		}
		if field := p.Front.Field("requirements"); field != nil {
			take(field.Values...)
		} else {
			others = append(others, p.Text)
		}
	}
	if len(planned) == 0 {
		return false
	}
	take(others...)
	applied := false
	for _, t := range takenUp(roadmaps[0]) {
		if t.phase != plainNumber(m[1]) {
			continue
		}
		if applied = true; !planned[t.ID] {
			t.Tell(hit, model.Unwitnessed, model.Elsewhere)
		}
	}
	return applied
}

// oversized is about a plan of more tasks than the plan checker of GSD lets pass.
func oversized(_ *model.Session, d *document.Document, hit native.Hit) bool {
	const refused = 5
	tasks := anyTask.FindAllStringIndex(d.Text, 200)
	if len(tasks) >= refused {
		at := tasks[refused-1]
		hit(d, document.Span{Start: at[0], End: at[1]}, model.Note(strconv.Itoa(len(tasks))))
	}
	return len(tasks) > 0
}

var anyTask = pattern.New(`(?m)^[ \t]*<task\b[^>\n]*>`)
