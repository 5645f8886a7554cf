//go:build !linux || portable

package durable

import (
	"fmt"
	"syscall"
)

// unmasked does something under the umask of this process: no thread has one of its own here.
func unmasked(do func() error) error { return do() }

// as fails: nothing but Linux gives one thread the rights of a user, and nothing may be
// written where he could not.
func as(owner *syscall.Stat_t, _ func() error) error {
	return fmt.Errorf("%w: the folder belongs to user %d: run discussd as that user", ErrRefused, owner.Uid)
}
