package timeline

import (
	"context"
	"errors"
	"fmt"

	"discussd/pipeline/durable"
	"discussd/pipeline/failpoint"
)

// write writes the round, its section and its share of the memory, in this order.
// It returns the round as it stands on disk: another process may have been first.
//
// Processes of discussd take turns. Against writers that know nothing of that see
// [durable.Amendment], which says what can still be lost, and when.
func (p *process) write(ctx context.Context, round Round) (Round, error) {
	unlock, err := durable.Lock(ctx, p.Root, lockName)
	if err != nil {
		return round, err
	}
	defer unlock()
	durable.Sweep(p.Root, ".")

	before, found, err := p.load()
	switch {
	case err != nil:
		return round, err
	case found:
		round = before
	default:
		text, err := round.marshal()
		if err != nil {
			return round, fmt.Errorf("encode %s: %w", round.path(), err)
		}
		if err := durable.Write(p.Root, round.path(), text); err != nil {
			return round, err
		}
		failpoint.Reach(failpoint.RoundWritten)
	}
	noted := ""
	err = p.amend(ctx, discussionName, maxDiscussion, func(text []byte) ([]byte, error) {
		text, noted = withSection(text, round)
		return text, nil
	})
	if noted != "" {
		p.note("%s", noted)
	}
	if err = failpoint.Fail(failpoint.SectionKept, err); err != nil {
		return round, err
	}
	err = p.amend(ctx, memoryName, int64(memoryBounds().Bytes), func(text []byte) ([]byte, error) { return remember(text, round) })
	failpoint.Reach(failpoint.MemoryKept)
	return round, err
}

// lockName is the lock of those who write the timeline.
const lockName = private + "/timeline.lock"

// amend changes a file in the session folder that others rewrite, too.
func (p *process) amend(ctx context.Context, name string, largest int64, edit func([]byte) ([]byte, error)) error {
	a := durable.Amendment{Root: p.Root, Name: name, Largest: largest, Edit: edit}
	if p.Staged != nil {
		a.Staged = func() { p.Staged(name) }
	}
	err := a.Apply(ctx)
	if format, ok := errors.AsType[*FormatError](err); ok {
		return format // names the file itself
	}
	return err
}
