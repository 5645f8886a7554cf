//go:build linux

package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"discussd/internal/syncbuffer"
)

// TestStatusTellsOfChangesUpstream changes the brief after the requirements were
// judged: their verdict stays, and is suspect.
func TestStatusTellsOfChangesUpstream(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	for _, scene := range scenes[:3] {
		s.write(scene)
	}
	if out, errs, code := s.run("critique", "--checks-only", s.session); code == 1 {
		t.Fatalf("%s\n%s", out, errs)
	}
	row := func(round string) string {
		out, _, _ := s.run("status", s.session)
		for line := range strings.Lines(out) {
			if strings.Contains(line, round+" ") {
				return line
			}
		}
		return ""
	}
	if got := row("DISCUSS-003"); !strings.Contains(got, "fresh") || strings.Contains(got, "suspect") {
		t.Errorf("nothing has changed: %s", got)
	}
	s.edit("spec/product-brief.md", "\nOne more word.\n")
	if got := row("DISCUSS-003"); !strings.Contains(got, "fresh, suspect: DISCUSS-002 changed since") {
		t.Errorf("the brief has changed: %s", got)
	}
	if got := row("DISCUSS-002"); !strings.Contains(got, "stale") {
		t.Errorf("the brief itself: %s", got)
	}
	s.drop("discussions/requests/a.json", `{"round": "X-1", "artifact": "notes/gone.md", "perspectives": [{"name": "ux", "tool": "codex"}]}`)
	if got := row("requests/a.json"); !strings.Contains(got, "unanswered") {
		t.Errorf("a request: %s", got)
	}
	s.run("critique", "--checks-only", s.session+"/discussions/requests/a.json")
	if got := row("requests/a.json"); !strings.Contains(got, "answered") || !strings.Contains(got, "error") {
		t.Errorf("a request, refused: %s", got)
	}
	if out, _, _ := s.run("status", s.session); strings.Contains(out, "discussd decide") {
		t.Errorf("a person is to decide about an error: %s", out)
	}
}

// A block because nobody spoke is told apart from one that a panel decided.
func TestStatusTellsThatNoModelAnswered(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	s.write(scenes[1])
	if out, errs, code := s.run("critique", s.session); code == 1 {
		t.Fatalf("%s\n%s", out, errs)
	}
	if got := s.state("DISCUSS-002"); !strings.Contains(got, "consensus_blocked (MEDIUM), no model answered") {
		t.Errorf("no tool is installed: %s", got)
	}
	if out, _, _ := s.run("status", "--json", s.session); !strings.Contains(out, `"unreviewed": true`) {
		t.Errorf("as JSON: %s", out)
	}
	out, errs, code := s.run("critique", "--checks-only", s.session) // no model has said anything that would be lost
	if code != 0 || !strings.Contains(out, "checks passed") || strings.Contains(out+errs, "kept the verdict") {
		t.Errorf("the checks alone, afterwards: exit %d\n%s\n%s", code, out, errs)
	}
	if got := s.state("DISCUSS-002"); !strings.Contains(got, "no model was asked") {
		t.Errorf("after the checks alone: %s", got)
	}
}

// A consensus of the checks alone is never shown like that of a panel.
func TestStatusOfChecksAlone(t *testing.T) {
	t.Parallel()
	s := newStage(t, oneJudge(1), "codex")
	s.write(scenes[1])
	brief := filepath.Join(s.session, "spec/product-brief.md")
	if out, errs, code := s.run("critique", "--checks-only", brief); code != 0 {
		t.Fatalf("exit %d\n%s\n%s", code, out, errs)
	}
	if got := s.state("DISCUSS-002"); !strings.Contains(got, "consensus_reached by the checks alone; no model was asked") {
		t.Errorf("as detail: %s", got)
	}
	if got := s.overview(); !strings.Contains(got, "  ·   u   ·") {
		t.Errorf("as a line: %s", got)
	}
	if got := s.reviewed(); got {
		t.Error("JSON calls it reviewed")
	}
	if out, errs, code := s.run("critique", brief); code != 0 {
		t.Fatalf("exit %d\n%s\n%s", code, out, errs)
	}
	if got := s.state("DISCUSS-002"); !strings.Contains(got, "consensus_reached") || strings.Contains(got, "alone") {
		t.Errorf("a panel, as detail: %s", got)
	}
	if got := s.overview(); !strings.Contains(got, "  ·   ✓   ·") {
		t.Errorf("a panel, as a line: %s", got)
	}
	if got := s.reviewed(); !got {
		t.Error("a panel's verdict is not reviewed in JSON")
	}
}

// overview is what status says of the folder above the session, in UTF-8.
func (s *stage) overview(flags ...string) string {
	s.t.Helper()
	s.environment = append(s.environment, "LC_ALL=C.UTF-8")
	out, errs, code := s.run(append([]string{"status", s.root}, flags...)...)
	if code != 0 {
		s.t.Fatalf("exit %d: %s", code, errs)
	}
	return out
}

// reviewed is what JSON says of DISCUSS-002.
func (s *stage) reviewed() bool {
	s.t.Helper()
	out, _, _ := s.run("status", "--json", s.root)
	var report struct {
		Sessions []struct {
			Rounds []struct {
				Round    string
				Reviewed *bool
			}
		}
	}
	must(s.t, json.Unmarshal([]byte(out), &report))
	for _, r := range report.Sessions[0].Rounds {
		if r.Round == "DISCUSS-002" && r.Reviewed != nil {
			return *r.Reviewed
		}
	}
	s.t.Fatalf("no round that says whether it was reviewed: %s", out)
	return false
}

// TestStatusLines: a line a session below a folder, who needs somebody first; with
// --blocked nobody else.
func TestStatusLines(t *testing.T) {
	isolate(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"a-good": "# Brief\n\nParcels wait in a locker.\n", "b-bad": "# Brief\n\nSee [the table](gone.md).\n"} {
		file := filepath.Join(dir, name, "spec", "product-brief.md")
		must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(t, os.WriteFile(file, []byte(text), 0o644))
		execute(t, "critique", "--checks-only", file)
	}
	t.Setenv("LC_ALL", "C")
	lines := func(flags ...string) []string {
		out, errs, code := execute(t, append([]string{"status", dir}, flags...)...)
		if code != 0 || errs != "" {
			t.Fatalf("exit %d: %s", code, errs)
		}
		return strings.Split(out, "\n")
	}
	got := lines()
	if len(got) < 5 || !strings.HasPrefix(got[0], "2 sessions in "+dir+": 1 needs somebody") || !strings.HasPrefix(got[3], "b-bad ") ||
		!strings.Contains(got[3], " xH ") || !strings.HasSuffix(got[3], "  writer revises 002") || !strings.HasPrefix(got[4], "a-good ") || !strings.Contains(got[4], " u ") {
		t.Errorf("got %q", got)
	}
	if got := strings.Join(lines("--blocked"), "\n"); !strings.Contains(got, "\nb-bad ") || strings.Contains(got, "\na-good ") {
		t.Errorf("blocked: %s", got)
	}
	if got := strings.Join(lines("--blocked", "--json"), "\n"); !strings.Contains(got, "b-bad") || strings.Contains(got, "a-good") {
		t.Errorf("blocked, as JSON: %s", got)
	}
	out, _, _ := execute(t, "status", filepath.Join(dir, "a-good"), filepath.Join(dir, "b-bad"))
	if strings.Count(out, "DISCUSS-002  fresh") != 2 {
		t.Errorf("sessions that are named: %s", out)
	}
	out, _, _ = execute(t, "status", "--blocked", filepath.Join(dir, "a-good"))
	if !strings.Contains(out, "1 session in "+dir+": nobody is needed") {
		t.Errorf("blocked, none: %s", out)
	}
	for _, flags := range [][]string{{"--watch"}, {"--follow", "--watch"}, {"--follow", "--blocked"}, {"--watch", "--json"}} {
		if _, errs, code := execute(t, append([]string{"status", dir}, flags...)...); code != exitUsage || !strings.Contains(errs, "--follow") {
			t.Errorf("%q: exit %d: %s", flags, code, errs)
		}
	}
}

// TestStatusWatch: a terminal is drawn anew, and shows what has changed.
func TestStatusWatch(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	s.write(scenes[1])
	s.environment = append(s.environment, "LC_ALL=C.UTF-8")
	master, terminal := openTerminal(t)
	defer master.Close()
	var shown syncbuffer.Buffer
	go io.Copy(&shown, master) // ends with EIO when the terminal is closed
	cmd := s.command("status", "--watch", s.root)
	cmd.Stdout, cmd.Stderr = terminal, terminal
	must(t, cmd.Start())
	must(t, terminal.Close())
	shows := func(text string) func() bool {
		return func() bool {
			frames := strings.Split(shown.String(), "\x1b[H\x1b[2J")
			return strings.Contains(frames[len(frames)-1], text)
		}
	}
	poll(t, "the round", shows("○ not judged"))
	s.run("critique", "--checks-only", s.session)
	poll(t, "its verdict", shows("u the checks alone"))
	must(t, cmd.Process.Signal(os.Interrupt))
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
}
