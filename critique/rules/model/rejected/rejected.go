// Package rejected reads what documents say they decided against, in sentences and cells
// outside of any section of alternatives: "We looked at X and turned it down", "X was
// considered and dropped", 曾比较 X，因…而放弃. Any name will do; nothing here knows products.
package rejected

import (
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
	pattern.New(`\b` + name + ` (?:was|were|has been|have been) (?:also |once )?(?:(?:looked at|considered|evaluated|tried|compared|examined|discussed|weighed)[^.;:]{0,40}? (?:and|but) (?:was |were |then )?)?(?:rejected|refused|turned down|dropped|discarded|ruled out|abandoned|not chosen)\b`),
	pattern.New(`(?i:\b(?:looked at|considered|evaluated|tried|compared|examined|discussed)) ` + name + `(?: [a-z]+){0,4}? (?:and|but) (?:we )?(?:have )?(?:turned|dropped|rejected|discarded|ruled|decided against|abandoned)\b`),
	pattern.New(`(?i:\b(?:decided against|ruled out|opted against|chose not to use|must not use|shall not use|do not use)) (?:using |the )?` + name + `(?:[.,;:)\n]|$| (?:because|since|as|and|but|here|anywhere)\b)`),
	pattern.New(`(?m)^\s*(?:[-*]|#+) +\**A?D-\d+\b[^\n]*?[,;:] (?:no|not|never)(?: in| with| through| over| an?)? ([a-z]+[A-Z][A-Za-z]{2,20}|[A-Z][A-Za-z0-9.+#]{3,24})(?:[.,;:)\n]|$| (?:because|since|as|and|here|anywhere)\b)`),
	pattern.New(`(?:比较|考虑|评估|试用|调研|对比)过?(?:了)? ?` + name + `[^。；;]{0,30}(?:放弃|否决|未采用|不采用|排除|弃用|淘汰)`),
	pattern.New(`(?:放弃|否决|排除|弃用|淘汰|不采用|不使用|不引入)了? ?` + name),
}

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
