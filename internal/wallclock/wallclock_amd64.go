//go:build linux

package wallclock

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
	"time"
)

// Clock is the clock of one process, which reads the machine's in the vDSO, a
// library that the kernel puts into its memory. There stands code of the test
// instead, which adds something to the time of day, and to nothing else: neither
// the machine's clock nor the process's monotonic one takes any part in a jump.
type Clock struct {
	memory *os.File
	place  int64 // where the seconds stand that are added
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

// Start starts a process with a clock of its own, before it has run one instruction. The
// clock is so much ahead of the machine's at first. The error says why that cannot be had here; no process is left then.
func Start(cmd *exec.Cmd, ahead time.Duration) (*Clock, error) {
	runtime.LockOSThread() // which the process takes for its debugger
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c, pid := &Clock{}, cmd.Process.Pid
	_, err := syscall.Wait4(pid, nil, 0, nil)
	if err == nil {
		err = c.install(pid, ahead)
	}
	if err == nil {
		err = syscall.PtraceDetach(pid)
	}
	if err == nil {
		err = c.Set(ahead) // as later, without a debugger's rights
	}
	if err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		c.Close()
		return nil, fmt.Errorf("a process's clock cannot be set here: %w", err)
	}
	return c, nil
}

// install puts the code in the place of what the kernel put there.
func (c *Clock) install(pid int, ahead time.Duration) error {
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
	return errors.Join(err, c.Set(ahead))
}

// Set sets the clock to so much more than the machine's, in whole seconds.
func (c *Clock) Set(ahead time.Duration) error {
	_, err := c.memory.WriteAt(binary.LittleEndian.AppendUint64(nil, uint64(int64(ahead/time.Second))), c.place)
	return err
}

// Close lets go of the process, whose clock stays as it is.
func (c *Clock) Close() {
	if c.memory != nil {
		_ = c.memory.Close()
	}
}
