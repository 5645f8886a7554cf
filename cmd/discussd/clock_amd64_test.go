//go:build linux

package main

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"discussd/internal/wallclock"
)

// wallClock is the clock of a daemon, which a test can set.
type wallClock struct {
	t     testing.TB
	clock *wallclock.Clock
	ahead time.Duration
}

// withClock gives the next daemon a clock that can be set. It is right at first.
func (s *stage) withClock() *wallClock {
	c := &wallClock{t: s.t}
	s.start = c.start
	return c
}

func (c *wallClock) start(daemon *exec.Cmd) (err error) {
	if c.clock, err = wallclock.Start(daemon, 0); err != nil {
		c.t.Skip(err)
	}
	c.t.Cleanup(c.clock.Close)
	return nil
}

// jump sets the clock to so much more than the machine's.
func (c *wallClock) jump(ahead time.Duration) {
	c.t.Helper()
	must(c.t, c.clock.Set(ahead))
	c.ahead = ahead
}

func (c *wallClock) now() time.Time { return time.Now().Add(c.ahead) }

// date gives a file the time at which the process would have written it.
func (c *wallClock) date(file string) {
	c.t.Helper()
	must(c.t, os.Chtimes(file, c.now(), c.now()))
}
