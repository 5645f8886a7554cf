package presence

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"discussd/internal/platform"
)

// A daemon whose runtime folder a group may enter is the machine's: users of that group
// see its state in a file, and ask it over a socket, for they cannot write in the folder.
// The kernel says who asks. All that can be asked for is that a round is judged now.

// What a user may ask for.
const (
	largestWish   = 8 << 10         // bytes
	longestRound  = 200             // bytes of the name of a round, or of a file in an inbox
	mostAskers    = 8               // that are heard at once; others wait
	mostWishes    = 20              // a second, of each user
	wishPatience  = 2 * time.Second // for a wish that does not come, or an answer
	socketMode    = 0o660
	sharedMode    = 0o640
	enteredByTeam = 0o050 // of a folder: its group may list and enter it
)

func socketFile(folder string, pid int) string {
	return filepath.Join(folder, strconv.Itoa(pid)+".sock")
}

// shared tells whether a group may enter a folder, and nobody but its owner write there.
func shared(folder string) bool {
	info, err := os.Lstat(folder)
	return err == nil && info.IsDir() && info.Mode().Perm()&enteredByTeam == enteredByTeam && info.Mode().Perm()&0o022 == 0
}

// listenFor has other users ask the daemon, where they see it.
func (a *Announcement) listenFor() error {
	if !shared(a.folder) {
		return nil
	}
	name := socketFile(a.folder, a.daemon.PID)
	_ = os.Remove(name) // of a dead daemon of the same number
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
	if err != nil {
		return fmt.Errorf("listen for other users: %w", err)
	}
	if err := os.Chmod(name, socketMode); err != nil {
		return errors.Join(fmt.Errorf("listen for other users: %w", err), listener.Close())
	}
	a.socket = listener
	return nil
}

// answer tells settle of what other users wish, until ctx ends.
func (a *Announcement) answer(ctx context.Context, settle func(session, round string)) {
	if a.socket == nil {
		return
	}
	var heard sync.WaitGroup
	defer heard.Wait()
	defer context.AfterFunc(ctx, func() { a.socket.Close() })()
	limit, places := wishes{}, make(chan struct{}, mostAskers)
	for {
		places <- struct{}{}
		conn, err := a.socket.AcceptUnix()
		if err != nil {
			<-places
			if ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
				return
			}
			select { // no descriptors are left, or the like
			case <-ctx.Done():
			case <-time.After(pollEvery):
			}
			continue
		}
		heard.Go(func() {
			defer func() { conn.Close(); <-places }()
			if conn.SetDeadline(time.Now().Add(wishPatience)) != nil {
				return
			}
			text, err := io.ReadAll(io.LimitReader(conn, largestWish))
			if err != nil || len(text) == 0 { // who only wants to know whether somebody is there
				return
			}
			said := "ok"
			if wish, err := a.granted(conn, text, &limit); err != nil {
				said = err.Error()
			} else {
				settle(wish.Session, wish.Round)
			}
			_, _ = io.WriteString(conn, said+"\n") // who has gone need not know
		})
	}
}

// granted is the wish of another user, or why it is refused: he must be one who may write
// in the session, or else he could have judged, and paid for, what is not his.
func (a *Announcement) granted(conn *net.UnixConn, text []byte, limit *wishes) (wish request, err error) {
	who, err := peer(conn)
	if err != nil {
		return wish, fmt.Errorf("who asks is not known: %w", err)
	}
	if !limit.allow(who.uid, time.Now()) {
		return wish, errors.New("too many wishes: ask again in a second")
	}
	if err := json.Unmarshal(text, &wish); err != nil {
		return wish, errors.New("the wish cannot be read")
	}
	a.mu.Lock()
	watched := filepath.IsAbs(wish.Session) && filepath.Clean(wish.Session) == wish.Session && a.daemon.reaches(wish.Session)
	a.mu.Unlock()
	info, err := os.Lstat(wish.Session)
	switch {
	case !watched || err != nil || !info.IsDir() || !who.mayWrite(info):
		return wish, errors.New("there is no session of that name which is watched and in which you may write")
	case !filepath.IsLocal(wish.Round) || len(wish.Round) > longestRound:
		return wish, errors.New("no round has such a name")
	}
	return wish, nil
}

// reaches tells whether a folder lies below one of the daemon's roots, and behind no link that
// is in it.
func (d Daemon) reaches(dir string) bool {
	return slices.ContainsFunc(d.Roots, func(root string) bool {
		inner, ok := below(root, dir)
		return ok && resolved(dir) == filepath.Join(resolved(root), inner)
	})
}

// asker is a user who asks, as the kernel knows him.
type asker struct {
	uid    uint32
	groups []uint32
}

// mayWrite tells whether he may make files in a folder, by its owner, group and mode.
func (who asker) mayWrite(folder fs.FileInfo) bool {
	status, ok := folder.Sys().(*syscall.Stat_t)
	mode := folder.Mode().Perm()
	switch {
	case !ok:
		return false
	case who.uid == 0:
		return true
	case status.Uid == who.uid && !platform.Stranger(who.uid):
		return mode&0o200 != 0
	case slices.Contains(who.groups, status.Gid):
		return mode&0o020 != 0
	}
	return mode&0o002 != 0
}

// wishes counts what each user asked for in a second.
type wishes struct {
	mu    sync.Mutex
	since time.Time
	of    map[uint32]int
}

func (w *wishes) allow(who uint32, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of == nil || now.Sub(w.since) >= time.Second {
		w.since, w.of = now, map[uint32]int{}
	}
	w.of[who]++
	return w.of[who] <= mostWishes
}

// theirs are the daemons of another user in a folder that only he can write in, as far as
// this user may see and ask them.
func theirs(folder string) []Daemon {
	var running []Daemon
	owner, ok := keeper(folder)
	if !ok {
		return nil
	}
	files, _ := filepath.Glob(filepath.Join(escapeGlob(folder), "*.json")) // the pattern is right
	for _, file := range files {
		pid, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(file), ".json"))
		info, gone := os.Lstat(file)
		if err != nil || gone != nil || !info.Mode().IsRegular() || !ownedBy(info, owner) {
			continue
		}
		socket := socketFile(folder, pid)
		conn, err := net.DialTimeout("unix", socket, wishPatience)
		if err != nil { // it has ended, or does not answer this user
			continue
		}
		conn.Close()
		text, err := os.ReadFile(file)
		var d Daemon
		if err == nil && json.Unmarshal(text, &d) == nil && d.PID == pid {
			d.Socket = socket
			running = append(running, d)
		}
	}
	return running
}

// keeper is the user, another than this one, who alone can write in a folder.
func keeper(folder string) (uid uint32, ok bool) {
	info, err := os.Lstat(folder)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o022 != 0 {
		return 0, false
	}
	status, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int64(status.Uid) == int64(os.Geteuid()) || platform.Stranger(status.Uid) {
		return 0, false
	}
	return status.Uid, true
}

func ownedBy(info fs.FileInfo, uid uint32) bool {
	status, ok := info.Sys().(*syscall.Stat_t)
	return ok && status.Uid == uid
}

// ask sends a wish to a daemon of another user.
func ask(socket string, wish []byte) error {
	conn, err := net.DialTimeout("unix", socket, wishPatience)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(wishPatience)); err != nil {
		return err
	}
	if _, err := conn.Write(wish); err != nil {
		return err
	}
	if err := conn.(*net.UnixConn).CloseWrite(); err != nil {
		return err
	}
	said, err := io.ReadAll(io.LimitReader(conn, largestWish))
	if answer := strings.TrimSpace(string(said)); err == nil && answer != "ok" {
		err = errors.New(answer)
	}
	return err
}
