package metrics

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"discussd/critique"
	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/schedule"
	"discussd/pipeline/verdict"
)

// busy are the numbers of a daemon that has given three verdicts: one of a panel, the same
// after a person's decision, and one of the checks alone.
func busy(t *testing.T) *Metrics {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	m := New(`1.2"3`)
	high := critique.High
	v := verdict.Verdict{
		Round: "DISCUSS-002", Outcome: verdict.Blocked, Severity: &high, Basis: critique.BasisPanel, FinishedAt: time.Unix(1800000000, 0),
		Timing:       verdict.Timing{QueuedMS: 20, ChecksMS: 40, CritiqueMS: 90000, TotalMS: 90060},
		Cost:         verdict.Cost{InputTokens: new(int64(10)), OutputTokens: new(int64(5)), USD: new(0.25)},
		Perspectives: []verdict.Perspective{{Attempts: []verdict.Attempt{{Tool: "gemini", Outcome: critique.Timeout}, {Tool: "codex", Outcome: "ok"}}}},
	}
	m.Began("/s", verdict.Case{Round: "DISCUSS-002"}, nil)
	m.Given("/s", v)
	v.Outcome, v.Severity = verdict.Reached, nil
	m.Given("/s", v)
	m.Given("/s", verdict.Verdict{Round: "DISCUSS-003", Outcome: verdict.Reached, Basis: critique.BasisChecks, FinishedAt: time.Unix(1800000009, 0)})
	m.see(presence.Daemon{Jobs: []schedule.Job{{State: verdict.Held}, {State: verdict.Running}, {State: verdict.Held}},
		Breakers: []presence.Breaker{{Tool: "claude"}}})
	m.see(presence.Daemon{Jobs: []schedule.Job{{State: verdict.Held}}, Breakers: []presence.Breaker{{Tool: "gemini"}}})
	return m
}

func TestWrite(t *testing.T) {
	var out bytes.Buffer
	busy(t).Write(&out)
	for _, want := range []string{
		`discussd_build_info{version="1.2\"3"} 1`,
		`discussd_rounds_total{verdict="consensus_blocked",severity="high",basis="panel"} 1`,
		`discussd_rounds_total{verdict="consensus_reached",severity="",basis="panel"} 1`,
		`discussd_rounds_total{verdict="consensus_reached",severity="",basis="checks"} 1`,
		`discussd_round_stage_seconds_bucket{stage="critique",le="120"} 3`,
		`discussd_round_stage_seconds_bucket{stage="critique",le="60"} 1`,
		`discussd_tool_attempts_total{tool="codex",outcome="ok"} 1`, // and not twice for the decision
		`discussd_tokens_total{direction="input"} 10`,
		`discussd_cost_dollars_total 0.25`,
		`discussd_last_verdict_timestamp_seconds 1800000009`,
		`discussd_jobs{state="held"} 1`, `discussd_jobs{state="running"} 0`,
		`discussd_tool_cooling{tool="claude"} 0`, `discussd_tool_cooling{tool="gemini"} 1`,
		"# TYPE discussd_round_stage_seconds histogram",
	} {
		if !strings.Contains(out.String(), want+"\n") {
			t.Errorf("not told: %s", want)
		}
	}
	if t.Failed() {
		t.Logf("%s", &out)
	}
}

// promtool runs Prometheus' own checker.
func promtool(t *testing.T, stdin io.Reader, args ...string) {
	t.Helper()
	program, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("NOT TESTED: no promtool here, so Prometheus has not read this; Debian's package is called prometheus")
	}
	cmd := exec.Command(program, args...)
	cmd.Stdin = stdin
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func TestPrometheusReadsIt(t *testing.T) {
	var out bytes.Buffer
	busy(t).Write(&out)
	promtool(t, &out, "check", "metrics")
}

func TestPrometheusReadsTheRules(t *testing.T) {
	promtool(t, nil, "check", "rules", "../../../docs/monitoring/alerts.yml")
}

// TestNamesOfFiles: dashboard and alerts ask for numbers that there are.
func TestNamesOfFiles(t *testing.T) {
	var out bytes.Buffer
	busy(t).Write(&out)
	files, err := filepath.Glob("../../../docs/monitoring/*")
	if err != nil || len(files) < 2 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for _, word := range strings.FieldsFunc(string(text), func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) {
			if strings.HasPrefix(word, "discussd_") {
				seen++
				if !strings.Contains(out.String(), "\n"+word) {
					t.Errorf("%s: there is no %s", file, word)
				}
			}
		}
		if seen < 5 {
			t.Errorf("%s: %d numbers", file, seen)
		}
	}
}

// TestServe: a socket that a dead daemon has left is replaced, one of a living daemon and a
// file of somebody's are not.
func TestServe(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s")
	dead, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	dead.(*net.UnixListener).SetUnlinkOnClose(false)
	dead.Close()
	listener, err := Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := Listen("unix", socket); err == nil {
		second.Close()
		t.Error("two daemons listen")
	}
	if entry, err := os.Stat(socket); err != nil || entry.Mode().Perm() != 0o660 {
		t.Errorf("%v, %v", entry.Mode(), err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	m := busy(t)
	go func() { ended <- m.Serve(ctx, listener) }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(context.Context, string, string) (net.Conn, error) { return net.Dial("unix", socket) }}}
	for path, want := range map[string]string{"/healthz": "ok\n", "/metrics": "discussd_rounds_total", "/": "404"} {
		answer, err := client.Get("http://discussd" + path)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if !strings.Contains(string(text), want) {
			t.Errorf("%s: %s", path, text)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	plain := filepath.Join(t.TempDir(), "plain")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen("unix", plain); err == nil {
		t.Error("a file of somebody's is replaced")
	}
}
