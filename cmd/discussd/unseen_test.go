//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// TestGoneUnseen deletes what was judged while nobody looks: its verdict goes to
// history as soon as somebody does.
func TestGoneUnseen(t *testing.T) {
	t.Parallel()
	for how, unseen := range map[string]func(t *testing.T, s *leavers){
		"while no daemon runs": func(t *testing.T, s *leavers) {
			s.stop(s.begin(s.root))
			s.leave()
			s.background(s.root)
		},
		"while the session is elsewhere": func(t *testing.T, s *leavers) {
			s.begin(s.root)
			back := s.away()
			s.leave()
			back()
		},
		"before the session comes": func(t *testing.T, s *leavers) {
			s.stop(s.begin(s.root))
			back := s.away()
			s.leave()
			s.background(s.root)
			back()
		},
		"while another watcher takes over": func(t *testing.T, s *leavers) {
			other := filepath.Join(s.dir, "other")
			must(t, os.Mkdir(other, 0o755))
			watch := func(root string) {
				must(t, os.WriteFile(s.configuration, []byte("[watch]\nquiet = \"150ms\"\nroots = [\""+root+"\"]\n"+oneJudge(1)), 0o644))
			}
			watch(s.root)
			daemon := s.begin()
			for _, root := range []string{other, s.root} {
				watch(root)
				must(t, daemon.Process.Signal(syscall.SIGHUP))
				s.expect("RELOADING=1")
				s.expect("READY=1")
				s.expect("READY=1") // of the new watcher
				if root == other {
					s.leave()
				}
			}
		},
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			s := &leavers{stage: newStage(t, oneJudge(1), "codex")}
			s.all = map[string]*stage{"spec/product-brief.md": s.beside("the artifact goes"), "spec": s.beside("its folder goes")}
			unseen(t, s)
			for what, one := range s.all {
				poll(t, what+" to be missed, and the verdict to go to history", func() bool { return !one.judged() })
				if _, err := os.Stat(filepath.Join(one.session, "discussions/.discussd/history/DISCUSS-002/1-verdict.json")); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// leavers is a stage of sessions that lose what the keys say.
type leavers struct {
	*stage
	all map[string]*stage
}

func (s *leavers) begin(roots ...string) *exec.Cmd {
	for _, one := range s.all {
		must(s.t, os.WriteFile(one.brief(), []byte(firstText), 0o644))
	}
	daemon := s.background(roots...)
	for _, one := range s.all {
		one.await("DISCUSS-002")
	}
	return daemon
}

func (s *leavers) leave() {
	for what, one := range s.all {
		must(s.t, os.RemoveAll(filepath.Join(one.session, what)))
	}
}

// away moves the sessions out of what is watched until the returned function is called.
func (s *leavers) away() (back func()) {
	homes := map[*stage]string{}
	for _, one := range s.all {
		homes[one] = one.session
		one.session = filepath.Join(s.dir, filepath.Base(one.session))
		must(s.t, os.Rename(homes[one], one.session))
	}
	return func() {
		for one, home := range homes {
			must(s.t, os.Rename(one.session, home))
			one.session = home
		}
	}
}
