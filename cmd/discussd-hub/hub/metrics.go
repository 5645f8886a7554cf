package hub

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	victoria "github.com/VictoriaMetrics/metrics"

	"discussd/cmd/discussd/hubstate"
	"discussd/critique"
)

// family is a number of which there may be several, told apart by labels.
type family struct {
	name, kind, help string
	series           *victoria.Set
}

func newFamily(name, kind, help string) family {
	return family{name, kind, help, victoria.NewSet()}
}

// set notes a number; labels are names and values in turn.
func (f family) set(value float64, labels ...string) {
	var all []string
	for pair := range slices.Chunk(labels, 2) {
		all = append(all, fmt.Sprintf("%s=%q", pair[0], pair[1]))
	}
	name := f.name
	if len(all) > 0 {
		name += "{" + strings.Join(all, ",") + "}"
	}
	f.series.GetOrCreateFloatCounter(name).Set(value)
}

// write writes families in the text format of Prometheus.
func write(w io.Writer, families []family) {
	var all bytes.Buffer
	for _, f := range families {
		if len(f.series.ListMetricNames()) > 0 {
			fmt.Fprintf(&all, "# HELP %s %s\n# TYPE %s %s\n", f.name, f.help, f.name, f.kind)
			f.series.WritePrometheus(&all)
		}
	}
	_, _ = w.Write(all.Bytes())
}

// WriteMetrics tells in numbers what a worker does. No number names a project.
func (w *Worker) WriteMetrics(out io.Writer) {
	slots := newFamily("discussd_worker_slots", "gauge", "How many asks of a tool may be in work at once.")
	busy := newFamily("discussd_worker_busy", "gauge", "How many are.")
	asks := newFamily("discussd_worker_asks_total", "counter", "Asks that ended, by tool and class of outcome.")
	cost := newFamily("discussd_worker_cost_dollars_total", "counter", "US dollars that tools reported.")
	paused := newFamily("discussd_worker_paused", "gauge", "Whether a tool takes no asks for a while after it failed.")
	if places := w.places.Load(); places != nil {
		for _, at := range *places {
			working, ended, usd := at.outcomes.now()
			slots.set(float64(max(at.bench.Slots, 1)), "tool", at.tool)
			busy.set(float64(working), "tool", at.tool)
			cost.set(usd, "tool", at.tool)
			for class, n := range ended {
				asks.set(float64(n), "tool", at.tool, "outcome", string(class))
			}
			pausing := 0.0
			if at.cooling.left() > 0 {
				pausing = 1
			}
			paused.set(pausing, "tool", at.tool)
		}
	}
	write(out, []family{slots, busy, asks, cost, paused})
}

// Size is what a hub holds.
type Size struct {
	Connections int
	Bytes, Most uint64 // on disk
}

// WriteMetrics tells in numbers how a hub stands.
func WriteMetrics(out io.Writer, size Size, state hubstate.State) {
	connections := newFamily("discussd_hub_connections", "gauge", "Daemons' asks and workers that are connected.")
	connections.set(float64(size.Connections))
	held := newFamily("discussd_hub_bytes", "gauge", "What queue, answers and long prompts take on disk.")
	held.set(float64(size.Bytes))
	most := newFamily("discussd_hub_bytes_limit", "gauge", "What they may take (--most).")
	most.set(float64(size.Most))
	asks := newFamily("discussd_hub_asks", "gauge", "Asks that wait or are in work, by project and tool.")
	awaited := newFamily("discussd_hub_asks_awaited", "gauge", "Those of them that somebody waits for.")
	for _, q := range state.Queue {
		asks.set(float64(q.Asks), "project", q.Project, "tool", q.Tool)
		awaited.set(float64(q.Awaited), "project", q.Project, "tool", q.Tool)
	}
	oldest := newFamily("discussd_hub_oldest_ask_seconds", "gauge", "Age of the oldest ask in the queue; 0 when there is none.")
	oldest.set(state.Oldest)
	spent := newFamily("discussd_hub_limit_spent", "gauge", "What is spent of a limit, by account, period and unit.")
	limit := newFamily("discussd_hub_limit", "gauge", "The limits.")
	for _, l := range state.Limits {
		for period, one := range map[string]hubstate.Spent{"hour": l.Hour, "day": l.Day} {
			if one.OfAsk > 0 {
				spent.set(float64(one.Asks), "account", l.Account, "period", period, "unit", "asks")
				limit.set(float64(one.OfAsk), "account", l.Account, "period", period, "unit", "asks")
			}
			if one.OfUSD > 0 {
				spent.set(one.USD, "account", l.Account, "period", period, "unit", "dollars")
				limit.set(one.OfUSD, "account", l.Account, "period", period, "unit", "dollars")
			}
		}
		if l.AtOnce > 0 {
			spent.set(float64(l.Running), "account", l.Account, "period", "now", "unit", "asks")
			limit.set(float64(l.AtOnce), "account", l.Account, "period", "now", "unit", "asks")
		}
	}
	write(out, []family{connections, held, most, asks, awaited, oldest, spent, limit})
}

// outcomes counts what came of the asks of one tool of a worker.
type outcomes struct {
	mu    sync.Mutex
	busy  int
	ended map[critique.Class]int64
	usd   float64
}

func (t *outcomes) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.busy++
}

func (t *outcomes) end(class critique.Class, cost critique.Cost) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.busy--
	if t.ended == nil {
		t.ended = map[critique.Class]int64{}
	}
	t.ended[class]++
	if cost.USD != nil {
		t.usd += *cost.USD
	}
}

func (t *outcomes) now() (busy int, ended map[critique.Class]int64, usd float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.busy, maps.Clone(t.ended), t.usd
}
