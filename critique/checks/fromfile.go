package checks

import (
	"maps"
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/critique/rules"
)

// maxAsked is of how many things of one document a rule of a file is asked.
const maxAsked = 5000

// fromFile makes a rule that looks as its file says.
func fromFile(r Rule) rule {
	made := rule{Rule: r}
	for _, kind := range r.On {
		made.on = append(made.on, document.KindOfLayout(kind))
		if kind == "requirement" {
			made.on = append(made.on, document.Quality)
		}
	}
	if len(r.Lacks) > 0 {
		made.look = func(s *session, d *document.Document, hit hit) bool { return made.lacking(s, d, hit) }
	} else {
		made.look = func(s *session, d *document.Document, hit hit) bool { return made.condition(s, d, hit) }
	}
	return made
}

// lacking reports a document that says nothing about any of the topics it should have.
func (r rule) lacking(s *session, d *document.Document, hit hit) bool {
	asked := subject{doc: d}
	for _, name := range r.Lacks {
		section := topic(d, document.Topic(name))
		if section != nil && says(d, section) {
			return true
		}
		if section != nil && asked.at.Len() == 0 {
			asked.at, asked.Heading = headingOf(d, section), section.Title
		}
	}
	m := modelOf(s, d)
	if r.fires(&m, asked) {
		hit(d, asked.at, r.shown(asked)...)
	}
	return true
}

// condition reports what a rule of a file fires on, one after the other.
func (r rule) condition(s *session, d *document.Document, hit hit) bool {
	all := askedOf(s, d, r.Asked())
	m := modelOf(s, d)
	for _, one := range all[:min(len(all), maxAsked)] {
		if r.Phrases.EN == nil && r.Phrases.ZH == nil {
			if r.fires(&m, one) {
				hit(d, one.at, r.shown(one)...)
			}
			continue
		}
		for _, m2 := range r.Found(one.Text, 20) {
			found := one
			found.Match = one.Text[m2[0]:m2[1]]
			if one.exact {
				found.at = document.Span{Start: one.at.Start + m2[0], End: one.at.Start + m2[1]}
			}
			if r.fires(&m, found) {
				hit(d, found.at, r.shown(found)...)
			}
		}
	}
	return len(all) > 0
}

// fires asks the condition of a rule. That it fails is a fault of the rule's file: it counts
// as one that had nothing to look at, and that is said.
func (r rule) fires(m *rules.Model, one subject) bool {
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
func (r rule) shown(one subject) []string {
	var values []string
	for _, name := range r.Shows() {
		switch name {
		case "id":
			values = append(values, one.ID)
		case "match":
			values = append(values, one.Match)
		case "title":
			values = append(values, note(one.Title))
		case "heading":
			values = append(values, note(one.Heading))
		case "priority":
			values = append(values, note(one.Priority))
		case "file":
			values = append(values, note(one.doc.Path))
		default:
			values = append(values, note(strings.TrimSpace(one.Text)))
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
func askedOf(s *session, d *document.Document, of string) []subject {
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
				add(headingOf(d, section), rules.Subject{Title: section.Title, Text: d.Slice(section.Own())})
			}
		}
	case "demand":
		for _, st := range s.statements(d) {
			add(st.at, rules.Subject{Text: st.raw})
		}
	case "item":
		for _, item := range d.Items {
			add(item.Span, rules.Subject{Text: d.Slice(item.Span)})
		}
	case "row":
		rowsOf(d, add)
	case "story":
		for _, u := range s.stories(d) {
			add(headingOf(d, u.section), rules.Subject{ID: u.name, Title: u.title, Text: u.text()})
		}
	default:
		for _, e := range s.defined().family(of) {
			if e.doc == d {
				add(e.at, rules.Subject{ID: e.id, Title: strings.TrimSpace(e.title), Text: e.whole(), Priority: e.priority})
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

// whole is what the definition of an entry says, and its file where it has one.
func (e *entry) whole() string {
	if e.file != nil && e.file != e.doc {
		return e.text() + "\n" + e.file.Text
	}
	return e.text()
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

// family returns the definitions of goals, requirements, qualities, decisions or epics.
func (m *model) family(name string) []*entry {
	if e := map[string]*entries{"goal": m.goals, "requirement": m.requirements, "quality": m.qualities, "decision": m.decisions, "epic": m.epics}[name]; e != nil {
		return e.list
	}
	return nil
}

// modelOf returns what the conditions of rules may ask about a document.
func modelOf(s *session, d *document.Document) rules.Model {
	m := s.defined()
	asked := rules.Model{
		Document: rules.Document{Path: d.Path, Kind: kindName(d.Kind), Title: titleOf(d), Words: document.Units(d.Text), Text: cutAt(d.Text, rules.MaxText), Fields: map[string]string{}},
		Kinds:    map[string]int{}, Defines: map[string]int{},
		Speaks: func(name string) bool {
			section := topic(d, document.Topic(name))
			return section != nil && says(d, section)
		},
		Measured: func(text string) bool { return measured(withoutIDs(text)) },
		Has:      rules.Holds,
		Defined:  func(id string) bool { return m.find(id) != nil },
		Cited: func(id string) bool {
			e := m.find(id)
			return slices.ContainsFunc(s.docs, func(o *document.Document) bool {
				return (e == nil || o != e.doc && o != e.file) && len(o.Mentions(id)) > 0
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
	for _, o := range s.docs {
		asked.Kinds[kindName(o.Kind)]++
	}
	for _, name := range [...]string{"goal", "requirement", "quality", "decision", "epic"} {
		asked.Defines[name] = len(m.family(name))
	}
	return asked
}

// find returns the definition of an ID, nil where there is none.
func (m *model) find(id string) *entry {
	if ids := document.FindIDs(id); len(ids) == 1 {
		id = ids[0].ID
	}
	for _, all := range [...]*entries{m.goals, m.requirements, m.qualities, m.decisions, m.epics} {
		if e := all.byID[id]; e != nil {
			return e
		}
	}
	return nil
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
func ownRules(own []Rule, builtin []string) ([]rule, []string) {
	var made []rule
	var problems []string
	families := map[string]bool{}
	for _, id := range builtin {
		family, _, _ := strings.Cut(id, "-")
		families[family] = true
	}
	seen := map[string]bool{}
	for _, r := range own {
		switch {
		case families[r.Family()]:
			problems = append(problems, "rule "+r.ID+": IDs that begin with "+r.Family()+"- are discussd's own ("+strings.Join(slices.Sorted(maps.Keys(families)), ", ")+"): choose another beginning")
		case seen[r.ID]:
			problems = append(problems, "rule "+r.ID+" is in two files")
		case !r.Declared():
			problems = append(problems, "rule "+r.ID+" looks for nothing: give when, lacks or phrases")
		default:
			one := fromFile(r)
			one.own = true
			made = append(made, one)
		}
		seen[r.ID] = true
	}
	return made, problems
}
