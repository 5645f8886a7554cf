package supervisor

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// sweep kills and reaps every descendant of this process and returns how pid,
// one of them, ended. Only children are killed, whose numbers cannot be reused
// before they are reaped here; the orphans this makes become children in turn,
// this process being their subreaper. Who has no child left has no descendant.
func sweep(pid int) (unix.WaitStatus, error) {
	var status unix.WaitStatus
	own, group := os.Getpid(), unix.Getpgrp()
	for deadline := time.Now().Add(sweepLimit); ; time.Sleep(time.Millisecond) {
		for {
			var ended unix.WaitStatus
			reaped, err := unix.Wait4(-1, &ended, unix.WNOHANG, nil)
			if errors.Is(err, unix.ECHILD) {
				return status, nil
			}
			if reaped <= 0 {
				break
			}
			if reaped == pid {
				status = ended
			}
		}
		left := 0
		for _, p := range processes() {
			if p.parent != own {
				continue
			}
			left++
			if p.group != group { // a fork cannot escape the kill of its group
				unix.Kill(-p.group, unix.SIGKILL)
			}
			unix.Kill(p.pid, unix.SIGKILL)
		}
		if time.Now().After(deadline) {
			return status, fmt.Errorf("%d processes cannot be killed", left)
		}
	}
}

// KillMarked kills every process of this user that carries an entry,
// "NAME=value", in its environment. It is for the one case in which no supervisor
// is left to do better: somebody killed it.
func KillMarked(mark string) {
	for deadline := time.Now().Add(sweepLimit); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		found := false
		for _, p := range processes() {
			environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.pid))
			if err != nil || p.pid == os.Getpid() {
				continue
			}
			for entry := range bytes.SplitSeq(environ, []byte{0}) {
				if string(entry) == mark {
					found = true
					unix.Kill(p.pid, unix.SIGKILL)
				}
			}
		}
		if !found {
			return
		}
	}
}

// process is one line of the process table.
type process struct{ pid, parent, group int }

// processes lists the process table. What ends while it is read is left out.
func processes() []process {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1) // what could be read is all there is to go by
	var all []process
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue
		}
		// The program's name stands in parentheses and may hold anything.
		_, after, found := bytes.Cut(stat[max(0, bytes.LastIndexByte(stat, ')')):], []byte(") "))
		fields := bytes.Fields(after)
		if !found || len(fields) < 3 {
			continue
		}
		parent, errParent := strconv.Atoi(string(fields[1]))
		group, errGroup := strconv.Atoi(string(fields[2]))
		if errors.Join(errParent, errGroup) == nil {
			all = append(all, process{pid, parent, group})
		}
	}
	return all
}
