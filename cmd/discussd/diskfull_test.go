//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"discussd/critique"
)

// oneJudge is the configuration of rounds that codex alone judges, so many at once.
func oneJudge(rounds int) string {
	text := fmt.Sprintf("[panel]\nmax_rounds = %d\nbudget = 0\n[tools.codex]\nmax_concurrent = %[1]d\nfallback = []\n", rounds) +
		"[[perspectives]]\nname = \"single\"\ntool = \"codex\"\nrole = \"Judge\"\nfocus = \"everything\"\n"
	for i := range scenes {
		text += fmt.Sprintf("[[rounds]]\nid = %q\nperspectives = [\"single\"]\n", scenes[i].round)
	}
	return text
}

const page = 4096 // bytes in which a tmpfs gives its room away

// TestDiskFull fills the disks of sessions while their tools are thinking: on the
// first nothing is left, on each further one a page more, so that every write of a
// round is the one that fails, on one of them. When there is room again each
// verdict lands, whole and told of, and nobody was asked twice.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	if !inNamespaces(t) {
		return
	}
	const disks = 8
	s := newStage(t, oneJudge(disks), "codex")
	var sessions []*stage
	for i := range disks {
		other := s.beside(fmt.Sprintf("disk with %d pages", i))
		mount(t, "disk", other.session, "tmpfs", 0, "size=1m")
		other.write(scenes[1])
		must(t, os.Mkdir(filepath.Join(other.session, ".msg"), 0o755))
		sessions = append(sessions, other)
	}
	s.direct("codex", "mode", "wait")
	s.environment = append(s.environment, asPatient+"=yes")
	s.background(s.root)
	poll(t, "every tool to be asked", func() bool { return len(s.calls()) == disks })
	for i, disk := range sessions {
		disk.agentSays()
		disk.fill(i * page)
	}
	s.direct("codex", "mode", "")
	for _, disk := range sessions {
		poll(t, "a first try on "+disk.session, func() bool { return disk.judged() || disk.failing(s.log()) })
	}
	late := 0
	for i, disk := range sessions {
		if disk.judged() {
			disk.whole(disk.verdictFile())
		} else if late++; !strings.Contains(s.log(), "no space left on device") {
			t.Errorf("with %d pages left: no verdict, and nobody says why", i)
		}
		must(t, os.Remove(disk.ballast()))
	}
	if late == 0 || late == disks {
		t.Fatalf("%d of %d verdicts could not be written at first: too few disks, or too many", late, disks)
	}
	for _, disk := range sessions {
		disk.await("DISCUSS-002")
	}
	for _, disk := range sessions {
		poll(t, "the end on the bus of "+disk.session, disk.ended)
		if verdicts := disk.sound("DISCUSS-002"); len(verdicts) != 1 {
			t.Errorf("%s: %d verdicts", disk.session, len(verdicts))
		}
	}
	if n := len(s.calls()); n != disks {
		t.Errorf("%d tools asked for %d artifacts", n, disks)
	}

	// Where nothing can be written from the start, no tool answers before it can: one that
	// began beside the write that fails is stopped.
	disk, before := sessions[0], len(s.log())
	disk.fill(0)
	s.direct("codex", "mode", "wait")
	brief, err := os.OpenFile(filepath.Join(disk.session, "spec/product-brief.md"), os.O_WRONLY, 0)
	must(t, err)
	_, err = brief.WriteAt([]byte("***"), 0) // the frontmatter's dashes: no byte more
	must(t, errors.Join(err, brief.Close()))
	poll(t, "a try on the full disk", func() bool { return disk.failing(s.log()[before:]) })
	poll(t, "the tools to be stopped", func() bool {
		return !slices.ContainsFunc(s.processes(), func(argv string) bool { return strings.Contains(argv, "bin/codex") })
	})
	s.direct("codex", "mode", "")
	must(t, os.Remove(disk.ballast()))
	disk.await("DISCUSS-002")
	tries := strings.Count(s.log()[before:], "no verdict yet")
	if n, asked := len(disk.sound("DISCUSS-002")), len(s.calls())-disks; n != 2 || asked < 1 || asked > 1+tries {
		t.Errorf("%d verdicts and %d more tools asked in %d tries, want 2, and a tool a try", n, asked, 1+tries)
	}
}

// failing tells whether the log says that the brief could not be judged.
func (s *stage) failing(log string) bool {
	for line := range strings.Lines(log) {
		if strings.Contains(line, "no verdict yet") && strings.Contains(line, s.session) {
			return true
		}
	}
	return false
}

// agentSays has an agent write so much to the message bus that the next line
// begins near the end of a page.
func (s *stage) agentSays() {
	s.t.Helper()
	bus, err := os.Stat(filepath.Join(s.session, ".msg/messages.jsonl"))
	must(s.t, err)
	room := page - int(bus.Size())%page - 50
	s.edit(".msg/messages.jsonl", fmt.Sprintf("{\"note\": %q}\n", strings.Repeat("x", room-len("{\"note\": \"\"}\n"))))
}

func (s *stage) ballast() string { return filepath.Join(s.session, "ballast") }

// fill leaves so many bytes of the session's disk.
func (s *stage) fill(left int) {
	s.t.Helper()
	file, err := os.Create(s.ballast())
	must(s.t, err)
	defer file.Close()
	size := int64(0)
	for block := make([]byte, page); err == nil; size += page {
		_, err = file.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		s.t.Fatal(err)
	}
	must(s.t, file.Truncate(size-page-int64(left)))
}

// judged tells whether a verdict of the brief is there.
func (s *stage) judged() bool {
	_, err := os.Stat(s.verdictFile())
	return err == nil
}

func (s *stage) verdictFile() string {
	return filepath.Join(s.session, "discussions/DISCUSS-002-verdict.json")
}

// ended tells whether the bus says how the brief's round ended.
func (s *stage) ended() bool {
	text, _ := os.ReadFile(filepath.Join(s.session, ".msg/messages.jsonl"))
	return strings.Contains(string(text), `"discussion_`)
}

// TestTemporaryFolderFull leaves no room for the folders in which tools run. The checks
// answer, and when there is room the tool does.
func TestTemporaryFolderFull(t *testing.T) {
	t.Parallel()
	if !inNamespaces(t) {
		return
	}
	s := newStage(t, coolJudge, "codex")
	temporary := s.variable("TMPDIR")
	mount(t, "temporary", temporary, "tmpfs", 0, "size=64k")
	ballast := filepath.Join(temporary, "ballast")
	must(t, os.WriteFile(ballast, make([]byte, 64<<10), 0o644))
	s.background(s.root)
	s.write(scenes[1])
	v := s.await("DISCUSS-002")
	if len(v.Perspectives) != 1 || v.Perspectives[0].Source != critique.SourceChecks || !strings.Contains(fmt.Sprint(v.Perspectives[0].Attempts), "no space left on device") {
		t.Errorf("without room: %+v", v.Perspectives)
	}
	if left, err := filepath.Glob(filepath.Join(temporary, "*")); err != nil || len(left) != 1 {
		t.Errorf("folders of runs left: %q, %v", left, err)
	}
	must(t, os.Remove(ballast))
	poll(t, "a verdict of the tool", func() bool { return s.await("DISCUSS-002").Basis == critique.BasisPanel })
}
