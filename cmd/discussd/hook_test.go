//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/verdict"
)

// TestHookThatHangs: the rounds and requests of a session are judged and answered
// beside a hook that is not done, their hooks wait for it, and another session's does
// not. Whoever stops the daemon waits for the hooks.
func TestHookThatHangs(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "codex")
	told, gate := filepath.Join(s.dir, "told"), filepath.Join(s.dir, "gate")
	script := fmt.Sprintf("cat > '%s'/$DISCUSSD_ROUND.$$; while [ -e '%s' ] && [ $DISCUSSD_ROUND = DISCUSS-001 ]; do sleep 0.02; done; echo $DISCUSSD_ROUND >> '%s'/order", told, gate, told)
	must(t, os.Mkdir(told, 0o755))
	must(t, os.WriteFile(gate, nil, 0o644))
	must(t, os.WriteFile(s.configuration, fmt.Appendf(nil, "[watch]\nquiet = \"50ms\"\nquiet_members = \"50ms\"\n[handoff]\non_verdict = [\"sh\", \"-c\", %q]\n%s", script, withFewRules(oneJudge(4))), 0o644))
	daemon := s.background(s.root)
	hooks := func(round string) (started int) {
		files, err := filepath.Glob(filepath.Join(told, round+".*"))
		must(t, err)
		return len(files)
	}
	ended := func() string {
		text, _ := os.ReadFile(filepath.Join(told, "order"))
		return strings.Join(strings.Fields(string(text)), " ")
	}
	s.write(scenes[0])
	poll(t, "the first hook", func() bool { return hooks("DISCUSS-001") == 1 })
	s.write(scenes[1])
	s.await("DISCUSS-002")
	s.write(scenes[2])
	s.await("DISCUSS-003")
	s.drop("discussions/requests/again.json", `{"round": "DISCUSS-001"}`)
	if _, errs, code := s.run("wait", filepath.Join(s.session, "discussions/requests/again.json")); code != 0 {
		t.Errorf("code %d\n%s", code, errs)
	}
	s.drop("discussions/requests/other.json", `{"round": "other"}`)
	if _, errs, code := s.run("wait", filepath.Join(s.session, "discussions/requests/other.json")); code != 4 {
		t.Errorf("code %d\n%s", code, errs)
	}
	other := s.beside("another session")
	other.write(scenes[3])
	poll(t, "the other session's hook", func() bool { return ended() == "DISCUSS-004" })
	if n := hooks("DISCUSS-002"); n != 0 {
		t.Error("the second hook does not wait for the first")
	}
	must(t, os.Remove(gate))
	poll(t, "the third hook", func() bool { return hooks("DISCUSS-003") == 1 })
	s.stop(daemon)
	ends := strings.Fields(ended())
	if diff := cmp.Diff([]string{"DISCUSS-004", "DISCUSS-001", "DISCUSS-002"}, ends[:min(3, len(ends))]); diff != "" {
		t.Errorf("hooks in the order they ended (-want +got):\n%s", diff)
	}
	slices.Sort(ends)
	if diff := cmp.Diff([]string{"DISCUSS-001", "DISCUSS-002", "DISCUSS-003", "DISCUSS-004", "other"}, ends); diff != "" {
		t.Errorf("all hooks (-want +got):\n%s", diff)
	}
	files, err := filepath.Glob(filepath.Join(told, "*.*"))
	must(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		var v verdict.Verdict
		if err := json.Unmarshal(text, &v); err != nil || !strings.HasPrefix(filepath.Base(file), v.Round+".") {
			t.Errorf("%s was told of %q: %v", filepath.Base(file), v.Round, err)
		}
	}
}

// TestHookOfAnotherLife kills the daemon while a hook runs. The next life runs it again,
// and the one after that does not.
func TestHookOfAnotherLife(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "codex")
	log, gate := filepath.Join(s.dir, "told"), filepath.Join(s.dir, "gate")
	script := fmt.Sprintf("cat > /dev/null; echo begun >> '%s'; while [ -e '%s' ]; do sleep 0.02; done; echo ended >> '%s'", log, gate, log)
	must(t, os.WriteFile(gate, nil, 0o644))
	must(t, os.WriteFile(s.configuration, fmt.Appendf(nil, "[watch]\nquiet = \"50ms\"\nquiet_members = \"50ms\"\n[handoff]\non_verdict = [\"sh\", \"-c\", %q]\n%s", script, withFewRules(oneJudge(4))), 0o644))
	said := func() string {
		text, _ := os.ReadFile(log)
		return strings.Join(strings.Fields(string(text)), " ")
	}
	owed := func() []string {
		notes, err := filepath.Glob(filepath.Join(s.session, "discussions/.discussd/hooks/*"))
		must(t, err)
		return notes
	}
	s.write(scenes[0])
	daemon := s.command("run", s.root)
	must(t, daemon.Start())
	poll(t, "the hook", func() bool { return said() == "begun" })
	must(t, daemon.Process.Kill())
	daemon.Wait()
	poll(t, "its processes to end", func() bool { return len(s.processes()) == 0 })
	must(t, os.Remove(gate))
	if said() != "begun" || len(owed()) != 1 {
		t.Fatalf("the killed daemon's hook says %q, and it left %q", said(), owed())
	}
	next := s.background(s.root)
	poll(t, "the hook to be run again", func() bool { return said() == "begun begun ended" && len(owed()) == 0 })
	s.stop(next)
	last := s.background(s.root)
	s.write(scenes[1])
	s.await(scenes[1].round)
	s.stop(last) // which waits for the hook
	if said() != "begun begun ended begun ended" || len(owed()) > 0 {
		t.Errorf("the hook says %q, and %q are left", said(), owed())
	}
}
