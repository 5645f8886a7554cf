package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"golang.org/x/sys/unix"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique"
	"discussd/critique/cli"
	"discussd/internal/syncbuffer"
)

// TestDiskFull: a hub whose disk is full takes no ask, and says why to a daemon that can ask
// another; one that waits is answered when there is room again, and what was in the queue
// before is not lost.
func TestDiskFull(t *testing.T) {
	if !inNamespaces(t) {
		return
	}
	disk := t.TempDir()
	if err := unix.Mount("disk", disk, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("%s: mount: %v", noNamespaces, err)
	}
	t.Cleanup(func() { _ = unix.Unmount(disk, unix.MNT_DETACH) })
	loopback(t)
	var log syncbuffer.Buffer
	s, err := serve(t.Context(), settings{dir: filepath.Join(disk, "hub"), listen: fmt.Sprintf("127.0.0.1:%d", free(t)), trial: true, most: 1 << 30, lookForUsers: 20 * time.Millisecond},
		hclog.New(&hclog.LoggerOptions{Output: &log}))
	must(t, err)
	url := s.url()
	ctx, stop := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	watching.Go(func() {
		if err := s.watch(ctx); err != nil {
			t.Error(err)
		}
	})
	defer func() { stop(); watching.Wait(); s.stop() }()

	began, goOn := make(chan struct{}), make(chan struct{})
	m := &model{say: func(ctx context.Context, prompt cli.Prompt) (cli.Answer, error) {
		if string(prompt.Text) == "before" {
			close(began)
			<-goOn
		}
		return echo(ctx, prompt)
	}}
	work(t, url, "w", m)
	ask := func(whenDown, text string) chan error {
		tool, said := daemon(t, url, whenDown, 2*time.Minute), make(chan error, 1)
		go func() {
			got, err := ask1(t, tool, text)
			if err == nil && string(got.Text) != "to "+text {
				err = fmt.Errorf("got %q", got.Text)
			}
			said <- err
		}()
		return said
	}
	before := ask(hub.Wait, "before")
	<-began
	fill(t, filepath.Join(disk, "ballast"))
	eventually(t, "the hub says that its disk is full", func() bool { return strings.Contains(log.String(), "disk is full") })
	long := make([]byte, 100<<10)
	for i := range long { // what S2 cannot make small
		long[i] = "0123456789abcdef"[rand.IntN(16)]
	}
	waits := ask(hub.Wait, string(long))
	if err := <-ask(hub.Fall, string(long)+" now"); critique.ClassOf(err) != critique.Crashed || !strings.Contains(err.Error(), "took no ask") {
		t.Errorf("a full disk takes an ask: %v", err)
	}
	close(goOn)
	must(t, os.Remove(filepath.Join(disk, "ballast")))
	eventually(t, "the hub starts anew", func() bool { return strings.Contains(log.String(), "has room again") })
	for what, said := range map[string]chan error{"what was begun before": before, "what waits": waits} {
		if err := <-said; err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if n := m.asked.Load(); n < 2 || n > 3 { // the one that did not wait may have come through
		t.Errorf("the model was asked %d times, want 2", n)
	}
}

// fill takes all room of a disk.
func fill(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	must(t, err)
	defer file.Close()
	for block := make([]byte, 4096); err == nil; {
		_, err = file.Write(block)
	}
}
