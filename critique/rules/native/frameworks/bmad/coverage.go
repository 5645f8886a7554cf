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

// requirementIDs returns the functional requirements that some documents define, in the
// order in which they stand.
func requirementIDs(docs []*document.Document) (order []string, defined map[string]definition) {
	return definedIn(docs, "FR")
}

// definedIn returns what some documents define of a sort, in the order in which it stands.
func definedIn(docs []*document.Document, kind string) (order []string, defined map[string]definition) {
	defined = map[string]definition{}
	for _, d := range docs {
		for _, l := range frameworks.LinesOf(d, frameworks.All(d)) {
			ids := frameworks.IDsIn(anyID, l.Text)
			if len(ids) == 0 || kindOf(ids[0].ID) != kind || !frameworks.DefinesAt(l.Text, ids[0]) || frameworks.Retold(d, l.Start) {
				continue
			}
			if _, known := defined[ids[0].ID]; !known {
				defined[ids[0].ID] = definition{d, l.At(ids[0].Start, ids[0].End)}
				order = append(order, ids[0].ID)
			}
		}
	}
	return order, defined
}

// definition is where a requirement is defined.
type definition struct {
	doc *document.Document
	at  document.Span
}

// written is the ID as the document writes it.
func (w definition) written() string { return w.doc.Slice(w.at) }

func uncoveredFRs(s *model.Session, d *document.Document, hit native.Hit) bool {
	epics := frameworks.Find(s, epicsFile)
	if len(epics) == 0 || epics[0] != d { // asked of all epics together, said once
		return false
	}
	order, defined := requirementIDs(frameworks.Find(s, prd))
	named := map[string]bool{}
	for _, e := range slices.Concat(epics, frameworks.Find(s, isStory)) {
		for _, l := range frameworks.LinesOf(e, frameworks.All(e)) {
			if inventory(e, l.Start) {
				continue // it lists what is to be covered
			}
			if allOf.MatchString(l.Text) {
				return false
			}
			for _, id := range covering(l.Text) {
				named[id] = true
			}
		}
	}
	covered := 0
	for _, id := range order {
		if named[id] {
			covered++
		}
	}
	if len(order) < 2 || covered*2 < len(order) { // an increment, or another numbering
		return false
	}
	for _, id := range order {
		if !named[id] && !mapsPRD(s, d) && !putOff(defined[id].doc, defined[id].at.Start) {
			hit(defined[id].doc, defined[id].at, model.Target(defined[id].written()), model.Unwitnessed, model.Elsewhere)
		}
	}
	return true
}

// uncoveredOthers is about qualities and journeys of the PRD that no epic and no story names, where they name
// most of the sort.
func uncoveredOthers(s *model.Session, d *document.Document, hit native.Hit) bool {
	epics := frameworks.Find(s, epicsFile)
	if len(epics) == 0 || epics[0] != d { // asked of all epics together, said once
		return false
	}
	named := map[string]bool{}
	for _, e := range slices.Concat(epics, frameworks.Find(s, isStory)) {
		for _, l := range frameworks.LinesOf(e, frameworks.All(e)) {
			if m := allOthers.FindStringSubmatch(l.Text); m != nil {
				named[strings.ToUpper((m[1] + m[2])[:1])] = true
			}
			for _, id := range covering(l.Text) {
				named[id] = true
			}
		}
	}
	applied := false
	for _, kind := range [...]string{"NFR", "UJ"} {
		order, defined := definedIn(frameworks.Find(s, prd), kind)
		var missing []string
		for _, id := range order {
			if !named[id] {
				missing = append(missing, id)
			}
		}
		if named[kind[:1]] || len(order) < 2 || len(missing)*2 > len(order) {
			continue
		}
		applied = true
		for _, id := range missing {
			if at := defined[id]; !putOff(at.doc, at.at.Start) {
				hit(at.doc, at.at, model.Target(at.doc.Slice(at.at)), model.Unwitnessed, model.Elsewhere)
			}
		}
	}
	return applied
}

// allOthers is a line that covers all of a sort without their numbers.
var allOthers = pattern.New(`(?i)\ball (?:the )?(?:PRD )?(NFRs|non-?functional|UJs|user journeys)\b|\b(NFR|UJ)-?\*`)

// putOff tells whether a requirement says itself that it is of a later release: "(v2)".
func putOff(d *document.Document, at int) bool {
	return laterRelease.MatchString(d.Slice(d.LineAt(at)))
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
		if i > 0 && spans.MatchString(text[ids[i-1].End:id.Start]) && kindOf(id.ID) == kindOf(ids[i-1].ID) {
			from, to := numberIn(ids[i-1].ID), numberIn(id.ID)
			for n := from + 1; n < to && n < from+maxRange; n++ {
				found = append(found, fmt.Sprintf("%s-%d", kindOf(id.ID), n))
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
	n, _ := strconv.Atoi(strings.TrimRight(id[strings.IndexByte(id, '-')+1:], "abcdefghijklmnopqrstuvwxyz"))
	return n
}

// mapsPRD tells whether the map of an epics file is of what the PRD defines: it holds most of it,
// and the file has no inventory of its own.
func mapsPRD(s *model.Session, d *document.Document) bool {
	order, _ := requirementIDs(frameworks.Find(s, prd))
	coverage, _ := epicLists(d)
	mapped, own, there := map[string]bool{}, 0, 0
	for _, l := range coverage {
		for _, id := range covering(l.Text) {
			mapped[id] = true
		}
	}
	for _, l := range frameworks.LinesOf(d, frameworks.All(d)) {
		if ids := frameworks.IDsIn(requirement, l.Text); len(ids) > 0 && inventory(d, l.Start) && frameworks.DefinesAt(l.Text, ids[0]) {
			own++
		}
	}
	for _, id := range order {
		if mapped[id] {
			there++
		}
	}
	return own < 2 && len(order) > 2 && there*3 >= len(order)*2
}

// unmappedOfPRD is about a requirement of the PRD that a map leaves out, and an inventory that
// ends before the PRD does, where the inventory only names what the PRD has.
func unmappedOfPRD(s *model.Session, d *document.Document, mapped map[string]bool, hit native.Hit) {
	order, defined := requirementIDs(frameworks.Find(s, prd))
	listed := map[string]bool{}
	var last frameworks.Line
	for _, l := range frameworks.LinesOf(d, frameworks.All(d)) {
		if inventory(d, l.Start) {
			for _, id := range covering(l.Text) {
				if listed[id] = true; strings.HasPrefix(id, "FR-") {
					last = l
				}
			}
		}
	}
	for _, id := range order {
		switch {
		case putOff(defined[id].doc, defined[id].at.Start):
		case !mapped[id]:
			hit(defined[id].doc, defined[id].at, model.Target(defined[id].written()), model.Unwitnessed, model.Elsewhere)
		case last.Len() > 0 && len(listed)*3 >= len(order)*2 && !listed[id]:
			hit(d, last.Span, model.Target(defined[id].written()), model.Unwitnessed)
		}
	}
}

// inventoryOnly is about a requirement of the inventory that the PRD does not have, where the inventory lists
// nearly all that the PRD has, and little else. What any other document names came in by another way.
func inventoryOnly(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, kind := range [...]string{"FR", "NFR"} {
		order, defined := definedIn(frameworks.Find(s, prd), kind)
		var own, listed []string
		at := map[string]document.Span{}
		for _, l := range frameworks.LinesOf(d, frameworks.All(d)) {
			ids := frameworks.IDsIn(requirement, l.Text)
			if len(ids) == 0 || kindOf(ids[0].ID) != kind || !inventory(d, l.Start) || !frameworks.DefinesAt(l.Text, ids[0]) {
				continue
			}
			if _, there := defined[ids[0].ID]; there {
				listed = append(listed, ids[0].ID)
			} else if !namedElsewhere(s, ids[0].ID) {
				own, at[ids[0].ID] = append(own, ids[0].ID), l.At(ids[0].Start, ids[0].End)
			}
		}
		if len(order) < 2 || len(listed)*4 < len(order)*3 || len(own) > max(1, len(order)/4) {
			continue // an increment, or another numbering
		}
		applied = true
		for _, id := range own {
			hit(d, at[id], model.Target(d.Slice(at[id])))
		}
	}
	return applied
}

// namedElsewhere tells whether a document other than the epics and the stories names a requirement.
func namedElsewhere(s *model.Session, id string) bool {
	others := frameworks.Find(s, func(p string) bool { return !epicsFile(p) && !isStory(p) })
	return slices.ContainsFunc(others, func(d *document.Document) bool {
		return slices.ContainsFunc(frameworks.LinesOf(d, frameworks.All(d)), func(l frameworks.Line) bool {
			return slices.ContainsFunc(frameworks.IDsIn(anyID, l.Text), func(named frameworks.Identifier) bool { return named.ID == id })
		})
	})
}

// epicLists returns the lines in which an epics file says what it covers: its coverage
// map and the lists of its epics.
func epicLists(d *document.Document) (coverage []frameworks.Line, lists []frameworks.Line) {
	for _, l := range frameworks.LinesOf(d, frameworks.All(d)) {
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

func unknownFRs(s *model.Session, d *document.Document, hit native.Hit) bool {
	prds := frameworks.Find(s, prd)
	order, _ := requirementIDs(prds)
	if len(order) < 2 {
		return false
	}
	defined := added(s)
	for _, id := range order {
		defined[id] = true
	}
	coverage, lists := epicLists(d)
	listed := map[int]bool{}
	for _, l := range slices.Concat(coverage, lists) {
		listed[l.Start] = true
	}
	for _, l := range frameworks.LinesOf(d, frameworks.All(d)) { // the inventory of an increment adds its own
		if ids := frameworks.IDsIn(requirement, l.Text); len(ids) > 0 && !listed[l.Start] && frameworks.DefinesAt(l.Text, ids[0]) {
			defined[ids[0].ID] = true
		}
	}
	for _, l := range slices.Concat(coverage, lists) {
		for _, id := range frameworks.IDsIn(requirement, l.Text) {
			if strings.HasPrefix(id.ID, "FR-") && !defined[id.ID] && !defined[strings.TrimRight(id.ID, "abcdefghijklmnopqrstuvwxyz")] {
				defined[id.ID] = true
				hit(d, l.At(id.Start, id.End), model.Target(l.Text[id.Start:id.End]))
			}
		}
	}
	return len(coverage)+len(lists) > 0
}

func unmappedFRs(s *model.Session, d *document.Document, hit native.Hit) bool {
	coverage, _ := epicLists(d)
	mapped := map[string]bool{}
	for _, l := range coverage {
		if allOf.MatchString(l.Text) {
			return false
		}
		for _, id := range covering(l.Text) {
			mapped[id] = true
		}
	}
	if len(mapped) < 2 {
		return false
	}
	for _, l := range frameworks.LinesOf(d, frameworks.All(d)) {
		ids := frameworks.IDsIn(requirement, l.Text)
		if len(ids) == 0 || !strings.HasPrefix(ids[0].ID, "FR-") || mapped[ids[0].ID] || !frameworks.DefinesAt(l.Text, ids[0]) || frameworks.Retold(d, l.Start) {
			continue
		}
		mapped[ids[0].ID] = true
		hit(d, l.At(ids[0].Start, ids[0].End), model.Target(l.Text[ids[0].Start:ids[0].End]))
	}
	if mapsPRD(s, d) {
		unmappedOfPRD(s, d, mapped, hit)
	}
	return true
}

func unknownEpics(s *model.Session, d *document.Document, hit native.Hit) bool {
	known := map[string]bool{}
	for _, s := range d.Sections {
		if m := epicTitle.FindStringSubmatch(frameworks.Raw(d, s)); m != nil {
			known[m[1]] = true
		}
	}
	coverage, lists := epicLists(d)
	if len(known) == 0 {
		return false
	}
	own := ownLists(d, lists)
	for _, l := range coverage {
		ids, epics := covering(l.Text), mapEpic.FindAllStringSubmatchIndex(l.Text, 10)
		for _, m := range epics {
			number := l.Text[m[2]:m[3]]
			if !known[number] {
				hit(d, l.At(m[0], m[1]), model.Note("Epic "+number), s.Say("which is not there", "但并不存在"))
			} else if of := own.other(ids, number); of != "" && len(epics) == 1 {
				hit(d, l.At(m[0], m[1]), model.Note("Epic "+number), s.Say("while Epic "+of+" says that it covers "+ids[0], "而 Epic "+of+" 写明由其覆盖 "+ids[0]), model.Lesser)
			}
		}
		unknownStories(s, planned(s), known, d, l, hit)
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

// unknownStories is about stories that a line of a map names and no epic has. Behind the number
// of an epic, or in a cell of its own, a number with a full stop is one of a story.
func unknownStories(s *model.Session, stories map[storyAt]string, epics map[string]bool, d *document.Document, l frameworks.Line, hit native.Hit) {
	if len(stories) < 3 {
		return
	}
	for _, m := range mapStory.FindAllStringSubmatchIndex(l.Text, 10) {
		at := storyAt{l.Text[m[2]:m[3]], l.Text[m[4]:m[5]]}
		if _, there := stories[at]; !there && epics[at.epic] {
			hit(d, l.At(m[2], m[5]), model.Note("Story "+at.String()), s.Say("which is not there", "但并不存在"))
		}
	}
}

var mapStory = pattern.New(`(?i)(?:\bStor(?:y|ies)\s+|故事\s*|\|\s*|,\s*)(\d{1,2})\.(\d{1,2})\b(?:\s*(?:,|\||$|\)|-|—|–|;))?`)
