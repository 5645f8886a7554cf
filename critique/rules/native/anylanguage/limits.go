package anylanguage

import (
	"iter"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// limit is what a schema, a table of fields or a check of a database allows for a field.
type limit struct {
	low, high       float64
	shortest, width int            // of a text in characters; width 0 means any
	form            *regexp.Regexp // of a text
	doc             *document.Document
	at              document.Span
	text            string // as the document has it
}

var (
	// schemaBound is a bound within a schema: maximum: 84.
	schemaBound = pattern.New(`["']?\b(minimum|maximum|minLength|maxLength|pattern)["']?\s*:\s*(?:(\d+(?:\.\d+)?)\b|["']([^"'\n]{2,80})["'])`)
	// schemaKey is a field with its schema in braces on one line: flat: { type: integer, maximum: 84 }.
	schemaKey = pattern.New(`["']?(\w+)["']?\s*:\s*\{([^{}]*)\}`)
	// withinBoth, compared and fixed are checks and types of a database.
	withinBoth = pattern.New(`(?i)\b(\w+)\s+between\s+(-?\d+(?:\.\d+)?)\s+and\s+(-?\d+(?:\.\d+)?)`)
	compared   = pattern.New(`(?i)\bcheck\s*\(\s*(\w+)\s*(<=|>=)\s*(-?\d+(?:\.\d+)?)\s*\)`)
	fixed      = pattern.New(`(?i)^\s*["\x60]?(\w+)["\x60]?\s+(var)?char\s*\((\d+)\)`)
	formed     = pattern.New(`(?i)\b(\w+)\s*~\s*'(\^[^'\n]{2,80}\$)'`)
	// cellLimit is a cell that gives a limit and nothing else.
	cellLimit = pattern.New(`(?i)^(?:(at most|up to|no more than|not more than|maximum(?: of)?|max\.?|≤|<=|höchstens|maximal|bis zu|au plus|au maximum|como máximo|最多|至多|不超过|上限) ?|(at least|no less than|minimum(?: of)?|min\.?|≥|>=|mindestens|au moins|al menos|至少|不少于|下限) ?)(-?\d+(?:\.\d+)?)$|^(-?\d+(?:\.\d+)?) ?(?:–|—|-|to|\.\.\.?|…|bis|à|至|到|~) ?(\d+(?:\.\d+)?)$`)
	// fieldName is a cell with the name of a field.
	fieldName = pattern.New(`^\x60?([A-Za-z][A-Za-z0-9]*(?:[ _.-][A-Za-z0-9]+){0,3})\x60?$`)
	// fieldTitle is the title of a column of fields.
	fieldTitle = pattern.New(`(?i)\b(?:fields?|columns?|attributes?|propert(?:y|ies)|parameters?|keys?|settings?|names?|champs?|felder?|spalten?|campos?)\b|字段|属性|参数|键|配置项|列名`)
	// valued is a field with its value: "priority": 10.
	valued = pattern.New(`["'](\w+)["']\s*:\s*(?:(-?\d+(?:\.\d+)?)\b|"([^"\n]{1,80})")|[{,]\s*(\w+)\s*:\s*(?:(-?\d+(?:\.\d+)?)\b|"([^"\n]{1,80})")`)
	// wrongOnPurpose is said of an example that shows what is refused.
	wrongOnPurpose = pattern.New(`(?i)\b(?:refus\w*|reject\w*|invalid|errors?|bad|wrong|faulty|fails?|denied|too (?:many|large|long|high|low|big|small)|out of range|beyond|exceed\w*|4\d\d|legacy)\b|拒绝|无效|错误|非法|超出|超过|失败|abgelehnt|ungültig|fehler|refusé|invalide|erreur|rechaz\w*`)
)

// brokenLimits is about a value in an example or a configuration that lies beyond what the field
// of its name may hold. A field that two places limit differently is left out, as are examples
// that show what is refused.
func brokenLimits(s *model.Session, d *document.Document, hit native.Hit) bool {
	limits := model.Once(s, "limits of fields", nil, func() map[string][]limit {
		all := map[string][]limit{}
		for _, other := range present(s) {
			for name, found := range limitsIn(other) {
				all[name] = append(all[name], found...)
			}
		}
		return all
	})
	applied := false
	for v := range given(d) {
		of := limits[fieldKey(v.name)]
		if len(of) == 0 || !agreed(of) {
			continue
		}
		applied = true
		if value, err := strconv.ParseFloat(v.number, 64); (err == nil && !of[0].holds(value) || v.number == "" && !of[0].fits(v.words)) && !shownWrong(d, v.block) {
			hit(d, v.line, model.Note(v.name+": "+v.number+v.words), model.Note(of[0].text), model.Note(of[0].doc.Path))
		}
	}
	return applied
}

// fieldValue is a field that a block of code gives a value.
type fieldValue struct {
	block         document.Fence
	line          document.Span
	name          string
	number, words string // its value: one of the two
	before        string // of the line, up to the field
}

// given are the fields with values in the blocks of a document. Lines that limit a field give
// it none.
func given(d *document.Document) iter.Seq[fieldValue] {
	return func(yield func(fieldValue) bool) {
		for block, line := range blockLines(d) {
			text := d.Slice(line)
			if schemaBound.MatchString(text) || limiting(text) {
				continue
			}
			for _, m := range valued.FindAllStringSubmatchIndex(text, 20) {
				part := func(i int) string { return text[max(0, m[2*i]):max(0, m[2*i+1])] }
				if !yield(fieldValue{block, line, part(1) + part(4), part(2) + part(5), part(3) + part(6), text[:m[0]+1]}) {
					return
				}
			}
		}
	}
}

// blockLines are the lines in the blocks of a document that somebody wrote by hand: no longer
// than a sentence may be.
func blockLines(d *document.Document) iter.Seq2[document.Fence, document.Span] {
	return func(yield func(document.Fence, document.Span) bool) {
		for _, block := range blocks(d) {
			for at := block.Body.Start; at < block.Body.End; {
				line := d.LineAt(at)
				if at = line.End + 1; line.Len() <= longest && !yield(block, line) {
					return
				}
			}
		}
	}
}

// blocks are the blocks of code of a document, or all of one that is code.
func blocks(d *document.Document) []document.Fence {
	if code.MatchString(d.Path) {
		return []document.Fence{{Body: document.Span{Start: 0, End: len(d.Text)}}}
	}
	return d.Fences
}

var code = pattern.New(`(?i)\.(?:ya?ml|sql)$`)

func fieldKey(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
}

func (l *limit) holds(value float64) bool { return value >= l.low && value <= l.high }

// fits tells whether a text has the length and the form of a field. A text cut short is shown for
// nothing but its beginning.
func (l *limit) fits(text string) bool {
	if strings.ContainsAny(text, "…<>{}") || strings.Contains(text, "...") {
		return true
	}
	n := utf8.RuneCountInString(text)
	return n >= l.shortest && (l.width == 0 || n <= l.width) && l.form.MatchString(text)
}

// agreed tells whether all places that limit a field say the same.
func agreed(of []limit) bool {
	return !slices.ContainsFunc(of[1:], func(l limit) bool {
		return l.low != of[0].low || l.high != of[0].high || l.shortest != of[0].shortest || l.width != of[0].width || l.form.String() != of[0].form.String()
	})
}

// shownWrong tells whether the words about a block, or in it, say that it shows what is refused.
func shownWrong(d *document.Document, f document.Fence) bool {
	from := max(0, f.Body.Start-longest/3)
	if f.Section != nil {
		from = max(from, f.Section.Start)
	}
	return wrongOnPurpose.MatchString(d.Text[from:f.Body.End])
}

// limiting tells whether a line limits a field rather than giving it a value.
func limiting(text string) bool {
	return withinBoth.MatchString(text) || compared.MatchString(text) || fixed.MatchString(text) || formed.MatchString(text)
}

// limitsIn returns the limits of fields that a document gives, by the names of the fields.
func limitsIn(d *document.Document) map[string][]limit {
	all, anyForm := map[string][]limit{}, regexp.MustCompile("")
	add := func(name string, at document.Span, change func(l *limit)) {
		l := limit{low: math.Inf(-1), high: math.Inf(1), form: anyForm, doc: d, at: at, text: quote(d.Slice(at))}
		if change(&l); len(all) < 2000 && (len(name) > 2) {
			all[fieldKey(name)] = append(all[fieldKey(name)], l)
		}
	}
	for _, line := range blockLines(d) {
		limitsOfLine(d.Slice(line), func(name string, change func(l *limit)) { add(name, line, change) })
	}
	for _, t := range d.Tables {
		if !fieldTitle.MatchString(t.Header[0].Text) {
			continue
		}
		for _, row := range t.Rows {
			name := fieldName.FindStringSubmatch(strings.TrimSpace(d.Slice(row[0].Span)))
			for _, cell := range row[1:] {
				if m := cellLimit.FindStringSubmatch(strings.Trim(cell.Text, " *`")); m != nil && name != nil {
					add(name[1], d.LineAt(cell.Start), func(l *limit) { l.bound(m) })
				}
			}
		}
	}
	return all
}

// bound reads the parts of a cell that gives a limit.
func (l *limit) bound(m []string) {
	value, _ := strconv.ParseFloat(m[3], 64)
	switch {
	case m[1] != "":
		l.high = value
	case m[2] != "":
		l.low = value
	default:
		l.low, _ = strconv.ParseFloat(m[4], 64)
		l.high, _ = strconv.ParseFloat(m[5], 64)
	}
}

// limitsOfLine reads the limits in one line of a block.
func limitsOfLine(text string, add func(name string, change func(l *limit))) {
	number := func(text string) float64 { n, _ := strconv.ParseFloat(text, 64); return n }
	for _, m := range schemaKey.FindAllStringSubmatch(text, 10) {
		if bounds := schemaBound.FindAllStringSubmatch(m[2], 6); len(bounds) > 0 {
			add(m[1], func(l *limit) { l.schema(bounds) })
		}
	}
	for _, m := range withinBoth.FindAllStringSubmatch(text, 4) {
		add(m[1], func(l *limit) { l.low, l.high = number(m[2]), number(m[3]) })
	}
	for _, m := range compared.FindAllStringSubmatch(text, 4) {
		add(m[1], func(l *limit) {
			if l.high = number(m[3]); m[2] == ">=" {
				l.low, l.high = l.high, math.Inf(1)
			}
		})
	}
	if m := fixed.FindStringSubmatch(text); m != nil {
		add(m[1], func(l *limit) {
			if l.width, _ = strconv.Atoi(m[3]); m[2] == "" {
				l.shortest = l.width
			}
		})
	}
	if m := formed.FindStringSubmatch(text); m != nil {
		add(m[1], func(l *limit) { l.formOf(m[2]) })
	}
}

// schema reads the bounds of a schema.
func (l *limit) schema(bounds [][]string) {
	for _, b := range bounds {
		n, _ := strconv.ParseFloat(b[2], 64)
		switch b[1] {
		case "minimum":
			l.low = n
		case "maximum":
			l.high = n
		case "minLength":
			l.shortest = int(n)
		case "maxLength":
			l.width = int(n)
		case "pattern":
			l.formOf(b[3])
		}
	}
}

// formOf takes a regular expression that matches whole texts; what cannot be read says nothing.
func (l *limit) formOf(text string) {
	if form, err := regexp.Compile(text); err == nil && strings.HasPrefix(text, "^") && strings.HasSuffix(text, "$") {
		l.form = form
	}
}

var (
	// digitsSaid says of how many digits something is, and shown is an example of it.
	digitsSaid = pattern.New(`(?i)(?:^|[^\pL\d])(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve|deux|trois|quatre|cinq|huit|dix|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|[两二三四五六七八九十])[ -]?(?:digits?|chiffres|ziffern|stellen|cifras|dígitos|cifre|位数字|位)(?:\PL|$)`)
	shown      = pattern.New(`(?i)(?:\bfor example|\be\.g\.|\bsuch as|\bz\. ?B\.|\bpar exemple|\bpor ejemplo|\bper esempio|例如|如|比如)[,:：]? ?[\x60"“「]([A-Za-z]{0,6}[-_ ]?\d{2,16})[\x60"”」]`)
	countWords = []string{"", "", "two deux zwei 两 二", "three trois drei 三", "four quatre vier 四", "five cinq fünf 五", "six sechs 六", "seven sieben 七", "eight huit acht 八", "nine neun 九", "ten dix zehn 十", "", "twelve"}
)

// wrongDigits is about an example that has not as many digits as its own sentence says.
func wrongDigits(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, one := range sentencesOf(d) {
		said, example := digitsSaid.FindAllStringSubmatch(one.text, 3), shown.FindAllStringSubmatch(one.text, 3)
		if len(said) != 1 || len(example) != 1 || wrongOnPurpose.MatchString(one.text) {
			continue
		}
		want, err := strconv.Atoi(said[0][1])
		for n, words := range countWords {
			if err != nil && slices.Contains(strings.Fields(words), strings.ToLower(said[0][1])) {
				want = n
			}
		}
		has := 0
		for _, r := range example[0][1] {
			if r >= '0' && r <= '9' {
				has++
			}
		}
		if applied = true; want > 0 && has != want {
			hit(d, one.at, model.Note(example[0][1]), model.Note(strings.TrimSpace(said[0][0])), model.Note(d.Path))
		}
	}
	return applied
}

// examplesKept looks at values beyond the limit of their field, at those that a sentence refuses, and at
// examples within a sentence.
func examplesKept(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := brokenLimits(s, d, hit)
	applied = refusedValues(s, d, hit) || applied
	return wrongDigits(s, d, hit) || applied
}
