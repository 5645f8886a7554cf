package judge

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// A session that was seen, and is a link to somebody else's folder when it is its
// turn, has nothing read or written there.
func TestJudgeStaysOutOfASwappedSession(t *testing.T) {
	f := newFixture(t)
	f.judge.Layout.Pins = session.NewPins([]string{filepath.Dir(f.Dir)})
	victim := filepath.Join(t.TempDir(), "victim")
	must(t, os.CopyFS(victim, os.DirFS(f.Dir)))
	must(t, os.Rename(f.Dir, f.Dir+".old"))
	must(t, os.Symlink(victim, f.Dir))
	for name, act := range map[string]func() error{
		"judge": func() error {
			_, err := f.judge.Judge(t.Context(), Order{Target: f.target("R2")})
			return err
		},
		"look": func() error {
			_, err := f.judge.Look(f.target("R2"), Sighting{Mark: verdict.Queued, Since: time.Now()})
			return err
		},
		"survey": func() error { seen, _ := f.judge.Survey(f.Dir, []string{"R2"}); return seen[0].Err },
		"answer": func() error {
			_, err := f.judge.Answer(t.Context(), Order{Target: Target{Dir: f.Dir, Job: session.RequestJob("a.md")}, Mode: Mode{Repeat: true}})
			return err
		},
	} {
		if err := act(); !errors.Is(err, handoff.ErrRefused) {
			t.Errorf("%s: got %v, want ErrRefused", name, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(victim, handoff.Dir)); err == nil {
		t.Error("something was written there")
	}
	must(t, os.Remove(f.Dir))
	must(t, os.Rename(f.Dir+".old", f.Dir))
	if _, err := f.judge.Judge(t.Context(), Order{Target: f.target("R2")}); err != nil {
		t.Errorf("when it is right again: %v", err)
	}
}
