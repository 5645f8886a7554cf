package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"discussd/critique"
	"discussd/critique/pattern"
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
	rest = symbol(text[len(bullet.FindString(text)):], &drawn)
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

// kinds lists the labels of Conventional Comments and their like, and the list
// that each belongs to.
var kinds = map[string]string{
	"praise": fieldStrengths, "strength": fieldStrengths, "positive": fieldStrengths, "kudos": fieldStrengths, "表扬": fieldStrengths, "优点": fieldStrengths, "亮点": fieldStrengths,
	"nitpick": fieldSuggestions, "nit": fieldSuggestions, "suggestion": fieldSuggestions, "thought": fieldSuggestions, "polish": fieldSuggestions,
	"typo": fieldSuggestions, "quibble": fieldSuggestions, "optional": fieldSuggestions, "建议": fieldSuggestions, "可选": fieldSuggestions,
	"question": fieldQuestions, "疑问": fieldQuestions, "提问": fieldQuestions,
	"issue": fieldWeaknesses, "todo": fieldWeaknesses, "chore": fieldWeaknesses, "bug": fieldWeaknesses, "problem": fieldWeaknesses, "finding": fieldWeaknesses,
	"concern": fieldWeaknesses, "weakness": fieldWeaknesses, "问题": fieldWeaknesses, "缺陷": fieldWeaknesses, "不足": fieldWeaknesses,
}

// readLabel reads the inside of a label: levels, kinds and categories beside them,
// and nothing else.
func readLabel(text string) (l label, ok bool) {
	text = strings.Trim(text, " *_`:：")
	if level, ok := labelLevel(text); ok {
		l.weigh(level)
		return l, true
	}
	if severity := severityOf(text); severity != "" && kinds[plainName(text)] == "" {
		l.severity = severity
		return l, true
	}
	known := false
	levels := map[string]bool{}
	for piece := range strings.FieldsFuncSeq(text, isDivider) {
		piece = strings.TrimSpace(piece)
		name := plainName(piece)
		switch level, isLevel := labelLevel(piece); {
		case name == "":
		case isLevel:
			l.weigh(level)
			levels[level], known = true, true
		case name == "nonblocking" || name == "ifminor" || name == "非阻塞" || name == "不阻塞":
			l.severity, known = critique.Low, true
		case kinds[name] != "":
			l.field, known = kinds[name], true
		case !isTag(piece):
			return label{}, false
		}
	}
	if l.field == fieldSuggestions && l.severity.Weight() >= critique.High.Weight() {
		l.field = fieldWeaknesses // a suggestion that blocks is none
	}
	return l, known && len(levels) <= 2 // else it lists the levels
}

func isDivider(r rune) bool {
	return strings.ContainsRune("[]()（）【】/|,，、;；:：·•+–—", r) || r == '\t'
}

// labelNouns are what a level may be called beside itself.
var labelNouns = pattern.New(`(?i)^\s*(?:severity|priority|sev|level|risk)?\s*[:：=]?\s*(.+?)(?:[\s-]*(?:severity|priority|risks?|issues?|findings?|problems?|concerns?|gaps?|weakness(?:es)?|defects?|bugs?|level|优先级|级别|级|风险|问题|缺陷|不足|项|等级|程度))*\s*$`)

var calledLevel = pattern.New(`severity|priority|block`)

var chineseNoun = pattern.New(`^(?:严重程度|严重性|严重级别|优先级|级别|等级)\s*[:：为]?\s*`)

// vague are words for a level that say another thing just as often.
const vagueLevels = " average normal mid middle extreme 普通 适中 s0 s1 s2 s3 "

// labelLevel reads a level that is all that a label says.
func labelLevel(text string) (level string, ok bool) {
	const longest = 60
	if len(text) > longest {
		return "", false
	}
	text = chineseNoun.ReplaceAllString(strings.Trim(text, " *_`!！"), "")
	if level, ok = levelNames()[plainName(text)]; ok && !strings.Contains(vagueLevels, " "+plainName(text)+" ") {
		return level, true
	}
	parts := labelNouns.FindStringSubmatch(text)
	if parts == nil {
		return "", false
	}
	name := plainName(parts[1])
	if strings.Contains(vagueLevels, " "+name+" ") {
		return "", false
	}
	level, ok = levelNames()[name]
	return level, ok
}

// isTag tells whether a label says what a text is about: an ID, a number or a category.
func isTag(text string) bool {
	text = strings.Trim(text, " *_`")
	if identifier.FindString(text) == text && text != "" {
		return true
	}
	name := plainName(text)
	if strings.Trim(name, "0123456789") == "" {
		return true
	}
	_, known := categoryNames()[name]
	return known || slices.Contains(critique.Categories[:], name)
}
