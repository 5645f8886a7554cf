//go:build !portable

package durable

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// heldByStrangers tells whether every process that holds the lock of an opened folder
// is another user's, and not root's. Where the kernel does not say who holds it, as of
// a process in another namespace, nobody is a stranger.
func heldByStrangers(folder *os.File) bool {
	info, err := folder.Stat()
	if err != nil {
		return false
	}
	status, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	locks, err := os.ReadFile("/proc/locks")
	if err != nil {
		return false
	}
	file := fmt.Sprintf("%02x:%02x:%d", unix.Major(uint64(status.Dev)), unix.Minor(uint64(status.Dev)), status.Ino)
	found := false
	for line := range bytes.Lines(locks) {
		// 1: FLOCK  ADVISORY  WRITE 4242 fd:00:131 0 EOF
		fields := strings.Fields(string(line))
		if len(fields) < 6 || fields[1] != "FLOCK" || fields[5] != file {
			continue
		}
		if found = true; !strange(fields[4]) {
			return false
		}
	}
	return found
}

// strange tells whether a process was started by another user than this one and root.
// It is known by the real user: programs of root's that anybody may start count as his
// who started them.
func strange(pid string) bool {
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return false
	}
	for line := range bytes.Lines(status) {
		if fields := bytes.Fields(line); len(fields) > 1 && string(fields[0]) == "Uid:" {
			uid, err := strconv.Atoi(string(fields[1]))
			return err == nil && uid != 0 && uid != os.Geteuid()
		}
	}
	return false
}
