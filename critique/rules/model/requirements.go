package model

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// leastCopied is of how many units a line is that tells one text from another.
const leastCopied = 5

// LinesOf returns what a document says in lines of its own, without title and rows and
// without the IDs it names. Found once.
func LinesOf(d *document.Document) map[string]bool {
	return document.Once(d, "its lines", func(d *document.Document) map[string]bool {
		said := map[string]bool{}
		for line := range strings.Lines(d.Text[d.Front.Span.End:]) {
			line = strings.TrimSpace(WithoutIDs(line))
			if document.Units(line) >= leastCopied && !strings.ContainsAny(line[:1], "#|") {
				said[Normal(line)] = true
			}
		}
		return said
	})
}

// Criteria returns a document's acceptance criteria.
func Criteria(d *document.Document) []*document.Item {
	var found []*document.Item
	for _, item := range d.Items {
		if strings.TrimSpace(item.Text) != "" && (item.Section.Under(document.Acceptance) || item.Box != 0 && !item.Section.Under(document.OpenQuestions)) {
			found = append(found, item)
		}
	}
	return found
}

// Own is all that a requirement says, in its row, section and file.
func (e *Entry) Own() string {
	text := e.Text()
	if e.Detail != nil && e.Detail != e.Section {
		text += e.Doc.Slice(e.Detail.All())
	}
	if e.File != nil && e.File != e.Doc {
		text += e.File.Text[e.File.Front.Span.End:]
	}
	return text
}

// Under is the title of the section that a requirement stands in, not its own.
func (e *Entry) Under() string {
	section := e.Doc.SectionAt(e.At.Start)
	if section == e.Section {
		section = section.Parent
	}
	if section == nil {
		return ""
	}
	return section.Title
}

// Story is the sentence of a user story.
var Story = pattern.New(`(?im)(?:\bas (?:an?|the)\W{1,4}|^\W{0,6}as )[^.\n]{1,60}?\bI\W{1,6}\pL|作为[^。\n]{1,24}?[，,]?\s*\**(?:我|希望|想|需要|可以|能)`)

// Heading is where a requirement's own file names it.
func (e *Entry) Heading(d *document.Document) document.Span {
	if len(d.Sections) > 1 {
		return HeadingOf(d, d.Sections[1])
	}
	return document.Span{}
}

// Storage is a text about data that is kept.
var Storage = pattern.New(`(?i)\b(?:database|persist\w*|records?|stores?|stored|storage|schema|keeps?|kept|saves?|saved)\b|数据库|持久化|存储|数据表|记录|保存`)

// Requirements is the kind of the document that lists requirements.
var Requirements = []document.Kind{document.Requirements}

// HasGoal tells whether any of some IDs is that of a goal.
func HasGoal(ids []document.Mention) bool {
	for _, m := range ids {
		if document.Prefix(m.ID) == "G" {
			return true
		}
	}
	return false
}

// Unharmed is a target that one case refutes: nothing may be lost, doubled or
// changed, all tests must pass.
var Unharmed = pattern.New(`(?i)^\W*(?:all )?(?:tests? )?(?:pass(?:es|ed)?|green)\W*$|^[\s|*]*(?:全部|测试|均)*通过[\s|*。]*$|\b(?:no|never|without|nothing)\b[^.;\n]{0,30}\b(?:lost|loss|losing|lose|duplicates?|downtime|overwritten)\b|\b(?:no|without)\s(?:\w+\s)?regressions?\b|(?:不|无|零)(?:任何)?\p{Han}{0,4}(?:阻塞|丢失|重复|停机|回归|覆盖|重排|改变|变更|修改|遗漏|中断|泄露|出错)|无需\p{Han}{0,6}(?:发布|重启|停机|重新部署)|(?:保持|维持)?不变[\s|*。]*$`)

// Unfilled tells whether a section is that of the acceptance criteria of a numbered requirement and holds none.
func Unfilled(d *document.Document, s *document.Section) bool {
	return s.Parent != nil && d.Substance(s) == 0 && acceptance.MatchString(s.Title) && numberedDemand.MatchString(s.Parent.Title)
}

var (
	acceptance     = pattern.New(`(?i)^(?:acceptance criteria|验收标准)\W*$`)
	numberedDemand = pattern.New(`(?i)^(?:Requirement|需求)\s*\d`)
)
