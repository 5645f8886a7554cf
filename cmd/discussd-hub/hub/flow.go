package hub

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The lanes of a flow: what somebody waits for, and the rest.
const (
	awaitedLane = "awaited"
	otherLane   = "other"
)

// flow is what one host of one project asks of one tool, in one lane. Workers take flows in turn, so
// that a host with many asks does not hold up the others.
type flow struct{ project, tool, host, lane string }

// flowOf is where an ask stands.
func flowOf(a ask) flow {
	f := flow{a.Project, a.Tool, hostOf(a.Host), otherLane}
	if a.Awaited {
		f.lane = awaitedLane
	}
	return f
}

// longestHost is how many bytes of a host's name are kept; hosts that agree so far share their turns.
const longestHost = 64

func hostOf(name string) string {
	if name == "" {
		return "unnamed"
	}
	return name[:min(len(name), longestHost)]
}

// token is a name as part of a subject: characters with a meaning in NATS become "=" and their code.
func token(name string) string {
	var b strings.Builder
	for _, c := range []byte(name) {
		if c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "=%02X", c)
		}
	}
	return b.String()
}

// nameOf is the way back.
func nameOf(token string) string {
	if name, err := url.PathUnescape(strings.ReplaceAll(token, "=", "%")); err == nil {
		return name
	}
	return token
}

func (f flow) subject(n Names, of string) string {
	return n.Subject(of, f.project, token(f.tool), token(f.host), f.lane)
}

func readFlow(subject string) (flow, bool) {
	parts := strings.Split(subject, ".")
	if len(parts) != 6 {
		return flow{}, false
	}
	return flow{parts[2], nameOf(parts[3]), nameOf(parts[4]), parts[5]}, true
}

// consumer is the flow's at the hub, made on first use and shared by all workers.
func (n Names) consumer(ctx context.Context, js jetstream.JetStream, f flow) (jetstream.Consumer, error) {
	const idleFlow = time.Hour // how long the hub remembers a flow that nobody takes asks from: longer than a run lasts.
	c, err := js.CreateOrUpdateConsumer(ctx, n.Asks(), jetstream.ConsumerConfig{
		Durable: strings.Join([]string{f.project, token(f.tool), token(f.host), f.lane}, "+"), FilterSubject: f.subject(n, asksOf),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxAckPending: -1, MaxWaiting: 512, InactiveThreshold: idleFlow,
		// Without a bound: a worker that gets an ask too often reports it, the server would drop it silently.
		MaxDeliver: -1,
	})
	if err != nil {
		return nil, missing(n, err)
	}
	return c, nil
}

// missing says what to do about a hub that nobody has set up.
func missing(n Names, err error) error {
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) {
		return fmt.Errorf("the hub has no stream %s, or one of another version: start discussd-hub serve, or run discussd-hub setup for a NATS of your own: %w", n.Asks(), err)
	}
	return err
}
