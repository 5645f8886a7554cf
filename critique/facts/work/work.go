// Package work reads the order of work: the tasks, stories, epics and phases that a document has, what each
// is a part of, and what must be done before it, in whatever language that is said.
package work

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Step is something that is to be done.
type Step struct {
	Name  string // as its document writes it: "T009", "Story 1.3", "4.1"
	Key   string // the same wherever the step is named
	In    string // the key of what it is a part of, by its number or by the heading that it stands below
	Form  Form
	At    document.Span
	Box   byte // as in [document.Item]
	Needs []Need
}

// Need is a step that must be done first, and where that is said.
type Need struct {
	Name, Key string
	At        document.Span
	Use       bool // it is only said that one uses a file which the other makes
	Declared  bool // by a column, a field of the frontmatter, or a line whose label says so
}

// Form is how a document writes a step.
type Form int

// The forms of steps: an item of a list, a row of a table that says what its rows need, a heading, and
// what is only spoken of.
const (
	Item Form = iota
	Row
	Heading
	Spoken
)

const (
	longest = 2000 // bytes of a text that says what a step needs
	most    = 4000 // steps of a document
)

// Read returns the steps of a document, those of each form in its order. A document may be one itself.
func Read(d *document.Document) []*Step { return document.Once(d, "steps of work", read) }

func read(d *document.Document) []*Step {
	r := &reader{doc: d, own: Own(d), known: map[string]*Step{}, made: map[string]*Step{}}
	for _, section := range d.Sections {
		if name, ok := titled(section); ok {
			r.add(name, Heading, d.LineAt(section.Start), r.within(section.Parent))
		}
	}
	r.items()
	r.used()
	r.rows()
	r.lines()
	r.modules()
	for _, s := range r.all {
		if whole := r.known[whole(s.Key)]; whole != nil {
			s.In = whole.Key
		}
	}
	return r.all
}

// Own is the ID a document of one entity claims by its name or title, "" of others.
func Own(d *document.Document) string {
	if d.Kind.Member() {
		if ids := document.FindIDs(strings.ToUpper(path.Base(d.Path))); len(ids) > 0 && ids[0].Start == 0 {
			return ids[0].ID
		}
	}
	return ""
}

type reader struct {
	doc   *document.Document
	own   string // the name of the document
	all   []*Step
	known map[string]*Step // the first of each key
	made  map[string]*Step // the first that makes a file
	uses  []use
}

// use is a file that a step uses.
type use struct {
	by   *Step
	file string
	at   document.Span
}

// add notes a step; one that is only spoken of is the one that it was before.
func (r *reader) add(name Name, form Form, at document.Span, in string) *Step {
	key := name.key(r.doc)
	if known := r.known[key]; known != nil && (form == Spoken || len(r.all) == most) {
		return known
	}
	s := &Step{Name: name.text, Key: key, In: in, Form: form, At: at}
	if s.In == key {
		s.In = ""
	}
	if len(r.all) < most {
		r.all = append(r.all, s)
	}
	if r.known[key] == nil {
		r.known[key] = s
	}
	return s
}

// titled returns the step that a section is about.
func titled(section *document.Section) (Name, bool) {
	name, ok := Begins(strings.TrimLeft(section.Title, " *`["))
	return name, ok && name.kind+name.id != ""
}

// within returns the key of the step that a section, or one around it, is about.
func (r *reader) within(section *document.Section) string {
	for ; section != nil; section = section.Parent {
		if name, ok := titled(section); ok {
			return name.key(r.doc)
		}
	}
	return r.own
}

// items reads lists: what stands below the item of a step is said of that step.
func (r *reader) items() {
	var last *Step
	depth := 0
	for _, item := range r.doc.Items {
		if item.Len() > longest || r.waits(item.Section, r.doc.LineAt(item.Start)) {
			continue
		}
		text := strings.TrimLeft(item.Text, "*_`[]xX ")
		name, ok := Begins(text)
		switch {
		case ok && (name.id != "" || item.Box != 0 || name.deep()):
			last, depth = r.add(name, Item, r.doc.LineAt(item.Start), r.within(item.Section)), item.Depth
			last.Box = item.Box
		case item.Depth <= depth || item.Box != 0:
			last, depth = nil, item.Depth+1
		}
		at := r.doc.LineAt(item.Start)
		if said := before.FindStringIndex(text); last != nil || item.Box == 0 || said != nil && said[0] == 0 {
			r.needs(last, text, item.Section, at) // what a box that is no step needs, its story may do without
		}
		if last == nil {
			continue
		}
		makes, uses := last.At == at || output.MatchString(text), input.MatchString(text)
		if !makes && !uses {
			continue
		}
		for _, file := range file.FindAllString(text, 20) {
			if uses {
				r.uses = append(r.uses, use{last, file, at})
			} else if r.made[file] == nil {
				r.made[file] = last
			}
		}
	}
}

var (
	// output and input are what items begin with that tell the files which a step makes and uses.
	output = pattern.New(`(?i)^(?:(?:new )?files?|creates?|outputs?|produces|deliverables?|文件|输出|产出)\W{0,3}[:：]`)
	input  = pattern.New(`(?i)^(?:leverages?|uses?|reuses?|inputs?|consumes|reads|利用|复用|输入)\W{0,3}[:：]`)
	file   = pattern.New(`[\w@.-]+(?:/[\w@.-]+)*/[\w@-]+\.[A-Za-z0-9]{1,5}`)
)

// used makes needs of the files that steps use and others make.
func (r *reader) used() {
	for _, u := range r.uses {
		if maker := r.made[u.file]; maker != nil && maker != u.by {
			u.by.Needs = append(u.by.Needs, Need{maker.Name, maker.Key, u.at, true, false})
		}
	}
}

// rows reads the tables with a column of what must be done first.
func (r *reader) rows() {
	for _, t := range r.doc.Tables {
		for column, title := range t.Header {
			if column == 0 || !isNeeded.MatchString(strings.Trim(title.Text, " *`")) {
				continue
			}
			for _, row := range t.Rows {
				if name, ok := Begins(strings.TrimLeft(row[0].Text, "*_`[ ")); ok {
					if kind, _ := kindOf(strings.Trim(t.Header[0].Text, " *`") + " 1"); name.kind == "" && kind == "phase" { // stories and epics are named by more
						name = name.of(kind)
					}
					r.add(name, Row, row[column].Span, "").need(r.doc, row[column].Text, name, row[column].Span, true)
				}
			}
		}
	}
}

// lines reads the frontmatter, and what is said outside of lists and tables.
func (r *reader) lines() {
	self := Name{text: r.own, id: r.own}
	for _, field := range r.doc.Front.Fields {
		if r.own != "" && isNeeded.MatchString(field.Key) {
			r.add(self, Spoken, field.Span, "").need(r.doc, strings.Join(field.Values, " "), self, field.Span, true)
		}
	}
	items := r.doc.Items
	for _, line := range r.doc.Lines {
		r.waits(r.doc.SectionAt(line.Start), line)
		for len(items) > 0 && items[0].End <= line.Start {
			items = items[1:]
		}
		if line.Len() <= longest && (len(items) == 0 || items[0].Start >= line.End) {
			r.needs(nil, r.doc.Slice(line), r.doc.SectionAt(line.Start), line)
		}
	}
}

// waits notes what a line below a heading such as "Dependencies" says that its document waits for, and tells whether it stands there.
func (r *reader) waits(section *document.Section, line document.Span) bool {
	if r.own == "" || section == nil || !isNeeded.MatchString(section.Title) || line.Start < section.Body {
		return false
	}
	if text := r.doc.Slice(line); !inTurn.MatchString(text) {
		self := Name{text: r.own, id: r.own}
		r.add(self, Spoken, line, "").need(r.doc, strings.TrimLeft(text, " -*[`"), self, line, true)
	}
	return true
}

// inTurn is said below a heading such as "Dependencies" of what waits for the document, not of what it waits for.
var inTurn = pattern.New(`(?i)\b(?:depend(?:s|ing)?|needs?|requires?|blocks?|waits?|uses?|consumes?|follows?|downstream|after|enables?|unblocks?)\b|依赖|需要|之后|后续|阻塞|下游`)

var (
	// onModule is what is said of parts of the code: `a` depends on `b` and `c`.
	onModule = pattern.New("`([\\w./@-]+)` ?(?:depends? (?:up)?on|hängt von|dépend de|depende de|dipende da|依赖于?) ?((?:(?:, and |, | and | und | et | y | e |、|和|与)?`[\\w./@-]+`)+)")
	module   = pattern.New("`([^`]+)`")
	// circular is said where a circle is known, or how things were.
	circular = pattern.New(`(?i)circular|cycl|today|current|before|no longer|循环|环形|目前|之前`)
)

// modules reads the sentences about parts of the code that depend on others. What one is, its section says.
func (r *reader) modules() {
	for _, m := range onModule.FindAllStringSubmatchIndex(r.doc.Text, most) {
		section := r.doc.SectionAt(m[0])
		if section == nil || circular.MatchString(r.doc.Slice(section.Own())) || circular.MatchString(section.Title) {
			continue
		}
		named := func(name string) Name { return Name{text: name, id: r.doc.Path + "#" + section.Title + "`" + name} }
		s := r.add(named(r.doc.Text[m[2]:m[3]]), Spoken, r.doc.LineAt(m[0]), "")
		for _, other := range module.FindAllStringSubmatch(r.doc.Text[m[4]:m[5]], most) {
			if n := named(other[1]); n.id != s.Key {
				s.Needs = append(s.Needs, Need{n.text, n.id, r.doc.LineAt(m[0]), false, false})
			}
		}
	}
}

// needs reads what a text says that steps need: those that its clause names and nothing else, the one that a later
// clause begins with, the one whose item it belongs to, the one that it begins with, that of its heading, or its
// document.
func (r *reader) needs(own *Step, text string, section *document.Section, at document.Span) {
	if !mayHold(text, needing) {
		return
	}
	end, begun := len(text), len(text) // of what is said to be needed, and where the clause behind begins
	for _, m := range slices.Backward(before.FindAllStringIndex(text, 40)) {
		if negated.MatchString(text[:m[0]]) {
			continue
		}
		if m[1] <= begun {
			end = begun
		}
		start := 0
		for _, e := range clauseEnd.FindAllStringIndex(text[:m[0]], -1) {
			start = e[1]
		}
		names, rest := listed(text[start:m[0]], Name{})
		if name, ok := Begins(strings.TrimLeft(text[start:m[0]], " -*`_")); rest != "" && start > 0 && ok && name.kind+name.id != "" {
			names, rest = []Name{name}, ""
		}
		if len(names) > 0 && rest == "" {
			for _, name := range names {
				r.add(name, Spoken, at, "").need(r.doc, text[m[1]:end], name, at, false)
			}
			begun = start
			continue
		}
		if own == nil && sentenceEnd.MatchString(text[:m[0]]) && opensClause(text[m[1]:end]) {
			continue
		}
		s := own
		if name, ok := Begins(strings.TrimLeft(text[:m[0]], " -*[]x`|_")); ok && s == nil && name.kind+name.id != "" {
			s = r.add(name, Spoken, at, "")
		}
		if in := r.known[r.within(section)]; s == nil && in != nil {
			s = in
		}
		if s == nil && r.own != "" {
			s = r.add(Name{text: r.own, id: r.own}, Spoken, document.Span{}, "")
		}
		if s != nil {
			name, _ := Begins(s.Name)
			s.need(r.doc, text[m[1]:end], name, at, fieldNext.MatchString(text[:m[0]]) && strings.ContainsAny(text[m[0]:m[1]], ":："))
		}
	}
}

// need notes the steps that a text begins with as what a step needs.
func (s *Step) need(d *document.Document, text string, name Name, at document.Span, declared bool) {
	names, _ := listed(text, name)
	if m := partOfIt.FindStringIndex(text); len(names) == 0 && m != nil {
		names, _ = listed(text[m[1]:], name)
	}
	for _, n := range names {
		if key := n.key(d); key != s.Key {
			s.Needs = append(s.Needs, Need{n.text, key, at, false, declared})
		}
	}
}

// partOfIt is a part of a step that is needed: "once the check of T013".
var partOfIt = pattern.New(`(?i)^\s*(?:the |an? |its )?(?:[\pL-]{3,20} ){1,3}(?:of|by|from|in) `)

// opensClause tells whether a sentence goes on behind the steps that it begins with: "After Phase 6, work can go on" is
// said of the work.
func opensClause(text string) bool {
	_, rest := listed(text, Name{})
	return strings.TrimSpace(rest) != "" && strings.HasSuffix(strings.TrimSpace(text[:len(text)-len(rest)]), ",")
}

// sentenceEnd is the end of the sentence before.
var sentenceEnd = pattern.New(`[.。]\s*$`)

// clauseEnd is what ends a clause that says what steps need.
var clauseEnd = pattern.New(`[;；。]|\. `)

// fieldNext is what stands before a field: nothing, or what sets it off from another.
var fieldNext = pattern.New(`(?:^|[|;·])[\s*_>-]*$`)

// negated is what stands before a need that is none.
var negated = pattern.New(`(?i)\b(?:no|not|nothing|never|without|removes?d?|kein\w*|nicht|ohne|pas|sans|non|sin|senza|niet|geen)\b[^.;]{0,24}$|(?:不|无|没有|解除)$`)
