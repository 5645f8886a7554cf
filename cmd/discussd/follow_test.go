//go:build linux

package main

import (
	"encoding/json"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"discussd/internal/syncbuffer"
)

// TestFollow: what is judged from now on is a line each; what was
// judged before is none.
func TestFollow(t *testing.T) {
	s := newStage(t, "")
	s.background("--checks-only", s.root)
	must(t, os.WriteFile(s.brief(), []byte("# Brief\n\nTODO\n"), 0o644))
	s.await("DISCUSS-002")
	var text, lines syncbuffer.Buffer
	for out, flags := range map[*syncbuffer.Buffer][]string{&text: nil, &lines: {"--json"}} {
		cmd := s.command(append([]string{"status", "--follow", s.root}, flags...)...)
		cmd.Stdout, cmd.Stderr = out, os.Stderr
		must(t, cmd.Start())
		defer func() {
			must(t, cmd.Process.Signal(syscall.SIGTERM))
			if err := cmd.Wait(); err != nil {
				t.Errorf("ended with %v", err)
			}
		}()
	}
	told := false
	for try := 0; try < 10 && !told; try++ { // the first look may come after a verdict
		s.edit("spec/product-brief.md", "\nMore.\n")
		fingerprint := string(s.await("DISCUSS-002").Artifact.Fingerprint)
		for end := time.Now().Add(3 * time.Second); time.Now().Before(end) && !told; time.Sleep(20 * time.Millisecond) {
			told = strings.Contains(lines.String(), fingerprint) && strings.Contains(text.String(), " DISCUSS-002 consensus_")
		}
	}
	if !told {
		t.Errorf("no line tells of the verdicts:\n%s\n%s", text.String(), lines.String())
	}
	if !strings.Contains(text.String(), "by the checks alone; no model was asked") || !strings.Contains(lines.String(), `"reviewed":false`) {
		t.Errorf("no model was asked, and nobody says so:\n%s\n%s", text.String(), lines.String())
	}
	for line := range strings.Lines(lines.String()) {
		var verdict followed
		if err := json.Unmarshal([]byte(line), &verdict); err != nil || verdict.Session != s.session || verdict.Round != "DISCUSS-002" || verdict.Revision < 2 || verdict.Outcome == "" {
			t.Errorf("%v: %s", err, line)
		}
	}
}
