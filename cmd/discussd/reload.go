package main

import (
	"context"
	"os"
	"reflect"

	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd/presence"
	"discussd/pipeline"
)

// reloadOn reads the configuration again at every SIGHUP. Runs under way end as
// they began; the next ones follow the new configuration. A bad one changes
// nothing.
func (d *daemon) reloadOn(ctx context.Context, hangups <-chan os.Signal, eyes *eyes, budget *pipeline.Budget) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-hangups:
		}
		notify(reloading())
		if err := d.reload(ctx, eyes, budget); err != nil {
			d.logger.Error("configuration not reloaded, the old one stays", "error", err)
		}
		notify(ready)
	}
}

func (d *daemon) reload(ctx context.Context, eyes *eyes, budget *pipeline.Budget) error {
	next, source, err := d.load()
	if err != nil {
		return err
	}
	roots, err := d.roots(next)
	if err != nil {
		return err
	}
	engine, err := d.build(next, budget)
	if err != nil {
		return err
	}
	watchAgain := !reflect.DeepEqual(d.config.Watch, next.Watch) || !reflect.DeepEqual(d.config.Rounds, next.Rounds)
	d.config = next
	d.pins.Renew()
	budget.SetPerHour(next.Panel.Budget)
	d.logger.SetLevel(hclog.LevelFromString(next.Log.Level))
	d.dispatcher.Reconfigure(ctx, engine.judge, next.Panel.MaxRounds, next.LongestCoolDown())
	d.announce(func(p *presence.Daemon) {
		p.Roots, p.Breakers, p.ChecksOnly = roots, []presence.Breaker{}, d.alone(next)
	}) // new tools, new breakers
	if watchAgain {
		eyes.look(ctx, view{next, roots})
	}
	d.logger.Info("configuration reloaded", "config", source.String())
	d.introduce(engine)
	return nil
}
