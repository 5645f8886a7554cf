package judge

import (
	"context"
	"path/filepath"

	"discussd/pipeline/reviews"
	"discussd/pipeline/verdict"
)

// commit writes a verdict that is ready, also when the context has ended: the
// answers are paid for.
func commit(ctx context.Context, opened *openSession, v verdict.Verdict) (Outcome, error) {
	owe(opened, v)
	written, err := opened.folder.Commit(v, func(v verdict.Verdict) { ended(ctx, opened, v) })
	if err != nil {
		return Outcome{Verdict: v, Unwritten: true}, err
	}
	if audience := opened.options.Audience; audience != nil {
		audience.Given(opened.Dir(), written)
	}
	runHook(ctx, opened, written)
	if written.Record == nil {
		opened.log(v.Round).Warn("verdict written without its record", "notes", written.Notes)
	}
	return Outcome{Verdict: written}, nil
}

// ended says how a round ended: on the bus, and where the framework of the session reads
// reviews.
func ended(ctx context.Context, opened *openSession, v verdict.Verdict) {
	opened.notices.ended(ctx, v)
	review(opened, v)
}

// review writes a verdict where the framework of the session reads reviews, if the user
// wants that. What cannot be written there stands in the verdict all the same.
func review(opened *openSession, v verdict.Verdict) {
	if !opened.options.Reviews {
		return
	}
	own, ok := reviews.Of(opened.Framework(), filepath.Base(opened.Dir()), v)
	if !ok {
		return
	}
	err := opened.options.Through.do(opened.Dir(), "write "+own.Path, func() error { return reviews.Write(opened.Root(), own) })
	if err != nil {
		opened.options.Logger.Warn("review not written for the framework", "session", opened.Dir(), "round", v.Round, "file", own.Path, "error", err)
	}
}
