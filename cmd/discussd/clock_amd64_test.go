//go:build linux

package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
)

// wallClock is the clock of one process, which reads the machine's in the vDSO, a
// library that the kernel puts into its memory. There stands code of the test
// instead, which adds something to the time of day, and to nothing else: neither
// the machine's clock nor the process's monotonic one takes any part in a jump.
type wallClock struct {
	t      testing.TB
	memory *os.File
	place  int64 // where the seconds stand that are added
	ahead  time.Duration
}

// withClock gives the next daemon a clock that can be set. It is right at first.
func (s *stage) withClock() *wallClock {
	c := &wallClock{t: s.t}
	s.start = c.start
	return c
}

// shiftedClock is clock_gettime(id, *timespec). The seconds follow it.
var shiftedClock = []byte{
	0xb8, 228, 0, 0, 0, // mov eax, SYS_clock_gettime
	0x0f, 0x05, // syscall
	0x85, 0xc0, 0x75, 0x0e, // it failed: return
	0x85, 0xff, 0x75, 0x0a, // not CLOCK_REALTIME, which is 0: return
	0x48, 0x8b, 0x0d, 10, 0, 0, 0, // mov rcx, [the seconds]
	0x48, 0x01, 0x0e, // add [rsi], rcx
	0xc3,                               // ret
	0x90, 0x90, 0x90, 0x90, 0x90, 0x90, // to align the seconds
}

// start starts a daemon with this clock, before it has run one instruction.
func (c *wallClock) start(daemon *exec.Cmd) error {
	runtime.LockOSThread() // which the daemon takes for its debugger
	defer runtime.UnlockOSThread()
	daemon.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := daemon.Start(); err != nil {
		return err
	}
	pid := daemon.Process.Pid
	_, err := syscall.Wait4(pid, nil, 0, nil)
	if err == nil {
		err = c.install(pid)
	}
	if err == nil {
		err = syscall.PtraceDetach(pid)
	}
	if err == nil {
		err = c.set(0) // as later, without a debugger's rights
	}
	if err != nil {
		daemon.Process.Kill()
		daemon.Wait()
		c.t.Skipf("a process's clock cannot be set here: %v", err)
	}
	return nil
}

// install puts the code in the place of what the kernel put there.
func (c *wallClock) install(pid int) error {
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return err
	}
	var begin, end int64
	found := regexp.MustCompile(`(?m)^([0-9a-f]+-[0-9a-f]+) .*\[vdso\]$`).FindSubmatch(maps)
	if found == nil {
		return errors.New("there is no vDSO")
	}
	if _, err := fmt.Sscanf(string(found[1]), "%x-%x", &begin, &end); err != nil {
		return err
	}
	if c.memory, err = os.OpenFile(fmt.Sprintf("/proc/%d/mem", pid), os.O_RDWR, 0); err != nil {
		return err
	}
	c.t.Cleanup(func() { c.memory.Close() })
	library := make([]byte, end-begin)
	if _, err := c.memory.ReadAt(library, begin); err != nil {
		return err
	}
	file, err := elf.NewFile(bytes.NewReader(library))
	if err != nil {
		return err
	}
	symbols, err := file.DynamicSymbols()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(symbols, func(s elf.Symbol) bool { return s.Name == "__vdso_clock_gettime" })
	if at < 0 || symbols[at].Size < uint64(len(shiftedClock))+8 {
		return errors.New("the vDSO has no clock, or a small one")
	}
	c.place = begin + int64(symbols[at].Value) + int64(len(shiftedClock))
	_, err = c.memory.WriteAt(shiftedClock, c.place-int64(len(shiftedClock)))
	return errors.Join(err, c.set(0))
}

// jump sets the clock to so much more than the machine's.
func (c *wallClock) jump(ahead time.Duration) {
	c.t.Helper()
	must(c.t, c.set(ahead))
}

func (c *wallClock) set(ahead time.Duration) error {
	c.ahead = ahead
	_, err := c.memory.WriteAt(binary.LittleEndian.AppendUint64(nil, uint64(int64(ahead/time.Second))), c.place)
	return err
}

func (c *wallClock) now() time.Time { return time.Now().Add(c.ahead) }

// date gives a file the time at which the process would have written it.
func (c *wallClock) date(file string) {
	c.t.Helper()
	must(c.t, os.Chtimes(file, c.now(), c.now()))
}
