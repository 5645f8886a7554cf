package judge

import (
	"context"
	"path/filepath"

	"discussd/pipeline/reviews"
	"discussd/pipeline/verdict"
)

// commit writes a verdict that is ready, also when the context has ended: the
// answers are paid for.
func commit(ctx context.Context, desk *desk, v verdict.Verdict) (Outcome, error) {
	owe(desk, v)
	written, err := desk.folder.Commit(v, func(v verdict.Verdict) { ended(ctx, desk, v) })
	if err != nil {
		return Outcome{Verdict: v, Unwritten: true}, err
	}
	if audience := desk.options.Audience; audience != nil {
		audience.Given(desk.Dir(), written)
	}
	runHook(ctx, desk, written)
	if written.Record == nil {
		desk.log(v.Round).Warn("verdict written without its record", "notes", written.Notes)
	}
	return Outcome{Verdict: written}, nil
}

// ended says how a round ended: on the bus, and where the framework of the session reads
// reviews.
func ended(ctx context.Context, desk *desk, v verdict.Verdict) {
	desk.notices.ended(ctx, v)
	review(desk, v)
}

// review writes a verdict where the framework of the session reads reviews, if the user
// wants that. What cannot be written there stands in the verdict all the same.
func review(desk *desk, v verdict.Verdict) {
	if !desk.options.Reviews {
		return
	}
	own, ok := reviews.Of(desk.Framework(), filepath.Base(desk.Dir()), v)
	if !ok {
		return
	}
	err := desk.options.Through.do(desk.Dir(), "write "+own.Path, func() error { return reviews.Write(desk.Root(), own) })
	if err != nil {
		desk.options.Logger.Warn("review not written for the framework", "session", desk.Dir(), "round", v.Round, "file", own.Path, "error", err)
	}
}
