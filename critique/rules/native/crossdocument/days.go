package crossdocument

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/facts"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// rejected is said of a date that is to be refused, or that a test is made with.
var rejected = pattern.New(`(?i)\b(?:invalid|reject\w*|refus\w*|errors?|malformed|impossible|tests?|leap|validat\w*|parses?|e\.g)\b|无效|非法|拒绝|不存在|报错|校验|测试|闰`)

// noDays reports dates that no calendar has.
func noDays(d *document.Document, hit native.Hit) bool {
	looked, start := false, 0
	for line := range strings.Lines(d.Prose) {
		if model.Contains(line, "29", "30", "31") && !rejected.MatchString(line) {
			looked = true
			for _, m := range facts.NoDays(line) {
				hit(d, document.Span{Start: start + m[0], End: start + m[1]}, model.Target(line[m[0]:m[1]]))
			}
		}
		start += len(line)
	}
	return looked
}
