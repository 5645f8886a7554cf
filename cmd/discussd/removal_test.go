//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// TestRemoval has sessions removed that were judged, one after the other, while a daemon
// with the shortest of windows watches: rm never meets a folder that was made or filled
// again meanwhile.
func TestRemoval(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "codex")
	must(t, os.WriteFile(s.configuration, []byte("[watch]\nquiet = \"1ms\"\nquiet_members = \"1ms\"\n"+withFewRules(oneJudge(4))), 0o644))
	daemon := s.background("--checks-only", s.root)
	for i := range 12 {
		one := s.beside(fmt.Sprint("short-lived ", i))
		for _, scene := range scenes[:4] {
			one.write(scene)
		}
		for _, scene := range scenes[:4] {
			one.await(scene.round)
		}
		if said, err := exec.Command("rm", "-rf", one.session).CombinedOutput(); err != nil {
			left, _ := exec.Command("find", one.session).CombinedOutput()
			t.Errorf("%v: %s%s", err, said, left)
		}
		if _, err := os.Lstat(one.session); err == nil {
			t.Errorf("session %d is there again", i)
		}
	}
	s.stop(daemon)
}
