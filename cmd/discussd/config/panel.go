package config

import (
	"strings"
	"time"

	"discussd/critique"
	"discussd/critique/checklists"
	"discussd/pipeline/texts"
)

// Panel says how a round is judged.
type Panel struct {
	Profile      string   `toml:"profile"`       // the preset that everything unset is taken from, of the [texts.Builtin]
	Mode         string   `toml:"mode"`          // "panel", or "checks": no model is asked, the embedded checks judge alone
	Deadline     Duration `toml:"deadline"`      // who has not answered by then is not heard
	MaxRounds    int      `toml:"max_rounds"`    // rounds judged at the same time
	Budget       int      `toml:"budget"`        // rounds per hour over all sessions; 0 is no limit
	Facts        string   `toml:"facts"`         // "advise", or "gate": HIGH check findings block
	Blocks       []string `toml:"blocks"`        // the divergence types that are HIGH, of [critique.Blockable]
	MinAverage   float64  `toml:"min_average"`   // consensus needs at least this average rating
	LowRating    float64  `toml:"low_rating"`    // a rating at or below this is low
	Spread       float64  `toml:"spread"`        // highest minus lowest rating from which views diverge
	MaxRevisions int      `toml:"max_revisions"` // HIGH verdicts in a row that ask for a revision; the next asks a person
	Prior        int      `toml:"prior"`         // characters of the last record that prompts show as context
	Language     string   `toml:"language"`      // "auto", "en" or "zh"
	Template     string   `toml:"template"`      // path of a prompt template; "" is the built-in one
	MaxPrompt    Size     `toml:"max_prompt"`    // members are left out above it
	Upstream     string   `toml:"upstream"`      // how prompts show the documents of earlier rounds: "fit", "full", "outline" or "off"
	Ask          string   `toml:"ask"`           // "each": a call for each perspective; "tool": one for all that a tool answers
	Revision     string   `toml:"revision"`      // how prompts show a revision: "full", or "changed": outlines of what the last one held already
	Carry        Duration `toml:"carry"`         // how long an answer is used again for the same question; 0 is never
	Verify       string   `toml:"verify"`        // "blocking": a model of another family rules on what would block; or "off"
	Debate       bool     `toml:"debate"`        // where one perspective praises what another faults, a model rules which holds
	Checklists   bool     `toml:"checklists"`    // perspectives answer questions about the kind of document first
	Questions    []string `toml:"questions"`     // files of questions of one's own, absolute, from ~ or from the folder of this file; globs
	Independence string   `toml:"independence"`  // "prefer": models of another family than the writer's are asked first; "require": no other is asked; or "off"

	Own []checklists.File `toml:"-"` // what the files of questions hold
}

const (
	lowestRating, highestRating = 1.0, 5.0
	mostAtOnce                  = 64
	longestPrior                = 100_000 // characters; prompts never leave it out
)

func defaultPanel() Panel {
	policy := critique.DefaultPolicy()
	return Panel{
		Profile:      texts.Default,
		Mode:         string(critique.ModePanel),
		Deadline:     Duration(10 * time.Minute),
		MaxRounds:    2,
		Budget:       60,
		Facts:        "advise",
		Blocks:       policy.Blocks,
		MinAverage:   policy.MinAverage,
		LowRating:    policy.LowRating,
		Spread:       policy.Spread,
		MaxRevisions: policy.MaxRevisions,
		Language:     "auto",
		MaxPrompt:    MiB,
		Upstream:     "outline",
		Ask:          "tool",
		Revision:     "changed",
		Carry:        Duration(7 * 24 * time.Hour),
		Verify:       "blocking",
		Debate:       true,
		Checklists:   true,
		Questions:    []string{},
		Independence: "prefer",
	}
}

func (p Panel) validate(r *report) {
	r.known("panel.profile", "profile", p.Profile, texts.Builtin().Names())
	r.oneOf("panel.mode", p.Mode, string(critique.ModePanel), string(critique.ModeChecks))
	r.positive("panel.deadline", p.Deadline)
	between(r, "panel.max_rounds", p.MaxRounds, 1, mostAtOnce)
	r.notNegative("panel.budget", p.Budget)
	r.oneOf("panel.facts", p.Facts, "advise", "gate")
	r.unique("panel.blocks", p.Blocks)
	for _, divergence := range p.Blocks {
		r.known("panel.blocks", "divergence type", divergence, critique.Blockable[:])
	}
	between(r, "panel.min_average", p.MinAverage, lowestRating, highestRating)
	between(r, "panel.low_rating", p.LowRating, lowestRating, highestRating)
	if widest := highestRating - lowestRating; !(p.Spread > 0 && p.Spread <= widest) {
		r.add("panel.spread", "must be above 0 and at most %v (got %v)", widest, p.Spread)
	}
	r.notNegative("panel.max_revisions", p.MaxRevisions)
	between(r, "panel.prior", p.Prior, 0, longestPrior)
	r.oneOf("panel.language", p.Language, "auto", "en", "zh")
	r.line("panel.template", p.Template)
	r.someBytes("panel.max_prompt", p.MaxPrompt)
	r.oneOf("panel.upstream", p.Upstream, "fit", "full", "outline", "off")
	r.oneOf("panel.ask", p.Ask, "each", "tool")
	r.oneOf("panel.revision", p.Revision, "full", "changed")
	if p.Carry < 0 {
		r.add("panel.carry", "must not be negative (got %s)", time.Duration(p.Carry))
	}
	r.oneOf("panel.verify", p.Verify, "blocking", "off")
	globs(r, "panel.questions", p.Questions)
	r.oneOf("panel.independence", p.Independence, "prefer", "require", "off")
}

// Asked are the questions of all checklists, ours and the user's, unless they are switched off.
func (p Panel) Asked() checklists.Set {
	if !p.Checklists {
		return checklists.Set{}
	}
	set, err := checklists.Builtin().With(p.Own...)
	if err != nil {
		panic(err) // it was tried when the file was read
	}
	return set
}

func (e environment) ownQuestions(p *Panel, r *report, dir string) {
	const key = "panel.questions"
	e.filesOf(key, p.Questions, r, dir, func(name string) error {
		text, err := readDeciding(name)
		if err != nil {
			return err
		}
		file, err := checklists.Read(name, text)
		if err == nil {
			p.Own = append(p.Own, file)
		}
		return err
	})
	if _, err := checklists.Builtin().With(p.Own...); err != nil && r.sound(key) {
		r.add(key, "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}
