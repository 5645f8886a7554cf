package critique

import (
	"fmt"
	"slices"
	"strings"
)

// Side is the praise that stands against a claim. Its JSON form is part of the verdict contract.
type Side struct {
	Perspective string `json:"perspective"`
	Text        string `json:"text"`
	Evidence    string `json:"evidence"` // what it quotes, "" when nothing
}

// disputed lists the faults that somebody else praises, each once, with the praise.
func disputed(policy Policy, opinions []Opinion) []asked {
	var all []asked
	for _, d := range disputes(opinions) {
		about := ground(Conflict, d.topic(policy))
		for _, fault := range d.faults {
			praise, w := d.against(fault), fault.point
			if praise == nil {
				continue
			}
			if at := slices.IndexFunc(all, func(a asked) bool { return a.point == w }); at >= 0 {
				all[at].Grounds = append(all[at].Grounds, about)
				continue
			}
			against := Side{Perspective: praise.by.Perspective.Name, Text: praise.point.Text, Evidence: praise.point.Quote}
			all = append(all, asked{
				Claim: Claim{Perspective: fault.by.Perspective.Name, Kind: Conflict, Severity: w.Severity, Text: w.Text, Evidence: w.Quote, Against: &against, Grounds: []string{about}},
				point: w, families: []string{fault.by.ModelFamily, praise.by.ModelFamily},
				sink: func(by string) {
					w.RefutedBy = by
					if w.Severity.Weight() > Medium.Weight() {
						w.Severity = Medium
					}
				},
			})
		}
	}
	return all
}

// settled returns the divergences with what was ruled on those that are contradictions.
func (v *Verification) settled(policy Policy, divergences []Divergence) []Divergence {
	if v == nil || v.conflicts() == 0 || len(v.Rulings) == 0 {
		return divergences
	}
	divergences = slices.Clone(divergences)
	for i := range divergences {
		d := &divergences[i]
		var decisive *Claim
		for n := range v.Claims {
			if c := &v.Claims[n]; d.Type == Conflict && slices.Contains(c.Grounds, d.Grounds[0]) && (decisive == nil || weightOf(c.Ruling) > weightOf(decisive.Ruling)) {
				decisive = c
			}
		}
		if decisive != nil {
			d.Ruling = decisive.Ruling
			d.Description = unended(d.Description) + ". " + decisive.outcome(policy, v.Tool)
		}
	}
	return policy.Weigh(divergences)
}

func (v *Verification) conflicts() int {
	n := 0
	for _, c := range v.Claims {
		if c.Kind == Conflict {
			n++
		}
	}
	return n
}

// weightOf orders the rulings on several faults of one dispute, the one that decides last.
func weightOf(ruling string) int {
	return slices.Index([]string{Refuted, BothStand, Undecided, Confirmed}, ruling)
}

func (c Claim) outcome(policy Policy, tool string) string {
	said := map[string][2]string{
		Confirmed: {"%s read both and the documents: the fault holds", "%s 对照文档读了双方意见: 不足成立"},
		Refuted:   {"%s read both and the documents: the fault does not hold", "%s 对照文档读了双方意见: 不足不成立"},
		BothStand: {"%s read both and the documents: each can be true beside the other", "%s 对照文档读了双方意见: 两者可以同时成立"},
		Undecided: {"%s read both and the documents, and cannot tell which holds", "%s 对照文档读了双方意见, 仍无法判断"},
	}[c.Ruling]
	text := fmt.Sprintf(policy.say(said[0], said[1]), tool)
	if why := strings.TrimSpace(c.Why); why != "" && c.Ruling != Undecided {
		text += " (" + unended(why) + ")"
	}
	if c.QuoteLine > 0 && c.Ruling != Undecided {
		text += fmt.Sprintf(": “%s”, %s:%d", c.Quote, c.QuotePath, c.QuoteLine)
	}
	return text
}
