package presence

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/fsnotify/fsnotify"
)

// Announcement is this process's own entry among the daemons. It is safe for
// concurrent use.
type Announcement struct {
	folder string
	mu     sync.Mutex
	daemon Daemon
}

// Announce makes this process known. Withdraw ends it.
func Announce(d Daemon) (*Announcement, error) {
	folder, err := Folder()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(settleFolder(folder, d.PID), 0o700); err != nil {
		return nil, fmt.Errorf("announce the daemon: %w", err)
	}
	a := &Announcement{folder: folder, daemon: d}
	return a, a.Update(func(*Daemon) {})
}

// Update changes what the daemon says of itself and writes it as a whole.
func (a *Announcement) Update(change func(*Daemon)) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	change(&a.daemon)
	text, err := json.MarshalIndent(a.daemon, "", "  ")
	if err != nil {
		return err
	}
	unfinished := a.file() + ".tmp"
	if err := os.WriteFile(unfinished, append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("announce the daemon: %w", err)
	}
	return os.Rename(unfinished, a.file())
}

// Withdraw removes the entry.
func (a *Announcement) Withdraw() {
	os.Remove(a.file())
	os.RemoveAll(settleFolder(a.folder, a.daemon.PID))
}

func (a *Announcement) file() string {
	return filepath.Join(a.folder, strconv.Itoa(a.daemon.PID)+".json")
}

// Serve tells settle of every wish to end a quiet window, until ctx ends.
func (a *Announcement) Serve(ctx context.Context, settle func(session, round string)) error {
	dir := settleFolder(a.folder, a.daemon.PID)
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch for wait commands: %w", err)
	}
	defer events.Close()
	if err := events.Add(dir); err != nil {
		return fmt.Errorf("watch for wait commands: %w", err)
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-events.Errors: // an overflow of wishes: the next event reads them all
		case event := <-events.Events:
			if event.Has(fsnotify.Create) {
				a.read(dir, settle)
			}
		}
	}
}

func (a *Announcement) read(dir string, settle func(session, round string)) {
	entries, _ := os.ReadDir(dir) // gone with the daemon's own folder: nothing to serve
	for _, entry := range entries {
		if entry.Name()[0] == '.' {
			continue
		}
		file := filepath.Join(dir, entry.Name())
		text, err := os.ReadFile(file)
		os.Remove(file)
		var wish request
		if err == nil && json.Unmarshal(text, &wish) == nil {
			settle(wish.Session, wish.Round)
		}
	}
}
