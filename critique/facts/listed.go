package facts

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// miscounted reports counts that the list after them does not bear out: "five clinics:"
// before six names, "three steps:" before a list of four.
func (f *Found) miscounted(d *document.Document) {
	paragraphs := document.Paragraphs(d)
	for _, at := range append(paragraphs, itemSpans(d)...) {
		if codedNames(f, d, at); d.Foreign {
			continue
		}
		tableBeside(f, d, at)
		for _, sentence := range document.SentencesIn(d, at) {
			if q, from, ok := announced(f.words, d, sentence); ok {
				n := members(d, sentence, at, from, paragraphs, int(q.value))
				if n > 1 {
					f.look(Listed, d)
				}
				if n > 1 && slightlyOff(float64(n), q.value) && !together(f.words, d, sentence, q, n) { // else it is a list of something else
					f.report(Conflict{Listed, Place{d, sentence}, Place{d, sentence}, withNoun(d, q.Span, sentence.End), count(n)})
				}
			}
		}
	}
}

// slightlyOff tells whether a list has fewer or more than is said, and not half or twice as many: then it is a list of something else.
func slightlyOff(n, said float64) bool { return n != said && n < 2*said && said < 2*n }

// together tells whether all counts of a sentence are that many in all: "8 functional and 3 other requirements" above a list of 11.
func together(words lexicon, d *document.Document, sentence document.Span, q quantity, n int) bool {
	all := 0.0
	for _, one := range words.quantities(readable(d, sentence), sentence.Start) {
		if one.unit == q.unit && one.bound == Exact {
			all += one.value
		}
	}
	return all == float64(n) && all != q.value
}

// codedNames reports a count of names in code marks right behind it, in any language: "tres subcomandos: `a`, `b` y `c`".
func codedNames(f *Found, d *document.Document, at document.Span) {
	text := d.Slice(at)
	for _, m := range coded.FindAllStringSubmatchIndex(text, 4) {
		word := strings.ToLower(text[m[2]:m[3]])
		said, n := wordNumber(word), float64(len(inCode.FindAllString(text[m[4]:m[5]], -1)))
		if rest, _ := utf8.DecodeRuneInString(text[m[3]:]); said < 2 || word[0] < utf8.RuneSelf && unicode.IsLetter(rest) && !unicode.Is(unicode.Han, rest) || partial(text[:m[2]]) || ofName.MatchString(text[:m[2]]) || oneMore.MatchString(text[m[5]:]) || saidOfEach.MatchString(text[m[4]:m[5]]) {
			continue
		}
		if f.look(Listed, d); slightlyOff(n, said) {
			place := Place{d, sentenceAt(d, at, at.Start+m[2])}
			f.report(Conflict{Listed, place, place, withNoun(d, document.Span{Start: at.Start + m[2], End: at.Start + m[3]}, place.At.End), count(int(n))})
		}
	}
}

var (
	ofName = pattern.New(`\pL \p{Lu}[\pL+#]* $`) // JUnit 5
	// oneMore goes on behind the names in brackets with one more: "four modules (`a`, `b`, `c`) and the command".
	oneMore = pattern.New(`(?i)^[)）] (?:and|plus|und|et|y|e|en|och|og)\b`)
	// saidOfEach joins what is no name to the names that it is about: "`{ key, label }` for `a`, `b`".
	saidOfEach = pattern.New("` (?:for|of|in|to|as|by|on|at|are|is|für|von|de|pour|para|per) `")
	inCode     = pattern.New("`[^`\\n]{1,40}`")
	coded      = pattern.New("(?i)(?:^|[^\\pL\\d.,-])(?:one of )?(\\d{1,2}|" + strings.Join(slices.SortedFunc(maps.Keys(numerals), longestFirst), "|") + ")[个种项]?(?: ?(?:[\\pL-]+ ){0,2}[\\pL-]+)?(?::|：| ?[(（]) ?(`[^`\\n]{1,40}`(?: ?(?:[,、]|[,、]? ?\\pL{1,3}) ?`[^`\\n]{1,40}`){1,14})(?:[.。;；)）\\n]|$)")
)

// longestFirst orders words for an expression that takes the first that fits: tres before tre.
func longestFirst(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) }

// tableBeside reports a count in a paragraph that the rows of the table right below do not bear out: "a swap is in one
// of five states" above a table of states, "8 requirements in all" above a table whose rows are requirements. Of the one
// table of its section, or of the section before, it is a count that says it is of all: "There are seven states."
func tableBeside(f *Found, d *document.Document, at document.Span) {
	t, below := countedTable(d, at)
	if t == nil || at.Len() > longest {
		return
	}
	text := readable(d, at)
	title := ""
	if t.Section != nil {
		title = t.Section.Title
	}
	for _, q := range f.words.quantities(text, at.Start) {
		if q.unit != "" || len(q.noun) == 0 || q.bound != Exact || q.ends || q.value < 2 || q.value > 60 || q.value != math.Trunc(q.value) || q.before > 0 {
			continue
		}
		before := text[:q.Start-at.Start]
		if _, _, told := announced(f.words, d, sentenceAt(d, at, q.Start)); told || !below && !thereBe.MatchString(before) || partial(before) || spokenOf(text) || !names(f.words, t.Header[0].Text, q) && !(identified(d, t) && names(f.words, title, q) && allOf.MatchString(strings.ToLower(strings.TrimRight(before, " ")))) {
			continue
		}
		f.look(Listed, d)
		place := Place{d, sentenceAt(d, at, q.Start)}
		if n := rows(t); slightlyOff(float64(n), q.value) && !together(f.words, d, place.At, q, n) {
			f.report(Conflict{Listed, place, place, withNoun(d, q.Span, place.At.End), count(n)})
		}
		return
	}
}

// countedTable returns the table right below a paragraph, else the one of its section or of the section before.
func countedTable(d *document.Document, at document.Span) (only *document.Table, below bool) {
	next := after(d.Tables, at.End-1, func(t *document.Table) int { return t.Span.Start })
	if len(next) > 0 && strings.TrimSpace(d.Text[at.End:next[0].Span.Start]) == "" {
		return next[0], true
	}
	section := d.SectionAt(at.Start)
	if section == nil || section.Start == 0 {
		return nil, false
	}
	before := d.SectionAt(section.Start - 1)
	for _, t := range d.Tables {
		switch {
		case t.Section == nil || t.Section != section && t.Section != before:
		case only != nil:
			return nil, false
		default:
			only = t
		}
	}
	return only, false
}

// thereBe stands before a number of all there are, wherever they are listed.
var thereBe = pattern.New(`(?i)\b(?:there are|all|exactly|in total) $|共有?$`)

// allOf stands before a number of all there are.
var allOf = pattern.New(`(?i)\b(?:all|the|these|those|exactly|our|its|has|have|with|of|knows?|into|in|are|exist|defines?|provides?|offers?|exposes?)$|全部|所有|共|有|分为|这$`)

// withNoun is a count with what it counts.
func withNoun(d *document.Document, at document.Span, end int) string {
	rest := d.Text[at.End:max(at.End, min(end, at.End+40))]
	if cut := strings.IndexAny(rest, ":：,，.。;；|\n(（"); cut >= 0 {
		rest = rest[:cut]
	}
	for !utf8.ValidString(rest) && rest != "" {
		rest = rest[:len(rest)-1]
	}
	return oneLine(d.Slice(at) + strings.TrimRight(rest, " *_"))
}

// names tells whether a title is what a quantity counts.
func names(words lexicon, title string, q quantity) bool {
	if q.noun[0][0] >= 0x80 {
		return strings.Contains(simplified.Replace(title), firstLetters(q.noun[0], 2))
	}
	return lastNoun(words, title) == q.noun[len(q.noun)-1]
}

// identified tells whether each row of a table begins with an ID.
func identified(d *document.Document, t *document.Table) bool {
	return !slices.ContainsFunc(t.Rows, func(row []document.Cell) bool { return len(d.MentionsIn(row[0].Span)) == 0 })
}

// ordinal is a number that says which and not how many: 第二批, "all ## Level 2 headers", or of
// how many digits something is: 四位取餐码.
var ordinal = pattern.New(`第[一二三四五六七八九十百\d]+|[一二三四五六七八九十\d]+ ?位(?:数|小数|\p{Han}{0,4}[码号])|(?i)\b(?:level|version|phase|step|stage|tier|grade|round|part|chapter|epic|story|sprint|iteration|milestone|task|wave|release|option|week|day) \d+|(?:冲刺|迭代|阶段|里程碑|史诗|故事|任务|版本|方案|场景|附录|级别|等级) ?\d+|(?:^|[\s(（])0\d`)

// inBrackets is a name with a number of its own before a colon, "Technicians (9 people):".
var inBrackets = pattern.New(`[(（][^()（）]*\d[^()（）]*[)）][*_]*\s?[:：]$`)

// announced returns the count that a sentence gives of what it lists, and where the list
// begins: right after its only colon.
func announced(words lexicon, d *document.Document, at document.Span) (q quantity, from int, ok bool) {
	if at.Len() > longest {
		return q, 0, false
	}
	text := readable(d, at)
	if m := thereAre.FindStringSubmatchIndex(text); m != nil {
		if m[2] < 0 {
			m[2], m[3] = m[4], m[5]
		}
		word := strings.ToLower(text[m[2]:m[3]])
		q = quantity{value: numerals[word], Span: document.Span{Start: at.Start + m[2], End: at.Start + m[3]}}
		if n, err := strconv.Atoi(word); err == nil {
			q.value = float64(n)
		}
		return q, len(text), q.value >= 2 && q.value <= 40
	}
	from = -1
	lead := max(0, strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })) // behind an ID and its colon
	for i, r := range text {
		if i >= lead && (r == ':' || r == '：') {
			if from >= 0 {
				return q, 0, false // of two colons nobody knows which the list follows
			}
			from = i + utf8.RuneLen(r)
		}
	}
	if from < 0 && len(strings.Fields(text)) <= shortest && d.TableAfter(at.End) {
		from = len(text) // "There are three roles."
	}
	if from < 0 || from > 160 || inBrackets.MatchString(text[:from]) {
		return q, 0, false
	}
	if repaired.MatchString(text[:from]) || ordinal.MatchString(text[lead:from]) || condition(text[lead:]) || strings.Contains(text[:from], " + ") {
		return q, 0, false
	}
	counts := 0
	for _, one := range words.quantities(text[lead:from], at.Start+lead) {
		if slices.Contains(one.noun, "time") || slices.Contains(one.noun, "次") {
			return q, 0, false
		}
		if end := one.End - at.Start; one.value != math.Trunc(one.value) || strings.ContainsRune(d.Slice(one.Span), '.') || end < from && text[end] == '-' {
			return q, 0, false // of a version, of a numbered line, or of a word such as two-track
		}
		if afterName.MatchString(text[:one.Start-at.Start]) && len(one.noun) > 0 && one.noun[0][0] >= 0x80 {
			return q, 0, false // the version of what stands before it: "JUnit 5测试"
		}
		if one.unit == "" && (len(one.noun) > 0 || text[one.Start-at.Start] >= 0x80) && one.value >= 1 && one.value <= 40 {
			if partial(text[:one.Start-at.Start]) {
				return q, 0, false
			}
			q = one
			counts++
		} else if one.unit != "" {
			return q, 0, false
		}
	}
	return q, from, counts == 1 && q.value >= 2 && q.bound == Exact && heads(text[q.End-at.Start:from])
}

// afterName ends with a name in Latin letters.
var afterName = pattern.New(`[A-Za-z] ?$`)

// thereAre announces what the heading above names: "There are seven:".
var thereAre = pattern.New(`(?i)^[^\pL\pN]*(?:there are|these are|they are|we have|it has|we know|we use)(?: the following| exactly)? ([a-z]+|\d{1,2})(?: of them)?[^\pL\pN]*$|^[^\pL\pN]*共有? ?(\d{1,2}|\p{Han}) ?[个项种类][^\pL\pN]*$`)

// shortest is how many words a sentence has at most that announces a table without a colon.
const shortest = 7

// condition tells whether a sentence says under what circumstances the list holds, and
// announces none: "With two developers:".
func condition(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(text, " *_>-[]x")), " ")
	return slices.Contains([]string{"with", "for", "in", "after", "given", "when", "if", "within", "during", "before", "once"}, first)
}

// partial tells whether what stands before a number says that it is not all that is listed.
func partial(before string) bool {
	before = strings.ToLower(before)
	before = strings.ReplaceAll(before[max(0, len(before)-24):], "\n", " ")
	for _, word := range [...]string{"+", "at least ", "at most ", "up to ", "more than ", "first ", "one of ", "other ", "of the ", "of these ", "e.g", "for example", "至少", "至多", "最多", "其中", "例如", "前", "另外"} {
		if strings.Contains(before, word) && !strings.Contains(before, "first release") && !(word == "one of " && strings.HasSuffix(before, word)) {
			return true
		}
	}
	return false
}

// heads tells whether what stands between a number and the colon is the name of what is
// listed: "clinics:", "kinds of users:", but not "servers in the basement:".
func heads(text string) bool {
	text = strings.ToLower(strings.TrimRight(text, ":：.。 "))
	if utf8.RuneCountInString(text) > 40 || utf8.RuneCountInString(hanRun(strings.TrimLeft(text, " "))) > 6 || strings.HasSuffix(text, "上") || strings.HasSuffix(text, "中") || strings.HasSuffix(text, "里") {
		return false
	}
	if donePeople.MatchString(text) {
		return false
	}
	for _, word := range [...]string{"—", " – ", " key ", " main ", " in ", " on ", " with ", " per ", " by ", " at ", " from ", " than ", ","} {
		if strings.Contains(text+" ", word) {
			return false
		}
	}
	return true
}

// donePeople is what was done to, or by, those that a number counts, or that they come in a row: what follows
// tells how, or what then, "17 stories validated: …", "3 consecutive failures: …", 三人共同完成：…
var donePeople = pattern.New(`(?i)\b(?:consecutive|successive|validated|verified|completed|passed|fixed|reviewed|checked|confirmed|resolved|approved|covered|analy[sz]ed)\b|(?:完成|负责|参与|配合|协作|通过)$`)

// repaired are verbs before a number of flaws: what follows tells of what sort they were.
var repaired = pattern.New(`(?i)\b(?:fix(?:e[sd]|ing)?|resolv\w*|address\w*|correct\w*|clear\w*|repair\w*)\b[^.:]*\b(?:errors?|warnings?|issues?|bugs?|findings?|failures?|problems?)\b|修复[^。：]*(?:错误|警告|问题|缺陷)`)

// members counts what a sentence lists after an offset, or what the list or the table after
// its paragraph holds; 0 when that is neither.
func members(d *document.Document, sentence, paragraph document.Span, from int, paragraphs []document.Span, want int) int {
	if inline := quotation.ReplaceAllString(strings.TrimSpace(readable(d, sentence)[from:]), "x$1"); inline != "" {
		if strings.ContainsAny(inline, "0123456789{}") || eachCounted.MatchString(inline) {
			return 0 // how many there are of each kind, or what each of them holds
		}
		return inlineMembers(inline, want)
	}
	if sentence.End != paragraph.End {
		return 0
	}
	next := len(d.Text)
	for _, p := range after(paragraphs, paragraph.End, func(p document.Span) int { return p.Start }) {
		if !inItem(d, p) {
			next = p.Start
			break
		}
	}
	if section := d.SectionAt(paragraph.Start); section != nil {
		next = min(next, section.End)
	}
	for _, t := range after(d.Tables, paragraph.End, func(t *document.Table) int { return t.Span.Start }) {
		if t.Span.Start >= next {
			break
		}
		if strings.TrimSpace(d.Text[paragraph.End:t.Span.Start]) == "" {
			return rows(t)
		}
	}
	n, depth, joined := 0, 0, 0
	forms := map[rune]int{}
	for _, item := range after(d.Items, paragraph.End, func(i *document.Item) int { return i.Start }) {
		if item.Start >= next {
			break
		}
		if n == 0 {
			if strings.Trim(d.Text[paragraph.End:item.Start], " \t\n>-*+0123456789.)[]x") != "" {
				return 0
			}
			depth = item.Depth
		}
		if item.Depth < depth {
			break
		}
		if item.Depth == depth {
			n++
			joined += len(besideName.FindAllString(item.Text, want))
			forms[formOf(item.Text)]++
		}
	}
	if len(forms) > 1 && slices.Max(slices.Collect(maps.Values(forms)))*5 < n*4 {
		return 0 // names, and what is said of them, or some of this and some of that
	}
	if n <= want && want <= n+joined {
		return want // some of the items name several
	}
	return n
}

// besideName stands between two names that share an item.
var besideName = pattern.New("`(?:,| and|,? or|/|、|和) ?`|`[^`]*` and `")

// formOf is how the first word of an item is written: in code, in bold, or in letters.
func formOf(text string) rune {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, "\"“'([ "))
	switch {
	case first == '`', first == '*', first == '_':
		return first
	case unicode.IsLower(first):
		return 'a'
	case unicode.IsDigit(first):
		return '1'
	}
	return 'A'
}

// quotation is what is given word for word, with commas of its own; the one at its end is of the text around it.
var quotation = pattern.New(`(?:"[^"\n]*?|“[^”\n]*?|「[^」\n]*?)(,?)["”」]`)

// eachCounted is a list of amounts in words: "two for mail, one for files", 应用两台.
var eachCounted = pattern.New(`(?i)(?:^|, |\band )(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) [a-z]|[一两二三四五六七八九十][个台条项张名座家种位份件套]`)

// after returns those of some parts of a document, in its order, that start after an offset.
func after[T any](parts []T, offset int, start func(T) int) []T {
	i, _ := slices.BinarySearchFunc(parts, offset, func(part T, offset int) int {
		if start(part) <= offset {
			return -1
		}
		return 1
	})
	return parts[i:]
}

// inItem tells whether a paragraph belongs to an item of a list.
func inItem(d *document.Document, at document.Span) bool {
	i := len(d.Items) - len(after(d.Items, at.Start, func(i *document.Item) int { return i.Start }))
	return i > 0 && d.Items[i-1].Span.Overlaps(at)
}

// rows counts the rows of a table without the one that sums them up.
func rows(t *document.Table) int {
	n := len(t.Rows)
	if n > 0 && summary(t, n-1) {
		n--
	}
	return n
}

// withoutBrackets returns a text without what stands in brackets.
func withoutBrackets(text string) string {
	var b strings.Builder
	depth := 0
	for _, r := range text {
		switch r {
		case '(', '（', '[':
			depth++
		case ')', '）', ']':
			depth = max(0, depth-1)
		default:
			if depth == 0 {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}
