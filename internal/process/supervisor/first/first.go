// Package first makes a test binary a supervisor where it was started as one, before the packages
// under test are initialised: tests start a thousand of them, which need none of these packages.
// Programs ask in their main.
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
