// Package played plays the models of the demo's panel: it answers the prompts about one
// sample session with texts that were written beforehand, and starts and asks nobody.
package played

import (
	"context"
	"embed"
	"fmt"
	"regexp"
	"strings"

	"discussd/critique"
	"discussd/critique/cli"
	"discussd/critique/llm"
)

// answers are DISCUSS-002-product.json for the brief as it is written first,
// DISCUSS-002-product-revised.json for its revision, and rulings.json for what is asked
// when a claim would block.
//
//go:embed answers
var answers embed.FS

// revised is what only the revision of the brief says.
const revised = "or by a card that the warden prints and posts"

// who is how a prompt says which round it is about, and from which perspective.
var who = regexp.MustCompile(`(?m)^ROLE: .* (\S+) as .* \((\S+) perspective\)`)

// Model is what the answers give for their model.
const Model = "played"

// Tool takes the place of a tool of the configuration.
func Tool(_ string, tool llm.Tool) llm.Tool { return &player{tool} }

type player struct{ llm.Tool }

// Installed is nil: a text needs no program.
func (*player) Installed() error { return nil }

// Ask answers with what was written for the prompt's round and perspective. The error
// wraps [*critique.Failure].
func (p *player) Ask(_ context.Context, prompt cli.Prompt) (cli.Answer, error) {
	name := "rulings"
	if match := who.FindSubmatch(prompt.Text); match != nil {
		name = fmt.Sprintf("%s-%s", match[1], match[2])
		if strings.Contains(string(prompt.Text), revised) {
			name += "-revised"
		}
	}
	text, err := answers.ReadFile("answers/" + name + ".json")
	if err != nil {
		return cli.Answer{}, critique.Failf(critique.NotInstalled, "nothing was written beforehand for %s", name)
	}
	return cli.Answer{Text: text, Raw: text, Model: Model, Family: p.ModelFamily()}, nil
}
