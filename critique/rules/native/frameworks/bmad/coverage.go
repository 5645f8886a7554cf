package bmad

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// required returns what some documents define of a kind, each once, in the order in which it stands.
func required(docs []*document.Document, kind string) (found []frameworks.Mention) {
	known := frameworks.Set{}
	for _, d := range docs {
		for m := range frameworks.Definitions(anyID, frameworks.Lines(d)) {
			if m.Kind() == kind && !known[m.ID] && !m.Retold() {
				known[m.ID] = true
				found = append(found, m)
			}
		}
	}
	return found
}

// uncovered is about what the PRD defines of some kinds and no epic and no story names, where they name most of the kind.
func uncovered(kinds ...string) func(*model.Session, *document.Document, native.Hit) bool {
	return func(s *model.Session, d *document.Document, hit native.Hit) bool {
		epics := frameworks.Find(s, epicsFile)
		if len(epics) == 0 || epics[0] != d { // asked of all epics together, said once
			return false
		}
		named := frameworks.Set{} // IDs, and kinds of which all are
		for _, e := range slices.Concat(epics, frameworks.Find(s, isStory)) {
			for _, l := range frameworks.Lines(e) {
				listed := inventory(e, l.Start) // it lists what is to be covered
				named["FR"] = named["FR"] || !listed && allOf.MatchString(l.Text)
				if m := allOthers.FindStringSubmatch(l.Text); m != nil {
					named[map[byte]string{'N': "NFR", 'U': "UJ"}[strings.ToUpper(m[1] + m[2])[0]]] = true
				}
				for _, id := range covering(l.Text) {
					named[id] = named[id] || !listed || frameworks.KindOf(id) != "FR"
				}
			}
		}
		applied := false
		for _, kind := range kinds {
			all := required(frameworks.Find(s, prd), kind)
			if named[kind] || len(all) < 2 || named.Count(all)*2 < len(all) { // an increment, or another numbering
				continue
			}
			applied = true
			for _, m := range all {
				if !named[m.ID] && !putOff(m) && !(kind == "FR" && mapsPRD(s, d)) {
					m.Tell(hit, model.Unwitnessed, model.Elsewhere)
				}
			}
		}
		return applied
	}
}

// allOthers is a line that covers all of a kind without their numbers.
var allOthers = pattern.New(`(?i)\ball (?:the )?(?:PRD )?(NFRs|non-?functional|UJs|user journeys)\b|\b(NFR|UJ)-?\*`)

// putOff tells whether a requirement says itself that it is of a later release: "(v2)".
func putOff(m frameworks.Mention) bool {
	return laterRelease.MatchString(m.Line.Doc.Slice(m.Line.Doc.LineAt(m.At().Start)))
}

var laterRelease = pattern.New(`(?i)[(\[](?:v[2-9](?:\.\d)?|post-?mvp|phase [2-9]|later|future|后续版本|二期)[)\]]`)

// allOf is a line that covers requirements without their numbers.
var allOf = pattern.New(`(?i)\ball (?:PRD )?FRs\b|\bFR-?\*|\bFRs? *(?:\d+)? *(?:onwards|and up|\+)`)

// inventory tells whether a place stands in the inventory of an epics file, which lists what is
// to be covered, and not in its map.
func inventory(d *document.Document, offset int) bool {
	within := false
	for at := d.SectionAt(offset); at != nil; at = at.Parent {
		if title := strings.ToLower(at.Title); strings.Contains(title, "coverage map") || strings.Contains(title, "覆盖") {
			return false
		} else if strings.Contains(title, "inventory") || strings.Contains(title, "需求清单") {
			within = true
		}
	}
	return within
}

// covering returns the requirements that a line names, those of a range as well: FR2 to FR5.
func covering(text string) []string {
	var found []string
	ids := frameworks.IDsIn(anyID, text)
	for i, id := range ids {
		if i > 0 && spans.MatchString(text[ids[i-1].End:id.Start]) && frameworks.KindOf(id.ID) == frameworks.KindOf(ids[i-1].ID) {
			from, to := numberIn(ids[i-1].ID), numberIn(id.ID)
			for n := from + 1; n < to && n < from+maxRange; n++ {
				found = append(found, fmt.Sprintf("%s-%d", frameworks.KindOf(id.ID), n))
			}
		}
		found = append(found, id.ID)
	}
	for _, m := range shortRange.FindAllStringSubmatch(text, 10) {
		from, _ := strconv.Atoi(m[2])
		to, _ := strconv.Atoi(m[3])
		for n := from; n <= to && n < from+maxRange; n++ {
			found = append(found, fmt.Sprintf("%s-%d", m[1], n))
		}
	}
	return found
}

// maxRange is how many requirements a range has at most.
const maxRange = 200

// shortRange is a range that is one word, or whose end has no prefix: FR2-FR5, FR2-5.
var shortRange = pattern.New(`\b(FR|NFR|UJ)-?0*(\d{1,3})\s*(?:-|–|—|~|～|\.\.+|…|to|through|至|到)\s*(?:FR|NFR|UJ)?-?0*(\d{1,3})\b`)

func numberIn(id string) int {
	n, _ := strconv.Atoi(frameworks.WholeOf(id[strings.IndexByte(id, '-')+1:]))
	return n
}

// mapsPRD tells whether the map of an epics file is of what the PRD defines: it holds most of it,
// and the file has no inventory of its own.
func mapsPRD(s *model.Session, d *document.Document) bool {
	all := required(frameworks.Find(s, prd), "FR")
	coverage, _ := epicLists(d)
	own := 0
	for m := range frameworks.Definitions(requirement, frameworks.Lines(d)) {
		if inventory(d, m.Line.Start) {
			own++
		}
	}
	return own < 2 && len(all) > 2 && coveredBy(coverage).Count(all)*3 >= len(all)*2
}

// coveredBy are the requirements that some lines name.
func coveredBy(lines []frameworks.Line) frameworks.Set {
	found := frameworks.Set{}
	for _, l := range lines {
		for _, id := range covering(l.Text) {
			found[id] = true
		}
	}
	return found
}

// unmappedOfPRD is about a requirement of the PRD that a map leaves out, and an inventory that
// ends before the PRD does, where the inventory only names what the PRD has.
func unmappedOfPRD(s *model.Session, d *document.Document, mapped frameworks.Set, hit native.Hit) {
	all := required(frameworks.Find(s, prd), "FR")
	lines := slices.DeleteFunc(frameworks.Lines(d), func(l frameworks.Line) bool { return !inventory(d, l.Start) })
	listed := coveredBy(lines)
	var last frameworks.Line
	for _, l := range lines {
		if slices.ContainsFunc(covering(l.Text), func(id string) bool { return frameworks.KindOf(id) == "FR" }) {
			last = l
		}
	}
	for _, m := range all {
		switch {
		case putOff(m):
		case !mapped[m.ID]:
			m.Tell(hit, model.Unwitnessed, model.Elsewhere)
		case last.Len() > 0 && len(listed)*3 >= len(all)*2 && !listed[m.ID]:
			hit(d, last.Span, model.Target(m.Written()), model.Unwitnessed)
		}
	}
}

// inventoryOnly is about a requirement of the inventory that the PRD does not have, where the inventory lists
// nearly all that the PRD has, and little else. What any other document names came in by another way.
func inventoryOnly(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, kind := range [...]string{"FR", "NFR"} {
		all, listed := required(frameworks.Find(s, prd), kind), 0
		own := map[string]frameworks.Mention{}
		var order []string
		for m := range frameworks.Definitions(requirement, frameworks.Lines(d)) {
			if m.Kind() != kind || !inventory(d, m.Line.Start) {
				continue
			}
			if slices.ContainsFunc(all, func(of frameworks.Mention) bool { return of.ID == m.ID }) {
				listed++
			} else if !namedElsewhere(s, m.ID) {
				order, own[m.ID] = append(order, m.ID), m
			}
		}
		if len(all) < 2 || listed*4 < len(all)*3 || len(order) > max(1, len(all)/4) {
			continue // an increment, or another numbering
		}
		applied = true
		for _, id := range order {
			own[id].Tell(hit)
		}
	}
	return applied
}

// namedElsewhere tells whether a document other than the epics and the stories names a requirement.
func namedElsewhere(s *model.Session, id string) bool {
	for _, d := range frameworks.Find(s, func(p string) bool { return !epicsFile(p) && !isStory(p) }) {
		for m := range frameworks.Mentions(anyID, frameworks.Lines(d)) {
			if m.ID == id {
				return true
			}
		}
	}
	return false
}

// epicLists returns the lines in which an epics file says what it covers: its coverage
// map and the lists of its epics.
func epicLists(d *document.Document) (coverage []frameworks.Line, lists []frameworks.Line) {
	for _, l := range frameworks.Lines(d) {
		if s := d.SectionAt(l.Start); s != nil && strings.Contains(strings.ToLower(s.Title), "coverage map") && l.Start >= s.Body {
			coverage = append(coverage, l)
			continue
		}
		if coveredLine.MatchString(l.Text) {
			lists = append(lists, l)
		}
	}
	return coverage, lists
}

// unknownFRs is about requirements that the lists of an epics file cite, and that neither the PRD nor the inventory defines.
func unknownFRs(s *model.Session, d *document.Document, hit native.Hit) bool {
	all := required(frameworks.Find(s, prd), "FR")
	if len(all) < 2 {
		return false
	}
	defined := added(s)
	for _, m := range all {
		defined[m.ID] = true
	}
	coverage, lists := epicLists(d)
	cited, listed := slices.Concat(coverage, lists), map[int]bool{}
	for _, l := range cited {
		listed[l.Start] = true
	}
	for m := range frameworks.Definitions(requirement, frameworks.Lines(d)) { // the inventory of an increment adds its own
		defined[m.ID] = defined[m.ID] || !listed[m.Line.Start]
	}
	defined.Undefined(frameworks.Mentions(functional, cited), hit)
	return len(cited) > 0
}

// unmappedFRs is about requirements that an epics file defines, or the PRD, and its map leaves out.
func unmappedFRs(s *model.Session, d *document.Document, hit native.Hit) bool {
	coverage, _ := epicLists(d)
	mapped := coveredBy(coverage)
	if len(mapped) < 2 || slices.ContainsFunc(coverage, func(l frameworks.Line) bool { return allOf.MatchString(l.Text) }) {
		return false
	}
	for m := range frameworks.Definitions(functional, frameworks.Lines(d)) {
		if !mapped[m.ID] && !m.Retold() {
			mapped[m.ID] = true
			m.Tell(hit)
		}
	}
	if mapsPRD(s, d) {
		unmappedOfPRD(s, d, mapped, hit)
	}
	return true
}

// unknownEpics is about epics and stories that the map names and that are not there, and an epic that another one
// says it covers a requirement in place of.
func unknownEpics(s *model.Session, d *document.Document, hit native.Hit) bool {
	known := frameworks.Set{}
	for _, s := range d.Sections {
		if m := epicTitle.FindStringSubmatch(frameworks.Raw(d, s)); m != nil {
			known[m[1]] = true
		}
	}
	coverage, lists := epicLists(d)
	if len(known) == 0 {
		return false
	}
	own, stories := ownLists(d, lists), planned(s)
	for _, l := range coverage {
		ids, epics := covering(l.Text), slices.Collect(frameworks.AllMatches(mapEpic, l))
		for _, m := range epics {
			number := m.Group(1)
			if !known[number] {
				hit(d, m.Place(0), model.Note("Epic "+number), s.Say("which is not there", "但并不存在"))
			} else if of := own.other(ids, number); of != "" && len(epics) == 1 {
				hit(d, m.Place(0), model.Note("Epic "+number), s.Say("while Epic "+of+" says that it covers "+ids[0], "而 Epic "+of+" 写明由其覆盖 "+ids[0]), model.Lesser)
			}
		}
	}
	for _, t := range d.Tables { // a column of numbers alone
		column := t.Column("epic")
		if column < 1 || !strings.Contains(strings.ToLower(t.Section.Title), "coverage map") {
			continue
		}
		for _, row := range t.Rows {
			number, ids := strings.Trim(row[column].Text, " *`"), covering(row[0].Text)
			if of := own.other(ids, number); known[number] && of != "" {
				hit(d, row[column].Span, model.Note("Epic "+number), s.Say("while Epic "+of+" says that it covers "+ids[0], "而 Epic "+of+" 写明由其覆盖 "+ids[0]), model.Lesser)
			}
		}
	}
	for m := range frameworks.AllMatches(mapStory, coverage...) { // behind the number of an epic, or in a cell of its own
		at := storyAt{m.Group(1), m.Group(2)}
		if _, there := stories[at]; !there && known[at.epic] && len(stories) > 2 {
			hit(d, m.Through(1, 2), model.Note("Story "+at.String()), s.Say("which is not there", "但并不存在"))
		}
	}
	return len(coverage) > 0
}

// claims are the requirements that each epic says it covers.
type claims map[string][]string

// ownLists returns what the lists of epics say, those of several at one epic together.
func ownLists(d *document.Document, lists []frameworks.Line) claims {
	of := claims{}
	for _, l := range lists {
		for at := d.SectionAt(l.Start); at != nil; at = at.Parent {
			if m := epicTitle.FindStringSubmatch(frameworks.Raw(d, at)); m != nil {
				of[m[1]] = append(of[m[1]], covering(l.Text)...)
				break
			}
		}
	}
	return of
}

// other returns the one epic that says it covers a requirement, where the one that a map gives it to has a list without it.
func (c claims) other(ids []string, epic string) (number string) {
	if len(ids) != 1 || len(c[epic]) == 0 || slices.Contains(c[epic], ids[0]) {
		return ""
	}
	for other, list := range c {
		if slices.Contains(list, ids[0]) {
			if number != "" {
				return ""
			}
			number = other
		}
	}
	return number
}

var mapStory = pattern.New(`(?i)(?:\bStor(?:y|ies)\s+|故事\s*|\|\s*|,\s*)(\d{1,2})\.(\d{1,2})\b(?:\s*(?:,|\||$|\)|-|—|–|;))?`)
