//go:build !portable

package watcher

import (
	"context"
	"os"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// mountTable lists the mounts that this process sees.
const mountTable = "/proc/self/mountinfo"

// heedMounts has looked at again, until ctx ends, whatever lies below or above a place
// where something is mounted or unmounted from now on: no folder tells of that. It is
// called before anything is looked at. Where the kernel does not tell either, it does
// nothing.
func (w *Watcher) heedMounts(ctx context.Context, wg *sync.WaitGroup) {
	// Not by package os: its poller would hear of each change first, and the kernel tells once.
	table, err := unix.Open(mountTable, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	known, err := mounts()
	if err != nil {
		unix.Close(table)
		return
	}
	wg.Go(func() {
		defer unix.Close(table)
		w.followMounts(ctx, table, known)
	})
}

// followMounts waits for changes of the table, of which it knows a state.
func (w *Watcher) followMounts(ctx context.Context, table int, known map[string]string) {
	stop, end, err := os.Pipe()
	if err != nil {
		return
	}
	defer stop.Close()
	defer context.AfterFunc(ctx, func() { end.Close() })()
	for ctx.Err() == nil {
		fds := []unix.PollFd{{Fd: int32(table), Events: unix.POLLPRI}, {Fd: int32(stop.Fd())}}
		if _, err := unix.Poll(fds, -1); err != nil && err != unix.EINTR {
			return
		}
		now, err := mounts()
		if err != nil || fds[1].Revents != 0 {
			return
		}
		if places := differing(known, now); len(places) > 0 {
			w.remounted(places)
		} else {
			w.Rescan() // what was mounted is gone again, or the other way round
		}
		known = now
	}
}

// remounted has the trees looked at again that a place of a mount concerns.
func (w *Watcher) remounted(places []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, tree := range w.trees {
		if tree.known.concerned(places) {
			tree.progress.again()
		}
	}
}

// mounts returns where something is mounted, by what the table says of it.
func mounts() (map[string]string, error) {
	text, err := os.ReadFile(mountTable)
	if err != nil {
		return nil, err
	}
	places := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) > 4 {
			places[line] = unescaped.Replace(fields[4])
		}
	}
	return places, nil
}

// unescaped undoes what the table does to the names of folders.
var unescaped = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`, `\043`, "#")

// differing lists the places at which one table differs from the other.
func differing(before, after map[string]string) (places []string) {
	for line, place := range before {
		if _, same := after[line]; !same {
			places = append(places, place)
		}
	}
	for line, place := range after {
		if _, same := before[line]; !same {
			places = append(places, place)
		}
	}
	return places
}
