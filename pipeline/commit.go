package pipeline

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"

	"discussd/pipeline/handoff"
	"discussd/pipeline/verdict"
)

// commit writes a verdict that is ready. The first try is made even when the
// context has ended: the answers are paid for. A patient commit tries on until
// it succeeds, loudly, as on a full disk that somebody will empty.
func (j *Judge) commit(ctx context.Context, folder *handoff.Folder, v verdict.Verdict, pending verdict.Pending, patient bool) (verdict.Verdict, error) {
	log := j.Logger.With("session", v.Session, "round", v.Round)
	said := ""
	write := func() (verdict.Verdict, error) {
		written, err := folder.Commit(v, pending)
		if err == nil {
			return written, nil
		}
		if err.Error() != said {
			said = err.Error()
			log.Error("verdict not written", "error", err, "retry", patient)
		}
		if !patient || errors.Is(err, handoff.ErrRefused) {
			return v, backoff.Permanent(err)
		}
		return v, err
	}
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval = time.Second, time.Minute
	return backoff.Retry(ctx, write, backoff.WithBackOff(pauses), backoff.WithMaxElapsedTime(0))
}
