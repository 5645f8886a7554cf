package judge

import (
	"context"

	"discussd/pipeline/verdict"
)

// commit writes a verdict that is ready, also when the context has ended: the
// answers are paid for.
func commit(ctx context.Context, desk *desk, v verdict.Verdict) (Outcome, error) {
	owe(desk, v)
	written, err := desk.folder.Commit(v, func(v verdict.Verdict) { desk.notices.ended(ctx, v) })
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
