package facts

import (
	"path"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// limits are what a session allows the values of its keys: in the schema of a message, in a
// check of a table, in a row or in a sentence.
type limits map[string][]limit

// limit is what one place allows the value of a key.
type limit struct {
	low, high  float64
	lows, tops bool   // whether there is a low and a high end
	base       *limit // the same in bytes or seconds, where the place gives units
	place      Place
	says       string
}

// breaks tells whether a value at another place lies outside of a limit.
func (l *limit) breaks(v given) bool {
	return l.place != v.place && l.outside(v.value) && (l.base == nil || l.base.outside(v.value))
}

func (l *limit) outside(value float64) bool {
	return l.lows && value < l.low || l.tops && value > l.high
}

// given is a value that an example, a default or a setting gives a key.
type given struct {
	key   string
	value float64
	place Place
}

// outOfRange reports the values of examples and settings that no limit of their key allows.
func outOfRange(f *Found, all []statement, docs []*document.Document) {
	allowed := limits{}
	allowed.inRows(all)
	var values []given
	for _, d := range docs {
		allowed.inSentences(d)
		for _, block := range blocks(d) {
			values = append(values, allowed.read(d, block)...)
		}
	}
	for _, v := range values {
		broken := allowed[v.key]
		for i := range broken {
			f.look(Values, v.place.Doc)
			if !broken[i].breaks(v) {
				broken = nil
				break
			}
		}
		if len(broken) > 0 && !refusedExample(v.place) {
			f.report(between(Values, v.place, broken[0].place, oneLine(v.place.Doc.Slice(v.place.At)), broken[0].says))
		}
	}
}

// blocks are the parts of a document that hold keys and values.
func blocks(d *document.Document) []document.Span {
	if ext := strings.ToLower(path.Ext(d.Path)); ext == ".yaml" || ext == ".yml" {
		return []document.Span{{Start: 0, End: len(d.Text)}}
	}
	var all []document.Span
	for _, f := range d.Fences {
		all = append(all, f.Body)
	}
	return all
}

// add adds what a place allows a key, however the key is written.
func (all limits) add(key string, l limit, place Place, says string) {
	l.place, l.says = place, oneLine(says)
	all[keyName(key)] = append(all[keyName(key)], l)
}

// keyName makes one of the ways to write a key.
func keyName(key string) string {
	return strings.ToLower(strings.Join(strings.Fields(keyText(key)), ""))
}

// inRows adds the ranges that rows of tables give the keys they begin with.
func (all limits) inRows(statements []statement) {
	for i := range statements {
		s := &statements[i]
		if s.table == nil || s.column == 0 || !named.MatchString(s.row) || len(s.amounts) != 2 {
			continue
		}
		if low, high := s.amounts[0], s.amounts[1]; low.ends && high.ends && low.value < high.value {
			number := func(q quantity) float64 {
				q.Start, q.End = q.Start-s.at.Start, q.End-s.at.Start
				return plainOf(s.text, q)
			}
			l := limit{low: number(low), high: number(high), lows: true, tops: true}
			if low.unit != "" {
				l.base = &limit{low: low.value, high: high.value, lows: true, tops: true}
			}
			if l.low > l.high { // 64 MiB to 16 GiB
				l = *l.base
			}
			all.add(s.row, l, Place{s.doc, s.at}, s.row+": "+s.text)
		}
	}
}

// inSentences adds what sentences and cells allow the keys that they name as code.
func (all limits) inSentences(d *document.Document) {
	for _, line := range d.Lines {
		text := d.Slice(line)
		for _, m := range namedRange.FindAllStringSubmatch(text, maxPaired) {
			if low, high := numberOf(m[2]), numberOf(m[3]); low < high {
				all.add(m[1], limit{low: low, high: high, lows: true, tops: true}, Place{d, line}, text)
			}
		}
		for _, m := range namedBound.FindAllStringSubmatch(text, maxPaired) {
			all.add(m[1], limit{high: numberOf(m[2]), tops: true}, Place{d, line}, text)
		}
	}
}

// read reads a block line by line: it adds the limits that a schema or a table sets, and
// returns the values that the block gives.
func (all limits) read(d *document.Document, block document.Span) (values []given) {
	var above nesting
	parameter := "" // the name of the parameter whose schema comes next
	for at := block.Start; at < block.End; {
		line := d.LineAt(at)
		at = line.End + 1
		text := d.Slice(line)
		indent := len(text) - len(strings.TrimLeft(text, " \t-"))
		above = above.at(indent)
		parent := ""
		for i := len(above) - 1; i >= 0 && parent == ""; i-- {
			if parent = above[i].key; parent == "schema" {
				parent = parameter
			}
		}
		place := Place{d, document.Span{Start: line.Start + len(text) - len(strings.TrimLeft(text, " \t")), End: line.End}}
		if all.set(parent, text, place) {
			continue
		}
		if key, value, ok := strings.Cut(text[indent:], ":"); ok {
			key, value = strings.Trim(key, " \"'"), strings.TrimSpace(value)
			if key == "name" {
				parameter = strings.Trim(value, " \"',")
			}
			if value == "" || value == "{" {
				above = append(above, level{indent, key})
				continue
			}
		}
		for _, m := range keyed.FindAllStringSubmatch(text, maxPaired) {
			key := m[1]
			if key == "default" || key == "example" {
				key = parent
			}
			if value := numberOf(m[2]); value != 0 && key != "" { // 0 is often none
				values = append(values, given{keyName(key), value, place})
				if parent != "" && key != parent {
					values = append(values, given{keyName(parent + "." + key), value, place})
				}
			}
		}
	}
	return values
}

// set adds the limit that a line of a block sets its key, or the key it stands below. It tells
// whether there is one.
func (all limits) set(parent, text string, place Place) bool {
	if m := columnRange.FindStringSubmatch(text); m != nil {
		all.add(m[1], limit{low: numberOf(m[2]), high: numberOf(m[3]), lows: true, tops: true}, place, text)
		return true
	}
	if m := columnBound.FindStringSubmatch(text); m != nil {
		n := numberOf(m[3])
		all.add(m[1], limit{low: n, high: n, lows: m[2][0] == '>', tops: m[2][0] == '<'}, place, text)
		return true
	}
	if m := schemaOf.FindStringSubmatch(text); m != nil {
		parent, text = m[1], m[2]
	}
	l := limit{}
	for _, m := range bounding.FindAllStringSubmatch(text, maxPaired) {
		if m[1] == "min" || m[1] == "exclusiveMin" {
			l.low, l.lows = numberOf(m[2]), true
		} else {
			l.high, l.tops = numberOf(m[2]), true
		}
	}
	if parent == "" || !l.lows && !l.tops {
		return false
	}
	all.add(parent, l, place, text)
	return true
}

func numberOf(digits string) float64 {
	n, _ := strconv.ParseFloat(digits, 64)
	return n
}

var (
	// keyed is a key with a number, in an object, a setting, a query or a command.
	keyed = pattern.New(`(?:^|[\s{,?&"'\x60(]|--)([A-Za-z][A-Za-z0-9_.-]{1,40})["']?\s*[:=]\s*["']?(-?\d+(?:\.\d+)?)(?:["'\s,}&)\]]|$)`)
	// schemaOf is a key whose schema stands on its line, bounding an end of what a schema allows.
	schemaOf = pattern.New(`["']?([A-Za-z]\w{1,40})["']?\s*:\s*\{([^{}]*(?:minimum|maximum)[^{}]*)\}`)
	bounding = pattern.New(`\b(min|max|exclusiveMin|exclusiveMax)imum["']?\s*:\s*(-?\d+(?:\.\d+)?)`)
	// columnBound and columnRange are what the definition of a table allows a column.
	columnBound = pattern.New(`(?i)\bcheck\s*\(\s*([a-z]\w{1,40})\s*(<=|>=)\s*(-?\d+(?:\.\d+)?)\s*\)`)
	columnRange = pattern.New(`(?i)\bcheck\s*\(\s*([a-z]\w{1,40})\s+between\s+(-?\d+(?:\.\d+)?)\s+and\s+(-?\d+(?:\.\d+)?)\s*\)`)
	// namedRange and namedBound are what a sentence allows a key.
	namedRange = pattern.New("`([A-Za-z][\\w.-]{1,40})`[^`|\\n.;]{0,24}?\\s(-?\\d+(?:\\.\\d+)?)\\s*(?:to|and|–|—|-|\\.\\.|至|到|~|～)\\s*(-?\\d+(?:\\.\\d+)?)")
	namedBound = pattern.New("`([A-Za-z][\\w.-]{1,40})`[^`|\\n.;0-9]{0,24}?(?:at most|up to|no more than|≤|<=|不超过|最多|至多)\\s*(-?\\d+(?:\\.\\d+)?)")
	refusal    = pattern.New(`(?i)\b(?:refus\w*|reject\w*|invalid|errors?|exceed\w*|too (?:many|long|large|big|high|low|small)|out of range|denied|4\d\d)\b|拒绝|错误|超出|超过|无效|报错`)
)

// refusedExample tells whether what stands right around an example says that it is refused: its
// line, or its block, where that is short, with the text beside it under the same heading.
func refusedExample(p Place) bool {
	for _, f := range p.Doc.Fences {
		if f.Body.Holds(p.At.Start) && f.Body.Len() <= longest {
			before, after := p.Doc.Text[max(0, f.Body.Start-nearby):f.Body.Start], p.Doc.Text[f.Body.End:min(len(p.Doc.Text), f.Body.End+nearby)]
			after, _, _ = strings.Cut(after, "\n#")
			return refusal.MatchString(before[1+strings.LastIndex(before, "\n#"):]) || refusal.MatchString(p.Doc.Slice(f.Body)) || refusal.MatchString(after)
		}
	}
	return refusal.MatchString(p.Doc.Slice(p.At))
}

// nearby is how many bytes of text before and after a block are read with it.
const nearby = 160
