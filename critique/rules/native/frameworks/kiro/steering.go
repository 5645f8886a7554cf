package kiro

import (
	"path"
	"slices"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// specifications is the folder that holds them, from the root of the project.
const specifications = ".kiro/specs"

var (
	steering = frameworks.Matching(`(?:^|/)\.kiro/steering/[^/]+\.md$|^(?:\.\./)+steering/[^/]+\.md$`)
	// specPath is a path to a specification, in backticks, the target of a link or of #[[file:...]].
	specPath = pattern.New("(?:[`(]|file:)(?:\\.{1,2}/)*(?:\\.kiro/)?specs/([A-Za-z0-9][\\w.-]*)(?:/[\\w./-]*)?[`)\\]]")
	// specTitle is a heading over a list of the specifications, and specItem is one of them.
	specTitle = pattern.New(`(?i)^(?:\pL+ )?(?:specs|specifications|规格(?:列表|清单|文档)?|规范(?:列表|清单)?)$`)
	specItem  = pattern.New("^\\s*(?:[-*]|\\d+\\.)\\s+`([A-Za-z0-9][\\w.-]*)/?`")
	// anySpec is a name that stands for any, and notHere says that one is still to come, or is no more.
	anySpec = pattern.New(`(?i)feature|example|sample|template|your|name|spec$`)
	notHere = pattern.New(`(?i)\b(?:planned|future|later|upcoming|next|todo|tbd|will|not (?:yet )?(?:written|there)|removed|deleted|formerly?|was|were)\b|计划|待|将|以后|未来|尚未|已删除|原有`)
	// archives are the folders below that of the specifications which hold those that are done.
	archives = [...]string{"", "archive", "archived", "_archive", "completed", "done"}
)

// missingSpecification is about a steering document that leads to a specification which is not there.
func missingSpecification(s *model.Session, d *document.Document, hit native.Hit) bool {
	has := frameworks.Has(s)
	if has == nil {
		return false
	}
	there := func(name string) bool {
		return slices.ContainsFunc(archives[:], func(folder string) bool { return has(path.Join(specifications, folder, name)) })
	}
	names, places := namedSpecifications(d, there)
	for i, name := range names {
		if !there(name) {
			hit(d, places[i], model.Note(name))
		}
	}
	return len(names) > 0
}

// namedSpecifications are those that a document leads to or lists, with their places; a list is one of
// specifications where one of its names is there.
func namedSpecifications(d *document.Document, there func(string) bool) (names []string, places []document.Span) {
	add := func(m frameworks.Match) {
		if !anySpec.MatchString(m.Group(1)) && !notHere.MatchString(m.Text) {
			names, places = append(names, m.Group(1)), append(places, m.Place(1))
		}
	}
	var listed []frameworks.Match
	for _, l := range frameworks.Lines(d) {
		for m := range frameworks.AllMatches(specPath, l) {
			add(m)
		}
		if !specTitle.MatchString(d.SectionAt(l.Start).Title) {
			continue
		}
		for m := range frameworks.AllMatches(specItem, l) {
			listed = append(listed, m)
		}
	}
	if slices.ContainsFunc(listed, func(m frameworks.Match) bool { return there(m.Group(1)) }) {
		for _, m := range listed {
			add(m)
		}
	}
	return names, places
}
