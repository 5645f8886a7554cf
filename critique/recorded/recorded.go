// Package recorded keeps what tools answer in files named by the hash of the prompt, and answers from them, so
// that a measurement of the panel can be repeated without a model.
package recorded

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"discussd/critique"
	"discussd/critique/cli"
	"discussd/critique/llm"
)

// Shelf is a folder of answers.
type Shelf struct {
	Dir string
	// Ask says that unknown prompts are asked and the answers kept. Otherwise they are failures.
	Ask bool
}

// Secret replaces chance in the marks of prompts, so that they are the same in every run. Who knows it
// can break out of the marks: a shelf is for documents of one's own.
const Secret = "the same in every run"

// Tool returns a tool that answers from the shelf, from answers of its own name.
func (s Shelf) Tool(name string, tool llm.Tool) llm.Tool { return &recorded{tool, name, s} }

type recorded struct {
	llm.Tool
	name  string
	shelf Shelf
}

// said is an answer as it is kept. A failure is kept, too: it is a part of what a panel is.
type said struct {
	Tool         string         `json:"tool"`
	Model        string         `json:"model"`
	Family       string         `json:"family"`
	Outcome      critique.Class `json:"outcome"`
	Error        string         `json:"error,omitempty"`
	InputTokens  *int64         `json:"input_tokens"`
	CachedTokens *int64         `json:"cached_tokens,omitempty"`
	OutputTokens *int64         `json:"output_tokens"`
	USD          *float64       `json:"usd"`
	Text         string         `json:"text"`
}

// Installed is nil: an answer on the shelf needs no program.
func (r *recorded) Installed() error {
	if r.shelf.Ask {
		return r.Tool.Installed()
	}
	return nil
}

// Ask answers from the shelf, or asks and keeps the answer. Errors wrap [*critique.Failure].
func (r *recorded) Ask(ctx context.Context, prompt cli.Prompt) (cli.Answer, error) {
	name := filepath.Join(r.shelf.Dir, key(r.name, prompt)+".json")
	text, err := os.ReadFile(name)
	switch {
	case err == nil:
		return read(name, text)
	case !errors.Is(err, fs.ErrNotExist):
		return cli.Answer{}, critique.Failf(critique.Misconfigured, "recorded answer: %w", err)
	case !r.shelf.Ask:
		return cli.Answer{}, critique.Failf(critique.NotInstalled, "no answer of %s to this prompt is recorded in %s", r.name, r.shelf.Dir)
	}
	answer, asked := r.Tool.Ask(ctx, prompt)
	if ctx.Err() != nil {
		return answer, asked // nobody's answer
	}
	if err := r.keep(name, answer, asked); err != nil {
		return answer, errors.Join(asked, critique.Failf(critique.Misconfigured, "keep the answer: %w", err))
	}
	return answer, asked
}

func (r *recorded) keep(name string, answer cli.Answer, asked error) error {
	kept := said{
		Tool: r.name, Model: answer.Model, Family: answer.Family, Outcome: critique.Answered, Text: string(answer.Text),
		InputTokens: answer.Cost.InputTokens, OutputTokens: answer.Cost.OutputTokens, CachedTokens: answer.Cost.CachedTokens, USD: answer.Cost.USD,
	}
	if asked != nil {
		kept.Outcome, kept.Error = critique.ClassOf(asked), critique.Reason(asked)
	}
	text, err := json.MarshalIndent(kept, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.shelf.Dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o600)
}

func read(name string, text []byte) (cli.Answer, error) {
	var kept said
	if err := json.Unmarshal(text, &kept); err != nil {
		return cli.Answer{}, critique.Failf(critique.Misconfigured, "recorded answer %s: %w", name, err)
	}
	answer := cli.Answer{
		Text: []byte(kept.Text), Raw: []byte(kept.Text), Model: kept.Model, Family: kept.Family,
		Cost: critique.Cost{USD: kept.USD, InputTokens: kept.InputTokens, OutputTokens: kept.OutputTokens, CachedTokens: kept.CachedTokens},
	}
	if kept.Outcome != critique.Answered {
		return answer, critique.Failf(kept.Outcome, "%s", kept.Error)
	}
	return answer, nil
}

func key(tool string, prompt cli.Prompt) string {
	digest := sha256.New()
	for _, part := range [][]byte{[]byte(tool), prompt.Text, prompt.Schema} {
		fmt.Fprintf(digest, "%d ", len(part))
		digest.Write(part)
	}
	return hex.EncodeToString(digest.Sum(nil))[:32]
}
