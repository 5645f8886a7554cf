package facts

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	// entityID is the name of a story, task, epic, decision or the like: T009, STORY-002-03.
	entityID = pattern.New(`\b[A-Z][A-Za-z]{0,9}(?:-[A-Z]{1,8})*-?\d+(?:[.-]\d+)*\b`)
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

// cycles reports what needs itself in the end: of each circle the edge that stands last.
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

// betweenIDs is what may stand before and between the names of a list.
var betweenIDs = pattern.New(`(?i)^(?:[\s:：,，、;/&+*\x60\[\]()（）]|(?:and|or|on|the|tasks?|stor(?:y|ies)|epics?)\s|和|与|及)+`)

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
