package traces

import (
	"slices"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// leastAlike is how many things of one kind show that they all have a part.
const leastAlike = 4

// parts are what each of several things under an ID has, where they have it.
var parts = [...]struct {
	en, zh string
	is     *pattern.Pattern
}{
	{"acceptance criteria", "验收标准", pattern.New(`(?im)^[\s#>*_+-]*(?:acceptance(?: criteria| criterion)?|验收(?:标准|条件|准则|项)?)\s*\d*\s*[*_]*\s*(?:[:：]|[*_]*$)`)},
	{"scenario", "场景", pattern.New(`(?im)^#{2,6}\s*(?:scenario|场景)\b`)},
}

// one is one of several things alike: a section of a document, or a file.
type one struct {
	doc  *document.Document
	name string
	at   document.Span
	has  [len(parts)]bool
	must bool // a file that must have criteria: of this another rule tells
}

// newOne is a thing whose whole text is given.
func newOne(d *document.Document, name string, at document.Span, whole string) one {
	o := one{doc: d, name: name, at: at}
	for i, part := range parts {
		o.has[i] = part.is.MatchString(whole)
	}
	return o
}

// oddOneOut reports the one of four or more alike that lacks what all others have: their
// session itself asks for it.
func oddOneOut(s *model.Session, d *document.Document, hit native.Hit) bool {
	groups := append(sectionsAlike(d), filesAlike(s, d))
	applied := false
	for _, group := range groups {
		if len(group) < leastAlike {
			continue
		}
		applied = true
		for i, part := range parts {
			var lacks []one
			for _, o := range group {
				if !o.has[i] {
					lacks = append(lacks, o)
				}
			}
			if len(lacks) == 1 && lacks[0].doc == d {
				hit(d, lacks[0].at, lacks[0].name, s.Say(part.en, part.zh), model.Note(model.Itoa(len(group)-1)))
			}
		}
	}
	return applied
}

// sectionsAlike returns the sections of a document that stand side by side and begin with IDs of
// one kind, or are called requirements.
func sectionsAlike(d *document.Document) [][]one {
	type place struct {
		parent *document.Section
		level  int
		prefix string
	}
	groups := map[place][]one{}
	var order []place
	for _, section := range d.Sections {
		m := named.FindStringSubmatch(section.Title)
		if section.Level < 2 || section.Level > 5 || m == nil || withdrawn.MatchString(section.Title) {
			continue
		}
		at := place{section.Parent, section.Level, m[1]}
		if groups[at] == nil {
			order = append(order, at)
		}
		groups[at] = append(groups[at], newOne(d, model.Plain(section.Title), model.HeadingOf(d, section), d.Slice(section.All())))
	}
	var all [][]one
	for _, at := range order {
		all = append(all, groups[at])
	}
	return all
}

var (
	named     = pattern.New(`^\W*([A-Z]{1,8}(?:-[A-Z]{1,8})?)-?\d{1,4}\b|^(?:Requirement|需求)[:：]`)
	withdrawn = pattern.New(`(?i)~~|\b(?:withdrawn|removed|deprecated|dropped|superseded|won'?t)\b|废弃|作废|已删除|不做`)
)

// filesAlike returns the files of requirements of a session, less the one itself where it must have
// criteria.
func filesAlike(s *model.Session, d *document.Document) []one {
	if d.Kind != document.Requirement {
		return nil
	}
	group := model.Once(s, "which requirements have which parts", nil, func() (group []one) {
		for _, e := range model.Defined(s).Requirements.List {
			if e.File != nil && e.File.Kind == document.Requirement && !model.Superseded(e.File.Front.Value("status")) {
				o := newOne(e.File, e.ID, model.FirstHeading(e.File), e.File.Text)
				o.must = e.Priority == "must"
				group = append(group, o)
			}
		}
		return group
	})
	return slices.DeleteFunc(slices.Clone(group), func(o one) bool { return o.doc == d && o.must })
}
