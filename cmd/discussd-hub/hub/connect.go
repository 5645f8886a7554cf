package hub

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// What a daemon does with rounds while the hub cannot be reached.
const (
	Fall = "fall" // the next tool of the chain is asked at once
	Wait = "wait" // until the hub is there again, at most as long as a run may take
)

// Options say where a hub is and who asks.
type Options struct {
	URL      string // "nats://hub.example:4222", or several with commas between
	Creds    string // the file of an nkey seed or of NATS credentials, which nobody else can read; "" for none
	CA       string // a PEM file of certificates to trust beside the system's; "" for none
	Project  string // whose prompts these are: a name as in a subject, without dots
	Host     string // this machine's name
	WhenDown string // [Fall] or [Wait]; "" is Fall
	Names
}

// Link is one connection to a hub, shared by all tools of a process. It is made on the first ask,
// made again when it breaks, and closed when nobody has asked for a while.
type Link struct {
	options Options
	streams atomic.Pointer[streams] // of the connection

	mu    sync.Mutex
	conn  *nats.Conn
	js    jetstream.JetStream
	users int
	idle  *time.Timer
	last  error     // why the last try to connect failed
	since time.Time // when the connection came to stand
}

// NewLink returns a link that is not connected yet.
func NewLink(options Options) *Link { return &Link{options: options} }

// Close ends the connection. Asks that wait end with an error, and the next makes another.
func (l *Link) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.close()
}

// close needs the lock.
func (l *Link) close() {
	if l.conn != nil {
		l.conn.Close()
		l.conn = nil
	}
}

// use returns the hub's JetStream once connected, and a function to call when it is no longer needed.
// The error says where the hub is and why it cannot be reached.
func (l *Link) use(ctx context.Context) (js jetstream.JetStream, done func(), err error) {
	l.mu.Lock()
	if l.conn == nil || l.conn.IsClosed() {
		if err := l.connect(); err != nil {
			l.mu.Unlock()
			return nil, nil, err
		}
	}
	if l.idle != nil {
		l.idle.Stop()
	}
	l.users++
	conn, js := l.conn, l.js
	l.mu.Unlock()
	if err := l.connected(ctx, conn); err != nil {
		l.done()
		return nil, nil, err
	}
	return js, sync.OnceFunc(l.done), nil
}

func (l *Link) done() {
	const unused = time.Minute // how long a connection is kept that nobody uses.
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.users--; l.users > 0 {
		return
	}
	l.idle = time.AfterFunc(unused, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.users == 0 {
			l.close()
		}
	})
}

// connected waits until the connection stands.
func (l *Link) connected(ctx context.Context, conn *nats.Conn) error {
	const patience = 3 * time.Second // how long a hub may take to let a daemon in that has other tools to ask.
	if l.options.WhenDown != Wait {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, patience, errors.New("no connection"))
		defer stop()
	}
	changed := conn.StatusChanged(nats.CONNECTED, nats.CLOSED)
	defer conn.RemoveStatusListener(changed)
	for !conn.IsConnected() {
		select {
		case <-ctx.Done():
			return fmt.Errorf("the hub at %s cannot be reached: %w", l.options.URL, l.cause(context.Cause(ctx)))
		case status := <-changed:
			if status == nats.CLOSED {
				return fmt.Errorf("the hub at %s let nobody in: %w", l.options.URL, l.cause(conn.LastError()))
			}
		}
	}
	return nil
}

// unheard is how long a hub may take to answer. NATS itself would wait for a hub that has gone.
const unheard = 5 * time.Second

// soon asks the hub for something that it does at once.
func soon(ctx context.Context, ask func(ctx context.Context) error) error {
	brief, stop := context.WithTimeout(ctx, unheard)
	defer stop()
	err := ask(brief)
	if err != nil && brief.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("no answer in %v: it has gone, or its log says why (a full disk?)", unheard)
	}
	return err
}

// connect begins to connect; whoever calls it holds the lock.
func (l *Link) connect() error {
	options, err := l.options.nats()
	if err != nil {
		return err
	}
	options = append(options, nats.ConnectHandler(l.stands), nats.ReconnectHandler(l.stands), nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { l.failed(err) }), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { l.failed(err) }))
	conn, err := nats.Connect(l.options.URL, options...)
	if err != nil {
		return fmt.Errorf("the hub at %s: %w", l.options.URL, err)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return err
	}
	l.conn, l.js = conn, js
	l.streams.Store(&streams{})
	return nil
}

func (l *Link) stands(*nats.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.since = time.Now()
}

// connectedFor is how long the connection has stood, as far as that is known.
func (l *Link) connectedFor() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.since.IsZero() {
		return 0
	}
	return time.Since(l.since)
}

func (l *Link) failed(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = err
}

// cause is why the hub could not be reached, as far as somebody said it.
func (l *Link) cause(otherwise error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	why := cmp.Or(l.last, otherwise)
	if l.last == nil && l.conn != nil {
		why = cmp.Or(l.conn.LastError(), otherwise)
	}
	if bad, ok := errors.AsType[x509.CertificateInvalidError](why); ok && bad.Reason == x509.Expired {
		file := "the file of the hub's --tls-cert"
		if bad.Cert.IsCA && l.options.CA != "" {
			file = l.options.CA
		}
		return OutOfTime(file, bad.Cert)
	}
	return why
}

// hear has messages on a subject handled until the returned function is called.
func hear(js jetstream.JetStream, subject string, handle nats.MsgHandler) (stop func(), err error) {
	heard, err := js.Conn().Subscribe(subject, handle)
	if err != nil {
		return nil, err
	}
	return func() { _ = heard.Unsubscribe() }, nil
}
