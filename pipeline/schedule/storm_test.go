package schedule

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"discussd/critique"
	"discussd/pipeline/bus"
	"discussd/pipeline/handoff"
	"discussd/pipeline/judge"
	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/session"
	"discussd/watcher"
)

var stormSeed = flag.Uint64("storm", 0, "seed of TestStorm; 0 takes another one each time")

// storm is a daemon in small, a watcher and a dispatcher, on some sessions that are
// written, replaced, renamed and deleted while everything is replaced around them.
type storm struct {
	*fixture
	top           string
	random        *rand.Rand
	subscriptions *Subscriptions
	dispatcher    *Dispatcher
	changes       chan watcher.Change
	watcher       atomic.Pointer[watcher.Watcher]
	blindfold     func() // stops the watcher
	written       int
}

// hasty judges within some milliseconds, and sometimes no tool of his works.
type hasty struct{ *pipelinetest.Critic }

func (h hasty) Judge(ctx context.Context, p critique.Policy, s critique.Subject, all []critique.Perspective, r critique.Report) (critique.Result, error) {
	select {
	case <-time.After(time.Duration(rand.N(8)) * time.Millisecond):
	case <-ctx.Done():
		return critique.Result{}, context.Cause(ctx)
	}
	one := &pipelinetest.Critic{Rating: 4, Dead: rand.N(3) == 0}
	return one.Judge(ctx, p, s, all, r)
}

func (s *storm) watch(ctx context.Context) {
	l := s.judge.Layout
	w := watcher.New(watcher.Options{
		Roots: []string{s.top},
		Route: func(path string) (watcher.Key, bool) {
			if dir, round, ok := l.Route(path); ok {
				return watcher.Key{Session: dir, Round: round}, true
			}
			return s.subscriptions.Route(path)
		},
		Folder: func(parent, name string, _ bool) (watcher.Key, bool) {
			return watcher.Key{Session: parent}, name == handoff.Dir
		},
		Descend: func(root, dir string) func(string) bool {
			wants := l.Descend(root, dir, 4)
			return func(name string) bool { return wants(name) || s.subscriptions.Descend(filepath.Join(dir, name)) }
		},
		Times: watcher.Times{
			Quiet:   func(watcher.Key) time.Duration { return 4 * time.Millisecond },
			MaxWait: 20 * time.Millisecond,
		},
	})
	seeing, stop := context.WithCancel(ctx)
	ended := make(chan error)
	s.watcher.Store(w)
	go func() { ended <- w.Run(seeing, s.changes) }()
	s.blindfold = func() { stop(); must(s.T, <-ended) }
}

func (s *storm) text() string {
	s.written++
	return fmt.Sprintf("# Text %d\n", s.written)
}

// put writes a file in one of several ways; what is in its way may be gone just now.
func (s *storm) put(path, text string) {
	os.MkdirAll(filepath.Dir(path), 0o755)
	switch s.random.IntN(3) {
	case 0:
		os.WriteFile(path, []byte(text), 0o644)
	case 1:
		os.WriteFile(path, []byte(text[:len(text)/2]), 0o644)
		s.pause()
		os.WriteFile(path, []byte(text), 0o644)
	case 2:
		os.WriteFile(path+".draft", []byte(text), 0o644)
		os.Rename(path+".draft", path)
	}
}

func (s *storm) pause() { <-time.After(time.Duration(s.random.IntN(6)) * time.Millisecond) }

func (s *storm) session() string { return filepath.Join(s.top, fmt.Sprintf("s%d", s.random.IntN(3))) }

func (s *storm) blow(ctx context.Context) {
	dir := s.session()
	switch n := s.random.IntN(100); {
	case n < 20:
		s.put(filepath.Join(dir, "spec/product-brief.md"), s.text())
	case n < 35:
		s.put(filepath.Join(dir, "spec/requirements/_index.md"), s.text())
	case n < 45:
		s.put(filepath.Join(dir, fmt.Sprintf("spec/requirements/m%d.md", s.random.IntN(3))), s.text())
	case n < 50:
		s.put(filepath.Join(dir, "spec/discovery-context.json"), fmt.Sprintf(`{"text": %q}`, s.text()))
	case n < 58:
		os.Remove(filepath.Join(dir, []string{"spec/product-brief.md", "spec/requirements/_index.md", "spec/requirements/m1.md"}[s.random.IntN(3)]))
	case n < 61:
		os.Rename(filepath.Join(dir, "spec"), filepath.Join(dir, "aside"))
		s.pause()
		os.RemoveAll(filepath.Join(dir, "spec"))
		os.Rename(filepath.Join(dir, "aside"), filepath.Join(dir, "spec"))
	case n < 63:
		os.Rename(dir, filepath.Join(s.top, "s3"))
	case n < 70:
		s.put(filepath.Join(dir, "notes/plan.md"), s.text())
	case n < 80:
		watch, panel := s.random.IntN(2) == 0, []string{`["quality"]`, `["coverage", "quality"]`}[s.random.IntN(2)]
		artifact, name := []string{"notes/plan.md", "notes/none.md"}[s.random.IntN(2)], s.random.IntN(3)
		s.put(filepath.Join(dir, fmt.Sprintf("discussions/requests/q%d.json", name)),
			fmt.Sprintf(`{"round": "Q-%d", "artifact": %q, "watch": %v, "perspectives": %s}`, name, artifact, watch, panel))
	case n < 84:
		os.Remove(filepath.Join(dir, fmt.Sprintf("discussions/requests/q%d.json", s.random.IntN(3))))
	case n < 87:
		now := time.Now()
		os.Chtimes(filepath.Join(dir, "spec/product-brief.md"), now, now)
	case n < 91:
		s.watcher.Load().Settle(watcher.Key{Session: dir, Round: []string{"R1", "R2", "R3"}[s.random.IntN(3)]})
	case n < 94:
		s.watcher.Load().Rescan()
	case n < 97:
		next := *s.judge
		s.dispatcher.Reconfigure(ctx, &next, 1+s.random.IntN(3), 10*time.Millisecond)
		s.blindfold()
		s.dispatcher.Rewatch(ctx)
		s.watch(ctx)
	default:
		s.pause()
		s.pause()
	}
}

// wrong says what is not as it must be in the end.
func (s *storm) wrong(ctx context.Context) (problems []string) {
	note := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	dirs, _ := filepath.Glob(filepath.Join(s.top, "*"))
	for _, dir := range dirs {
		one, err := session.Open(dir, s.judge.Layout)
		if err != nil {
			note("%s: %v", dir, err)
			continue
		}
		defer one.Close()
		folder, err := handoff.Open(one.Root(), s.judge.Handoff)
		if err != nil {
			note("%s: %v", dir, err)
			continue
		}
		defer folder.Close()
		for _, round := range s.judge.Layout.Rounds {
			status, err := s.judge.Look(judge.Target{Dir: dir, Job: session.RoundJob(round)}, judge.Sighting{})
			if err != nil || status.Pending || !status.Gone && !status.Fresh || status.Gone && status.Judged {
				note("%s of %s: %+v, %v", round.ID, dir, status, err)
			}
		}
		for _, job := range one.Inbox(session.OfRequest) {
			if status, err := s.judge.Look(judge.Target{Dir: dir, Job: job}, judge.Sighting{}); err != nil || status.Pending || !status.Fresh {
				note("%s of %s: %+v, %v", job.ID(), dir, status, err)
			}
		}
		for _, round := range folder.Waiting() {
			note("%s of %s is pending", round, dir)
		}
		if begun, err := bus.New(one.Root(), s.judge.Bus).Unfinished(); len(begun) > 0 || err != nil {
			note("on the bus of %s: %v, %v", dir, begun, err)
		}
	}
	jobs := make(chan int, 1)
	if s.dispatcher.report(ctx, func() { jobs <- len(s.dispatcher.jobs) }) == nil {
		if n := <-jobs; n > 0 {
			note("%d jobs", n)
		}
	}
	return problems
}

// Whatever happens to the files and to who watches them, in the end everything is
// judged, and nothing is pending.
func TestStorm(t *testing.T) {
	seed := *stormSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-storm=%d", seed)
	f := newFixture(t)
	f.judge.Critic, f.judge.Bus = hasty{f.Critic}, "on"
	s := &storm{fixture: f, top: filepath.Join(t.TempDir(), "top"), random: rand.New(rand.NewPCG(seed, 0)), changes: make(chan watcher.Change)}
	s.subscriptions = NewSubscriptions(func() { s.watcher.Load().Rescan() })
	must(t, os.Mkdir(s.top, 0o755))
	ctx, cancel := context.WithCancel(t.Context())
	s.dispatcher = NewDispatcher(DispatcherOptions{
		Judge: f.judge, MaxRounds: 2, CoolDown: 10 * time.Millisecond, Subscriptions: s.subscriptions, CatchUp: CatchUp{Within: time.Hour},
	})
	ended := make(chan error)
	s.watch(ctx)
	go func() { ended <- s.dispatcher.Run(ctx, s.changes) }()
	for range 300 {
		s.blow(ctx)
		s.pause()
	}
	var problems []string
	for progress := time.Now(); time.Since(progress) < 20*time.Second; <-time.After(20 * time.Millisecond) {
		now := s.wrong(ctx)
		if !slices.Equal(now, problems) { // a busy machine takes its time
			problems, progress = now, time.Now()
		}
		if len(problems) == 0 {
			break
		}
	}
	for _, problem := range problems {
		t.Error(problem)
	}
	s.blindfold()
	cancel()
	must(t, <-ended)
}
