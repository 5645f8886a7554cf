package hub

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"discussd/critique"
)

// Bucket is the object store of a project's long prompts and answers; a project's key opens no other.
func (n Names) Bucket(project string) string { return n.prefix() + "-" + project }

// moved is how long a long prompt or answer may take into the object store or out of it.
const moved = time.Minute

// pack puts bytes into a message, or into the project's object store under their hash.
func pack(ctx context.Context, js jetstream.JetStream, bucket string, data []byte) (contents, error) {
	if len(data) <= inMessage {
		return contents{Bytes: data}, nil
	}
	ctx, stop := context.WithTimeout(ctx, moved)
	defer stop()
	store, err := js.ObjectStore(ctx, bucket)
	if err != nil {
		return contents{}, fmt.Errorf("object store %s: %w", bucket, err)
	}
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:])
	if _, err := store.GetInfo(ctx, name); err == nil {
		return contents{Object: name}, nil
	}
	if _, err := store.PutBytes(ctx, name, data); err != nil {
		return contents{}, fmt.Errorf("object store %s: %w", bucket, err)
	}
	return contents{Object: name}, nil
}

// streams caches the streams of a connection by name.
type streams struct{ known sync.Map }

func (s *streams) of(ctx context.Context, js jetstream.JetStream, name string) (jetstream.Stream, error) {
	if known, ok := s.known.Load(name); ok {
		return known.(jetstream.Stream), nil
	}
	found, err := js.Stream(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", name, err)
	}
	s.known.Store(name, found)
	return found, nil
}

// last is the last message on a subject of a stream, nil when there is none.
func (s *streams) last(ctx context.Context, js jetstream.JetStream, stream, subject string) (message *jetstream.RawStreamMsg, err error) {
	err = soon(ctx, func(ctx context.Context) error {
		from, err := s.of(ctx, js, stream)
		if err != nil {
			return err
		}
		message, err = from.GetLastMsgForSubject(ctx, subject)
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return message, err
}

// lastReply is the last answer to an ask that the hub keeps, nil when there is none, and the number of
// the ask that it answers. The error is a [*versionError] if another release wrote it.
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

// ends tells whether this ends an ask: any answer does, and a failure of this ask or a later one.
func (r *reply) ends(ask uint64) bool {
	return r != nil && (r.Class == critique.Answered || r.Sequence >= ask)
}

// unpack is the way back. The error says so when the object is not what its name says.
func unpack(ctx context.Context, js jetstream.JetStream, bucket string, c contents) ([]byte, error) {
	if c.Object == "" {
		return c.Bytes, nil
	}
	ctx, stop := context.WithTimeout(ctx, moved)
	defer stop()
	store, err := js.ObjectStore(ctx, bucket)
	if err != nil {
		return nil, fmt.Errorf("object store %s: %w", bucket, err)
	}
	data, err := store.GetBytes(ctx, c.Object)
	if err != nil {
		return nil, fmt.Errorf("object store %s: %w", bucket, err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != c.Object {
		return nil, errors.New("an object of the store holds other bytes than its name says")
	}
	return data, nil
}
