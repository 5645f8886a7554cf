//go:build linux

package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/verdict"
)

// poll waits until a condition holds.
func poll(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !done(); <-time.After(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting for %s", what)
		}
	}
}

// TestWaitEndsTheQuietWindow: with a window of an hour, wait brings the verdict at once.
func TestWaitEndsTheQuietWindow(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	s := newStage(t, "")
	s.write(scenes[1])
	brief := filepath.Join(s.session, "spec", "product-brief.md")
	_, errs, code := s.run("wait", "--timeout", "300ms", brief)
	if code != 75 || !strings.Contains(errs, "no daemon watches") || !strings.Contains(errs, "--or-run") {
		t.Errorf("exit %d, stderr %q", code, errs)
	}
	if strings.Count(errs, "no daemon watches") != 1 || !strings.Contains(errs, "for what stands above") {
		t.Errorf("what stands in the way is said once: %q", errs)
	}
	_, errs, code = s.run("wait", "--timeout", "300ms", "--session", strings.TrimSuffix(s.session, filepath.Base(s.session))+filepath.Base(s.session)+"x", "--round", "DISCUSS-002")
	if code != 75 || !strings.Contains(errs, "there is no session "+s.session+"x (did you mean "+s.session+"?)") {
		t.Errorf("a name that is none: exit %d, stderr %q", code, errs)
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

// What stands in the way is said at once, and where nothing can come in time the wait is
// over. The quiet window is so long that nothing is judged but what somebody waits for, as
// he begins to: else a round that is written counts among the panels of the hour, or is
// held already, before the wait for it has started.
func TestWaitSaysWhatStandsInTheWay(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "gemini", "codex", "claude")
	must(t, os.WriteFile(s.configuration, []byte("[watch]\nquiet = \"1h\"\nquiet_members = \"1h\"\nmax_wait = \"2h\"\ncatch_up = \"all\"\n[panel]\nbudget = 4\nmax_rounds = 1\n"), 0o644))
	daemon := s.background(s.root)
	s.write(scenes[0])
	if _, errs, code := s.run("wait", filepath.Join(s.session, "spec", "discovery-context.json")); code != 0 || errs != "" {
		t.Fatalf("exit %d\n%s", code, errs)
	}
	brief := filepath.Join(s.session, "spec", "product-brief.md")
	for range 3 {
		s.write(scenes[1])
		s.edit("spec/product-brief.md", "\nOnce more: "+time.Now().String()+".\n")
		if _, errs, code := s.run("wait", brief); code != 0 || errs != "" {
			t.Fatalf("exit %d\n%s", code, errs)
		}
	}
	s.edit("spec/product-brief.md", "\nToo often.\n")
	began := time.Now()
	_, errs, code := s.run("wait", "--timeout", "10m", brief)
	held := regexp.MustCompile(`^(discussd: DISCUSS-002 is held until [-0-9: ]*: held back by panel.budget: 4 of 4 panels an hour (?:are spent|went to this session)\n)+discussd: no verdict on DISCUSS-002 of .* within 10m0s: it is held until [-0-9: ]*\. Call wait again then\n$`)
	if code != 75 || !held.MatchString(errs) || time.Since(began) > 5*time.Minute {
		t.Errorf("exit %d after %s\n%s", code, time.Since(began), errs)
	}

	// The next daemon goes on with what the last has spent.
	s.stop(daemon)
	s.background(s.root)
	if _, errs, code := s.run("wait", "--timeout", "10m", brief); code != 75 || !held.MatchString(errs) {
		t.Errorf("after a restart: exit %d\n%s", code, errs)
	}

	// Who asks for nothing but checks is not held back.
	if out, errs, code := s.run("critique", "--checks-only", brief); code == 1 || code == 75 {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
	if _, errs, code := s.run("wait", "--timeout", "40s", brief); code == 75 || errs != "" {
		t.Errorf("what critique has written: exit %d\n%s", code, errs)
	}
}

// A round that waits for its turn says so, and its verdict comes as one line.
func TestWaitForATurn(t *testing.T) {
	t.Parallel()
	s := newStage(t, "[panel]\nmax_rounds = 1\n", "gemini", "codex", "claude")
	s.direct("gemini", "mode", "wait")
	s.background(s.root)
	s.write(scenes[0])
	poll(t, "the first round", func() bool { return len(s.calls()) > 0 })
	other := s.beside("another")
	other.write(scenes[1])
	_, errs, code := s.run("wait", "--timeout", "5s", filepath.Join(other.session, "spec", "product-brief.md"))
	if turn := "discussd: DISCUSS-002 waits for its turn: being judged are DISCUSS-001 of " + filepath.Base(s.session) + "\n"; code != 75 || !strings.HasPrefix(errs, turn) || !strings.Contains(errs, "after 5s, for what stands above") {
		t.Errorf("exit %d\n%s", code, errs)
	}
	s.direct("gemini", "mode", "")
	out, errs, code := s.run("wait", "--format", "brief", filepath.Join(other.session, "spec", "product-brief.md"))
	var fields map[string]any
	if err := json.Unmarshal([]byte(out), &fields); err != nil || code != 0 || strings.Count(out, "\n") != 1 {
		t.Errorf("exit %d, %v\n%s\n%s", code, err, out, errs)
	}
	want := []string{"average_rating", "caller_action", "coordinator_action", "message", "recommendation", "round", "severity", "verdict"}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(fields))); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}
