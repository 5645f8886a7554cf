package judge

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"discussd/pipeline/failpoint"
	"discussd/pipeline/verdict"
)

// marking writes a round's pending mark, and then what the checks found, beside the rest:
// a file that is synced to the disk takes as long as the checks do, or the start of a
// CLI, and now and then much longer.
type marking struct {
	writes *errgroup.Group
	marked chan struct{} // closed when the mark is written, or cannot be
	failed error         // why it cannot be; set by then
}

// mark marks a round whose bytes have been read as being judged. Where that cannot be
// written the record could not either: then the context returned ends. A dry run marks
// nothing.
func mark(ctx context.Context, opened *openSession, r judgement, fingerprint string, since time.Time) (*marking, context.Context) {
	writes, asking := errgroup.WithContext(ctx)
	m := &marking{writes: writes, marked: make(chan struct{})}
	if r.dry {
		return m, asking
	}
	writes.Go(func() error {
		defer close(m.marked)
		pending := verdict.Pending{Fingerprint: verdict.Hash(fingerprint), State: verdict.Running, Since: since}
		if err := opened.folder.SetPending(r.round.ID, pending); err != nil {
			m.failed = fmt.Errorf("mark the round: %w", err)
		} else {
			m.failed = failpoint.Fail(failpoint.Marked, nil)
		}
		return m.failed
	})
	return m, asking
}

// keep has what the checks found written behind the mark: beside none it would be taken for
// that of a verdict.
func (m *marking) keep(opened *openSession, r judgement, checks verdict.Checks) {
	if r.dry {
		return
	}
	m.writes.Go(func() error {
		if <-m.marked; m.failed != nil {
			return nil
		}
		if err := opened.folder.SetChecks(r.round.ID, checks); err != nil {
			opened.log(r.round.ID).Warn("checks not written", "error", err)
		}
		failpoint.Reach(failpoint.ChecksKept)
		return nil
	})
}

// wait waits until all is written, and returns why the mark is not.
func (m *marking) wait() error {
	m.writes.Wait()
	return m.failed
}

// leave ends a judgement that came to nothing: the verdict on disk is still that of these
// bytes.
func leave(ctx context.Context, opened *openSession, standing verdict.Verdict) error {
	ended(ctx, opened, standing)
	return opened.folder.ClearPending(standing.Round)
}
