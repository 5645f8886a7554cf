//go:build linux

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

// drop puts a file into the session as agents do: written aside, renamed into place.
func (s *stage) drop(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.session, name)
	must(s.t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(s.t, os.WriteFile(path+".tmp", []byte(text), 0o644))
	must(s.t, os.Rename(path+".tmp", path))
}

const feasibility = `## Multi-Perspective Critique: FEAS-001

### Input
- Artifact: notes/plan.md
- Round: FEAS-001
- Watch: true

### Perspectives
| Perspective | CLI Tool | Role | Focus Areas |
|-------------|----------|------|-------------|
| Feasibility | codex | Engineer | Implementation complexity, resource needs |
| 可读性 | gemini | Editor | Readability |
`

// TestRequestThroughTheDaemon has an agent ask for perspectives of its own over a
// file that no round knows, wait for the answer, and change the file.
func TestRequestThroughTheDaemon(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "gemini", "codex", "claude")
	s.background(s.root)
	s.drop("notes/plan.md", "# Plan\n\nThe locker room is open from six in the morning until ten at night.\n")
	s.drop("discussions/requests/feasibility.md", feasibility)
	out, errs, code := s.run("wait", "--json", filepath.Join(s.session, "discussions/requests/feasibility.md"))
	var v verdict.Verdict
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != 0 {
		t.Fatalf("%v, code %d\n%s\n%s\n%s", err, code, out, errs, s.log())
	}
	if v.Round != "FEAS-001" || v.Profile != "coordinate" || v.Artifact.Path != "notes/plan.md" || v.Basis != "panel" {
		t.Errorf("got %s, %s, %s, %s", v.Round, v.Profile, v.Artifact.Path, v.Basis)
	}
	calls := s.calls()
	if diff := cmp.Diff(map[string]bool{"codex:feasibility": true, "gemini:可读性": true}, map[string]bool{calls[0]: true, calls[1]: true}); diff != "" || len(calls) != 2 {
		t.Errorf("asked: %v", calls)
	}

	s.edit("notes/plan.md", "\nIt is closed on public holidays, which a notice at the door announces.\n")
	if out, errs, code := s.run("wait", "--session", s.session, "--round", "FEAS-001"); code != 0 || !strings.Contains(out, "Verdict: consensus_reached") {
		t.Errorf("code %d\n%s\n%s", code, out, errs)
	}
	text, err := os.ReadFile(filepath.Join(s.session, "discussions/FEAS-001-verdict.json"))
	must(t, err)
	if v, err = verdict.Parse(text); err != nil || v.Revision != 2 {
		t.Errorf("got revision %d, %v", v.Revision, err)
	}

	s.drop("discussions/requests/broken.toml", "round = \"X-1\"\nartefact = \"notes/plan.md\"\n")
	out, errs, code = s.run("wait", filepath.Join(s.session, "discussions/requests/broken.toml"))
	if code != 4 || !strings.Contains(out, "line 2") || !strings.Contains(out, "artefact") {
		t.Errorf("code %d\n%s\n%s", code, out, errs)
	}
}

// TestRequestWithoutADaemon has one-shot commands answer what lies in the inbox.
func TestRequestWithoutADaemon(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "gemini", "codex", "claude")
	s.drop("notes/plan.md", "# Plan\n\nThe locker room is open from six in the morning until ten at night.\n")
	s.drop("discussions/requests/feasibility.md", feasibility)
	if out, errs, code := s.run("critique", s.session); code != 0 || !strings.Contains(out, "## Discuss Verdict: FEAS-001") {
		t.Errorf("code %d\n%s\n%s", code, out, errs)
	}
	brief := filepath.Join(s.session, "spec/product-brief.md")
	s.drop("spec/product-brief.md", "# Locker room\n\n## Vision\n\nThe locker room is open from six in the morning until ten at night.\n")
	if _, errs, _ := s.run("critique", brief); !strings.Contains(errs, "discussd: DISCUSS-002 of TLS-parcel room: quality: ") {
		t.Errorf("no round with what became of a perspective:\n%s", errs)
	}
	s.drop("discussions/requests/again.md", strings.ReplaceAll(feasibility, "FEAS-001", "FEAS-002"))
	if out, errs, code := s.run("wait", "--or-run", filepath.Join(s.session, "discussions/requests/again.md")); code != 0 || !strings.Contains(out, "## Discuss Verdict: FEAS-002") {
		t.Errorf("code %d\n%s\n%s", code, out, errs)
	}
	if _, errs, code := s.run("wait", "--session", s.session, "--round", "FEAS-003"); code != 64 || !strings.Contains(errs, "no request asks for it") {
		t.Errorf("code %d\n%s", code, errs)
	}
}

// TestDryRunOfARequest: what can only be answered in files is refused, and left to be asked.
func TestDryRunOfARequest(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "gemini", "codex", "claude")
	s.drop("notes/plan.md", "# Plan\n\nThe locker room is open from six in the morning until ten at night.\n")
	s.drop("discussions/requests/feasibility.md", feasibility)
	_, errs, code := s.run("critique", "--dry-run", filepath.Join(s.session, "discussions/requests/feasibility.md"))
	if code != 64 || !strings.Contains(errs, "--dry-run cannot answer it") || len(s.calls()) > 0 {
		t.Errorf("code %d, asked %q\n%s", code, s.calls(), errs)
	}
	if written, err := filepath.Glob(filepath.Join(s.session, "discussions/*.*")); err != nil || len(written) > 0 {
		t.Errorf("written: %q, %v", written, err)
	}
}

// TestDecisionWithoutADaemon has critique carry out what a person decided, and say
// why a decision does not count.
func TestDecisionWithoutADaemon(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "gemini", "codex", "claude")
	s.direct("gemini", "answer", said(2, ""))
	s.drop("plan.md", "# Plan\n\n## G-001 Billing moves\n\nBilling moves to the new system on a Sunday, because nobody is billed then.\n")
	s.drop("discussions/requests/m.json", `{"round": "M-1", "artifact": "plan.md", "perspectives": [{"name": "cost", "tool": "gemini"}]}`)
	out, errs, code := s.run("critique", "--json", filepath.Join(s.session, "discussions/requests/m.json"))
	v, err := verdict.Parse([]byte(out))
	if err != nil || code == 0 {
		t.Fatalf("code %d, %v\n%s\n%s", code, err, out, errs)
	}
	accept := "fingerprint: " + string(v.Artifact.Fingerprint) + "\ndecision: accept\n"
	s.drop("discussions/decisions/M-1.md", accept)
	decision := filepath.Join(s.session, "discussions/decisions/M-1.md")
	if _, errs, again := s.run("critique", decision); again != code || !strings.Contains(errs, "decisions/M-1.md was ignored: the decision gives no reason") {
		t.Errorf("code %d, want %d\n%s", again, code, errs)
	}
	s.drop("discussions/decisions/M-1.md", accept+"rationale: the move is rehearsed\n")
	if out, errs, code := s.run("critique", decision); code != 0 || !strings.Contains(out, "Discuss Verdict: M-1\n\nVerdict: consensus_reached") {
		t.Errorf("code %d\n%s\n%s", code, out, errs)
	}
	s.drop("discussions/decisions/M-2.md", accept)
	if _, errs, code := s.run("critique", filepath.Join(s.session, "discussions/decisions/M-2.md")); code != 1 || !strings.Contains(errs, "no round that has a verdict") {
		t.Errorf("code %d\n%s", code, errs)
	}
}

// TestInboxInTheMaking has folders become a session one after the other, each seen
// before the next is made, and nothing in them a session before the last.
func TestInboxInTheMaking(t *testing.T) {
	t.Parallel()
	for name, folders := range map[string][]string{
		"requests last":  {"discussions", "discussions/decisions", "discussions/requests"},
		"requests first": {"discussions", "discussions/requests", "discussions/decisions"},
		"spec last":      {"discussions", "discussions/decisions", "spec", "discussions/requests"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "", "gemini", "codex", "claude")
			s.direct("gemini", "answer", said(2, ""))
			s.background(s.root)
			s.drop("discussions/requests/a.json", `{}`) // the inbox that tells what was seen
			made := s.beside(name)
			must(t, os.RemoveAll(made.session))
			must(t, os.Mkdir(made.session, 0o755))
			made.drop("plan.md", "# Plan\n\n## G-001 Billing moves\n\nBilling moves to the new system on a Sunday, because nobody is billed then.\n")
			seen := 0
			for _, folder := range folders {
				must(t, os.Mkdir(filepath.Join(made.session, folder), 0o755))
				seen++ // whoever answers elsewhere has seen the folder
				file := fmt.Sprintf("see-%d", seen)
				s.drop("discussions/requests/"+file+".json", fmt.Sprintf(`{"round": %q}`, file))
				s.until("an answer", func() bool {
					_, err := os.Stat(filepath.Join(s.session, "discussions", file+"-verdict.json"))
					return err == nil
				})
			}
			ask := `{"round": "M-1", "artifact": "plan.md", "perspectives": [{"name": "cost", "tool": "gemini"}]}`
			must(t, os.WriteFile(filepath.Join(made.session, "discussions/requests/m.json"), []byte(ask), 0o644))
			var v verdict.Verdict
			read := func() bool {
				text, err := os.ReadFile(filepath.Join(made.session, "discussions/M-1-verdict.json"))
				if err == nil {
					v, err = verdict.Parse(text)
				}
				return err == nil
			}
			s.until("the request to be seen", read)
			accept := fmt.Sprintf("fingerprint: %s\ndecision: accept\nrationale: It is a trial.\n", v.Artifact.Fingerprint)
			must(t, os.WriteFile(filepath.Join(made.session, "discussions/decisions/M-1.md"), []byte(accept), 0o644))
			s.until("the decision to be seen", func() bool { return read() && v.Outcome == verdict.Reached })
		})
	}
}

// TestSessionMarkedLate has what makes a folder a session come after an artifact that
// lies in a folder of it.
func TestSessionMarkedLate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ profile, mark, text, index string }{
		"flat":      {"", "team-session.json", "{}", "epics/_index.md"},
		"spec-team": {specTeam, "discovery-context.json", "{}", "requirements/_index.md"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, test.profile, "gemini", "codex", "claude")
			s.background(s.root)
			late := s.beside(name)
			must(t, os.RemoveAll(late.session))
			late.drop(test.index, "# Index\n\nThe locker room is open from six in the morning until ten at night.\n")
			s.drop("discussions/requests/see.json", `{"round": "see"}`)
			s.until("an answer", func() bool {
				_, err := os.Stat(filepath.Join(s.session, "discussions/see-verdict.json"))
				return err == nil
			})
			late.drop(test.mark, test.text)
			round := map[string]string{"epics/_index.md": "DISCUSS-005", "requirements/_index.md": "DISCUSS-003"}[test.index]
			s.until("the artifact to be judged", func() bool {
				_, err := os.Stat(filepath.Join(late.session, "discussions", round+"-verdict.json"))
				return err == nil
			})
		})
	}
}
