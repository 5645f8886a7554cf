package traces

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	waitsFor = pattern.New(`(?i)^\W*(?:(?:comes |starts )?after|needs|requires|depends(?: on)?|dependenc(?:y|ies)|prerequisites?|predecessors?|blocked by|waits for|依赖(?:项|于|任务)?|前置(?:任务|条件|项)?|先行(?:任务)?|紧前(?:任务|工作)?)\W*$`)
	rowKey   = pattern.New(`^[A-Z]{0,4}-?\d{1,3}(?:\.\d{1,2})?$`)
	rowRange = pattern.New(`^(\d{1,3})\s*(?:–|—|-|~|to|至|到)\s*(\d{1,3})$`)
	apart    = pattern.New(`\s*(?:[,，、;；/&+]|\band\b|和|与)\s*`)
)

// leastWaiting is how many rows of a table wait for others that are there for one that waits
// for none of them to be wrong.
const leastWaiting = 2

// rowsWaiting reports rows of a table of work that wait for each other in a circle, and one that
// waits for a row that is not there. Of epics other rules tell.
func rowsWaiting(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, t := range d.Tables {
		column := -1
		for i, title := range t.Header {
			if i > 0 && waitsFor.MatchString(title.Text) {
				column = i
			}
		}
		known := map[string]bool{}
		for _, row := range t.Rows {
			if key := keyIn(row[0].Text); rowKey.MatchString(key) && !strings.HasPrefix(key, "EPIC") {
				known[key] = true
			}
		}
		if column < 0 || len(known) < leastChain-1 {
			continue
		}
		var edges []model.Dependency
		var lost []model.Dependency
		for _, row := range t.Rows {
			from := keyIn(row[0].Text)
			if !known[from] {
				continue
			}
			for _, to := range waited(row[column].Text) {
				e := model.Dependency{From: from, To: to, Doc: d, At: row[column].Span}
				if known[to] {
					edges = append(edges, e)
				} else if strings.Trim(to, "0123456789.") == "" { // of IDs other rules tell
					lost = append(lost, e)
				}
			}
		}
		if len(edges) < leastWaiting {
			continue
		}
		applied = true
		if cycle, at := model.FindCycle(edges); len(cycle) > 0 {
			hit(d, at.At, strings.Join(cycle, " → "), s.Say("is a circle: each waits for the next", "构成循环：依次互相等待"))
		}
		for _, e := range lost {
			if len(lost) == 1 {
				hit(d, e.At, e.From+" → "+e.To, s.Say("leads to a row that is not there", "指向不存在的行"))
			}
		}
	}
	return applied
}

func keyIn(text string) string { return strings.TrimSuffix(strings.Trim(text, "`*# "), ".") }

// waited reads what a row waits for: numbers or IDs, none where there is anything else.
func waited(text string) (all []string) {
	for _, part := range apart.Split(strings.Trim(text, "`* "), 20) {
		part = keyIn(part)
		if m := rowRange.FindStringSubmatch(part); m != nil {
			first, _ := strconv.Atoi(m[1])
			last, _ := strconv.Atoi(m[2])
			for n := first; n <= last && n < first+100; n++ {
				all = append(all, strconv.Itoa(n))
			}
			continue
		}
		if !rowKey.MatchString(part) {
			return nil
		}
		all = append(all, part)
	}
	return all
}
