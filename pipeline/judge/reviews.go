package judge

import (
	"context"
	"path/filepath"

	"discussd/pipeline/reviews"
	"discussd/pipeline/verdict"
)

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
