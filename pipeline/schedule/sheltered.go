package schedule

import (
	"fmt"
	"runtime/debug"

	"github.com/hashicorp/go-hclog"
)

// sheltered does work on one session and turns a panic into an error, which it logs:
// one poisoned file must not take the other sessions down.
func sheltered(log hclog.Logger, what string, work func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			log.Error(what+" panicked", "error", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	work()
	return nil
}
