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
}

var (
	// reasons begin what is said of an exclusion, and is no part of it.
	reasons = pattern.New(`[.;:(（。；：]| [–—-] |\b(?:as|because|since|until|which|for now)\b|，`)
	// outOfScope is the title of a section that lists what is left out, bothGoals one that
	// lists what is wanted as well.
	outOfScope = pattern.New(`(?i)\bnon-?\s?goals?\b|\bout[- ]of[- ]scope\b|\bnot (?:in scope|included|part of)\b|\bexclu(?:ded|sions?)\b|\bwon'?t (?:do|have)\b|非目标|范围外|不在范围|不做|不包括|排除`)
	bothGoals  = pattern.New(`(?i)^\W*(?:[\d.]+\W*)?(?:goals?|in[- ]scope|scope)\s*(?:/|&|and|vs)|目标\s*[/与和及&]|范围[与和及/]`)
	// notDone are words of a statement that says that something is not done now.
	notDone = pattern.New(`(?i)\b(?:no|not|never|without|instead|later|future|out of scope|exclud\w*|won'?t|except|remove\w*|delete\w*|reject\w*|refus\w*|prevent\w*|forbid\w*|disabl\w*)\b|不|无|非|未|以后|后续|排除|禁止|拒绝`)
)

// leastTerms is how many words an exclusion has at least that can be found again.
const leastTerms = 2

// exclusions returns what the documents put out of scope.
func exclusions(w *weights, docs []*document.Document) (all []exclusion) {
	for _, d := range docs {
		for _, item := range d.Items {
			if item.Section == nil || !outOfScope.MatchString(item.Section.Title) || bothGoals.MatchString(item.Section.Title) || len(all) >= maxHolders {
				continue
			}
			text := item.Text
			if at := reasons.FindStringIndex(text); at != nil {
				text = text[:at[0]]
			}
			terms := w.terms(text)
			slices.Sort(terms)
			terms = slices.Compact(terms)
			han := len(terms) > 0 && terms[0][0] >= 0x80
			if len(terms) >= leastTerms && (!han || len(terms) >= 2*leastTerms) && len(terms) <= 8 {
				all = append(all, exclusion{Place{d, item.Span}, terms})
			}
		}
	}
	return all
}

// workedOn reports the tasks that are about what was put out of scope: all words of it stand
// in the task.
func workedOn(f *Found, w *weights, docs []*document.Document) {
	all := exclusions(w, docs)
	for _, d := range docs {
		if d.Kind != document.Tasks && d.Kind != document.Other {
			continue
		}
		for _, item := range d.Items {
			if item.Box == 0 || item.Section.Under(document.NonGoals, document.OpenQuestions) || item.Len() > longest || notDone.MatchString(item.Text) {
				continue
			}
			f.look(Excluded, d)
			terms := w.terms(item.Text)
			for _, e := range all {
				if e.place.Doc != d && !slices.ContainsFunc(e.terms, func(term string) bool { return !slices.Contains(terms, term) }) {
					f.report(Conflict{Excluded, Place{d, d.LineAt(item.Start)}, e.place, strings.TrimSpace(item.Text), ""})
					break
				}
			}
		}
	}
}
