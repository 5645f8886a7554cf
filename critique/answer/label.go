package answer

import (
	"strings"
	"unicode/utf8"

	"discussd/critique"
	"discussd/critique/answer/markup"
	"discussd/internal/text/pattern"
)

// label is what is written before or behind a text in place of fields: how much
// it weighs, and what it is.
type label struct {
	severity critique.Severity // "" when nothing says
	field    string            // the list it belongs to, "" when nothing says
}

func (l *label) weigh(level string) {
	if s := critique.Severity(strings.ToUpper(level)); s.Weight() > l.severity.Weight() {
		l.severity = s
	}
}

var (
	// A severity or a kind stands in brackets or in bold, or before a colon; before
	// a dash only in capitals: in "high - and low - tides" nothing is labelled.
	bracketed = pattern.New(`^[*_` + "`" + `]*[\[(【（〔「]\s*([^\[\](){}【】（）〔〕「」]{1,60}?)\s*[\])】）〕」][*_` + "`" + `]*\s*(?:[:：]|[-–—]\s|\|)?\s*`)
	headed    = pattern.New(`(?i)^[*_]*(?:severity|priority|严重程度|严重性|优先级)[*_]*\s*[:：][*_]*\s*[*_\[]*([a-z0-9]{2,13}|[\p{Han}]{1,3})[*_\]]*\s*(?:[.,;|。，；]|[-–—]\s|--\s)\s*`)
	coded     = pattern.New("^`([^`\n]{1,20})`\\s*(?:[:：]|[-–—|]\\s)?\\s*")
	bold      = pattern.New(`^(?:\*\*|__)([^*_]{1,60}?)(?:\*\*|__)\s*(?:[:：]|[-–—|]\s|--\s)?\s*`)
	colon     = pattern.New(`^[*_` + "`" + `]*([^:：\n*_]{1,60}?)[*_` + "`" + `]*\s*[:：][*_` + "`" + `]*(?:\s+|$|[^\s\d/])`)
	dashed    = pattern.New(`^([A-Z][A-Za-z0-9]{1,9}(?: (?:severity|priority|Severity|Priority|risk|Risk))?|[高中低]|严重|致命)\s+(?:[-–—|]|--)\s+`)
	// Behind a text or its title stand brackets, or a dash and capitals.
	behind   = pattern.New(`[\[(【（]\s*([^\[\](){}【】（）]{1,40}?)\s*[\])】）][*_]*\s*(?:[.。!；;]?\s*$|[:：]|[-–—]\s)`)
	atTheEnd = pattern.New(`\s(?:[-–—|]|--)\s+\**([A-Z]{3,8}|P[0-4])\**\.?$`)
	// Said outright it may stand anywhere.
	outright = pattern.New(`(?i)(?:\bseverity(?: level)?|严重程度|严重性|严重级别|嚴重程度)[*_` + "`" + `]*\s*[:：=]\s*[*_` + "`" + `\[(【]*\s*([a-z0-9]{2,13}|[\p{Han}]{1,4})`)
)

// readLabels splits the labels from a text.
func readLabels(text string) (l label, rest string) {
	var drawn label // what a sign says, which a word beside it overrules
	rest = symbol(text[len(markup.Bullet.FindString(text)):], &drawn)
	kept := ""
	for range 3 {
		head, behindHead, found := cutHead(rest)
		if !found {
			break
		}
		if read, ok := readLabel(head); ok {
			l.weigh(strings.ToLower(string(read.severity)))
			if l.field == "" {
				l.field = read.field
			}
			rest = symbol(behindHead, &drawn)
			continue
		}
		if !isTag(head) {
			break
		}
		kept += strings.TrimSuffix(rest, behindHead) // what it is about, before what it weighs
		rest = behindHead
	}
	rest = strings.TrimSpace(kept + rest)
	if l != (label{}) && strings.Count(rest, "**")%2 == 1 { // the other half went with the label
		rest = strings.Replace(rest, "**", "", 1)
	}
	if l.severity == "" {
		rest = l.readBehind(rest)
	}
	if said := outright.FindStringSubmatchIndex(rest); said != nil && !quoted(rest[:said[0]]) {
		l.weigh(levelNames()[plainName(rest[said[2]:said[3]])])
	}
	if l.severity == "" {
		l.severity = drawn.severity
	}
	if rest == "" || l == (label{}) {
		return l, text
	}
	return l, rest
}

// quoted tells whether a text ends in the mark that opens a quotation.
func quoted(before string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, "*_ "))
	return strings.ContainsRune("\"'`“‘「『", last) && before != ""
}

// cutHead cuts off what stands in the place of a label.
func cutHead(text string) (head, rest string, found bool) {
	for _, p := range []*pattern.Pattern{bracketed, headed, bold, coded, dashed} {
		if at := p.FindStringSubmatchIndex(text); at != nil {
			return text[at[2]:at[3]], text[at[1]:], true
		}
	}
	if at := colon.FindStringSubmatchIndex(text); at != nil {
		rest = text[at[3]:]
		rest = strings.TrimLeft(rest, "*_`:： \t")
		return text[at[2]:at[3]], rest, true
	}
	return "", "", false
}

// readBehind reads a severity behind a text, or behind its title.
func (l *label) readBehind(text string) (rest string) {
	const longestTitle = 160 // bytes
	for _, at := range behind.FindAllStringSubmatchIndex(text, maxTargets) {
		inside := text[at[2]:at[3]]
		ends := strings.Trim(text[at[3]+1:at[1]], ")]】）*_ .。!；;") == "" && at[1] == len(text)
		if read, ok := readLabel(inside); ok && read.severity != "" && read.field == "" && (ends || at[0] <= longestTitle) && !isLower(inside) {
			l.severity = read.severity
			return strings.TrimSpace(strings.TrimRight(text[:at[0]], " *_") + strings.TrimLeft(text[at[3]:], "])】）*_ "))
		}
	}
	if at := atTheEnd.FindStringSubmatchIndex(text); at != nil {
		if level, ok := labelLevel(text[at[2]:at[3]]); ok {
			l.weigh(level)
			return text[:at[0]]
		}
	}
	return text
}

// isLower tells whether a text is in small letters and not called a severity:
// "(high)" is more often a word of the sentence.
func isLower(text string) bool {
	return text == strings.ToLower(text) && text != strings.ToUpper(text) && !calledLevel.MatchString(text)
}

// symbol takes the signs off the beginning of a text, some of which weigh.
func symbol(text string, l *label) string {
	rest := strings.TrimLeft(text, " \t")
	for len(rest) > 0 {
		switch {
		case strings.HasPrefix(rest, "🔴"), strings.HasPrefix(rest, "🚨"), strings.HasPrefix(rest, "⛔"), strings.HasPrefix(rest, "🛑"), strings.HasPrefix(rest, "🟠"):
			l.weigh("high")
		case strings.HasPrefix(rest, "🟡"):
			l.weigh("medium")
		case strings.HasPrefix(rest, "🟢"), strings.HasPrefix(rest, "🔵"), strings.HasPrefix(rest, "⚪"):
			l.weigh("low")
		case strings.HasPrefix(rest, "⚠"), strings.HasPrefix(rest, "❗"), strings.HasPrefix(rest, "❌"), strings.HasPrefix(rest, "✅"), strings.HasPrefix(rest, "\ufe0f"), strings.HasPrefix(rest, "💡"):
		default:
			return rest
		}
		_, after, _ := strings.Cut(rest, firstRune(rest))
		rest = strings.TrimLeft(after, " \t")
	}
	return rest
}

func firstRune(text string) string {
	for i := range text {
		if i > 0 {
			return text[:i]
		}
	}
	return text
}
