package critique

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Memory keeps what tools answered by what they were asked. It is safe for concurrent use.
type Memory interface {
	// Recall returns the answer to a question; ok is false without one, or if it is too old.
	Recall(key string) (kept Kept, ok bool)
	// Keep notes an answer. One that cannot be kept is paid for once more, and that is all.
	Keep(key string, kept Kept)
}

// Kept is an answer as it was given.
type Kept struct {
	Tool   string   `json:"tool"`
	Model  string   `json:"model"`        // that answered, "" when unknown
	Family string   `json:"model_family"` // of the model, "" when unknown
	Text   string   `json:"text"`
	Cost   Cost     `json:"cost"`
	With   []string `json:"answered_with,omitempty"` // the other perspectives that the same call was to answer for
	Carried
}

// Carried says where an earlier answer was given. Its JSON form is part of the verdict contract.
type Carried struct {
	Revision    int       `json:"revision"`    // of the round, whose judging it was given in
	Fingerprint string    `json:"fingerprint"` // of the bytes that were judged then
	At          time.Time `json:"at"`          // when it was given
	Same        bool      `json:"-"`           // it was given in an earlier try of the same revision
}

// stand adds what the perspective found before in documents of which only outlines were shown.
func (p Past) stand(c *Critique, perspective string, chinese bool) {
	added := 0
	for _, before := range p.Stands[perspective] {
		again := slices.ContainsFunc(c.Weaknesses, func(w Point) bool {
			return w.Text == before.Text || folded(w.Quote) != "" && folded(w.Quote) == folded(before.Quote)
		})
		if !again {
			c.Weaknesses, added = append(c.Weaknesses, before), added+1
		}
	}
	if added == 0 {
		return
	}
	note := "weaknesses that stand from the revision before, in documents that have not changed: %d"
	if chinese {
		note = "先前版本指出、所在文档未变而仍成立的不足: %d"
	}
	c.Notes = append(c.Notes, fmt.Sprintf(note, added))
}

// folded is a quote without the space that differs between two ways to quote.
func folded(quote string) string { return strings.Join(strings.Fields(quote), " ") }

// ErrUnknown is why nothing is recalled.
var ErrUnknown = errors.New("nobody was asked that")

// recall returns what a tool answered before to the request's perspective.
func (p *Panel) recall(tool string, request Request) (Critique, error) {
	if p.Recall == nil || request.Memory == nil {
		return Critique{}, ErrUnknown
	}
	return p.Recall(tool, request)
}

// carriedRemark says in words which answers were not asked for anew.
func carriedRemark(policy Policy, opinions []Opinion) (notes []string) {
	type origin struct {
		revision int
		same     bool
	}
	names := map[origin][]string{}
	var order []origin
	for _, o := range opinions {
		if o.Carried == nil {
			continue
		}
		from := origin{o.Carried.Revision, o.Carried.Same}
		if !slices.Contains(order, from) {
			order = append(order, from)
		}
		names[from] = append(names[from], o.Perspective.Name)
	}
	for _, from := range order {
		english, chinese := "%s not asked again, nothing that it reads has changed: answer carried over from revision %d", "%s 未重新询问, 其所读内容未变: 沿用第 %d 版的回答"
		if from.same {
			english, chinese = "%s not asked again: it had answered when judging of this revision (%d) was cut off", "%s 未重新询问: 本版 (%d) 评审中断前已作答"
		}
		notes = append(notes, fmt.Sprintf(policy.say(english, chinese), strings.Join(names[from], policy.say(", ", "、")), from.revision))
	}
	return notes
}
