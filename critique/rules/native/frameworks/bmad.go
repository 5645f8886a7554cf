package frameworks

import (
	"maps"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	bmRequirement = pattern.New(`\b(FR|NFR)-?(\d{1,3})([a-z])?\b`)
	bmDecision    = pattern.New(`\b(AD)-(\d{1,3})([a-z])?\b`)
	bmEpicTitle   = pattern.New(`(?i)^(?:Epic|史诗)\s*(\d+)`)
	bmStoryTitle  = pattern.New(`(?i)^(?:Story|故事)\s*(\d+)\.(\d+)([a-z])?`)
	bmCovered     = pattern.New(`(?i)^[\s>*_-]*(?:FRs? covered|Requirements covered|FRs?|覆盖的?\s*FR)\**\s*[:：]\**\s*(.+)$`)
	bmMapEpic     = pattern.New(`(?i)\bEpics?\s+(\d+)\b`)
	bmCriterion   = pattern.New(`^(?:[-*]\s+)?\**(?:(\d{1,2})[.)]|AC\s?#?(\d{1,2})\**\s*[:.：)—-]?)\**\s+\S`)
	bmCites       = pattern.New(`(?i)\(ACs?:?\s*([^()]*)\)`)
	bmCited       = pattern.New(`^(?:AC\s?)?#?\s*(?:AC\s?)?(\d{1,2})$`)
	bmStatus      = pattern.New(`(?i)^\**Status:?\**:?\s*\**\s*([A-Za-z][A-Za-z -]*?)\**\s*$`)
	bmStoryFile   = pattern.New(`^(\d+)[.-](\d+)[a-z]?[.-]`)
	bmSprintLine  = pattern.New(`(?m)^\s+([0-9]+-[0-9]+[a-z]?-[^:\s]+):\s*([a-z-]+)`)
)

var (
	bmPRD    = without(matching(`(?i)(?:^|/)(?:prd\.md|[^/]*-prd\.md|prd-[^/]*\.md|prd/[^/]+\.md)$`), matching(`(?i)(?:report|validation|review|research)[^/]*\.md$`))
	bmEpics  = matching(`(?i)(?:^|/)(?:epics[^/]*\.md|[^/]*-epics\.md|epic-[^/]*\.md|epics/[^/]+\.md)$`)
	bmStory  = matching(`(?:^|/)(?:stories/[^/]+\.md|\d+[.-]\d+[a-z]?[.-][^/]+\.md)$`)
	bmDesign = matching(`(?i)(?:^|/)(?:architecture[^/]*\.md|[^/]*-architecture\.md|ARCHITECTURE-SPINE\.md|architecture/.+\.md)$`)
)

func bmad() []Rule {
	return []Rule{
		{"BM-001", bmEpics, uncoveredFRs},
		{"BM-002", bmEpics, unknownFRs},
		{"BM-003", bmEpics, unmappedFRs},
		{"BM-004", bmEpics, unknownEpics},
		{"BM-005", bmEpics, storyTwice},
		{"BM-006", bmEpics, storyElsewhere},
		{"BM-007", bmStory, unknownAC},
		{"BM-008", bmStory, uncitedAC},
		{"BM-009", bmStory, otherStatus},
		{"BM-010", bmPRD, func(_ Session, d *document.Document, hit Hit) bool { return definedAgain(d, bmRequirement, hit) }},
		{"BM-011", bmDesign, decisionIDs},
	}
}

// requirementIDs returns the functional requirements that some documents define, in the
// order in which they stand.
func requirementIDs(docs []*document.Document) (order []string, defined map[string]bool) {
	defined = map[string]bool{}
	for _, d := range docs {
		for _, l := range linesOf(d, all(d)) {
			for i, id := range idsIn(bmRequirement, l.text) {
				if i == 0 && strings.HasPrefix(id.id, "FR-") && !defined[id.id] && definesAt(l.text, id) && !retold(d, l.Start) {
					defined[id.id] = true
					order = append(order, id.id)
				}
			}
		}
	}
	return order, defined
}

func uncoveredFRs(s Session, d *document.Document, hit Hit) bool {
	epics := s.find(bmEpics)
	if len(epics) == 0 || epics[0] != d { // asked of all epics together, said once
		return false
	}
	order, _ := requirementIDs(s.find(bmPRD))
	named := map[string]bool{}
	for _, e := range slices.Concat(epics, s.find(bmStory)) {
		for _, l := range linesOf(e, all(e)) {
			ids := idsIn(bmRequirement, l.text)
			for i, id := range ids {
				named[id.id] = true
				if i > 0 && spans.MatchString(l.text[ids[i-1].end:id.start]) {
					return false // a range covers what it does not name
				}
			}
			if openRange.MatchString(l.text) {
				return false
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
		if !named[id] {
			hit(d, top(d), id, Unwitnessed)
		}
	}
	return true
}

var (
	spans     = pattern.New(`^\**\s*(?:\.\.+|…|–|—|-|~|～|to|through|至|到)\s*\**$`)
	openRange = pattern.New(`(?i)\bFR-?\d+\s*(?:-|–|—|\.\.+|…|to|through)\s*\d|\ball (?:PRD )?FRs\b|\bFR-?\*`)
)

// epicLists returns the lines in which an epics file says what it covers: its coverage
// map and the lists of its epics.
func epicLists(d *document.Document) (coverage []line, lists []line) {
	for _, l := range linesOf(d, all(d)) {
		if s := d.SectionAt(l.Start); s != nil && strings.Contains(strings.ToLower(s.Title), "coverage map") && l.Start >= s.Body {
			coverage = append(coverage, l)
			continue
		}
		if bmCovered.MatchString(l.text) {
			lists = append(lists, l)
		}
	}
	return coverage, lists
}

func unknownFRs(s Session, d *document.Document, hit Hit) bool {
	prds := s.find(bmPRD)
	order, defined := requirementIDs(prds)
	if len(order) < 2 {
		return false
	}
	coverage, lists := epicLists(d)
	listed := map[int]bool{}
	for _, l := range slices.Concat(coverage, lists) {
		listed[l.Start] = true
	}
	for _, l := range linesOf(d, all(d)) { // the inventory of an increment adds its own
		if ids := idsIn(bmRequirement, l.text); len(ids) > 0 && !listed[l.Start] && definesAt(l.text, ids[0]) {
			defined[ids[0].id] = true
		}
	}
	for _, l := range slices.Concat(coverage, lists) {
		for _, id := range idsIn(bmRequirement, l.text) {
			if strings.HasPrefix(id.id, "FR-") && !defined[id.id] && !defined[strings.TrimRight(id.id, "abcdefghijklmnopqrstuvwxyz")] {
				defined[id.id] = true
				hit(d, l.at(id.start, id.end), l.text[id.start:id.end])
			}
		}
	}
	return len(coverage)+len(lists) > 0
}

func unmappedFRs(_ Session, d *document.Document, hit Hit) bool {
	coverage, _ := epicLists(d)
	mapped := map[string]bool{}
	for _, l := range coverage {
		ids := idsIn(bmRequirement, l.text)
		for i, id := range ids {
			mapped[id.id] = true
			if i > 0 && spans.MatchString(l.text[ids[i-1].end:id.start]) {
				return false
			}
		}
		if openRange.MatchString(l.text) {
			return false
		}
	}
	if len(mapped) < 2 {
		return false
	}
	for _, l := range linesOf(d, all(d)) {
		ids := idsIn(bmRequirement, l.text)
		if len(ids) == 0 || !strings.HasPrefix(ids[0].id, "FR-") || mapped[ids[0].id] || !definesAt(l.text, ids[0]) || retold(d, l.Start) {
			continue
		}
		mapped[ids[0].id] = true
		hit(d, l.at(ids[0].start, ids[0].end), l.text[ids[0].start:ids[0].end])
	}
	return true
}

func unknownEpics(_ Session, d *document.Document, hit Hit) bool {
	known := map[string]bool{}
	for _, s := range d.Sections {
		if m := bmEpicTitle.FindStringSubmatch(raw(d, s)); m != nil {
			known[m[1]] = true
		}
	}
	coverage, _ := epicLists(d)
	if len(known) == 0 {
		return false
	}
	for _, l := range coverage {
		for _, m := range bmMapEpic.FindAllStringSubmatchIndex(l.text, 10) {
			if number := l.text[m[2]:m[3]]; !known[number] {
				hit(d, l.at(m[0], m[1]), note(number))
			}
		}
	}
	return len(coverage) > 0
}

// epicStories calls a function with each story that stands in the section of an epic.
func epicStories(d *document.Document, each func(s *document.Section, epic, number string)) bool {
	applied := false
	for _, s := range d.Sections {
		m := bmStoryTitle.FindStringSubmatch(raw(d, s))
		if m == nil || !realHeading(s) {
			continue
		}
		for p := s.Parent; p != nil; p = p.Parent {
			if e := bmEpicTitle.FindStringSubmatch(raw(d, p)); e != nil {
				applied = true
				each(s, e[1], m[1]+"."+m[2]+m[3])
				break
			}
		}
	}
	return applied
}

func storyTwice(_ Session, d *document.Document, hit Hit) bool {
	seen := once{}
	return epicStories(d, func(s *document.Section, _, number string) {
		if seen.again(number, heading(d, s)) {
			hit(d, heading(d, s), note(number))
		}
	})
}

func storyElsewhere(_ Session, d *document.Document, hit Hit) bool {
	return epicStories(d, func(s *document.Section, epic, number string) {
		if own, _, _ := strings.Cut(number, "."); own != epic {
			hit(d, heading(d, s), note(number), note(epic))
		}
	})
}

// acceptance returns the numbers of a story's acceptance criteria.
func acceptance(d *document.Document) map[string]bool {
	found := map[string]bool{}
	for _, s := range d.Sections {
		title := strings.ToLower(raw(d, s))
		if !realHeading(s) || !strings.HasPrefix(title, "acceptance criteria") && !strings.HasPrefix(title, "验收标准") {
			continue
		}
		for _, l := range linesOf(d, s.All()) {
			text := strings.TrimLeft(l.text, "# ")
			if len(l.text)-len(strings.TrimLeft(l.text, " ")) > 1 {
				continue
			}
			if m := bmCriterion.FindStringSubmatch(text); m != nil {
				found[m[1]+m[2]] = true
			}
		}
	}
	return found
}

// acLists returns the lists of acceptance criteria that tasks cite.
func acLists(d *document.Document) []reference {
	var found []reference
	for _, l := range linesOf(d, all(d)) {
		if !strings.Contains(l.text, "- [") && !strings.Contains(l.text, "* [") {
			continue
		}
		for _, m := range bmCites.FindAllStringSubmatchIndex(l.text, 3) {
			r := reference{at: l.at(m[0], m[1]), plain: true}
			text, _, _ := strings.Cut(l.text[m[2]:m[3]], "FR:") // what follows is another list
			for part := range strings.SplitSeq(strings.NewReplacer("、", ",", "，", ",", " and ", ",", " & ", ",").Replace(text), ",") {
				part = strings.TrimSpace(part)
				if part == "" {
					continue
				}
				n := bmCited.FindStringSubmatch(part)
				if n == nil {
					r.plain = false
					break
				}
				r.ids = append(r.ids, n[1])
			}
			found = append(found, r)
		}
	}
	return found
}

func unknownAC(_ Session, d *document.Document, hit Hit) bool {
	known := acceptance(d)
	if len(known) == 0 {
		return false
	}
	applied := false
	for _, r := range acLists(d) {
		if !r.plain {
			continue
		}
		applied = true
		for _, id := range r.ids {
			if !known[id] {
				hit(d, r.at, note(id), note(numbersOf(known)))
			}
		}
	}
	return applied
}

// inOrder returns numbers, the least first.
func inOrder(known map[string]bool) []string {
	return slices.SortedFunc(maps.Keys(known), func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
}

// numbersOf says in few characters which numbers there are.
func numbersOf(known map[string]bool) string {
	all := inOrder(known)
	if len(all) > 2 {
		return all[0] + "–" + all[len(all)-1]
	}
	return strings.Join(all, ", ")
}

func uncitedAC(_ Session, d *document.Document, hit Hit) bool {
	known := acceptance(d)
	lists := acLists(d)
	if len(known) == 0 || len(lists) < 2 {
		return false
	}
	cited := map[string]bool{}
	for _, r := range lists {
		if !r.plain {
			return false
		}
		for _, id := range r.ids {
			cited[id] = true
		}
	}
	for _, number := range inOrder(known) {
		if !cited[number] {
			hit(d, top(d), note(number), Unwitnessed)
		}
	}
	return true
}

func otherStatus(s Session, d *document.Document, hit Hit) bool {
	sprints := s.find(matching(`(?:^|/)sprint-status\.ya?ml$`))
	name := strings.TrimSuffix(base(d.Path), ".md")
	if len(sprints) != 1 || !bmStoryFile.MatchString(base(d.Path)) {
		return false
	}
	status := ""
	for _, m := range bmSprintLine.FindAllStringSubmatch(sprints[0].Text, 2000) {
		if m[1] == name {
			status = m[2]
		}
	}
	if status == "" {
		return false
	}
	for _, l := range linesOf(d, document.Span{Start: 0, End: min(len(d.Text), 2000)}) {
		m := bmStatus.FindStringSubmatchIndex(strings.TrimRight(l.text, " "))
		if m == nil {
			continue
		}
		said := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(l.text[m[2]:m[3]])), " ", "-")
		if said != status && slices.Contains(bmStatuses[:], said) && slices.Contains(bmStatuses[:], status) {
			hit(d, l.Span, note(said), note(status))
		}
		return true
	}
	return false
}

var bmStatuses = [...]string{"backlog", "ready-for-dev", "in-progress", "review", "done", "blocked"}

func decisionIDs(s Session, d *document.Document, hit Hit) bool {
	defined := map[string]bool{}
	for _, other := range s.find(bmDesign) {
		for _, l := range linesOf(other, all(other)) {
			if ids := idsIn(bmDecision, l.text); len(ids) > 0 && definesAt(l.text, ids[0]) {
				defined[ids[0].id] = true
			}
		}
	}
	if len(defined) < 2 {
		return false
	}
	seen, said := once{}, map[string]bool{}
	for _, l := range linesOf(d, all(d)) {
		for i, id := range idsIn(bmDecision, l.text) {
			name := l.text[id.start:id.end]
			switch {
			case i == 0 && strings.HasPrefix(l.text, "#") && definesAt(l.text, id):
				if seen.again(id.id, l.Span) {
					hit(d, l.at(id.start, id.end), name, s.say("is defined twice", "重复定义"))
				}
			case !defined[id.id] && !said[id.id]:
				said[id.id] = true
				hit(d, l.at(id.start, id.end), name, s.say("is cited, but no decision has this ID", "被引用，但没有该编号的决策"))
			}
		}
	}
	return true
}
