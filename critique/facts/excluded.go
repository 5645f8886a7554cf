package facts

import (
	_ "embed"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

//go:embed words/features.txt
var featureWords string

// exclusion is what a document puts out of scope.
type exclusion struct {
	place   Place
	terms   []string
	head    string   // the last of them
	feature int      // the line of words/features.txt that names it, 0 for none
	rest    []string // the terms beside the name of the feature
	rare    bool     // whether one word is enough to find it again
}

// features finds the features that people have several names for.
type features struct {
	lines map[string][]featureName // by the first word
	han   []featureName
}

type featureName struct {
	line  int
	words []string
}

func readFeatures(list string) *features {
	all := &features{lines: map[string][]featureName{}}
	for i, line := range linesOf(list) {
		for _, name := range line {
			words := strings.Split(name, "_")
			if name[0] >= 0x80 {
				all.han = append(all.han, featureName{i + 1, words})
				continue
			}
			all.lines[words[0]] = append(all.lines[words[0]], featureName{i + 1, words})
		}
	}
	return all
}

// in returns the first feature that a text names, and the text without its name.
func (x *features) in(text string) (line int, rest string) {
	for _, name := range x.han {
		if strings.Contains(text, name.words[0]) && (len(name.words) == 1 || strings.Contains(strings.ToLower(text), name.words[1])) {
			return name.line, strings.ReplaceAll(text, name.words[0], " ")
		}
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') })
	for i, word := range words {
		for _, name := range x.lines[word] {
			if len(words)-i >= len(name.words) && slices.Equal(words[i:i+len(name.words)], name.words) {
				return name.line, strings.Join(slices.Concat(words[:i], words[i+len(name.words):]), " ")
			}
		}
	}
	return 0, text
}

var (
	// reasons begin what is said of an exclusion, and is no part of it.
	reasons = pattern.New(`[.;:(（。；：]| [–—-] |\b(?:as|because|since|until|which|for now)\b|，`)
	// outOfScope is the title of a section that lists what is left out, bothGoals one that
	// lists what is wanted as well.
	outOfScope = pattern.New(`(?i)\bnon-?\s?goals?\b|\bout[- ]of[- ]scope\b|\bnot (?:in scope|included|part of)\b|\bexclu(?:ded|sions?)\b|\bwon['’]?t\b|\b(?:do|does|will) not (?:build|do|cover|include|offer|make)\b|\bleft out\b|^\W*out\W*$|\bnot (?:doing|building|now)\b|非目标|范围外|不在范围|不做|不包括|不包含|不涉及|不含|排除`)
	bothGoals  = pattern.New(`(?i)^\W*(?:[\d.]+\W*)?(?:goals?|in[- ]scope|scope)\s*(?:/|&|and|vs)|目标\s*[/与和及&]|范围[与和及/]`)
	// notDone are words of a statement that says that something is not done now.
	notDone = pattern.New(`(?i)\b(?:no|not|never|without|later|future|defer\w*|postpone\w*|backlog|v[2-9]|phase [2-9]|not yet|out of scope|exclud\w*|won'?t|except|remove\w*|delete\w*|reject\w*|refus\w*|prevent\w*|forbid\w*|disabl\w*)\b|不|无|非|未|以后|后续|下期|二期|排除|禁止|拒绝`)
)

var (
	// insteadOf begins what is not done.
	insteadOf = pattern.New(`(?i)\b(?:instead of|rather than)\b[^,;.]*`)
	// granting is an exclusion that says what is done all the same.
	granting = pattern.New(`(?i)\b(?:can|may|still|keeps?|remains?|stays?|allowed)\b|可|保留|仍|允许`)
	// later is a title of what is done another time.
	later = pattern.New(`(?i)\b(?:v[2-9]|future|later|deferred|backlog|phase [2-9]|post[- ]mvp|parked)\b|以后|后续|二期|远期`)
)

// leastTerms is how many words an exclusion has at least that can be found again.
const leastTerms = 2

// exclusions returns what the documents put out of scope.
func exclusions(w *weights, named *features, docs []*document.Document) (all []exclusion) {
	add := func(d *document.Document, at document.Span, text string) {
		if granting.MatchString(text) {
			return
		}
		if at := reasons.FindStringIndex(text); at != nil {
			text = text[:at[0]]
		}
		terms := w.terms(text)
		head := ""
		if len(terms) > 0 {
			head = terms[len(terms)-1]
		}
		slices.Sort(terms)
		terms = slices.Compact(terms)
		han := len(terms) > 0 && terms[0][0] >= 0x80
		feature, beside := named.in(text)
		rest := without(w.terms(beside), nil)
		if feature > 0 && len(rest) <= 3 && len(terms) > 0 && len(all) < maxHolders {
			all = append(all, exclusion{Place{d, at}, terms, head, feature, rest, false})
			return
		}
		if len(all) < maxHolders && (len(terms) >= leastTerms || han && len(terms) > 0 && !strings.Contains(text, "、") && len(text) >= 12) && len(terms) <= 8 {
			all = append(all, exclusion{Place{d, at}, terms, head, 0, nil, false})
		}
	}
	for _, d := range docs {
		for _, item := range d.Items {
			if e, ok := absent(w, d, item.Span); ok && len(all) < maxHolders {
				all = append(all, e)
			}
			if label, list, ok := labelled(item.Text); ok && outOfScope.MatchString(label) && !bothGoals.MatchString(label) {
				for _, part := range splitSet.Split(list, -1) {
					add(d, item.Span, part)
				}
			} else if item.Section != nil && outOfScope.MatchString(item.Section.Title) && !bothGoals.MatchString(item.Section.Title) {
				add(d, item.Span, item.Text)
			}
		}
		for _, at := range paragraphs(d) {
			for _, sentence := range sentences(d, at) {
				if e, ok := absent(w, d, sentence); ok && len(all) < maxHolders {
					all = append(all, e)
				}
				if label, list, ok := labelled(d.Slice(sentence)); ok && outOfScope.MatchString(label) && !bothGoals.MatchString(label) {
					for _, part := range splitSet.Split(list, -1) {
						add(d, sentence, part)
					}
				}
			}
		}
	}
	return all
}

// denial says that something is not there: "No beacons are bought".
var denial = pattern.New(`(?:^|[.;:(] )No ((?:[a-z-]+ )?[a-z-]+s) (?:is|are|will be) (?:bought|used|installed|introduced|mounted|built|planned|required|involved)\b|(?:不使用|不采用|不购买|不安装|不引入|不设)([\p{Han}A-Za-z]{2,6})(?:[，。；]|$)`)

// turnedDown is an alternative in lower case that was not taken: "a token bucket (rejected, ...)".
var turnedDown = pattern.New(`\b(?:an?|the) ((?:[a-z-]+ ){1,3}[a-z-]+) \((?:rejected|turned down|ruled out|dropped)\b`)

// fewNames is how many statements speak of something at most that one word finds again.
const fewNames = 6

// absent returns what a sentence says is not there, where few others speak of it.
func absent(w *weights, d *document.Document, at document.Span) (e exclusion, ok bool) {
	if at.Len() > longest {
		return e, false
	}
	if m := turnedDown.FindStringSubmatch(readable(d, at)); m != nil {
		terms := w.terms(m[1])
		if len(terms) < 2 {
			return e, false
		}
		terms = terms[max(0, len(terms)-2):]
		head := terms[len(terms)-1]
		slices.Sort(terms)
		return exclusion{Place{d, at}, slices.Compact(terms), head, 0, nil, false}, len(slices.Compact(terms)) == 2
	}
	m := denial.FindStringSubmatch(d.Slice(at))
	if m == nil {
		return e, false
	}
	terms := w.terms(m[1] + m[2])
	if len(terms) == 0 || len(terms) > 3 || w.counted[terms[len(terms)-1]] > fewNames {
		return e, false
	}
	return exclusion{Place{d, at}, terms, terms[len(terms)-1], 0, nil, true}, true
}

// labelled cuts the label off a short text that begins with one: "Out of scope: a, b".
func labelled(text string) (label, rest string, ok bool) {
	text = strings.TrimLeft(text, " *_-[]x")
	at := strings.IndexAny(text, ":：")
	if at <= 0 || at > 40 || len(text) > longest {
		return "", "", false
	}
	return strings.Trim(text[:at], " *_"), strings.Trim(text[at:], " *_:："), true
}

// workedOn reports what is about something that was put out of scope: all words of it stand in a
// task, a story or a sentence that says what is done.
func workedOn(f *Found, w *weights, all []statement, docs []*document.Document) {
	named := readFeatures(featureWords)
	out := exclusions(w, named, docs)
	if len(out) == 0 {
		return
	}
	told := map[Place]bool{}
	for _, e := range out {
		told[Place{e.place.Doc, e.place.Doc.LineAt(e.place.At.Start)}] = true // what is put out of scope twice is out of it
	}
	for i := range all {
		s := &all[i]
		text := insteadOf.ReplaceAllString(s.text, " ")
		if s.key || len(s.text) < 12 || s.section.Under(document.NonGoals, document.OpenQuestions, document.Risks, document.Summary) || bothGoals.MatchString(s.around) || outOfScope.MatchString(s.around) || notDone.MatchString(text) || spokenOf(text) || later.MatchString(s.around) || outcomeOf(s.text) > 0 {
			continue
		}
		f.look(Excluded, s.doc)
		terms := w.terms(text + " " + s.row)
		feature, _ := named.in(text)
		for _, e := range out {
			if place := (Place{s.doc, s.doc.LineAt(s.at.Start)}); e.place.Doc != s.doc && (e.in(terms) || e.feature > 0 && e.feature == feature && e.about(terms)) && !told[place] {
				told[place] = true
				f.report(Conflict{Excluded, place, e.place, strings.TrimSpace(s.text), ""})
				break
			}
		}
	}
}

// about tells whether some terms are about what an exclusion says of its feature: most of it.
func (e *exclusion) about(terms []string) bool {
	return 2*overlap(e.rest, terms) >= len(e.rest) || len(e.rest) == 1 && e.rest[0] == meant("通知")
}

// in tells whether some terms are about what is excluded: they have all of its words, or of a
// short one in Chinese its last word, for pairs lie across words as well.
func (e *exclusion) in(terms []string) bool {
	if len(e.terms) < leastTerms && !e.rare && e.terms[0][0] < 0x80 {
		return false
	}
	n := 0
	for _, term := range e.terms {
		if slices.Contains(terms, term) {
			n++
		}
	}
	if e.head != "" && e.head[0] >= 0x80 {
		return n == len(e.terms) || len(e.terms) == leastTerms && slices.Contains(terms, e.head)
	}
	return n == len(e.terms)
}
