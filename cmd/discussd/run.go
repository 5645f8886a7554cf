package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"strings"

	"discussd/cmd/discussd/chain"
	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/screen"
	"discussd/critique"
	"discussd/internal/process"
	"discussd/internal/process/supervisor"
	"discussd/internal/text/markdown"
	"discussd/internal/text/printable"
	"discussd/pipeline"
	"discussd/pipeline/daemon"
	"discussd/pipeline/decision"
	"discussd/pipeline/verdict"
)

func newRun(c *console) *cobra.Command {
	var checksOnly, reloadOnHup bool
	run := &cobra.Command{
		Use:        "run [PATH...]",
		SuggestFor: []string{"watch", "start", "daemon", "serve"},
		Short:      "Watch sessions and judge what changes (the daemon, in the foreground)",
		Long: `run watches the sessions below the paths, and below watch.roots of the
configuration, until it is stopped. A path may be a session, a folder of sessions
or a project; sessions named here are judged whatever their age.

The first lines say what is watched and who will answer for which perspective. Ctrl-C,
SIGTERM and closing the terminal end it, with the CLIs it started; what was under way
is finished at the next start. Without a terminal SIGHUP reads the configuration again.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			loaded, source, err := c.load()
			if err != nil {
				return err
			}
			logger := newLogger(loaded.Log, c.stderr)
			r := &runner{console: c, logger: logger, checksOnly: checksOnly, reserve: supervisor.NewReserve()}
			logger.Info("discussd starts", "version", version, "pid", os.Getpid(), "config", source.String())
			ctx, ended := context.WithCancel(cmd.Context())
			var tidying sync.WaitGroup
			tidying.Go(func() { // what a killed daemon left
				if err := process.Tidy(ctx); err != nil {
					logger.Warn("what an earlier life left is not all ended", "error", err)
				}
			})
			defer tidying.Wait()
			defer ended()
			attended := !reloadOnHup && (screen.IsTerminal(c.stdin) || screen.IsTerminal(c.stdout)) && !signal.Ignored(syscall.SIGHUP)
			return r.run(ctx, attended, r.configuration(loaded, source), args)
		},
	}
	run.Flags().BoolVar(&checksOnly, "checks-only", false, "start no LLM CLI, ever: the embedded checks judge alone")
	run.Flags().BoolVar(&reloadOnHup, "reload-on-hup", false, "on a terminal, too: SIGHUP reads the configuration again and does not end it")
	return run
}

// runner is one `discussd run`.
type runner struct {
	*console
	logger     hclog.Logger
	checksOnly bool
	reserve    *supervisor.Reserve // of all configurations, one after the other
}

// run has the daemon live until ctx ends. One that a person attends ends with his
// terminal; another reads its configuration again when it is hung up.
func (r *runner) run(ctx context.Context, attended bool, first daemon.Configuration, paths []string) error {
	reloads := make(chan os.Signal, 1) // first of all: without it a SIGHUP kills
	if attended {
		hungUp, forget := signal.NotifyContext(ctx, syscall.SIGHUP)
		defer forget()
		ctx = hungUp
	} else {
		signal.Notify(reloads, syscall.SIGHUP)
		defer signal.Stop(reloads)
	}
	err := daemon.Run(ctx, daemon.Options{
		Configuration: first, Load: r.load, Reloads: reloads, Paths: paths, Version: version, StandBy: r.reserve.StandBy, Retry: r.pauses.round, Logger: r.logger,
	})
	if wrong, ok := errors.AsType[*daemon.RootsError](err); ok {
		return &exit{exitConfig, wrong}
	}
	if errors.Is(err, daemon.ErrNothingToWatch) {
		return &exit{exitUsage, err}
	}
	return err
}

// load reads the configuration for the daemon.
func (r *runner) load() (daemon.Configuration, error) {
	loaded, source, err := r.console.load()
	if err != nil {
		return daemon.Configuration{}, err
	}
	return r.configuration(loaded, source), nil
}

// configuration is a configuration as the daemon takes it.
func (r *runner) configuration(c config.Config, source config.Source) daemon.Configuration {
	return daemon.Configuration{
		Watch: watched(c),
		Build: func(cooling daemon.Cooling) (daemon.Engine, error) {
			engine, err := build(c, settings{checksOnly: r.checksOnly, reserve: r.reserve, pause: r.pauses.tool, logger: r.logger, cooling: cooling})
			if err != nil {
				return daemon.Engine{}, &exit{exitConfig, err}
			}
			return daemon.Engine{Judge: engine.judge, Introduce: func() { r.introduce(c, engine) }}, nil
		},
		MaxRounds: c.Panel.MaxRounds, Budget: c.Panel.Budget, CoolDown: c.LongestCoolDown(),
		ChecksOnly: r.alone(c), LogLevel: hclog.LevelFromString(c.Log.Level), Source: source.String(),
	}
}

// watched is what a configuration has the daemon watch.
func watched(c config.Config) daemon.Watch {
	return daemon.Watch{
		Layout: layout(c), Roots: c.Watch.Roots, Depth: c.Watch.Depth,
		Quiet: time.Duration(c.Watch.Quiet), QuietMembers: time.Duration(c.Watch.QuietMembers), MaxWait: time.Duration(c.Watch.MaxWait),
		Poll: time.Duration(c.Watch.Poll), Rescan: time.Duration(c.Watch.Rescan), CatchUp: time.Duration(c.Watch.CatchUp),
	}
}

// alone tells whether the embedded checks are the only judge, because the user chose so.
func (r *runner) alone(c config.Config) bool {
	return r.checksOnly || c.Panel.Mode == string(critique.ModeChecks)
}

// introduce says who will be asked for which perspective, before anybody is.
func (r *runner) introduce(c config.Config, engine *engine) {
	if r.alone(c) {
		r.logger.Info("no tool will be started", "reason", "--checks-only, or panel.mode = \"checks\"")
		return
	}
	tools, panel := engine.answering(c)
	if len(tools) == 0 {
		r.logger.Warn(chain.Unreviewed, "hint", "'discussd doctor' says what to install")
		return
	}
	r.logger.Info("asking", "tools", tools, "rounds_per_hour", c.Panel.Budget, "rounds_at_once", c.Panel.MaxRounds)
	r.logger.Info("answering", "perspectives", panel)
}

// installed tells whether a tool can be started here.
func (e *engine) installed(name string) bool {
	tool, enabled := e.tools[name]
	return enabled && tool.Installed() == nil
}

// answering is a line for each tool that is found, and one for each perspective:
// who will be asked for it. Both are empty where nobody can be.
func (e *engine) answering(c config.Config) (tools, panel []string) {
	for _, name := range slices.Sorted(maps.Keys(e.tools)) {
		if d := e.tools[name].Describe(); d.Problem == nil {
			tools = append(tools, fmt.Sprintf("%s: %s (%s)", name, d.Path, d.Via))
		}
	}
	if len(tools) == 0 {
		return nil, nil
	}
	for _, v := range chain.Voices(c, e.installed) {
		panel = append(panel, v.Perspective+": "+v.String())
	}
	return tools, panel
}

// foretell says what a decision settles, and what it does not.
func (d *decider) foretell(dir string, p pipeline.Prospect, minAverage float64) {
	before, after := p.Before, p.After
	d.printf("%s of %s, revision %d: %s\n", before.Round, printable.Line(dir), before.Revision, standingOf(before))
	d.printf("%s: %s\n", p.Decision.Choice, standingOf(after))
	settled, back := []string{}, []string{}
	for i, divergence := range before.Divergences {
		if i >= len(after.Divergences) {
			break
		}
		switch {
		case after.Divergences[i].Accepted && !divergence.Accepted:
			settled = append(settled, divergenceLine(divergence))
		case divergence.Accepted && !after.Divergences[i].Accepted:
			back = append(back, divergenceLine(after.Divergences[i]))
		}
	}
	low := before.AverageRating != nil && *before.AverageRating < minAverage
	if p.Decision.Choice == decision.Accept && before.Outcome == verdict.Blocked && (low || len(settled) == 0) {
		settled = append(settled, "- the block as it is, for these very bytes and no others")
	}
	for _, list := range []struct {
		title string
		lines []string
	}{{"Settled, also in later revisions", settled}, {"Not accepted any more", back}} {
		if len(list.lines) > 0 {
			d.printf("%s:\n%s\n", list.title, strings.Join(list.lines, "\n"))
		}
	}
	d.printf("\n")
}

func divergenceLine(divergence critique.Divergence) string {
	line := fmt.Sprintf("- %s (%s): %s", divergence.Topic, divergence.Severity, divergence.Description)
	if len(divergence.Perspectives) > 0 {
		line += " [" + strings.Join(divergence.Perspectives, ", ") + "]"
	}
	return markdown.OneLine(line)
}

// standingOf is a verdict in a few words.
func standingOf(v verdict.Verdict) string {
	words := string(v.Outcome)
	if v.Severity != nil {
		words += " (" + string(*v.Severity) + ")"
	}
	if v.Recommendation != nil {
		words += ", " + string(*v.Recommendation)
	}
	return words
}
