package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/verdict"
)

// TestHookThatHangs: the next round of a session is judged beside a hook that is not
// done, the hook of that one waits for it, and another session's does not. Whoever
// stops the daemon waits for the hook.
func TestHookThatHangs(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "codex")
	told, gate := filepath.Join(s.dir, "told"), filepath.Join(s.dir, "gate")
	script := fmt.Sprintf("cat > '%s'/$DISCUSSD_ROUND.$$; while [ -e '%s' ] && [ $DISCUSSD_ROUND = DISCUSS-001 ]; do sleep 0.02; done; echo $DISCUSSD_ROUND >> '%s'/order", told, gate, told)
	must(t, os.Mkdir(told, 0o755))
	must(t, os.WriteFile(gate, nil, 0o644))
	must(t, os.WriteFile(s.configuration, fmt.Appendf(nil, "[watch]\nquiet = \"50ms\"\nquiet_members = \"50ms\"\n[handoff]\non_verdict = [\"sh\", \"-c\", %q]\n%s", script, oneJudge(4)), 0o644))
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
	other := s.beside("another session")
	other.write(scenes[3])
	poll(t, "the other session's hook", func() bool { return ended() == "DISCUSS-004" })
	if n := hooks("DISCUSS-002"); n != 0 {
		t.Error("the second hook does not wait for the first")
	}
	must(t, os.Remove(gate))
	s.await("DISCUSS-003")
	s.stop(daemon)
	if diff := cmp.Diff("DISCUSS-004 DISCUSS-001 DISCUSS-002 DISCUSS-003", ended()); diff != "" {
		t.Errorf("hooks in the order they ended (-want +got):\n%s", diff)
	}
	files, err := filepath.Glob(filepath.Join(told, "DISCUSS-*"))
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
