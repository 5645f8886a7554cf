package kiro

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// designSections are those of Kiro's designs, in their order, by what their titles say.
var designSections = [...]struct {
	en, zh string
	title  *pattern.Pattern
	owed   bool // it is called for where nearly all others are there
}{
	{"Overview", "概述", pattern.New(`(?i)overview|introduction|概述|概要|概览`), false},
	{"Architecture", "架构", pattern.New(`(?i)architecture|架构|アーキテクチャ`), false},
	{"Components and Interfaces", "组件与接口", pattern.New(`(?i)component|interface|module|组件|接口|模块|コンポーネント`), false},
	{"Data Models", "数据模型", pattern.New(`(?i)data|model|schema|storage|数据|模型|データ`), false},
	{"Error Handling", "错误处理", pattern.New(`(?i)\b(?:error(?:s|es)?|fail(?:s|ed|ing|ures?)?|exceptions?|faults?|resilien\w*|recover\w*|edge cases?|risks?|safety)\b|错误|异常|失败|容错|故障|エラー|例外`), true},
	{"Testing Strategy", "测试策略", pattern.New(`(?i)test|verif|validat|correctness|测试|验证|テスト|検証`), true},
}

// leastSections is how many of them a design has at least that follows the form.
const leastSections = 4

// sectionMissing is about the one section of Kiro's form that a design lacks: how errors are handled, or how it is tested.
func sectionMissing(s *model.Session, d *document.Document, hit native.Hit) bool {
	have, missing := 0, -1
	var last *document.Section
	for i, part := range designSections {
		there := false
		for _, section := range d.Sections {
			if section.Level > 0 && section.Level <= 6 && part.title.MatchString(section.Title) {
				there = true
				if section.Level == 2 {
					last = section
				}
			}
		}
		switch {
		case there:
			have++
		case part.owed && missing < 0:
			missing = i
		default:
			have -= len(designSections)
		}
	}
	if have < leastSections {
		return false
	}
	if missing >= 0 && last != nil {
		part := designSections[missing]
		hit(d, model.HeadingOf(d, last), s.Say(part.en, part.zh))
	}
	return true
}
