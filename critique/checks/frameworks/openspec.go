package frameworks

import (
	"maps"
	"path"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

var (
	osDelta       = pattern.New(`(?i)^(ADDED|MODIFIED|REMOVED|RENAMED)\s+Requirements$`)
	osRequirement = pattern.New(`(?i)^Requirement:\s*(.+)$`)
	osScenario    = pattern.New(`(?i)^Scenario:\s*(.*)$`)
	osDemand      = pattern.New(`\b(?:SHALL|MUST)\b`)
	osFrom        = pattern.New("(?i)^\\s*[-*]\\s*FROM:\\s*`?(?:###\\s*)?Requirement:\\s*([^`\n]+?)`?\\s*$")
	osStrayMark   = pattern.New(`(?i)^\s*(?:[-*]\s+)?\**Scenario\s*\d*\s*[:：]`)
	osWhen        = pattern.New(`(?i)\bwhen\b|当|若|如果|とき|場合|때|면`)
	osThen        = pattern.New(`(?i)\bthen\b|则|那么|应|必须|こと|する|한다|된다`)
	osTask        = pattern.New(`^\s*[-*]\s+\[[ xX]\]\s+\**(\d+(?:\.\d+)+)(?:\.?\*{0,2}\s|[:、)])`)
	osGroup       = pattern.New(`^(\d+)[.)、\s]`)
	osCapability  = pattern.New("^\\s*[-*]\\s+\\**`([a-z0-9][a-z0-9/_-]*)`")
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
	osLiving = matching(`(?:^|/)openspec/specs/.+/spec\.md$`)
)

// living returns the current specification of the capability that a delta is about.
func (s Session) living(d *document.Document) *document.Document {
	for _, l := range s.find(osLiving) {
		if capability(l.Path) == capability(d.Path) {
			return l
		}
	}
	return nil
}

func openSpec() []Rule {
	return []Rule{
		{Entry{
			ID: "OS-001", Perspective: "quality", Severity: critique.High, Kind: "testability",
			Title:            "a requirement of a delta without a scenario, or with one that the tool does not see, since it is no heading of level 4",
			EN:               "the requirement \"{1}\" has no scenario{2}",
			ZH:               "需求“{1}”没有场景{2}",
			Source:           "openspec validate",
			Violation:        "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n\n- **Scenario: one album**: WHEN the page opens THEN it is shown\n",
			NearMiss:         "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n\n#### Scenario: One album\n- **WHEN** the page opens\n- **THEN** it is shown\n\n## REMOVED Requirements\n\n### Requirement: Show tags\n\n**Reason**: nobody used them. **Migration**: none.\n",
			ChineseViolation: "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: 显示相册\n系统SHALL显示相册。\n",
			ChineseNearMiss:  "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: 显示相册\n系统SHALL显示相册。\n\n#### Scenario: 一个相册\n- **WHEN** 打开页面\n- **THEN** 显示相册\n",
		}, osSpec, withoutScenario},
		{Entry{
			ID: "OS-002", Perspective: "quality", Severity: critique.Medium, Kind: "clarity",
			Title:            "a requirement of a delta without SHALL or MUST",
			EN:               "the requirement \"{1}\" has neither SHALL nor MUST: openspec validate --strict refuses it",
			ZH:               "需求“{1}”没有 SHALL 或 MUST：openspec validate --strict 不会通过",
			Source:           "openspec validate --strict",
			Violation:        "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: Show albums\nThe gallery shows albums.\n\n#### Scenario: One album\n- **WHEN** the page opens\n- **THEN** it is shown\n",
			NearMiss:         "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: Show albums\nThe gallery MUST show albums.\n\n#### Scenario: One album\n- **WHEN** the page opens\n- **THEN** it is shown\n",
			ChineseViolation: "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: 显示相册\n系统显示相册。\n\n#### Scenario: 一个相册\n- **WHEN** 打开页面\n- **THEN** 显示相册\n",
			ChineseNearMiss:  "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: 显示相册\n系统SHALL显示相册。\n\n#### Scenario: 一个相册\n- **WHEN** 打开页面\n- **THEN** 显示相册\n",
		}, osSpec, withoutDemand},
		{Entry{
			ID: "OS-003", Perspective: "quality", Severity: critique.High, Kind: "consistency",
			Title:     "a requirement outside the headings that say what a change adds, modifies or removes",
			EN:        "the requirement \"{1}\" stands under no ADDED, MODIFIED, REMOVED or RENAMED Requirements: it would be lost",
			ZH:        "需求“{1}”不在 ADDED、MODIFIED、REMOVED 或 RENAMED Requirements 之下：会丢失",
			Source:    "openspec validate",
			Violation: "-- specs/albums/spec.md --\n# Albums\n\n## Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n\n#### Scenario: One album\n- **WHEN** the page opens\n- **THEN** it is shown\n",
			NearMiss:  "-- specs/albums/spec.md --\n# Albums\n\n## ADDED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n\n#### Scenario: One album\n- **WHEN** the page opens\n- **THEN** it is shown\n\n## MODIFIED Requirements\n\nNone\n",
		}, osSpec, outsideDelta},
		{Entry{
			ID: "OS-004", Perspective: "coverage", Severity: critique.High, Kind: "consistency",
			Title:     "a requirement twice in one delta",
			EN:        "the requirement \"{1}\" stands twice in this file{2}",
			ZH:        "需求“{1}”在本文件中出现两次{2}",
			Source:    "openspec validate",
			Violation: "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n\n#### Scenario: One\n- **WHEN** the page opens\n- **THEN** it is shown\n\n## MODIFIED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show all albums.\n\n#### Scenario: Two\n- **WHEN** the page opens\n- **THEN** both are shown\n",
			NearMiss:  "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n\n#### Scenario: One\n- **WHEN** the page opens\n- **THEN** it is shown\n\n### Requirement: Sort albums\nThe gallery SHALL sort albums.\n\n#### Scenario: One\n- **WHEN** the page opens\n- **THEN** it is sorted\n",
		}, osSpec, requirementTwice},
		{Entry{
			ID: "OS-005", Perspective: "coverage", Severity: critique.High, Kind: "consistency",
			Title:            "a delta that modifies, removes or renames a requirement which the current specification does not have",
			EN:               "the current specification has no requirement \"{1}\" to change{2}",
			ZH:               "现行规格中没有需求“{1}”可供修改{2}",
			Source:           "openspec archive",
			Violation:        "-- ../../../openspec/specs/albums/spec.md --\n## Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n-- specs/albums/spec.md --\n## MODIFIED Requirements\n\n### Requirement: Showing albums\nThe gallery SHALL show all albums.\n\n#### Scenario: One\n- **WHEN** the page opens\n- **THEN** it is shown\n",
			NearMiss:         "-- ../../../openspec/specs/albums/spec.md --\n## Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n-- specs/albums/spec.md --\n## RENAMED Requirements\n\n- FROM: `### Requirement: Show albums`\n- TO: `### Requirement: Show every album`\n\n## MODIFIED Requirements\n\n### Requirement: Show every album\nThe gallery SHALL show all albums.\n\n#### Scenario: One\n- **WHEN** the page opens\n- **THEN** it is shown\n",
			ChineseViolation: "-- ../../../openspec/specs/albums/spec.md --\n## Requirements\n\n### Requirement: 显示相册\n系统SHALL显示相册。\n-- specs/albums/spec.md --\n## REMOVED Requirements\n\n### Requirement: 排序相册\n\n**Reason**: 无人使用。\n",
			ChineseNearMiss:  "-- ../../../openspec/specs/albums/spec.md --\n## Requirements\n\n### Requirement: 显示相册\n系统SHALL显示相册。\n-- specs/albums/spec.md --\n## REMOVED Requirements\n\n### Requirement: 显示相册\n\n**Reason**: 无人使用。\n",
		}, osSpec, changesNothing},
		{Entry{
			ID: "OS-006", Perspective: "coverage", Severity: critique.Low, Kind: "dependency",
			Title:     "a delta that modifies or removes requirements of a capability without a current specification",
			EN:        "the capability {1} has no specification in openspec/specs yet, so there is nothing to modify or remove: does another change add it?",
			ZH:        "能力 {1} 在 openspec/specs 中尚无规格，无可修改或删除：是否由其他变更添加？",
			Source:    "openspec archive",
			Violation: "-- ../../../openspec/specs/tags/spec.md --\n## Requirements\n\n### Requirement: Show tags\nThe gallery SHALL show tags.\n-- specs/albums/spec.md --\n## MODIFIED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show all albums.\n\n#### Scenario: One\n- **WHEN** the page opens\n- **THEN** it is shown\n",
			NearMiss:  "-- ../../../openspec/specs/tags/spec.md --\n## Requirements\n\n### Requirement: Show tags\nThe gallery SHALL show tags.\n-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show all albums.\n\n#### Scenario: One\n- **WHEN** the page opens\n- **THEN** it is shown\n",
		}, osSpec, nothingToChange},
		{Entry{
			ID: "OS-007", Perspective: "coverage", Severity: critique.Medium, Kind: "consistency",
			Title:     "a capability that the proposal lists without a delta, or a delta that it does not list",
			EN:        "{1}: {2}",
			ZH:        "{1}：{2}",
			Source:    "openspec instructions: proposal",
			Violation: "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n-- proposal.md --\n## Why\n\nNobody finds an album.\n\n## Capabilities\n\n### New Capabilities\n- `albums`: show albums\n- `tags`: show tags\n",
			NearMiss:  "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n-- proposal.md --\n## Why\n\nNobody finds an album.\n\n## Capabilities\n\n### New Capabilities\n- `albums`: show albums\n\n### Modified Capabilities\n- None\n\n## Impact\n- `src` changes\n",
		}, named("proposal.md"), capabilities},
		{Entry{
			ID: "OS-008", Perspective: "coverage", Severity: critique.High, Kind: "consistency",
			Title:     "a task whose number another task has",
			EN:        "{1} is the number of two tasks: give one of them another number",
			ZH:        "任务编号 {1} 重复：应改用不同编号",
			Source:    "openspec validate --strict",
			Violation: "-- tasks.md --\n## 1. Store\n\n- [ ] 1.1 Create the album table\n- [ ] 1.1 Create the tag table\n",
			NearMiss:  "-- tasks.md --\n## 1. Store\n\n- [ ] 1.1 Create the album table\n- [ ] 1.10 Create the tag table\n- [ ] 1.1.1 Index it\n",
		}, named("tasks.md"), osTaskTwice},
		{Entry{
			ID: "OS-009", Perspective: "quality", Severity: critique.Low, Kind: "consistency",
			Title:     "a task that stands in a group of another number",
			EN:        "task {1} stands in group {2}",
			ZH:        "任务 {1} 位于第 {2} 组",
			Source:    "openspec validate --strict",
			Violation: "-- tasks.md --\n## 1. Store\n\n- [ ] 1.1 Create the album table\n\n## 2. Page\n\n- [ ] 1.2 Show albums\n",
			NearMiss:  "-- tasks.md --\n## 1. Store\n\n- [ ] 1.1 Create the album table\n\n## 2. Page\n\n- [ ] 2.1 Show albums\n\n## Later\n\n- [ ] 1.9 Tags\n",
		}, named("tasks.md"), osWrongGroup},
		{Entry{
			ID: "OS-010", Perspective: "quality", Severity: critique.Low, Kind: "testability",
			Title:            "a scenario that does not say when something happens, or what follows",
			EN:               "the scenario \"{1}\" says no {2}",
			ZH:               "场景“{1}”没有 {2}",
			Source:           "openspec spec template",
			Violation:        "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n\n#### Scenario: One album\n- **WHEN** the page opens\n",
			NearMiss:         "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n\n#### Scenario: One album\n- **when** the page opens\n- **Then**: it is shown\n",
			ChineseViolation: "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: 显示相册\n系统SHALL显示相册。\n\n#### Scenario: 一个相册\n- **WHEN** 打开页面\n",
			ChineseNearMiss:  "-- specs/albums/spec.md --\n## ADDED Requirements\n\n### Requirement: 显示相册\n系统SHALL显示相册。\n\n#### Scenario: 一个相册\n- 当打开页面\n- 则显示相册\n",
		}, osSpec, halfScenario},
		{Entry{
			ID: "OS-011", Perspective: "risk", Severity: critique.Medium, Kind: "consistency",
			Title:     "a modified requirement that leaves out a scenario which the current specification has",
			EN:        "\"{1}\" as it is now has the scenario \"{2}\", which this change leaves out: archiving replaces the whole requirement",
			ZH:        "现行需求“{1}”有场景“{2}”，本变更中没有：归档会整体替换该需求",
			Source:    "openspec validate",
			Violation: "-- ../../../openspec/specs/albums/spec.md --\n## Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n\n#### Scenario: No album\n- **WHEN** there is none\n- **THEN** that is said\n-- specs/albums/spec.md --\n## MODIFIED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show all albums.\n\n#### Scenario: One\n- **WHEN** the page opens\n- **THEN** it is shown\n",
			NearMiss:  "-- ../../../openspec/specs/albums/spec.md --\n## Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show albums.\n\n#### Scenario: No album\n- **WHEN** there is none\n- **THEN** that is said\n-- specs/albums/spec.md --\n## MODIFIED Requirements\n\n### Requirement: Show albums\nThe gallery SHALL show all albums.\n\n#### Scenario: No album\n- **WHEN** there is none\n- **THEN** that is said\n",
		}, osSpec, scenarioLost},
	}
}

func withoutScenario(s Session, d *document.Document, hit Hit) bool {
	applied := false
	for _, r := range deltasOf(d) {
		if r.verb != "ADDED" && r.verb != "MODIFIED" {
			continue
		}
		applied = true
		if len(scenarios(d, r.section)) > 0 {
			for _, deep := range d.Sections { // beside others, one of a level that the tool does not see
				if realHeading(deep) && deep.Level > 4 && deep.Start > r.section.Start && deep.Start < r.section.Deep && osScenario.MatchString(raw(d, deep)) {
					hit(d, heading(d, deep), r.name, s.unseen())
				}
			}
			continue
		}
		stray := document.Span{}
		for _, l := range linesOf(d, document.Span{Start: r.section.Body, End: r.section.Deep}) {
			if strings.HasPrefix(strings.TrimLeft(l.text, "#"), " Scenario:") || osStrayMark.MatchString(l.text) {
				stray = l.Span
				break
			}
		}
		if next := strayHeading(d, r.section); stray == (document.Span{}) && next != (document.Span{}) {
			stray = next
		}
		if stray != (document.Span{}) {
			hit(d, stray, r.name, s.unseen())
			continue
		}
		hit(d, heading(d, r.section), r.name, note(""), Unwitnessed)
	}
	return applied
}

// unseen says what is wrong with a scenario that the tool does not see.
func (s Session) unseen() string {
	return s.say(" here that the tool sees: it must be a heading \"#### Scenario: …\"", "（工具可识别的场景须为“#### Scenario: …”标题）")
}

// strayHeading is a scenario right behind a requirement, as a heading of its level.
func strayHeading(d *document.Document, requirement *document.Section) document.Span {
	i := slices.Index(d.Sections, requirement)
	if i >= 0 && i+1 < len(d.Sections) && d.Sections[i+1].Level <= 3 && osScenario.MatchString(raw(d, d.Sections[i+1])) {
		return heading(d, d.Sections[i+1])
	}
	return document.Span{}
}

func withoutDemand(_ Session, d *document.Document, hit Hit) bool {
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

func outsideDelta(_ Session, d *document.Document, hit Hit) bool {
	found := deltasOf(d)
	for _, r := range found {
		if r.verb == "" {
			hit(d, heading(d, r.section), r.name)
		}
	}
	return len(found) > 0
}

func requirementTwice(s Session, d *document.Document, hit Hit) bool {
	seen := map[string]string{}
	for _, r := range deltasOf(d) {
		if r.verb == "" {
			continue
		}
		if verb, known := seen[r.name]; known {
			where := note("")
			if verb != r.verb {
				where = s.say(", under "+verb+" and under "+r.verb, "（"+verb+" 与 "+r.verb+"）")
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

func changesNothing(s Session, d *document.Document, hit Hit) bool {
	current := s.living(d)
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
		near := note("")
		for _, other := range slices.Sorted(maps.Keys(known)) {
			if strings.EqualFold(other, name) {
				near = s.say("; it has \""+other+"\"", "；现有“"+other+"”")
			}
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

func nothingToChange(s Session, d *document.Document, hit Hit) bool {
	living := s.find(osLiving)
	if len(living) == 0 || len(living) >= 90 || s.living(d) != nil { // of a project without any, or of more than were read, nothing is known
		return false
	}
	for _, r := range deltasOf(d) {
		if r.verb == "MODIFIED" || r.verb == "REMOVED" {
			hit(d, heading(d, r.section), capability(d.Path))
			return true
		}
	}
	return true
}

func capabilities(s Session, d *document.Document, hit Hit) bool {
	deltas := map[string]bool{}
	for _, spec := range s.find(osSpec) {
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
	if len(deltas) == 0 || len(listed) == 0 {
		return false
	}
	for _, l := range lines {
		if !deltas[l.text] {
			hit(d, l.Span, l.text, s.say("the proposal lists it, but there is no specs/"+l.text+"/spec.md", "提案中已列出，但没有 specs/"+l.text+"/spec.md"))
		}
	}
	for _, spec := range s.find(osSpec) {
		if name := capability(spec.Path); !listed[name] {
			listed[name] = true
			hit(d, top(d), name, s.say("there is "+spec.Path+", but the proposal does not list it", "存在 "+spec.Path+"，但提案未列出"), Unwitnessed)
		}
	}
	return true
}

func osTaskTwice(_ Session, d *document.Document, hit Hit) bool {
	seen := once{}
	for _, l := range linesOf(d, all(d)) {
		if m := osTask.FindStringSubmatchIndex(l.text); m != nil {
			number := l.text[m[2]:m[3]]
			if seen.again(number, l.Span) {
				hit(d, l.Span, note(number))
			}
		}
	}
	return len(seen) > 0
}

func osWrongGroup(_ Session, d *document.Document, hit Hit) bool {
	applied := false
	for _, l := range linesOf(d, all(d)) {
		m := osTask.FindStringSubmatchIndex(l.text)
		if m == nil {
			continue
		}
		group := d.SectionAt(l.Start)
		for group != nil && group.Level != 2 {
			group = group.Parent
		}
		if group == nil {
			continue
		}
		g := osGroup.FindStringSubmatch(raw(d, group))
		if g == nil {
			continue
		}
		applied = true
		number := l.text[m[2]:m[3]]
		if own, _, _ := strings.Cut(number, "."); own != g[1] {
			hit(d, l.Span, note(number), note(g[1]))
		}
	}
	return applied
}

func halfScenario(_ Session, d *document.Document, hit Hit) bool {
	applied := false
	for _, r := range deltasOf(d) {
		if r.verb != "ADDED" && r.verb != "MODIFIED" {
			continue
		}
		for _, s := range scenarios(d, r.section) {
			applied = true
			text := d.Text[s.Start:s.Deep]
			name := osScenario.FindStringSubmatch(raw(d, s))[1]
			switch {
			case !osWhen.MatchString(text):
				hit(d, heading(d, s), name, note("WHEN"), Unwitnessed)
			case !osThen.MatchString(text):
				hit(d, heading(d, s), name, note("THEN"), Unwitnessed)
			}
		}
	}
	return applied
}

func scenarioLost(s Session, d *document.Document, hit Hit) bool {
	current := s.living(d)
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
		for _, scenario := range now[r.name] {
			if title := raw(current, scenario); !kept[strings.ToLower(title)] {
				hit(d, heading(d, r.section), r.name, strings.TrimSpace(title[len("Scenario:"):]))
			}
		}
	}
	return applied
}
