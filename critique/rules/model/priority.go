package model

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Priority returns the MoSCoW priority a cell or field names, or "": also where it
// still offers all of them.
func Priority(text string) string {
	if Unchosen(text) {
		return ""
	}
	text = strings.ToLower(strings.Trim(text, " *`[]_"))
	first := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" (（/,，:：-–—", r) })
	if len(first) == 0 {
		return ""
	}
	switch first[0] {
	case "must", "m", "p0", "critical", "high", "mandatory", "essential", "必须", "必需", "高", "必备", "必须有", "必做", "必选", "必要":
		return "must"
	case "should", "s", "p1", "medium", "应该", "应当", "中", "应有":
		return "should"
	case "could", "c", "p2", "p3", "low", "may", "nice", "optional", "可以", "低", "可选", "可有", "可做":
		return "could"
	case "won't", "wont", "won’t", "w", "不做", "暂不", "不会有":
		return "wont"
	}
	return ""
}

var priorityLabel = pattern.New(`(?i)(?:priority|moscow|优先级|等级)[*_\s]*[:：][*_\s]*([\p{L}\d'’]+(?:\s*(?:\\?\||/)\s*[\p{L}\d'’]+){0,4})|[\[(（](must|should|could|won'?t|p[0-3]|mandatory|optional|必须|必做|必备|应该|应有|可选|暂不)(?:[ -]have)?[\])）]|[\[(（](must|should|could|won'?t)(?:[ -]have)?\s*[,;，；][^()（）\n]{1,40}[\])）]`)

// PriorityField reads "Priority: Must" or "(Must)" in a definition's own words.
func PriorityField(text string) string {
	for _, m := range priorityLabel.FindAllStringSubmatch(text[:min(len(text), 4000)], 8) {
		if p := FirstPriority(Priority(m[1]), Priority(m[2]), Priority(m[3])); p != "" {
			return p
		}
	}
	return ""
}

// codes are what a heading ends with that gives goals and a priority by letters: "Morning weight — B, M", "Morning weight (M, G-1)".
var codes = pattern.New(`\s(?:[—–-]\s|[(（\[])((?:[A-Z]{1,2}-?\d{0,2}(?:[,;/，；、]\s?|\s|$|[)）\]]$)){1,6})$`)

// Codes returns the letters that a heading ends with, behind a dash or in brackets, and the priority that is one of them.
func Codes(title string) (all []string, priority string) {
	m := codes.FindStringSubmatch(strings.TrimSpace(title))
	if m == nil {
		return nil, ""
	}
	all = strings.FieldsFunc(m[1], func(r rune) bool { return strings.ContainsRune(",;/ ，；、)）]", r) })
	for _, at := range []int{len(all) - 1, 0} { // goals stand before it, or behind it
		if priority = Priority(all[at]); priority != "" {
			return slices.Delete(all, at, at+1), priority
		}
	}
	return all, ""
}

// SectionPriority reads the priority of a heading such as "Must Have".
func SectionPriority(s *document.Section) string {
	for ; s != nil; s = s.Parent {
		if p := Priority(s.Title); len(s.Title) > 3 && len(s.Title) < 40 && p != "" && !levelled.MatchString(s.Title) {
			return p
		}
	}
	return ""
}

// levelled is a heading that grades something else, such as "High-Level Requirements".
var levelled = pattern.New(`(?i)\b(?:high|medium|low)[- ](?:level|risk|impact|effort|cost|latency)|\bcritical (?:path|issues?|risks?)|\bessential (?:files?|reading|terms?)`)

// FirstPriority returns the first priority that is given.
func FirstPriority(found ...string) string {
	for _, p := range found {
		if p != "" {
			return p
		}
	}
	return ""
}
