package checks

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

// epicDocs are where stories stand.
var epicDocs = []document.Kind{document.Epic, document.Epics}

// userStory is one story of an epic.
type userStory struct {
	doc     *document.Document
	section *document.Section
	epic    string // the epic it belongs to, "" when unknown
	title   string
	name    string // its ID, else its title
}

var storyTitle = pattern.New(`(?i)^(?:STORY-[\d-]+|US-\d+|story \d+|故事\s*\d+)\b?`)

// stories returns the stories of a document: sections named STORY-001-001,
// US-001 or "Story 1".
func (s *session) stories(d *document.Document) []userStory {
	if found, known := s.told[d]; known {
		return found
	}
	var found []userStory
	defer func() { s.told[d] = found }()
	for _, section := range d.Sections {
		m := storyTitle.FindString(section.Title)
		if m == "" || section.Level < 2 || section.Level > 6 || len(found) >= 500 {
			continue
		}
		one := userStory{doc: d, section: section, name: strings.TrimSpace(m), epic: fileID(d)}
		if one.title = strings.TrimLeft(section.Title[len(m):], " :：-–—"); !strings.Contains(m, "-") {
			one.name = section.Title
		}
		for p := section.Parent; p != nil && d.Kind == document.Epics; p = p.Parent {
			if ids := document.FindIDs(p.Title); len(ids) > 0 && document.Prefix(ids[0].ID) == "EPIC" {
				one.epic = ids[0].ID
			}
		}
		found = append(found, one)
	}
	return found
}

func (u userStory) text() string { return u.doc.Slice(u.section.All()) }

// storyRule makes a rule that holds every story against a demand.
func storyRule(r Rule, faulty func(*session, userStory) bool) rule {
	return rule{Rule: r, on: epicDocs, look: func(s *session, d *document.Document, hit hit) bool {
		all := s.stories(d)
		for _, u := range all {
			if faulty(s, u) {
				hit(d, headingOf(d, u.section), u.name)
			}
		}
		return len(all) > 0
	}}
}

// storyRules look at the stories of epics.
func storyRules() []rule {
	const head = "-- spec/epics/EPIC-001.md --\n# EPIC-001: Verify\n\n### STORY-001-001: Read back\n\n"
	const kopf = "-- spec/epics/EPIC-001.md --\n# EPIC-001：校验\n\n### STORY-001-001：读回\n\n"
	return []rule{
		storyRule(Rule{
			ID: "EP-016", Perspective: quality, Severity: critique.High, Kind: "testability",
			Title: "a story without acceptance criteria", Message: Text{"{1}: no criteria", "{1} 缺少验收标准"}, Source: "spec-generator phase 5, INVEST",
			Violation: head + "As an admin, I want proof so that I sleep.\n\n**Size**: M\n",
			NearMiss:  head + "As an admin, I want proof so that I sleep.\n\nAcceptance criteria:\n- A broken backup raises an error\n",
			Chinese:   Example{kopf + "作为管理员，我希望得到证明，以便安心。\n", kopf + "**验收标准**：\n- [ ] 损坏的备份会报错\n"},
		}, func(_ *session, u userStory) bool {
			text := u.text()
			if given.MatchString(text) {
				return false
			}
			for _, section := range u.doc.Find(document.Acceptance) {
				if u.section.All().Holds(section.Start) && hollowSection(u.doc, section) {
					return true
				}
			}
			for _, item := range u.doc.Items {
				if u.section.All().Holds(item.Start) && (item.Box != 0 || item.Section.Under(document.Acceptance)) {
					return false
				}
			}
			return !contains(strings.ToLower(text), "acceptance", "验收")
		}),
		storyRule(Rule{
			ID: "EP-017", Perspective: coverage, Severity: critique.Medium, Kind: "traceability",
			Title: "a story that traces to no requirement where others do", Message: Text{"{1} traces to nothing", "{1} 无追溯"}, Source: "spec-generator phase 5",
			Violation: head + "**Traces to**: REQ-001\n\n### STORY-001-002: Report\n\n**Size**: S\n",
			NearMiss:  head + "**Traces to**: REQ-001\n\n### STORY-001-002: Report\n\n**Traces to**: NFR-SEC-001\n",
			Chinese:   Example{kopf + "**追溯**：REQ-001\n\n### STORY-001-002：报告\n\n**规模**：S\n", kopf + "**追溯**：REQ-001\n"},
		}, func(s *session, u userStory) bool {
			return !tracesToRequirement(u) && s.storiesTrace(u.doc)
		}),
		storyRule(Rule{
			ID: "EP-019", Perspective: quality, Severity: critique.Medium, Kind: "feasibility",
			Title: "a story too large to estimate", Message: Text{"{1} is XL", "{1} 过大（XL）"}, Source: "INVEST",
			Violation: head + "**Size**: XL\n", NearMiss: head + "**Size**: L\n\nThe XL banner is shown.\n",
			Chinese: Example{kopf + "**规模**：XL\n", kopf + "**规模**：L\n"},
		}, func(_ *session, u userStory) bool { return oversized.MatchString(u.text()) }),
		storyRule(Rule{
			ID: "EP-028", Perspective: quality, Severity: critique.Medium, Kind: "value",
			Title: "a story that names no role or no benefit where others do", Message: Text{"{1}: for whom, and why?", "{1} 缺少角色或收益"}, Source: "spec-generator phase 5",
			Violation: head + "As an admin, I want proof so that I sleep.\n\n### STORY-001-002: Report\n\nA report is written.\n",
			NearMiss:  head + "As an admin, I want proof so that I sleep.\n\n### STORY-001-002: Report\n\n**As an** editor **I want** a report **so that** I see gaps.\n",
			Chinese:   Example{kopf + "作为管理员，我希望得到证明，以便安心。\n\n### STORY-001-002：报告\n\n生成报告。\n", kopf + "作为管理员，我希望得到证明，以便安心。\n"},
		}, func(s *session, u userStory) bool {
			if roleBenefit(u.text()) {
				return false
			}
			for _, other := range s.stories(u.doc) {
				if roleBenefit(other.text()) {
					return true
				}
			}
			return false
		}),
		storyRule(Rule{
			ID: "EP-027", Perspective: technical, Severity: critique.Low, Kind: "dependency",
			Title: "a story that depends on a later one of its epic", Message: Text{"{1} depends on a later story", "{1} 依赖后续故事"}, Source: "BMAD",
			Violation: head + "Depends on STORY-001-002.\n\n### STORY-001-002: Report\n\nA report is written.\n",
			NearMiss:  head + "It is read.\n\n### STORY-001-002: Report\n\nDepends on STORY-001-001.\n",
			Chinese:   Example{kopf + "依赖 STORY-001-002。\n\n### STORY-001-002：报告\n", kopf + "### STORY-001-002：报告\n\n依赖 STORY-001-001。\n"},
		}, func(_ *session, u userStory) bool {
			own := document.FindIDs(u.name)
			if len(own) == 0 {
				return false
			}
			for line := range strings.Lines(u.text()) {
				if !dependsOn.MatchString(line) {
					continue
				}
				for _, m := range document.FindIDs(line) {
					if document.Prefix(m.ID) == document.Prefix(own[0].ID) && document.Number(m.ID) > document.Number(own[0].ID) && strings.HasPrefix(m.ID, "STORY-") {
						return true
					}
				}
			}
			return false
		}),
		{Rule: Rule{
			ID: "EP-018", Perspective: quality, Severity: critique.Low, Kind: "feasibility",
			Title: "an epic with one story, or more than twelve", Message: Text{"{1} has {2} stories", "{1} 有 {2} 个故事"}, Source: "spec-generator phase 5",
			Violation: head + "Read it.\n", NearMiss: head + "Read it.\n\n### STORY-001-002: Report\n\nWrite it.\n",
		}, on: []document.Kind{document.Epic}, one: "{1} has 1 story", look: func(s *session, d *document.Document, hit hit) bool {
			n := len(s.stories(d))
			if n == 1 || n > 12 {
				hit(d, firstHeading(d), fileID(d), itoa(n))
			}
			return n > 0
		}},
		{Rule: Rule{
			ID: "EP-026", Perspective: quality, Severity: critique.Medium, Kind: "consistency",
			Title: "nearly the same story in two epics", Message: Text{"{1} is like {2}", "{1} 与 {2} 近似"}, Source: "spec-kit analyze",
			Violation: head + "R\n-- spec/epics/EPIC-002.md --\n# EPIC-002: Report\n\n### STORY-002-001: Read back\n\nR\n-- spec/epics/_index.md --\n# E\n",
			NearMiss:  head + "R\n\n### STORY-001-002: Read back\n-- spec/epics/EPIC-002.md --\n# EPIC-002: Report\n\n### STORY-002-001: Report gaps\n\nR\n-- spec/epics/_index.md --\n# E\n",
		}, on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			var all []userStory
			for _, doc := range s.of(epicDocs...) {
				all = append(all, s.stories(doc)...)
			}
			all = all[:min(len(all), maxCompared)]
			titles := make([]string, len(all))
			for i, u := range all {
				titles[i] = u.title
			}
			for _, pair := range alike(titles, titles, 0.85, 2) {
				a, b := all[pair[0]], all[pair[1]]
				if pair[0] < pair[1] && a.epic != b.epic {
					hit(b.doc, headingOf(b.doc, b.section), b.name, a.name)
				}
			}
			return len(all) > 1
		}},
	}
}

var (
	given     = pattern.New(`(?i)\bgiven\b.+\bthen\b|(?m)^\s*(?:-\s*)?(?:Given|WHEN|THEN|When|假设|当|那么)\b`)
	oversized = pattern.New(`(?im)^\W*(?:\w+ )?(?:size|estimate|规模|估算|大小)\W*[:：]\W*XX?L\b`)
	dependsOn = pattern.New(`(?i)\bdepend(?:s|ency|encies)\b|\bblocked by\b|\brequires\b|依赖|前置`)
	benefit   = pattern.New(`(?i)\bso(?:\W+that\b|\W{1,4}I\b)|\bin order to\b|以便|从而|使得|这样|来`)
)

func roleBenefit(text string) bool { return story.MatchString(text) && benefit.MatchString(text) }

func tracesToRequirement(u userStory) bool {
	for _, m := range u.doc.MentionsIn(u.section.All()) {
		if family(m.ID, []string{"REQ", "FR", "NFR"}) {
			return true
		}
	}
	return false
}

func (s *session) storiesTrace(d *document.Document) bool {
	for _, u := range s.stories(d) {
		if tracesToRequirement(u) {
			return true
		}
	}
	return false
}

// hollowSection tells whether a section holds nothing but labels such as
// "Size: L", which stand there because nothing ends a heading made of bold text.
func hollowSection(d *document.Document, section *document.Section) bool {
	at := section.All()
	if slices.ContainsFunc(d.Items, func(item *document.Item) bool { return at.Holds(item.Start) }) {
		return false
	}
	for line := range strings.Lines(d.Slice(at)) {
		if document.Units(line) >= 8 {
			return false
		}
	}
	return true
}
