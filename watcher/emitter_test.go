package watcher

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

var ignoreAt = cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "At" }, cmp.Ignore())

// bubble runs an emitter in virtual time.
func bubble(t *testing.T, o Options, test func(touches chan<- touch, out <-chan Change, s *settles)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, touches, out := newSettles(), make(chan touch), make(chan Change)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go newEmitter(o, s).run(ctx, nil, touches, out)
		test(touches, out, s)
		cancel()
		synctest.Wait()
	})
}

func TestSlowStreamSettlesOnce(t *testing.T) {
	k := Key{"/s", "A"}
	bubble(t, Options{Times: Times{Quiet: func(Key) time.Duration { return 100 * time.Millisecond }}}, func(touches chan<- touch, out <-chan Change, _ *settles) {
		begin := time.Now()
		for range 10 {
			touches <- touch{Key: k, at: time.Now()}
			time.Sleep(80 * time.Millisecond)
		}
		got := []Change{<-out, <-out}
		want := []Change{{Key: k, At: begin}, {Key: k, Settled: true, At: begin}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("changes (-want +got):\n%s", diff)
		}
		if took := time.Since(begin); took != 820*time.Millisecond {
			t.Errorf("settled after %v, want 100ms after the last of 10 events", took)
		}
		select {
		case c := <-out:
			t.Errorf("one more change: %+v", c)
		case <-time.After(hour):
		}
	})
}

func TestMaxWaitEndsAnEndlessStream(t *testing.T) {
	k := Key{"/s", "A"}
	o := Options{Times: Times{Quiet: func(Key) time.Duration { return time.Second }, MaxWait: 5 * time.Second}}
	bubble(t, o, func(touches chan<- touch, out <-chan Change, _ *settles) {
		begin := time.Now()
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case at := <-tick.C:
				touches <- touch{Key: k, at: at}
			case c := <-out:
				if !c.Settled {
					continue
				}
				if took := time.Since(begin); took != 5500*time.Millisecond {
					t.Errorf("settled after %v, want 5s after the first event", took)
				}
				return
			}
		}
	})
}

func TestConsumerThatLags(t *testing.T) {
	a, b := Key{"/s", "A"}, Key{"/s", "B"}
	bubble(t, Options{Times: Times{Quiet: func(Key) time.Duration { return time.Second }}}, func(touches chan<- touch, out <-chan Change, s *settles) {
		for range 1000 { // each a burst of its own
			touches <- touch{Key: a, at: time.Now()}
			touches <- touch{Key: b, at: time.Now()}
			time.Sleep(2 * time.Second)
		}
		got := []Change{<-out, <-out, <-out, <-out}
		want := []Change{{Key: a}, {Key: a, Settled: true}, {Key: b}, {Key: b, Settled: true}}
		if diff := cmp.Diff(want, got, ignoreAt); diff != "" {
			t.Errorf("changes (-want +got):\n%s", diff)
		}
	})
}

func TestFoundComesLast(t *testing.T) {
	a, b, c := Key{"/s", "A"}, Key{"/s", "B"}, Key{"/s", "C"}
	synctest.Test(t, func(t *testing.T) {
		found, touches, out := make(chan []Key), make(chan touch), make(chan Change)
		ctx, cancel := context.WithCancel(t.Context())
		go newEmitter(Options{Times: Times{Quiet: func(Key) time.Duration { return time.Second }}}, newSettles()).run(ctx, found, touches, out)
		found <- []Key{b, c, a}
		touches <- touch{Key: a, at: time.Now()}
		time.Sleep(2 * time.Second)
		touches <- touch{Key: c, at: time.Now()}
		got := []Change{<-out, <-out, <-out, <-out, <-out, <-out}
		want := []Change{ // and c not before its writer is done
			{Key: a}, {Key: a, Settled: true}, {Key: c},
			{Key: b, Settled: true, Found: true}, {Key: a, Settled: true, Found: true}, {Key: c, Settled: true},
		}
		if diff := cmp.Diff(want, got, ignoreAt); diff != "" {
			t.Errorf("changes (-want +got):\n%s", diff)
		}
		cancel()
		synctest.Wait()
	})
}

func TestNewBurstKeepsSettled(t *testing.T) {
	a := Key{"/s", "A"}
	bubble(t, Options{Times: Times{Quiet: func(Key) time.Duration { return time.Second }}}, func(touches chan<- touch, out <-chan Change, s *settles) {
		touches <- touch{Key: a, at: time.Now()}
		time.Sleep(2 * time.Second) // settled, but nobody took it
		touches <- touch{Key: a, at: time.Now()}
		got := []Change{<-out, <-out, <-out}
		want := []Change{{Key: a}, {Key: a, Settled: true}, {Key: a}}
		if diff := cmp.Diff(want, got, ignoreAt); diff != "" {
			t.Errorf("changes (-want +got):\n%s", diff)
		}
		select {
		case c := <-out:
			t.Errorf("change %+v while a window is open", c)
		case <-time.After(900 * time.Millisecond):
		}
		if c := <-out; !c.Settled {
			t.Errorf("last change %+v, want settled", c)
		}
	})
}

func TestSettle(t *testing.T) {
	a := Key{"/s", "A"}
	bubble(t, Options{Times: Times{Quiet: func(Key) time.Duration { return hour }}}, func(touches chan<- touch, out <-chan Change, s *settles) {
		begin := time.Now()
		touches <- touch{Key: a, at: begin}
		if c := <-out; c.Settled {
			t.Errorf("first change %+v, want begun", c)
		}
		time.Sleep(time.Minute)
		s.add(a)
		if diff := cmp.Diff(Change{Key: a, Settled: true, At: begin}, <-out); diff != "" {
			t.Errorf("with a window (-want +got):\n%s", diff)
		}
		s.add(a)
		if diff := cmp.Diff(Change{Key: a, Settled: true, At: time.Now()}, <-out); diff != "" {
			t.Errorf("without a window (-want +got):\n%s", diff)
		}
		select {
		case c := <-out:
			t.Errorf("one more change: %+v", c)
		case <-time.After(2 * hour):
		}
	})
}

// Who is stopped during the first scan has not seen everything.
func TestStoppedBeforeReady(t *testing.T) {
	root := t.TempDir()
	mkdir(t, root+"/s/spec")
	ctx, cancel := context.WithCancel(t.Context())
	w := New(Options{Roots: []string{root}, Route: route, Descend: func(string, string) func(string) bool {
		cancel()
		return func(string) bool { return true }
	}})
	if err := w.Run(ctx, nil); err != nil {
		t.Error(err)
	}
	select {
	case <-w.Ready():
		t.Error("ready")
	default:
	}
}
