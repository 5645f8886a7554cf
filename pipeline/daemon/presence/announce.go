package presence

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// lockPatience is how long the lock of a daemon is waited for, which others hold
// only while they remove what a dead daemon of the same number has left.
const lockPatience = time.Second

// Announcement is this process's own entry among the daemons. It is safe for
// concurrent use.
type Announcement struct {
	folder string
	unlock func()            // lets others see that the daemon has ended
	socket *net.UnixListener // over which other users ask; nil where they see nothing of it
	mu     sync.Mutex
	daemon Daemon
}

// Announce makes this process known. Withdraw ends it.
func Announce(d Daemon) (*Announcement, error) {
	folder, err := Folder()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("announce the daemon: %w", err)
	}
	_, _ = ours(folder) // what dead ones have left: the folder of a service outlives them
	ctx, cancel := context.WithTimeout(context.Background(), lockPatience)
	defer cancel()
	unlock, err := hold(ctx, folder, d.PID)
	if err != nil {
		return nil, fmt.Errorf("announce the daemon: %w", err)
	}
	a := &Announcement{folder: folder, unlock: unlock, daemon: d}
	if err := os.MkdirAll(settleFolder(folder, d.PID), 0o700); err != nil {
		unlock()
		return nil, fmt.Errorf("announce the daemon: %w", err)
	}
	err = a.listenFor()
	if err == nil {
		err = a.Update(func(*Daemon) {})
	}
	if err != nil {
		a.Withdraw()
		return nil, err
	}
	return a, nil
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
	mode := fs.FileMode(0o600)
	if a.socket != nil {
		mode = sharedMode
	}
	err = os.WriteFile(unfinished, append(text, '\n'), mode)
	if err == nil {
		err = os.Chmod(unfinished, mode) // whatever the umask is
	}
	if err != nil {
		return fmt.Errorf("announce the daemon: %w", err)
	}
	return os.Rename(unfinished, a.file())
}

// Withdraw removes the entry.
func (a *Announcement) Withdraw() {
	if a.socket != nil {
		a.socket.Close()
	}
	remove(a.folder, a.daemon.PID)
	a.unlock()
}

func (a *Announcement) file() string { return stateFile(a.folder, a.daemon.PID) }

// pollEvery is how often wishes are looked for while the kernel does not tell of them.
const pollEvery = time.Second

// Serve tells settle of every wish to end a quiet window, until ctx ends: of this user's in
// a folder, of others' over a socket, where they see the daemon. Where the kernel refuses to
// tell of wishes, for want of inotify instances, it looks for them.
func (a *Announcement) Serve(ctx context.Context, settle func(session, round string)) {
	var others sync.WaitGroup
	defer others.Wait()
	others.Go(func() { a.answer(ctx, settle) })
	dir := settleFolder(a.folder, a.daemon.PID)
	for {
		events, err := listen(dir)
		a.read(dir, settle) // what came before it was watched
		if err == nil {
			defer events.Close()
			a.hear(ctx, events, dir, settle)
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pollEvery):
		}
	}
}

// listen asks the kernel for what happens in a folder.
func listen(dir string) (*fsnotify.Watcher, error) {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	if err := events.Add(dir); err != nil {
		return nil, errors.Join(err, events.Close())
	}
	return events, nil
}

func (a *Announcement) hear(ctx context.Context, events *fsnotify.Watcher, dir string, settle func(session, round string)) {
	for {
		select {
		case <-ctx.Done():
			return
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
