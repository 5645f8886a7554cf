package daemon

import (
	"context"

	"discussd/pipeline/daemon/presence"
)

// reloadOn reads the configuration again whenever it is asked to. Runs under way end as
// they began; the next ones follow the new configuration. A bad one changes
// nothing.
func (d *daemon) reloadOn(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.Reloads:
		}
		notify(reloading())
		if err := d.reload(ctx); err != nil {
			d.Logger.Error("configuration not reloaded, the old one stays", "error", err)
		}
		notify(ready)
	}
}

func (d *daemon) reload(ctx context.Context) error {
	next, err := d.Load()
	if err != nil {
		return err
	}
	roots, err := next.Watch.Expand(d.Paths)
	if err != nil {
		return err
	}
	engine, err := d.build(next)
	if err != nil {
		return err
	}
	watchAgain := !d.Configuration.Watch.same(next.Watch)
	d.Configuration = next
	d.pins.Renew()
	d.budget.SetPerHour(next.Budget)
	d.Logger.SetLevel(next.LogLevel)
	d.dispatcher.Reconfigure(ctx, engine.Judge, next.MaxRounds, next.CoolDown)
	d.announcer.say(func() { d.announcer.now = roots })
	d.announcer.update(func(p *presence.Daemon) {
		p.Roots, p.Breakers, p.ChecksOnly = roots, []presence.Breaker{}, next.ChecksOnly
	}) // new tools, new breakers
	if watchAgain {
		d.watcher.look(ctx, view{next.Watch, roots})
	}
	d.Logger.Info("configuration reloaded", "config", next.Source)
	engine.Introduce(roots, nil)
	return nil
}
