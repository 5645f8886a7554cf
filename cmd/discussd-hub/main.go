// Command discussd-hub lets daemons of many machines share the tools, logins and quotas of a
// few: `serve` keeps the queue, `worker` answers from it. It is a program of its own, so
// that nobody else pays for the server in it.
//
//	discussd-hub serve --dir DIR --trial     the queue, for this machine alone
//	discussd-hub worker --hub URL            answers with the tools of discussd.toml
//	discussd-hub status --hub URL            says how hub and workers are
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/internal/process/supervisor"
	"discussd/internal/quiet"
)

func main() {
	log.SetOutput(quiet.Before)
	if supervisor.Wanted(os.Args) {
		os.Exit(supervisor.Main())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills
	if err := newRoot().ExecuteContext(ctx); err != nil && !errors.Is(err, context.Canceled) {
		if !errors.Is(err, errSaid) {
			fmt.Fprintln(os.Stderr, "discussd-hub:", err)
		}
		os.Exit(1)
	}
}

// errSaid ends the program with 1 after it has printed what is wrong.
var errSaid = errors.New("it stands above")

// version is the release this code is of, as discussd's.
const version = "0.1.0"

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "discussd-hub",
		Short:         "Share the LLM programs of a few machines among the daemons of many",
		Args:          cobra.NoArgs,
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	logger := hclog.New(&hclog.LoggerOptions{Name: "hub", Output: os.Stderr, TimeFormat: "15:04:05.000"})
	root.AddCommand(newServe(logger), newAddUser(), newSetUp(), newWorker(logger), newAsk(), newStatus())
	return root
}
