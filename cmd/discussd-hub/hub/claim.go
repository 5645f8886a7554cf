package hub

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// claimed is how long a claim counts after its last renewal: longer than a cut or a restart of the hub.
const claimed = 20 * time.Second

// claim says that a run has an ask. A queue hands an ask out again when it has heard nothing of it,
// or when the hub was killed. The claim is on disk before the tool is asked, so that the next worker
// knows that the ask is already being paid.
type claim struct {
	Version  int    `json:"version"`
	Run      string `json:"run"` // a name of the run that nobody else has
	Worker   string `json:"worker"`
	Sequence uint64 `json:"sequence"` // of the ask in the queue
	Tries    int    `json:"tries"`    // runs that began it, with this one
	Over     bool   `json:"over"`     // it is given back

	revision uint64    // which state of it was read or written last
	at       time.Time // when that was written, by the hub's clock
}

func claims(n Names) string { return n.stream("CLAIMS") }

// claim takes the ask for this run. It says how long to leave it alone where another has it.
func (r *running) claim(ctx context.Context) (wait time.Duration, err error) {
	const claimLooked = 5 * time.Second // how often it is seen whether an ask that was handed out twice is answered.
	r.mine = claim{Version: Version, Run: rand.Text(), Worker: r.Name, Sequence: r.sequence, Tries: 1}
	if err = r.writeClaim(ctx, 0); !another(err) {
		return 0, err
	}
	there, err := r.lastClaim(ctx)
	if err != nil {
		return 0, err
	}
	if there.Sequence == r.sequence {
		r.mine.Tries = there.Tries + 1
	}
	if wait := r.keptFor(ctx, there); wait > 0 {
		return min(wait, claimLooked), nil
	}
	if err = r.writeClaim(ctx, there.revision); another(err) {
		return time.Second, nil
	}
	return 0, err
}

// keptFor is how long another worker's claim is respected at least. While the hub was away nobody
// could renew it, so workers get time to do so afterwards.
func (r *running) keptFor(ctx context.Context, there claim) time.Duration {
	const settles = 5 * time.Second // how long after a hub has come back all who live are connected to it.
	if there.Over || there.Sequence <= r.ended {
		return 0
	}
	connected, silent := r.Link.connectedFor(), r.turns.ledger.now().Sub(there.at)
	if silent < 0 { // the hub's clock was set back
		silent = connected
	}
	left := max(claimed-silent, settles-connected)
	switch {
	case left > 0:
		return left
	case runs(ctx, r.js, r.Link.options.Subject(runsOf, r.asked.Project, r.asked.ID)):
		return claimed
	}
	return 0
}

func (r *running) renewClaim(ctx context.Context) error {
	err := r.writeClaim(ctx, r.mine.revision)
	if !another(err) {
		return err
	}
	there, err := r.lastClaim(ctx) // its own, whose end was not heard, or an earlier one: a hub that was killed had not kept the last
	if err != nil {
		return err
	}
	if there.Run != r.mine.Run && there.Sequence >= r.sequence && !there.Over {
		return fmt.Errorf("worker %s has taken the ask meanwhile", there.Worker)
	}
	return r.writeClaim(ctx, there.revision)
}

// writeClaim replaces the state of the claim that had the revision.
func (r *running) writeClaim(ctx context.Context, revision uint64) error {
	data, err := json.Marshal(r.mine)
	if err != nil {
		return err
	}
	return soon(ctx, func(ctx context.Context) error {
		written, err := r.js.Publish(ctx, r.Link.options.Subject(claimsOf, r.asked.Project, r.asked.ID), data, jetstream.WithExpectLastSequencePerSubject(revision))
		if err == nil {
			r.mine.revision = written.Sequence
		}
		return err
	})
}

// another tells whether a claim could not be written because there is another state of it.
func another(err error) bool {
	said, ok := errors.AsType[*jetstream.APIError](err)
	return ok && (said.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || said.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// lastClaim is the claim that stands, the zero one when there is none that can be read.
func (r *running) lastClaim(ctx context.Context) (there claim, err error) {
	o := r.Link.options
	kept, err := r.Link.streams.Load().last(ctx, r.js, claims(o.Names), o.Subject(claimsOf, r.asked.Project, r.asked.ID))
	if err != nil || kept == nil {
		return there, err
	}
	if json.Unmarshal(kept.Data, &there) != nil || there.Version != Version {
		there = claim{Worker: "of another version", Sequence: r.sequence}
	}
	there.revision, there.at = kept.Sequence, kept.Time
	return there, nil
}

// lives renews the claim, the queue's lease and the place until the returned function is called.
func (r *running) lives(ctx context.Context) (stop func()) {
	ctx, stopTelling := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		alive := time.NewTicker(ackWait / 3)
		defer alive.Stop()
		for beat := 1; ; beat++ {
			select {
			case <-ctx.Done():
				return
			case <-alive.C:
				_ = r.message.InProgress()
				if err := r.renewClaim(ctx); err != nil && ctx.Err() == nil {
					r.Logger.Warn("could not say that an ask is in work", "tool", r.tool, "error", err)
				}
				if beat%3 == 0 {
					_ = r.message.place.renew(ctx)
				}
			}
		}
	}()
	return func() { stopTelling(); <-ended }
}
