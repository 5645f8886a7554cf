package config

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
)

// Watch says where sessions are and when a change has settled.
type Watch struct {
	Roots        []string `toml:"roots"`         // absolute or below ~, globs allowed
	Depth        int      `toml:"depth"`         // levels below a root that may hold a session
	SpecDirs     []string `toml:"spec_dirs"`     // where artifacts lie in a session, first match wins
	Markers      []string `toml:"markers"`       // names of files and folders that make the folder around them a session
	Quiet        Duration `toml:"quiet"`         // silence after which a change has settled
	QuietMembers Duration `toml:"quiet_members"` // the same for rounds with members
	MaxWait      Duration `toml:"max_wait"`      // a change settles at the latest this long after its first event
	CatchUp      CatchUp  `toml:"catch_up"`      // age up to which changes made while away are judged
	MaxArtifact  Size     `toml:"max_artifact"`  // larger files are refused unread
	MaxRound     Size     `toml:"max_round"`     // of a round's files together no more is read
	Poll         Duration `toml:"poll"`          // interval where the file system reports no events
	Rescan       Duration `toml:"rescan"`        // interval of the safety scan; 0 is off
}

const (
	deepest     = 32                              // levels
	fastestPoll = Duration(10 * time.Millisecond) // more often would only heat the room
)

func defaultWatch() Watch {
	return Watch{
		Roots:        []string{},
		Depth:        4,
		SpecDirs:     []string{"spec", "."},
		Markers:      []string{},
		Quiet:        Duration(10 * time.Second),
		QuietMembers: Duration(30 * time.Second),
		MaxWait:      Duration(2 * time.Minute),
		CatchUp:      CatchUp(24 * time.Hour),
		MaxArtifact:  MiB,
		MaxRound:     8 * MiB,
		Poll:         Duration(5 * time.Second),
		Rescan:       Duration(10 * time.Minute),
	}
}

func (w Watch) validate(r *report) {
	for _, root := range w.Roots {
		switch {
		case !filepath.IsAbs(root) && root != "~" && !strings.HasPrefix(root, "~/"):
			r.add("watch.roots", "each must be an absolute path or start with ~/ (got %q)", root)
		case hasControl(root):
			r.add("watch.roots", "must not hold control characters (got %q)", root)
		case !doublestar.ValidatePattern(root):
			r.add("watch.roots", "is no valid glob (got %q)", root)
		}
	}
	between(r, "watch.depth", w.Depth, 0, deepest)
	r.needed("watch.spec_dirs", w.SpecDirs)
	r.unique("watch.spec_dirs", w.SpecDirs)
	for _, dir := range w.SpecDirs {
		r.inside("watch.spec_dirs", dir, "the session")
	}
	r.unique("watch.markers", w.Markers)
	for _, name := range w.Markers {
		r.fileName("watch.markers", name)
	}
	r.positive("watch.quiet", w.Quiet)
	r.positive("watch.quiet_members", w.QuietMembers)
	r.positive("watch.max_wait", w.MaxWait)
	r.notLonger("watch.quiet", w.Quiet, "watch.max_wait", w.MaxWait)
	r.notLonger("watch.quiet_members", w.QuietMembers, "watch.max_wait", w.MaxWait)
	if w.CatchUp <= 0 && w.CatchUp != CatchUpNone {
		r.add("watch.catch_up", `must be positive, "all" or "none" (got %s)`, w.CatchUp)
	}
	r.someBytes("watch.max_artifact", w.MaxArtifact)
	r.someBytes("watch.max_round", w.MaxRound)
	if w.Poll < fastestPoll {
		r.add("watch.poll", "must be at least %s (got %s)", fastestPoll, w.Poll)
	}
	if w.Rescan != 0 && w.Rescan < fastestPoll {
		r.add("watch.rescan", `must be at least %s, or "0s" for never (got %s)`, fastestPoll, w.Rescan)
	}
}
