package config

import (
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"discussd/internal/platform"
)

// What others could do who can change a file.
const (
	startsPrograms = "have it start programs"
	decides        = "decide what is found"
)

// trusted returns why the file at an absolute path may have been written by somebody else, and the
// danger of that: it, a link to it or a folder above belongs to another user than this one and root, or
// others can write it. In a folder with the sticky bit they cannot replace what is not theirs.
func trusted(path, danger string) error {
	const mostLinks = 40                     // how many links may lead to a configuration file.
	if strings.HasPrefix(path, "/dev/fd/") { // which the user's shell opened: --config <(…)
		return nil
	}
	at, rest, links := "/", strings.Split(path, "/"), 0
	for {
		info, err := os.Lstat(at)
		if err != nil {
			return err
		}
		if err := ours(at, info, danger); err != nil {
			return err
		}
		if info.Mode().Type() == fs.ModeSymlink {
			target, err := os.Readlink(at)
			if links++; err != nil || links > mostLinks {
				return fmt.Errorf("cannot be followed through the link %s", at)
			}
			if at = filepath.Dir(at); filepath.IsAbs(target) {
				at = "/"
			}
			rest = append(strings.Split(target, "/"), rest...)
		}
		if len(rest) == 0 {
			return nil
		}
		at, rest = filepath.Join(at, rest[0]), rest[1:] // ".." is that of no link: they are all followed
	}
}

// ours returns why what is at a path can be changed by other users.
func ours(path string, info fs.FileInfo, danger string) error {
	what := map[fs.FileMode]string{fs.ModeDir: "the folder " + path, fs.ModeSymlink: "the link " + path}[info.Mode().Type()]
	if what == "" {
		what = "the file"
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if ok && platform.Stranger(stat.Uid) && !(platform.HidesRoot() && onlyRootMakes(path)) {
		return fmt.Errorf("%s belongs to root or to another user, who could %s: discussd runs in a user namespace (PrivateUsers= of its service), where the two cannot be told apart but in /etc/discussd and above your home folder: use a file there", what, danger)
	}
	if ok && !platform.Stranger(stat.Uid) && stat.Uid != 0 && int(stat.Uid) != os.Geteuid() {
		return fmt.Errorf("%s belongs to user %d, who could %s: use a file of your own", what, stat.Uid, danger)
	}
	const others = 0o022
	writable, sticky := info.Mode().Perm()&others != 0, info.IsDir() && info.Mode()&fs.ModeSticky != 0
	if writable && !sticky && info.Mode().Type() != fs.ModeSymlink {
		return fmt.Errorf("%s can be written by others (mode %04o), who could %s: chmod go-w %s", what, info.Mode().Perm(), danger, path)
	}
	return nil
}

// onlyRootMakes tells whether only root can make what is at a path: the configuration of the system
// and the folders above it, and the folders above the home folder of this user.
func onlyRootMakes(path string) bool {
	const system = "/etc/" + folder
	if filepath.Dir(path) == system || strings.HasPrefix(system+"/", strings.TrimSuffix(path, "/")+"/") {
		return true
	}
	me, err := user.LookupId(strconv.Itoa(os.Geteuid()))
	return err == nil && strings.HasPrefix(filepath.Clean(me.HomeDir), path+"/")
}

// readDeciding reads a file that decides verdicts: at most a mebibyte, which nobody else can change.
func readDeciding(name string) (string, error) {
	if err := trusted(name, decides); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > mostOwnBytes {
		return "", fmt.Errorf("%s: is no file of at most %d bytes", name, mostOwnBytes)
	}
	text, err := os.ReadFile(name)
	return string(text), err
}
