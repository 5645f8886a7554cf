package hub

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"

	"discussd/critique"
)

// lastReply is the last answer to an ask that the hub keeps, nil when there is none, and the
// number of the ask that it answers, which the next has to differ from. The error is a
// [*versionError] where it is of another version; then the number is as good.
func (l *Link) lastReply(ctx context.Context, js jetstream.JetStream, project, id string) (*reply, uint64, error) {
	n := l.options.Names
	kept, err := l.streams.Load().last(ctx, js, n.Answers(), n.Subject(answersOf, project, id))
	if err != nil || kept == nil {
		return nil, 0, err
	}
	said, err := readReply(kept.Data, id)
	if foreign := new(versionError); errors.As(err, &foreign) {
		return nil, kept.Sequence, err
	}
	if err != nil { // forged
		return nil, kept.Sequence, nil
	}
	return &said, said.Sequence, nil
}

// ends tells whether this is the end of an ask: an answer is, whichever ask of the same it
// was given to, and a failure of this one, or of a later.
func (r *reply) ends(ask uint64) bool {
	return r != nil && (r.Class == critique.Answered || r.Sequence >= ask)
}
