package seeded

import (
	"regexp"
	"strings"
)

// storyOperators plant defects in the stories of an epic.
func storyOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(structure, "EP-016", "story without criteria", at(epics, "EPIC-002", drop(t.criteria))),
		op(structure, "EP-016", "criteria of a story emptied", at(epics, "EPIC-001", empty(t.criteria)), "X-004"),
		wide(op(trace, "EP-017", "story traces to nothing", untracedStory())),
		op(structure, "EP-019", "story of size XL", at(epics, "EPIC-001", swap(regexp.MustCompile(`^(\**(?:Size|规模)\**[:：] ?)[SML]$`), "${1}XL"))),
		wide(op(structure, "EP-019", "epic of size XL", chain(
			on(epics, inRow(c.epics, c.size, "EPIC-001", constant("XL"))), at(epics, "EPIC-001", key("size", "XL"))))),
		op(language, "EP-028", "story without a benefit", at(epics, "EPIC-001", swap(re(`(^As an? .*?) so that .*$|(^作为.*?)，以便.*$`), "$1$2"))),
		op(language, "EP-028", "story that is an order", at(epics, "EPIC-002", swap(re(`^As an? .*$|^作为.*$`), "IMPLEMENT: REST + UI"))),
		op(trace, "EP-026", "the same story in two epics", twinStory(), "X-009"),
		op(trace, "XD-008", "story of a role that the brief lacks", at(epics, "EPIC-002", func(p *page) bool {
			return swap(re(`^(As an? |作为)[^,，]+([,，])`), p.say("${1}tax auditor${2}", "${1}税务稽查员${2}"))(p)
		})),
		op(trace, "XD-009", "story with a technology outside the stack", at(epics, "EPIC-001", item(t.criteria, "Events pass through Apache Kafka.", "事件经由 Apache Kafka 传递。")), "LX-020"),
		wide(op(trace, "XD-010", "epic of lower priority than its requirement", chain(
			on(epics, inRow(c.epics, c.priority, "EPIC-001", func(old string) string {
				if old == "必须" {
					return "可以"
				}
				return "Could"
			})),
			at(epics, "EPIC-001", swap(re(`^priority: Must$`), "priority: Could")), at(epics, "EPIC-001", swap(re(`^priority: 必须$`), "priority: 可以"))))),
		wide(op(trace, "XD-007", "epic for what was excluded", excludedEpic())),
	}
}

// twinStory copies the first story of EPIC-001 to the end of EPIC-002 under another number.
func twinStory() apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		var story []string
		at(epics, "EPIC-001", func(p *page) bool {
			story = firstStory(p)
			return false
		})(files)
		if story == nil {
			return nil, "", false
		}
		return at(epics, "EPIC-002", func(p *page) bool {
			end := p.last(p.from, p.to) + 1
			p.replace(end, end, append([]string{""}, story...)...)
			return true
		})(files)
	}
}

var storyHeading = regexp.MustCompile(`^#+ (?:STORY-001-|Story 1\.|故事 1\.)0*1`)

// firstStory returns the lines of the first story of EPIC-001, numbered as the ninth story of EPIC-002.
func firstStory(p *page) []string {
	for i := p.from; i < p.to; i++ {
		if !storyHeading.MatchString(p.lines[i]) {
			continue
		}
		end := i + 1
		for end < p.to && !strings.HasPrefix(p.lines[end], "#") {
			end++
		}
		story := append([]string{}, p.lines[i:end]...)
		story[0] = strings.NewReplacer("001-001", "002-009", "1.1", "2.9").Replace(story[0])
		return story
	}
	return nil
}

// excludedEpic gives EPIC-003 the first item out of scope as its title.
func excludedEpic() apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		b := open(files, artifact(files, brief))
		s, ok := b.section(titles().scopeOut)
		if !ok {
			return nil, "", false
		}
		title := strings.TrimPrefix(b.lines[s.start+2], "- ")
		title, _, _ = strings.Cut(strings.ReplaceAll(title, "，", ","), ",")
		return retitled("EPIC-003", func(*page) string { return title })(files)
	}
}
