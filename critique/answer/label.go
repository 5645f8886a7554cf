package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"discussd/critique"
	"discussd/critique/answer/markup"
	"discussd/critique/answer/relevance"
	"discussd/internal/text/pattern"
)

var (
	// labels are the places of a severity before a text, each captured: in brackets, in bold or as code, behind its
	// name, or before a colon or, in capitals, a dash.
	labels = []*pattern.Pattern{
		pattern.New(`^[*_` + "`" + `]*[\[(【（〔「]\s*([^\[\](){}【】（）〔〕「」]{1,60}?)\s*[\])】）〕」][*_` + "`" + `]*\s*(?:[:：]|[-–—]\s|\|)?\s*`),
		pattern.New(`(?i)^[*_]*(?:severity|priority|严重程度|严重性|优先级)[*_]*\s*[:：][*_]*\s*[*_\[]*([a-z0-9]{2,13}|[\p{Han}]{1,3})[*_\]]*\s*(?:[.,;|。，；]|[-–—]\s|--\s)\s*`),
		pattern.New(`^(?:\*\*|__)([^*_]{1,60}?)(?:\*\*|__)\s*(?:[:：]|[-–—|]\s|--\s)?\s*`),
		pattern.New("^`([^`\n]{1,20})`\\s*(?:[:：]|[-–—|]\\s)?\\s*"),
		pattern.New(`^([A-Z][A-Za-z0-9]{1,9}(?: (?:severity|priority|Severity|Priority|risk|Risk))?|[高中低]|严重|致命)\s+(?:[-–—|]|--)\s+`),
		pattern.New(`^[*_` + "`" + `]*([^:：\n*_]{1,60}?)[*_` + "`" + `]*\s*(?:[:：][*_` + "`" + `:：]*\s+|：[*_` + "`" + `:：]*|[:：]$)`),
	}
	// behind is a severity in brackets behind a text, or behind its title.
	behind = pattern.New(`[\[(【（]\s*([^\[\](){}【】（）]{1,40}?)\s*[\])】）][*_]*\s*(?:[.。!；;]?\s*$|[:：]|[-–—]\s)`)
	// outright is a severity that is called one: it may stand anywhere.
	outright = pattern.New(`(?i)(?:\bseverity(?: level)?|严重程度|严重性|严重级别|嚴重程度)[*_` + "`" + `]*\s*[:：=]\s*[*_` + "`" + `\[(【]*\s*([a-z0-9]{2,13}|[\p{Han}]{1,4})`)
)

// readLabel splits what says how much it weighs from a text; the severity is "" where nothing does.
func readLabel(text string) (said critique.Severity, rest string) {
	const signs = "🔴🚨⛔🛑🟠🟡🟢🔵⚪⚠❗❌✅💡\ufe0f \t" // they say nothing before a text
	rest = strings.TrimLeft(text[len(markup.Bullet.FindString(text)):], signs)
	kept := ""
	for range 3 {
		head, body := cutLabel(rest)
		if s := labelled(head); s != "" {
			said = heavier(said, s)
		} else if isTag(head) {
			kept += strings.TrimSuffix(rest, body) // what it is about, before what it weighs
		} else {
			break
		}
		rest = strings.TrimLeft(body, signs)
	}
	rest = strings.TrimSpace(kept + rest)
	if said != "" && strings.Count(rest, "**")%2 == 1 { // the other half went with the label
		rest = strings.Replace(rest, "**", "", 1)
	}
	if said == "" {
		said, rest = readBehind(rest)
	}
	if at := outright.FindStringSubmatchIndex(rest); at != nil && !quoted(rest[:at[0]]) {
		said = heavier(said, severity(levelNames()[plainName(rest[at[2]:at[3]])]))
	}
	if rest == "" || said == "" {
		return said, text
	}
	return said, rest
}

// cutLabel cuts off what stands in the place of a label, "" where nothing does.
func cutLabel(text string) (head, rest string) {
	for _, p := range labels {
		if at := p.FindStringSubmatchIndex(text); at != nil {
			return text[at[2]:at[3]], text[at[1]:]
		}
	}
	return "", text
}

// readBehind reads a severity behind a text or its title. "(high)" in small letters is not one.
func readBehind(text string) (said critique.Severity, rest string) {
	const longestTitle = 160 // bytes
	for _, at := range behind.FindAllStringSubmatchIndex(text, maxTargets) {
		inside := text[at[2]:at[3]]
		loud := inside != strings.ToLower(inside) || inside == strings.ToUpper(inside) || strings.ContainsAny(inside, ":： ")
		if said = labelled(inside); said != "" && loud && (at[1] == len(text) || at[0] <= longestTitle) {
			return said, strings.TrimSpace(strings.TrimRight(text[:at[0]], " *_") + strings.TrimLeft(text[at[3]:], "])】）*_ "))
		}
	}
	return "", text
}

// quoted tells whether a text ends in the mark that opens a quotation.
func quoted(before string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, "*_ "))
	return strings.ContainsRune("\"'`“‘「『", last) && before != ""
}

// labelled reads the inside of a label: levels, IDs and categories, and at most two levels.
func labelled(text string) (said critique.Severity) {
	text = strings.Trim(text, " *_`:：")
	if said, _ = weightOf(text); said != "" {
		return said
	}
	named := map[critique.Severity]bool{}
	for piece := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("[]()（）【】/|,，、;；:：·•+–—\t", r) }) {
		switch one, _ := weightOf(piece); {
		case one != "":
			named[one], said = true, heavier(said, one)
		case plainName(piece) != "" && !isTag(piece):
			return ""
		}
	}
	if len(named) > 2 {
		return ""
	}
	return said
}

var (
	// levelNouns are what a level may be called before and behind itself.
	levelNouns   = pattern.New(`(?i)^\s*(?:severity|priority|sev|level|risk)?\s*[:：=]?\s*(.+?)(?:[\s_-]*(?:severity|priority|risks?|issues?|findings?|problems?|concerns?|gaps?|weakness(?:es)?|defects?|bugs?|items?|comments?|points?|observations?|level|优先级|级别|级|风险|问题|缺陷|不足|发现|意见|项|等级|程度))*\s*$`)
	chineseLevel = pattern.New(`^(?:严重程度|严重性|严重级别|优先级|级别|等级)\s*[:：为]?\s*`)
	// remark may stand behind the name of a list: a count, or what is to be done.
	remark = pattern.New(`(?i)\s*(?:[（(\[][^()（）\[\]]{0,60}[)）\]]|[:：]?\s*\d{1,3}|[-–—:：]\s.{0,60}|\b(?:found|identified|to fix|to address|requiring \pL+|that (?:must|need|should|block)\b.{0,40}))\s*$`)
)

// weightOf returns how much something weighs by its name: "P1 issue", "严重问题", "must fix". A mere
// level such as "high" is not certainly the name of a list.
func weightOf(name string) (said critique.Severity, certain bool) {
	const vagueLevels = " average normal mid middle extreme 普通 适中 s0 s1 s2 s3 " // words for a level that say another thing just as often.
	const longest = 120                                                         // bytes
	if len(name) > longest {
		return "", false
	}
	name = strings.Trim(name, " *_`#:：!！【】[]")
	for range 2 {
		if group, known := groupNames()[plainName(name)]; known {
			return severity(group), true
		}
		parts := levelNouns.FindStringSubmatch(chineseLevel.ReplaceAllString(name, ""))
		if parts != nil && !strings.Contains(vagueLevels, " "+plainName(parts[1])+" ") {
			if level, known := levelNames()[plainName(parts[1])]; known {
				return severity(level), parts[1] != name
			}
		}
		bare := strings.TrimRight(remark.ReplaceAllString(name, ""), " *_:：")
		if bare == name {
			break
		}
		name = bare
	}
	return "", false
}

// isTag tells whether a label says what a text is about: an ID, a number or a category.
func isTag(text string) bool {
	text = strings.Trim(text, " *_`")
	if text == "" {
		return false
	}
	name := plainName(text)
	return relevance.Identifier.FindString(text) == text || strings.Trim(name, "0123456789") == "" ||
		categoryNames()[name] != "" || slices.Contains(critique.Categories[:], name)
}

// categoryNames leads from other words to the categories of points.
var categoryNames = look("categories")

// category maps what an answer calls a category to the closed list, or to "other".
func category(text string) string {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" -_/|,&、", r) }) {
		word = plainName(word)
		if slices.Contains(critique.Categories[:], word) {
			return word
		}
		if name, ok := categoryNames()[word]; ok {
			return name
		}
	}
	return "other"
}

var (
	// levelNames leads from words to the four levels, of severity and of risk alike.
	levelNames = look("levels")
	// groupNames leads from what a list of findings is called, such as "must fix", to their level.
	groupNames = look("groups")
	// holders are what an object may call the level that it holds.
	holders = look("holders")
)

var levels = []string{"low", "medium", "high", "critical"}

// level reads one of the four levels, the heavier of two; three or more are no choice.
func level(text string) string {
	plain := plainName(text)
	for _, name := range []string{plain, chineseNouns.Replace(plain)} {
		if name, ok := levelNames()[name]; ok {
			return name
		}
	}
	named, heaviest := map[string]bool{}, -1
	for word := range strings.FieldsFuncSeq(notLevel.ReplaceAllString(text, " "), func(r rune) bool { return strings.ContainsRune(" -–/|,、()（）:：*~至到", r) }) {
		if name, ok := levelNames()[plainName(word)]; ok {
			named[name] = true
			heaviest = max(heaviest, slices.Index(levels, name))
		}
	}
	if heaviest < 0 || len(named) > 2 {
		return ""
	}
	return levels[heaviest]
}

var (
	// notLevel is a level that is denied.
	notLevel = pattern.New(`(?i)\b(?:not|no|non|never|nothing|isn['’]t|below|under)[ -](?:very |too |a |yet )?\pL+`)
	// chineseNouns are what a level is called beside itself where no space divides words.
	chineseNouns = strings.NewReplacer("风险", "", "等级", "", "级别", "", "程度", "", "整体", "", "总体", "", "属于", "", "为", "")
)

// riskLevel reads the worst level of what may be a word, a sentence, a list or an object.
func riskLevel(values ...any) (worst string) {
	for _, value := range values {
		said := ""
		switch value := value.(type) {
		case string:
			said = level(tidy(value, maxKey))
		case []any:
			said = riskLevel(value...)
		case map[string]any:
			said = riskLevel(named(value, holders())["level"]...)
		}
		worst = worse(worst, said)
	}
	return worst
}

func worse(a, b string) string {
	if slices.Index(levels, b) > slices.Index(levels, a) {
		return b
	}
	return a
}

func severity(level string) critique.Severity { return critique.Severity(strings.ToUpper(level)) }
