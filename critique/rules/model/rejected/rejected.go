// Package rejected reads what documents say they decided against, in sentences and cells
// outside of any section of alternatives: "We looked at X and turned it down", "X was
// considered and dropped", 曾比较 X，因…而放弃. Any name will do; nothing here knows products.
package rejected

import (
	"strings"
	"unicode/utf8"

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
var common = pattern.New(`^(?i)(?:consequences?|follows?|effects?|results?|decisions?|context|status|rationale|reasons?|background|dates?|pros|cons|outcome|it|this|that|they|these|he|she|we|the|an?|both|all|none|one|two|option|alternative|proposal|idea|version|which|users?|messages?|requests?|items?|orders?|claims?|tickets?|[a-z]\d*)\b`)

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
	if decides(d) {
		all = append(considered(d, text), denied(text, document.Span{End: len(text)})...)
	} else {
		for _, section := range d.Sections {
			if decisions.MatchString(section.Title) {
				all = append(all, denied(text, section.Own())...)
			}
		}
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

// denied are the names that a part of a text denies in passing.
func denied(text string, within document.Span) (all []Thing) {
	for _, m := range inPassing.FindAllStringSubmatchIndex(text[within.Start:within.End], 200) {
		for i := 2; i < len(m); i += 2 {
			if m[i] < 0 {
				continue
			}
			if name := text[within.Start+m[i] : within.Start+m[i+1]]; !common.MatchString(name) {
				all = append(all, Thing{strings.TrimRight(name, ".-"), document.Span{Start: within.Start + m[0], End: within.Start + m[1]}})
			}
		}
	}
	return all
}

// decides tells whether a document is about decisions.
func decides(d *document.Document) bool {
	return d.Kind == document.Decision || decision.MatchString(d.Path)
}

var (
	decision  = pattern.New(`(?i)(?:^|[-_/])(?:adrs?|decisions?|decision-?log)(?:[-_/.]|$)|决策`)
	decisions = pattern.New(`(?i)^\W*(?:key |recent |our |technical |design )*decisions?\b|决策|决定`)
	// inPassing are names that a decision denies in passing.
	inPassing = pattern.New(`\b(?:instead of|rather than|neither) ` + name + `|\b` + name + ` is not (?:installed|used|introduced|bought|needed|part)\b`)
	// alternatives begins what else was considered, as a title, a label or the words before a list.
	alternatives = pattern.New(`(?im)^[ \t>#*_-]*(?:alternatives?|(?:also |alternatives? |options? )?considered|rejected|options|备选(?:方案)?|考虑过|替代方案|已否决)[^\n:：]{0,24}(?:[:：]|\*\*|$)[^\n]*`)
	// leading is a name that begins an item, a row or one of several in a sentence.
	leading = pattern.New(`(?:^|[,，、;；\n])[ \t]*(?:[-*|][ \t]*)?(?:\d+[.)][ \t]*)?[*_]*` + name + `[*_]*(?: ?\d+(?:\.\d+)*)?[ \t]*(?:[:：,，、;；|(（.。\n]|$| or )`)
)

// considered are the names at the head of what a decision considered, less those that its title
// or the decision itself has.
func considered(d *document.Document, text string) []Thing {
	var all []Thing
	for _, m := range alternatives.FindAllStringIndex(text, 20) {
		end := len(text)
		if next := paragraphEnd.FindStringIndex(text[m[1]:]); next != nil {
			end = m[1] + next[0]
		}
		start := m[1]
		if i := strings.IndexAny(text[m[0]:m[1]], ":："); i >= 0 {
			_, size := utf8.DecodeRuneInString(text[m[0]+i:])
			start = m[0] + i + size
		}
		section := d.SectionAt(m[0])
		if section == nil {
			continue
		}
		rest := decided(d, text, section, m[0])
		for _, l := range leading.FindAllStringSubmatchIndex(text[start:end], 40) {
			thing := strings.TrimRight(text[start+l[2]:start+l[3]], ".-")
			if !common.MatchString(thing) && len(Uses(rest, thing)) == 0 {
				all = append(all, Thing{thing, document.Span{Start: start + l[2], End: start + l[3]}})
			}
		}
	}
	return all
}

// decided is what tells what was chosen: the title above a list of alternatives, what is labelled
// as the decision, and what stands right before the list.
func decided(d *document.Document, text string, section *document.Section, at int) string {
	all := text[strings.LastIndex(strings.TrimRight(text[:at], " \n#*"), "\n\n")+1 : at]
	for ; section != nil; section = section.Parent {
		all += "\n" + section.Title
		for _, sister := range d.Sections {
			if sister.Parent == section && taken.MatchString(sister.Title) {
				all += "\n" + text[sister.Start:sister.All().End]
			}
		}
	}
	for _, m := range takenLine.FindAllString(text, 20) {
		all += "\n" + m
	}
	return all
}

var (
	taken     = pattern.New(`(?i)decision|outcome|chosen|决定|决策|结论`)
	takenLine = pattern.New(`(?im)^[ \t>*_-]*(?:decision|outcome|chosen|决定|决策|结论)[^\n]{0,400}`)
)

// paragraphEnd is where a list of alternatives is over.
var paragraphEnd = pattern.New(`\n\s*(?:#|\*\*[^*\n]{2,24}(?:\*\*\s*[:：]|[:：]\*\*))|\n\s*\n\s*[A-Z\p{Han}][^\n:：]{40,}`)

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
