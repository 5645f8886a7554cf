//go:build linux

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"discussd/pipeline/verdict"
)

// gap is an answer that blocks HIGH: something is not covered.
const gap = `{"rating": 3, "key_finding": "offline use is not covered", "strengths": [], "suggestions": [],
	"weaknesses": [{"text": "offline use is missing", "category": "completeness", "severity": "HIGH", "targets": ["G-001"], "quote": ""}],
	"missing_requirements": ["offline use"], "risk_level": "low"}`

// blocked is a session whose brief coverage finds a gap in, judged by critique.
func blocked(t *testing.T) *stage {
	s := newStage(t, "", "gemini", "codex", "claude")
	s.direct("gemini", "answer", gap)
	s.write(scenes[0])
	s.write(scenes[1])
	if out, errs, code := s.run("critique", s.session); code != 2 {
		t.Fatalf("exit %d\n%s\n%s", code, out, errs)
	}
	return s
}

// A person settles a block, takes that back, and settles it in the same words again: here
// without a daemon, and with one.
func TestDecide(t *testing.T) {
	for name, daemon := range map[string]bool{"alone": false, "through the daemon": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := blocked(t)
			if daemon {
				s.background("--checks-only", s.root)
			}
			brief := filepath.Join(s.session, "spec", "product-brief.md")
			decide := func(args ...string) (out, errs string, code int) {
				return s.run(append([]string{"decide"}, args...)...)
			}
			because := `it's "offline" later: decision: revise`
			out, errs, code := decide(s.session, "DISCUSS-002", "accept", "--because", because, "--show")
			if code != 2 || !strings.Contains(out, "accept: consensus_reached, proceed\nSettled, also in later revisions:\n- coverage gap (HIGH): not addressed: offline use [coverage]\n") {
				t.Errorf("--show: exit %d\n%s\n%s", code, out, errs)
			}
			if told, errs, code := decide(s.session, "DISCUSS-002", "accept", "--show"); code != 2 || told != out {
				t.Errorf("--show without a reason: exit %d\n%s\n%s", code, told, errs)
			}
			if _, err := os.Lstat(filepath.Join(s.session, "discussions/decisions")); err == nil {
				t.Error("--show writes")
			}
			out, errs, code = decide(s.session, "DISCUSS-002", "accept", "--because", because)
			if code != 0 || !strings.Contains(out, "Verdict: consensus_reached") {
				t.Fatalf("accept: exit %d\n%s\n%s", code, out, errs)
			}
			out, errs, code = decide(brief, "accept", "--because", because)
			if code != 0 || out != "" || !strings.Contains(errs, "nothing to decide: nothing blocks round DISCUSS-002") {
				t.Errorf("once more: exit %d\n%s\n%s", code, out, errs)
			}
			out, errs, code = decide(brief, "revise", "--because", "They need it in June.", "--format", "brief")
			var told verdict.Brief
			if err := json.Unmarshal([]byte(out), &told); err != nil || code != 2 || told.CoordinatorAction != verdict.CoordinatorRevises || strings.Count(out, "\n") != 1 {
				t.Errorf("revise: exit %d, %v\n%s\n%s", code, err, out, errs)
			}
			out, errs, code = decide(brief, "Accept", "--because", because, "--json")
			var v verdict.Verdict
			if err := json.Unmarshal([]byte(out), &v); err != nil || code != 0 || v.Revision != 4 || len(v.Decisions) != 3 || v.Decisions[2].Rationale != because {
				t.Errorf("accept in the same words: exit %d, %v, revision %d, %+v\n%s", code, err, v.Revision, v.Decisions, errs)
			}
		})
	}
}

// The line that a verdict shows names the session from the project's root, and works below
// that, too.
func TestDecideBelowTheRoot(t *testing.T) {
	s := blocked(t)
	below := filepath.Join(s.root, "src", "deep")
	must(t, os.MkdirAll(below, 0o755))
	name, err := filepath.Rel(s.root, s.session)
	must(t, err)
	cmd := s.command("decide", name, "DISCUSS-002", "accept", "--show")
	cmd.Dir = below
	if out, _ := cmd.Output(); cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), "accept: consensus_reached") {
		t.Errorf("exit %d\n%s", cmd.ProcessState.ExitCode(), out)
	}
}

// To accept what nobody reviewed a second time takes nothing back, and tells who has
// accepted it.
func TestAcceptTwice(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	s.write(scenes[1])
	s.run("critique", s.session)
	accept := []string{"decide", s.session, "DISCUSS-002", "accept", "--because", "The pilot has ten users."}
	if out, errs, code := s.run(accept...); code != 0 {
		t.Fatalf("exit %d\n%s\n%s", code, out, errs)
	}
	out, errs, code := s.run(accept...)
	if code != 0 || out != "" || !strings.Contains(errs, "nothing to decide: nothing blocks round DISCUSS-002: ") || !strings.Contains(errs, ": The pilot has ten users.") {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
	if v := s.await("DISCUSS-002"); v.Outcome != verdict.Reached || v.Revision != 2 || len(v.Decisions) != 1 {
		t.Errorf("%s, revision %d, %+v", v.Outcome, v.Revision, v.Decisions)
	}
}

// What models have found stays when the checks alone are asked for, and counts in the last
// line.
func TestKeptVerdictCounts(t *testing.T) {
	t.Parallel()
	s := blocked(t)
	out, errs, code := s.run("critique", "--checks-only", s.session)
	if code != 2 || !strings.Contains(out, "; 2 rounds with a verdict of models, 2 of them blocked\n") || !strings.Contains(errs, "DISCUSS-002 of "+s.session+": kept the verdict that models gave on these bytes") {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
}

func TestNothingToDecide(t *testing.T) {
	t.Parallel()
	s := blocked(t)
	s.write(scenes[2])
	broken := s.beside("broken")
	must(t, os.WriteFile(filepath.Join(broken.session, "spec", "discovery-context.json"), []byte("{"), 0o644))
	s.run("critique", "--checks-only", broken.session)
	tests := map[string]struct {
		args   []string
		code   int
		stderr string
	}{
		"no verdict":        {[]string{s.session, "DISCUSS-003", "accept"}, 75, "nothing to decide: round DISCUSS-003 has no verdict yet"},
		"no artifact":       {[]string{s.session, "DISCUSS-005", "accept"}, 75, "nothing to decide: round DISCUSS-005 has no artifact"},
		"an error verdict":  {[]string{broken.session, "DISCUSS-001", "accept"}, 4, "has an error verdict, which nobody can accept"},
		"unknown round":     {[]string{s.session, "DISCUSS-9", "accept"}, 64, `unknown round "DISCUSS-9"`},
		"no session":        {[]string{s.session + "x", "DISCUSS-001", "accept"}, 64, "there is no such file or folder"},
		"a folder":          {[]string{s.root, "DISCUSS-001", "accept"}, 64, "is no session"},
		"neither":           {[]string{s.session, "accept"}, 64, "name the session and the round"},
		"another word":      {[]string{s.session, "DISCUSS-002", "acept"}, 64, `"acept": a decision is accept or revise`},
		"no reason":         {[]string{s.session, "DISCUSS-002", "accept", "--because", "…"}, 64, "say why with --because"},
		"too long a reason": {[]string{s.session, "DISCUSS-002", "accept", "--because", strings.Repeat("x", 5000)}, 64, "--because: the rationale is longer"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			args := append([]string{"decide"}, tt.args...)
			if !strings.Contains(strings.Join(args, " "), "--because") {
				args = append(args, "--because", "It is agreed.")
			}
			if out, errs, code := s.run(args...); code != tt.code || out != "" || !strings.Contains(errs, tt.stderr) {
				t.Errorf("exit %d\n%s\n%s", code, out, errs)
			}
		})
	}
	s.edit("spec/product-brief.md", "\nRevised meanwhile.\n")
	if _, errs, code := s.run("decide", s.session, "DISCUSS-002", "accept", "--because", "It is agreed."); code != 75 || !strings.Contains(errs, "is about other bytes than those on disk") {
		t.Errorf("other bytes: exit %d\n%s", code, errs)
	}
	if _, err := os.Lstat(filepath.Join(s.session, "discussions/decisions")); err == nil {
		t.Error("something was written")
	}
}

// An escalation shows in status, with the line that settles it. A decision that waits is
// carried out with the session.
func TestEscalationInStatus(t *testing.T) {
	t.Parallel()
	s := blocked(t)
	s.edit("spec/product-brief.md", "\nRevised once.\n")
	out, errs, code := s.run("critique", "--json", filepath.Join(s.session, "spec/product-brief.md"))
	var v verdict.Verdict
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != 2 || v.CoordinatorAction != verdict.CoordinatorAsks {
		t.Fatalf("exit %d, %v, %s\n%s", code, err, v.CoordinatorAction, errs)
	}
	line := verdict.DecisionCommand(s.session, "DISCUSS-002")
	if out, _, _ := s.run("status", s.session); strings.Count(out, "discussd decide") != 1 || !strings.Contains(out, line+"\n") {
		t.Errorf("status does not say how to settle it:\n%s", out)
	}
	s.drop("discussions/decisions/DISCUSS-002.toml", "fingerprint = \""+string(v.Artifact.Fingerprint)+"\"\ndecision = \"accept\"\nrationale = \"agreed\"\n")
	if out, errs, code := s.run("critique", s.session); strings.Count(out, "## Discuss Verdict: DISCUSS-002\n\nVerdict: consensus_reached") != 1 || strings.Count(out, "## Discuss Verdict: DISCUSS-002") != 1 {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
	if out, _, _ := s.run("status", s.session); strings.Contains(out, line) {
		t.Errorf("status asks for what is settled:\n%s", out)
	}
}
