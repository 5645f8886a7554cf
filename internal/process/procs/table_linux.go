//go:build !portable

package procs

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Table lists the process table. What ends while it is read is left out.
func Table() (all []Process) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1) // what could be read is all there is to go by
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			if p, found := Find(pid); found {
				all = append(all, p)
			}
		}
	}
	return all
}

// Find returns the process of that number.
func Find(pid int) (p Process, found bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return p, false
	}
	// The program's name stands in parentheses and may hold anything.
	_, after, _ := bytes.Cut(stat[max(0, bytes.LastIndexByte(stat, ')')):], []byte(") "))
	fields := bytes.Fields(after)
	const start = 19
	if len(fields) <= start {
		return p, false
	}
	number := func(at int) int {
		n, failed := strconv.Atoi(string(fields[at]))
		if failed != nil {
			err = failed
		}
		return n
	}
	p = Process{PID: pid, State: fields[0][0], Parent: number(1), Group: number(2), Session: number(3), Start: uint64(number(start))}
	return p, err == nil
}

// Kill kills this very process, and no other that was given its number meanwhile.
func (p Process) Kill() {
	fd, err := unix.PidfdOpen(p.PID, 0)
	if err != nil {
		return
	}
	defer unix.Close(fd)
	if now, found := Find(p.PID); found && now.Start == p.Start { // whoever it is, fd is his
		unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0)
	}
}

// Marked tells whether a process of this user carries an entry, "NAME=value", in its
// environment.
func (p Process) Marked(mark string) bool {
	var of unix.Stat_t
	place := fmt.Sprintf("/proc/%d", p.PID)
	if unix.Stat(place, &of) != nil || int(of.Uid) != os.Geteuid() {
		return false
	}
	environ, _ := os.ReadFile(place + "/environ") // of one that is gone there is none
	return slices.Contains(strings.Split(string(environ), "\x00"), mark)
}
