//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// TestOneInputOneAnswer judges the same bytes through every command that can judge or
// tell of them: for the same choice, a panel or the checks alone, all of them agree
// with the verdict file, and each exit code is that of the verdict.
func TestOneInputOneAnswer(t *testing.T) {
	t.Parallel()
	choices := map[string]struct {
		tools []string
		args  []string
		want  map[string]string // document → outcome and exit code
	}{
		"a panel that nobody answers": {nil, nil, map[string]string{
			"sound": "consensus_blocked MEDIUM unreviewed 3", "broken": "consensus_blocked HIGH unreviewed 2"}},
		"a panel": {[]string{"gemini", "codex", "claude"}, nil, map[string]string{
			"sound": "consensus_reached  0", "broken": "consensus_reached  0"}},
		"the checks alone": {[]string{"gemini"}, []string{"--checks-only"}, map[string]string{
			"sound": "consensus_reached  0", "broken": "consensus_blocked HIGH  2"}},
	}
	for choice, c := range choices {
		t.Run(choice, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "", c.tools...)
			check := func(document, how string, code int) {
				t.Helper()
				file, err := os.ReadFile(filepath.Join(s.named(document).session, "discussions", "DISCUSS-002-verdict.json"))
				must(t, err)
				v, err := verdict.Parse(file)
				must(t, err)
				severity, unreviewed := "", ""
				if v.Severity != nil {
					severity = " " + string(*v.Severity)
				}
				if v.Unreviewed() {
					unreviewed = "unreviewed"
				}
				got := fmt.Sprintf("%s%s %s %d", v.Outcome, severity, unreviewed, code)
				if got != c.want[document] || code != v.ExitCode() {
					t.Errorf("%s, %s: got %q, want %q; the verdict's own code is %d", document, how, got, c.want[document], v.ExitCode())
				}
				if alone := v.Mode == critique.ModeChecks; alone != (c.args != nil) {
					t.Errorf("%s, %s: mode %s", document, how, v.Mode)
				}
			}
			critiqued := append([]string{"critique"}, c.args...)
			for document := range c.want {
				s := s.beside(document)
				s.write(scenes[1]) // a brief in which the checks find nothing HIGH
				if document == "broken" {
					s.drop("spec/product-brief.md", s.read("spec/product-brief.md")+"\nSee [the study](studies/night.md).\n")
				}
				for _, how := range [][]string{critiqued, {"wait"}, append(slices.Clone(critiqued), "--force")} {
					_, _, code := s.run(append(slices.Clone(how), s.brief())...)
					check(document, strings.Join(how, " "), code)
				}
				must(t, os.RemoveAll(filepath.Join(s.session, "discussions")))
			}
			s.background(append(c.args, s.root)...)
			for document := range c.want {
				_, _, code := s.run("wait", s.named(document).brief())
				check(document, "wait for the daemon", code)
				_, _, code = s.run(append(slices.Clone(critiqued), s.named(document).brief())...)
				check(document, "critique that finds the daemon's", code)
			}
		})
	}
}

// TestChecksAloneNeverReplaceAPanel: what models said of the bytes stands, also where
// it is forced; and what the checks said alone does not keep a panel from speaking.
func TestChecksAloneNeverReplaceAPanel(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "gemini", "codex", "claude")
	s.drop("spec/product-brief.md", "# Product brief\n\nTODO\n")
	brief := filepath.Join(s.session, "spec", "product-brief.md")
	judged := func() verdict.Verdict {
		t.Helper()
		file, err := os.ReadFile(filepath.Join(s.session, "discussions", "DISCUSS-002-verdict.json"))
		must(t, err)
		v, err := verdict.Parse(file)
		must(t, err)
		return v
	}
	if _, _, code := s.run("critique", "--checks-only", brief); code != verdict.ExitBlockedHigh || judged().ByPanel() {
		t.Errorf("checks alone: exit %d, %s", code, judged().Mode)
	}
	if _, _, code := s.run("critique", brief); code != verdict.ExitReached || !judged().ByPanel() || judged().Revision != 2 {
		t.Errorf("a panel after the checks: exit %d, %s, revision %d", code, judged().Mode, judged().Revision)
	}
	for _, args := range [][]string{{"--checks-only"}, {"--checks-only", "--force"}} {
		_, errs, code := s.run(append(append([]string{"critique"}, args...), brief)...)
		if code != verdict.ExitReached || judged().Revision != 2 || len(errs) == 0 {
			t.Errorf("%q: exit %d, revision %d, stderr %q", args, code, judged().Revision, errs)
		}
	}
}

// TestWaitForThePanel: a hook that ran the checks alone before the daemon's window was
// over does not answer for the panel.
func TestWaitForThePanel(t *testing.T) {
	t.Parallel()
	s := newStage(t, "max_wait = \"1h\"\n", "gemini", "codex", "claude")
	must(t, os.WriteFile(s.configuration, []byte("[watch]\nquiet = \"1h\"\nquiet_members = \"1h\"\nmax_wait = \"2h\"\n"), 0o644))
	s.background(s.root)
	s.write(scenes[1])
	brief := filepath.Join(s.session, "spec", "product-brief.md")
	if _, _, code := s.run("critique", "--checks-only", brief); code != verdict.ExitReached {
		t.Fatalf("exit %d", code)
	}
	out, errs, code := s.run("wait", "--json", brief)
	v, err := verdict.Parse([]byte(out))
	if err != nil || code != verdict.ExitReached || !v.ByPanel() || v.AverageRating == nil {
		t.Errorf("exit %d, mode %s, %v\n%s", code, v.Mode, err, errs)
	}
}
