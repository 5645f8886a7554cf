//go:build linux

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestGoneUnseen deletes what was judged while nobody looks: its verdict goes to
// history as soon as somebody does.
func TestGoneUnseen(t *testing.T) {
	t.Parallel()
	goings := map[string]string{"the artifact": "spec/product-brief.md", "the spec folder": "spec"}
	for what, name := range goings {
		for how, unseen := range map[string]func(t *testing.T, s *stage, gone func()){
			"while no daemon runs": func(t *testing.T, s *stage, gone func()) {
				daemon := s.begin()
				s.stop(daemon)
				gone()
				s.background(s.root)
			},
			"while the session is elsewhere": func(t *testing.T, s *stage, gone func()) {
				s.begin()
				away := filepath.Join(s.dir, "away")
				must(t, os.Rename(s.session, away))
				must(t, os.RemoveAll(filepath.Join(away, name)))
				must(t, os.Rename(away, s.session))
			},
			"before the session comes": func(t *testing.T, s *stage, gone func()) {
				daemon := s.begin()
				s.stop(daemon)
				gone()
				away := filepath.Join(s.dir, "away")
				must(t, os.Rename(s.session, away))
				s.background(s.root)
				must(t, os.Rename(away, s.session))
			},
			"while another watcher takes over": func(t *testing.T, s *stage, gone func()) {
				other := filepath.Join(s.dir, "other")
				must(t, os.Mkdir(other, 0o755))
				roots := func(root string) {
					must(t, os.WriteFile(s.configuration, []byte("[watch]\nquiet = \"150ms\"\nroots = [\""+root+"\"]\n"+withFewRules(oneJudge(1))), 0o644))
				}
				roots(s.root)
				must(t, os.WriteFile(s.brief(), []byte(firstText), 0o644))
				daemon := s.background()
				s.await("DISCUSS-002")
				for _, root := range []string{other, s.root} {
					roots(root)
					must(t, daemon.Process.Signal(syscall.SIGHUP))
					s.expect("RELOADING=1")
					s.expect("READY=1")
					s.expect("READY=1") // of the new watcher
					if root == other {
						gone()
					}
				}
			},
		} {
			t.Run(what+" "+how, func(t *testing.T) {
				t.Parallel()
				s := newStage(t, oneJudge(1), "codex")
				unseen(t, s, func() { must(t, os.RemoveAll(filepath.Join(s.session, name))) })
				poll(t, "the verdict to go to history", func() bool { return !s.judged() })
				if _, err := os.Stat(filepath.Join(s.session, "discussions/.discussd/history/DISCUSS-002/1-verdict.json")); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
