package frameworks

import (
	"maps"
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/nearest"
	"discussd/internal/text/pattern"
)

var (
	osDelta       = pattern.New(`(?i)^(ADDED|MODIFIED|REMOVED|RENAMED)\s+Requirements$`)
	osRequirement = pattern.New(`(?i)^Requirement:\s*(.+)$`)
	osScenario    = pattern.New(`(?i)^Scenario:\s*(.*)$`)
	osDemand      = pattern.New(`\b(?:SHALL|MUST)\b`)
	osFrom        = pattern.New("(?i)^\\s*[-*]\\s*FROM:\\s*`?(?:###\\s*)?Requirement:\\s*([^`\n]+?)`?\\s*$")
	osStrayMark   = pattern.New(`(?i)^\s*(?:[-*]\s+)?\**Scenario\s*\d*\s*[:：]`)
	osTask        = pattern.New(`^\s*[-*]\s+\[[ xX]\]\s+\**(\d+(?:\.\d+)+)(?:\.?\*{0,2}\s|[:、)])`)
	osCapability  = pattern.New("^\\s*[-*]\\s+\\**`([a-z0-9][a-z0-9/_-]*)`")
	osAffected    = pattern.New(`(?i)^\s*(?:[-*]\s+)?\**affected (?:specs|capabilities)\**\s*[:：]\s*\**\s*(.+)$`)
	osName        = pattern.New("^`?(?:specs/)?([a-z0-9][a-z0-9/_-]*?)(?:/spec\\.md)?/?`?(?:\\s*[(（][^()（）]*[)）])?[.。]?$")
	osNone        = pattern.New(`(?i)^\W*(?:none|n/a|no changes?|无|なし)\b`)
)

// delta is one requirement of a delta specification.
type delta struct {
	verb    string // ADDED, MODIFIED, REMOVED, RENAMED
	name    string
	section *document.Section
}

// deltasOf returns the requirements of a document in order. In a living specification
// their verb is "".
func deltasOf(d *document.Document) []delta {
	var found []delta
	for _, s := range d.Sections {
		m := osRequirement.FindStringSubmatch(raw(d, s))
		if s.Level != 3 || m == nil {
			continue
		}
		verb := ""
		for p := s.Parent; p != nil && verb == ""; p = p.Parent {
			if v := osDelta.FindStringSubmatch(raw(d, p)); v != nil {
				verb = strings.ToUpper(v[1])
			}
		}
		found = append(found, delta{verb, strings.TrimSpace(m[1]), s})
	}
	return found
}

// scenarios returns the names of a requirement's scenarios.
func scenarios(d *document.Document, requirement *document.Section) []*document.Section {
	var found []*document.Section
	for _, s := range d.Sections {
		if s.Level == 4 && s.Start > requirement.Start && s.Start < requirement.Deep && osScenario.MatchString(raw(d, s)) {
			found = append(found, s)
		}
	}
	return found
}

// capability is the path of a delta or a living specification below the folder specs.
func capability(name string) string {
	at := strings.LastIndex("/"+name, "/specs/")
	return path.Dir(("/" + name)[at+len("/specs/"):])
}

var (
	osSpec   = matching(`^specs/.+/[^/]+\.md$`)
	osLiving = matching(`^(?:\.\./)+(?:.+/)?specs/.+/spec\.md$`) // shared by all changes, so outside of each
)

// living returns the current specification of the capability that a delta is about.
func living(s *model.Session, d *document.Document) *document.Document {
	for _, l := range find(s, osLiving) {
		if capability(l.Path) == capability(d.Path) {
			return l
		}
	}
	return nil
}

func openSpec() []native.Rule {
	return []native.Rule{
		on("OS-001", osSpec, withoutScenario),
		on("OS-002", osSpec, withoutDemand),
		on("OS-003", osSpec, outsideDelta),
		on("OS-004", osSpec, requirementTwice),
		on("OS-005", osSpec, changesNothing),
		on("OS-007", named("proposal.md"), capabilities),
		on("OS-008", named("tasks.md"), osTaskTwice),
		on("OS-011", osSpec, scenarioLost),
		on("OS-015", named("tasks.md"), withoutDelta),
	}
}

func withoutScenario(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, r := range deltasOf(d) {
		if r.verb != "ADDED" && r.verb != "MODIFIED" {
			continue
		}
		if applied = true; len(scenarios(d, r.section)) > 0 {
			continue
		}
		stray := document.Span{}
		for _, l := range linesOf(d, document.Span{Start: r.section.Body, End: r.section.Deep}) {
			if strings.HasPrefix(strings.TrimLeft(l.text, "#"), " Scenario:") || osStrayMark.MatchString(l.text) {
				stray = l.Span
				break
			}
		}
		if stray != (document.Span{}) {
			hit(d, stray, r.name, s.Say(" here that the tool sees: it must be a heading \"#### Scenario: …\"", "（工具可识别的场景须为“#### Scenario: …”标题）"))
			continue
		}
		hit(d, heading(d, r.section), r.name, model.Note(""), native.Unwitnessed)
	}
	return applied
}

func withoutDemand(_ *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, r := range deltasOf(d) {
		if r.verb != "ADDED" && r.verb != "MODIFIED" {
			continue
		}
		applied = true
		end := r.section.Deep
		if s := scenarios(d, r.section); len(s) > 0 {
			end = s[0].Start
		}
		text := strings.TrimSpace(d.Text[r.section.Body:end])
		if !osDemand.MatchString(text) && !osDemand.MatchString(r.name) {
			hit(d, heading(d, r.section), r.name)
		}
	}
	return applied
}

func outsideDelta(_ *model.Session, d *document.Document, hit native.Hit) bool {
	found := deltasOf(d)
	for _, r := range found {
		if r.verb == "" {
			hit(d, heading(d, r.section), r.name)
		}
	}
	return len(found) > 0
}

func requirementTwice(s *model.Session, d *document.Document, hit native.Hit) bool {
	seen := map[string]string{}
	for _, r := range deltasOf(d) {
		if r.verb == "" {
			continue
		}
		if verb, known := seen[r.name]; known {
			where := model.Note("")
			if verb != r.verb {
				where = s.Say(", under "+verb+" and under "+r.verb, "（"+verb+" 与 "+r.verb+"）")
			}
			hit(d, heading(d, r.section), r.name, where)
			continue
		}
		seen[r.name] = r.verb
	}
	return len(seen) > 0
}

// renames returns what a delta renames, from the old to the new name.
func renames(d *document.Document) (from []line, to map[string]bool) {
	to = map[string]bool{}
	for _, l := range linesOf(d, all(d)) {
		text := strings.Replace(l.text, "TO:", "FROM:", 1)
		if m := osFrom.FindStringSubmatch(text); m != nil {
			if text != l.text {
				to[strings.TrimSpace(m[1])] = true
			} else {
				from = append(from, line{l.Span, strings.TrimSpace(m[1])})
			}
		}
	}
	return from, to
}

func changesNothing(s *model.Session, d *document.Document, hit native.Hit) bool {
	current := living(s, d)
	if current == nil {
		return false
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
		hit(d, at, name, near)
	}
	from, to := renames(d)
	for _, l := range from {
		if !known[l.text] {
			miss(l.Span, l.text)
		}
	}
	for _, r := range deltasOf(d) {
		if (r.verb == "MODIFIED" || r.verb == "REMOVED") && !known[r.name] && !to[r.name] {
			miss(heading(d, r.section), r.name)
		}
	}
	return true
}

func capabilities(s *model.Session, d *document.Document, hit native.Hit) bool {
	deltas := map[string]bool{}
	for _, spec := range find(s, osSpec) {
		deltas[capability(spec.Path)] = true
	}
	listed := map[string]bool{}
	var lines []line
	for _, section := range d.Sections {
		title := strings.ToLower(raw(d, section))
		if !realHeading(section) || !strings.Contains(title, "new capabilities") && !strings.Contains(title, "modified capabilities") {
			continue
		}
		for _, l := range linesOf(d, section.Own()) {
			if m := osCapability.FindStringSubmatch(l.text); m != nil && !osNone.MatchString(l.text) {
				listed[m[1]] = true
				lines = append(lines, line{l.Span, m[1]})
			}
		}
	}
	for _, l := range affected(d) {
		listed[l.text] = true
		lines = append(lines, l)
	}
	if len(deltas) == 0 || len(listed) == 0 {
		return false
	}
	for _, l := range lines {
		if !deltas[l.text] {
			hit(d, l.Span, l.text, s.Say("the proposal lists it, but there is no specs/"+l.text+"/spec.md", "提案中已列出，但没有 specs/"+l.text+"/spec.md"))
		}
	}
	for _, spec := range find(s, osSpec) {
		if name := capability(spec.Path); !listed[name] {
			listed[name] = true
			hit(d, top(d), name, s.Say("there is "+spec.Path+", but the proposal does not list it", "存在 "+spec.Path+"，但提案未列出"), native.Unwitnessed)
		}
	}
	return true
}

// affected returns the capabilities that a proposal names as affected in one line, none
// where one of them is no name.
func affected(d *document.Document) []line {
	var found []line
	for _, l := range linesOf(d, all(d)) {
		m := osAffected.FindStringSubmatch(l.text)
		if m == nil {
			continue
		}
		for name := range strings.FieldsFuncSeq(m[1], func(r rune) bool { return strings.ContainsRune(",，、;；", r) }) {
			n := osName.FindStringSubmatch(strings.TrimSpace(name))
			if n == nil {
				return nil
			}
			if n[1] != "none" {
				found = append(found, line{l.Span, n[1]})
			}
		}
	}
	return found
}

func osTaskTwice(_ *model.Session, d *document.Document, hit native.Hit) bool {
	seen := once{}
	for _, l := range linesOf(d, all(d)) {
		if m := osTask.FindStringSubmatchIndex(l.text); m != nil {
			number := l.text[m[2]:m[3]]
			if seen.again(number, l.Span) {
				hit(d, l.Span, model.Note(number))
			}
		}
	}
	return len(seen) > 0
}

// withoutDelta is about a change with tasks of which a specification, or all there is, changes nothing. A change
// with a file of settings may have been told that it needs no delta.
func withoutDelta(s *model.Session, d *document.Document, hit native.Hit) bool {
	specs := find(s, osSpec)
	for _, spec := range specs {
		if from, _ := renames(spec); len(deltasOf(spec)) == 0 && len(from) == 0 {
			hit(spec, top(spec), spec.Path, s.Say("has no requirement under ADDED, MODIFIED, REMOVED or RENAMED Requirements", "没有 ADDED、MODIFIED、REMOVED 或 RENAMED Requirements 下的需求"))
		}
	}
	if len(specs) == 0 && (s.Around.Exists == nil || !s.Around.Exists(".openspec.yaml")) {
		hit(d, top(d), s.Say("the change", "该变更"), s.Say("has tasks, and no specs/<capability>/spec.md", "有任务，但没有 specs/<capability>/spec.md"), native.Unwitnessed)
	}
	return true
}

func scenarioLost(s *model.Session, d *document.Document, hit native.Hit) bool {
	current := living(s, d)
	if current == nil {
		return false
	}
	now := map[string][]*document.Section{}
	for _, r := range deltasOf(current) {
		now[r.name] = scenarios(current, r.section)
	}
	applied := false
	for _, r := range deltasOf(d) {
		if r.verb != "MODIFIED" {
			continue
		}
		applied = true
		kept := map[string]bool{}
		for _, scenario := range scenarios(d, r.section) {
			kept[strings.ToLower(raw(d, scenario))] = true
		}
		var lost []string
		for _, scenario := range now[r.name] {
			if title := raw(current, scenario); !kept[strings.ToLower(title)] {
				lost = append(lost, strings.TrimSpace(title[len("Scenario:"):]))
			}
		}
		if len(lost) > 0 {
			hit(d, heading(d, r.section), r.name, strings.Join(lost, `", "`))
		}
	}
	return applied
}
