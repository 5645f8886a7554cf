// Package kiro has the rules about what is right in plans of the Kiro family (Kiro, cc-sdd, spec-workflow) alone: numbered criteria and the tasks that cite them.
package kiro

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

// word is what a requirement is called in the languages that specifications are written in.
const word = `Requirements?|需求|要件|요구사항|Anforderung(?:en)?|Exigences?|Requisit(?:os?|i)|Vereisten?|Eis(?:en)?|Krav|Wymagani[ae]|Требовани[ея]|Вимог[аи]|Gereksinim(?:ler)?|Yêu cầu`

// properties is what a property of a design is called.
const properties = `(?:Property|Eigenschaft|Propriété|Propiedad|Propriedade|Proprietà|Eigenschap|Свойство)`

var (
	requirement   = pattern.New(`(?i)^(` + word + `)\s*(\d+)([a-z])?\s*(?:$|[:：.、—–(（-]|\s)`)
	criterionLine = pattern.New(`^(\s*)(?:[-*]\s+)?(?:\*\*)?(?:(\d+)\.(\d+)|(\d+))[.)、．:]?(?:\*\*)?[.):]?\s+(\S.*)$`)
	references    = pattern.New(`(?i)(?:(?:^\s*(?:[-*]\s+)?_{0,2}\**|\s_|[.;(]\s*)(?:` + word + `)\**\s*[:：]\**|(?:^|\s)_(?:` + word + `)\s)\s*(.*?)_{0,2}\s*$`)
	validates     = pattern.New(`(?i)(?:\*\*|(?:^|\s)_)(?:Validates|Validiert|Prüft|Valide|Valida)[:：]?\*{0,2}\s*[:：]?\s*(?:` + word + `)?\s*([^*\n]*)`)
	numberForm    = pattern.New(`^(\d{1,3})(?:\.(\d{1,3}))?$`)
	other         = pattern.New(`^([A-Z]{2,8}-?\d{1,4})(?:\s|$)`)
	qualityName   = pattern.New(`(?i)^(?:NFRs?|non-?functional(?: requirements?)?|quality|非功能(?:性?需求)?)?[ :：/-]*(\pL[\pL -]{2,40})$`)
	labelItem     = pattern.New(`^\s*[-*]\s+\*\*(\pL[\pL -]{2,40}?)[:：.]?\*\*`)
	namedNumber   = pattern.New(`(?i)^(?:` + word + `|Req)\s*(\d{1,3}(?:\.\d{1,3})?)$`)
	task          = pattern.New(`^(\s*)[-*]\s+\[[ xX~-]\]\*?\s+\**(\d+(?:\.\d+)*)(?:\.?\*{0,2}\s|[:、)])`)
	shall         = pattern.New(`(?i)\b(?:shall|must|should|will)\b|应|必须|须|不得|禁止|すること|こと|べき|ものとする|해야|한다`)
	property      = pattern.New(`(?i)(?:\b` + properties + `\s+|プロパティ\s*|属性\s*)(\d+)`)
	shortProperty = pattern.New(`\bP(\d{1,3})\b`)
	defined       = pattern.New(`(?i)^[\s#*-]*(?:` + properties + `\s+|プロパティ\s*|属性\s*)(\d+)\s*\**\s*[:：.—–-]`)
)

var (
	requirements, tasks = frameworks.Named("requirements.md"), frameworks.Named("tasks.md")
	// designs are the documents beside a plan: a design, a design of tests.
	designs = frameworks.Without(frameworks.Matching(`^[^/]+\.md$`), frameworks.Named("requirements.md", "tasks.md"))
)

// Rules look at sessions of Kiro and its relatives.
func Rules() []native.Rule {
	return []native.Rule{
		frameworks.On("KI-001", tasks, unknownCriteria),
		frameworks.On("KI-002", tasks, uncoveredRequirements),
		frameworks.On("KI-003", tasks, uncoveredCriteria),
		frameworks.On("KI-004", requirements, requirementNumberTwice),
		frameworks.On("KI-005", requirements, misnumbered),
		frameworks.On("KI-006", frameworks.Matching(`^[^/]+\.md$`), func(s *model.Session, d *document.Document, hit native.Hit) bool {
			lists := designs(d.Path) && unknownCriteria(s, d, hit)
			tables := unknownInTables(catalogueOf(s), d, hit)
			return unknownInProse(s, d, hit) || lists || tables
		}),
		frameworks.On("KI-007", tasks, numberedTaskTwice),
		frameworks.On("KI-008", requirements, malformed),
		frameworks.On("KI-009", requirements, withoutCriteria),
		frameworks.On("KI-010", tasks, unknownProperties),
		frameworks.On("KI-011", tasks, untestedProperties),
		ofJSON(frameworks.On("KI-012", frameworks.Named("spec.json"), otherPhase)),
		frameworks.On("KI-013", tasks, notParallel),
		frameworks.On("KI-014", tasks, refused),
		frameworks.On("KI-016", designs, untraced),
		frameworks.On("KI-017", requirements, undefinedTerms),
		frameworks.On("KI-018", frameworks.Named("design.md"), sectionMissing),
		native.Shared(frameworks.On("KI-015", steering, missingSpecification)),
	}
}

// ofJSON is a rule about files that are no Markdown.
func ofJSON(r native.Rule) native.Rule {
	r.On = []document.Kind{document.Unknown}
	return r
}

func unknownCriteria(s *model.Session, d *document.Document, hit native.Hit) bool {
	c := catalogueOf(s)
	if len(c.demands) == 0 {
		return false
	}
	applied := false
	for _, r := range referencesOf(s, d) {
		if r.Plain {
			applied = true
			told(c, d, r, r.At, hit)
		}
	}
	return applied
}

// told reports what a list of references cites and nobody defines.
func told(c catalogue, d *document.Document, r frameworks.Reference, at document.Span, hit native.Hit) {
	for _, id := range r.IDs {
		if !c.has(id) {
			hit(d, at, model.Note(id))
		}
	}
	for _, id := range r.Ends {
		hit(d, at, model.Note(id), model.Unwitnessed)
	}
}

// unknownInProse reports what a document says of a requirement that is not there, outside lists.
func unknownInProse(s *model.Session, d *document.Document, hit native.Hit) bool {
	c := catalogueOf(s)
	if len(c.demands) == 0 {
		return false
	}
	applied := false
	for m := range frameworks.AllMatches(spoken, frameworks.Lines(d)...) {
		if references.MatchString(m.Text) || validates.MatchString(m.Text) {
			continue
		}
		applied = true
		group := 1
		if m.Group(1) == "" {
			group = 2
		}
		if !m.Aside(s) {
			told(c, d, numbers(s, c, m.Group(group)), m.Place(group), hit)
		}
	}
	return applied
}

// spoken is a requirement, or a run of criteria, that a sentence names.
var spoken = pattern.New(`\b(?:` + word + `|Req\.) (\d{1,2}(?:\.\d{1,2}(?:` + through + `\d{1,2}\.\d{1,2})?)?)\b|(?:需求|要件)\s?(\d{1,2}\.\d{1,2}(?:` + through + `\d{1,2}\.\d{1,2})?)`)

func uncoveredRequirements(s *model.Session, d *document.Document, hit native.Hit) bool {
	c := catalogueOf(s)
	ids, sure := cited(s, d)
	if len(c.demands) == 0 || !sure {
		return false
	}
	covered := frameworks.Set{}
	for id := range ids {
		whole, _, _ := strings.Cut(id, ".")
		covered[whole] = true
	}
	if !slices.ContainsFunc(c.demands, func(r demand) bool { return covered[r.id] }) {
		return false // tasks cite something else
	}
	for _, r := range c.demands {
		if covered.Lacks(r.id) {
			told := []model.Detail{model.Target(r.name()), model.Unwitnessed, model.Elsewhere}
			if slices.ContainsFunc(referencesOf(s, d), func(list frameworks.Reference) bool { return isForAll(d, list) }) {
				told = append(told, model.Doubtful)
			}
			hit(c.doc, model.HeadingOf(c.doc, r.section), told...)
		}
	}
	return true
}

func uncoveredCriteria(s *model.Session, d *document.Document, hit native.Hit) bool {
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
				hit(c.doc, one.line.Span, model.Note(one.id), model.Unwitnessed, model.Elsewhere)
			}
		}
	}
	return true
}

func requirementNumberTwice(_ *model.Session, d *document.Document, hit native.Hit) bool {
	seen := frameworks.Once{}
	for _, r := range demandsOf(d) {
		if first, again := seen.Again(r.id, model.HeadingOf(d, r.section)); again {
			hit(d, model.HeadingOf(d, r.section), model.Note(r.id), model.Other{Doc: d, At: first})
		}
	}
	return len(seen) > 0
}

// misnumbered is about a number that the requirements leave out, and the first that comes too late.
func misnumbered(s *model.Session, d *document.Document, hit native.Hit) bool {
	demands := demandsOf(d)
	have := map[int]bool{}
	for _, r := range demands {
		n, _ := strconv.Atoi(frameworks.WholeOf(r.id))
		have[n] = true
	}
	last, seen, late := 0, map[int]bool{}, false
	for _, r := range demands {
		n, err := strconv.Atoi(r.id)
		if err != nil {
			continue
		}
		if last > 0 && n < last && !seen[n] && !late {
			late = true
			hit(d, model.HeadingOf(d, r.section), model.Note(r.id), s.Say(fmt.Sprintf("comes after %d: put them in order", last), fmt.Sprintf("排在 %d 之后：应按顺序排列", last)))
		}
		for missing := last + 1; last > 0 && n <= last+3 && missing < n; missing++ {
			if name := strconv.Itoa(missing); !have[missing] && !strings.Contains(d.Text, "Requirement "+name) && !strings.Contains(d.Text, "需求 "+name) {
				hit(d, model.HeadingOf(d, r.section), model.Note(name), s.Say(fmt.Sprintf("is missing between %d and %d: was it dropped, or forgotten?", last, n), fmt.Sprintf("缺失（在 %d 与 %d 之间）：是已删除还是遗漏？", last, n)))
			}
		}
		last, seen[n] = n, true
	}
	return len(demands) > 1
}

// withoutCriteria is about a requirement that says nothing to test, where others do.
func withoutCriteria(_ *model.Session, d *document.Document, hit native.Hit) bool {
	var bare []demand
	demands := demandsOf(d)
	for _, r := range demands {
		all := r.section.All()
		if slices.ContainsFunc(d.Sections, func(at *document.Section) bool {
			return at.Parent == r.section && model.Unfilled(d, at) && !testedBehind(d, r, at)
		}) {
			hit(d, model.HeadingOf(d, r.section), model.Note(r.id))
			continue
		}
		if len(r.criteria) == 0 && !slices.ContainsFunc(d.Items, func(i *document.Item) bool { return all.Holds(i.Start) }) &&
			!slices.ContainsFunc(d.Tables, func(t *document.Table) bool { return all.Holds(t.Span.Start) }) && !gone.MatchString(d.Slice(all)) {
			bare = append(bare, r)
		}
	}
	if len(demands) > 1 && len(bare)*2 <= len(demands) {
		for _, r := range bare {
			hit(d, model.HeadingOf(d, r.section), model.Note(r.id), model.Unwitnessed)
		}
	}
	return len(demands) > 1
}

// testedBehind tells whether criteria of a requirement stand behind an empty section of it, below headings of
// the same level.
func testedBehind(d *document.Document, r demand, empty *document.Section) bool {
	return len(r.criteria) > 0 && r.criteria[len(r.criteria)-1].line.Start > empty.Start || slices.ContainsFunc(d.Items, func(i *document.Item) bool {
		return i.Start > empty.Start && r.section.All().Holds(i.Start) && shall.MatchString(i.Text)
	})
}

// gone is said of a requirement that is no more, or that is tested elsewhere.
var gone = pattern.New(`(?i)\b(?:removed|dropped|withdrawn|deferred|merged|moved|superseded|deprecated|obsolete|covered by)\b|~~|已(?:取消|删除|废弃|合并|移除)|合并至|移至|推迟|\b(?:shall|must)\b|应|必须`)

// whole is the text of a criterion with the lines that it goes on in.
func whole(d *document.Document, first frameworks.Line) string {
	end := first.End
	for end < len(d.Text) {
		next := d.LineAt(end + 1)
		text := strings.TrimSpace(d.Slice(next))
		if text == "" || next.End <= end || strings.HasPrefix(text, "#") || criterionLine.MatchString(d.Slice(next)) {
			break
		}
		end = next.End
	}
	return d.Text[first.Start:end]
}

// propertiesIn are the numbers of the properties that a text names.
func propertiesIn(text string) frameworks.Set { return numbersIn(property, text) }

func numbersIn(form *pattern.Pattern, text string) frameworks.Set {
	found := frameworks.Set{}
	for _, m := range form.FindAllStringSubmatch(text, 500) {
		found[m[1]] = true
	}
	return found
}

// unknownProperties is about properties that a task tests and the design does not have.
func unknownProperties(s *model.Session, d *document.Document, hit native.Hit) bool {
	design := frameworks.One(s, "design.md")
	if design == nil {
		return false
	}
	known := propertiesIn(design.Text)
	if len(known) == 0 {
		return false
	}
	for m := range frameworks.AllMatches(property, frameworks.Lines(d)...) {
		if !known[m.Group(1)] && strings.HasPrefix(m.Group(0), "Property") && strings.Contains(m.Before(), "**") {
			hit(d, m.Place(0), model.Note(m.Group(1)))
		}
	}
	return true
}

// untestedProperties is about the properties of a design that no task tests, where tasks say of
// others that they do.
func untestedProperties(s *model.Session, d *document.Document, hit native.Hit) bool {
	design := frameworks.One(s, "design.md")
	if design == nil {
		return false
	}
	tested := propertiesIn(d.Text)
	if len(tested) < 2 {
		return false
	}
	if strings.Contains(d.Text, "Properties ") { // "Properties 3-9"
		return true
	}
	short := numbersIn(shortProperty, d.Text)
	for m := range frameworks.Matches(defined, frameworks.Lines(design)) {
		if number := m.Group(1); !tested[number] && !short[number] {
			tested[number] = true // said once
			hit(design, m.Span, model.Note(number), model.Elsewhere)
		}
	}
	return true
}
