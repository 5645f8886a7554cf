//go:build !portable

package cgroup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Make makes a group below discussd's own and returns its folder. The error wraps
// [ErrNone] where none can be made.
func Make(name string) (path string, err error) {
	if os.Getenv(Variable) == "off" {
		return "", fmt.Errorf("%w: %s is off", ErrNone, Variable)
	}
	own, err := own()
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	path = filepath.Join(own, name)
	if !named(path) {
		return "", fmt.Errorf("%w: %q is no name for one", ErrNone, name)
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	if err := unix.Access(filepath.Join(path, "cgroup.kill"), unix.W_OK); err != nil { // Linux before 5.14
		os.Remove(path)
		return "", fmt.Errorf("%w: cgroup.kill: %w", ErrNone, err)
	}
	return path, nil
}

// Open opens a group for starting a process in it.
func Open(path string) (*os.File, error) {
	if !ours(path) {
		return nil, ErrNone
	}
	return os.Open(path)
}

// Kill kills every process in a group and in those below it. Of a group that is gone,
// and of what is no group of discussd's, it does nothing.
func Kill(path string) {
	if ours(path) {
		os.WriteFile(filepath.Join(path, "cgroup.kill"), []byte("1"), 0)
	}
}

// End kills every process in a group and in those below it, and removes them. The error
// says that they were not empty within the limit.
func End(path string, limit time.Duration) error {
	for deadline := time.Now().Add(limit); ours(path); time.Sleep(time.Millisecond) {
		Kill(path)
		err := remove(path)
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("remove control group: %w", err)
		}
	}
	return nil
}

// remove removes a group without processes, with those below it.
func remove(path string) error {
	entries, err := os.ReadDir(path)
	for _, entry := range entries {
		if entry.IsDir() {
			err = errors.Join(err, remove(filepath.Join(path, entry.Name())))
		}
	}
	if removed := os.Remove(path); !errors.Is(removed, fs.ErrNotExist) {
		return errors.Join(err, removed)
	}
	return nil
}

// ours tells whether a path is that of a group, and has a name that discussd gives.
func ours(path string) bool {
	var on unix.Statfs_t
	return named(path) && unix.Statfs(path, &on) == nil && on.Type == unix.CGROUP2_SUPER_MAGIC
}

// named tells whether a path may be that of a group that discussd made.
func named(path string) bool {
	return filepath.IsAbs(path) && filepath.Clean(path) == path && strings.HasPrefix(filepath.Base(path), Prefix)
}

// own is the folder of the group that this process was in when it was first asked for:
// reading it anew for each run would delay that.
var own = sync.OnceValues(func() (string, error) {
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return "", err
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return "", err
	}
	for group := range strings.Lines(string(groups)) {
		if inside, ok := strings.CutPrefix(strings.TrimSuffix(group, "\n"), "0::"); ok {
			return place(inside, string(mounts))
		}
	}
	return "", errors.New("no cgroup v2")
})

// place is where a group's folder is, by the mounts of this process.
func place(group, mounts string) (string, error) {
	for mount := range strings.Lines(mounts) {
		before, after, _ := strings.Cut(mount, " - ")
		fields := strings.Fields(before)
		if len(fields) < 5 || !strings.HasPrefix(after, "cgroup2 ") || strings.Contains(fields[4], `\`) {
			continue
		}
		below, err := filepath.Rel(fields[3], group)
		if err == nil && filepath.IsLocal(below) && !strings.HasPrefix(group, "/..") { // that lies outside of what is seen here
			return filepath.Join(fields[4], below), nil
		}
	}
	return "", errors.New("no cgroup v2 is mounted that holds " + group)
}
