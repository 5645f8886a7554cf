package presence

// systemFolder belongs to the user that a daemon for the whole machine runs as. Only
// root can make it: systemd does, for RuntimeDirectory=discussd.
const systemFolder = "/run/discussd"

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
