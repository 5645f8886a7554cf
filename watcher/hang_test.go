package watcher

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"
)

// disk is a layer in front of the file system that stops to answer below a folder.
type disk struct {
	mu     sync.Mutex
	dead   string
	answer chan struct{}
}

func (d *disk) die(folder string) {
	d.mu.Lock()
	d.dead, d.answer = folder, make(chan struct{})
	d.mu.Unlock()
}
func (d *disk) recover() { d.mu.Lock(); d.dead = ""; close(d.answer); d.mu.Unlock() }

func (d *disk) look(path string) {
	d.mu.Lock()
	dead, answer := d.dead, d.answer
	d.mu.Unlock()
	if dead != "" && strings.HasPrefix(path, dead) {
		<-answer
	}
}

// TestRootThatHangs: what is below another root is watched while one does not answer,
// the watcher is ready and ends without it, and what changed meanwhile is found when it
// answers again.
func TestRootThatHangs(t *testing.T) {
	alive, dead := t.TempDir(), t.TempDir()
	write(t, alive+"/s/spec/A.md", "1")
	write(t, dead+"/s/spec/B.md", "1")
	var d disk
	d.die(dead)
	r := start(t, Options{Roots: []string{alive, dead}, inspection: inspection{looking: d.look, answer: 100 * time.Millisecond}})
	r.found(Key{alive + "/s", "A"})
	write(t, alive+"/s/spec/A.md", "2")
	r.settled(Key{alive + "/s", "A"})
	write(t, dead+"/s/spec/B.md", "2")
	if err := r.w.Alive(); err != nil {
		t.Error(err)
	}
	d.recover()
	r.settled(Key{dead + "/s", "B"})
	write(t, dead+"/s/spec/B.md", "3")
	r.until("B changed", func(c Change) bool { return c.Key == Key{dead + "/s", "B"} && c.Settled && !c.Found })
}

// TestEndWhileARootHangs: nothing ends a look that the kernel does not end, and nobody
// waits for it.
func TestEndWhileARootHangs(t *testing.T) {
	var d disk
	alive, dead := t.TempDir(), t.TempDir()
	d.die(dead)
	w := New(Options{Roots: []string{alive, dead}, Route: route, inspection: inspection{looking: d.look, answer: 100 * time.Millisecond}})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx, make(chan Change)) }()
	<-w.Ready()
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Error("it does not end")
	}
	d.recover()
}

// TestAlive: a look at a folder of a local disk that lasts for ever is for the watchdog.
func TestAlive(t *testing.T) {
	r := start(t, Options{Roots: []string{t.TempDir()}})
	r.pass()
	if err := r.w.Alive(); err != nil {
		t.Error(err)
	}
	tree := r.w.trees[0]
	tree.progress.since.Store(time.Now().Add(-hung).UnixNano())
	if err := r.w.Alive(); err == nil {
		t.Error("a hanging watcher is alive")
	}
}
