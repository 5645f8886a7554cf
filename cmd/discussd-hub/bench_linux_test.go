package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd-hub/hub"
	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/tools"
	"discussd/critique/cli"
	"discussd/critique/cli/relay"
	"discussd/internal/process/supervisor"
)

// BenchmarkOverhead asks the same program side by side: as a CLI of this machine, and over a
// hub by way of a worker that has it, as a daemon does (hub) and as a command that asks once
// (once). It says where the difference lies: in the start of discussd-hub-client, in a new
// connection, and in the queue itself.
func BenchmarkOverhead(b *testing.B) {
	dir := b.TempDir()
	build(b, dir, "./discussd-hub-client")
	b.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	h, err := serve(b.Context(), settings{dir: filepath.Join(dir, "hub"), listen: "127.0.0.1:-1", trial: true, most: 1 << 30}, hclog.NewNullLogger())
	must(b, err)
	b.Cleanup(h.stop)
	cat := config.Tool{Via: "command", Command: []string{"/bin/cat"}, Output: "text", Timeout: config.Duration(time.Minute)}
	local, err := tools.New("gemini", cat, config.Hub{}, cli.Standing{Reserve: standing(b)})
	must(b, err)
	theirs, err := tools.New("gemini", cat, config.Hub{}, cli.Standing{Reserve: standing(b)})
	must(b, err)
	way := config.Hub{URL: h.url(), Project: "default", Prefix: "discussd", WhenDown: "wait"}
	stays := relay.New()
	var ended sync.WaitGroup
	ended.Go(func() { stays.StandBy(b.Context()) })
	b.Cleanup(ended.Wait)
	over, err := tools.New("gemini", config.Tool{Via: "hub", Timeout: config.Duration(time.Minute)}, way, cli.Standing{Relay: stays})
	must(b, err)
	once, err := tools.New("gemini", config.Tool{Via: "hub", Timeout: config.Duration(time.Minute)}, way, cli.Standing{Reserve: standing(b)})
	must(b, err)
	serves(b, h.url(), map[string]hub.Bench{"gemini": {Asker: theirs, Slots: 2}, "codex": {Asker: &model{say: echo}, Slots: 2}})
	options := hub.Options{URL: h.url(), Project: "default", WhenDown: hub.Wait}
	kept := &hub.Tool{Name: "codex", Link: hub.NewLink(options)}
	b.Cleanup(kept.Link.Close)
	ways := []struct {
		name string
		ask  func(p cli.Prompt) error
	}{
		{"local", func(p cli.Prompt) error { _, err := local.Ask(b.Context(), p); return err }},
		{"hub", func(p cli.Prompt) error { _, err := over.Ask(b.Context(), p); return err }},
		{"once", func(p cli.Prompt) error { _, err := once.Ask(b.Context(), p); return err }},
		{"start", func(cli.Prompt) error {
			return exec.Command(filepath.Join(dir, "discussd-hub-client"), "ask", "--help").Run()
		}},
		{"connected", func(p cli.Prompt) error {
			fresh := &hub.Tool{Name: "codex", Link: hub.NewLink(options)}
			defer fresh.Link.Close()
			_, err := fresh.Ask(b.Context(), p)
			return err
		}},
		{"queue", func(p cli.Prompt) error { _, err := kept.Ask(b.Context(), p); return err }},
	}
	const standby = 4 // supervisors of the three reserves, and the client that stays
	_, err = over.Ask(b.Context(), cli.Prompt{Text: []byte("first")})
	must(b, err)
	took := map[string][]time.Duration{}
	for i := 0; b.Loop(); i++ {
		for _, way := range ways {
			for len(below(b, os.Getpid())) != standby { // a supervisor of each reserve stands by again
				time.Sleep(time.Millisecond)
			}
			began := time.Now()
			must(b, way.ask(cli.Prompt{Text: fmt.Appendf(nil, "%s %d %d", way.name, i, began.UnixNano())}))
			took[way.name] = append(took[way.name], time.Since(began))
		}
	}
	of := func(name string, percent int) float64 {
		slices.Sort(took[name])
		return float64(took[name][(len(took[name])-1)*percent/100].Microseconds()) / 1000
	}
	for _, percent := range []int{50, 95} {
		for _, way := range ways {
			b.ReportMetric(of(way.name, percent), fmt.Sprintf("%s-p%d-ms", way.name, percent))
		}
		b.ReportMetric(of("hub", percent)-of("local", percent), fmt.Sprintf("overhead-p%d-ms", percent))
	}
}

// standing is a reserve of supervisors, as daemons and workers have one.
func standing(b *testing.B) *supervisor.Reserve {
	b.Helper()
	reserve := supervisor.NewReserve()
	ctx, stop := context.WithCancel(b.Context())
	var done sync.WaitGroup
	done.Go(func() { reserve.StandBy(ctx) })
	b.Cleanup(func() { stop(); done.Wait() })
	return reserve
}

// serves runs a worker with tools until the benchmark ends.
func serves(b *testing.B, url string, tools map[string]hub.Bench) {
	b.Helper()
	link := hub.NewLink(hub.Options{URL: url, WhenDown: hub.Wait})
	worker := &hub.Worker{Name: "w", Link: link, Logger: hclog.NewNullLogger(), Tools: tools}
	ctx, stop := context.WithCancel(b.Context())
	var done sync.WaitGroup
	done.Go(func() { _ = worker.Run(ctx) })
	b.Cleanup(func() { stop(); done.Wait(); link.Close() })
}
