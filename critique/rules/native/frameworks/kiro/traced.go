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
	if !ok {
		return false
	}
	looked := untracedCriterion(s, c, d, rows, hit)
	if len(rows) < leastTraced {
		return looked
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
		hit(d, behind, s.Say("requirement "+between[0]+", and has those before and after it", "需求 "+between[0]+"，而其前后的需求都在"))
	}
	return true
}

// leastCriteria is how many criteria the table of a design names where the one that it leaves out was forgotten.
const leastCriteria = 6

// numberOrRun is a number of a requirement or a criterion, or the first and the last of a run of criteria.
var numberOrRun = pattern.New(`(\d{1,2})(?:\.(\d{1,2})(?:` + through + `\d{1,2}\.(\d{1,2}))?)?`)

// untracedCriterion is about the one criterion of all that the table of a design leaves out.
func untracedCriterion(s *model.Session, c catalogue, d *document.Document, rows map[string]document.Span, hit native.Hit) (looked bool) {
	named := map[string]bool{}
	for _, t := range d.Tables {
		if !ofCriteria.MatchString(t.Header[0].Text) {
			continue
		}
		for _, row := range t.Rows {
			for _, m := range numberOrRun.FindAllStringSubmatch(row[0].Text, 40) {
				first, _ := strconv.Atoi(m[2])
				last, _ := strconv.Atoi(m[3])
				named[m[1]] = named[m[1]] || m[2] == "" // all of its criteria
				for n := first; n <= max(first, last); n++ {
					named[m[1]+"."+strconv.Itoa(n)] = true
				}
			}
		}
	}
	var missing []string
	has, of := 0, ""
	for _, demand := range c.demands {
		for _, one := range demand.criteria {
			if named[demand.id] || named[one.id] {
				has++
			} else {
				missing, of = append(missing, one.id), demand.id
			}
		}
	}
	if at := rows[of]; len(missing) == 1 && has >= leastCriteria && at.Len() > 0 {
		hit(d, at, s.Say("criterion "+missing[0]+", and has all others", "验收标准 "+missing[0]+"，而其余的都在"))
	}
	return has >= leastCriteria
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
