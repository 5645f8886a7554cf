// Package first makes this process a supervisor where it was started as one, before the
// packages of the daemon are initialised: one is started with every call of a CLI, needs none
// of them, and is there in half the time without. Only a program that imports this package for
// its effect has it.
package first

import (
	"os"

	"discussd/internal/process/supervisor"
)

func init() {
	if supervisor.Wanted(os.Args) {
		os.Exit(supervisor.Main())
	}
}
