// Package cgroup puts a run's processes into a control group of their own where the
// machine allows it: a process cannot leave one by forking, by a session of its own or
// by shedding its environment, and the kernel kills a whole one at once.
//
// Package cli makes one a run below the group that discussd is in itself, which it may
// where systemd delegates it (Delegate=yes) or a cgroup v2 can be written for another
// reason; its supervisor starts the CLI in it, and ending the run ends the group.
package cgroup

import "errors"

// Variable turns groups off when it is "off" in discussd's environment.
const Variable = "DISCUSSD_CGROUPS"

// Prefix begins the name of every group that discussd makes.
const Prefix = "discussd-run-"

// ErrNone is wrapped by errors that say that there can be no group here.
var ErrNone = errors.New("no control group can be made")
