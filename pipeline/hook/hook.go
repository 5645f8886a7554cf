// Package hook runs the program with which people are told of verdicts: the argv
// of handoff.on_verdict and the JSON of a verdict come in, an error that says what
// went wrong comes out. The program is the user's own, named in the configuration
// and never by a session, so it gets the daemon's environment; what a session says
// reaches it only as data.
package hook

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"discussd/internal/process"
)

// Limit is how long a hook may take.
const Limit = 10 * time.Second

// Options say what the hook is told besides the verdict.
type Options struct {
	Session string        // the session's folder: DISCUSSD_SESSION
	Round   string        // DISCUSSD_ROUND
	Limit   time.Duration // 0 for [Limit]
}

// Run runs the hook, the verdict on its standard input, and waits until nothing
// of it is left: a hook cannot hold the daemon up, nor outlive it. The error wraps
// [context.DeadlineExceeded] when the hook took too long, and the cause of ctx when
// that ended first.
func Run(ctx context.Context, argv []string, verdictJSON []byte, o Options) error {
	if o.Limit == 0 {
		o.Limit = Limit
	}
	ctx, cancel := context.WithTimeout(ctx, o.Limit)
	defer cancel()
	environ := slices.DeleteFunc(os.Environ(), systemdOwn)
	program := process.Program{
		Argv:    argv,
		Environ: append(environ, "DISCUSSD_SESSION="+o.Session, "DISCUSSD_ROUND="+o.Round),
		Stdin:   verdictJSON,
	}
	if err := program.Run(ctx); err != nil {
		return fmt.Errorf("handoff.on_verdict: %w", err)
	}
	return nil
}

// systemdOwn tells whether a variable is what systemd says to its service alone.
func systemdOwn(entry string) bool {
	return slices.ContainsFunc([]string{"NOTIFY_SOCKET=", "WATCHDOG_", "LISTEN_"}, func(prefix string) bool { return strings.HasPrefix(entry, prefix) })
}
