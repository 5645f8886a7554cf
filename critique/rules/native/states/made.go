package states

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	makes   = pattern.New(`(?i)^(?:\**T?\d[\d.]*[a-z]?\**[.:]?\s+)?(?:\[[^\]]{1,6}\]\s*)*\**(?:create|write|scaffold|generate|创建|新建|编写)[\s\p{Han}]`)
	inMarks = pattern.New("`([\\w@.-]+(?:/[\\w@.()\\[\\]-]+)+\\.[a-z]{1,5})`|(?:^|\\s)((?:[\\w@.-]+/)+[\\w@.-]+\\.[a-z]{2,5})(?:$|[\\s,;:.)])")
)

// made reports tasks that are open and create what is there: each file that they name. A project has some files
// before anybody begins, so one alone says nothing.
func made(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Code == nil {
		return false
	}
	var open []*document.Item
	first, looked := "", false
	for _, item := range d.Items {
		text := firstLine(item.Text)
		if item.Box == 0 || !makes.MatchString(text) {
			continue
		}
		files := inMarks.FindAllStringSubmatch(text, 6)
		there := 0
		for _, m := range files {
			if s.Around.Code.Has(m[1] + m[2]) {
				there++
			}
		}
		looked = looked || len(files) > 0
		if item.Box == ' ' && len(files) > 0 && there == len(files) {
			if open = append(open, item); first == "" {
				first = files[0][1] + files[0][2]
			}
		}
	}
	if len(open) >= leastMade {
		hit(d, open[0].Span, model.Target("[ ] "+model.Clip(model.Plain(firstLine(open[0].Text)), 60)),
			s.Say(first+" exists, like the files of "+model.Itoa(len(open)-1)+" more", first+" 已存在，另有 "+model.Itoa(len(open)-1)+" 个未完成任务要创建的文件也已存在"), model.Other{Doc: d, At: open[1].Span}, model.Doubtful)
	}
	return looked
}

// leastMade is how many open tasks must have made their files for nobody to have ticked them.
const leastMade = 2
