//go:build linux

package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"discussd/internal/syncbuffer"
)

// TestFollow: what is judged from now on is a line each; what was
// judged before is none.
func TestFollow(t *testing.T) {
	t.Parallel()
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
	var given []string
	poll(t, "a line that tells of a verdict", func() bool { // the first look may come after a verdict, or after some
		s.edit("spec/product-brief.md", "\nMore.\n")
		given = append(given, string(s.await("DISCUSS-002").Artifact.Fingerprint))
		return slices.ContainsFunc(given, func(fingerprint string) bool { return strings.Contains(lines.String(), fingerprint) }) &&
			strings.Contains(text.String(), " DISCUSS-002 consensus_")
	})
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
