package verdict

import (
	"slices"

	"discussd/critique"
)

// checklist is what a perspective answers the questions that it was asked, as a record
// shows it: what is in order is counted, everything else is told.
type checklist struct {
	Perspective                           string
	Asked, Answered, Yes, Shown, No, Open int                // Shown: a yes with a passage that stands in the documents; Open: the documents do not tell
	Told                                  []critique.Checked // what is no, open, or a yes without a passage, in this order
}

// checklists are those of the perspectives that were asked.
func checklists(v Verdict) []checklist {
	var all []checklist
	for _, p := range v.Perspectives {
		if len(p.Checklist) == 0 {
			continue
		}
		list := checklist{Perspective: p.Name, Asked: len(p.Checklist)}
		for _, c := range p.Checklist {
			shown := c.QuoteFound != nil && *c.QuoteFound
			switch c.Answer {
			case critique.Unanswered:
				continue
			case critique.No:
				list.No++
			case critique.CannotTell:
				list.Open++
			case critique.Yes:
				list.Yes++
			}
			list.Answered++
			if c.Answer == critique.Yes && shown {
				list.Shown++
				continue
			}
			list.Told = append(list.Told, c)
		}
		order := []string{critique.No, critique.CannotTell, critique.Yes}
		slices.SortStableFunc(list.Told, func(a, b critique.Checked) int { return slices.Index(order, a.Answer) - slices.Index(order, b.Answer) })
		all = append(all, list)
	}
	return all
}
