package frameworks

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	gsID         = pattern.New(`\b([A-Z][A-Z0-9]*(?:-[A-Z0-9]+(?:\.[A-Z0-9]+)*)*)-(\d{1,4})([a-z])?\b`)
	gsTotal      = pattern.New(`(?i)\bv1 requirements?\**\s*[:：]\**\s*(\d{1,4})\s*(?:total|in total|requirements)?`)
	gsTicked     = pattern.New(`^\s*[-*]\s+\[([ xX])\]`)
	gsPhaseLine  = pattern.New(`^\s*[-*]\s+\[([ xX])\]\s+\**Phase\s+(\d+(?:\.\d+)?)\b`)
	gsPhaseTitle = pattern.New(`(?i)^Phase\s+(\d+(?:\.\d+)?)\s*(?:[:：.—–-]|$)`)
	gsPhaseOf    = pattern.New(`(?i)\bPhases?\s+(\d+(?:\.\d+)?)\b`)
	gsDepends    = pattern.New(`(?i)^\s*(?:[-*]\s+)?\*\*Depends on\**\s*[:：]\**\s*(.+)$`)
	gsRequires   = pattern.New(`(?i)^\s*(?:[-*]\s+)?\*\*Requirements?\**\s*[:：]\**\s*(.+)$`)
	gsPlanLine   = pattern.New(`^\s*[-*]\s+\[([ xX])\]\s+\**(\d+(?:\.\d+)?-\d+)`)
	gsPlanFile   = pattern.New(`(?:^|/)(\d+(?:\.\d+)?)-(\d+)-PLAN\.md$`)
	gsPlanID     = pattern.New(`^(\d+(?:\.\d+)?)-(\d+)(?:-PLAN(?:\.md)?)?$`)
	gsTask       = pattern.New(`<task\b[^>\n]*type="auto"[^>\n]*>`)
	gsDone       = pattern.New(`(?i)complete|done|verified|satisfied|validated|shipped|✅|✓`)
	gsOpen       = pattern.New(`(?i)^\W*(?:pending|not started|planned|todo|open|blocked|in progress|gap)`)
)

var (
	gsRequirements = matching(`(?:^|/)REQUIREMENTS\.md$`)
	gsEveryList    = matching(`(?:^|/)(?:REQUIREMENTS|[^/]*-REQUIREMENTS)\.md$`)
	gsRoadmap      = matching(`(?:^|/)ROADMAP\.md$`)
	gsPlan         = func(p string) bool { return gsPlanFile.MatchString(p) }
)

func gsd() []Rule {
	return []Rule{
		{"GS-001", gsRequirements, func(_ Session, d *document.Document, hit Hit) bool { return definedAgain(d, gsID, hit) }},
		{"GS-002", gsRequirements, untraced},
		{"GS-003", gsRequirements, tracedUnknown},
		{"GS-004", gsRequirements, tickedOtherwise},
		{"GS-005", gsRequirements, v1Total},
		{"GS-006", func(p string) bool { return gsRoadmap(p) || gsPlan(p) }, gsUnknown},
		{"GS-007", gsRoadmap, notOnRoadmap},
		{"GS-008", gsRoadmap, phaseTicked},
		{"GS-009", func(p string) bool { return gsRoadmap(p) || gsPlan(p) }, gsDependencies},
		{"GS-010", gsPlan, unverified},
		{"GS-011", gsPlan, phaseUnplanned},
		{"GS-012", gsRoadmap, phaseUndescribed},
	}
}

// wanted is one requirement of a REQUIREMENTS.md.
type wanted struct {
	id, written string
	line        line
	first       bool // of v1
	box         byte // 0 without one
}

func wantedOf(d *document.Document) []wanted {
	var found []wanted
	seen := map[string]bool{}
	for _, l := range linesOf(d, all(d)) {
		ids := idsIn(gsID, l.text)
		if len(ids) == 0 || !definesAt(l.text, ids[0]) || strings.HasPrefix(strings.TrimSpace(l.text), "|") || retold(d, l.Start) && !gsTicked.MatchString(l.text) || seen[ids[0].id] {
			continue
		}
		seen[ids[0].id] = true
		w := wanted{id: ids[0].id, written: l.text[ids[0].start:ids[0].end], line: l}
		if m := gsTicked.FindStringSubmatch(l.text); m != nil {
			w.box = m[1][0]
		}
		for s := d.SectionAt(l.Start); s != nil; s = s.Parent {
			title := strings.ToLower(raw(d, s))
			w.first = w.first || s.Level == 2 && (strings.HasPrefix(title, "v1 ") || strings.HasPrefix(title, "v1.0 "))
		}
		found = append(found, w)
	}
	return found
}

// row is one row of a traceability table.
type row struct {
	id, written string
	at          document.Span
	status      string
}

func rowsOf(d *document.Document) []row {
	var found []row
	for _, t := range d.Tables {
		if !retold(d, t.Span.Start) || t.Column("requirement", "req", "id") != 0 {
			continue
		}
		status := t.Column("status", "状态")
		for _, cells := range t.Rows {
			ids := idsIn(gsID, cells[0].Text)
			if len(ids) != 1 || strings.Trim(cells[0].Text, "*` ") != cells[0].Text[ids[0].start:ids[0].end] {
				continue // a range, or words
			}
			r := row{id: ids[0].id, written: cells[0].Text[ids[0].start:ids[0].end], at: cells[0].Span}
			if status >= 0 {
				r.status = cells[status].Text
			}
			found = append(found, r)
		}
	}
	return found
}

// traceLists tells whether a traceability table holds rows for more than one ID: then
// what it leaves out is not known.
func traceLists(d *document.Document) bool {
	for _, t := range d.Tables {
		if !retold(d, t.Span.Start) || t.Column("requirement", "req", "id") != 0 {
			continue
		}
		for _, cells := range t.Rows {
			if text := cells[0].Text; len(idsIn(gsID, text)) > 1 || strings.ContainsAny(text, ",–~…") || strings.Contains(text, "..") {
				return true
			}
		}
	}
	return false
}

func untraced(_ Session, d *document.Document, hit Hit) bool {
	traced := map[string]bool{}
	for _, r := range rowsOf(d) {
		traced[r.id] = true
	}
	if len(traced) == 0 || traceLists(d) {
		return false
	}
	for _, w := range wantedOf(d) {
		if w.first && !traced[w.id] {
			hit(d, w.line.Span, w.written)
		}
	}
	return true
}

func tracedUnknown(_ Session, d *document.Document, hit Hit) bool {
	known := map[string]bool{}
	for _, w := range wantedOf(d) {
		known[w.id] = true
	}
	rows := rowsOf(d)
	if len(known) == 0 {
		return false
	}
	for _, r := range rows {
		if !known[r.id] {
			hit(d, r.at, r.written)
		}
	}
	return len(rows) > 0
}

func tickedOtherwise(s Session, d *document.Document, hit Hit) bool {
	status := map[string]string{}
	for _, r := range rowsOf(d) {
		status[r.id] = r.status
	}
	for _, w := range wantedOf(d) {
		said := status[w.id]
		switch ticked := w.box == 'x' || w.box == 'X'; {
		case w.box == 0 || said == "":
		case ticked && gsOpen.MatchString(said):
			hit(d, w.line.Span, w.written, s.say("ticked, but its status in the table is \""+said+"\"", "已勾选，但表中状态为“"+said+"”"))
		case !ticked && gsDone.MatchString(said) && !gsOpen.MatchString(said) && !strings.Contains(strings.ToLower(said), "incomplete"):
			hit(d, w.line.Span, w.written, s.say("not ticked, but its status in the table is \""+said+"\"", "未勾选，但表中状态为“"+said+"”"))
		}
	}
	return len(status) > 0
}

func v1Total(_ Session, d *document.Document, hit Hit) bool {
	count := 0
	for _, w := range wantedOf(d) {
		if w.first {
			count++
		}
	}
	if count == 0 {
		return false
	}
	for _, l := range linesOf(d, all(d)) {
		if m := gsTotal.FindStringSubmatchIndex(l.text); m != nil && l.text[m[2]:m[3]] != fmt.Sprint(count) {
			hit(d, l.at(m[0], m[1]), note(l.text[m[2]:m[3]]), note(fmt.Sprint(count)))
		}
	}
	return true
}

// listed returns the requirements that any list of the project has.
func listed(s Session) map[string]bool {
	known := map[string]bool{}
	for _, d := range s.find(gsEveryList) {
		for _, l := range linesOf(d, all(d)) {
			for _, id := range idsIn(gsID, l.text) {
				known[id.id] = true
			}
		}
	}
	return known
}

// demanded returns the IDs of a list of requirements; nil when it is not wholly one.
func demanded(text string) []identifier {
	ids := idsIn(gsID, text)
	rest, from := "", 0
	for _, id := range ids {
		rest += text[from:id.start]
		from = id.end
	}
	rest += text[from:]
	if strings.Trim(rest, " ,[]`*_.;\t") != "" {
		return nil
	}
	return ids
}

// phase is one phase of a roadmap.
type phase struct {
	number  string
	section *document.Section
}

func phasesOf(d *document.Document) []phase {
	var found []phase
	for _, s := range d.Sections {
		if m := gsPhaseTitle.FindStringSubmatch(raw(d, s)); m != nil && realHeading(s) {
			found = append(found, phase{m[1], s})
		}
	}
	return found
}

// takes returns what the phases of a roadmap take up, by phase.
func takes(d *document.Document) map[string][]line {
	found := map[string][]line{}
	for _, p := range phasesOf(d) {
		for _, l := range linesOf(d, p.section.All()) {
			if m := gsRequires.FindStringSubmatchIndex(l.text); m != nil {
				found[plainNumber(p.number)] = append(found[plainNumber(p.number)], line{l.at(m[2], m[3]), l.text[m[2]:m[3]]})
			}
		}
	}
	return found
}

func plainNumber(n string) string {
	if trimmed := strings.TrimLeft(n, "0"); trimmed != "" && trimmed[0] != '.' {
		return trimmed
	}
	return n
}

func gsUnknown(s Session, d *document.Document, hit Hit) bool {
	known := listed(s)
	if len(known) == 0 {
		return false
	}
	prefixes := map[string]bool{}
	for id := range known {
		prefixes[id[:strings.LastIndexByte(id, '-')]] = true
	}
	if gsPlan(d.Path) {
		field := d.Front.Field("requirements")
		if field == nil {
			return false
		}
		for _, value := range field.Values {
			if ids := demanded(value); len(ids) == 1 && !known[ids[0].id] && prefixes[ids[0].id[:strings.LastIndexByte(ids[0].id, '-')]] {
				hit(d, field.Span, value)
			}
		}
		return len(field.Values) > 0
	}
	applied := false
	taken := takes(d)
	for _, number := range slices.Sorted(maps.Keys(taken)) {
		for _, l := range taken[number] {
			for _, id := range demanded(l.text) {
				applied = true
				if !known[id.id] {
					hit(d, l.at(id.start, id.end), l.text[id.start:id.end])
				}
			}
		}
	}
	return applied
}

func notOnRoadmap(s Session, d *document.Document, hit Hit) bool {
	lists := s.find(gsRequirements)
	if len(lists) != 1 {
		return false
	}
	taken := map[string]bool{}
	for _, lines := range takes(d) {
		for _, l := range lines {
			ids := idsIn(gsID, l.text)
			if len(ids) > 0 && demanded(l.text) == nil {
				return false
			}
			for _, id := range ids {
				taken[id.id] = true
			}
		}
	}
	if len(taken) == 0 {
		return false
	}
	list := wantedOf(lists[0])
	if !slices.ContainsFunc(list, func(w wanted) bool { return w.first && taken[w.id] }) {
		return false // a roadmap of other requirements
	}
	for _, w := range list {
		if w.first && !taken[w.id] && !strings.Contains(d.Text, w.written) {
			hit(d, top(d), w.written, Unwitnessed)
		}
	}
	return true
}

func phaseTicked(s Session, d *document.Document, hit Hit) bool {
	ticked := map[string]line{}
	for _, l := range linesOf(d, all(d)) {
		if m := gsPhaseLine.FindStringSubmatch(l.text); m != nil && m[1] != " " {
			ticked[plainNumber(m[2])] = l
		}
	}
	planned := 0
	type state struct {
		phase phase
		plans int
		open  string
	}
	var states []state
	for _, p := range phasesOf(d) {
		one := state{phase: p}
		for _, l := range linesOf(d, p.section.All()) {
			if m := gsPlanLine.FindStringSubmatch(l.text); m != nil {
				one.plans++
				planned++
				if m[1] == " " && one.open == "" {
					one.open = m[2]
				}
			}
		}
		states = append(states, one)
	}
	for _, one := range states {
		l, done := ticked[plainNumber(one.phase.number)]
		switch {
		case !done:
		case one.open != "":
			hit(d, l.Span, note(one.phase.number), s.say("its plan "+one.open+" is not", "其计划 "+one.open+" 未勾选"))
		case one.plans == 0 && planned > 0 && one.phase.section.All().Len() > 0 && !strings.Contains(strings.ToLower(d.Slice(one.phase.section.All())), "plan"):
			hit(d, l.Span, note(one.phase.number), s.say("it has no plan", "没有计划"), Unwitnessed)
		}
	}
	return len(ticked) > 0
}

func gsDependencies(s Session, d *document.Document, hit Hit) bool {
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
			if s.one(name) == nil && (s.Exists == nil || !s.Exists(name)) {
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
		m := gsDepends.FindStringSubmatchIndex(l.text)
		if m == nil {
			continue
		}
		text := l.text[m[2]:m[3]]
		if cut := strings.IndexAny(text, "(（"); cut >= 0 {
			text = text[:cut]
		}
		for _, p := range gsPhaseOf.FindAllStringSubmatchIndex(text, 10) {
			if number := plainNumber(text[p[2]:p[3]]); !known[number] {
				hit(d, l.at(m[2]+p[0], m[2]+p[1]), text[p[0]:p[1]])
			}
		}
	}
	return true
}

func unverified(_ Session, d *document.Document, hit Hit) bool {
	starts := gsTask.FindAllStringIndex(d.Text, 200)
	for _, m := range starts {
		end := strings.Index(d.Text[m[1]:], "</task>")
		if end < 0 {
			continue
		}
		body := d.Text[m[1] : m[1]+end]
		if strings.Contains(body, "<verify") || strings.Contains(body, "<acceptance_criteria") {
			continue
		}
		name := ""
		if from := strings.Index(body, "<name>"); from >= 0 {
			name, _, _ = strings.Cut(body[from+len("<name>"):], "</name>")
		}
		hit(d, document.Span{Start: m[0], End: m[1]}, note(name), Unwitnessed)
	}
	return len(starts) > 0
}

func phaseUnplanned(s Session, d *document.Document, hit Hit) bool {
	m := gsPlanFile.FindStringSubmatch(d.Path)
	roadmaps := s.find(gsRoadmap)
	plans := s.find(gsPlan)
	if m == nil || len(roadmaps) != 1 || len(plans) == 0 || plans[0] != d { // said once
		return false
	}
	planned := map[string]bool{}
	for _, p := range plans {
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
				hit(d, top(d), l.text[id.start:id.end], Unwitnessed)
			}
		}
	}
	return applied
}

func phaseUndescribed(_ Session, d *document.Document, hit Hit) bool {
	described := map[string]bool{}
	for _, p := range phasesOf(d) {
		described[plainNumber(p.number)] = true
	}
	if len(described) == 0 {
		return false
	}
	for _, l := range linesOf(d, all(d)) {
		m := gsPhaseLine.FindStringSubmatch(l.text)
		if m == nil || m[1] != " " || described[plainNumber(m[2])] {
			continue // what is done is often folded away
		}
		hit(d, l.Span, note(m[2]))
	}
	return true
}
