package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/presence"
	"discussd/critique"
	"discussd/critique/cli"
	"discussd/critique/cli/supervisor"
	"discussd/pipeline"
	"discussd/pipeline/session"
	"discussd/watcher"
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
			d := &daemon{console: c, config: loaded, logger: logger, paths: args, checksOnly: checksOnly}
			d.attended = !reloadOnHup && (isTerminal(c.stdin) || isTerminal(c.stdout)) && !signal.Ignored(syscall.SIGHUP)
			logger.Info("discussd starts", "version", version, "pid", os.Getpid(), "config", source.String())
			cli.Tidy() // what a killed daemon left
			return d.run(cmd.Context())
		},
	}
	run.Flags().BoolVar(&checksOnly, "checks-only", false, "start no LLM CLI, ever: the embedded checks judge alone")
	run.Flags().BoolVar(&reloadOnHup, "reload-on-hup", false, "on a terminal, too: SIGHUP reads the configuration again and does not end it")
	return run
}

// daemon is one `discussd run`.
type daemon struct {
	*console
	config     config.Config
	logger     hclog.Logger
	paths      []string // of the command line
	checksOnly bool
	attended   bool // by a person at a terminal, and not to outlive it

	dispatcher *pipeline.Dispatcher
	presence   *presence.Announcement
	standing   *pipeline.Standing
	eyes       *eyes
	pins       *session.Pins
	changes    chan watcher.Change
}

// run watches and judges until ctx ends, then stops what it started.
func (d *daemon) run(ctx context.Context) error {
	reloads := make(chan os.Signal, 1) // first of all: without it a SIGHUP kills
	if d.attended {
		hungUp, forget := signal.NotifyContext(ctx, syscall.SIGHUP)
		defer forget()
		ctx = hungUp
	} else {
		signal.Notify(reloads, syscall.SIGHUP)
		defer signal.Stop(reloads)
	}
	roots, err := d.roots(d.config)
	if err != nil {
		return err
	}
	d.pins = session.NewPins(roots)
	budget := pipeline.NewBudget(d.config.Panel.Budget)
	resume(budget, d.logger)
	engine, err := d.build(d.config, budget)
	if err != nil {
		return &exit{exitConfig, err}
	}
	d.changes = make(chan watcher.Change)
	d.eyes = newEyes(d)
	d.standing = pipeline.NewStanding(d.eyes.rescan)
	inWork, err := openInWork()
	if err != nil {
		d.logger.Warn("a session that makes discussd die will not be known", "error", err)
	}
	defer inWork.Close()
	d.dispatcher = pipeline.NewDispatcher(pipeline.DispatcherOptions{
		Judge: engine.judge, MaxRounds: d.config.Panel.MaxRounds, CatchUp: d.catchUp(), Standing: d.standing, Publish: d.publish,
		CoolDown: d.config.LongestCoolDown(), InWork: inWork,
	})
	sessions, err := engine.judge.Layout.Find(ctx, roots, d.config.Watch.Depth)
	if err != nil && ctx.Err() == nil { // the watcher waits until it can look
		d.logger.Warn("not every root can be searched yet", "error", err)
	}
	d.greet(engine, roots, len(sessions))
	if d.presence, err = presence.Announce(presence.Daemon{
		PID: os.Getpid(), Version: version, StartedAt: time.Now().UTC(), Roots: roots, Sessions: len(sessions), ChecksOnly: d.alone(d.config), Jobs: []pipeline.Job{}, Breakers: []presence.Breaker{},
	}); err != nil {
		d.logger.Warn("status and wait will not see this daemon", "error", err, "hint", "set XDG_RUNTIME_DIR to a folder that can be written")
	} else {
		defer d.presence.Withdraw()
	}
	return d.work(ctx, roots, budget, reloads)
}

// work runs the parts side by side; each closes what it opened.
func (d *daemon) work(ctx context.Context, roots []string, budget *pipeline.Budget, reloads <-chan os.Signal) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	part := func(run func(context.Context) error) {
		wg.Go(func() {
			if err := run(ctx); err != nil {
				cancel(err)
			}
		})
	}
	eyes, first := d.eyes, d.config // which a reload replaces
	part(func(ctx context.Context) error { return d.dispatcher.Run(ctx, d.changes) })
	part(func(ctx context.Context) error { return eyes.run(ctx, first, roots) })
	part(func(ctx context.Context) error { return d.reloadOn(ctx, reloads, eyes, budget) })
	part(func(ctx context.Context) error { return watchdog(ctx, d.alive) })
	if !d.alone(first) {
		part(func(ctx context.Context) error { supervisor.StandBy(ctx); return nil })
	}
	if d.presence != nil {
		part(func(ctx context.Context) error { d.presence.Serve(ctx, d.settleFor(ctx, eyes)); return nil })
	}
	<-ctx.Done()
	notify(stopping)
	d.logger.Info("discussd stops")
	wg.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// alive returns nil when both that look and that judge answer.
func (d *daemon) alive(ctx context.Context) error {
	if err := d.eyes.alive(); err != nil {
		d.logger.Error("watching hangs", "error", err)
		return err
	}
	return d.dispatcher.Alive(ctx)
}

func (d *daemon) build(c config.Config, budget *pipeline.Budget) (*engine, error) {
	engine, err := build(c, settings{checksOnly: d.checksOnly, budget: budget, logger: d.logger, cooling: d.publishBreaker})
	if err != nil {
		return nil, err
	}
	engine.judge.Layout.Pins = d.pins
	return engine, nil
}

// roots are the folders to watch: those of the command line and of the configuration.
func (d *daemon) roots(c config.Config) ([]string, error) {
	home, _ := os.UserHomeDir() // without one, ~ is refused
	roots, err := session.Roots(append(d.named(c), c.Watch.Roots...), home)
	if err != nil {
		return nil, &exit{exitConfig, fmt.Errorf("watch.roots: %w", err)}
	}
	if len(roots) == 0 && !slices.ContainsFunc(c.Watch.Roots, session.IsPattern) {
		return nil, &exit{exitUsage, errors.New("nothing to watch: name a session or project, as in 'discussd run .', or set watch.roots in the configuration")}
	}
	return roots, nil
}

// alone tells whether the embedded checks are the only judge, because the user chose so.
func (d *daemon) alone(c config.Config) bool {
	return d.checksOnly || c.Panel.Mode == string(critique.ModeChecks)
}

// named are the paths of the command line, absolute. An artifact or spec folder
// stands for its session.
func (d *daemon) named(c config.Config) []string {
	var named []string
	l := layout(c)
	for _, path := range d.paths {
		if place, err := l.Locate(path); err == nil && place.Session != "" {
			path = place.Session
		}
		if abs, err := filepath.Abs(path); err == nil {
			path = abs
		}
		named = append(named, path)
	}
	return named
}

func (d *daemon) catchUp() pipeline.CatchUp {
	named := map[string]bool{}
	for _, path := range d.named(d.config) {
		named[path] = true
	}
	return pipeline.CatchUp{
		Within: time.Duration(d.config.Watch.CatchUp),
		Named:  func(dir string) bool { return named[dir] },
	}
}

// greet says what is watched and who will answer for which perspective, before
// anybody is asked.
func (d *daemon) greet(engine *engine, roots []string, sessions int) {
	d.logger.Info("watching", "roots", roots, "sessions", sessions)
	d.introduce(engine)
}

// introduce says who will be asked.
func (d *daemon) introduce(engine *engine) {
	if d.alone(d.config) {
		d.logger.Info("no tool will be started", "reason", "--checks-only, or panel.mode = \"checks\"")
		return
	}
	tools, panel := engine.answering(d.config)
	if len(tools) == 0 {
		d.logger.Warn(unreviewed, "hint", "'discussd doctor' says what to install")
		return
	}
	d.logger.Info("asking", "tools", tools, "rounds_per_hour", d.config.Panel.Budget, "rounds_at_once", d.config.Panel.MaxRounds)
	d.logger.Info("answering", "perspectives", panel)
}

func (d *daemon) publish(state pipeline.State) {
	d.announce(func(p *presence.Daemon) { p.Jobs = state.Jobs })
}

// publishBreaker notes that a tool is not asked until a time; the zero time ends it.
func (d *daemon) publishBreaker(tool string, until time.Time, cause error) {
	d.announce(func(p *presence.Daemon) {
		p.Breakers = slices.DeleteFunc(p.Breakers, func(b presence.Breaker) bool { return b.Tool == tool })
		if !until.IsZero() {
			p.Breakers = append(p.Breakers, presence.Breaker{Tool: tool, Until: until.UTC(), Cause: cause.Error()})
		}
	})
}

func (d *daemon) announce(change func(*presence.Daemon)) {
	if d.presence == nil {
		return
	}
	if err := d.presence.Update(change); err != nil {
		d.logger.Debug("status file not written", "error", err)
	}
}

// openInWork opens the notes on what is in work beside those of who runs.
func openInWork() (*pipeline.InWork, error) {
	folder, err := presence.Folder()
	if err == nil {
		err = os.MkdirAll(folder, 0o700)
	}
	if err != nil {
		return nil, err
	}
	return pipeline.OpenInWork(folder)
}
