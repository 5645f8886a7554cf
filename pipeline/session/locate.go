package session

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Place is what a path on the command line names.
type Place struct {
	Session string // absolute session folder; "" when the path is a folder to look for sessions in
	Round   string // round id; "" for all rounds
	Folder  string // absolute folder to give to [Layout.Find]; "" when Session is set
}

// Locate maps a path that a person typed to what it names: an artifact or member
// (which need not exist yet), the folder of a round's members, a spec folder, a
// session, or else any folder. The error wraps [fs.ErrNotExist] when there is
// nothing at path and it is no place for an artifact either.
func (l Layout) Locate(name string) (Place, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return Place{}, fmt.Errorf("locate %q: %w", name, err)
	}
	if dir, round, ok := l.Route(abs); ok {
		return Place{Session: dir, Round: round}, nil
	}
	info, err := os.Stat(abs)
	if err != nil {
		return Place{}, fmt.Errorf("locate: %w", err)
	}
	if !info.IsDir() {
		return Place{}, fmt.Errorf("%s: the file belongs to no round of a session", name)
	}
	if isSession(l, abs) {
		return Place{Session: abs}, nil
	}
	if dir, round, ok := locateFolder(l, abs); ok {
		return Place{Session: dir, Round: round}, nil
	}
	return Place{Folder: abs}, nil
}

// locateFolder maps a folder inside a session by what would lie in it: a folder that
// would hold one round's artifact names that round, a spec folder names all.
func locateFolder(l Layout, abs string) (dir, round string, ok bool) {
	for _, r := range l.Rounds {
		for _, artifact := range r.Artifacts {
			folder, base := path.Split(artifact)
			if folder != "" && !strings.HasSuffix(abs, "/"+path.Clean(folder)) {
				continue
			}
			dir, round, ok := l.Route(filepath.Join(abs, base))
			if !ok || round != r.ID || !isSession(l, dir) {
				continue
			}
			if folder == "" {
				return dir, "", true
			}
			return dir, round, true
		}
	}
	return "", "", false
}
