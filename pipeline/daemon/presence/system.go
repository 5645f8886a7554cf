package presence

import "os"

// systemFolder belongs to the user that a daemon for the whole machine runs as. Only
// root can make it: systemd does, for RuntimeDirectory=discussd.
const systemFolder = "/run/discussd"

// Machine returns the folder in which the daemon of the whole machine is known, which
// another user runs, and why this user cannot look into it; "" when there is none.
func Machine() (folder string, err error) { return seenIn(systemFolder) }

func seenIn(folder string) (string, error) {
	if _, theirs := keeper(folder); !theirs {
		return "", nil
	}
	_, err := os.ReadDir(folder)
	return folder, err
}

// Writers returns the users, beside this one and root, whose verdicts count on this
// machine: the one that its own daemon runs as.
func Writers() []uint32 { return writers(systemFolder) }

func writers(folder string) []uint32 {
	uid, ok := keeper(folder)
	if !ok || uid == 0 {
		return nil
	}
	return []uint32{uid}
}
