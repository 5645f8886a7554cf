package kiro

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// leastTraced is how many requirements the table of a design traces where the one that it leaves out was
// forgotten.
const leastTraced = 3

// numbersListed is a cell that holds numbers of requirements and criteria and nothing else: "2", "1.1, 1.2", "3.1-3.4".
var numbersListed = pattern.New(`^\s*\d{1,2}(?:\.\d{1,2})?(?:(?:\s*[,;、]\s*|` + through + `)\d{1,2}(?:\.\d{1,2})?)*\s*$`)

// untraced is about the one requirement between others that the table of a design leaves out. What is missing
// at its end may have come later.
func untraced(s *model.Session, d *document.Document, hit native.Hit) bool {
	c := catalogueOf(s)
	rows, ok := tracedIn(d)
	if !ok || len(rows) < leastTraced {
		return false
	}
	var between, missing []string
	var behind, last document.Span // the row that it belongs behind, and the one before
	for _, demand := range c.demands {
		at, traced := rows[demand.id]
		switch {
		case !traced:
			missing = append(missing, demand.id)
			continue
		case len(missing) > 0 && last.Len() > 0:
			between, behind = append(between, missing...), last
		}
		missing, last = nil, at
	}
	if len(between) == 1 && len(missing) <= 1 {
		hit(d, behind, model.Note(between[0]))
	}
	return true
}

// tracedIn returns the requirements that the first column of a document's tables names, with their first
// row. It is false where a cell says it in another way.
func tracedIn(d *document.Document) (map[string]document.Span, bool) {
	rows := map[string]document.Span{}
	for _, t := range d.Tables {
		if !ofCriteria.MatchString(t.Header[0].Text) {
			continue
		}
		for _, row := range t.Rows {
			text := row[0].Text
			if !numbersListed.MatchString(text) {
				return nil, false
			}
			first := 0
			for number := range strings.FieldsFuncSeq(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') }) {
				whole, _, _ := strings.Cut(number, ".")
				n, _ := strconv.Atoi(whole)
				for ; first > 0 && first < n && !strings.ContainsAny(text, ",;、"); first++ { // a range of requirements
					rows[strconv.Itoa(first)] = row[0].Span
				}
				if first = n; rows[whole].Len() == 0 {
					rows[whole] = row[0].Span
				}
			}
		}
	}
	return rows, true
}
