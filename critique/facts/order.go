package facts

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	// stepID is the number of a task or a story: 4.1, T029. Alone a whole number names nothing.
	stepID = pattern.New(`^(?:T\d{2,4}|\d{1,2}(?:\.\d{1,2}){1,2})\b`)
	// waits is what stands before the steps that must be done first.
	waits = pattern.New(`(?i)\b(?:needs|depends on|requires|waits? for|blocked by|only after|prerequisites?:?)\s+(?:tasks? |steps? |stor(?:y|ies) )?((?:T\d{2,4}|\d{1,2}(?:\.\d{1,2}){1,2})(?:(?:,? (?:and|or|to) |, ?| ?[–-] ?)(?:T\d{2,4}|\d{1,2}(?:\.\d{1,2}){1,2})\b)*)|(?:依赖于?|前置(?:任务)?[:：]?|须待|等待) ?(?:任务 ?)?((?:T\d{2,4}|\d{1,2}(?:\.\d{1,2}){1,2})(?:[、，,和与至] ?(?:T\d{2,4}|\d{1,2}(?:\.\d{1,2}){1,2}))*)`)
	aStep = pattern.New(`T\d{2,4}|\d{1,2}(?:\.\d{1,2}){1,2}`)
)

// Where lists of steps say what each needs, most of it stands before: what comes later, or
// nowhere, is a slip. A list in another order than that of work is none.
const (
	leastSteps   = 5
	leastRows    = 3
	leastInOrder = 2
)

// step is one task of a list, or one story of a table, and what it needs.
type step struct {
	id    string
	at    document.Span
	needs []string
}

// wrongOrder reports the steps of a document that need one that comes after them, or one that
// does not exist.
func wrongOrder(f *Found, d *document.Document) {
	for i, list := range [...][]step{listedSteps(d), tabledSteps(d)} {
		if len(list) < [...]int{leastSteps, leastRows}[i] {
			continue
		}
		place := map[string]int{}
		for i, s := range list {
			if _, known := place[s.id]; !known {
				place[s.id] = i
			}
		}
		type slip struct {
			from step
			to   string
		}
		var late, unknown []slip
		inOrder := 0
		for i, s := range list {
			for _, id := range s.needs {
				switch at, known := place[id]; {
				case !known && id[0] != 'T': // of T013 another rule speaks
					unknown = append(unknown, slip{s, id})
				case !known, id == s.id:
				case at > i:
					late = append(late, slip{s, id})
				default:
					inOrder++
				}
			}
		}
		if inOrder+len(late)+len(unknown) > 0 {
			f.look(Order, d)
		}
		if inOrder < leastInOrder || (len(late)+len(unknown))*2 > inOrder+1 {
			continue
		}
		for _, s := range late {
			f.report(Conflict{Order, Place{d, s.from.at}, Place{d, list[place[s.to]].at}, s.from.id, s.to})
		}
		for _, s := range unknown {
			f.report(Conflict{Order, Place{d, s.from.at}, Place{d, s.from.at}, s.from.id, s.to})
		}
	}
}

// listedSteps are the items of a document that begin with a number of their own.
func listedSteps(d *document.Document) (all []step) {
	for _, item := range d.Items {
		text := strings.TrimLeft(item.Text, "*_`[]xX ")
		id := stepID.FindString(text)
		if id == "" || item.Len() > longest {
			continue
		}
		s := step{id: id, at: d.LineAt(item.Start)}
		for _, m := range waits.FindAllStringSubmatch(text, 4) {
			s.needs = append(s.needs, aStep.FindAllString(m[1]+" "+m[2], 20)...)
		}
		all = append(all, s)
	}
	return all
}

// tabledSteps are the rows of the first table that says what its steps need.
func tabledSteps(d *document.Document) (all []step) {
	for _, t := range d.Tables {
		for column, title := range t.Header {
			if column == 0 || !needKey.MatchString(strings.Trim(title.Text, " *`")) && !strings.EqualFold(title.Text, "needs") && !strings.EqualFold(title.Text, "after") {
				continue
			}
			for _, row := range t.Rows {
				text := strings.TrimLeft(row[0].Text, "*_`[ ")
				if id := stepID.FindString(text); id != "" {
					all = append(all, step{id, row[column].Span, aStep.FindAllString(row[column].Text, 20)})
				}
			}
			return all
		}
	}
	return nil
}
