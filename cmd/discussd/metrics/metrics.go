// Package metrics tells in numbers what a daemon does, in the text format of Prometheus:
// what came of rounds, where their time went, how tools answered, what that cost, and what
// is under way.
//
// Verdicts come in as they are given, and what daemons say of themselves when somebody asks;
// text goes out over HTTP, to this machine alone. No number names a session.
package metrics

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	victoria "github.com/VictoriaMetrics/metrics"

	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/verdict"
)

// The families of numbers, by their names.
const (
	info     = "discussd_build_info"
	rounds   = "discussd_rounds_total"
	stages   = "discussd_round_stage_seconds"
	attempts = "discussd_tool_attempts_total"
	tokens   = "discussd_tokens_total"
	cost     = "discussd_cost_dollars_total"
	last     = "discussd_last_verdict_timestamp_seconds"
	jobs     = "discussd_jobs"
	cooling  = "discussd_tool_cooling"
	watches  = "discussd_inotify_watches"
	started  = "discussd_start_time_seconds"
)

// families say what each number is, in the order in which they are told.
var families = [...]struct{ name, kind, help string }{
	{info, "gauge", "The version that runs; always 1."},
	{started, "gauge", "When the daemon started, as a Unix time."},
	{rounds, "counter", "Verdicts given, by outcome, severity and whether a panel or the checks alone spoke."},
	{last, "gauge", "When the last verdict was given, as a Unix time; 0 before the first."},
	{stages, "histogram", "Where the time of verdicts went: queue, checks, critique, total."},
	{attempts, "counter", "How tools answered when they were asked, by tool and class of outcome."},
	{tokens, "counter", "Tokens that tools reported, by direction."},
	{cost, "counter", "US dollars that tools reported."},
	{jobs, "gauge", "Rounds, requests and decisions to be judged, by state."},
	{cooling, "gauge", "Whether a tool is left alone for a while after it failed."},
	{watches, "gauge", "Folders that the kernel reports changes of to this process."},
}

// Metrics counts what one daemon does. Its methods may be called by several goroutines.
type Metrics struct {
	version string
	sets    map[string]*victoria.Set // by family

	mu     sync.Mutex
	asking map[string]bool // rounds whose panel is asked: what it cost is told with their next verdict
	tools  map[string]bool // that have ever cooled
}

// New counts for a program of the given version, from nothing.
func New(version string) *Metrics {
	m := &Metrics{version: version, sets: map[string]*victoria.Set{}, asking: map[string]bool{}, tools: map[string]bool{}}
	for _, f := range families {
		m.sets[f.name] = victoria.NewSet()
	}
	m.gauge(started).Set(float64(time.Now().Unix()))
	m.gauge(last)
	m.sets[cost].GetOrCreateFloatCounter(cost)
	return m
}

// series names one number of a family: labels are names and values in turn.
func series(family string, labels ...string) string {
	var all []string
	for pair := range slices.Chunk(labels, 2) {
		all = append(all, fmt.Sprintf("%s=%q", pair[0], strings.ToValidUTF8(pair[1], "?")))
	}
	if len(all) == 0 {
		return family
	}
	return family + "{" + strings.Join(all, ",") + "}"
}

func (m *Metrics) gauge(family string, labels ...string) *victoria.Gauge {
	return m.sets[family].GetOrCreateGauge(series(family, labels...), nil)
}

func (m *Metrics) add(n int64, family string, labels ...string) {
	m.sets[family].GetOrCreateCounter(series(family, labels...)).AddInt64(n)
}

// Began notes that a panel is asked of a round.
func (m *Metrics) Began(dir string, c verdict.Case, _ []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asking[dir+"\x00"+c.Round] = true
}

// asked tells whether a panel was asked for the verdict of a round: one that a person's
// decision changes holds what was asked long before.
func (m *Metrics) asked(dir, round string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := dir + "\x00" + round
	was := m.asking[key]
	delete(m.asking, key)
	return was
}

// Given counts a verdict.
func (m *Metrics) Given(dir string, v verdict.Verdict) {
	severity := ""
	if v.Severity != nil {
		severity = strings.ToLower(string(*v.Severity))
	}
	m.add(1, rounds, "verdict", string(v.Outcome), "severity", severity, "basis", string(v.Basis))
	m.gauge(last).Set(float64(v.FinishedAt.Unix()))
	for stage, took := range map[string]int64{"queue": v.Timing.QueuedMS, "checks": v.Timing.ChecksMS, "critique": v.Timing.CritiqueMS, "total": v.Timing.TotalMS} {
		m.sets[stages].GetOrCreatePrometheusHistogramExt(series(stages, "stage", stage), []float64{0.01, 0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 120, 300, 600, 1200}).Update(float64(took) / 1000)
	}
	if !m.asked(dir, v.Round) {
		return
	}
	for _, p := range v.Perspectives {
		for _, a := range p.Attempts {
			m.add(1, attempts, "tool", a.Tool, "outcome", string(a.Outcome))
		}
	}
	for direction, n := range map[string]*int64{"input": v.Cost.InputTokens, "output": v.Cost.OutputTokens} {
		if n != nil {
			m.add(*n, tokens, "direction", direction)
		}
	}
	if v.Cost.USD != nil {
		m.sets[cost].GetOrCreateFloatCounter(cost).Add(*v.Cost.USD)
	}
}

// states are those in which something waits or is judged.
var states = [...]verdict.PendingState{verdict.Settling, verdict.Queued, verdict.Running, verdict.Held}

// see takes what a daemon says of itself now.
func (m *Metrics) see(d presence.Daemon) {
	count := map[string]int{}
	for _, state := range states {
		count[string(state)] = 0
	}
	for _, job := range d.Jobs {
		count[string(job.State)]++
	}
	for _, state := range slices.Sorted(maps.Keys(count)) {
		m.gauge(jobs, "state", state).Set(float64(count[state]))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for tool := range m.tools {
		m.gauge(cooling, "tool", tool).Set(0)
	}
	for _, b := range d.Breakers {
		m.tools[b.Tool] = true
		m.gauge(cooling, "tool", b.Tool).Set(1)
	}
}

// Write writes every number. Of the process it reads what it holds, and what it has said
// of itself.
func (m *Metrics) Write(w io.Writer) {
	m.gauge(info, "version", m.version).Set(1)
	if daemons, err := presence.Daemons(); err == nil {
		for _, d := range daemons {
			if d.PID == os.Getpid() {
				m.see(d)
			}
		}
	}
	if n, ok := held(); ok {
		m.gauge(watches).Set(float64(n))
	}
	var all bytes.Buffer
	for _, f := range families {
		if len(m.sets[f.name].ListMetricNames()) > 0 {
			fmt.Fprintf(&all, "# HELP %s %s\n# TYPE %s %s\n", f.name, f.help, f.name, f.kind)
			m.sets[f.name].WritePrometheus(&all)
		}
	}
	w.Write(all.Bytes())
}

// held counts the watches of this process, where the system tells.
func held() (n int, ok bool) {
	const folder = "/proc/self/fdinfo"
	files, err := os.ReadDir(folder)
	if err != nil {
		return 0, false
	}
	for _, file := range files {
		text, _ := os.ReadFile(folder + "/" + file.Name())
		n += bytes.Count(text, []byte("inotify wd:"))
	}
	return n, true
}
