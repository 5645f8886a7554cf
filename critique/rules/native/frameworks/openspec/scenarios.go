package openspec

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
)

// scenarios returns the names of a requirement's scenarios.
func scenarios(d *document.Document, requirement *document.Section) []*document.Section {
	var found []*document.Section
	for _, s := range d.Sections {
		if s.Level == 4 && s.Start > requirement.Start && s.Start < requirement.Deep && scenarioTitle.MatchString(frameworks.Raw(d, s)) {
			found = append(found, s)
		}
	}
	return found
}

func scenarioName(d *document.Document, scenario *document.Section) string {
	return strings.TrimSpace(scenarioTitle.FindStringSubmatch(frameworks.Raw(d, scenario))[1])
}

func withoutScenario(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, r := range of(d, "ADDED", "MODIFIED") {
		if applied = true; slices.ContainsFunc(d.Sections, func(at *document.Section) bool { // the tool counts each heading of that level
			return at.Level == 4 && at.Start > r.section.Start && at.Start < r.section.Deep
		}) {
			continue
		}
		stray := document.Span{}
		for _, l := range frameworks.LinesOf(d, document.Span{Start: r.section.Body, End: r.section.Deep}) {
			if strings.HasPrefix(strings.TrimLeft(l.Text, "#"), " Scenario:") || strayMark.MatchString(l.Text) {
				stray = l.Span
				break
			}
		}
		if stray != (document.Span{}) {
			hit(d, stray, model.Target(r.name), s.Say(", or none that the tool sees: it must be a heading \"#### Scenario: …\"", "（工具可识别的场景须为“#### Scenario: …”标题）"))
			continue
		}
		hit(d, model.HeadingOf(d, r.section), model.Target(r.name), model.Note(""), model.Unwitnessed)
	}
	return applied
}

// scenarioAstray is about scenarios that are headings of the level of requirements: the tool takes them for none.
func scenarioAstray(_ *model.Session, d *document.Document, hit native.Hit) bool {
	found := of(d, "ADDED", "MODIFIED")
	if len(found) == 0 {
		return false
	}
	for _, section := range d.Sections {
		if name := frameworks.Raw(d, section); section.Level == 3 && strayMark.MatchString(name) {
			hit(d, model.HeadingOf(d, section), model.Target(name))
		}
	}
	return true
}

func scenarioLost(s *model.Session, d *document.Document, hit native.Hit) bool {
	current := living(s, d)
	if current == nil {
		return false
	}
	now := map[string][]*document.Section{}
	for _, r := range deltasOf(current) {
		now[r.name] = scenarios(current, r.section)
	}
	applied := false
	for _, r := range of(d, "MODIFIED") {
		applied = true
		kept := map[string]bool{}
		for _, scenario := range scenarios(d, r.section) {
			kept[strings.ToLower(scenarioName(d, scenario))] = true
		}
		var lost []string
		for _, scenario := range now[r.name] {
			if name := scenarioName(current, scenario); !kept[strings.ToLower(name)] {
				lost = append(lost, name)
			}
		}
		if len(lost) > 0 {
			hit(d, model.HeadingOf(d, r.section), model.Target(r.name), model.Target(strings.Join(lost, `", "`)))
		}
	}
	return applied
}
