package critique

import "discussd/critique/quote"

// verifyQuotes looks every quote of a critique up in the documents. A quote that
// cannot be found takes the weight of its point: it is HIGH no longer.
func verifyQuotes(c *Critique, texts []evidence) {
	for _, points := range [][]Point{c.Strengths, c.Weaknesses, c.Suggestions, c.OpenQuestions} {
		for i := range points {
			verifyQuote(&points[i], texts)
		}
	}
}

func verifyQuote(p *Point, texts []evidence) {
	if p.Quote == "" {
		return
	}
	found := false
	for _, t := range texts {
		if line := t.Find(p.Quote); line > 0 {
			found, p.QuotePath, p.QuoteLine = true, t.path, line
			break
		}
	}
	p.QuoteFound = &found
	if !found && p.Severity.Weight() >= High.Weight() {
		p.Severity = Medium
	}
}

// evidence is a document that quotes are looked up in.
type evidence struct {
	path string
	quote.Text
}

// evidence folds what a prompt can hold: once for all answers of a panel.
func (s Subject) evidence() []evidence { return foldAll(s.Shown()) }

func foldAll(documents []Document) []evidence {
	texts := make([]evidence, len(documents))
	for i, d := range documents {
		texts[i] = evidence{d.Path, quote.Fold(d.Content)}
	}
	return texts
}
