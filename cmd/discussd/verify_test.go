//go:build linux

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"discussd/critique"
)

// TestWhatBlocksIsVerified: a requirement that is said to be missing is put before a model
// of another family, with the real files between them. What it refutes by a passage of the
// brief does not block; without that tool, or with verify off, it does.
func TestWhatBlocksIsVerified(t *testing.T) {
	t.Parallel()
	const missing = `{"rating": 4, "key_finding": "retention is open", "missing_requirements": ["how long readings are kept"],
		"weaknesses": [], "strengths": [{"text": "short", "category": "clarity", "severity": "LOW", "targets": [], "quote": "Readings are kept for 400 days."}]}`
	const refuted = `{"rulings": [{"claim": 1, "quote": "Readings are kept for 400 days.", "why": "the brief says it", "ruling": "refuted"}]}`
	for _, test := range []struct {
		name   string
		extra  string
		tools  []string
		exit   int
		ruling string
	}{
		{"refuted by another family", "", []string{"gemini", "codex"}, 0, critique.Refuted},
		{"switched off", "[panel]\nverify = \"off\"\n", []string{"gemini", "codex"}, 2, ""},
		{"nobody of another family", "", []string{"gemini"}, 2, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, test.extra+everyRule, test.tools...)
			spec := filepath.Join(s.session, "spec")
			must(t, os.WriteFile(filepath.Join(spec, "discovery-context.json"), []byte(`{"constraints": ["readings are kept for a time that somebody has to name"]}`), 0o644))
			must(t, os.WriteFile(filepath.Join(spec, "product-brief.md"), []byte("# Brief\n\nReadings are kept for 400 days.\n"), 0o644))
			for _, folder := range []string{"answers", "prompts"} {
				must(t, os.MkdirAll(filepath.Join(s.dir, "stage", folder), 0o755))
			}
			must(t, os.WriteFile(filepath.Join(s.dir, "stage", "answers", "DISCUSS-002-coverage.json"), []byte(missing), 0o644))
			must(t, os.WriteFile(filepath.Join(s.dir, "stage", "answers", "verification.json"), []byte(refuted), 0o644))
			out, errs, code := s.run("critique", filepath.Join(spec, "product-brief.md"))
			if code != test.exit {
				t.Fatalf("exit %d, want %d\n%s%s", code, test.exit, out, errs)
			}
			v := s.await("DISCUSS-002")
			if test.ruling == "" {
				if v.Verification != nil || slices.ContainsFunc(s.calls(), func(call string) bool { return strings.HasSuffix(call, ":verification") }) {
					t.Errorf("somebody was asked: %+v, %q", v.Verification, s.calls())
				}
				return
			}
			if v.Verification == nil || v.Verification.Tool != "codex" || len(v.Verification.Claims) != 1 || v.Verification.Claims[0].Ruling != test.ruling {
				t.Fatalf("verification: %+v", v.Verification)
			}
			if calls := s.calls(); len(calls) != len(v.Perspectives)+1 {
				t.Errorf("%d perspectives and one verification are the calls %q", len(v.Perspectives), calls)
			}
			record, err := os.ReadFile(filepath.Join(s.session, "discussions", "DISCUSS-002-discussion.md"))
			must(t, err)
			for _, want := range []string{"## Verification\n\n- **refuted**: how long readings are kept (coverage, HIGH)", "codex ruled on what would block: 0 confirmed, 1 refuted"} {
				if !strings.Contains(string(record), want) {
					t.Errorf("the record does not say %q:\n%s", want, record)
				}
			}
			if _, err := os.Stat(filepath.Join(s.session, "discussions/.discussd/raw/DISCUSS-002/verification-1.txt")); err != nil {
				t.Errorf("what codex said is kept nowhere: %v", err)
			}
		})
	}
}
