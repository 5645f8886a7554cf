//go:build linux

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestAbandoned kills the daemon while it judges rounds that nobody wants any more when
// the next one starts: the request is gone, or the round is not configured. What was
// begun is ended, and nothing stays pending.
func TestAbandoned(t *testing.T) {
	t.Parallel()
	s := newStage(t, oneJudge(2), "codex")
	without, err := os.ReadFile(s.configuration)
	must(t, err)
	must(t, os.WriteFile(s.configuration, append(without[:len(without):len(without)], "[[rounds]]\nid = \"LAST\"\nartifact = [\"last.md\"]\nperspectives = [\"single\"]\n"...), 0o644))
	other := s.beside("another session")
	for _, s := range []*stage{s, other} {
		must(t, os.Mkdir(filepath.Join(s.session, ".msg"), 0o755))
		must(t, os.WriteFile(s.brief(), []byte(firstText), 0o644))
	}
	daemon := s.background(s.root)
	s.await("DISCUSS-002")
	other.await("DISCUSS-002")
	s.direct("codex", "mode", "hang")
	request := filepath.Join(s.session, "discussions/requests/own.toml")
	must(t, os.Mkdir(filepath.Dir(request), 0o755))
	must(t, os.WriteFile(request, []byte("round = \"OWN\"\nartifact = \"spec/product-brief.md\"\n[[perspectives]]\nname = \"single\"\ntool = \"codex\"\nrole = \"Judge\"\nfocus = \"everything\"\n"), 0o644))
	must(t, os.WriteFile(filepath.Join(other.session, "spec/last.md"), []byte(firstText), 0o644))
	poll(t, "two calls more", func() bool { return len(s.calls()) == 4 })
	must(t, daemon.Process.Kill())
	daemon.Wait()

	pending := func(s *stage, round string) bool {
		_, err := os.Lstat(filepath.Join(s.session, "discussions", round+"-pending.json"))
		return err == nil
	}
	if !pending(s, "OWN") || !pending(other, "LAST") {
		t.Fatal("nothing is pending after a kill")
	}
	must(t, os.Remove(request))
	must(t, os.WriteFile(s.configuration, without, 0o644))
	s.direct("codex", "mode", "")
	s.background(s.root)
	poll(t, "the marks to go", func() bool { return !pending(s, "OWN") && !pending(other, "LAST") })
	s.told("OWN")
	other.told("LAST")
}
