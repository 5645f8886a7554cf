package traces

import (
	"maps"
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// How many things of one kind show that they all have a part: sections of a document, or files.
const (
	leastAlike = 4
	leastFiles = 3
	leastTwins = 2 // of records, to ask for the decision itself
)

var (
	// label is what a paragraph or an item begins with that says what it is about.
	label = pattern.New(`(?m)^[ \t]*(?:[-*+] )?(?:\*\*|__|_)?(\p{Lu}[\p{L} /-]{2,28}|\p{Han}{2,8})(?: \d{1,2})?[ \t]*(?:\([^)\n]*\))?(?:\*\*|__|_)?[ \t]*(?:\([^)\n]*\))?[ \t]*[:：]`)
	// runIn is a label in bold or italics: of several in one line, or one that a sentence goes on from: *Accepted when* it is.
	runIn = pattern.New(`(?m)\*\*(\p{Lu}[\p{Ll} /-]{2,28}|\p{Han}{2,8})[:：]?\*\*[ \t]*[:：]?|^[ \t]*(?:[-*+] )?[*_](\p{Lu}\p{Ll}+ (?:when|if|by|with))[*_] `)
	// proven is a part without which nobody can tell whether the thing is done, and owed one that readers
	// look for in each of a kind.
	proven = pattern.New(`(?i)^(?:accepted (?:when|if|by)|done when|acceptance(?: criteria| criterion| scenarios| tests?)?|scenario|success criteria|independent test|验收.*|场景|akzeptanzkriterien|abnahme(?:kriterien)?|critères d'acceptation|criterios de aceptación)$`)
	owed   = pattern.New(`(?i)^(?:consequences|decision|context|rationale|alternatives(?: considered)?|options(?: considered)?|user story|as an?|goal|priority|why this priority|requirements?|validates|traces(?: to)?|covers|source|owner|estimate|effort|points|status|verification|verify|begründung|entscheidung|konsequenzen|folgen|kontext|ziel|priorität|décision|conséquences|contexte|优先级|追溯|可追溯|需求|对应需求|工时|人天|背景|决策|决定|后果|影响|理由|目标|用户故事|负责人)$`)
	// weighed are parts of a decision that other rules ask each for, as they ask requirements and epics for theirs.
	weighed = pattern.New(`(?i)^(?:alternatives|options|consequences|选项|备选|后果)`)
	// itself is what a record is for.
	itself = pattern.New(`(?i)^(?:decision|entscheidung|décision|decisión|决策|决定)$`)
	// kind is the word of what a heading names, before its number or its name.
	kind = pattern.New(`^[^\pL\d]*(?:([A-Z]{1,8}(?:-[A-Z]{1,8})?)-?\d{1,4}\b|(\p{L}{3,14}(?: \p{L}{3,14})?|\p{Han}{2,4}) (?:[A-Z]-?)?\d{1,3}(?:\.\d{1,3})?(?:\W|$)|(Requirement|Scenario|需求|场景)[:：])`)
	// decides is the kind of sections that hold one decision each.
	decides = pattern.New(`(?i)^(?:ADR|AD|DR|D|Decision|决策|Entscheidung)$`)
	// record is what files are called that each hold one thing: a decision, a requirement, an epic.
	record    = pattern.New(`(?i)(?:^|/)(?:(ADR|REQ|NFR|EPIC|STORY|RFC|UC)-?(?:[A-Z]{2,8}-)?|(?:adrs?|decisions)/)\d{1,4}[-_.][^/]*$`)
	withdrawn = pattern.New(`(?i)~~|\b(?:withdrawn|removed|deprecated|dropped|superseded|rejected|deferred|backlog|won'?t)\b|废弃|作废|已删除|不做`)
	// around is the title of a part that stands around the others, and is not one of them.
	around = pattern.New(`(?i)\b(?:polish|cross-cutting|setup|foundation\w*)\b|收尾|横切|基础`)
)

// one is one of several things alike: a section of a document, or a file.
type one struct {
	doc  *document.Document
	name string
	kind string // of a section: the word before its number
	at   document.Span
	has  map[string]bool // parts, as they are written
	must bool            // a file that must have criteria: of this another rule tells
}

// hasUnder tells whether a thing has a part under a longer name: Decision Outcome.
func (o one) hasUnder(part string) bool {
	part = strings.ToLower(part)
	for name := range o.has {
		if strings.Contains(strings.ToLower(name), part) {
			return true
		}
	}
	return false
}

// otherwise tells whether a thing has parts that no other has, of those counted: it is written in its own way.
func (o one) otherwise(has map[string]int) bool {
	for name := range o.has {
		if has[name] == 1 {
			return true
		}
	}
	return false
}

// partsOfOne returns the headings and the labels of some text of a document.
func partsOfOne(d *document.Document, whole document.Span) map[string]bool {
	has := map[string]bool{}
	for _, section := range d.Sections {
		if whole.Holds(section.Start) && section.Start > whole.Start && section.Level < 7 {
			title := model.Plain(section.Title)
			if m := kind.FindStringSubmatch(title); m != nil {
				title = m[1] + m[2] + m[3]
			}
			has[strings.TrimSpace(title)] = true
		}
	}
	for _, m := range model.Find(d.Slice(whole), label, 400) {
		has[d.Text[whole.Start+m[2]:whole.Start+m[3]]] = true
	}
	for _, m := range model.Find(d.Slice(whole), runIn, 400) {
		if text := d.Slice(document.Span{Start: whole.Start + m[0], End: whole.Start + m[1]}); m[4] >= 0 {
			has[d.Text[whole.Start+m[4]:whole.Start+m[5]]] = true
		} else if strings.ContainsAny(text, ":：") {
			has[d.Text[whole.Start+m[2]:whole.Start+m[3]]] = true
		}
	}
	return has
}

// oddOneOut reports the one of several alike that lacks what all others have: their session itself asks
// for it.
func oddOneOut(s *model.Session, d *document.Document, hit native.Hit) bool {
	if model.Recounts(d) && !model.Instructs(d) {
		return false
	}
	applied := false
	for _, group := range document.Once(d, "sections alike", sectionsAlike) {
		applied = true
		forgotten(s, d, group, hit)
	}
	for _, group := range besideOthers(s, d) {
		applied = true
		forgotten(s, d, group, hit)
	}
	if files := filesAlike(s, d); len(files) >= leastTwins {
		applied = true
		forgotten(s, d, files, hit)
	}
	return applied
}

// forgotten reports the parts that one of a group lacks, and no other.
func forgotten(s *model.Session, d *document.Document, group []one, hit native.Hit) {
	has := map[string]int{}
	for _, o := range group {
		for part := range o.has {
			has[part]++
		}
	}
	for _, part := range slices.Sorted(maps.Keys(has)) {
		sure := proven.MatchString(part)
		if sure && (d.Kind == document.Epic || d.Kind == document.Epics) {
			continue // of stories a rule of their own tells
		}
		if group[0].kind != "" && len(group) < leastAlike && !itself.MatchString(part) {
			continue // three decisions show no more than that each decides
		}
		if has[part] != len(group)-1 || len(group) < leastFiles && !itself.MatchString(part) || !sure && !owed.MatchString(part) || s.Framed && part == "Scenario" { // of those OpenSpec has a rule
			continue
		}
		i := slices.IndexFunc(group, func(o one) bool { return !o.has[part] })
		if o := group[i]; o.doc == d && !around.MatchString(o.name) && (sure || record.MatchString(d.Path) || !o.otherwise(has)) && !(o.must && sure) && !o.hasUnder(part) && (sure || !d.Kind.Member() || o.kind != "" && d.Kind == document.Epic || d.Kind == document.Decision && !weighed.MatchString(part)) {
			details := []model.Detail{model.Target(o.name), model.Note(strings.ToLower(part)), model.Note(model.Itoa(len(group) - 1))}
			if !sure {
				details = append(details, model.Doubtful)
			}
			hit(d, o.at, details...)
		}
	}
}

// sectionsAlike returns the groups of sections of a document that are enough to show what each of them has: those of
// one place, or the few of several places together, as the stories of all epics.
func sectionsAlike(d *document.Document) (all [][]one) {
	few := map[string][]one{}
	for _, group := range groupsOf(d) {
		if len(group) >= leastAlike || len(group) >= leastFiles && decides.MatchString(group[0].kind) {
			all = append(all, group)
		} else {
			few[group[0].kind] = append(few[group[0].kind], group...)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(few)) {
		if len(few[kind]) >= leastAlike {
			all = append(all, few[kind])
		}
	}
	return all
}

// besideOthers returns the few sections of a document that are of one kind with those of the documents that lie beside
// it, where together they are enough: the stories of an epic, and those of the others.
func besideOthers(s *model.Session, d *document.Document) (all [][]one) {
	if record.FindString(d.Path) == "" {
		return nil
	}
	for _, own := range document.Once(d, "groups of sections", groupsOf) {
		if len(own) >= leastAlike {
			continue
		}
		pooled := model.Once(s, "sections beside others", path.Dir(d.Path)+"/"+own[0].kind, func() (pooled []one) {
			for _, o := range s.Docs {
				if path.Dir(o.Path) != path.Dir(d.Path) || record.FindString(o.Path) == "" || o.JSON != nil || o.Wild != "" {
					continue
				}
				for _, group := range document.Once(o, "groups of sections", groupsOf) {
					if group[0].kind == own[0].kind {
						pooled = append(pooled, group...)
					}
				}
			}
			return pooled
		})
		if len(pooled) >= leastAlike {
			all = append(all, pooled)
		}
	}
	return all
}

// groupsOf returns the sections of a document that stand side by side and are of one kind.
func groupsOf(d *document.Document) [][]one {
	type place struct {
		parent *document.Section
		level  int
		kind   string
	}
	groups := map[place][]*document.Section{}
	var order []place
	for _, section := range d.Sections {
		m := kind.FindStringSubmatch(section.Title)
		if section.Level < 2 || section.Level > 5 || m == nil || withdrawn.MatchString(section.Title) {
			continue
		}
		at := place{section.Parent, section.Level, m[1] + m[2] + m[3]}
		if groups[at] == nil {
			order = append(order, at)
		}
		groups[at] = append(groups[at], section)
	}
	var all [][]one
	for _, at := range order {
		var group []one
		for _, section := range groups[at] {
			group = append(group, one{d, model.Plain(section.Title), at.kind, model.HeadingOf(d, section), partsOfOne(d, section.All()), false})
		}
		all = append(all, group)
	}
	return all
}

// filesAlike returns the records that lie in the folder of a document, which is one, and are called as it is.
func filesAlike(s *model.Session, d *document.Document) []one {
	of := func(d *document.Document) string {
		m := record.FindStringSubmatch(d.Path)
		if m == nil || d.JSON != nil || d.Wild != "" || model.Superseded(d.Front.Value("status")) {
			return ""
		}
		return path.Dir(d.Path) + "/" + m[1]
	}
	own := of(d)
	if own == "" {
		return nil
	}
	return model.Once(s, "records alike", own, func() (group []one) {
		for _, o := range s.Docs {
			if of(o) != own {
				continue
			}
			e := model.Defined(s).Requirements.ByID[model.FileID(o)]
			must := e != nil && e.Priority == "must"
			group = append(group, one{o, path.Base(o.Path), "", model.FirstHeading(o), partsOfOne(o, document.Span{Start: o.Front.Span.End, End: len(o.Text)}), must})
		}
		return group
	})
}
