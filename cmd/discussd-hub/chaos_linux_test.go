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
	seed := *seedOfChaos
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
	bane.Go(func() { c.rage(over, 2*rounds) })
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

// rage has so many things happen, unless it is told to stop: who is hit again and again may
// wait for ever. At its end all machines run, and the network is whole.
func (c *chaos) rage(over chan struct{}, most int) {
	var healing sync.WaitGroup
	defer healing.Wait()
	for range most {
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
			from := time.Now()
			healing.Go(func() {
				time.Sleep(4 * time.Second)
				m.delay.Store(0)
				m.loss.Store(0)
				m.mu.Lock()
				defer m.mu.Unlock()
				m.slowed = append(m.slowed, [2]time.Time{from, time.Now()})
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
			c.t.Errorf("document %d was judged %d times, at %v after %s at %v: %q", n, v.Revision, v.FinishedAt, earlier.Basis, earlier.FinishedAt, earlier.Notes)
		}
	}
	c.t.Logf("%d rounds were judged by %v; %d more than once, %d by the checks first", rounds, models, doubled, unheard)
}

// run is one call of a CLI.
type run struct {
	on         *machine
	begin, end time.Time // no end: it was stopped
}

// payments counts calls of CLIs. What was called for again was running when its worker was
// killed, or had not handed its answer over; or its daemon fell to a tool of its own.
func (c *chaos) payments() {
	calls, all := map[string][]run{}, 0
	for _, m := range c.machines[1:] {
		for number, runs := range c.runs(m) {
			calls[number] = append(calls[number], runs...)
			all += len(runs)
		}
	}
	why := map[string]int{}
	for number, runs := range calls {
		slices.SortFunc(runs, func(a, b run) int { return a.begin.Compare(b.begin) })
		for _, r := range runs[:len(runs)-1] {
			cause := c.cause(r, runs, number)
			if why[cause]++; cause == "" {
				c.t.Errorf("document %s was called for again without a cause:\n%s", number, c.story(number, runs))
			}
		}
	}
	c.t.Logf("%d calls for %d documents; these were not the last: %v", all, len(calls), why)
}

// Why a call was not the last.
const (
	killedWith = "it ran, or had not handed over its answer, when its worker was killed"
	killedOwn  = "it was of its daemon's own tool, which was killed with the daemon"
	fellToOwn  = "its daemon fell to its own tool while the way to the hub was broken"
)

// What takes how long on a busy machine.
const (
	startsLate  = time.Second      // a CLI begins so long after its worker has started it
	handsOver   = time.Second      // from the end of a CLI until its answer is with the hub, on a way that is whole
	comesBack   = 5 * time.Second  // a hub that was killed, with who is connected to it
	noticed     = 12 * time.Second // a cut is over for everybody so long after its end
	givesUp     = 20 * time.Second // a daemon notices that the hub has gone
	longestCall = 10 * time.Second // of one that was stopped
)

// cause is what kept a call from being the last, "" when nothing did.
func (c *chaos) cause(r run, runs []run, number string) string {
	end := r.end
	if end.IsZero() {
		end = r.begin.Add(longestCall)
	}
	killed := slices.ContainsFunc(r.on.killed, func(at time.Time) bool {
		return at.After(r.begin.Add(-startsLate)) && at.Before(c.handedOver(r.on, end))
	})
	own := c.asker(number)
	switch {
	case killed && r.on == own:
		return killedOwn
	case killed:
		return killedWith
	}
	for _, later := range runs {
		if later.on == own && c.broken(own, later.begin.Add(-givesUp), later.begin) {
			return fellToOwn
		}
	}
	return ""
}

// handedOver is when the answer of a call that ended then is with the hub.
func (c *chaos) handedOver(m *machine, end time.Time) time.Time {
	over := end.Add(handsOver)
	if m == c.machines[0] {
		return over
	}
	for again := true; again; {
		again = false
		for _, o := range c.outages(m) {
			if o[0].Before(over) && o[1].After(end) && o[1].Add(handsOver).After(over) {
				over, again = o[1].Add(handsOver), true
			}
		}
	}
	return over
}

// broken tells whether the way from a machine to the hub was, at any time from one to another.
func (c *chaos) broken(m *machine, from, to time.Time) bool {
	return slices.ContainsFunc(c.outages(m), func(o [2]time.Time) bool { return o[0].Before(to) && o[1].After(from) })
}

// outages are when the way from a machine to the hub was broken.
func (c *chaos) outages(m *machine) (all [][2]time.Time) {
	for _, at := range c.machines[0].killed {
		all = append(all, [2]time.Time{at, at.Add(comesBack)})
	}
	for _, end := range []*machine{m, c.machines[0]} {
		for _, cut := range slices.Concat(end.cuts, end.slowed) {
			all = append(all, [2]time.Time{cut[0], cut[1].Add(noticed)})
		}
	}
	return all
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
		for _, slow := range m.slowed {
			say(slow[0], "%s is slowed for %v", m.name, slow[1].Sub(slow[0]))
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
