package presence

import (
	"os"
	"syscall"
)

// systemFolder belongs to the user that a daemon for the whole machine runs as. Only
// root can make it: systemd does, for RuntimeDirectory=discussd.
const systemFolder = "/run/discussd"

// Writers returns the users, beside this one and root, whose verdicts count on this
// machine: the one that its own daemon runs as.
func Writers() []uint32 { return writers(systemFolder) }

func writers(folder string) []uint32 {
	info, err := os.Lstat(folder)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o022 != 0 {
		return nil
	}
	status, ok := info.Sys().(*syscall.Stat_t)
	if !ok || status.Uid == 0 || int64(status.Uid) == int64(os.Geteuid()) {
		return nil
	}
	return []uint32{status.Uid}
}
