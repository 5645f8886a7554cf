package config

import (
	"io/fs"
	"strconv"
	"strings"

	"discussd/internal/text/pattern"
)

// Handoff says what is kept beside the verdicts and who else is told of them.
type Handoff struct {
	Mode            string   `toml:"mode"`             // of outputs, as octal digits; "" is 0644 under the umask
	History         int      `toml:"history"`          // replaced verdicts kept for each round
	Raw             int      `toml:"raw"`              // rounds whose raw answers are kept
	Bus             string   `toml:"bus"`              // "auto": only where .msg/ exists, "on" or "off"
	Reviews         bool     `toml:"reviews"`          // verdicts are also written where GSD and BMAD read reviews
	OnVerdict       []string `toml:"on_verdict"`       // argv, run after each verdict with its JSON on stdin
	TrustedDeciders []string `toml:"trusted_deciders"` // user names or ids whose decisions count beside those of the daemon's own user
}

// userForm is what useradd and user directories take for a name.
var userForm = pattern.New(`^[A-Za-z_][A-Za-z0-9_.-]{0,63}\$?$`)

// FileMode is the mode that outputs have; 0 is that of every other file of the user's.
func (h Handoff) FileMode() fs.FileMode {
	mode, _ := strconv.ParseUint(h.Mode, 8, 16) // which was checked
	return fs.FileMode(mode)
}

// modes are those that outputs may have: the daemon writes them, and the group may.
var modes = pattern.New(`^0?6[046][04]$`)

func (h Handoff) validate(r *report) {
	const largestUID = 1<<32 - 2 // the largest user id; the number above it means nobody.
	if h.Mode != "" && !modes.MatchString(h.Mode) {
		r.add("handoff.mode", "must be empty, or octal digits that let the daemon read and write, the group no more than that, and others nothing but read: \"0664\", \"0660\" (got %q)", h.Mode)
	}
	// Without the last verdict nobody could tell what is new and what is fixed.
	if h.History < 1 {
		r.add("handoff.history", "must be at least 1 (got %d)", h.History)
	}
	r.notNegative("handoff.raw", h.Raw)
	r.oneOf("handoff.bus", h.Bus, "auto", "on", "off")
	if len(h.OnVerdict) > 0 {
		r.program("handoff.on_verdict", h.OnVerdict[0])
	}
	for _, text := range h.OnVerdict {
		if strings.ContainsRune(text, 0) {
			r.add("handoff.on_verdict", "must not hold NUL bytes (got %q)", text)
		}
	}
	r.unique("handoff.trusted_deciders", h.TrustedDeciders)
	for _, user := range h.TrustedDeciders {
		if uid, err := strconv.ParseUint(user, 10, 32); (err != nil || uid > largestUID) && !userForm.MatchString(user) {
			r.add("handoff.trusted_deciders", "must hold names or numbers of users (got %q)", user)
		}
	}
}
