//go:build linux

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/verdict"
)

// sortedCalls are those who were asked since the last look, sorted.
func (s *stage) sortedCalls() []string {
	s.t.Helper()
	calls := s.calls()
	slices.Sort(calls)
	must(s.t, os.RemoveAll(filepath.Join(s.dir, "stage", "calls")))
	return calls
}

// keptAnswers are the files of answers in the session.
func (s *stage) keptAnswers() []string {
	files, err := filepath.Glob(filepath.Join(strings.ReplaceAll(s.session, "[", "\\["), "discussions/.discussd/answers/*.json"))
	must(s.t, err)
	return files
}

func of(v verdict.Verdict, name string) verdict.Perspective {
	at := slices.IndexFunc(v.Perspectives, func(p verdict.Perspective) bool { return p.Name == name })
	if at < 0 {
		return verdict.Perspective{}
	}
	return v.Perspectives[at]
}

// TestOneCallATool: with panel.ask = "tool" a program is started once for all that it
// answers, whatever of the answer is missing is asked for alone, and the verdict says so.
func TestOneCallATool(t *testing.T) {
	t.Parallel()
	s := newStage(t, "[panel]\nask = \"tool\"\n", "gemini", "codex", "claude")
	s.write(scenes[0])
	s.write(scenes[1])
	brief := filepath.Join(s.session, "spec", "product-brief.md")
	if out, errs, code := s.run("critique", brief); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if diff := cmp.Diff([]string{"claude:quality", "codex:technical", "gemini:product+coverage"}, s.sortedCalls()); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	v := s.await("DISCUSS-002")
	product, coverage := of(v, "product"), of(v, "coverage")
	if diff := cmp.Diff([]string{"coverage"}, product.AnsweredWith); diff != "" || len(of(v, "quality").AnsweredWith) > 0 {
		t.Errorf("answered with (-want +got):\n%s", diff)
	}
	if *product.Cost.InputTokens+*coverage.Cost.InputTokens != 10 || *v.Cost.InputTokens != 30 {
		t.Errorf("10 tokens a call, and three calls: product %d, coverage %d, all %d", *product.Cost.InputTokens, *coverage.Cost.InputTokens, *v.Cost.InputTokens)
	}
	if want := "gemini answered for product, coverage in one call"; !slices.Contains(v.Notes, want) {
		t.Errorf("notes %q", v.Notes)
	}

	s.edit("spec/product-brief.md", "# Brief\n\nThe locker room is open from six to ten, and nobody has to wait there.\n")
	s.direct("gemini", "answer", `{"product": {"rating": 4, "key_finding": "fine", "strengths": [{"text": "hours are named"}], "weaknesses": []}}`)
	out, errs, code := s.run("critique", brief)
	calls := s.sortedCalls()
	if want := []string{"claude:quality", "codex:technical", "gemini:coverage", "gemini:product+coverage"}; !slices.Equal(calls, want) {
		t.Errorf("calls %q, want %q: exit %d\n%s%s", calls, want, code, out, errs)
	}
}

// TestAnswersOutliveAKill kills a round between the first answer and the last one: the
// perspectives that have answered are not asked again, also by another process.
func TestAnswersOutliveAKill(t *testing.T) {
	t.Parallel()
	for _, ask := range []string{"each", "tool"} {
		t.Run(ask, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "[panel]\nask = \""+ask+"\"\n", "gemini", "codex", "claude")
			s.write(scenes[0])
			s.write(scenes[1])
			brief := filepath.Join(s.session, "spec", "product-brief.md")
			s.direct("codex", "mode", "wait")
			first := s.command("critique", brief)
			must(t, first.Start())
			// The one that is waited for has to be asked before the kill: else its call comes behind it.
			unasked := func() bool { return len(s.keptAnswers()) < 3 || !slices.Contains(s.calls(), "codex:technical") }
			for end := time.Now().Add(s.patience); unasked(); <-time.After(10 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("%d answers are kept; asked were %q", len(s.keptAnswers()), s.calls())
				}
			}
			must(t, first.Process.Signal(syscall.SIGKILL))
			first.Wait()
			s.direct("codex", "mode", "")
			s.sortedCalls()

			out, errs, code := s.run("critique", brief)
			if code != 0 {
				t.Fatalf("exit %d\n%s%s", code, out, errs)
			}
			if diff := cmp.Diff([]string{"codex:technical"}, s.sortedCalls()); diff != "" {
				t.Errorf("asked behind the kill (-want +got):\n%s", diff)
			}
			v := s.await("DISCUSS-002")
			if p := of(v, "quality"); p.Carried == nil || p.Carried.Revision != 1 || p.Carried.Fingerprint != string(v.Artifact.Fingerprint) || p.Rating == nil {
				t.Errorf("quality: %+v", p)
			}
			if want := "product, quality, coverage not asked again: it had answered when judging of this revision (1) was cut off"; !slices.Contains(v.Notes, want) {
				t.Errorf("notes %q", v.Notes)
			}
			if *v.Cost.InputTokens < 30 {
				t.Errorf("%d tokens: what the killed round paid belongs to this revision", *v.Cost.InputTokens)
			}
			if strings.Contains(v.Message, "carried") {
				t.Errorf("the message speaks of an earlier revision: %s", v.Message)
			}
		})
	}
}

// TestCarriedOver: a revision asks whom it concerns. --force asks everybody, and so does
// whoever keeps no answers.
func TestCarriedOver(t *testing.T) {
	t.Parallel()
	const readers = "[[perspectives]]\nname = \"technical\"\nreads = [\"spec/requirements/REQ-00[12]*\"]\n[[perspectives]]\nname = \"quality\"\nreads = [\"spec/requirements/REQ-003*\"]\n"
	const rounds = "[[rounds]]\nid = \"DISCUSS-003\"\nperspectives = [\"product\", \"technical\", \"quality\"]\n"
	s := newStage(t, readers+rounds, "gemini", "codex", "claude")
	requirements := filepath.Join(s.session, "spec", "requirements")
	must(t, os.MkdirAll(requirements, 0o755))
	for name, text := range map[string]string{
		"_index.md":  "# Requirements\n\nThe requirements of the parcel room, one a file: REQ-001, REQ-002 and REQ-003.\n",
		"REQ-001.md": "# REQ-001\n\nThe locker opens within 2 s of the code being typed.\n",
		"REQ-002.md": "# REQ-002\n\nA courier can refuse a parcel that is too large.\n",
		"REQ-003.md": "# REQ-003\n\nA parcel is kept for ten days and then goes back.\n",
	} {
		must(t, os.WriteFile(filepath.Join(requirements, name), []byte(text), 0o644))
	}
	index := filepath.Join(requirements, "_index.md")
	s.run("critique", index)
	s.await("DISCUSS-003")
	everybody := []string{"claude:quality", "codex:technical", "gemini:product"}
	if diff := cmp.Diff(everybody, s.sortedCalls()); diff != "" {
		t.Fatalf("first (-want +got):\n%s", diff)
	}

	must(t, os.WriteFile(filepath.Join(requirements, "REQ-003.md"), []byte("# REQ-003\n\nA parcel is kept for twelve days and then goes back.\n"), 0o644))
	s.run("critique", index)
	if diff := cmp.Diff([]string{"claude:quality", "gemini:product"}, s.sortedCalls()); diff != "" {
		t.Errorf("a member that technical does not read (-want +got):\n%s", diff)
	}
	v := s.await("DISCUSS-003")
	if p := of(v, "technical"); p.Carried == nil || p.Carried.Revision != 1 || v.Revision != 2 || p.Tool != "codex" {
		t.Errorf("revision %d, technical: %+v", v.Revision, p)
	}
	record, err := os.ReadFile(filepath.Join(s.session, "discussions", "DISCUSS-003-discussion.md"))
	must(t, err)
	said := "1 of 3 answers carried over from an earlier revision: nothing that they read has changed."
	for where, text := range map[string]string{"message": v.Message, "summary": v.Summary, "record": string(record)} {
		if !strings.Contains(text, said) {
			t.Errorf("the %s does not say %q:\n%s", where, said, text)
		}
	}
	if !strings.Contains(string(record), "technical not asked again, nothing that it reads has changed: answer carried over from revision 1") {
		t.Errorf("the record's notes do not say who:\n%s", record)
	}

	for name, spoil := range map[string]string{"damaged": "{\"question\":", "somebody's": `{"text": "{\"rating\": 5}"}`} {
		for _, file := range s.keptAnswers() {
			must(t, os.WriteFile(file, []byte(spoil), 0o644))
		}
		must(t, os.WriteFile(filepath.Join(requirements, "REQ-003.md"), []byte("# REQ-003\n\nA parcel is kept for "+name+" days and then goes back.\n"), 0o644))
		s.run("critique", index)
		if diff := cmp.Diff(everybody, s.sortedCalls()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}

	s.run("critique", "--force", index)
	if diff := cmp.Diff(everybody, s.sortedCalls()); diff != "" {
		t.Errorf("--force (-want +got):\n%s", diff)
	}
}

// TestRevisionByWhatChanged: with panel.revision = "changed" a revision shows the changed
// member whole and outlines of the others, and a weakness in one of those goes on standing.
func TestRevisionByWhatChanged(t *testing.T) {
	t.Parallel()
	s := newStage(t, "[panel]\nrevision = \"changed\"\nverify = \"off\"\n[[rounds]]\nid = \"DISCUSS-003\"\nperspectives = [\"technical\"]\n", "codex")
	requirements := filepath.Join(s.session, "spec", "requirements")
	must(t, os.MkdirAll(requirements, 0o755))
	must(t, os.MkdirAll(filepath.Join(s.dir, "stage", "prompts"), 0o755))
	write := func(name, text string) {
		must(t, os.WriteFile(filepath.Join(requirements, name), []byte(text), 0o644))
	}
	write("_index.md", "# Requirements\n\nThe requirements of the parcel room: REQ-001 and REQ-002.\n")
	write("REQ-001.md", "# REQ-001\n\nThe locker opens promptly once the code was typed.\n")
	write("REQ-002.md", "# REQ-002\n\nA courier can refuse a parcel that is too large.\n")
	s.direct("codex", "answer", `{"rating": 4, "key_finding": "x", "strengths": [], "weaknesses": [{"text": "Promptly is no time that can be tested", "severity": "HIGH", "category": "testability", "targets": ["REQ-001"], "quote": "The locker opens promptly once the code was typed."}]}`)
	index := filepath.Join(requirements, "_index.md")
	s.run("critique", index)
	s.await("DISCUSS-003")
	s.direct("codex", "answer", `{"rating": 4, "key_finding": "x", "strengths": [{"text": "REQ-002 names a limit now"}], "weaknesses": []}`)
	write("REQ-002.md", "# REQ-002\n\nA courier can refuse a parcel that is longer than 60 cm.\n")
	shown := func() string {
		text, err := os.ReadFile(filepath.Join(s.dir, "stage", "prompts", "DISCUSS-003-technical.codex"))
		must(t, err)
		return string(text)
	}
	s.run("critique", index)
	v := s.await("DISCUSS-003")
	weaknesses := of(v, "technical").Weaknesses
	if v.Revision != 2 || len(weaknesses) != 1 || weaknesses[0].Severity != "HIGH" || weaknesses[0].QuotePath != "spec/requirements/REQ-001.md" {
		t.Errorf("revision %d: %+v", v.Revision, weaknesses)
	}
	if prompt := shown(); strings.Contains(prompt, "\nThe locker opens promptly") || !strings.Contains(prompt, "BEGIN outlines of what has not changed") || !strings.Contains(prompt, "longer than 60 cm") {
		t.Errorf("shown was\n%s", prompt)
	}

	for _, line := range []string{"\nspec/requirements/REQ-002.md\n", "\nline 3: … refuse a parcel that is [-too large-]{+longer than 60 cm+}.\n"} {
		if !strings.Contains(shown(), line) {
			t.Errorf("the differences lack %q:\n%s", line, shown())
		}
	}

	write("REQ-001.md", "# REQ-001\n\nThe locker opens within 2 s once the code was typed.\n")
	s.run("critique", index)
	if weaknesses := of(s.await("DISCUSS-003"), "technical").Weaknesses; len(weaknesses) > 0 {
		t.Errorf("mended, and yet: %+v", weaknesses)
	}
	s.run("critique", "--force", index)
	if prompt := shown(); strings.Contains(prompt, "outlines of what has not changed") {
		t.Errorf("--force shows\n%s", prompt)
	}
}
