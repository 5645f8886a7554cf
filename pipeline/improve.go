package pipeline

import (
	"slices"
	"time"

	"discussd/critique"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// poor are the rounds whose tools all failed, so that only the checks answered.
// Each is judged once more when a tool works again, at most once a fingerprint: a
// round that was taken from the list comes back only with other bytes. Whether a tool
// works shows only when it is asked. So when the cool-down is over one of the rounds
// is the probe, and the others follow if it was answered.
type poor struct {
	rounds  []watcher.Key // oldest first
	probeAt time.Time     // zero when there is nothing to probe
}

// add notes a round with a poor verdict.
func (p *poor) add(key watcher.Key, probeAt time.Time) {
	p.rounds = append(p.rounds, key)
	p.again(probeAt)
}

// probe takes the oldest round when it is time to try a tool.
func (p *poor) probe(now time.Time) (key watcher.Key, ok bool) {
	if p.probeAt.IsZero() || p.probeAt.After(now) || len(p.rounds) == 0 {
		return key, false
	}
	key, p.rounds = p.rounds[0], p.rounds[1:]
	p.probeAt = time.Time{}
	return key, true
}

// again plans a probe, unless one is planned or there is nothing to probe.
func (p *poor) again(probeAt time.Time) {
	if len(p.rounds) > 0 && p.probeAt.IsZero() {
		p.probeAt = probeAt
	}
}

// hasten has the probe made at once, if one is planned.
func (p *poor) hasten(now time.Time) {
	if !p.probeAt.IsZero() {
		p.probeAt = now
	}
}

// drop forgets a round.
func (p *poor) drop(key watcher.Key) {
	p.rounds = slices.DeleteFunc(p.rounds, func(k watcher.Key) bool { return k == key })
	if len(p.rounds) == 0 {
		p.probeAt = time.Time{}
	}
}

// all takes every round: a tool works.
func (p *poor) all() []watcher.Key {
	rounds := p.rounds
	p.rounds, p.probeAt = nil, time.Time{}
	return rounds
}

// weigh looks at what a new verdict says of the tools.
func (d *Dispatcher) weigh(key watcher.Key, v verdict.Verdict) {
	d.poor.drop(key)
	asked, answered := false, false
	for _, p := range v.Perspectives {
		asked = asked || len(p.Attempts) > 0
		answered = answered || p.Source == critique.SourceCLI || p.Source == critique.SourceFallback
	}
	switch {
	case answered:
		for _, key := range d.poor.all() {
			d.improve(key)
		}
	case asked:
		d.poor.add(key, time.Now().Add(d.CoolDown))
	}
}

// improve queues a round whose verdict rests on the checks alone. One that somebody
// has touched meanwhile is improved when it is its turn.
func (d *Dispatcher) improve(key watcher.Key) {
	_, touched := d.jobs[key]
	j := d.job(key, time.Now())
	j.improve = true
	if !touched {
		j.found = true
		d.enqueue(key, j)
	}
}
