package durable

import (
	"io/fs"
	"os"
	"os/user"
	"strconv"
	"strings"
	"syscall"
)

// Shared tells whether others than the owner of a file or folder may write it. A group
// that is its owner's alone, as many systems give one to each user, is nobody else.
func Shared(info fs.FileInfo) bool {
	status, ok := info.Sys().(*syscall.Stat_t)
	return !ok || info.Mode()&0o002 != 0 || info.Mode()&0o020 != 0 && !ownGroup(status.Uid, status.Gid)
}

// ownGroup tells whether a group is the private one of a user, by the name they
// share: where users have one, their files are writable for it by default.
func ownGroup(uid, gid uint32) bool {
	owner, err := user.LookupId(strconv.FormatUint(uint64(uid), 10))
	if err != nil {
		return false
	}
	group, err := user.LookupGroupId(strconv.FormatUint(uint64(gid), 10))
	return err == nil && group.Name == owner.Username && !joined(group.Name)
}

// joined tells whether a group has members beside whose own it is.
func joined(group string) bool {
	text, err := os.ReadFile("/etc/group")
	if err != nil {
		return true
	}
	for line := range strings.Lines(string(text)) {
		// alice:x:1000:bob,carol
		if fields := strings.Split(strings.TrimSpace(line), ":"); len(fields) == 4 && fields[0] == group {
			return fields[3] != "" && fields[3] != group
		}
	}
	return false
}
