// Package rejected reads what documents say they decided against, in sentences and cells
// outside of any section of alternatives: "We looked at X and turned it down", "X was
// considered and dropped", 曾比较 X，因…而放弃. Any name will do; nothing here knows products.
package rejected

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Thing is what a document decided against.
type Thing struct {
	Name string        // "RabbitMQ"
	At   document.Span // of the sentence that says so
}

// name is how a product, a protocol or a library is called: with a capital, perhaps in two
// words.
const name = `([A-Z][A-Za-z0-9.+#]{1,24}(?:[- ][A-Z0-9][A-Za-z0-9.+#]*)?)`

// against are the ways to say that something was decided against; the name is the group.
var against = []*pattern.Pattern{
	pattern.New(`\b` + name + ` (?:was|were|has been|have been) (?:also |once )?(?:(?:looked at|considered|evaluated|tried|compared|examined|discussed)[^.;:]{0,40}? (?:and|but) (?:was |were |then )?)?(?:rejected|turned down|dropped|discarded|ruled out|abandoned|not chosen)\b`),
	pattern.New(`(?i:\b(?:looked at|considered|evaluated|tried|compared|examined|discussed)) ` + name + `(?: [a-z]+){0,4}? (?:and|but) (?:we )?(?:have )?(?:turned|dropped|rejected|discarded|ruled|decided against|abandoned)\b`),
	pattern.New(`(?i:\b(?:decided against|ruled out|opted against|chose not to use|must not use|shall not use|do not use)) (?:using |the )?` + name),
	pattern.New(`(?i:\b(?:also looked at|also considered|not chosen|not taken|turned down|ruled out))\W{0,4}[:：]\W{0,4}` + name + `(?:[.,;(（—]| with | and | on |\s*$|\n)`),
	pattern.New(`(?:比较|考虑|评估|试用|调研|对比)过?(?:了)? ?` + name + `[^。；;]{0,30}(?:放弃|否决|未采用|不采用|排除|弃用|淘汰)`),
	pattern.New(`(?:放弃|否决|排除|弃用|淘汰|不采用|不使用|不引入)了? ?` + name),
}

// gone are the ways to say that something is not there any more, and goneWords what each of them
// has: a name is looked for only on the lines that have one.
var (
	gone = []*pattern.Pattern{
		pattern.New(`\b` + name + ` (?:was|were|is|are|has been|have been) (?:retired|decommissioned|shut down for good|taken out of service|phased out)\b`),
		pattern.New(`\b` + name + ` (?:is|are|will) not (?:be )?(?:installed|used|introduced|needed|bought|added|required)\b`),
		pattern.New(name + ` ?(?:已|已经|已于[^。；，,]{0,16})(?:下线|停用|退役|弃用|废弃)`),
	}
	goneWords = [...]string{"retired", "decommissioned", "shut down for good", "out of service", "phased out", " not ", "下线", "停用", "退役", "弃用", "废弃"}
)

// common are words with a capital that name nothing.
var common = pattern.New(`^(?i)(?:it|this|that|they|these|he|she|we|the|an?|both|all|none|one|two|option|alternative|proposal|idea|version|which|users?|messages?|requests?|items?|orders?|claims?|tickets?|[a-z]\d*)\b`)

// Read returns what a document says it decided against.
func Read(d *document.Document) []Thing {
	var all []Thing
	if d.JSON != nil {
		return nil
	}
	text := d.Prose
	if text == "" {
		text = d.Text
	}
	for _, p := range against {
		for _, m := range p.FindAllStringSubmatchIndex(text, 200) {
			thing := strings.TrimRight(text[m[2]:m[3]], ".-")
			if !common.MatchString(thing) {
				all = append(all, Thing{thing, document.Span{Start: m[0], End: m[1]}})
			}
		}
	}
	for start := 0; start < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[start:], '\n'); i >= 0 {
			end = start + i
		}
		line := text[start:end]
		if slices.ContainsFunc(goneWords[:], func(word string) bool { return strings.Contains(line, word) }) {
			for _, p := range gone {
				for _, m := range p.FindAllStringSubmatchIndex(line, 5) {
					if thing := strings.TrimRight(line[m[2]:m[3]], ".-"); !common.MatchString(thing) {
						all = append(all, Thing{thing, document.Span{Start: start + m[0], End: start + m[1]}})
					}
				}
			}
		}
		start = end + 1
	}
	return append(all, columns(d)...)
}

var (
	// named is a cell that is a name and nothing else, taking what a text says it decides for.
	named  = pattern.New(`^` + name + `$`)
	taking = pattern.New(`(?i:\b(?:we|i) (?:will )?(?:take|took|choose|chose|chosen|pick|picked|use|go with|went with|decided (?:on|for)|settled on)) (?:the )?` + name + `|(?i:decision)\W{1,6}` + name + `|(?:选择|采用|选用|决定用) ?` + name)
)

// columns returns the options of a comparison, the columns of a table, that the text below the
// same heading does not decide for.
func columns(d *document.Document) (all []Thing) {
	for _, t := range d.Tables {
		if t.Section == nil || !t.Section.Under(document.Alternatives) || len(t.Header) < 3 {
			continue
		}
		m := taking.FindStringSubmatch(d.Slice(t.Section.Own()))
		if m == nil {
			continue
		}
		chosen, _, _ := strings.Cut(m[1]+m[2]+m[3]+" ", ". ")
		chosen = strings.TrimRight(chosen, " .")
		var others []Thing
		found := false
		for _, cell := range t.Header[1:] {
			switch text := strings.TrimSpace(cell.Text); {
			case text == chosen:
				found = true
			case named.MatchString(text) && !common.MatchString(text):
				others = append(others, Thing{text, cell.Span})
			}
		}
		if found {
			all = append(all, others...)
		}
	}
	return all
}

// Uses returns where a text names a thing, also in the plural or without its s.
func Uses(text, thing string) []int {
	var all []int
	stem := thing
	if len(thing) > 4 {
		stem = strings.TrimSuffix(thing, "s")
	}
	for from := 0; len(all) < 100; {
		i := strings.Index(text[from:], stem)
		if i < 0 {
			return all
		}
		start, end := from+i, from+i+len(stem)
		from = end
		if end < len(text) && text[end] == 's' {
			end++
		}
		if (start == 0 || !letter(text[start-1])) && (end == len(text) || !letter(text[end])) {
			all = append(all, start)
		}
	}
	return all
}

func letter(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '-'
}
