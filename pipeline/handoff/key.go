package handoff

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"

	"discussd/pipeline/durable"
)

// StateFolder returns where this user's discussd keeps what outlives it and is no
// session's: $XDG_STATE_HOME/discussd, else $STATE_DIRECTORY, which systemd sets, else
// ~/.local/state/discussd.
func StateFolder() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "discussd"), nil
	}
	if dir, _, _ := strings.Cut(os.Getenv("STATE_DIRECTORY"), ":"); filepath.IsAbs(dir) {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		found, unknown := user.Current()
		if unknown != nil {
			return "", fmt.Errorf("neither $XDG_STATE_HOME nor a home folder: %w", err)
		}
		home = found.HomeDir
	}
	return filepath.Join(home, ".local", "state", "discussd"), nil
}

const keyName = "key"

// secret is the key of this user that seals are made with.
type secret struct {
	state string                 // its folder, see [Options]
	known atomic.Pointer[[]byte] // once it was wanted
}

// key reads the secret. It is made when it is
// wanted for the first time, if create says so.
func (s *secret) key(create bool) ([]byte, error) {
	if known := s.known.Load(); known != nil {
		return *known, nil
	}
	dir, err := s.state, error(nil)
	if dir == "" {
		dir, err = StateFolder()
	}
	if err == nil && create {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	key, err := readKey(root)
	if errors.Is(err, fs.ErrNotExist) && create {
		if err = makeKey(root); err == nil {
			key, err = readKey(root)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, keyName), err)
	}
	s.known.Store(&key)
	return key, nil
}

func readKey(root *os.Root) ([]byte, error) {
	text, info, err := durable.ReadWithInfo(root, keyName, 1<<10)
	if err != nil {
		return nil, err
	}
	if whose := owner(info); int64(whose) != int64(os.Geteuid()) || info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("others can know it: it belongs to user %d and its mode is %s; remove it, and what is there is judged anew", whose, info.Mode().Perm())
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err == nil && len(key) != keyBytes {
		err = fmt.Errorf("it has %d bytes, not %d", len(key), keyBytes)
	}
	return key, err
}

const keyBytes = 32

// makeKey makes the key, unless another process does so just now.
func makeKey(root *os.Root) error {
	key := make([]byte, keyBytes)
	rand.Read(key)
	draft := "." + keyName + "." + rand.Text()
	file, err := root.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	defer root.Remove(draft)
	_, err = fmt.Fprintf(file, "%x\n", key)
	if err = cmp.Or(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := root.Link(draft, keyName); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	folder, err := root.Open(".")
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}
