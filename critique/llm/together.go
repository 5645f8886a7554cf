package llm

import (
	"bytes"
	"context"
	_ "embed" // the template
	"errors"
	"slices"

	"discussd/critique"
	"discussd/critique/answer"
	"discussd/critique/cli"
)

//go:embed together.tmpl
var togetherText string

// roleLine begins what a prompt says to one perspective, behind what all of a round share.
const roleLine = "\nROLE: "

// errOwnTemplate is why a template of the user's own is of no use for several perspectives.
var errOwnTemplate = errors.New(`it has no line that begins with "ROLE: " behind the documents: what several are asked for stands there`)

// sharedOf is how many bytes of a prompt are the same for all perspectives of a round.
func sharedOf(prompt []byte) int { return bytes.LastIndex(prompt, []byte(roleLine)) + 1 }

// togetherView is what the template for several perspectives sees.
type togetherView struct {
	view
	Parts []view
}

// RenderTogether returns the prompt for all perspectives of a request.
func (p *Prompts) RenderTogether(request critique.Request) (text []byte, dropped []string, err error) {
	return p.renderTogether(p.apart(request))
}

func (p *Prompts) renderTogether(ones []question) (text []byte, dropped []string, err error) {
	tail := togetherView{view: ones[0].view}
	for _, one := range ones {
		tail.Parts = append(tail.Parts, one.view)
		if len(one.view.Checklist) > 0 { // what any of them is asked, the fields of the answer name
			tail.Checklist = one.view.Checklist
		}
	}
	var asks bytes.Buffer
	if err := p.together.Execute(&asks, tail); err != nil {
		return nil, nil, critique.Failf(critique.Crashed, "render prompt: %w", err)
	}
	most := slices.MaxFunc(ones, func(a, b question) int { return len(a.view.Documents) - len(b.view.Documents) })
	text, dropped, err = p.render(most.view, int64(asks.Len()))
	if err != nil {
		return nil, nil, err
	}
	at := sharedOf(text)
	if at == 0 {
		return nil, nil, critique.Failf(critique.Crashed, "render prompt: %w", errOwnTemplate)
	}
	return append(text[:at:at], asks.Bytes()...), dropped, nil
}

// AskTogether says why the template cannot be used for several perspectives, nil if it can.
func (p *Prompts) AskTogether() error {
	sample := critique.Request{
		Subject:  critique.Subject{Artifact: critique.Document{Path: "a", Content: []byte("the-last-document")}},
		Together: []critique.Perspective{{Name: "a"}, {Name: "b"}},
	}
	unbounded := *p
	unbounded.with.Limit = 1 << 30
	text, _, err := unbounded.RenderTogether(sample)
	if err == nil && !bytes.Contains(text, []byte("the-last-document")) {
		err = errOwnTemplate
	}
	return err
}

// schemaTogether returns the JSON Schema of an answer with an object for each perspective.
func schemaTogether(ones []question) []byte {
	var parts properties
	for _, one := range ones {
		parts = append(parts, property{one.Perspective.Name, closed(partsOf(one.Perspective, one.checklist))})
	}
	return encoded(parts)
}

// apart are the questions to the perspectives that one request names.
func (p *Prompts) apart(request critique.Request) (all []question) {
	for _, perspective := range request.Together {
		one := request
		one.Perspective, one.Together = perspective, nil
		all = append(all, p.question(one))
	}
	return all
}

// askTogether asks once for several perspectives, and keeps the answers as if each was asked alone.
func (a *Analyst) askTogether(ctx context.Context, request critique.Request) (critique.Critique, []byte, error) {
	ones := a.Prompts.apart(request)
	prompt, dropped, err := a.Prompts.renderTogether(ones)
	if err != nil {
		return critique.Critique{}, nil, err
	}
	reply, err := a.CLI.Ask(ctx, cli.Prompt{Text: prompt, Mark: a.Prompts.with.Mark(request.Subject), Shared: sharedOf(prompt), Schema: schemaTogether(ones), Awaited: request.Awaited})
	if err != nil {
		return critique.Critique{}, reply.Raw, err
	}
	var asked []answer.Asked
	for _, one := range ones {
		asked = append(asked, answer.Asked{Name: one.Perspective.Name, Role: one.Perspective.Role, Expect: expect(one)})
	}
	parts, err := answer.ReadTogether(ctx, reply.Text, asked)
	if err != nil {
		return critique.Critique{}, reply.Raw, err
	}
	said := critique.Critique{Tool: a.Tool, Model: reply.Model, ModelFamily: reply.Family, Cost: reply.Cost}
	said.Notes = a.unseen(request, dropped)
	for i, part := range parts {
		said.Parts = append(said.Parts, critique.Part{Critique: part.Critique, Err: part.Err})
		if part.Err != nil || len(dropped) > 0 {
			continue
		}
		var others []string
		for _, p := range request.Together {
			if p.Name != ones[i].Perspective.Name {
				others = append(others, p.Name)
			}
		}
		a.keep(ones[i], reply, part.Text, others)
	}
	return said, reply.Raw, nil
}
