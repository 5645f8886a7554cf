//go:build !linux || portable

package cgroup

import (
	"os"
	"time"
)

// Make makes no group: there are none.
func Make(string) (string, error) { return "", ErrNone }

// Open opens no group.
func Open(string) (*os.File, error) { return nil, ErrNone }

// Kill does nothing.
func Kill(string) {}

// End does nothing.
func End(string, time.Duration) error { return nil }
