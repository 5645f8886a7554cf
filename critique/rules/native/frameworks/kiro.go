package frameworks

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// kiWord is what a requirement is called in the languages that specifications are written in.
const kiWord = `Requirements?|需求|要件|요구사항|Anforderung(?:en)?|Exigences?|Requisit(?:os?|i)|Vereisten?|Eis(?:en)?|Krav|Wymagani[ae]|Требовани[ея]|Вимог[аи]|Gereksinim(?:ler)?|Yêu cầu`

// kiProperties is what a property of a design is called.
const kiProperties = `(?:Property|Eigenschaft|Propriété|Propiedad|Propriedade|Proprietà|Eigenschap|Свойство)`

var (
	kiRequirement = pattern.New(`(?i)^(` + kiWord + `)\s*(\d+)([a-z])?\s*(?:$|[:：.、—–(（-]|\s)`)
	kiCriterion   = pattern.New(`^(\s*)(?:[-*]\s+)?(?:\*\*)?(?:(\d+)\.(\d+)|(\d+))[.)、．:]?(?:\*\*)?[.):]?\s+(\S.*)$`)
	kiReferences  = pattern.New(`(?i)(?:(?:^\s*(?:[-*]\s+)?_{0,2}\**|\s_|[.;(]\s*)(?:` + kiWord + `)\**\s*[:：]\**|(?:^|\s)_(?:` + kiWord + `)\s)\s*(.*?)_{0,2}\s*$`)
	kiValidates   = pattern.New(`(?i)(?:\*\*|(?:^|\s)_)(?:Validates|Validiert|Prüft|Valide|Valida)[:：]?\*{0,2}\s*[:：]?\s*(?:` + kiWord + `)?\s*([^*\n]*)`)
	// kiForAll is a task for all requirements.
	kiForAll      = pattern.New(`(?im)(?:^|[\s_*])(?:` + kiWord + `)\W{1,5}all(?:\s+(?:the\s+)?(?:requirements|FRs?))?\s*(?:[_*(+,]|$)`)
	kiNumber      = pattern.New(`^(\d{1,3})(?:\.(\d{1,3}))?$`)
	kiOther       = pattern.New(`^([A-Z]{2,8}-?\d{1,4})(?:\s|$)`)
	kiQuality     = pattern.New(`(?i)^(?:NFRs?|non-?functional(?: requirements?)?|quality|非功能(?:性?需求)?)?[ :：/-]*(\pL[\pL -]{2,40})$`)
	kiLabel       = pattern.New(`^\s*[-*]\s+\*\*(\pL[\pL -]{2,40}?)[:：.]?\*\*`)
	kiNamedNumber = pattern.New(`(?i)^(?:` + kiWord + `|Req)\s*(\d{1,3}(?:\.\d{1,3})?)$`)
	kiTask        = pattern.New(`^(\s*)[-*]\s+\[[ xX~-]\]\*?\s+\**(\d+(?:\.\d+)*)(?:\.?\*{0,2}\s|[:、)])`)
	kiShall       = pattern.New(`(?i)\b(?:shall|must|should|will)\b|应|必须|须|不得|禁止|すること|こと|べき|ものとする|해야|한다`)
	kiProperty    = pattern.New(`(?i)(?:\b` + kiProperties + `\s+|プロパティ\s*|属性\s*)(\d+)`)
	kiDefined     = pattern.New(`(?i)^[\s#*-]*(?:` + kiProperties + `\s+|プロパティ\s*|属性\s*)(\d+)\s*\**\s*[:：.—–-]`)
)

// demand is one numbered requirement of a requirements.md.
type demand struct {
	id       string // "2", "2b"
	word     string // "Requirement"
	section  *document.Section
	criteria []criterion
}

// name is what the document calls it: "Requirement 2".
func (r demand) name() string { return r.word + " " + r.id }

// criterion is one acceptance criterion: its ID is that of its requirement and its number.
type criterion struct {
	id   string
	line line
}

func demandsOf(d *document.Document) []demand {
	var found []demand
	for _, s := range d.Sections {
		if !realHeading(s) || s.Level < 2 || s.Level > 4 {
			continue
		}
		m := kiRequirement.FindStringSubmatch(raw(d, s))
		if m == nil || len(found) > 0 && s.Level > found[0].section.Level {
			continue
		}
		id := strings.TrimLeft(m[2], "0") + strings.ToLower(m[3])
		if id == "" {
			id = "0"
		}
		r := demand{id: id, word: m[1], section: s}
		indent := -1
		for _, l := range linesOf(d, document.Span{Start: s.Body, End: s.Deep}) {
			c := kiCriterion.FindStringSubmatchIndex(l.text)
			if c == nil {
				continue
			}
			if indent < 0 {
				indent = c[3]
			}
			switch {
			case c[3] > indent+1: // a list in a criterion
			case c[4] >= 0 && l.text[c[4]:c[5]] == m[2]:
				r.criteria = append(r.criteria, criterion{id + "." + l.text[c[6]:c[7]], l})
			case c[4] < 0:
				r.criteria = append(r.criteria, criterion{id + "." + l.text[c[8]:c[9]], l})
			}
		}
		found = append(found, r)
	}
	return found
}

// catalogue is what a requirements.md defines.
type catalogue struct {
	doc      *document.Document // nil without requirements
	demands  []demand
	defined  map[string]bool // "2", "2.1"
	criteria map[string]bool // requirements that have numbered criteria
}

func catalogueOf(s Session) catalogue {
	c := catalogue{defined: map[string]bool{}, criteria: map[string]bool{}}
	d := s.one("requirements.md")
	if d == nil {
		return c
	}
	c.doc, c.demands = d, demandsOf(d)
	for _, r := range c.demands {
		c.defined[r.id] = true
		for _, one := range r.criteria {
			c.defined[one.id], c.criteria[r.id] = true, true
		}
	}
	return c
}

// has tells whether a reference leads somewhere. N.0 is the whole of N, and of a
// requirement without numbered criteria nobody can tell.
func (c catalogue) has(id string) bool {
	if c.defined[id] {
		return true
	}
	whole, part, split := strings.Cut(id, ".")
	return split && c.defined[whole] && (part == "0" || !c.criteria[whole])
}

var (
	kiRequirements, kiTasks = named("requirements.md"), named("tasks.md")
	// kiDesigns are the documents beside a plan: a design, a design of tests.
	kiDesigns = without(matching(`^[^/]+\.md$`), named("requirements.md", "tasks.md"))
)

func kiro() []Rule {
	return []Rule{
		{"KI-001", kiTasks, func(s Session, d *document.Document, hit Hit) bool { return unknownCriteria(s, d, hit) }},
		{"KI-002", kiTasks, uncoveredRequirements},
		{"KI-003", kiTasks, uncoveredCriteria},
		{"KI-004", kiRequirements, requirementNumberTwice},
		{"KI-005", kiRequirements, requirementGap},
		{"KI-006", matching(`^[^/]+\.md$`), func(s Session, d *document.Document, hit Hit) bool {
			lists := kiDesigns(d.Path) && unknownCriteria(s, d, hit)
			return unknownInProse(s, d, hit) || lists
		}},
		{"KI-007", kiTasks, numberedTaskTwice},
		{"KI-008", kiRequirements, withoutShall},
		{"KI-010", kiTasks, unknownProperties},
		{"KI-011", kiTasks, untestedProperties},
	}
}

func unknownCriteria(s Session, d *document.Document, hit Hit) bool {
	c := catalogueOf(s)
	if len(c.demands) == 0 {
		return false
	}
	applied := false
	for _, r := range referencesOf(s, d) {
		if !r.plain {
			continue
		}
		applied = true
		for _, id := range r.ids {
			if !c.has(id) {
				hit(d, r.at, note(id))
			}
		}
	}
	return applied
}

// unknownInProse reports what a document says of a requirement that is not there, outside lists.
func unknownInProse(s Session, d *document.Document, hit Hit) bool {
	c := catalogueOf(s)
	if len(c.demands) == 0 {
		return false
	}
	applied := false
	for _, l := range linesOf(d, all(d)) {
		if kiReferences.MatchString(l.text) || kiValidates.MatchString(l.text) {
			continue
		}
		for _, m := range kiSpoken.FindAllStringSubmatchIndex(l.text, 20) {
			applied = true
			from, to := max(m[2], m[4]), max(m[3], m[5]) // of the group that took part
			if id := l.text[from:to]; !c.has(id) {
				hit(d, l.at(from, to), note(id))
			}
		}
	}
	return applied
}

// kiSpoken is a requirement that a sentence names.
var kiSpoken = pattern.New(`\b(?:` + kiWord + `|Req\.) (\d{1,2}(?:\.\d{1,2})?)\b|(?:需求|要件)\s?(\d{1,2}\.\d{1,2})`)

func uncoveredRequirements(s Session, d *document.Document, hit Hit) bool {
	c := catalogueOf(s)
	ids, sure := cited(s, d)
	if len(c.demands) == 0 || !sure {
		return false
	}
	covered := map[string]bool{}
	for id := range ids {
		whole, _, _ := strings.Cut(id, ".")
		covered[whole] = true
	}
	if !slices.ContainsFunc(c.demands, func(r demand) bool { return covered[r.id] }) {
		return false // tasks cite something else
	}
	for _, r := range c.demands {
		if !covered[r.id] && !covered[strings.TrimRight(r.id, "abcdefghijklmnopqrstuvwxyz")] {
			told := []string{r.name(), Unwitnessed, Elsewhere}
			if kiForAll.MatchString(d.Text) {
				told = append(told, Doubtful)
			}
			hit(c.doc, heading(c.doc, r.section), told...)
		}
	}
	return true
}

func uncoveredCriteria(s Session, d *document.Document, hit Hit) bool {
	c := catalogueOf(s)
	ids, sure := cited(s, d)
	if len(c.demands) == 0 || !sure {
		return false
	}
	for _, r := range c.demands {
		if ids[r.id] || ids[r.id+".0"] || !slices.ContainsFunc(r.criteria, func(one criterion) bool { return ids[one.id] }) {
			continue
		}
		for _, one := range r.criteria {
			if !ids[one.id] {
				hit(c.doc, one.line.Span, note(one.id), Unwitnessed, Elsewhere)
			}
		}
	}
	return true
}

// several names what one place lacks: all of it, or the first of many and how many more.
func several(names []string) string {
	const most = 12
	if more := len(names) - most; more > 0 {
		return strings.Join(names[:most], ", ") + ", … (+" + strconv.Itoa(more) + ")"
	}
	return strings.Join(names, ", ")
}

func requirementNumberTwice(_ Session, d *document.Document, hit Hit) bool {
	seen := once{}
	for _, r := range demandsOf(d) {
		if seen.again(r.id, heading(d, r.section)) {
			hit(d, heading(d, r.section), note(r.id))
		}
	}
	return len(seen) > 0
}

func requirementGap(_ Session, d *document.Document, hit Hit) bool {
	demands := demandsOf(d)
	have := map[int]bool{}
	for _, r := range demands {
		n, _ := strconv.Atoi(strings.TrimRight(r.id, "abcdefghijklmnopqrstuvwxyz"))
		have[n] = true
	}
	last := 0
	for _, r := range demands {
		n, err := strconv.Atoi(r.id)
		if err == nil && last > 0 && n > last+1 && n <= last+3 {
			for missing := last + 1; missing < n; missing++ {
				if name := strconv.Itoa(missing); !have[missing] && !strings.Contains(d.Text, "Requirement "+name) && !strings.Contains(d.Text, "需求 "+name) {
					hit(d, heading(d, r.section), note(name), note(strconv.Itoa(last)+", "+strconv.Itoa(n)))
				}
			}
		}
		if err == nil {
			last = n
		}
	}
	return len(demands) > 1
}

func numberedTaskTwice(_ Session, d *document.Document, hit Hit) bool {
	type key struct {
		section *document.Section
		number  string
	}
	seen := map[key]bool{}
	for _, l := range linesOf(d, all(d)) {
		m := kiTask.FindStringSubmatchIndex(l.text)
		if m == nil {
			continue
		}
		k := key{d.SectionAt(l.Start), l.text[m[4]:m[5]]}
		if seen[k] {
			hit(d, l.Span, note(k.number))
		}
		seen[k] = true
	}
	return len(seen) > 0
}

func withoutShall(_ Session, d *document.Document, hit Hit) bool {
	total := 0
	var without []criterion
	for _, r := range demandsOf(d) {
		for _, one := range r.criteria {
			if total++; !kiShall.MatchString(whole(d, one.line)) {
				without = append(without, one)
			}
		}
	}
	if total < 5 || len(without)*5 > total {
		return false
	}
	for _, one := range without {
		hit(d, one.line.Span, note(one.id))
	}
	return true
}

// whole is the text of a criterion with the lines that it goes on in.
func whole(d *document.Document, first line) string {
	end := first.End
	for end < len(d.Text) {
		next := d.LineAt(end + 1)
		text := strings.TrimSpace(d.Slice(next))
		if text == "" || next.End <= end || strings.HasPrefix(text, "#") || kiCriterion.MatchString(d.Slice(next)) {
			break
		}
		end = next.End
	}
	return d.Text[first.Start:end]
}

func unknownProperties(s Session, d *document.Document, hit Hit) bool {
	design := s.one("design.md")
	if design == nil {
		return false
	}
	known := map[string]bool{}
	for _, m := range kiProperty.FindAllStringSubmatch(design.Text, 500) {
		known[m[1]] = true
	}
	if len(known) == 0 {
		return false
	}
	for _, l := range linesOf(d, all(d)) {
		for _, m := range kiProperty.FindAllStringSubmatchIndex(l.text, 5) {
			if number := l.text[m[2]:m[3]]; !known[number] && strings.HasPrefix(l.text[m[0]:], "Property") && strings.Contains(l.text[:m[0]], "**") {
				hit(d, l.at(m[0], m[1]), note(number))
			}
		}
	}
	return true
}

// untestedProperties is about the properties of a design that no task tests, where tasks say of
// others that they do.
func untestedProperties(s Session, d *document.Document, hit Hit) bool {
	design := s.one("design.md")
	if design == nil {
		return false
	}
	tested := map[string]bool{}
	for _, m := range kiProperty.FindAllStringSubmatch(d.Text, 500) {
		tested[m[1]] = true
	}
	ranged := strings.Contains(d.Text, "Properties ") // "Properties 3-9"
	told := map[string]bool{}
	for _, l := range linesOf(design, all(design)) {
		m := kiDefined.FindStringSubmatch(l.text)
		if m == nil || told[m[1]] || tested[m[1]] || ranged || len(tested) < 2 {
			continue
		}
		told[m[1]] = true
		hit(design, l.Span, note(m[1]), Elsewhere)
	}
	return len(tested) > 1
}
