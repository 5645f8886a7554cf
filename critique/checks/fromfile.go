package checks

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// maxAsked is of how many things of one document a rule of a file is asked.
const maxAsked = 5000

func fromFile(r Rule) native.Rule {
	made := native.Rule{Rule: r}
	for _, kind := range r.On {
		made.On = append(made.On, document.KindOfLayout(kind))
		if kind == "requirement" {
			made.On = append(made.On, document.Quality)
		}
	}
	if len(r.Lacks) > 0 {
		made.Look = func(s *model.Session, d *document.Document, hit native.Hit) bool { return lacking(made, s, d, hit) }
	} else {
		made.Look = func(s *model.Session, d *document.Document, hit native.Hit) bool { return condition(made, s, d, hit) }
	}
	return made
}

// lacking reports a document that says nothing about any of the topics it should have.
func lacking(r native.Rule, s *model.Session, d *document.Document, hit native.Hit) bool {
	asked := subject{doc: d}
	for _, name := range r.Lacks {
		section := model.Topic(d, document.Topic(name))
		if section != nil && model.Says(d, section) {
			return true
		}
		if section != nil && asked.at.Len() == 0 {
			asked.at, asked.Heading = model.HeadingOf(d, section), section.Title
		}
	}
	m := modelOf(s, d)
	if fires(r, &m, asked) {
		hit(d, asked.at, shown(r, asked)...)
	}
	return true
}

// condition reports what a rule of a file fires on, one after the other.
func condition(r native.Rule, s *model.Session, d *document.Document, hit native.Hit) bool {
	all := askedOf(s, d, r.Asked())
	m := modelOf(s, d)
	for _, one := range all[:min(len(all), maxAsked)] {
		if r.Phrases.EN == nil && r.Phrases.ZH == nil {
			if fires(r, &m, one) {
				hit(d, one.at, shown(r, one)...)
			}
			continue
		}
		for _, m2 := range r.Found(one.Text, 20) {
			found := one
			found.Match = one.Text[m2[0]:m2[1]]
			if one.exact {
				found.at = document.Span{Start: one.at.Start + m2[0], End: one.at.Start + m2[1]}
			}
			if fires(r, &m, found) {
				hit(d, found.at, shown(r, found)...)
			}
		}
	}
	return len(all) > 0
}

// fires asks the condition of a rule. That it fails is a fault of the rule's file: it counts
// as one that had nothing to look at, and that is said.
func fires(r native.Rule, m *rules.Model, one subject) bool {
	m.It = one.Subject
	fires, err := r.Fires(m)
	if err != nil {
		panic(faulty(err.Error()))
	}
	return fires
}

// faulty is why a rule of a file could not be asked.
type faulty string

// shown are the values that the message shows. Those that name something come first among
// what tells the place from others, the rest are only read.
func shown(r native.Rule, one subject) []model.Detail {
	var values []model.Detail
	for _, name := range r.Shows() {
		switch name {
		case "id":
			values = append(values, model.Target(one.ID))
		case "match":
			values = append(values, model.Target(one.Match))
		case "title":
			values = append(values, model.Note(one.Title))
		case "heading":
			values = append(values, model.Note(one.Heading))
		case "priority":
			values = append(values, model.Note(one.Priority))
		case "file":
			values = append(values, model.Note(one.doc.Path))
		default:
			values = append(values, model.Note(strings.TrimSpace(one.Text)))
		}
	}
	return values
}

// subject is one thing a rule is asked of, and where it stands.
type subject struct {
	rules.Subject
	doc   *document.Document
	at    document.Span
	exact bool // whether the text is that of the document at this place
}

// askedOf returns what a rule is asked of in a document.
func askedOf(s *model.Session, d *document.Document, of string) []subject {
	var all []subject
	add := func(at document.Span, one rules.Subject) {
		if section := d.SectionAt(at.Start); section != nil {
			one.Heading = section.Title
			for ; section != nil; section = section.Parent {
				if section.Topic != "" {
					one.Topics = append(one.Topics, string(section.Topic))
				}
			}
		}
		all = append(all, subject{doc: d, at: at, exact: strings.HasPrefix(d.Text[at.Start:], one.Text), Subject: complete(one)})
	}
	switch of {
	case "document":
		all = append(all, subject{doc: d, exact: true, Subject: complete(rules.Subject{Title: titleOf(d), Text: d.Text})})
	case "section":
		for _, section := range d.Sections {
			if section.Level > 0 && section.Level < 7 {
				add(model.HeadingOf(d, section), rules.Subject{Title: section.Title, Text: d.Slice(section.Own())})
			}
		}
	case "demand":
		for _, st := range model.Statements(d) {
			add(st.At, rules.Subject{Text: st.Raw})
		}
	case "item":
		for _, item := range d.Items {
			add(item.Span, rules.Subject{Text: d.Slice(item.Span)})
		}
	case "row":
		rowsOf(d, add)
	case "story":
		for _, u := range model.Stories(d) {
			add(model.HeadingOf(d, u.Section), rules.Subject{ID: u.Name, Title: u.Title, Text: u.Text()})
		}
	default:
		for _, e := range model.Defined(s).Family(of) {
			if e.Doc == d {
				add(e.At, rules.Subject{ID: e.ID, Title: strings.TrimSpace(e.Title), Text: e.Whole(), Priority: e.Priority})
			}
		}
	}
	return all
}

// rowsOf calls add with each row of the tables of a document.
func rowsOf(d *document.Document, add func(document.Span, rules.Subject)) {
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			one := rules.Subject{}
			for _, cell := range row {
				one.Cells = append(one.Cells, cell.Text)
			}
			one.Text = strings.Join(one.Cells, " | ")
			if ids := document.FindIDs(one.Cells[0]); len(ids) > 0 && ids[0].Start < 3 {
				one.ID = ids[0].ID
			}
			add(row[0].Span, one)
		}
	}
}

// complete adds what follows from the text of a subject.
func complete(one rules.Subject) rules.Subject {
	one.Text = cutAt(one.Text, rules.MaxText)
	one.Words = document.Units(one.Text)
	for _, m := range document.FindIDs(one.Text) {
		if !slices.Contains(one.IDs, m.ID) && len(one.IDs) < 200 {
			one.IDs = append(one.IDs, m.ID)
		}
	}
	return one
}

// cutAt returns no more of a text than so many bytes.
func cutAt(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// titleOf is the first heading of a document, "" without one.
func titleOf(d *document.Document) string {
	if len(d.Sections) > 1 {
		return d.Sections[1].Title
	}
	return ""
}

// modelOf returns what the conditions of rules may ask about a document.
func modelOf(s *model.Session, d *document.Document) rules.Model {
	m := model.Defined(s)
	asked := rules.Model{
		Document: rules.Document{Path: d.Path, Kind: kindName(d.Kind), Title: titleOf(d), Words: document.Units(d.Text), Text: cutAt(d.Text, rules.MaxText), Fields: map[string]string{}},
		Kinds:    map[string]int{}, Defines: map[string]int{},
		Speaks: func(name string) bool {
			section := model.Topic(d, document.Topic(name))
			return section != nil && model.Says(d, section)
		},
		Measured: func(text string) bool { return model.Measured(model.WithoutIDs(text)) },
		Has:      rules.Holds,
		Defined:  func(id string) bool { return m.Find(id) != nil },
		Cited: func(id string) bool {
			e := m.Find(id)
			return slices.ContainsFunc(s.Docs, func(o *document.Document) bool {
				return (e == nil || o != e.Doc && o != e.File) && len(o.Mentions(id)) > 0
			})
		},
	}
	for _, f := range d.Front.Fields {
		asked.Document.Fields[f.Key] = strings.Join(f.Values, ", ")
	}
	for _, section := range d.Sections {
		if section.Topic != "" && !slices.Contains(asked.Document.Topics, string(section.Topic)) {
			asked.Document.Topics = append(asked.Document.Topics, string(section.Topic))
		}
	}
	for _, o := range s.Docs {
		asked.Kinds[kindName(o.Kind)]++
	}
	for _, name := range [...]string{"goal", "requirement", "quality", "decision", "epic"} {
		asked.Defines[name] = len(m.Family(name))
	}
	return asked
}

// kindName is what files of rules call a kind of document.
func kindName(kind document.Kind) string {
	for _, name := range rules.Kinds {
		if document.KindOfLayout(name) == kind {
			return name
		}
	}
	return ""
}

// ownRules returns the rules of the user's files, or what stands against them.
func ownRules(own []Rule, builtin []string) (made []native.Rule, problems []error) {
	families := map[string]bool{}
	for _, id := range builtin {
		family, _, _ := strings.Cut(id, "-")
		families[family] = true
	}
	seen := map[string]string{}
	for _, r := range own {
		problem := func(format string, args ...any) {
			problems = append(problems, errors.New(strings.TrimPrefix(r.Place+": rule "+r.ID+fmt.Sprintf(format, args...), ": ")))
		}
		switch {
		case families[r.Family()]:
			problem(": IDs that begin with %s- are discussd's own (%s): choose another beginning", r.Family(), strings.Join(slices.Sorted(maps.Keys(families)), ", "))
		case seen[r.ID] != "":
			problem(" is there already, at %s", seen[r.ID])
		case !r.Declared():
			problem(" looks for nothing: give when, lacks or phrases")
		default:
			one := fromFile(r)
			one.Own = true
			made = append(made, one)
		}
		seen[r.ID] = cmp.Or(r.Place, "a line of its own")
	}
	return made, problems
}
