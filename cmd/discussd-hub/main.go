// Command discussd-hub lets daemons of many machines share the tools, logins and quotas of a
// few: `serve` keeps the queue, `worker` answers from it. It is a program of its own, so
// that nobody else pays for the server in it.
//
//	discussd-hub serve --dir DIR --trial     the queue, for this machine alone
//	discussd-hub worker --hub URL            answers with the tools of discussd.toml
//	discussd-hub status --hub URL            says how hub and workers are
package main

import (
	"io"
	"os"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd-hub/client"
	"discussd/internal/process/supervisor"
)

func main() {
	if supervisor.Wanted(os.Args) {
		os.Exit(supervisor.Main())
	}
	os.Exit(client.Main(newRoot(os.Stderr)))
}

func newRoot(log io.Writer) *cobra.Command {
	logger := hclog.New(&hclog.LoggerOptions{Name: "hub", Output: log, TimeFormat: "15:04:05.000"})
	return client.New("discussd-hub", "Share the LLM programs of a few machines among the daemons of many",
		newServe(logger), newAddUser(), newSetUp(), newWorker(logger), client.NewAsk(), client.NewStatus())
}
