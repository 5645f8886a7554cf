package main

import (
	"crypto/rand"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/hashicorp/go-hclog"
	"golang.org/x/sync/semaphore"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/journal"
	"discussd/cmd/discussd/tools"
	"discussd/critique"
	"discussd/critique/checks"
	"discussd/critique/cli"
	"discussd/critique/codebase"
	"discussd/critique/llm"
	"discussd/critique/recorded"
	"discussd/pipeline/bus"
	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/handoff"
	"discussd/pipeline/judge"
	specs "discussd/pipeline/layout"
	"discussd/pipeline/schemas"
	"discussd/pipeline/session"
	"discussd/pipeline/texts"
)

// ownFallback is who stands in for a tool that a request names.
var ownFallback = []string{"claude"}

// engine is a configuration turned into parts that work.
type engine struct {
	judge *judge.Judge
	tools map[string]llm.Tool // those enabled, by name
	reach *cli.Reach
}

// settings are what an engine needs beside the configuration.
type settings struct {
	checksOnly bool                                            // start no tool, ever
	asked      func(critique.Perspective)                      // told of every perspective that is asked; may be nil
	answered   func(critique.Opinion)                          // told of every opinion; may be nil
	cooling    func(tool string, until time.Time, cause error) // told when a tool begins or ends to cool down; may be nil
	standing   cli.Standing                                    // for runs
	pauses     pauses                                          // those of the program
	shelf      *recorded.Shelf                                 // of recorded answers; nil when tools are asked as they are
	played     func(name string, tool llm.Tool) llm.Tool       // what takes a tool's place; nil when nothing does
	logger     hclog.Logger
}

// build wires the engine. It starts nothing.
func build(c config.Config, s settings) (*engine, error) {
	if profile := texts.Builtin().Of(c.Panel.Profile); profile.TagsLog {
		s.logger = s.logger.Named("[" + profile.Tag + "]")
	}
	severities := map[string]critique.Severity{}
	for rule, severity := range c.Checks.Severity {
		severities[rule] = critique.Severity(severity)
	}
	rules, err := checks.New(checks.Options{Off: c.Checks.Off, Severity: severities, Now: time.Now, Own: c.Checks.Own})
	if err != nil {
		return nil, err
	}
	e := &engine{tools: map[string]llm.Tool{}}
	e.reach = cli.NewReach(e.installed)
	asks := func([]critique.Perspective) bool { return false }
	options := critique.Options{Checks: rules, Deadline: time.Duration(c.Panel.Deadline), Asked: s.asked, Answered: s.answered}
	if !s.checksOnly && c.Panel.Mode != string(critique.ModeChecks) {
		breakers, analysts, err := e.breakers(c, s)
		if err != nil {
			return nil, err
		}
		links := e.chains(c, breakers)
		options.Recall = func(tool string, request critique.Request) (critique.Critique, error) {
			return analysts[tool].Recall(request)
		}
		options.Tools, options.Strict = links, c.Panel.Independence == "require"
		options.Together, options.Second = together(c, s, analysts), critique.SecondLook{Blocking: c.Panel.Verify != "off", Conflicts: c.Panel.Debate}
		if options.Second.Blocking || options.Second.Conflicts {
			options.Second.By = links(critique.Perspective{})
		}
		asks = func(panel []critique.Perspective) bool {
			return slices.ContainsFunc(panel, func(p critique.Perspective) bool { return e.reach.Asks(links(p)) })
		}
	}
	coordinate, err := config.Preset(texts.Requests)
	if err != nil {
		return nil, err
	}
	discussant, err := discussant(c)
	if err != nil {
		return nil, err
	}
	ownPolicy := policy(c.Panel)
	ownPolicy.Blocks = coordinate.Panel.Blocks
	panel := critique.New(options)
	e.judge = &judge.Judge{Options: judge.Options{
		Layout: layout(c), Critic: panel, Asks: asks, Logger: s.logger,
		Panel: judge.Panel{
			Perspectives: c.PerspectivesByName(), Tools: slices.Sorted(maps.Keys(c.Tools)), OwnFallback: ownFallback, Discussant: discussant,
			Mode: panel.Mode(), Prior: c.Panel.Prior, Changed: c.Panel.Revision == "changed", Writers: c.Panel.Independence != "off", Language: c.Panel.Language,
		},
		Rules:     judge.Rules{Policy: policy(c.Panel), OwnPolicy: ownPolicy, Deciders: c.Handoff.TrustedDeciders},
		Delivery:  delivery(c, s.pauses.hook),
		Signature: judge.Signature{Profile: c.Panel.Profile, PolicySHA256: c.PolicySHA256(), Generator: generator()},
	}}
	return e, nil
}

// chains returns the chain of each perspective, with the families of its tools' models.
func (e *engine) chains(c config.Config, breakers map[string]*critique.Breaker) func(critique.Perspective) critique.Chain {
	return func(p critique.Perspective) critique.Chain {
		links := tools.Links(p, c.Tools, breakers)
		for i := range links {
			links[i].Family = e.tools[links[i].Tool].ModelFamily()
		}
		return links
	}
}

// together tells whether a tool is asked once for all its perspectives. A template of the
// user's own may not be made for that.
func together(c config.Config, s settings, analysts map[string]*llm.Analyst) bool {
	for _, a := range analysts { // all have the same prompts
		if err := a.Prompts.AskTogether(); err != nil && c.Panel.Ask == "tool" {
			s.logger.Warn("every perspective is asked in a call of its own", "template", c.Panel.Template, "error", err)
			return false
		}
	}
	return c.Panel.Ask == "tool"
}

// delivery is where outcomes go, and how long a hook may take.
func delivery(c config.Config, hook time.Duration) judge.Delivery {
	return judge.Delivery{
		Handoff: handoff.Options{Mode: c.Handoff.FileMode(), History: c.Handoff.History, Raw: c.Handoff.Raw, Answers: time.Duration(c.Panel.Carry), Records: records(c), Writers: presence.Writers()},
		Bus:     bus.Mode(c.Handoff.Bus), Reviews: c.Handoff.Reviews, OnVerdict: c.Handoff.OnVerdict, HookLimit: hook,
	}
}

// breakers makes the enabled tools ready to be asked. Every tool has one breaker,
// one limit and one retry policy, whichever chain asks it. The analysts behind the breakers
// are returned, too: what they remember no breaker keeps back.
func (e *engine) breakers(c config.Config, s settings) (map[string]*critique.Breaker, map[string]*llm.Analyst, error) {
	secret := rand.Text()
	if s.shelf != nil {
		secret = recorded.Secret
	}
	prompts, err := prompts(c, secret)
	if err != nil {
		return nil, nil, err
	}
	breakers, analysts := map[string]*critique.Breaker{}, map[string]*llm.Analyst{}
	for name, t := range c.Tools {
		if !t.Enabled {
			continue
		}
		tool, err := tools.New(name, t, c.Hub, s.standing)
		if err != nil {
			return nil, nil, fmt.Errorf("tools.%s: %w", name, err)
		}
		if s.shelf != nil {
			tool = s.shelf.Tool(name, tool)
		}
		if s.played != nil {
			tool = s.played(name, tool)
		}
		e.tools[name] = tool
		analyst := &llm.Analyst{Tool: name, CLI: tool, Prompts: prompts, Setup: tools.Setup(t), Limit: semaphore.NewWeighted(int64(t.MaxConcurrent))}
		analysts[name] = analyst
		breakers[name] = critique.NewBreaker(name, critique.Retry{Analyst: analyst, Pause: s.pauses.tool}, time.Duration(t.CoolDown),
			func(tool string, until time.Time, cause error) {
				level := hclog.Warn
				if critique.ClassOf(cause) == critique.NotInstalled { // which was said when the daemon began
					level = hclog.Info
				}
				if until.IsZero() {
					s.logger.Info("tool answers again", "tool", tool)
				} else {
					s.logger.Log(level, "tool is not asked for a while", "tool", tool, "until", until.Format(time.TimeOnly), "error", cause)
				}
				e.reach.Cool(tool, until)
				if s.cooling != nil {
					s.cooling(tool, until, cause)
				}
			})
	}
	return breakers, analysts, nil
}

func prompts(c config.Config, secret string) (*llm.Prompts, error) {
	template := ""
	if c.Panel.Template != "" {
		text, err := os.ReadFile(c.Panel.Template)
		if err != nil {
			return nil, fmt.Errorf("panel.template: %w", err)
		}
		template = string(text)
	}
	prompts, err := llm.NewPrompts(llm.Settings{
		Template: template, Limit: int64(c.Panel.MaxPrompt), Upstream: c.Panel.Upstream, Ask: c.Panel.Asked().Of, Mark: llm.Marks([]byte(secret)),
	})
	if err != nil {
		return nil, fmt.Errorf("panel.template %s: %w", c.Panel.Template, err)
	}
	return prompts, nil
}

func layout(c config.Config) session.Layout {
	all := c.AllLayouts()
	lifecycle, _ := specs.Find(all, specs.Lifecycle)
	l := session.Layout{Code: &codebase.Shelf{}, Schemas: &schemas.Shelf{}, Frameworks: specs.NewSet(all), Siblings: lifecycle.Siblings, Markers: c.Watch.Markers, SpecDirs: c.Watch.SpecDirs, Context: "discovery-context.json", MaxArtifact: int64(c.Watch.MaxArtifact), MaxRound: int64(max(c.Watch.MaxRound, c.Watch.MaxArtifact))}
	l.Rounds = slices.Clone(c.Rounds)
	if plain, _ := specs.Find(all, specs.Plain); !plain.Off && len(plain.Places) > 0 {
		l.Rounds = append(l.Rounds, session.Round{ID: session.PlainRound, Label: "documents", Perspectives: plainPanel(c), Caller: "writer"})
	}
	return l
}

// records are the names of the records that have one of their own.
func records(c config.Config) map[string]string {
	names := map[string]string{}
	for _, r := range c.Rounds {
		if r.Record != "" {
			names[r.ID] = r.Record
		}
	}
	return names
}

func policy(p config.Panel) critique.Policy {
	return critique.Policy{
		Blocks: p.Blocks, Gate: p.Facts == "gate", MinAverage: p.MinAverage,
		LowRating: p.LowRating, Spread: p.Spread, MaxRevisions: p.MaxRevisions, Chinese: p.Language == "zh",
	}
}

// discussant is who carries discussions on: the user's own, or that of the profile
// for discussions.
func discussant(c config.Config) (critique.Perspective, error) {
	const name = "discussant"
	if p, ok := c.PerspectivesByName()[name]; ok {
		return p, nil
	}
	preset, err := config.Preset(texts.Discussions)
	return preset.PerspectivesByName()[name], err
}

// newLogger returns the one logger of the program. "auto" is text for a person at a
// terminal, and entries with fields of their own where what is written lands in the journal.
func newLogger(c config.Log, out io.Writer) hclog.Logger {
	if c.Format == "auto" && journal.Here(out) {
		return journal.New("discussd", hclog.LevelFromString(c.Level), out)
	}
	return hclog.NewInterceptLogger(&hclog.LoggerOptions{
		Name: "discussd", Level: hclog.LevelFromString(c.Level), Output: out,
		JSONFormat:  c.Format == "json",
		DisableTime: os.Getenv("JOURNAL_STREAM") != "",
	})
}
