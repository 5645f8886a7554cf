package facts

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// waiting is what stands before that which must be done first.
const waiting = `(?i)\b(?:needs|depends on|requires|waits? for|blocked by|(?:only )?after|prerequisites?:?)\s+`

var (
	// stepID is the number of a task or a story: 4.1, T029. Alone a whole number names nothing.
	stepID = pattern.New(`^(?:T\d{2,4}|\d{1,2}(?:\.\d{1,2}){1,2})\b`)
	// waits is what stands before the steps that must be done first.
	waits = pattern.New(waiting + `(?:tasks? |steps? |stor(?:y|ies) )?((?:T\d{2,4}|\d{1,2}(?:\.\d{1,2}){1,2})(?:(?:,? (?:and|or|to) |, ?| ?[–-] ?)(?:T\d{2,4}|\d{1,2}(?:\.\d{1,2}){1,2})\b)*)|(?:依赖于?|前置(?:任务)?[:：]?|须待|等待) ?(?:任务 ?)?((?:T\d{2,4}|\d{1,2}(?:\.\d{1,2}){1,2})(?:[、，,和与至] ?(?:T\d{2,4}|\d{1,2}(?:\.\d{1,2}){1,2}))*)`)
	aStep = pattern.New(`T\d{2,4}|\d{1,2}(?:\.\d{1,2}){1,2}`)
	// wholeID is the number of a task in a list of what is to be ticked off, and waitsWhole stands before
	// the tasks that it waits for: "depends on tasks 2 and 3".
	wholeID    = pattern.New(`^\d{1,2}\.?\s`)
	waitsWhole = pattern.New(waiting + `tasks?\s+(\d{1,2}(?:(?:, | and |, and )\d{1,2})*)(?:$|[^\d.]|\.(?:$|\D))`)
	aWhole     = pattern.New(`\d+`)
)

// Where lists of steps say what each needs, most of it stands before: what comes later is a
// slip. A list in another order than that of work is none.
const (
	leastSteps   = 5
	leastRows    = 3
	leastInOrder = 2
)

// step is one task of a list, or one story of a table, and what it needs.
type step struct {
	id    string
	at    document.Span
	needs []string
}

// wrongOrder reports the steps of a document that need one that comes after them.
func wrongOrder(f *Found, d *document.Document) {
	for i, list := range [...][]step{listedSteps(d), tabledSteps(d)} {
		if len(list) < [...]int{leastSteps, leastRows}[i] {
			continue
		}
		place := map[string]int{}
		for i, s := range list {
			if _, known := place[s.id]; !known {
				place[s.id] = i
			}
		}
		type slip struct {
			from step
			to   string
		}
		var late []slip
		inOrder := 0
		for _, s := range list {
			for _, id := range s.needs {
				switch at, known := place[id]; {
				case !known, id == s.id:
				case at > place[s.id]:
					late = append(late, slip{s, id})
				default:
					inOrder++
				}
			}
		}
		if inOrder+len(late) > 0 {
			f.look(Order, d)
		}
		sure := inOrder >= leastInOrder && len(late)*2 <= inOrder+1
		for _, s := range late {
			if !sure && !slices.Contains(list[place[s.to]].needs, s.from.id) { // of a circle one is late in any order
				continue
			}
			f.report(Conflict{Order, Place{d, s.from.at}, Place{d, list[place[s.to]].at}, s.from.id, s.to})
		}
	}
}

// listedSteps are the items of a document that begin with a number of their own. What they need
// they say themselves, or an item right below them does.
func listedSteps(d *document.Document) (all []step) {
	depth := 0 // of the last one
	for _, item := range d.Items {
		text := strings.TrimLeft(item.Text, "*_`[]xX ")
		id := stepID.FindString(text)
		if whole := wholeID.FindString(text); id == "" && item.Box != 0 {
			id = strings.TrimRight(whole, ". ")
		}
		switch {
		case item.Len() > longest:
			continue
		case id != "":
			all, depth = append(all, step{id: id, at: d.LineAt(item.Start)}), item.Depth
		case len(all) == 0 || item.Depth <= depth || item.Box != 0:
			depth = item.Depth + 1 // of something else
			continue
		}
		own := &all[len(all)-1]
		for _, m := range waits.FindAllStringSubmatch(text, 4) {
			own.needs = append(own.needs, aStep.FindAllString(m[1]+" "+m[2], 20)...)
		}
		for _, m := range waitsWhole.FindAllStringSubmatch(text, 4) {
			own.needs = append(own.needs, aWhole.FindAllString(m[1], 20)...)
		}
	}
	return all
}

// tabledSteps are the rows of the first table that says what its steps need.
func tabledSteps(d *document.Document) (all []step) {
	for _, t := range d.Tables {
		for column, title := range t.Header {
			if column == 0 || !needKey.MatchString(strings.Trim(title.Text, " *`")) && !strings.EqualFold(title.Text, "needs") && !strings.EqualFold(title.Text, "after") {
				continue
			}
			for _, row := range t.Rows {
				text := strings.TrimLeft(row[0].Text, "*_`[ ")
				if id := stepID.FindString(text); id != "" {
					all = append(all, step{id: id, at: row[column].Span, needs: aStep.FindAllString(row[column].Text, 20)})
				}
			}
			return all
		}
	}
	return nil
}

var (
	// entityID is the name of a story, task, epic, decision or the like: T009, STORY-002-03, Epic 4.
	entityID = pattern.New(`\b(?:[A-Z][A-Za-z]{0,9}(?:-[A-Z]{1,8})*-?|(?:Epic|Milestone|Module) )\d+(?:[.-]\d+)*\b|(?:史诗|里程碑|模块) ?\d+`)
	// needs is what stands between an entity and those that must be there first.
	needs   = pattern.New(`(?i)\bdepend(?:s|ent|ing)? (?:up)?on\b|\bdepends_on\b|\bdependenc(?:y|ies)\b\W*[:：]|\bblocked[ _]by\b|\bprerequisites?\b\W*[:：]|依赖(?:于)?|前置(?:任务|故事|条件)?\W*[:：]`)
	needKey = pattern.New(`(?i)^(?:depends?(?:[ _]on)?|dependenc(?:y|ies)|blocked[ _]by|prerequisites?|requires|依赖.*|前置.*)$`)
	noNeed  = pattern.New(`(?i)\b(?:no|not|nothing|never|without|removes?d?)\b[^.;]{0,24}$|(?:不|无|没有|解除)$`)
)

// need is one edge: what must be there before what, and who says so.
type need struct {
	from, to string
	at       Place
}

var (
	// sequence is what a line or its heading calls the order of work.
	sequence = pattern.New(`(?i)\b(?:execution|implementation|build|delivery|roll-?out|working) (?:order|sequence)\b|\border of (?:work|execution|implementation)\b|(?:执行|实施|开发|构建)顺序|reihenfolge\b`)
	// arrow is what stands between the steps of an order, and aside what is said of one.
	arrow = pattern.New(`→|⇒|➜|[-=]+>`)
	aside = pattern.New(`\([^()]*\)|（[^（）]*）`)
)

// againstOrder reports what an order of work, A → B → C, puts before that which it needs.
func (f *Found) againstOrder(d *document.Document, needs []need) {
	for _, line := range d.Lines {
		text, section := aside.ReplaceAllString(d.Slice(line), ""), d.SectionAt(line.Start)
		if len(text) > longest || !arrow.MatchString(text) || !sequence.MatchString(text) && (section == nil || !section.Titled(sequence)) {
			continue
		}
		place := map[string]int{}
		for i, step := range arrow.Split(text, -1) {
			for _, id := range entityID.FindAllString(step, 20) {
				place[id] = i + 1
			}
		}
		var late []need
		inOrder, seen := 0, map[[2]string]bool{}
		for _, n := range needs {
			from, to := place[n.from], place[n.to]
			again := seen[[2]string{n.from, n.to}] // said in more than one place
			seen[[2]string{n.from, n.to}] = true
			switch {
			case again || from == 0 || to == 0:
			case from < to:
				late = append(late, n)
			case from > to:
				inOrder++
			}
		}
		if inOrder > 0 {
			f.look(Order, d)
		}
		for _, n := range late[:min(len(late), inOrder)] { // more is an order in the other direction
			f.report(Conflict{Order, Place{d, line}, n.at, n.from, n.to})
		}
	}
}

// cycles reports what needs itself in the end, of each circle the edge that stands last, and what an
// order of work puts before that which it needs.
func (f *Found) cycles(docs []*document.Document) {
	var all []need
	for _, d := range docs {
		if d.JSON == nil {
			of := needsIn(d)
			if len(of) > 0 {
				f.look(Cycles, d)
			}
			all = append(all, of...)
		}
	}
	next := map[string][]need{}
	for _, n := range all {
		if n.from != n.to && len(next[n.from]) < maxPaired {
			next[n.from] = append(next[n.from], n)
		}
	}
	done := map[string]bool{} // what leads to no circle, or to one that was told
	for _, n := range all {
		f.walk(n.from, next, done, nil)
	}
	for _, d := range docs {
		f.againstOrder(d, all)
	}
}

// deepest bounds the length of a path, and so of a circle that is told.
const deepest = 500

func (f *Found) walk(id string, next map[string][]need, done map[string]bool, path []need) {
	if done[id] || len(path) > deepest {
		return
	}
	for _, n := range next[id] {
		if start := indexFrom(path, n.to); start >= 0 {
			circle(f, append(path[start:len(path):len(path)], n))
			for _, p := range path[start:] {
				done[p.from] = true
			}
			done[id] = true
			return
		}
		f.walk(n.to, next, done, append(path, n))
	}
	done[id] = true
}

func indexFrom(path []need, id string) int {
	for i, n := range path {
		if n.from == id {
			return i
		}
	}
	return -1
}

func circle(f *Found, path []need) {
	last := path[0]
	ids := make([]string, 0, len(path)+1)
	for _, n := range path {
		if ids = append(ids, n.from); compare(n.at, last.at) > 0 {
			last = n
		}
	}
	f.report(Conflict{Cycles, last.at, last.at, strings.Join(append(ids, path[0].from), " → "), ""})
}

// needsIn reads what the entities of a document need: from the frontmatter, from a column of
// a table, and from lines that say so.
func needsIn(d *document.Document) []need {
	var all []need
	add := func(from, list string, at document.Span) {
		for _, to := range listedIDs(list) {
			if from != "" && len(all) < most {
				all = append(all, need{from, to, Place{d, at}})
			}
		}
	}
	owner := ownID(d)
	for _, field := range d.Front.Fields {
		if needKey.MatchString(field.Key) {
			add(owner, strings.Join(field.Values, " "), field.Span)
		}
	}
	for _, t := range d.Tables {
		for column, title := range t.Header {
			if column == 0 || !needKey.MatchString(strings.Trim(title.Text, " *`")) {
				continue
			}
			for _, row := range t.Rows {
				add(entityID.FindString(row[0].Text), row[column].Text, row[column].Span)
			}
		}
	}
	read := func(at document.Span, section *document.Section) {
		text := d.Slice(at)
		if len(text) > longest {
			return
		}
		m := needs.FindStringIndex(text)
		if m == nil || noNeed.MatchString(text[:m[0]]) {
			return
		}
		add(subjectOf(text[:m[0]], section, owner), text[m[1]:], at)
	}
	for _, item := range d.Items {
		read(item.Span, item.Section)
	}
	for _, line := range d.Lines {
		if !inItem(d, line) {
			read(line, d.SectionAt(line.Start))
		}
	}
	return all
}

// betweenIDs is what may stand before and between the names of a list: "Epic 1 and, for the lock, on Epic 4".
var betweenIDs = pattern.New(`(?i)^(?:, for [^,.;]{1,40},|[\s:：,，、;/&+*\x60\[\]()（）]|(?:and|or)\b|(?:on|the|tasks?|stor(?:y|ies)|epics)\s|和|与|及)+`)

// listedIDs returns the names that a text begins with, up to the first other word: what
// comes after "depends on T001, T002" may be about anything.
func listedIDs(text string) (ids []string) {
	for {
		text = text[len(betweenIDs.FindString(text)):]
		at := entityID.FindStringIndex(text)
		if at == nil || at[0] > 0 {
			return ids
		}
		ids = append(ids, text[:at[1]])
		text = text[at[1]:]
	}
}

// subjectOf is whose need a line tells: the entity that it begins with, or the one of its
// heading, or that of its document.
func subjectOf(before string, section *document.Section, owner string) string {
	if id := entityID.FindStringIndex(before); id != nil && strings.Trim(before[:id[0]], " -*[]x`|") == "" {
		return before[id[0]:id[1]]
	}
	for ; section != nil; section = section.Parent {
		if id := entityID.FindStringIndex(section.Title); id != nil && strings.Trim(section.Title[:id[0]], " *`[") == "" {
			return section.Title[id[0]:id[1]]
		}
	}
	return owner
}
