package lenient

import (
	"context"
	"errors"

	"discussd/critique"
)

const (
	minAllowance  = 1 << 18 // bytes
	readingPasses = 6       // times the length of the text that may be looked at

	// maxValues is how many values an answer may hold, for memory's sake. A review has a few hundred.
	maxValues = 1 << 16
)

// Why a text was not read to its end.
var (
	ErrBroken = errors.New("too much broken JSON")
	ErrValues = errors.New("more values than any review has")
)

// allowance is what may be spent on reading one text.
type allowance struct {
	ctx    context.Context // ends the reading
	bytes  int             // that may still be looked at
	values int             // that may still be kept
}

func newAllowance(ctx context.Context, text string) *allowance {
	return &allowance{ctx, minAllowance + readingPasses*len(text), maxValues}
}

// spent says why nothing more may be read, nil while it may.
func (a *allowance) spent() error {
	switch {
	case a.bytes <= 0:
		return ErrBroken
	case a.values <= 0:
		return ErrValues
	}
	return Ended(a.ctx)
}

// Ended is the failure of the class Canceled once ctx has ended, else nil.
func Ended(ctx context.Context) error {
	if ctx.Err() != nil {
		return critique.Failf(critique.Canceled, "reading the answer: %w", context.Cause(ctx))
	}
	return nil
}
