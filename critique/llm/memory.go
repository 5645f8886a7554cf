package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"discussd/critique"
	"discussd/critique/answer"
	"discussd/critique/cli"
)

// question is a request as it is put: what the template sees, and what the answer has to be.
type question struct {
	critique.Request
	view      view
	checklist []critique.Question
	schema    []byte
}

func (p *Prompts) question(r critique.Request) question {
	if len(r.Claims) > 0 {
		r = wholly(r) // who rules on what others say needs the passages
	}
	asked := p.questions(r)
	return question{r, p.view(r, asked), asked, Schema(r.Perspective, asked...)}
}

// key names what a tool is asked by everything that its answer depends on: the tool and how it
// is configured, what the prompt is made of, and the schema. The mark does not count, which
// differs in every process, nor do what the last discussion asked for and what has changed
// since: the same documents and facts in the same role are the same question.
func (a *Analyst) key(q question) (string, error) {
	v := q.view
	v.Mark, v.Asked, v.Changes = "", nil, ""
	shown, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	digest := sha256.New()
	for _, part := range [][]byte{[]byte(a.Tool), []byte(a.Setup), []byte(a.Prompts.source + checklist), shown, q.schema} {
		fmt.Fprintf(digest, "%d ", len(part))
		digest.Write(part)
	}
	fmt.Fprint(digest, a.Prompts.with.Limit)
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// wholly is a request that shows every document whole, also what was judged before.
func wholly(r critique.Request) critique.Request {
	r.Artifact.Settled = false
	if r.Context != nil {
		context := *r.Context
		context.Settled = false
		r.Context = &context
	}
	r.Members, r.Session = slices.Clone(r.Members), slices.Clone(r.Session)
	for _, all := range [][]critique.Document{r.Members, r.Session} {
		for i := range all {
			all[i].Settled = false
		}
	}
	return r
}

// Recall returns what the tool answered before to the same question, also when the documents
// were shown whole then. The error says that it was not asked, or that the answer is none.
func (a *Analyst) Recall(request critique.Request) (critique.Critique, error) {
	if request.Memory == nil {
		return critique.Critique{}, critique.ErrUnknown
	}
	said, err := a.recall(a.Prompts.question(wholly(request)))
	if shown := a.Prompts.question(request); err != nil && shown.view.Settled {
		said, err = a.recall(shown)
	}
	return said, err
}

func (a *Analyst) recall(q question) (critique.Critique, error) {
	key, err := a.key(q)
	if err != nil {
		return critique.Critique{}, err
	}
	kept, ok := q.Memory.Recall(key)
	if !ok || kept.Tool != a.Tool {
		return critique.Critique{}, critique.ErrUnknown
	}
	said, err := answer.Read(context.Background(), []byte(kept.Text), expect(q))
	if err != nil {
		return critique.Critique{}, err
	}
	said.Tool, said.Model, said.ModelFamily, said.Cost = kept.Tool, kept.Model, kept.Family, kept.Cost
	said.AnsweredWith, said.Carried = kept.With, &kept.Carried
	return said, nil
}

// keep notes what was answered, only if it could be read.
func (a *Analyst) keep(q question, reply cli.Answer, text []byte, with []string) {
	if q.Memory == nil {
		return
	}
	if key, err := a.key(q); err == nil {
		q.Memory.Keep(key, critique.Kept{Tool: a.Tool, Model: reply.Model, Family: reply.Family, Text: string(text), Cost: reply.Cost.Share(0, 1+len(with)), With: with})
	}
}
