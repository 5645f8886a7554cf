package process

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"discussd/internal/process/cgroup"
	"discussd/internal/process/procs"
)

// recordSuffix ends the name of a run's record, which lies beside its folder.
const recordSuffix = ".processes"

// recordLimit bounds a record, in bytes. Of a run that starts more processes than fit
// the first are known, and with them who shares a session with one.
const recordLimit = 64 << 10

// record is a file that says which processes a run has, for a life that comes after one
// in which the daemon and the supervisor were killed together. It is locked as long as
// the process that made it lives. Its lines are those of [record.open], then a process
// number and a start for each; it only grows, so that a kill tears no more than its end.
type record struct {
	file  *os.File
	name  string
	known map[int]uint64 // starts by process number
	group string         // the run's control group, "" without one
	size  int
}

// newRecord makes the record of the run with that folder.
func newRecord(run Folder) (*record, error) {
	file, err := os.OpenFile(run.File("processes"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("create the run's record: %w", err)
	}
	_ = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) // without locks nobody takes it over
	r := &record{file: file, name: run.Path + recordSuffix, known: map[int]uint64{}}
	r.group, _ = cgroup.Make(filepath.Base(run.Path)) // else there is none
	r.write(fmt.Sprintf("%s\n%q\n", life(), r.group))
	if err := os.Rename(file.Name(), r.name); err != nil { // in its place it is locked already
		r.close()
		return nil, fmt.Errorf("create the run's record: %w", err)
	}
	return r, nil
}

// life names the life of the machine, and the table that process numbers are of. Both are
// the same as long as this process lives.
var life = sync.OnceValue(func() string {
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	space, _ := os.Readlink("/proc/self/ns/pid")
	return strings.TrimSpace(string(boot)) + " " + space
})

func (r *record) write(text string) {
	if r.size+len(text) <= recordLimit {
		n, _ := r.file.WriteAt([]byte(text), int64(r.size)) // a full disk: the environment tells most of them
		r.size += n
	}
}

// note adds a supervisor. The processes of its run are its descendants, as long as it
// lives; reading the whole table just when the program starts would slow that down.
func (r *record) note(supervisor int) {
	if p, found := procs.Find(supervisor); found {
		r.add(p)
	}
}

// noteAll adds the processes that descend from the supervisor now, and it.
func (r *record) noteAll(supervisor int) {
	if p, found := procs.Find(supervisor); found {
		r.add(append(procs.Below(procs.Table(), supervisor), p)...)
	}
}

func (r *record) add(processes ...procs.Process) {
	var text strings.Builder
	for _, p := range processes {
		if r.known[p.PID] != p.Start {
			r.known[p.PID] = p.Start
			fmt.Fprintf(&text, "%d %d\n", p.PID, p.Start)
		}
	}
	r.write(text.String())
}

// close removes the record, and the control group if nobody is in it.
func (r *record) close() {
	if r.group != "" {
		_ = cgroup.End(r.group, 0)
	}
	os.Remove(r.name)
	r.file.Close()
}

// takeRecord reads the record of a run whose daemon is dead. The error wraps
// [syscall.EWOULDBLOCK] when that lives.
func takeRecord(name string) (*record, error) {
	file, err := os.OpenFile(name, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && (!info.Mode().IsRegular() || info.Sys().(*syscall.Stat_t).Uid != uint32(os.Geteuid())) {
		err = errors.New("is not a file of this user's")
	}
	if err == nil {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	var text []byte
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(file, recordLimit))
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	r := &record{file: file, name: name, known: map[int]uint64{}}
	head, rest, _ := bytes.Cut(text, []byte("\n"))
	if string(head) != life() {
		return r, nil // whatever it names is gone
	}
	group, rest, _ := bytes.Cut(rest, []byte("\n"))
	_, _ = fmt.Sscanf(string(group), "%q", &r.group)
	for line := range strings.Lines(string(rest)) {
		var pid int
		var start uint64
		if _, err := fmt.Sscanf(line, "%d %d\n", &pid, &start); err == nil {
			r.known[pid] = start
		}
	}
	return r, nil
}

// end kills whatever is left of the run: who is in its control group, whom the record
// names, whoever descends from them or shares a session with one, and who carries the
// run's mark. Nobody else: a number that was given to another process meanwhile has
// another start.
func (r *record) end(mark string) error {
	var failed error
	if r.group != "" {
		failed = cgroup.End(r.group, endLimit)
	}
	return errors.Join(failed, procs.End(endLimit, func(all []procs.Process) []procs.Process {
		left := procs.Kin(all, func(p procs.Process) bool { return r.known[p.PID] == p.Start })
		for _, p := range all {
			if p.PID != os.Getpid() && !p.Dead() && p.Marked(mark) {
				left = append(left, p)
			}
		}
		return left
	}))
}

// ending tells whether a supervisor that the record names is at work and ends the run
// by itself. One that somebody has stopped never does.
func (r *record) ending(supervisor func(pid int) bool) bool {
	for pid, start := range r.known {
		if p, found := procs.Find(pid); found && p.Start == start && !p.Dead() && !p.Stopped() && supervisor(pid) {
			return true
		}
	}
	return false
}

// endLimit bounds how long it takes to kill what a run left.
const endLimit = 5 * time.Second
