package requirements

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ContradictionRules hold what documents say against what the requirements forbid.
func ContradictionRules() []native.Rule {
	return []native.Rule{{Rule: native.Of("RQ-027"), Look: contradictions}}
}

var (
	demands = pattern.New(`(?i)\b(?:must|shall|should|will|can|may)\b|必须|应当|应该|应|需要|需|可以|能够|能`)
	// qualified is a sentence that holds in some cases only, or that denies something.
	qualified = pattern.New(`(?i)\b(?:if|when|whenever|where|while|unless|until|before|after|except|only|without|not|no|never|instead|rather|longer|once|during)\b|n't\b|如果|若|当|除非|除|仅|只|不|未|无|之前|之后`)
)

// claim is what a statement is about, without its modal.
type claim struct {
	at    document.Span
	said  string
	words model.Bag
}

// fewestWords are those that a prohibition has, so that who says all of them says the same thing.
const fewestWords = 3

// forbidden are the prohibitions of a document that hold in every case.
func forbidden(s *model.Session, d *document.Document) []claim {
	return model.Once(s, "what it forbids", d, func() (found []claim) {
		for _, st := range model.Statements(d) {
			text := model.WithoutIDs(st.Raw)
			if rest := model.Forbids.ReplaceAllString(text, " "); rest != text && !qualified.MatchString(rest) {
				found = claimed(found, st.At, st.Raw, rest)
			}
		}
		return found
	})
}

// affirmed is what a document says without any condition: the demands of requirements, the sentences of others.
func affirmed(d *document.Document) (found []claim) {
	for _, st := range model.Statements(d) {
		if text := model.WithoutIDs(st.Raw); demands.MatchString(text) && affirms(text) {
			found = claimed(found, st.At, st.Raw, demands.ReplaceAllString(text, " "))
		}
	}
	if !demandsThings(d) {
		for _, at := range document.Sentences(d) {
			if text := d.Slice(at); affirms(text) && model.States(d.SectionAt(at.Start)) {
				found = claimed(found, at, text, model.WithoutIDs(text))
			}
		}
	}
	return found
}

// affirms tells whether a sentence says something without any condition, and denies nothing.
func affirms(text string) bool {
	return !qualified.MatchString(text) && !model.Forbids.MatchString(text)
}

func claimed(found []claim, at document.Span, said, text string) []claim {
	if words := model.BagOf(text); len(words) >= fewestWords && len(found) < model.MaxCompared {
		found = append(found, claim{at, strings.TrimSpace(said), words})
	}
	return found
}

func demandsThings(d *document.Document) bool {
	return d.Kind == document.Requirements || d.Kind == document.Requirement || d.Kind == document.Quality
}

// contradictions reports what a document says although a requirement forbids it in the same words. Where more
// is said, it may be another thing.
func contradictions(s *model.Session, d *document.Document, hit native.Hit) bool {
	var no []claim
	for _, other := range s.Docs {
		if demandsThings(other) || other == d {
			no = append(no, forbidden(s, other)...)
		}
	}
	if len(no) == 0 || model.Recounts(d) {
		return false
	}
	for _, yes := range affirmed(d) {
		for _, f := range no[:min(len(no), model.MaxCompared)] {
			if shared := f.words.Shared(yes.words); shared < len(f.words) || len(yes.words) > shared+2 {
				continue
			}
			targets := []string{model.Note(model.Clip(yes.said, 60)), model.Note(model.Clip(f.said, 60))}
			if len(yes.words) > len(f.words) || !demandsThings(d) {
				targets = append(targets, native.Lesser)
			}
			hit(d, yes.at, targets...)
			break
		}
	}
	return true
}
