package kiro

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	taskBox   = pattern.New(`^\s*([-*+])\s+\[([^\]]{0,3})\]\*?\s+(\**\d)?`)
	plainList = pattern.New(`^\s*[-*]\s+(Requirements|Leverage):\s`)
	prompted  = pattern.New(`_Prompt:`)
)

// refused is about lines of a plan that the validator of spec-workflow refuses, each sort of them once.
func refused(s *model.Session, d *document.Document, hit native.Hit) bool {
	said, boxes, numbered := map[string]bool{}, 0, 0
	say := func(at document.Span, en, zh string) {
		if !said[en] {
			said[en] = true
			hit(d, at, s.Say(en, zh))
		}
	}
	var bare []frameworks.Line
	lines := frameworks.Lines(d)
	for i, l := range lines {
		if m := taskBox.FindStringSubmatch(l.Text); m != nil {
			boxes++
			if m[1] == "*" {
				say(l.Span, "a task begins with * here, and has to begin with -", "任务以 * 开头，应以 - 开头")
			}
			if len(m[2]) != 1 || !strings.Contains(" xX~-", m[2]) {
				say(l.Span, "the box ["+m[2]+"] is none of [ ], [x], [-] and [~]", "复选框 ["+m[2]+"] 不是 [ ]、[x]、[-] 或 [~]")
			}
			if m[3] == "" {
				bare = append(bare, l)
			} else if numbered++; len(bare) > 0 && numbered > 1 { // what stands below all tasks is another list
				say(bare[0].Span, "a task has no number, as the others have", "任务没有编号，而其他任务有")
			}
		}
		if boxes > 0 && plainList.MatchString(l.Text) {
			say(l.Span, "Requirements and Leverage have to stand between underscores: _Requirements: 1.1_", "Requirements 与 Leverage 应写在下划线之间：_Requirements: 1.1_")
		}
		if prompted.MatchString(l.Text) {
			end := i + 1
			for end < len(lines) && !taskBox.MatchString(lines[end].Text) {
				end++
			}
			if text := d.Text[l.Start:lines[end-1].End]; !strings.Contains(text, "Restrictions:") || !strings.Contains(text, "Success:") {
				say(l.Span, "a _Prompt has to name Role, Task, Restrictions and Success", "_Prompt 应包含 Role、Task、Restrictions 与 Success")
			}
		}
	}
	return boxes > 0
}
