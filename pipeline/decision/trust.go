package decision

import (
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"strconv"
	"syscall"

	"discussd/internal/platform"
	"discussd/pipeline/durable"
)

// Read returns the bytes of a decision and what the file is that held them. Both
// are of the one opened file, whatever its name belongs to by now. The error
// wraps [fs.ErrNotExist] when there is none, and [durable.ErrRefused] when it is a
// link or otherwise no file, or larger than [MaxFile].
func Read(session *os.Root, name string) ([]byte, fs.FileInfo, error) {
	return durable.ReadWithInfo(session, name, MaxFile)
}

// Trust returns nil when the words in a file are those of the daemon's user or of
// one of the deciders, given by name or by number; else why they may be somebody
// else's. The info must be that of the opened file. A decider nobody knows is
// passed over.
func Trust(info fs.FileInfo, daemon int, deciders []string) error {
	status, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok || !info.Mode().IsRegular():
		return fmt.Errorf("it is no file")
	case status.Nlink != 1:
		return fmt.Errorf("it has %d names, so that it may have been written elsewhere and for something else", status.Nlink)
	case durable.Shared(info):
		return fmt.Errorf("others than its owner may write it (%s): chmod 644 and write it again", info.Mode().Perm())
	case int64(status.Uid) == int64(daemon):
		return nil
	case platform.Stranger(status.Uid):
		return fmt.Errorf("whose it is cannot be told: discussd runs in a user namespace (PrivateUsers= of its service) that has no number for its owner")
	}
	for _, decider := range deciders {
		if uid, err := UserID(decider); err == nil && uid == status.Uid {
			return nil
		}
	}
	return fmt.Errorf("it belongs to %s, who is neither the user that discussd runs as nor in handoff.trusted_deciders", strconv.Quote(ownerName(status.Uid)))
}

// Owner is the name of the user a file belongs to, or the number where there is
// no name.
func Owner(info fs.FileInfo) string {
	status, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return ownerName(status.Uid)
}

// UserID is the number of a user who is given by number or by name.
func UserID(who string) (uint32, error) {
	if number, err := strconv.ParseUint(who, 10, 32); err == nil {
		return uint32(number), nil
	}
	found, err := user.Lookup(who)
	if err != nil {
		return 0, fmt.Errorf("look up user %q: %w", who, err)
	}
	number, err := strconv.ParseUint(found.Uid, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("look up user %q: %w", who, err)
	}
	return uint32(number), nil
}

func ownerName(uid uint32) string {
	number := strconv.FormatUint(uint64(uid), 10)
	if found, err := user.LookupId(number); err == nil {
		return found.Username
	}
	return number
}
