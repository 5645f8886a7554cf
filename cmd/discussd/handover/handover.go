// Package handover makes `discussd hub` and `discussd worker` of the program discussd-hub, which
// is installed where machines share their LLM programs and nowhere else. What is typed goes
// in; discussd-hub goes on in this process, with its output and its exit code.
package handover

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// program is what has the hub and the worker.
const program = "discussd-hub"

// Hub is `discussd hub`: the queue itself where flags follow, and otherwise the command of
// discussd-hub that is named.
func Hub() *cobra.Command {
	return command("hub [--dir DIR | COMMAND]", "Share the LLM programs of a few machines: keep the queue between them",
		`hub runs discussd-hub, a program of its own:

  discussd hub --dir DIR --trial                  the queue, for this machine alone
  discussd hub --dir DIR --listen ADDRESS:PORT    for many machines; 'discussd hub serve --help' shows all flags
  discussd hub add-user NAME --dir DIR            lets a project's daemons, or a worker, in
  discussd hub status --hub URL                   hub, workers, what waits
  discussd hub setup --hub URL                    prepares a NATS of your own

'discussd hub COMMAND --help' shows more. docs/many-machines.md tells how to begin.`,
		func(args []string) []string {
			if len(args) == 0 || strings.HasPrefix(args[0], "-") {
				return append([]string{"serve"}, args...)
			}
			return args
		})
}

// Worker is `discussd worker`.
func Worker() *cobra.Command {
	return command("worker --hub URL [--creds FILE] [--tools NAME,…]", "Share the LLM programs of a few machines: answer with those of this one",
		`worker runs 'discussd-hub worker', of a program of its own. It takes asks for the tools that
discussd.toml enables and that are installed here, runs each as a daemon would, and answers:

  discussd worker --hub nats://127.0.0.1:4222
  discussd worker --hub tls://hub.example:4222 --creds worker-1.key --tools gemini,claude

'discussd hub worker --help' shows all flags. docs/many-machines.md tells how to begin.`,
		func(args []string) []string { return append([]string{"worker"}, args...) })
}

func command(use, short, long string, meant func(args []string) []string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: long,
		DisableFlagParsing: true, // they are discussd-hub's
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") { // also where it is not installed
				return cmd.Help()
			}
			self, err := os.Executable()
			if err != nil {
				return err
			}
			path, err := find(self)
			if err != nil {
				return err
			}
			err = syscall.Exec(path, append([]string{program}, meant(args)...), os.Environ())
			return fmt.Errorf("%s: %w", path, err)
		},
	}
}

// find looks for the program beside this one, and in PATH.
func find(self string) (string, error) {
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	for _, name := range [...]string{filepath.Join(filepath.Dir(self), program), program} {
		if path, err := exec.LookPath(name); err == nil {
			return filepath.Abs(path)
		}
	}
	return "", errors.New(program + " is not installed, neither beside discussd nor in PATH: install the package " + program +
		", or build it with (cd cmd/discussd-hub && CGO_ENABLED=0 go install . ./discussd-hub-client)")
}
