//go:build linux

package main

import (
	"bufio"
	"strings"
	"testing"
	"time"
)

// watched runs the daemon on a terminal and returns the lines that come there.
func (s *stage) watched(arguments ...string) <-chan string {
	s.t.Helper()
	outer, inner := openTerminal(s.t)
	s.t.Cleanup(func() { outer.Close(); inner.Close() })
	cmd := s.command(append([]string{"run"}, arguments...)...)
	cmd.Env = append(cmd.Env, "NO_COLOR=1")
	cmd.Stdout, cmd.Stderr = inner, inner
	must(s.t, s.start(cmd))
	s.t.Cleanup(func() { s.stop(cmd) })
	lines := make(chan string, 1000)
	go func() {
		for scanner := bufio.NewScanner(outer); scanner.Scan(); {
			lines <- strings.TrimRight(scanner.Text(), "\r")
		}
	}()
	return lines
}

// readTo returns the lines up to one that holds a text.
func readTo(t *testing.T, lines <-chan string, last string) string {
	t.Helper()
	var all strings.Builder
	for late := time.After(patience); ; {
		select {
		case line := <-lines:
			all.WriteString(line + "\n")
			if strings.Contains(line, last) {
				return all.String()
			}
		case <-late:
			t.Fatalf("no line holds %q:\n%s", last, &all)
		}
	}
}

// TestRunOnATerminal: whoever runs the daemon by hand reads what comes of rounds, and no log.
func TestRunOnATerminal(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "gemini", "codex", "claude")
	lines := s.watched(s.root)
	if said := readTo(t, lines, "quality: "); !strings.Contains(said, "Ctrl-C ends it") || strings.Contains(said, "[INFO]") {
		t.Errorf("it begins with\n%s", said)
	}
	s.write(scenes[0])
	s.write(scenes[1])
	said := readTo(t, lines, "DISCUSS-002 brief: consensus_")
	if !strings.Contains(said, "asking product, technical, quality, coverage of DISCUSS-002 brief") || strings.Contains(said, "[INFO]") {
		t.Errorf("of a round it tells\n%s", said)
	}
}

// TestRunOnATerminalWithALog: whoever asks for a log gets it on a terminal, too.
func TestRunOnATerminalWithALog(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "gemini", "codex", "claude")
	lines := s.watched("--log-format", "text", s.root)
	s.write(scenes[0])
	if said := readTo(t, lines, "round judged"); strings.Contains(said, "Ctrl-C ends it") || !strings.Contains(said, "[INFO]  discussd: watching") {
		t.Errorf("it tells\n%s", said)
	}
}
