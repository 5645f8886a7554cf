package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd-hub/client"
	"discussd/cmd/discussd-hub/hub"
	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/tools"
	"discussd/critique"
	"discussd/critique/cli"
	"discussd/internal/process/supervisor"
)

func newWorker(logger hclog.Logger) *cobra.Command {
	var o hub.Options
	var names []string
	var file, called, listen string
	cmd := &cobra.Command{
		Use:   "worker --hub URL",
		Short: "Answer asks of many machines with the tools of this one",
		Long: `worker takes asks for the tools that discussd.toml enables and that are installed here,
runs each as a daemon would, with its time-out and max_concurrent, and answers. It runs
nothing else, and an ask says neither what to start nor where to write. After a failure
that lasts (a login is gone, a quota is used up) it takes none for the tool's cool_down.
It serves projects and hosts in turn, what somebody waits for first.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			loaded, _, err := config.Load(file)
			if err != nil {
				return err
			}
			reserve := supervisor.NewReserve()
			benches, err := benches(loaded, names, reserve, logger)
			if err != nil {
				return err
			}
			host, err := os.Hostname()
			if err != nil {
				return err
			}
			o.Host, o.WhenDown = host, hub.Wait
			link := hub.NewLink(o)
			defer link.Close()
			worker := &hub.Worker{Name: cmp.Or(called, host), Tools: benches, Link: link, Logger: logger}
			if err := tell(cmd.Context(), listen, worker.WriteMetrics, logger); err != nil {
				return err
			}
			var standing sync.WaitGroup
			defer standing.Wait()
			ctx, stop := context.WithCancel(cmd.Context())
			defer stop()
			standing.Go(func() { reserve.StandBy(ctx) })
			return worker.Run(ctx)
		},
	}
	client.Flags(cmd, &o)
	cmd.Flags().StringVar(&file, "config", "", "the discussd.toml of the tools")
	cmd.Flags().StringSliceVar(&names, "tools", nil, "of these alone, such as gemini,claude")
	cmd.Flags().StringVar(&called, "name", "", "by which answers and logs name this worker (default: the host's)")
	metricsFlag(cmd, &listen)
	return cmd
}

// benches are the tools that can be asked here. One that is named and cannot is an error.
func benches(c config.Config, names []string, reserve *supervisor.Reserve, logger hclog.Logger) (map[string]hub.Bench, error) {
	named := len(names) > 0
	if !named {
		names = slices.Sorted(maps.Keys(c.Tools))
	}
	all := map[string]hub.Bench{}
	for _, name := range names {
		t, known := c.Tools[name]
		switch {
		case !known:
			return nil, fmt.Errorf("--tools: the configuration has no tool %q; it has %s", name, strings.Join(slices.Sorted(maps.Keys(c.Tools)), ", "))
		case t.Via == "hub" && named:
			return nil, fmt.Errorf("--tools: tools.%s is asked over a hub itself", name)
		case !t.Enabled || t.Via == "hub":
			continue
		}
		tool, err := tools.New(name, t, config.Hub{}, cli.Standing{Reserve: reserve})
		if err != nil {
			return nil, fmt.Errorf("tools.%s: %w", name, err)
		}
		if err := tool.Installed(); err != nil {
			if named {
				return nil, fmt.Errorf("tools.%s: %s", name, critique.Reason(err))
			}
			logger.Info("is not offered", "tool", name, "why", critique.Reason(err))
			continue
		}
		all[name] = hub.Bench{Asker: tool, Slots: t.MaxConcurrent, Timeout: time.Duration(t.Timeout), CoolDown: time.Duration(t.CoolDown)}
	}
	if len(all) == 0 {
		return nil, errors.New("no tool can be asked here: 'discussd doctor' says why")
	}
	return all, nil
}
