package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"discussd/critique"
	"discussd/critique/answer"
	"discussd/critique/cli"
)

// keyMark stands in place of a prompt's mark where prompts are compared: that is another
// one in every process.
const keyMark = "A"

// key names what a tool is asked by everything that its answer hangs on: the tool and how it
// is configured, the prompt, and the schema. The mark is not among it, nor what the last
// discussion asked for and what has changed since: who reads the same documents and facts in the same role is asked
// the same, whatever was said of other documents meanwhile.
func (a *Analyst) key(request critique.Request) (string, error) {
	request.Past.Asked, request.Past.Changes, request.Together = nil, "", nil
	unmarked := *a.Prompts
	unmarked.with.Mark = func(critique.Subject) string { return keyMark }
	prompt, _, err := unmarked.Render(request)
	if err != nil {
		return "", err
	}
	digest := sha256.New()
	for _, part := range [][]byte{[]byte(a.Tool), []byte(a.Setup), prompt, Schema(request.Perspective, a.Prompts.questions(request)...)} {
		fmt.Fprintf(digest, "%d ", len(part))
		digest.Write(part)
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// Recall returns what the tool answered before to the same question; the error says that it
// was not asked, or that the answer is none.
func (a *Analyst) Recall(request critique.Request) (critique.Critique, error) {
	if request.Memory == nil {
		return critique.Critique{}, critique.ErrUnknown
	}
	key, err := a.key(request)
	if err != nil {
		return critique.Critique{}, err
	}
	kept, ok := request.Memory.Recall(key)
	if !ok || kept.Tool != a.Tool {
		return critique.Critique{}, critique.ErrUnknown
	}
	said, err := answer.Read(context.Background(), kept.Text, expect(request, a.Prompts.questions(request)))
	if err != nil {
		return critique.Critique{}, err
	}
	said.Tool, said.Model, said.ModelFamily, said.Cost = kept.Tool, kept.Model, kept.Family, kept.Cost
	said.AnsweredWith, said.Carried = kept.With, &kept.Carried
	return said, nil
}

// keep notes what was answered. Only what was read as an answer comes here: a failure is
// nothing to be repeated.
func (a *Analyst) keep(request critique.Request, reply cli.Answer, text []byte, with []string) {
	if request.Memory == nil {
		return
	}
	if key, err := a.key(request); err == nil {
		request.Memory.Keep(key, critique.Kept{Tool: a.Tool, Model: reply.Model, Family: reply.Family, Text: text, Cost: reply.Cost.Share(0, 1+len(with)), With: with})
	}
}
