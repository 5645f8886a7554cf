package answer

import (
	"strings"

	"discussd/critique"
	"discussd/internal/text/pattern"
)

// weighted is an entry of a list whose name says how much its entries weigh.
type weighted struct {
	entry    any
	severity critique.Severity
}

// groups says how much lists weigh that are named by more than a level. The first
// that matches counts.
var groups = []struct {
	severity critique.Severity
	named    *pattern.Pattern
}{
	{critique.Low, pattern.New(`(?i)^(?:non|not)[- _]?blocking|^nits?$|^nit[- _]?picks?$|^(?:minor|small|low)[- _]?(?:nits?|nit[- _]?picks?|comments?|remarks?)$|^非阻塞|^不阻塞`)},
	{critique.Critical, pattern.New(`(?i)^(?:(?:merge|release)[- _]?)?block(?:ers?|ing)(?:[- _]?(?:issues?|findings?|problems?|comments?|items?|concerns?))?$|^show[- _]?stoppers?$|^阻塞(?:项|性问题|问题|点)?$|^阻断(?:项|性问题|问题)?$`)},
	{critique.High, pattern.New(`(?i)^must[- _]?(?:be[- _]?)?(?:fix(?:ed|es)?|chang(?:e|ed|es)|address(?:ed)?|resolv(?:e|ed)|do)(?:[- _]?(?:issues?|findings?|problems?|items?|first|before .{1,30}|prior to .{1,30}|now|immediately))?$|^(?:required|mandatory)[- _](?:changes?|fixes|corrections?|revisions?)$|^(?:必须|必需|必要|需要?立即|强制)(?:修改|修复|解决|改正|整改|处理|更改)(?:项|的?问题|内容)?$|^必改(?:项)?$`)},
	{critique.Medium, pattern.New(`(?i)^should[- _]?(?:be[- _]?)?(?:fix(?:ed)?|chang(?:e|ed)|address(?:ed)?|resolv(?:e|ed))(?:[- _]?(?:issues?|items?|soon))?$|^warnings?$|^警告$|^(?:应该?|建议)(?:修改|修复|解决)(?:项|的?问题)?$`)},
}

// levelGroup matches "critical issues" and the like; one with a count or a remark
// behind it is the same.
var (
	levelGroup        = pattern.New(`(?i)^([\pL\d]{1,13}?)[- _]?(?:severity|priority|risk|impact)?[- _]?(?:issues?|findings?|problems?|concerns?|gaps?|weakness(?:es)?|defects?|bugs?|items?|observations?|blockers?|comments?|points?)?$`)
	chineseLevelGroup = pattern.New(`^([\p{Han}]{1,4}?)(?:优先级|级别|级|风险|性)?(?:的)?(?:问题|缺陷|不足|项|发现|意见|缺口)?$`)
	groupRemark       = pattern.New(`(?i)\s*(?:[（(\[][^()（）\[\]]{0,60}[)）\]]|[:：]?\s*\d{1,3}|[-–—:：]\s.{0,60}|\b(?:found|identified|to fix|to address|requiring \pL+|that (?:must|need|should|block)\b.{0,40}))\s*$`)
)

// severityOf returns how much the entries of a list weigh, going by its name, or "".
func severityOf(name string) critique.Severity {
	const longest = 120 // bytes
	if len(name) > longest {
		return ""
	}
	name = strings.Trim(name, " *_`#:：!！【】[]")
	for range 2 {
		for _, group := range groups {
			if group.named.MatchString(name) {
				return group.severity
			}
		}
		if level := groupLevel(name); level != "" {
			return level
		}
		shorter := strings.TrimRight(groupRemark.ReplaceAllString(name, ""), " *_:：")
		name = shorter
	}
	return ""
}

// groupLevel reads a level and what it is a level of; a level alone is none.
func groupLevel(name string) critique.Severity {
	for _, p := range []*pattern.Pattern{levelGroup, chineseLevelGroup} {
		if parts := p.FindStringSubmatch(name); parts != nil && parts[1] != name {
			if level, ok := labelLevel(parts[1]); ok {
				return critique.Severity(strings.ToUpper(level))
			}
		}
	}
	return ""
}

// isLevelWord tells whether a name is a level and nothing else.
func isLevelWord(name string) bool {
	level, ok := levelNames()[plainName(name)]
	return ok && level != "" && !strings.Contains(vagueLevels, " "+plainName(name)+" ")
}

// isGroup tells whether a value can be a list of points.
func isGroup(value any) bool {
	switch value.(type) {
	case []any, map[string]any, string:
		return true
	}
	return false
}

// grouped returns the entries of the lists of an object that are named by how much
// their entries weigh.
func grouped(fields map[string]any) []any {
	var all []any
	for _, key := range sortedKeys(fields) {
		severity := severityOf(key)
		if list, isList := fields[key].([]any); severity == "" && isList && isLevelWord(key) {
			all = append(all, weigh(list, critique.Severity(strings.ToUpper(levelNames()[plainName(key)])))...)
			continue
		}
		if severity != "" && fieldNames()[plainName(key)] == "" && isGroup(fields[key]) {
			all = append(all, weigh(fields[key], severity)...)
		}
	}
	return all
}

// weigh gives the entries of a list their weight. A number is no entry, but how
// many there are.
func weigh(list any, severity critique.Severity) []any {
	var all []any
	for _, entry := range entries(list) {
		switch entry.(type) {
		case string, map[string]any:
			all = append(all, weighted{entry, severity})
		case weighted:
			all = append(all, entry)
		}
	}
	return all
}

// unweighted returns entries without the weight that their list gave them.
func unweighted(list []any) []any {
	for i, entry := range list {
		if w, is := entry.(weighted); is {
			list[i] = w.entry
		}
	}
	return list
}
