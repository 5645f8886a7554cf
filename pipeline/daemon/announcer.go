package daemon

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/schedule"
	"discussd/watcher"
)

// announcer tells the other commands what the daemon does, and hears what they wish.
// Where that cannot be it says so once, and does nothing.
type announcer struct {
	logger hclog.Logger
	entry  *presence.Announcement // nil before announce, and where there can be none
	line   *statusLine            // nil before announce

	mu   sync.Mutex // of what the line is about
	now  []string   // the roots
	busy []schedule.Job
}

func (a *announcer) announce(d presence.Daemon, sessions []string) {
	a.line = newStatusLine(sessions)
	a.say(func() { a.now = d.Roots })
	entry, err := presence.Announce(d)
	if err != nil {
		a.logger.Warn("status and wait will not see this daemon", "error", err, "hint", "set XDG_RUNTIME_DIR to a folder that can be written")
		return
	}
	a.entry = entry
}

func (a *announcer) withdraw() {
	if a.entry != nil {
		a.entry.Withdraw()
	}
}

// serve tells settle of every wish to end a quiet window, until ctx ends.
func (a *announcer) serve(ctx context.Context, settle func(context.Context, watcher.Key)) {
	if a.entry != nil {
		a.entry.Serve(ctx, func(session, round string) { settle(ctx, watcher.Key{Session: session, Round: round}) })
	}
}

// say has the line for systemd follow a change of what it is about.
func (a *announcer) say(change func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change()
	a.line.change(a.now, a.busy)
}

func (a *announcer) jobs(state schedule.State) {
	a.say(func() { a.busy = state.Jobs })
	a.update(func(d *presence.Daemon) { d.Jobs = state.Jobs })
}

func (a *announcer) roots(roots []string) {
	a.say(func() { a.now = roots })
	a.update(func(d *presence.Daemon) { d.Roots = roots })
}

// cooling notes that a tool is not asked until a time; the zero time ends it.
func (a *announcer) cooling(tool string, until time.Time, cause error) {
	a.update(func(d *presence.Daemon) {
		d.Breakers = slices.DeleteFunc(d.Breakers, func(b presence.Breaker) bool { return b.Tool == tool })
		if !until.IsZero() {
			d.Breakers = append(d.Breakers, presence.Breaker{Tool: tool, Until: until.UTC(), Cause: cause.Error()})
		}
	})
}

func (a *announcer) update(change func(*presence.Daemon)) {
	if a.entry == nil {
		return
	}
	if err := a.entry.Update(change); err != nil {
		a.logger.Debug("status file not written", "error", err)
	}
}
