package lenient

import (
	"context"
	"errors"
	"strings"

	"discussd/critique"
)

const (
	minAllowance  = 1 << 18 // bytes
	readingPasses = 6       // times the length of the text that may be looked at

	// maxValues is how many values an answer may hold: what is kept of each costs far
	// more memory than its bytes. A review has a few hundred.
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

// keep pays for one value.
func (a *allowance) keep() error {
	a.values--
	return a.spent()
}

// Ended is the failure of an answer that nobody waits for any more, of the class
// Canceled; nil while ctx has not ended.
func Ended(ctx context.Context) error {
	if ctx.Err() != nil {
		return critique.Failf(critique.Canceled, "reading the answer: %w", context.Cause(ctx))
	}
	return nil
}

// valuesIn counts the values of a text that is JSON, and those beside them, up to a limit.
func valuesIn(text string, limit int) (count int) {
	for len(text) > 0 && count < limit {
		at := strings.IndexAny(text, `,:{["`)
		if at < 0 {
			break
		}
		quote := text[at] == '"'
		if text = text[at+1:]; !quote {
			count++
			continue
		}
		for {
			end := strings.IndexAny(text, `"\\`)
			if end < 0 {
				return count
			}
			escape := text[end] == '\\'
			text = text[end+1:]
			if !escape {
				break
			}
			text = text[min(1, len(text)):]
		}
	}
	return count
}
