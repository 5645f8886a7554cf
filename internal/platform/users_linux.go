//go:build !portable

package platform

import (
	"os"
	"strconv"
	"strings"
)

// everybody is how many users there are where each has a number of his own.
const everybody = 1<<32 - 1

// Stranger tells whether a user's number stands for all those whom this process cannot
// tell apart: in a user namespace (PrivateUsers= of a service, a container of a user's)
// everybody without a number in it has the same one. Who shares it may be anybody, so it
// must never be compared with the number of somebody.
func Stranger(uid uint32) bool {
	return uid == overflow() && !maps(func(first, length uint64) bool { return first == 0 && length == everybody })
}

// HidesRoot tells whether root of the machine is one of those [Stranger]s, since the
// namespace has no root.
func HidesRoot() bool {
	return !maps(func(first, length uint64) bool { return first == 0 && length > 0 })
}

// overflow is the number that the kernel shows of users who have none.
func overflow() uint32 {
	const usual = 65534
	text, err := os.ReadFile("/proc/sys/kernel/overflowuid")
	if err != nil {
		return usual
	}
	number, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32)
	if err != nil {
		return usual
	}
	return uint32(number)
}

// maps tells whether a stretch of numbers of this process's namespace fits; where they
// cannot be read, one that holds everybody is asked about.
func maps(fits func(first, length uint64) bool) bool {
	text, err := os.ReadFile("/proc/self/uid_map")
	if err != nil {
		return fits(0, everybody)
	}
	for line := range strings.Lines(string(text)) {
		// first number in here, the one that it has outside, how many
		if fields := strings.Fields(line); len(fields) == 3 {
			first, _ := strconv.ParseUint(fields[0], 10, 32)
			length, _ := strconv.ParseUint(fields[2], 10, 64)
			if fits(first, length) {
				return true
			}
		}
	}
	return false
}
