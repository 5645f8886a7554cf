package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"discussd/pipeline/verdict"
)

// poll waits until a condition holds.
func poll(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); <-time.After(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting for %s", what)
		}
	}
}

// TestWaitEndsTheQuietWindow: with a window of an hour, wait brings the verdict at once.
func TestWaitEndsTheQuietWindow(t *testing.T) {
	s := newStage(t, "max_wait = \"2h\"\n[panel]\nfacts = \"gate\"\n")
	must(t, os.WriteFile(s.configuration, []byte("[watch]\nquiet = \"1h\"\nquiet_members = \"1h\"\nmax_wait = \"2h\"\n[panel]\nfacts = \"gate\"\n"), 0o644))
	s.background("--checks-only", s.root)
	s.write(scenes[0])
	s.write(scenes[1])
	out, errs, code := s.run("wait", filepath.Join(s.session, "spec", "product-brief.md"))
	if code != 0 || !strings.HasPrefix(out, "Checks only: no model was asked.\n\n## Discuss Verdict: DISCUSS-002") {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
	s.write(scenes[2]) // its flaws are facts, and facts gate here
	out, errs, code = s.run("wait", "--json", "--session", s.session, "--round", "DISCUSS-003")
	var v verdict.Verdict
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if code != 2 || !strings.HasPrefix(errs, "discussd: blocked") || v.Round != "DISCUSS-003" {
		t.Errorf("exit %d, %s, stderr %q", code, v.Round, errs)
	}
}

func TestWaitWithoutDaemon(t *testing.T) {
	s := newStage(t, "")
	s.write(scenes[1])
	brief := filepath.Join(s.session, "spec", "product-brief.md")
	_, errs, code := s.run("wait", "--timeout", "300ms", brief)
	if code != 75 || !strings.Contains(errs, "no daemon watches") || !strings.Contains(errs, "--or-run") {
		t.Errorf("exit %d, stderr %q", code, errs)
	}
	out, _, code := s.run("wait", "--or-run", brief)
	if code != 3 || !strings.HasPrefix(out, "NO MODEL ANSWERED") || !strings.Contains(out, "DISCUSS-002") {
		t.Errorf("--or-run: exit %d\n%s", code, out)
	}
	_, errs, code = s.run("wait", "--timeout", "300ms", filepath.Join(s.session, "spec", "epics", "_index.md"))
	if code != 75 || !strings.Contains(errs, "has no artifact yet") {
		t.Errorf("missing artifact: exit %d, stderr %q", code, errs)
	}
}
