package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// running is a program with the processes of its group.
type running struct {
	cmd *exec.Cmd
	log string
}

func start(p *plan, command []string) (*running, error) {
	r := &running{cmd: exec.Command(command[0], command[1:]...), log: filepath.Join(p.dir, "log")}
	out, err := os.Create(r.log)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	r.cmd.Dir, r.cmd.Stdout, r.cmd.Stderr = p.tree, out, out
	r.cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+p.dir)
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return r, r.cmd.Start()
}

func (r *running) end() {
	syscall.Kill(-r.cmd.Process.Pid, syscall.SIGTERM)
	ended := make(chan error, 1)
	go func() { ended <- r.cmd.Wait() }()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
	}
	syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL)
}

func (r *running) said() []byte {
	text, _ := os.ReadFile(r.log)
	return text
}

// usage is what all processes of a group have used.
type usage struct {
	cpu    time.Duration
	sleeps int
	memory float64 // MiB, resident
}

// look adds up the group's processes.
func (r *running) look() (u usage) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil {
			continue
		}
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if group, err := strconv.Atoi(fields[2]); err != nil || group != r.cmd.Process.Pid {
			continue
		}
		proc := filepath.Dir(stat)
		threads, _ := filepath.Glob(filepath.Join(proc, "task", "*"))
		for _, thread := range threads {
			var nanoseconds int64
			if text, err := os.ReadFile(filepath.Join(thread, "schedstat")); err == nil {
				fmt.Sscan(string(text), &nanoseconds)
			}
			u.cpu += time.Duration(nanoseconds)
			u.sleeps += int(number(filepath.Join(thread, "status"), "voluntary_ctxt_switches:"))
		}
		u.memory += number(filepath.Join(proc, "status"), "VmRSS:") / 1024
	}
	return u
}

// number is the one after a field's name in a /proc status file, 0 without it.
func number(file, field string) float64 {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, field); ok {
			n, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return n
		}
	}
	return 0
}
