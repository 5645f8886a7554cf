package daemon

import (
	"context"
	"fmt"
	"net"
	"os"
	"time"

	systemd "github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/sys/unix"
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
