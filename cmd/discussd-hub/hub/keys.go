package hub

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// nats are the options of a connection, also of a worker's.
func (o Options) nats() ([]nats.Option, error) {
	options := []nats.Option{
		nats.Name("discussd " + o.Host), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true), nats.ReconnectWait(500 * time.Millisecond),
		nats.ReconnectJitter(200*time.Millisecond, time.Second), nats.Timeout(3 * time.Second), nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2),
		nats.IgnoreAuthErrorAbort(),
	}
	if o.Creds != "" {
		key, inbox, err := credentials(o.Creds)
		if err != nil {
			return nil, err
		}
		options = append(options, key, nats.CustomInboxPrefix(inbox))
	}
	if strings.HasPrefix(o.URL, "tls:") || o.CA != "" {
		options = append(options, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS12}))
		if o.CA != "" {
			options = append(options, nats.RootCAs(o.CA))
		}
	}
	return options, nil
}

// credentials reads a file of an nkey seed ("SU…") or of NATS credentials. Answers arrive at subjects
// that begin with the key's own name, where the hub lets nobody else listen.
func credentials(path string) (key nats.Option, inbox string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, "", fmt.Errorf("creds: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, "", fmt.Errorf("creds: others can read %s: chmod 600 it", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, "", fmt.Errorf("creds: %w", err)
	}
	if strings.Contains(string(text), "NATS USER JWT") {
		return nats.UserCredentials(path), "_INBOX", nil
	}
	public, err := publicOf(text)
	if err != nil {
		return nil, "", fmt.Errorf("creds: %s holds neither an nkey seed nor NATS credentials", path)
	}
	if key, err = nats.NkeyOptionFromSeed(path); err != nil {
		return nil, "", fmt.Errorf("creds: %s: %w", path, err)
	}
	return key, InboxOf(public), nil
}

// InboxOf is where the server answers the owner of a public key; nobody else may listen there.
func InboxOf(public string) string { return "_INBOX_" + public }

// publicOf is the public key of an nkey seed, as it stands in a file.
func publicOf(seed []byte) (string, error) {
	pair, err := nkeys.FromSeed(bytes.TrimSpace(seed))
	if err != nil {
		return "", err
	}
	defer pair.Wipe()
	return pair.PublicKey()
}

// NewKey makes a key pair: a seed for its owner, and the public key by which a hub knows him.
func NewKey() (seed []byte, public string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, "", err
	}
	if seed, err = pair.Seed(); err != nil {
		return nil, "", err
	}
	public, err = pair.PublicKey()
	return seed, public, err
}

// OutOfTime is the error about a certificate that is not valid now, by the clock of this machine.
func OutOfTime(file string, c *x509.Certificate) error {
	const day = "2 January 2006 at 15:04 UTC"
	if from := c.NotBefore; time.Now().Before(from) {
		return fmt.Errorf("by this machine's clock the certificate in %s does not hold before %s", file, from.UTC().Format(day))
	}
	return fmt.Errorf("by this machine's clock the certificate in %s expired on %s: put a new one there", file, c.NotAfter.UTC().Format(day))
}
