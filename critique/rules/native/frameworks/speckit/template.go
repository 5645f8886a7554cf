package speckit

import (
	"slices"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// mandatory are the sections that the template of a specification asks for, and what else shows that one is there.
var mandatory = [...]struct {
	name        string
	title, also *pattern.Pattern
}{
	{"User Scenarios", pattern.New(`(?i)scenario|\bstor(?:y|ies)\b|use cases?|用户场景|场景|故事|用例|シナリオ|ストーリー|시나리오|스토리`), anyStory},
	{"Requirements", pattern.New(`(?i)requirement|需求|要求|要件|요구`), pattern.New(`\b(?:FR|NFR)-\d`)},
	{"Success Criteria", pattern.New(`(?i)success|measurable|criteria|outcomes?|metrics?|成功|成果|验收|指标|성공|목표|基準`), pattern.New(`\bSC-\d`)},
}

// sectionsLacking is about a specification that has some of the sections which its template asks for, and not the others.
func sectionsLacking(_ *model.Session, d *document.Document, hit native.Hit) bool {
	var lacks []string
	for _, part := range mandatory {
		if !part.also.MatchString(d.Text) && !slices.ContainsFunc(d.Sections, func(s *document.Section) bool { return s.Level > 1 && part.title.MatchString(s.Title) }) {
			lacks = append(lacks, part.name)
		}
	}
	ofTemplate := slices.ContainsFunc(d.Sections, func(s *document.Section) bool { return s.Level == 1 && called.MatchString(s.Title) })
	if len(lacks) > 0 && len(lacks) < len(mandatory) && ofTemplate && !d.Foreign {
		hit(d, frameworks.Top(d), model.Note(frameworks.Several(lacks)))
	}
	return ofTemplate
}

// called is the title that the template gives a specification: others have their own sections.
var called = pattern.New(`(?i)\bfeature spec|功能规[格范]|機能仕様|기능 명세`)

var priorityOf = pattern.New(`\bP([1-9])\b`)

// otherPriority is about a story that has one priority in the specification and another one in the tasks.
func otherPriority(s *model.Session, d *document.Document, hit native.Hit) bool {
	spec := frameworks.One(s, "spec.md")
	if spec == nil {
		return false
	}
	wanted := map[string]*document.Section{}
	for _, one := range storiesOf(spec) {
		if len(priorityOf.FindAllString(one.section.Title, -1)) == 1 {
			wanted[one.number] = one.section
		}
	}
	applied := false
	for _, section := range d.Sections {
		m, said := anyStory.FindAllStringSubmatch(section.Title, -1), priorityOf.FindAllString(section.Title, -1)
		if len(m) != 1 || len(said) != 1 || wanted[m[0][1]] == nil || !frameworks.IsHeading(section) {
			continue
		}
		applied = true
		own := wanted[m[0][1]]
		if want := priorityOf.FindString(own.Title); want != said[0] {
			hit(d, model.HeadingOf(d, section), model.Target("User Story "+m[0][1]), model.Note(said[0]), model.Note(want), model.Other{Doc: spec, At: model.HeadingOf(spec, own)})
		}
	}
	return applied
}
