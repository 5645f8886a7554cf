package daemon

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	systemd "github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/sys/unix"

	"discussd/internal/text/printable"
	"discussd/pipeline/schedule"
	"discussd/pipeline/verdict"
)

// What systemd is told (see sd_notify(3)).
const (
	ready    = systemd.SdNotifyReady
	stopping = systemd.SdNotifyStopping
)

// reloading is the message of a reload that begins now.
func reloading() string {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &now); err != nil {
		return systemd.SdNotifyReloading
	}
	return fmt.Sprintf("%s\nMONOTONIC_USEC=%d", systemd.SdNotifyReloading, now.Nano()/1000)
}

// notifyPatience is how long systemd is waited for that does not take its messages:
// go-systemd's own function waits for ever, and with it a reload and the end.
const notifyPatience = time.Second

// notify tells systemd, where there is one; a lost message is not worth a word.
func notify(state string) {
	socket := os.Getenv("NOTIFY_SOCKET")
	if socket == "" {
		return
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		return
	}
	defer conn.Close()
	if conn.SetWriteDeadline(time.Now().Add(notifyPatience)) == nil {
		conn.Write([]byte(state))
	}
}

// watchdog pets systemd's watchdog as long as alive returns nil.
func watchdog(ctx context.Context, alive func(context.Context) error) error {
	interval, err := systemd.SdWatchdogEnabled(false)
	if err != nil || interval == 0 {
		return nil
	}
	tick := time.NewTicker(interval / 2)
	defer tick.Stop()
	for {
		if alive(ctx) == nil {
			notify(systemd.SdNotifyWatchdog)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// statusLine is what "systemctl status" says that the daemon does. Systemd may be slow to
// listen: only the latest line waits for it.
type statusLine struct {
	known map[string]bool // sessions that were found or judged
	last  string
	lines chan string // holds one
}

func newStatusLine(sessions []string) *statusLine {
	s := &statusLine{known: map[string]bool{}, lines: make(chan string, 1)}
	for _, dir := range sessions {
		s.known[dir] = true
	}
	return s
}

// change notes what is watched and done now. One goroutine at a time calls it.
func (s *statusLine) change(roots []string, jobs []schedule.Job) {
	for _, job := range jobs {
		s.known[job.Session] = true
	}
	line := words(len(roots), len(s.known), jobs)
	if line == s.last {
		return
	}
	s.last = line
	select {
	case <-s.lines: // nobody has been told of that one yet
	default:
	}
	s.lines <- line
}

// tell hands each line to systemd, until ctx ends.
func (s *statusLine) tell(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case line := <-s.lines:
			notify("STATUS=" + line)
		}
	}
}

// words are what a daemon does, in a line.
func words(roots, sessions int, jobs []schedule.Job) string {
	count := map[verdict.PendingState]int{}
	var running []string
	var until *time.Time
	for _, job := range jobs {
		count[job.State]++
		switch {
		case job.State == verdict.Running && len(running) < 3:
			running = append(running, fmt.Sprintf("%s of %q", job.Round, filepath.Base(job.Session)))
		case job.State == verdict.Held && job.Until != nil && (until == nil || job.Until.Before(*until)):
			until = job.Until
		}
	}
	parts := []string{fmt.Sprintf("%s in %s", printable.Counted(sessions, "session", "sessions"), printable.Counted(roots, "folder", "folders"))}
	if n := count[verdict.Running]; n > len(running) {
		parts = append(parts, fmt.Sprintf("judging %s and %d more", strings.Join(running, ", "), n-len(running)))
	} else if n > 0 {
		parts = append(parts, "judging "+strings.Join(running, ", "))
	}
	for _, phase := range []verdict.PendingState{verdict.Queued, verdict.Settling} {
		if n := count[phase]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, phase))
		}
	}
	if n := count[verdict.Held]; n > 0 && until != nil {
		parts = append(parts, fmt.Sprintf("%d held, the first until %s", n, until.Local().Format("15:04")))
	} else if n > 0 {
		parts = append(parts, fmt.Sprintf("%d held", n))
	}
	if len(jobs) == 0 {
		parts = append(parts, "all judged")
	}
	return strings.Join(parts, "; ")
}
