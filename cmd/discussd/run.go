package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/metrics"
	"discussd/cmd/discussd/screen"
	"discussd/cmd/discussd/tools"
	"discussd/critique"
	"discussd/critique/cli"
	"discussd/critique/llm"
	"discussd/internal/process"
	"discussd/pipeline/daemon"
	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/judge"
	"discussd/pipeline/schedule"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

func newRun(c *console) *cobra.Command {
	var checksOnly, reloadOnHup bool
	format := "auto"
	run := &cobra.Command{
		Use:        "run [PATH...]",
		SuggestFor: []string{"watch", "start", "daemon", "serve"},
		Short:      "Watch sessions and judge what changes (the daemon, in the foreground)",
		Long:       about("run"),
		RunE: func(cmd *cobra.Command, args []string) error {
			loaded, source, err := c.load()
			if err != nil {
				return err
			}
			r := &runner{console: c, checksOnly: checksOnly, format: format, standing: cli.Stand()}
			if r.attended(loaded.Log) {
				r.transcript = screen.NewTranscript(c.stdout)
			}
			logger := newLogger(r.log(loaded.Log), c.stderr)
			r.logger = logger
			logger.Info("discussd starts", "version", version, "pid", os.Getpid(), "config", source.String())
			for _, path := range args {
				if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(path, "*?[{~") {
					logger.Warn("there is no such folder: it is waited for", "path", path+meant(path))
				}
			}
			ctx, ended := context.WithCancel(cmd.Context())
			var tidying sync.WaitGroup
			tidying.Go(func() { // what a killed daemon left
				if err := process.Tidy(ctx); err != nil {
					logger.Warn("what an earlier life left is not all ended", "error", err)
				}
			})
			defer tidying.Wait()
			defer ended()
			stop, err := r.count(ctx, loaded.Metrics)
			if err != nil {
				return err
			}
			defer stop()
			attended := !reloadOnHup && (screen.IsTerminal(c.stdin) || screen.IsTerminal(c.stdout)) && !signal.Ignored(syscall.SIGHUP)
			return r.run(ctx, attended, r.configuration(loaded, source), args)
		},
	}
	run.Flags().BoolVar(&checksOnly, "checks-only", false, "start no LLM CLI, ever: the embedded checks judge alone")
	run.Flags().BoolVar(&reloadOnHup, "reload-on-hup", false, "on a terminal, too: SIGHUP reads the configuration again and does not end it")
	run.Flags().Var(&choice{&format, []string{formatText, formatJSON}}, "log-format", "write the log in this `format`, also on a terminal: text, json")
	return run
}

// runner is one `discussd run`.
type runner struct {
	*console
	logger     hclog.Logger
	transcript *screen.Transcript // for the person at the terminal; nil: the log tells everything
	checksOnly bool
	format     string                                    // of the log: that of the configuration when "auto"
	standing   cli.Standing                              // for runs of all configurations, one after the other
	metrics    *metrics.Metrics                          // nil: nobody asks for numbers
	played     func(name string, tool llm.Tool) llm.Tool // what takes a tool's place; nil when nothing does
}

// audience is everybody who looks on; nil when nobody does.
type audience []judge.Audience

func (a audience) Began(dir string, c verdict.Case, perspectives []string) {
	for _, one := range a {
		one.Began(dir, c, perspectives)
	}
}

func (a audience) Given(dir string, v verdict.Verdict) {
	for _, one := range a {
		one.Given(dir, v)
	}
}

// audience are those who look on at what this runner judges.
func (r *runner) audience() (all audience) {
	if r.transcript != nil {
		all = append(all, r.transcript)
	}
	if r.metrics != nil {
		all = append(all, r.metrics)
	}
	return all
}

// count has numbers told at the address that the configuration names, until the returned
// function is called.
func (r *runner) count(ctx context.Context, c config.Metrics) (stop func(), err error) {
	if c.Listen == "" {
		return func() {}, nil
	}
	listener, err := metrics.Listen(c.Address())
	if err != nil {
		return nil, &exit{exitConfig, fmt.Errorf("metrics.listen: %w", err)}
	}
	r.metrics = metrics.New(version)
	ctx, cancel := context.WithCancel(ctx)
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := r.metrics.Serve(ctx, listener); err != nil {
			r.logger.Error("numbers are not told any more", "error", err)
		}
	})
	return func() { cancel(); serving.Wait() }, nil
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
		Configuration: first, Load: r.load, Reloads: reloads, Paths: paths, Version: version, StandBy: r.standing.StandBy, Pauses: schedule.Pauses{Retry: r.pauses.round}, Logger: r.logger,
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
			engine, err := build(c, settings{checksOnly: r.checksOnly, standing: r.standing, pauses: r.pauses, logger: r.logger, cooling: cooling, played: r.played})
			if err != nil {
				return daemon.Engine{}, &exit{exitConfig, err}
			}
			if looking := r.audience(); len(looking) > 0 {
				engine.judge.Audience = looking
			}
			return daemon.Engine{Judge: engine.judge, Introduce: func(roots, sessions []string) { r.introduce(c, engine, roots, sessions) }}, nil
		},
		MaxRounds: c.Panel.MaxRounds, Budget: c.Panel.Budget, CoolDown: c.LongestCoolDown(),
		ChecksOnly: r.alone(c), LogLevel: hclog.LevelFromString(r.log(c.Log).Level), Source: source.String(),
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

// attended tells whether a person reads along, who wants no log.
func (r *runner) attended(log config.Log) bool {
	return screen.IsTerminal(r.stdout) && r.format == "auto" && log.Format == "auto" && hclog.LevelFromString(log.Level) >= hclog.Info
}

// log is how the log is written: beside a transcript it holds warnings alone.
func (r *runner) log(c config.Log) config.Log {
	if r.format != "auto" {
		c.Format = r.format
	}
	if r.transcript != nil && hclog.LevelFromString(c.Level) < hclog.Warn {
		c.Level = "warn"
	}
	return c
}

// introduce says what is watched and who will be asked for which perspective, before
// anybody is.
func (r *runner) introduce(c config.Config, engine *engine, roots, sessions []string) {
	l := engine.judge.Layout
	r.logger.Info("watching", "roots", roots, "sessions", len(sessions))
	switch {
	case len(sessions) > 0:
		r.logger.Info("recognised", "layouts", l.Recognised(sessions))
		r.say("Watching %s: sessions: %s. Ctrl-C ends it.", strings.Join(roots, ", "), l.Recognised(sessions))
	default:
		r.logger.Info("no session yet, it is waited for", "hint", "discussd looks for\n"+strings.Join(l.LookedFor(), "\n"))
		r.say("Watching %s: no session yet, it is waited for. discussd looks for", strings.Join(roots, ", "))
		for _, line := range l.LookedFor() {
			r.say("  %s", line)
		}
	}
	for _, root := range roots {
		for _, hint := range session.Hints(l, root, len(sessions) > 0) {
			r.logger.Info("sessions may be missing", "hint", hint)
			r.say("%s", hint)
		}
	}
	daemons, _ := presence.Daemons()
	for _, d := range daemons {
		if i := slices.IndexFunc(sessions, d.Watches); i >= 0 && d.PID != os.Getpid() {
			r.logger.Warn(fmt.Sprintf("another daemon (pid %d) watches %s already", d.PID, sessions[i]))
			r.say("another daemon (pid %d) watches %s already", d.PID, sessions[i])
		}
	}
	for _, contested := range session.Contested(l, sessions) {
		r.logger.Info("two layouts", "session", contested)
		r.say("%s", contested)
	}
	for _, misread := range session.Misread(l, sessions) {
		r.logger.Warn("the schema of a project is not understood", "schema", misread)
		r.say("%s", misread)
	}
	if r.alone(c) {
		r.logger.Info("no tool will be started", "reason", "--checks-only, or panel.mode = \"checks\"")
		r.say("No model is asked (--checks-only, or panel.mode = \"checks\"): the embedded checks judge alone.")
		return
	}
	answering, panel := engine.answering(c)
	if len(answering) == 0 {
		const hint = "'discussd doctor' says what to install"
		if r.say("%s (%s)", tools.Unreviewed, hint); r.transcript == nil {
			r.logger.Warn(tools.Unreviewed, "hint", hint)
		}
		return
	}
	r.logger.Info("asking", "tools", answering, "rounds_per_hour", c.Panel.Budget, "rounds_at_once", c.Panel.MaxRounds)
	r.logger.Info("answering", "perspectives", panel)
	for _, line := range panel {
		r.say("  %s", line)
	}
}

// say tells the person at the terminal, if there is one.
func (r *runner) say(format string, args ...any) {
	if r.transcript != nil {
		r.transcript.Say(format, args...)
	}
}

func (e *engine) installed(name string) bool {
	tool, enabled := e.tools[name]
	return enabled && tool.Installed() == nil
}

// answering is a line for each tool that is found, and one for each perspective:
// who will be asked for it. Both are empty where nobody can be.
func (e *engine) answering(c config.Config) (answering, panel []string) {
	for _, name := range slices.Sorted(maps.Keys(e.tools)) {
		if d := e.tools[name].Describe(); d.Problem == nil {
			answering = append(answering, fmt.Sprintf("%s: %s (%s)", name, d.Path, d.Via))
		}
	}
	if len(answering) == 0 {
		return nil, nil
	}
	for _, v := range tools.Voices(c, e.installed) {
		panel = append(panel, v.Perspective+": "+v.String())
	}
	return answering, panel
}
