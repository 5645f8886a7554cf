package kiro

import (
	"fmt"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	numbered   = pattern.New(`^\s*(?:[-*]\s+)?[*]{0,2}[\d.]+[.)、．:]?\*{0,2}[.):]?\s+\**`)
	trigger    = pattern.New(`(?i)^(?:WHEN(?:EVER)?|IF|WHILE|WHERE)\b|^(?:当|如果|若)`)
	otherForm  = pattern.New(`[\p{Hiragana}\p{Katakana}\p{Hangul}\p{Cyrillic}]`)
	english    = pattern.New(`(?i)\b(?:the|are|be|when|with|and|by|should)\b|\p{Han}`)
	unfinished = pattern.New(`(?:\bSHALL|\bWHEN|\bIF|\bTHEN|\bWHILE|\bWHERE|\bTHE|\bshall|(?:系统|平台|应用|服务)(?:应当?|必须|须))$`)
	headless   = pattern.New(`^(?:SHALL|THEN)\b`)
	stateLate  = pattern.New(`^WHEN\b.*\bWHILE\b.*\bSHALL\b`)
	noSubject  = pattern.New(`^(?:WHEN|IF|WHILE|WHERE)\s+([a-z][a-z ]*)\bSHALL\b`)
	subject    = pattern.New(`(?i)\b(?:then|the|an?|it|they|he|she|system|app|application|service|each|all|any|no|this|that)\b`)
	obliging   = pattern.New(`(?i)\b(?:shall|must)\b`)
	weak       = pattern.New(`(?i)\bshould\b`)
)

// notEARS says what is wrong with the form of a criterion, "" when nothing is. It is sure where the
// words that are there show it, and not only one that is missing.
func notEARS(s *model.Session, text string, firmly bool) (why model.Note, sure bool) {
	text = strings.TrimRight(numbered.ReplaceAllString(text, ""), " *_.。")
	said := noSubject.FindStringSubmatch(text)
	switch {
	case unfinished.MatchString(text):
		return s.Say("stops in the middle, at \""+unfinished.FindString(text)+"\"", "在“"+unfinished.FindString(text)+"”处中断"), true
	case headless.MatchString(text):
		return s.Say("begins with "+headless.FindString(text)+": what comes before it is missing", "以 "+headless.FindString(text)+" 开头：缺少其前的部分"), true
	case stateLate.MatchString(text):
		return s.Say("has WHEN before WHILE: EARS names the state first", "WHEN 在 WHILE 之前：EARS 先写状态"), false
	case said != nil && !subject.MatchString(said[1]):
		return s.Say("does not say who shall do it: neither THEN nor THE stands before SHALL", "没有写明由谁执行：SHALL 之前既无 THEN 也无 THE"), false
	case shall.MatchString(text) && !(firmly && weak.MatchString(text) && !obliging.MatchString(text)):
		return "", false
	case weak.MatchString(text):
		return s.Say("says \"should\" and not SHALL", "用的是 should 而不是 SHALL"), false
	case trigger.MatchString(text):
		return s.Say("begins with "+trigger.FindString(text)+" and does not say what shall happen", "以“"+trigger.FindString(text)+"”开头，却没有写明系统应当如何"), false
	}
	return s.Say("does not say what shall happen", "没有写明系统应当如何"), false
}

// malformed is about criteria that are not of the form of EARS, as others are. Where they are many
// it is the way of the whole file, and said once.
func malformed(s *model.Session, d *document.Document, hit native.Hit) bool {
	var all []criterion
	for _, r := range demandsOf(d) {
		all = append(all, r.criteria...)
	}
	firm := 0
	for _, one := range all {
		if obliging.MatchString(whole(d, one.line)) {
			firm++
		}
	}
	type flaw struct {
		criterion
		why model.Note
	}
	var found []flaw
	for _, one := range all {
		text := whole(d, one.line)
		why, sure := notEARS(s, text, firm*5 >= len(all)*4 || firm == 0)
		switch {
		case why == "" || sure && (otherForm.MatchString(text) || goesOn(d, one.line, text)):
		case sure:
			hit(d, one.line.Span, s.Say("criterion "+one.id, "验收标准 "+one.id), why)
		default:
			found = append(found, flaw{one, why})
		}
	}
	if len(found) > max(4, len(all)/5) || len(found)*2 > len(all) {
		read := 0 // of a language whose words are known here
		for _, f := range found {
			if t := whole(d, f.line); english.MatchString(t) && !otherForm.MatchString(t) {
				read++
			}
		}
		if read*2 >= len(found) {
			hit(d, found[0].line.Span, s.Say(fmt.Sprintf("%d of %d criteria", len(found), len(all)), fmt.Sprintf("%d 条验收标准中有 %d 条", len(all), len(found))),
				s.Say("are not of the form of EARS (… SHALL …), this one first", "不符合 EARS 形式（……应……），这是第一条"), model.Doubtful)
		}
		return len(all) > 0
	}
	for _, f := range found {
		hit(d, f.line.Span, s.Say("criterion "+f.id, "验收标准 "+f.id), f.why, model.Doubtful)
	}
	return len(all) > 1
}

// goesOn tells whether what follows a criterion is indented below it, as a list of what shall happen is.
func goesOn(d *document.Document, first frameworks.Line, text string) bool {
	rest := strings.TrimLeft(d.Text[min(first.Start+len(text), len(d.Text)):], "\r\n")
	return len(rest)-len(strings.TrimLeft(rest, " \t")) > len(first.Text)-len(strings.TrimLeft(first.Text, " \t"))
}
