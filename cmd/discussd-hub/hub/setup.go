package hub

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Names are those of one hub's streams and subjects.
type Names struct {
	Prefix string // "" is [DefaultPrefix]
}

func (n Names) prefix() string { return cmp.Or(n.Prefix, DefaultPrefix) }

// Asks, Answers and Cancels are the hub's streams, beside that of claims.
func (n Names) Asks() string    { return n.stream("ASKS") }
func (n Names) Answers() string { return n.stream("ANSWERS") }
func (n Names) Cancels() string { return n.stream("CANCELS") }

func (n Names) stream(what string) string { return strings.ToUpper(n.prefix()) + "_" + what }

// Subject is one of the hub's, of what is said, the project, and the tool or the ask.
func (n Names) Subject(parts ...string) string {
	return strings.Join(append([]string{n.prefix()}, parts...), ".")
}

// SetUp makes the hub's streams, or brings them up to this version. A hub calls it when it starts.
func (n Names) SetUp(ctx context.Context, js jetstream.JetStream) error {
	const mostFlows = 100_000 // how many flows a hub remembers: NATS stops at a thousand where nobody says so.
	for _, stream := range []jetstream.StreamConfig{
		{
			Name: n.Asks(), Subjects: []string{n.Subject(asksOf, "*", "*", "*", "*")}, Retention: jetstream.WorkQueuePolicy,
			MaxAge: keptAsks, Duplicates: time.Hour, MaxConsumers: mostFlows,
			// Workers hear that there is an ask, and not what it says.
			RePublish: &jetstream.RePublish{
				Source: n.Subject(asksOf, "*", "*", "*", "*"), Destination: n.Subject(bellsOf, "{{wildcard(1)}}", "{{wildcard(2)}}", "{{wildcard(3)}}", "{{wildcard(4)}}"), HeadersOnly: true,
			},
		},
		{
			Name: n.Answers(), Subjects: []string{n.Subject(answersOf, "*", "*")},
			MaxAge: keptAnswers, MaxMsgsPerSubject: 1, AllowDirect: true, Duplicates: time.Hour,
		},
		{
			Name: n.Cancels(), Subjects: []string{n.Subject(cancelsOf, "*", "*")},
			MaxAge: time.Hour, MaxMsgsPerSubject: 1, AllowDirect: true,
		},
		{
			Name: claims(n), Subjects: []string{n.Subject(claimsOf, "*", "*")},
			MaxAge: time.Hour, MaxMsgsPerSubject: 1, AllowDirect: true,
		},
	} {
		stream.Compression = jetstream.S2Compression
		if _, err := js.CreateOrUpdateStream(ctx, stream); err != nil {
			return fmt.Errorf("stream %s: %w", stream.Name, err)
		}
	}
	if _, err := js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: n.LimitsBucket(), Description: "Limits, and what was spent of them"}); err != nil {
		return fmt.Errorf("bucket %s: %w", n.LimitsBucket(), err)
	}
	return nil
}

// SetUp prepares a NATS that somebody else runs: streams, object stores of projects, and limits. The
// error says what the key in the options may not do.
func SetUp(ctx context.Context, o Options, projects []string, limits Limits) error {
	link := NewLink(o)
	defer link.Close()
	js, done, err := link.use(ctx)
	if err != nil {
		return err
	}
	defer done()
	if err := o.SetUp(ctx, js); err != nil {
		return err
	}
	for _, project := range projects {
		if err := o.SetUpProject(ctx, js, project); err != nil {
			return err
		}
	}
	return o.SetLimits(ctx, js, limits)
}

// SetUpProject makes the object store of a project.
func (n Names) SetUpProject(ctx context.Context, js jetstream.JetStream, project string) error {
	_, err := js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: n.Bucket(project), TTL: keptAnswers, Compression: true})
	if err != nil {
		return fmt.Errorf("object store %s: %w", n.Bucket(project), err)
	}
	return nil
}
