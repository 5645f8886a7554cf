package schedule

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"discussd/watcher"
)

// TestGoing removes what was judged step by step, as rm does, and the daemon hears of
// each step at once: it writes nothing before the pause is over, and then only where the
// session is still there.
func TestGoing(t *testing.T) {
	for name, way := range map[string]struct {
		steps []string
		whole bool
	}{
		"the artifact alone":               {steps: []string{"spec/requirements/a.md", "spec/requirements", "spec/product-brief.md"}},
		"the whole session":                {steps: []string{"spec/requirements/a.md", "spec/requirements", "spec/product-brief.md"}, whole: true},
		"the whole session, verdict first": {steps: []string{"discussions/R2-verdict.json", "discussions/R3-verdict.json"}, whole: true},
	} {
		whole := way.whole
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFixture(t)
				f.Write("spec/requirements/_index.md", "# Requirements\n")
				f.Write("spec/requirements/a.md", "# A\n")
				d := NewDispatcher(DispatcherOptions{Judge: f.judge, MaxRounds: 2})
				ctx, cancel := context.WithCancel(t.Context())
				ended, changes := make(chan error, 1), make(chan watcher.Change)
				go func() { ended <- d.Run(ctx, changes) }()
				change := func(rounds ...string) {
					for _, settled := range []bool{false, true} {
						for _, round := range rounds {
							changes <- watcher.Change{Key: watcher.Key{Session: f.Dir, Round: round}, Settled: settled, At: time.Now()}
						}
						time.Sleep(time.Millisecond)
					}
				}
				change("R2", "R3")
				time.Sleep(time.Second)
				before := everything(t, f.Dir)
				if !slices.Contains(before, "discussions/R2-verdict.json") || !slices.Contains(before, "discussions/R3-verdict.json") {
					t.Fatalf("not judged: %q", before)
				}
				gone := func(name string) {
					must(t, os.RemoveAll(filepath.Join(f.Dir, name)))
					before = slices.DeleteFunc(before, func(left string) bool { return left == name || filepath.Dir(left) == name })
				}
				for _, name := range way.steps {
					gone(name)
					change("R2", "R3")
					if now := everything(t, f.Dir); !slices.Equal(now, before) {
						t.Errorf("without %s there is %q, was %q", name, now, before)
					}
				}
				if whole {
					must(t, os.RemoveAll(f.Dir))
				}
				time.Sleep(2 * goingPause)
				now := everything(t, f.Dir)
				if whole && len(now) > 0 {
					t.Errorf("made again: %q", now)
				}
				if !whole && (slices.Contains(now, "discussions/R2-verdict.json") || !slices.Contains(now, "discussions/.discussd/history/R2/1-verdict.json")) {
					t.Errorf("not moved to history: %q", now)
				}
				cancel()
				must(t, <-ended)
			})
		})
	}
}

// everything lists what is in a folder.
func everything(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if below, _ := filepath.Rel(dir, name); err == nil && below != "." {
			names = append(names, below)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return names
}
