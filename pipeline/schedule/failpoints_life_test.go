//go:build failpoints

package schedule

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"discussd/critique"
	"discussd/pipeline/bus"
	"discussd/pipeline/durable/disk"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/pipelinetest"
	"discussd/watcher"
)

// step is one point as a life comes to it.
type step struct {
	Point failpoint.Point
	File  string // that it is about, below the folder of the sessions; "" when about none
	Nth   int    // time, from 1
}

func (s step) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s", s.Point, s.File)) + fmt.Sprintf(" #%d", s.Nth)
}

// The deeds that are done at a step.
const (
	kill    = "kill"
	late    = "kill when nothing else goes on" // meanwhile the step waits
	fail    = "error"
	starve  = "no descriptors"
	rewrite = "rewrite"
	remove  = "remove"
)

// life is one process of discussd over a folder of sessions.
type life struct {
	Top     string
	Scene   string
	Acts    []act
	CatchUp time.Duration
	Deed    string // "" when nothing is done
	Step    step   // where it is done
	Log     string // where the life notes what it came to; "" nowhere
}

// journal is what a life came to.
type journal struct {
	Hits    []step
	Ops     []disk.Op // paths below the folder of the sessions
	Reached bool      // the step
}

// asLife has the test binary live.
const asLife = "FAILPOINT_LIFE"

// TestLife is the process that the tests start, kill and start again.
func TestLife(t *testing.T) {
	orders := os.Getenv(asLife)
	if orders == "" {
		t.Skip("only as the child of another test")
	}
	l := &living{t: t}
	must(t, json.Unmarshal([]byte(orders), &l.life))
	l.live()
}

// living is a life in its process.
type living struct {
	life
	t          *testing.T
	scene      scene
	ctx        context.Context
	dispatcher *Dispatcher
	changes    chan watcher.Change
	critic     *deliberate

	mu    sync.Mutex
	times map[step]int
	hooks int // that are due and have not ended
	journal
}

// deliberate is a critic that keeps what its tools said, and one that waits to be asked.
type deliberate struct{ pipelinetest.Critic }

func (d *deliberate) Judge(ctx context.Context, p critique.Policy, s critique.Subject, all []critique.Perspective, r critique.Report) (critique.Result, error) {
	result, err := d.Critic.Judge(ctx, p, s, all, r)
	for i := range result.Opinions {
		result.Opinions[i].Attempts = []critique.Attempt{{Tool: "claude", Outcome: critique.Answered, Raw: []byte("said")}}
	}
	return result, err
}

func (l *living) live() {
	var cancel context.CancelFunc
	l.ctx, cancel = context.WithCancel(l.t.Context())
	l.scene, l.times, l.changes = scenes()[l.Scene], map[step]int{}, make(chan watcher.Change)
	l.critic = &deliberate{pipelinetest.Critic{Rating: 4}}
	if slices.ContainsFunc(l.Acts, func(a act) bool { return a.Asked }) {
		l.critic.Gate, l.critic.Began = make(chan struct{}), make(chan string, 100)
	}
	judge := newFixture(l.t).judge
	judge.Critic, judge.Bus, judge.Handoff.State = l.critic, bus.On, filepath.Join(filepath.Dir(filepath.Dir(l.Top)), "state")
	judge.Discussant = critique.Perspective{Name: "discussant", Tool: "gemini"}
	if l.scene.judge != nil {
		l.scene.judge(judge)
	}
	failpoint.On(l.come)
	disk.Record(l.done)
	l.dispatcher = NewDispatcher(DispatcherOptions{Judge: judge, MaxRounds: 2, Pauses: Pauses{Going: time.Nanosecond}, CatchUp: CatchUp{Within: l.CatchUp}})
	ended := make(chan error)
	go func() { ended <- l.dispatcher.Run(l.ctx, l.changes) }()
	l.find()
	for _, a := range l.Acts {
		l.do(a)
		switch {
		case a.Asked:
			l.until(func() bool { return len(l.critic.Began) > 0 || l.idle() })
		case !a.Beside:
			if l.critic.Gate != nil {
				close(l.critic.Gate) // whoever was asked about what is gone by now was told
			}
			l.until(l.idle)
		}
	}
	l.until(l.idle)
	cancel()
	must(l.t, <-ended)
	if l.Log != "" {
		text, err := json.Marshal(&l.journal)
		must(l.t, err)
		must(l.t, os.WriteFile(l.Log, text, 0o644))
	}
}

// find tells of what is there, as a watcher does that starts.
func (l *living) find() {
	seen := map[watcher.Key]bool{}
	err := filepath.WalkDir(l.Top, func(name string, entry fs.DirEntry, err error) error {
		var key watcher.Key
		if entry != nil && entry.IsDir() && entry.Name() == "discussions" {
			key.Session = filepath.Dir(name)
		} else if dir, round, ok := l.dispatcher.judge.Layout.Route(name); ok && entry != nil && !entry.IsDir() {
			key = watcher.Key{Session: dir, Round: round}
		}
		if key != (watcher.Key{}) && !seen[key] {
			seen[key] = true
			l.changes <- watcher.Change{Key: key, Settled: true, Found: true}
		}
		return err
	})
	must(l.t, err)
	l.until(l.idle)
}

// do does what agents do, and tells of it, as a watcher does.
func (l *living) do(a act) {
	if a.Session == "" {
		a.Session = home
	}
	name := filepath.Join(l.Top, a.Session, a.Path)
	if a.Text == "" {
		if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
			l.t.Error(err)
		}
	} else {
		must(l.t, os.MkdirAll(filepath.Dir(name), 0o755))
		draft := filepath.Join(l.t.TempDir(), "draft") // that agents tear files when they die is another matter
		must(l.t, os.WriteFile(draft, []byte(a.Text), 0o644))
		must(l.t, os.Rename(draft, name))
	}
	op := disk.Op{Kind: external, Path: name, Data: []byte(a.Text)}
	if info, err := os.Stat(name); err == nil {
		op.At = info.ModTime().UnixNano()
	}
	l.done(op)
	if a.Round == "" {
		return
	}
	for _, settled := range []bool{false, true} {
		change := watcher.Change{Key: watcher.Key{Session: filepath.Join(l.Top, a.Session), Round: a.Round}, Settled: settled, At: time.Now()}
		select {
		case l.changes <- change:
		case <-l.ctx.Done():
		}
	}
}

// come is called at every point.
func (l *living) come(point failpoint.Point, file string) error {
	l.mu.Lock()
	switch point {
	case failpoint.HookDue:
		l.hooks++
	case failpoint.HookRun:
		defer func() { l.mu.Lock(); l.hooks--; l.mu.Unlock() }()
	}
	at := step{Point: point, File: l.below(file)}
	l.times[at]++
	at.Nth = l.times[at]
	l.Hits = append(l.Hits, at)
	here := l.Deed != "" && at == l.Step
	l.Reached = l.Reached || here
	l.mu.Unlock()
	if !here {
		return nil
	}
	delayed := l.scene.delayed
	switch l.Deed {
	case late:
		for hits := -1; hits != l.hits(); <-time.After(40 * time.Millisecond) {
			hits = l.hits()
		}
		fallthrough
	case kill:
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case fail:
		return syscall.EIO
	case starve:
		return syscall.EMFILE
	case remove:
		delayed.Text = ""
	}
	l.do(delayed)
	return nil
}

func (l *living) hits() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.Hits)
}

// done is called after everything that was done to the disk.
func (l *living) done(op disk.Op) {
	l.mu.Lock()
	defer l.mu.Unlock()
	op.Path, op.To = l.rel(op.Path), l.rel(op.To)
	l.Ops = append(l.Ops, op)
}

func (l *living) rel(file string) string {
	rel, err := filepath.Rel(l.Top, file)
	if file == "" || err != nil {
		return ""
	}
	return rel
}

var draftName = regexp.MustCompile(`\.[A-Z2-7]{8}\.discussd-tmp$`)

// below is the name of a file that is the same in every life.
func (l *living) below(file string) string {
	return draftName.ReplaceAllString(l.rel(file), ".*.discussd-tmp")
}

// idle tells whether nothing is left to be done. What waits for a time need not wait.
func (l *living) idle() bool {
	idle := make(chan bool, 1)
	must(l.t, l.dispatcher.report(l.ctx, func() {
		d, now := l.dispatcher, time.Now()
		for _, j := range d.waiting {
			j.wakeAt = now
		}
		for session, again := range d.unsaid {
			if len(d.looks[session]) == 0 {
				again.at = now
				d.unsaid[session] = again
			}
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		idle <- len(d.jobs)+len(d.looks)+len(d.unsaid)+d.running+l.hooks == 0
	}))
	return <-idle
}

func (l *living) until(done func() bool) {
	for deadline := time.Now().Add(30 * time.Second); !done(); <-time.After(time.Millisecond) {
		if time.Now().After(deadline) {
			var left []string
			must(l.t, l.dispatcher.report(l.ctx, func() {
				for key, j := range l.dispatcher.jobs {
					left = append(left, fmt.Sprintf("%s %s %s", key.Round, j.state, j.problem))
				}
			}))
			must(l.t, l.dispatcher.report(l.ctx, func() {
				d := l.dispatcher
				l.mu.Lock()
				defer l.mu.Unlock()
				left = append(left, fmt.Sprintf("%d looks, %d unsaid, %d running, %d hooks", len(d.looks), len(d.unsaid), d.running, l.hooks))
			}))
			slices.Sort(left)
			l.t.Fatalf("discussd does not come to rest: %q", left)
		}
	}
}
