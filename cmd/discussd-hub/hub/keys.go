package hub

import (
	"bytes"

	"github.com/nats-io/nkeys"
)

// InboxOf is where the server answers whoever has this public key. Nobody else may listen
// there.
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

// NewKey makes a key for somebody: a seed, which only he keeps, and the public key, by
// which a hub knows him.
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
