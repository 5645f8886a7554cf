package checks

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// restated is a sentence with its numbers taken out. Documents of one session say
// many things again, word for word: two sentences that differ in one number only
// contradict each other.
type restated struct {
	words   bag
	amounts []string // with their units, brought to one
	names   []string // of commands, files and fields: another name is another thing
	doc     *document.Document
	at      document.Span
}

// codes are references to what other documents number, such as SA-04.
var codes = pattern.New(`\b[A-Z]{1,6}-0\d+\b`)

// codeNames are words that code is called by, such as ship:crew:* or src/api.
var codeNames = pattern.New(`[A-Za-z][\w-]*(?:[:/_][\w*-]+)+`)

const maxRestated = 1500 // of a document, and of a side that is compared

var (
	sentenceMark = pattern.New(`[;；。!?！？]|[.](?:\s|$)`)
	partMark     = pattern.New(`[,，;；。!?！？：]|[.:](?:\s|$)`)
	anyAmount    = pattern.New(`(?i)(\d+(?:,\d{3})*(?:\.\d+)?)(?:\s*-?(ms|毫秒|seconds?|secs?|s|秒钟?|minutes?|mins?|分钟|hours?|hrs?|h|个?小时|days?|天|weeks?|周|months?|个月|years?|年|%|％|percent|KB|MB|GB|TB|KiB|MiB|GiB|兆字节)(?:[^A-Za-z]|$))?`)
)

// restatedIn returns the sentences with numbers of a document's items, lines and
// cells, and their clauses, or of the strings of its JSON, found once.
func (s *session) restatedIn(d *document.Document) []restated {
	found, known := s.restated[d]
	if known {
		return found
	}
	read := func(at document.Span) {
		if at.Len() < 12 || at.Len() > 1000 || !strings.ContainsAny(d.Slice(at), "0123456789") {
			return
		}
		text := withoutIDs(d.Slice(at))
		first := len(found)
		for _, mark := range [...]*pattern.Pattern{sentenceMark, partMark} {
			least := 12
			if mark == partMark {
				least = 15 // a clause has lost what the sentence is about
			}
			for start := 0; start < len(text) && len(found) < maxRestated; {
				end := len(text)
				if m := mark.FindStringIndex(text[start:]); m != nil {
					end = start + m[1]
				}
				if r := restatedText(text[start:end]); len(r.amounts) > 0 && telling(r.words)+4*(len(r.amounts)-1) >= least {
					r.doc, r.at = d, document.Span{Start: at.Start + start, End: at.Start + end}
					if !slices.ContainsFunc(found[first:], func(o restated) bool { return o.at == r.at }) {
						found = append(found, r)
					}
				}
				start = end
			}
		}
	}
	for _, item := range d.Items {
		read(item.Span)
	}
	for _, line := range d.Lines {
		read(line)
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			for _, cell := range row {
				read(cell.Span)
			}
		}
	}
	d.JSON.Walk(func(v *document.Value) {
		if v.Kind == '"' && v.Span.Len() == len(v.String)+2 { // nothing is escaped
			read(document.Span{Start: v.Span.Start + 1, End: v.Span.End - 1})
		}
	})
	s.restated[d] = found
	return found
}

func restatedText(text string) (r restated) {
	text = codes.ReplaceAllString(withoutDates(text), " ")
	for _, m := range anyAmount.FindAllStringSubmatch(text, 12) {
		amount, _ := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
		unit := ""
		if m[2] != "" {
			unit, amount = assertedUnit(strings.ToLower(m[2]), amount)
		}
		r.amounts = append(r.amounts, strconv.FormatFloat(amount, 'g', -1, 64)+unit)
	}
	r.names = codeNames.FindAllString(text, 12)
	r.words = bagOf(amongWords.ReplaceAllString(anyAmount.ReplaceAllString(text, " "), " "))
	return r
}

// telling is how much the words of a bag tell apart: a pair of characters says less
// than a word.
func telling(words bag) int {
	sum := 0
	for word := range words {
		if sum += 4; word[0] >= 0x80 {
			sum--
		}
	}
	return sum
}

// differs tells whether two sentences are the same but for one number.
func (r restated) differs(o restated) bool {
	if len(r.amounts) != len(o.amounts) || !slices.Equal(r.names, o.names) {
		return false
	}
	same := 0
	for i := range r.amounts {
		if r.amounts[i] == o.amounts[i] {
			same++
		}
	}
	if same != len(r.amounts)-1 {
		return false
	}
	common := r.words.and(o.words)
	shared := len(common) + same
	all := len(r.words) + len(o.words) - len(common) + same
	told := telling(common) + 4*same
	return told >= 12 && shared*5 >= all*4 || told >= 24 && shared*4 >= all*3
}

// differing returns, for each sentence of one list, the first of another that
// differs from it in one number, unless a third there says the same.
func differing(own, others []restated) [][2]restated {
	byWord := map[string][]int{}
	for i, o := range others {
		for word := range o.words {
			byWord[word] = append(byWord[word], i)
		}
	}
	var found [][2]restated
	shares := make([]int, len(others)) // how many words each has in common with one
	for _, r := range own {
		clear(shares)
		for word := range r.words {
			for _, i := range byWord[word] {
				shares[i]++
			}
		}
		other := -1
		for i, shared := range shares {
			o := &others[i]
			if shared == 0 || shared*3 < len(r.words)*2 || o.doc == r.doc {
				continue
			}
			if slices.Equal(r.amounts, o.amounts) {
				other = -1
				break
			}
			if other < 0 && r.differs(*o) {
				other = i
			}
		}
		if other >= 0 {
			found = append(found, [2]restated{r, others[other]})
		}
	}
	return found
}

// earlier are the documents whose sentences those of a round may repeat.
var earlier = map[document.Kind][]document.Kind{
	document.Brief:        {document.Discovery, document.Config},
	document.Requirements: {document.Discovery, document.Config, document.Brief},
	document.Architecture: {document.Discovery, document.Brief, document.Requirements, document.Requirement, document.Quality},
	document.Epics:        {document.Brief, document.Requirements, document.Requirement, document.Quality, document.Architecture, document.Decision},
	document.Readiness:    {document.Brief, document.Requirements, document.Requirement, document.Quality, document.Architecture, document.Epics, document.Epic},
}

// otherNumbers reports the sentences of a round that say with one other number
// what an earlier document says.
func (s *session) otherNumbers(d *document.Document, hit hit) bool {
	own, others := s.allRestated(namedIn[d.Kind]...), s.allRestated(earlier[d.Kind]...)
	for _, pair := range differing(own, others) {
		here, there := pair[0], pair[1]
		hit(here.doc, here.at, note(clip(here.doc.Slice(here.at), 60)), note(clip(there.doc.Slice(there.at), 60)), there.doc.Path)
	}
	return len(own) > 0 && len(others) > 0
}

func (s *session) allRestated(kinds ...document.Kind) []restated {
	var found []restated
	for _, d := range s.of(kinds...) {
		if len(found) >= maxRestated {
			break
		}
		found = append(found, s.restatedIn(d)...)
	}
	return found[:min(len(found), maxRestated)]
}
