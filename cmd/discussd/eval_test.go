//go:build linux

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/cmd/discussd/evaluation"
)

// TestEval measures the small set: with the checks, with a panel whose answers are kept, and
// again from these answers when the panel's programs are gone.
func TestEval(t *testing.T) {
	s := newStage(t, everyRule, "gemini", "codex")
	set, err := filepath.Abs(filepath.Join("..", "..", "testdata", "eval"))
	must(t, err)
	for _, folder := range []string{"answers", "prompts"} {
		must(t, os.MkdirAll(filepath.Join(s.dir, "stage", folder), 0o755))
	}
	const seen = `{"rating": 4, "key_finding": "the sign takes money", "weaknesses": [{"text": "the sign charges drivers, though payment is out", "category": "consistency",
		"severity": "MEDIUM", "targets": [], "quote": "The sign shall take the driver's card and charge the first hour."}], "strengths": [], "missing_requirements": []}`
	must(t, os.WriteFile(filepath.Join(s.dir, "stage", "answers", "DISCUSS-plain-technical.json"), []byte(seen), 0o644))
	measure := func(args ...string) evaluation.Summary {
		t.Helper()
		out, errs, code := s.run(append([]string{"eval", set, "--json"}, args...)...)
		if code != 0 {
			t.Fatalf("exit %d\n%s", code, errs)
		}
		var summaries []evaluation.Summary
		must(t, json.Unmarshal([]byte(out), &summaries))
		for i := range summaries[0].Cases {
			summaries[0].Cases[i].Spent.Took = 0
		}
		summaries[0].Spent.Took = 0
		return summaries[0]
	}
	facts := measure("--checks-only")
	if facts.Spent.Requests != 0 || facts.Recall["structure"].Part == 0 || facts.Families["google"].Whole != 0 {
		t.Errorf("the checks alone: %+v", facts)
	}
	shelf := filepath.Join(s.dir, "shelf")
	first := measure("--record", shelf)
	if first.Spent.Requests == 0 || first.Recall["contradictions"].Part <= facts.Recall["contradictions"].Part || len(first.Families) < 2 {
		t.Errorf("the panel: %+v", first)
	}
	asked := len(s.calls())
	for _, tool := range []string{"gemini", "codex"} {
		must(t, os.Remove(filepath.Join(s.dir, "bin", tool)))
	}
	if again := measure("--replay", shelf); !cmp.Equal(first, again) {
		t.Errorf("the second time: %s", cmp.Diff(first, again))
	}
	if n := len(s.calls()); n != asked {
		t.Errorf("%d programs were started for what was recorded", n-asked)
	}
	if left, err := os.ReadDir(filepath.Join(set, "parking")); err != nil || len(left) != 2 {
		t.Errorf("the set was written to: %v", left)
	}
	silent := filepath.Join(s.dir, "silent.toml")
	must(t, os.WriteFile(silent, []byte("[checks]\noff = [\"X-005\", \"X-006\"]\n"), 0o644))
	out, errs, code := s.run("eval", set, "--checks-only", "--runs", "2", "--against", silent)
	if code != 0 {
		t.Fatalf("exit %d\n%s", code, errs)
	}
	columns := regexp.MustCompile(` {2,}`).ReplaceAllString(out, " ")
	for _, want := range []string{"found, structure 6 of 6 (100 %) 4 of 6 (67 %)\n", "good documents blocked", "found by every run", "Not found with ", "parking docs/interface.md:18 payment: "} {
		if !strings.Contains(columns, want) {
			t.Errorf("the table does not say %q:\n%s", want, out)
		}
	}
	for _, args := range [][]string{{}, {set, "--record", "a", "--replay", "b"}, {set, "--runs", "0"}, {set, "--checks-only", "--replay", "b"}} {
		if _, _, code := s.run(append([]string{"eval"}, args...)...); code != 64 {
			t.Errorf("eval %q ends with %d", args, code)
		}
	}
}

// TestEvalAsks measures one call a perspective beside one call a tool, and repeats both from
// what was recorded.
func TestEvalAsks(t *testing.T) {
	t.Parallel()
	s := newStage(t, everyRule, "gemini", "codex")
	set, err := filepath.Abs(filepath.Join("..", "..", "testdata", "eval"))
	must(t, err)
	tool := filepath.Join(s.dir, "tool.toml")
	must(t, os.WriteFile(tool, []byte("[panel]\nask = \"tool\"\n"), 0o644))
	shelf := filepath.Join(s.dir, "shelf")
	spent := func(args ...string) (tokens []int64) {
		t.Helper()
		out, errs, code := s.run(append([]string{"eval", set, "--json", "--against", tool}, args...)...)
		if code != 0 {
			t.Fatalf("exit %d\n%s", code, errs)
		}
		var summaries []evaluation.Summary
		must(t, json.Unmarshal([]byte(out), &summaries))
		for _, summary := range summaries {
			if summary.Spent.InputTokens == nil {
				t.Fatalf("nobody answered: %s%s", out, errs)
			}
			tokens = append(tokens, *summary.Spent.InputTokens)
		}
		return tokens
	}
	recorded := spent("--record", shelf)
	if len(recorded) != 2 || recorded[1] >= recorded[0] {
		t.Errorf("one call a perspective and one a tool take %d tokens", recorded)
	}
	s.direct("gemini", "mode", "dead")
	s.direct("codex", "mode", "dead")
	if replayed := spent("--replay", shelf); !slices.Equal(replayed, recorded) {
		t.Errorf("replayed %d, recorded %d", replayed, recorded)
	}
}
