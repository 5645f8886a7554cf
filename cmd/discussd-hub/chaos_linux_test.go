package main

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"discussd/critique"
	"discussd/internal/thorough"
)

var roundsOfChaos = flag.Int("rounds", 40, "how many rounds TestChaos has judged; -thorough makes it 1,000 of 20 daemons")

// TestChaos has whole daemons judge documents over a hub and three workers, each on a host
// of its own, while all of them are killed and the network is cut and slowed. Every round
// has one verdict, of a model that read its document; nothing is paid twice without a cause
// that can be named; and no process is left.
func TestChaos(t *testing.T) {
	if !inNamespaces(t) {
		return
	}
	seed := *seedOfKill
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", seed)
	rounds, daemons := *roundsOfChaos, 6
	if thorough.Asked() {
		rounds, daemons = max(rounds, 1000), 20
	}
	s := newSite(t, 3, daemons)
	c := &chaos{site: s, chance: rand.New(rand.NewPCG(seed, 0))}
	began := time.Now()
	over := make(chan struct{})
	var agents, bane sync.WaitGroup
	for d, m := range s.daemons() {
		for a := range atOnce {
			agents.Go(func() {
				for n := d*atOnce + a; n < rounds; n += daemons * atOnce {
					c.judge(m, n)
				}
			})
		}
	}
	bane.Go(func() { c.rage(over) })
	agents.Wait()
	close(over)
	bane.Wait()
	t.Logf("%d rounds of %d daemons in %v; %s", rounds, daemons, time.Since(began).Round(time.Second), c.tally())
	for _, m := range s.daemons() {
		if err := m.quit(); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
	}
	for _, m := range s.machines {
		m.kill()
	}
	eventually(t, "no process is left", func() bool { return len(s.belong()) == 0 })
	c.verdicts(rounds)
	c.payments()
}

// atOnce is how many documents a daemon has to judge.
const atOnce = 2

// chaos is a site in which things happen.
type chaos struct {
	*site
	chance *rand.Rand
	done   [5]int // how often each thing happened
}

// judge writes a document and waits for its verdict.
func (c *chaos) judge(m *machine, number int) {
	if err := m.write(number); err != nil {
		c.t.Error(err)
		return
	}
	for end := time.Now().Add(8 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if v, ok := m.verdict(number); ok && v.Basis == critique.BasisPanel {
			return
		}
		if time.Now().After(end) {
			v, ok := m.verdict(number)
			c.t.Errorf("%s: document %d has no verdict of a model (%v: %s, %q)", m.name, number, ok, v.Basis, v.Notes)
			return
		}
	}
}

// what happens to a site.
var happenings = [...]string{"workers killed", "hubs killed", "daemons killed", "hosts cut off", "hosts slowed"}

// rage has things happen until it is told to stop. At its end all machines run, and the
// network is whole.
func (c *chaos) rage(over chan struct{}) {
	var healing sync.WaitGroup
	defer healing.Wait()
	for {
		select {
		case <-over:
			return
		case <-time.After(time.Duration(200+c.chance.IntN(800)) * time.Millisecond):
		}
		m := c.machines[c.chance.IntN(len(c.machines))]
		worker, daemon := c.machines[1+c.chance.IntN(c.workers)], c.daemons()[c.chance.IntN(len(c.daemons()))]
		what := [...]int{0, 0, 0, 0, 1, 2, 2, 2, 3, 3, 4, 4}[c.chance.IntN(12)]
		c.done[what]++
		switch what {
		case 0:
			c.replace(worker)
		case 1:
			c.replace(c.machines[0])
		case 2:
			c.replace(daemon)
		case 3:
			d := time.Duration(500+c.chance.IntN(4000)) * time.Millisecond
			healing.Go(func() { m.cutOff(d) })
		case 4:
			m.delay.Store(int64(time.Duration(c.chance.IntN(80)) * time.Millisecond))
			m.loss.Store(int64(c.chance.IntN(30)))
			healing.Go(func() {
				time.Sleep(4 * time.Second)
				m.delay.Store(0)
				m.loss.Store(0)
			})
		}
	}
}

// replace kills a machine's program and starts it again.
func (c *chaos) replace(m *machine) {
	m.kill()
	if err := m.begin(c.site); err != nil {
		c.t.Error(err)
	}
}

func (c *chaos) tally() string {
	var parts []string
	for i, n := range c.done {
		parts = append(parts, fmt.Sprint(n, " ", happenings[i]))
	}
	return strings.Join(parts, ", ")
}

// verdicts looks at what was left: one verdict a document, about that document, of a model.
func (c *chaos) verdicts(rounds int) {
	models, doubled, unheard := map[string]int{}, 0, 0
	for n := range rounds {
		v, ok := c.asker(strconv.Itoa(n)).verdict(n)
		if !ok || v.Error != nil || v.Basis != critique.BasisPanel || len(v.Perspectives) != 1 {
			c.t.Errorf("document %d: %v, %s, %v", n, ok, v.Basis, v.Error)
			continue
		}
		models[v.Perspectives[0].Tool]++
		if !strings.Contains(fmt.Sprintf("%+v", v), fmt.Sprintf("locker number %d opens", n)) {
			c.t.Errorf("document %d has the verdict on another: %s", n, v.Summary)
		}
		for _, earlier := range c.asker(strconv.Itoa(n)).earlier(n) {
			if earlier.Basis == critique.BasisChecks && fell(c.asker(strconv.Itoa(n))) {
				unheard++ // neither the hub nor the tool of its own answered; it was asked again, as without a hub
				continue
			}
			doubled++
			c.t.Errorf("document %d was judged %d times, before by %s: %q", n, v.Revision, earlier.Basis, earlier.Notes)
		}
	}
	c.t.Logf("%d rounds were judged by %v; %d more than once, %d by the checks first", rounds, models, doubled, unheard)
}

// run is one call of a CLI.
type run struct {
	on         *machine
	begin, end time.Time // no end: it was stopped
}

// payments counts calls of CLIs. What was called for twice must have been running, or on its
// way back, when somebody was killed or cut off.
func (c *chaos) payments() {
	calls, all := map[string][]run{}, 0
	for _, m := range c.machines[1:] {
		for number, runs := range c.runs(m) {
			calls[number] = append(calls[number], runs...)
			all += len(runs)
		}
	}
	why, stopped := map[string]int{}, 0
	for number, runs := range calls {
		slices.SortFunc(runs, func(a, b run) int { return a.begin.Compare(b.begin) })
		for i, r := range runs {
			cause := c.cause(r, number)
			if r.end.IsZero() && cause == killedWith {
				stopped++
			}
			if i == len(runs)-1 {
				continue
			}
			why[cause]++
			if cause == "" { // which costs a call, and no verdict
				say := c.t.Logf
				if thorough.Asked() {
					say = c.t.Errorf
				}
				say("document %s was called for again without a cause:\n%s", number, c.story(number, runs))
			}
		}
	}
	c.t.Logf("%d calls for %d documents; %d were running when their worker was killed; these were called for once more: %v", all, len(calls), stopped, why)
}

// Why a call was not the only one.
const (
	killedWith  = "its worker was killed"
	takenBack   = "its daemon was killed"
	hubWas      = "the hub was killed"
	wasCut      = "somebody was cut off"
	soonAfter   = 3 * time.Second  // what was said needs this long to come through, slowed and on a busy machine
	startsLate  = time.Second      // a CLI begins so long after its worker has started it
	noticed     = 12 * time.Second // a cut is over for everybody so long after its end
	longestCall = 10 * time.Second // of one that was stopped
)

// cause is what kept a call from being the only one, "" when nothing did.
func (c *chaos) cause(r run, number string) string {
	from, to := r.begin, r.end
	if to.IsZero() {
		to = from.Add(longestCall)
	}
	to = to.Add(soonAfter)
	switch {
	case slices.ContainsFunc(r.on.killed, func(at time.Time) bool { return at.After(from.Add(-startsLate)) && at.Before(to) }):
		return killedWith
	case slices.ContainsFunc(c.asker(number).killed, func(at time.Time) bool { return at.After(from.Add(-soonAfter)) && at.Before(to) }):
		return takenBack
	case slices.ContainsFunc(c.machines[0].killed, func(at time.Time) bool { return at.After(from.Add(-soonAfter)) && at.Before(to) }):
		return hubWas
	}
	for _, m := range []*machine{r.on, c.machines[0], c.asker(number)} {
		if slices.ContainsFunc(m.cuts, func(cut [2]time.Time) bool { return cut[0].Before(to) && cut[1].Add(noticed).After(from) }) {
			return wasCut
		}
	}
	return ""
}

// asker is the daemon of a document.
func (c *chaos) asker(number string) *machine {
	n, err := strconv.Atoi(number)
	must(c.t, err)
	return c.daemons()[n%(len(c.daemons())*atOnce)/atOnce]
}

// story tells of a document's calls, and what happened from the first to the last.
func (c *chaos) story(number string, runs []run) string {
	start := runs[0].begin
	var lines []string
	say := func(at time.Time, what string, about ...any) {
		lines = append(lines, fmt.Sprintf("%8.3f ", at.Sub(start).Seconds())+fmt.Sprintf(what, about...))
	}
	for _, r := range runs {
		say(r.begin, "a call begins on %s", r.on.name)
		if !r.end.IsZero() {
			say(r.end, "it has answered")
		}
	}
	for _, m := range c.machines {
		for _, at := range m.killed {
			if m == c.asker(number) || m == c.machines[0] || slices.ContainsFunc(runs, func(r run) bool { return r.on == m }) {
				say(at, "%s is killed", m.name)
			}
		}
		for _, cut := range m.cuts {
			say(cut[0], "%s is cut off for %v", m.name, cut[1].Sub(cut[0]))
		}
	}
	lines = slices.DeleteFunc(lines, func(line string) bool {
		at, _ := strconv.ParseFloat(strings.Fields(line)[0], 64)
		return at < -20 || at > runs[len(runs)-1].begin.Sub(start).Seconds()+2
	})
	slices.SortFunc(lines, strings.Compare)
	return strings.Join(lines, "\n")
}

// runs are the calls of a machine's CLI, by the number of the document.
func (c *chaos) runs(m *machine) map[string][]run {
	all := map[string][]run{}
	file, err := os.Open(filepath.Join(m.dir, "asked"))
	if os.IsNotExist(err) {
		return all
	}
	must(c.t, err)
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var what, number string
		var at int64
		if _, err := fmt.Sscan(lines.Text(), &what, &number, &at); err != nil {
			c.t.Fatal(err)
		}
		runs := all[number]
		if what == "begin" {
			all[number] = append(runs, run{on: m, begin: time.Unix(0, at)})
			continue
		}
		if last := len(runs) - 1; last >= 0 {
			runs[last].end = time.Unix(0, at)
		}
	}
	return all
}
