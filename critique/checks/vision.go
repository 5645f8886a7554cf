package checks

import (
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// visionRules hold the vision of a brief against the rest of it.
func visionRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "BR-017", Perspective: product, Severity: critique.Low, Kind: "value",
			Title: "a vision that fits any product, or shares no word with the rest of the brief", Message: Text{"the vision would fit any product: name what is special about this one", "愿景放在任何产品上都成立：应写出本产品的独特之处"}, Source: "spec-generator, BMAD vision theater",
			Violation: "## Vision\n\nWe empower people. We set a new standard. We think ahead. We lead the market.\n\n## Problem\n\nEditors lose 3 hours a week with broken backups of folders.\n",
			NearMiss:  "## Vision\n\nEditors trust their backups. We set a new standard. We think ahead. We lead the market.\n\n## Problem\n\nEditors lose 3 hours a week with broken backups of folders.\n",
			Chinese:   Example{"## 愿景\n\n我们赋能每一个人。我们树立新标准。我们着眼未来。我们引领行业。\n\n## 问题\n\n编辑每周因备份损坏浪费 3 小时，无法恢复文件。\n", "## 愿景\n\n编辑不再因备份损坏而丢失文件。我们着眼未来。\n\n## 问题\n\n编辑每周因备份损坏浪费 3 小时，无法恢复文件。\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			vision := topic(d, document.Vision)
			if vision == nil || !says(d, vision) {
				return false
			}
			said := d.Prose[vision.All().Start:vision.All().End]
			if fitsAnything(said) {
				hit(d, headingOf(d, vision))
				return true
			}
			rest := bagOf(d.Prose[d.Front.Span.End:vision.Start] + "\n" + d.Prose[vision.All().End:])
			words := bagOf(said)
			if len(words) < 5 || len(rest) < 6 {
				return false
			}
			shared := 0
			for word := range words {
				if _, ok := rest[word]; ok {
					shared++
				}
			}
			sentences := len(visionSentence.FindAllString(said, 20))
			if shared == 0 || sentences > 3 && shared*6 < len(words) {
				hit(d, headingOf(d, vision))
			}
			return true
		}},
		{Rule: Rule{
			ID: "BR-024", Perspective: product, Severity: critique.Low, Kind: "value",
			Title: "a problem that asks for a technology", Message: Text{"the problem is stated as a solution: {1}", "问题陈述中已含方案：{1}"}, Source: "BMAD",
			Violation: "## Problem\n\nEditors lose 3 hours a week because we lack a Redis cache.\n",
			NearMiss:  "## Problem\n\nEditors lose 3 hours a week because the old MySQL cluster is full.\n\n## Constraints\n\n- We need PostgreSQL.\n",
			Chinese:   Example{"## 问题\n\n编辑每周浪费 3 小时，需要引入 Redis 缓存。\n", "## 问题\n\n编辑每周浪费 3 小时，因为现有 MySQL 已写满。\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			problem := topic(d, document.Problem)
			if problem == nil || !says(d, problem) {
				return false
			}
			at := problem.All()
			for _, m := range find(d.Prose[at.Start:at.End], technology, 20) {
				start := at.Start + m[0]
				before := d.Prose[d.LineAt(start).Start:start]
				if asked := wanted.FindAllStringIndex(before, 20); len(asked) > 0 && !strings.ContainsAny(before[asked[len(asked)-1][1]:], ".;。；") {
					hit(d, document.Span{Start: start, End: at.Start + m[1]}, d.Slice(document.Span{Start: start, End: at.Start + m[1]}))
				}
			}
			return true
		}},
	}
}

// wanted is how a sentence asks for what comes after it.
var wanted = pattern.New(`(?i)\b(?:needs?|needed|should (?:use|adopt|move to|run on)|must use|lacks?|there is no|(?:has|have) no|migrat\w+ to|adopt|introduce)\b|需要(?:使用|引入|采用|搭建)?|应(?:该|当)?(?:使用|采用|引入|迁移到)|缺少|引入|采用|改用`)

var visionSentence = pattern.New(`[^.。!?！？\n]{6,}(?:[.!?](?:\s|$)|[。！？\n])`)
