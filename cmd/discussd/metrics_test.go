//go:build linux

package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMetrics: a daemon tells in numbers what it has done, over a socket that only its own
// group may use, and takes it away when it ends.
func TestMetrics(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(t.TempDir(), "s")
	s := newStage(t, "[metrics]\nlisten = \"unix:"+socket+"\"\n", "gemini", "codex", "claude")
	daemon := s.background(s.root)
	s.write(scenes[0])
	s.await("DISCUSS-001")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(context.Context, string, string) (net.Conn, error) { return net.Dial("unix", socket) }}}
	ask := func() string {
		answer, err := client.Get("http://discussd/metrics")
		must(t, err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		must(t, err)
		return string(text)
	}
	told := ask()
	for late := time.Now().Add(s.patience); !strings.Contains(told, `basis="panel"} 1`) && time.Now().Before(late); { // it is counted after it is written
		told = ask()
	}
	for _, want := range []string{
		`discussd_rounds_total{verdict="consensus_`, `basis="panel"} 1`, `discussd_tool_attempts_total{tool="gemini",outcome="ok"}`,
		`discussd_jobs{state="running"} `, `discussd_tokens_total{direction="input"}`, "discussd_inotify_watches ",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("not told: %s\n%s", want, told)
		}
	}
	if strings.Contains(told, "parcel") || strings.Contains(told, s.dir) {
		t.Errorf("the numbers name a session:\n%s", told)
	}
	if strings.Contains(told, "discussd_inotify_watches 0\n") {
		t.Error("nothing is watched")
	}
	s.stop(daemon)
	if _, err := net.Dial("unix", socket); err == nil {
		t.Error("a daemon that has ended answers")
	}
}

// TestMetricsTaken: an address that somebody has already is a mistake of the configuration.
func TestMetricsTaken(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	must(t, err)
	defer taken.Close()
	s := newStage(t, "[metrics]\nlisten = \""+taken.Addr().String()+"\"\n")
	if _, errs, code := s.run("run", s.root); code != exitConfig || !strings.Contains(errs, "metrics.listen") {
		t.Errorf("exit %d\n%s", code, errs)
	}
}
