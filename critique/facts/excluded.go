package facts

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// exclusion is what a document puts out of scope.
type exclusion struct {
	place Place
	terms []string
	head  string // the last of them
	later bool   // it says itself that it comes another time
}

var (
	// reasons begin what is said of an exclusion, and is no part of it.
	reasons = pattern.New(`[.;:(（。；：]| [–—-] |\b(?:as|because|since|until|which|for now)\b|，`)
	// outOfScope is the title of a section that lists what is left out, bothGoals one that
	// lists what is wanted as well.
	outOfScope = pattern.New(`(?i)\bnon-?\s?goals?\b|\bout[- ]of[- ](?:the )?(?:scope|mvp|v1|first release)\b|\bnot (?:in scope|included|part of)\b|\bexclu(?:ded|sions?)\b|\bwon'?t (?:do|have)\b|非目标|范围外|不在范围|不做|不包括|排除`)
	bothGoals  = pattern.New(`(?i)\bexclu(?:ded|sions?) (?:strateg|pattern|rule|list|filter|logic)|\b(?:\w+)/\w+ exclusion\b|^\W*(?:[\d.]+\W*)?(?:goals?|in[- ]scope|scope)\s*(?:/|&|and|vs)|目标\s*[/与和及&]|范围[与和及/]`)
	// notDone are words of a statement that says that something is not done now.
	notDone = pattern.New(`(?i)\b(?:no|not|never|without|later|future|defer\w*|postpone\w*|backlog|v[2-9]|phase [2-9]|not yet|out of scope|exclud\w*|won'?t|except|remove\w*|delete\w*|reject\w*|refus\w*|prevent\w*|forbid\w*|disabl\w*)\b|不|无|非|未|以后|后续|下期|二期|排除|禁止|拒绝`)
)

var (
	// insteadOf begins what is not done.
	insteadOf = pattern.New(`(?i)\b(?:instead of|rather than)\b[^,;.]*`)
	// granting is an exclusion that says what is done all the same.
	granting = pattern.New(`(?i)\b(?:can|may|still|keeps?|remains?|stays?|allowed|only)\b|可|仅|只|保留|仍|允许`)
	// beyond leaves out what is more than the documents want, and so nothing of that.
	beyond = pattern.New(`(?i)^[\s>*_+|-]*(?:more than|over|beyond|larger than|longer than|additional|further|extra|any other|other)\b|^[\s>*_+|-]*(?:超过|多于|更多|额外|其他|其它)`)
	// byName is the name in brackets of the one thing of its sort that is left out.
	byName = pattern.New(`[(（]([A-Z][A-Za-z0-9.+-]*(?: [A-Z][A-Za-z0-9.+-]*)?)[)）]`)
	// firstRelease is a title that leaves things out of one release and of no other.
	firstRelease = pattern.New(`(?i)\b(?:v1|mvp|first (?:release|version)|this (?:release|phase|milestone))\b|首版|本期|一期`)
	// later is a title of what is done another time.
	later = pattern.New(`(?i)\b(?:v[2-9]|future|later|deferred|backlog|phase [2-9]|post[- ]mvp|parked)\b|以后|后续|二期|远期`)
)

// leastTerms is how many words an exclusion has at least that can be found again.
const leastTerms = 2

// exclusions returns what the documents put out of scope.
func exclusions(w *weights, docs []*document.Document) (all []exclusion) {
	add := func(d *document.Document, at document.Span, text string) {
		if granting.MatchString(text) || beyond.MatchString(text) || strings.Contains(text, " = ") { // what a name stands for
			return
		}
		named := ""
		if m := byName.FindStringSubmatch(text); m != nil {
			named = m[1]
		}
		putOff := later.MatchString(text) || d.SectionAt(at.Start) != nil && firstRelease.MatchString(d.SectionAt(at.Start).Title)
		if at := reasons.FindStringIndex(text); at != nil {
			text = text[:at[0]]
		}
		terms := w.stems(text + " " + named)
		head := ""
		if len(terms) > 0 {
			head = terms[len(terms)-1]
		}
		slices.Sort(terms)
		terms = slices.Compact(terms)
		han := len(terms) > 0 && terms[0][0] >= 0x80
		if len(all) < maxHolders && (len(terms) >= leastTerms || han && len(terms) > 0 && !strings.Contains(text, "、") && len(text) >= 12) && len(terms) <= 8 {
			all = append(all, exclusion{Place{d, at}, terms, head, putOff})
		}
	}
	for _, d := range docs {
		if earlier.MatchString(d.Path) {
			continue // what an earlier milestone left out is what a later one does
		}
		tag := deferred(d)
		for _, item := range d.Items {
			if label, list, ok := labelled(item.Text); ok && outOfScope.MatchString(label) && !bothGoals.MatchString(label) {
				for _, part := range splitSet.Split(list, -1) {
					add(d, item.Span, part)
				}
			} else if item.Section != nil && (outOfScope.MatchString(item.Section.Title) || putOff.MatchString(item.Section.Title)) && !bothGoals.MatchString(item.Section.Title) || tag.Holds(item.Start) {
				add(d, item.Span, item.Text)
			}
		}
		for _, t := range d.Tables {
			if t.Section != nil && outOfScope.MatchString(t.Section.Title) && !bothGoals.MatchString(t.Section.Title) {
				for _, row := range t.Rows {
					add(d, row[0].Span, row[0].Text)
				}
			}
		}
		for _, at := range paragraphs(d) {
			goesOn := false // behind a semicolon the label holds on
			for _, sentence := range sentences(d, at) {
				label, list, ok := labelled(d.Slice(sentence))
				switch {
				case ok && outOfScope.MatchString(label) && !bothGoals.MatchString(label):
					goesOn = true
				case goesOn && !ok:
					list = d.Slice(sentence)
				default:
					goesOn = false
					list = ""
				}
				for _, part := range splitSet.Split(list, -1) {
					add(d, sentence, part)
				}
				if goesOn = goesOn && strings.HasSuffix(d.Slice(sentence), ";"); list == "" && leavesOut(d, at) {
					for _, part := range plainList(d.Slice(sentence)) {
						add(d, sentence, part)
					}
				}
			}
		}
	}
	return all
}

// leavesOut tells whether a paragraph of its own stands below a title that leaves out what it names.
func leavesOut(d *document.Document, at document.Span) bool {
	section := d.SectionAt(at.Start)
	return section != nil && outOfScope.MatchString(section.Title) && !bothGoals.MatchString(section.Title) && !inItem(d, at)
}

// plainList returns the parts of a sentence that is a list of short names and nothing else: "Video
// calls, printed letters, payment."
func plainList(text string) []string {
	parts := strings.Split(text, ",")
	if len(parts) < leastMembers || strings.ContainsAny(text, ":：*|") || slices.ContainsFunc(parts, func(part string) bool { return len(strings.Fields(part)) > 4 }) {
		return nil
	}
	return parts
}

// putOff is the title of a section with what was thought of and is not done now.
var putOff = pattern.New(`(?i)^\W*(?:deferred(?: ideas| items)?|ideas? (?:for later|deferred))\W*$|^推迟|^暂缓`)

// PutOff tells whether a place stands among what is not done now: it is a remark that something
// is like it, for what is near to it is done.
func PutOff(p Place) bool {
	section := p.Doc.SectionAt(p.At.Start)
	return deferred(p.Doc).Holds(p.At.Start) || section != nil && putOff.MatchString(section.Title)
}

// deferred is the part of a document between the tags that mark what is put off.
func deferred(d *document.Document) document.Span {
	start := strings.Index(d.Text, "<deferred>")
	if start < 0 {
		return document.Span{}
	}
	if end := strings.Index(d.Text[start:], "</deferred>"); end > 0 {
		return document.Span{Start: start, End: start + end}
	}
	return document.Span{}
}

// earlier is a document of a milestone that is over, or of one phase of several.
var earlier = pattern.New(`(?i)(?:^|/)(?:milestones/|v\d[\d.]*-(?:requirements|roadmap)\.md$|(?:phase|sprint|iteration)[-_ ]?\w{1,2}[-_ .][^/]*$)`)

// nameOfCode is a name that programs have: its words say what it is called, and not what is done.
var nameOfCode = pattern.New("`[^`\n]*`|\\b\\w*[a-z][A-Z]\\w*|\\b\\w+_\\w+")

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
	out := exclusions(w, docs)
	if len(out) == 0 {
		return
	}
	told, tags := map[Place]bool{}, map[*document.Document]document.Span{}
	for _, d := range docs {
		tags[d] = deferred(d)
	}
	for i := range all {
		s := &all[i]
		text := insteadOf.ReplaceAllString(s.text, " ")
		if s.key || len(s.text) < 12 || earlier.MatchString(s.doc.Path) || putOff.MatchString(s.around) || tags[s.doc].Holds(s.at.Start) || s.section.Under(document.NonGoals, document.OpenQuestions, document.Risks, document.Summary) || bothGoals.MatchString(s.around) || outOfScope.MatchString(s.around) || notDone.MatchString(text) || s.table != nil && notDone.MatchString(s.doc.Slice(s.doc.LineAt(s.at.Start))) || spokenOf(strings.TrimPrefix(strings.TrimLeft(text, " -*"), "[x] ")) || later.MatchString(s.around) || outcomeOf(s.text) > 0 {
			continue
		}
		f.look(Excluded, s.doc)
		if s.table != nil && outOfScope.MatchString(above(s.doc, s.table.Span.Start)) {
			continue // it puts the same out of scope
		}
		terms := w.stems(nameOfCode.ReplaceAllString(text+" "+s.row, " "))
		for _, e := range out {
			if place := (Place{s.doc, s.doc.LineAt(s.at.Start)}); e.place.Doc != s.doc && e.in(terms) && !told[place] && !(e.later && plans(s)) {
				told[place] = true
				f.report(Conflict{Excluded, place, e.place, strings.TrimSpace(s.text), ""})
				break
			}
		}
	}
}

// plans tells whether a statement is of a plan of several phases or releases: what is put off
// in one is done in another.
func plans(s *statement) bool {
	return s.table != nil || roadmap.MatchString(s.doc.Path) || roadmap.MatchString(s.around)
}

var roadmap = pattern.New(`(?i)road-?map|\b(?:implementation|release|master)[-_ ]plan|\bphases\b|\bbacklog\b|\bcandidates\b|\bunder consideration\b|\bv[-_ ]?next\b|路线图|规划`)

// above returns the last line that says something before an offset.
func above(d *document.Document, offset int) string {
	text := strings.TrimRight(d.Text[max(0, offset-longest):offset], " \t\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// in tells whether some terms are about what is excluded: they have all of its words, or of a
// short one in Chinese its last word, for pairs lie across words as well.
func (e *exclusion) in(terms []string) bool {
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
