// Package openspec has the rules about what is right in an OpenSpec change alone: deltas, their scenarios and the specifications that they change.
package openspec

import (
	"maps"
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/nearest"
	"discussd/internal/text/pattern"
)

var (
	deltaTitle        = pattern.New(`(?i)^(?:(ADDED|MODIFIED|REMOVED|RENAMED)\s+Requirements|(新增|修改|移除|重命名)需求)$`)
	requirementTitle  = pattern.New(`(?i)^(Requirement:|需求[:：])\s*(.+)$`)
	scenarioTitle     = pattern.New(`(?i)^(?:Scenario|场景|情景|シナリオ|시나리오|Szenario|Scénario|Escenario|Cenário|Сценарий)[\s\d.]*(?:[:：—–-]|$)\s*(.*)$`)
	demand            = pattern.New(`\b(?:SHALL|MUST)\b`)
	chineseDemand     = pattern.New(`\b(?:SHALL|MUST)\b|必须|禁止`)
	renamedFrom       = pattern.New("(?i)^\\s*[-*]\\s*FROM:\\s*`?(?:###\\s*)?(?:Requirement:|需求[:：])\\s*([^`\n]+?)`?\\s*$")
	strayMark         = pattern.New(`(?i)^\s*(?:[-*]\s+)?\**(?:Scenario|场景)\s*\d*\s*[:：]`)
	capabilityItem    = pattern.New("^\\s*[-*]\\s+\\**`([a-z0-9][a-z0-9/_-]*)`")
	affectedLine      = pattern.New(`(?i)^\s*(?:[-*]\s+)?\**affected (?:specs|capabilities)\**\s*[:：]\s*\**\s*(.+)$`)
	capabilityName    = pattern.New("^`?(?:specs/)?([a-z0-9][a-z0-9/_-]*?)(?:/spec\\.md)?/?`?(?:\\s*[(（][^()（）]*[)）])?[.。]?$")
	capabilitiesTitle = pattern.New(`(?i)(?:new|modified) capabilities`)
	none              = pattern.New(`(?i)^\W*(?:none|n/a|no changes?|无|なし)\b`)
)

// chineseVerbs are what openspec-cn, which is openspec in Chinese, says for the verbs of a delta.
var chineseVerbs = map[string]string{"新增": "ADDED", "修改": "MODIFIED", "移除": "REMOVED", "重命名": "RENAMED"}

// delta is one requirement of a delta specification.
type delta struct {
	verb    string // ADDED, MODIFIED, REMOVED, RENAMED
	name    string
	section *document.Section
	chinese bool // it is one for openspec-cn
}

// demand is how it has to say that it is one.
func (r delta) demand() *pattern.Pattern {
	if r.chinese {
		return chineseDemand
	}
	return demand
}

// deltasOf returns the requirements of a document in order. In a living specification
// their verb is "".
func deltasOf(d *document.Document) []delta {
	var found []delta
	for _, s := range d.Sections {
		m := requirementTitle.FindStringSubmatch(frameworks.Raw(d, s))
		if s.Level != 3 || m == nil {
			continue
		}
		verb := ""
		for p := s.Parent; p != nil && verb == ""; p = p.Parent {
			if v := deltaTitle.FindStringSubmatch(frameworks.Raw(d, p)); v != nil {
				verb = strings.ToUpper(v[1]) + chineseVerbs[v[2]]
			}
		}
		found = append(found, delta{verb, strings.TrimSpace(m[2]), s, strings.HasPrefix(m[1], "需求")})
	}
	return found
}

// of returns the requirements of a document below some verbs.
func of(d *document.Document, verbs ...string) []delta {
	return slices.DeleteFunc(deltasOf(d), func(r delta) bool { return !slices.Contains(verbs, r.verb) })
}

// capability is the path of a delta or a living specification below the folder specs.
func capability(name string) string {
	at := strings.LastIndex("/"+name, "/specs/")
	return path.Dir(("/" + name)[at+len("/specs/"):])
}

var (
	specFile   = frameworks.Matching(`^specs/.+/[^/]+\.md$`)
	livingFile = frameworks.Matching(`^(?:\.\./)+(?:.+/)?specs/.+/spec\.md$`) // shared by all changes, so outside of each
)

// living returns the current specification of the capability that a delta is about.
func living(s *model.Session, d *document.Document) *document.Document {
	for _, l := range frameworks.Find(s, livingFile) {
		if capability(l.Path) == capability(d.Path) {
			return l
		}
	}
	return nil
}

// Rules look at sessions of OpenSpec.
func Rules() []native.Rule {
	return []native.Rule{
		frameworks.On("OS-001", specFile, withoutScenario),
		frameworks.On("OS-002", specFile, withoutDemand),
		frameworks.On("OS-003", specFile, outsideDelta),
		frameworks.On("OS-004", specFile, requirementTwice),
		frameworks.On("OS-005", specFile, changesNothing),
		frameworks.On("OS-007", frameworks.Named("proposal.md"), capabilities),
		frameworks.On("OS-008", frameworks.Named("tasks.md"), taskNumbers),
		frameworks.On("OS-010", specFile, halfScenario),
		frameworks.On("OS-011", specFile, scenarioLost),
		frameworks.On("OS-014", frameworks.Named("tasks.md"), withoutTask),
		frameworks.On("OS-015", frameworks.Matching(`^(?:tasks\.md|specs/(?:.+/)?spec\.md)$`), withoutDelta),
		frameworks.On("OS-018", specFile, brokenLiving),
		frameworks.On("OS-019", specFile, removedSilently),
		frameworks.On("OS-021", specFile, scenarioAstray),
		frameworks.On("OS-020", frameworks.Matching(`^(?:(?:proposal|design|tasks)\.md|specs/.+\.md)$`), citedAbsent),
	}
}

func withoutDemand(session *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, r := range of(d, "ADDED", "MODIFIED") {
		applied = true
		end := r.section.Deep
		if s := scenarios(d, r.section); len(s) > 0 {
			end = s[0].Start
		}
		switch text := strings.TrimSpace(d.Text[r.section.Body:end]); {
		case text == "":
			hit(d, model.HeadingOf(d, r.section), model.Target(r.name), session.Say("has no text", "没有正文"))
		case r.demand().MatchString(text):
		case r.demand().MatchString(r.name):
			hit(d, model.HeadingOf(d, r.section), model.Target(r.name), session.Say("has SHALL or MUST in its heading, and not in its text", "仅标题含 SHALL 或 MUST，正文没有"))
		default:
			hit(d, model.HeadingOf(d, r.section), model.Target(r.name), session.Say("has neither SHALL nor MUST", "没有 SHALL 或 MUST"))
		}
	}
	return applied
}

func outsideDelta(_ *model.Session, d *document.Document, hit native.Hit) bool {
	found := deltasOf(d)
	for _, r := range found {
		if r.verb == "" {
			hit(d, model.HeadingOf(d, r.section), model.Target(r.name))
		}
	}
	return len(found) > 0
}

func requirementTwice(s *model.Session, d *document.Document, hit native.Hit) bool {
	seen := map[string]string{}
	from, to := renames(d)
	for _, renamed := range []struct {
		lines  []frameworks.Line
		en, zh string
	}{{from, "is renamed twice", "被重命名两次"}, {to, "is the new name of two", "是两个需求的新名称"}} {
		once := frameworks.Once{}
		for _, l := range renamed.lines {
			if first, again := once.Again(l.Text, l.Span); again {
				hit(d, l.Span, model.Target(l.Text), s.Say(renamed.en, renamed.zh), model.Other{Doc: d, At: first})
			}
		}
	}
	now := map[string]*document.Section{} // what the current specification has and this delta does not change
	current := living(s, d)
	if current != nil {
		for _, r := range deltasOf(current) {
			now[r.name] = r.section
		}
	}
	for _, r := range deltasOf(d) {
		if r.verb != "ADDED" {
			delete(now, r.name)
		}
	}
	for _, r := range deltasOf(d) {
		at := model.HeadingOf(d, r.section)
		verb, known := seen[r.name]
		switch has := now[r.name]; {
		case r.verb == "":
			continue
		case !known && r.verb == "ADDED" && has != nil && !named(from, r.name) && plain(current, has) != plain(d, r.section): // what is the same was taken over already
			hit(d, at, model.Target(r.name), s.Say("is added, and the current specification has it already: modify it", "在此新增，而现行规格已有该需求：应改为 MODIFIED"), model.Other{Doc: current, At: model.HeadingOf(current, has)}, model.Lesser)
		case known && verb == r.verb:
			hit(d, at, model.Target(r.name), s.Say("stands twice in this file", "在本文件中出现两次"))
		case known:
			hit(d, at, model.Target(r.name), s.Say("stands twice in this file, under "+verb+" and under "+r.verb, "在本文件中出现两次（"+verb+" 与 "+r.verb+"）"))
		case r.verb == "MODIFIED" && named(from, r.name):
			hit(d, at, model.Target(r.name), s.Say("is renamed here and modified by its old name", "在此更名，却仍以旧名修改"))
		case r.verb == "ADDED" && named(to, r.name):
			hit(d, at, model.Target(r.name), s.Say("is added although another one is renamed to it here", "在此新增，而另有需求更名为该名称"))
		}
		seen[r.name] = r.verb
	}
	return len(seen)+len(from) > 0
}

// plain is what a requirement says, without its blanks.
func plain(d *document.Document, s *document.Section) string {
	return strings.Join(strings.Fields(d.Text[s.Start:s.Deep]), " ")
}

// renames returns the old and the new names of what a delta renames.
func renames(d *document.Document) (from, to []frameworks.Line) {
	for _, l := range frameworks.Lines(d) {
		text := strings.Replace(l.Text, "TO:", "FROM:", 1)
		if m := renamedFrom.FindStringSubmatch(text); m != nil {
			name := frameworks.Line{Span: l.Span, Text: strings.TrimSpace(m[1])}
			if text != l.Text {
				to = append(to, name)
			} else {
				from = append(from, name)
			}
		}
	}
	return from, to
}

// named tells whether a name is one of those.
func named(lines []frameworks.Line, name string) bool {
	return slices.ContainsFunc(lines, func(l frameworks.Line) bool { return l.Text == name })
}

func changesNothing(s *model.Session, d *document.Document, hit native.Hit) bool {
	current := living(s, d)
	if current == nil {
		return changesNowhere(s, d, hit)
	}
	known := map[string]bool{}
	for _, r := range deltasOf(current) {
		known[r.name] = true
	}
	if len(known) == 0 {
		return false
	}
	miss := func(at document.Span, name string) {
		near := model.Note("")
		if other := nearest.Meant(name, slices.Collect(maps.Keys(known))); other != "" {
			near = s.Say("; it has \""+other+"\"", "；现有“"+other+"”")
		}
		hit(d, at, model.Target(name), near)
	}
	from, to := renames(d)
	for _, l := range from {
		if !known[l.Text] {
			miss(l.Span, l.Text)
		}
	}
	for _, r := range of(d, "MODIFIED", "REMOVED") {
		if !known[r.name] && !named(to, r.name) {
			miss(model.HeadingOf(d, r.section), r.name)
		}
	}
	return true
}

// changesNowhere is about a delta that changes requirements of a capability which has no current specification: it may
// have one once another change is archived, so nothing is said where one of these is about it too.
func changesNowhere(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Exists != nil && s.Around.Exists(path.Join("../..", d.Path)) {
		return false // there, and not read
	}
	if s.Around.Code != nil && len(slices.DeleteFunc(s.Around.Code.Ending(d.Path), func(file string) bool { return strings.Contains(file, "changes/archive/") })) > 1 {
		return false
	}
	from, to := renames(d)
	added, changed := map[string]bool{}, from
	for _, r := range deltasOf(d) {
		if r.verb == "ADDED" {
			added[r.name] = true
		} else if r.verb != "" && !named(to, r.name) {
			changed = append(changed, frameworks.Line{Span: model.HeadingOf(d, r.section), Text: r.name})
		}
	}
	changed = slices.DeleteFunc(changed, func(l frameworks.Line) bool { return added[l.Text] })
	if len(changed) > 0 {
		hit(d, changed[0].Span, model.Target(changed[0].Text), s.Say("; there is no openspec/"+d.Path, "；没有 openspec/"+d.Path), model.Doubtful)
	}
	return len(changed) > 0
}

func capabilities(s *model.Session, d *document.Document, hit native.Hit) bool {
	deltas := map[string]bool{}
	for _, spec := range frameworks.Find(s, specFile) {
		deltas[capability(spec.Path)] = true
	}
	lines := affected(d)
	for section := range frameworks.Headings(d, capabilitiesTitle) {
		for m := range frameworks.Matches(capabilityItem, frameworks.LinesOf(d, section.Own())) {
			if !none.MatchString(m.Text) {
				lines = append(lines, frameworks.Line{Span: m.Span, Text: m.Group(1)})
			}
		}
	}
	listed := map[string]bool{}
	for _, l := range lines {
		listed[l.Text] = true
	}
	if len(deltas) == 0 || len(listed) == 0 {
		return false
	}
	for _, l := range lines {
		if !deltas[l.Text] {
			hit(d, l.Span, model.Target(l.Text), s.Say("the proposal lists it, but there is no specs/"+l.Text+"/spec.md", "提案中已列出，但没有 specs/"+l.Text+"/spec.md"))
		}
	}
	for _, spec := range frameworks.Find(s, specFile) {
		if name := capability(spec.Path); !listed[name] {
			listed[name] = true
			hit(d, frameworks.Top(d), model.Target(name), s.Say("there is "+spec.Path+", but the proposal does not list it", "存在 "+spec.Path+"，但提案未列出"), model.Unwitnessed)
		}
	}
	return true
}

// affected returns the capabilities that a proposal names as affected in one line, none
// where one of them is no name.
func affected(d *document.Document) []frameworks.Line {
	var found []frameworks.Line
	for m := range frameworks.Matches(affectedLine, frameworks.Lines(d)) {
		for name := range strings.FieldsFuncSeq(m.Group(1), func(r rune) bool { return strings.ContainsRune(",，、;；", r) }) {
			n := capabilityName.FindStringSubmatch(strings.TrimSpace(name))
			if n == nil {
				return nil
			}
			if n[1] != "none" {
				found = append(found, frameworks.Line{Span: m.Span, Text: n[1]})
			}
		}
	}
	return found
}
