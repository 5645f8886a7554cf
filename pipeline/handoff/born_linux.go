//go:build !portable

package handoff

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// born tells when a folder was made, where its file system knows.
func born(folder *os.File) (when string, known bool) {
	var of unix.Statx_t
	err := unix.Statx(int(folder.Fd()), "", unix.AT_EMPTY_PATH, unix.STATX_BTIME, &of)
	if err != nil || of.Mask&unix.STATX_BTIME == 0 {
		return "", false
	}
	return fmt.Sprintf("%d.%d", of.Btime.Sec, of.Btime.Nsec), true
}
