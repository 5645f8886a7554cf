// Package procs reads the process table, tells which processes descend from which, and
// kills processes of which it is certain that they are those that were meant.
//
// Package supervisor ends the processes of a run with it, and package cli what a run
// left whose daemon and supervisor were killed.
package procs

import (
	"fmt"
	"os"
	"time"
)

// Process is one line of the process table. Its number and its start together are no
// other process's until the machine starts again.
type Process struct {
	PID, Parent, Group, Session int
	Start                       uint64 // in ticks since the machine started
	State                       byte
}

// Dead tells whether the process has ended and only waits to be reaped.
func (p Process) Dead() bool { return p.State == 'Z' || p.State == 'X' }

// Stopped tells whether somebody has stopped the process, or traces it.
func (p Process) Stopped() bool { return p.State == 'T' || p.State == 't' }

// Below lists the processes that descend from one, by what is left of their parents.
func Below(all []Process, ancestor int) []Process {
	below := Kin(all, func(p Process) bool { return p.Parent == ancestor })
	kept := below[:0]
	for _, p := range below {
		if p.PID != ancestor {
			kept = append(kept, p)
		}
	}
	return kept
}

// Kin lists the living processes that are known, their descendants, and who is in a
// session with one of them: a session that a run has made has no other members, and its
// number is given to nobody else while it has any. The session that this process is in
// is nobody's.
func Kin(all []Process, known func(Process) bool) (kin []Process) {
	self, _ := Find(os.Getpid())
	pids, sessions := map[int]bool{}, map[int]bool{}
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if pids[p.PID] || p.PID == self.PID || p.PID == 1 || !known(p) && !pids[p.Parent] && !sessions[p.Session] {
				continue
			}
			pids[p.PID], grown = true, true
			if p.Session != self.Session && p.Session > 1 {
				sessions[p.Session] = true
			}
			if !p.Dead() {
				kin = append(kin, p)
			}
		}
	}
	return kin
}

// End kills the processes that find finds, until it finds none. The error says how many
// were left at the limit.
func End(limit time.Duration, find func(all []Process) []Process) error {
	for deadline := time.Now().Add(limit); ; time.Sleep(time.Millisecond) {
		left := find(Table())
		if len(left) == 0 {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%d processes cannot be killed", len(left))
		}
		for _, p := range left {
			p.Kill()
		}
	}
}
