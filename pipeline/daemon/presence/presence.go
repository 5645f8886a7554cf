// Package presence is how running daemons are known to the other commands: each
// keeps a file that says what it watches and does, a lock that is held as long as
// it runs, and a folder in which wait asks it to end a quiet window. Nothing in a
// session is needed for that.
package presence

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"discussd/pipeline/durable"
	"discussd/pipeline/schedule"
)

// Daemon is what a running daemon says of itself.
type Daemon struct {
	PID        int            `json:"pid"`
	Version    string         `json:"version"`
	StartedAt  time.Time      `json:"started_at"`
	Roots      []string       `json:"roots"`
	Sessions   int            `json:"sessions"`    // found when it started
	ChecksOnly bool           `json:"checks_only"` // it asks no tool, ever
	Jobs       []schedule.Job `json:"jobs"`
	Breakers   []Breaker      `json:"breakers"` // tools that are not asked for now
	Socket     string         `json:"-"`        // over which a daemon of another user is asked; "" of one of this user's
}

// Breaker is a tool that is not asked for a while.
type Breaker struct {
	Tool  string    `json:"tool"`
	Until time.Time `json:"until"`
	Cause string    `json:"cause"`
}

// Folder returns where daemons keep their files: $XDG_RUNTIME_DIR/discussd, else
// $RUNTIME_DIRECTORY, which systemd sets for a service of the machine's, else the user's
// cache folder.
func Folder() (string, error) {
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		return filepath.Join(dir, "discussd"), nil
	}
	if dir, _, _ := strings.Cut(os.Getenv("RUNTIME_DIRECTORY"), ":"); filepath.IsAbs(dir) {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("neither $XDG_RUNTIME_DIR nor a cache folder: %w", err)
	}
	return filepath.Join(dir, "discussd"), nil
}

// Daemons lists the daemons that run, of this user, and those of the whole machine that
// he may ask.
func Daemons() ([]Daemon, error) { return daemons(systemFolder) }

// Watching lists those of [Daemons] that watch a folder.
func Watching(dir string) ([]Daemon, error) {
	all, err := Daemons()
	return slices.DeleteFunc(all, func(d Daemon) bool { return !d.Watches(dir) }), err
}

func daemons(system string) ([]Daemon, error) {
	folder, err := Folder()
	if err != nil {
		return nil, err
	}
	running, err := ours(folder)
	if err == nil && folder != system {
		running = append(running, theirs(system)...)
	}
	return running, err
}

// ours are the daemons of this user. What dead ones have left is removed. A daemon is
// known by its lock: its process number may be another program's by now.
func ours(folder string) ([]Daemon, error) {
	files, err := filepath.Glob(filepath.Join(escapeGlob(folder), "*.json"))
	if err != nil {
		return nil, err
	}
	once, cancel := context.WithCancel(context.Background())
	cancel() // nobody is waited for
	var running []Daemon
	for _, file := range files {
		pid, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(file), ".json"))
		if err != nil {
			continue
		}
		if unlock, err := hold(once, folder, pid); err == nil {
			remove(folder, pid)
			unlock()
			continue
		}
		text, err := os.ReadFile(file)
		var d Daemon
		if err == nil && json.Unmarshal(text, &d) == nil && d.PID == pid {
			running = append(running, d)
		}
	}
	return running, nil
}

// Watches tells whether the folder lies below one of the daemon's roots.
func (d Daemon) Watches(dir string) bool {
	_, ok := d.spelling(dir)
	return ok
}

// Job is what the daemon is busy with in a round of a session; ok is false when it is
// not.
func (d Daemon) Job(session, round string) (job schedule.Job, ok bool) {
	own, _ := d.spelling(session)
	at := slices.IndexFunc(d.Jobs, func(j schedule.Job) bool { return j.Session == own && j.Round == round })
	if at < 0 {
		return job, false
	}
	return d.Jobs[at], true
}

// spelling returns how the daemon calls a folder below one of its roots, which
// may be a link.
func (d Daemon) spelling(dir string) (string, bool) {
	for _, root := range d.Roots {
		if inner, ok := below(root, dir); ok {
			return filepath.Join(root, inner), true
		}
		if inner, ok := below(resolved(root), resolved(dir)); ok {
			return filepath.Join(root, inner), true
		}
	}
	return "", false
}

func below(root, dir string) (inner string, ok bool) {
	if dir == root {
		return "", true
	}
	return strings.CutPrefix(dir, strings.TrimSuffix(root, "/")+"/")
}

// resolved is a path without links, or as it is when it leads nowhere.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// Settle asks the daemon to end the quiet window of a round: its writer is done.
func (d Daemon) Settle(session, round string) error {
	folder, err := Folder()
	if err != nil {
		return err
	}
	if own, ok := d.spelling(session); ok {
		session = own
	}
	text, err := json.Marshal(request{session, round})
	if err != nil {
		return err
	}
	if d.Socket != "" {
		return ask(d.Socket, text)
	}
	dir := settleFolder(folder, d.PID)
	name := rand.Text()
	if err := os.WriteFile(filepath.Join(dir, "."+name), text, 0o600); err != nil {
		return err
	}
	return os.Rename(filepath.Join(dir, "."+name), filepath.Join(dir, name))
}

// request is one wish to end a quiet window.
type request struct{ Session, Round string }

// hold takes the lock of a daemon, which that daemon holds as long as it runs.
func hold(ctx context.Context, folder string, pid int) (unlock func(), err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return durable.Lock(ctx, root, strconv.Itoa(pid)+".lock")
}

// remove takes away everything that belongs to a daemon whose lock is held.
func remove(folder string, pid int) {
	os.Remove(stateFile(folder, pid))
	os.RemoveAll(settleFolder(folder, pid))
	os.Remove(socketFile(folder, pid))
	os.Remove(filepath.Join(folder, strconv.Itoa(pid)+".lock"))
}

func stateFile(folder string, pid int) string {
	return filepath.Join(folder, strconv.Itoa(pid)+".json")
}

func settleFolder(folder string, pid int) string {
	return filepath.Join(folder, strconv.Itoa(pid)+".settle")
}

func escapeGlob(path string) string {
	var out bytes.Buffer
	for _, b := range []byte(path) {
		if strings.IndexByte(`*?[\`, b) >= 0 {
			out.WriteByte('\\')
		}
		out.WriteByte(b)
	}
	return out.String()
}

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
