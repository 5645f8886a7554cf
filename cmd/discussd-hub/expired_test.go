package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/nats-io/nats-server/v2/server"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique"
)

// signer signs certificates of one another.
type signer struct {
	about *x509.Certificate
	key   *ecdsa.PrivateKey
}

// write writes a certificate and its key, NAME.pem and NAME.key. It holds for a day that ends
// at the time that is given. Nobody's is its own.
func (s *signer) write(t *testing.T, name string, until time.Time) *signer {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	about := &x509.Certificate{SerialNumber: big.NewInt(until.UnixNano()), NotBefore: until.Add(-24 * time.Hour), NotAfter: until, DNSNames: []string{"localhost"}}
	if s == nil {
		s = &signer{about, key}
		about.IsCA, about.BasicConstraintsValid = true, true
	}
	signed, err := x509.CreateCertificate(rand.Reader, about, s.about, &key.PublicKey, s.key)
	must(t, err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	must(t, err)
	must(t, os.WriteFile(name+".pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600))
	must(t, os.WriteFile(name+".key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600))
	return &signer{about, key}
}

// TestExpired: a hub whose certificate, or that of whoever signed it, does not hold now is not
// believed: the error names the file, and the day. A hub does not start with one that expired.
func TestExpired(t *testing.T) {
	over, holds := time.Now().Add(-3*24*time.Hour), time.Now().Add(12*time.Hour)
	comes := time.Now().Add(4 * 24 * time.Hour)
	day := func(t time.Time) string { return t.UTC().Format("2 January 2006") }
	for name, c := range map[string]struct {
		authority, own time.Time
		want           string // in the error; "" for none
	}{
		"valid":     {holds, holds, ""},
		"its own":   {holds, over, "--tls-cert expired on " + day(over)},
		"authority": {over, holds, "ca.pem expired on " + day(over)},
		"not yet":   {holds, comes, "--tls-cert does not hold before " + day(comes.Add(-24*time.Hour))},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			var nobody *signer
			nobody.write(t, "ca", c.authority).write(t, "hub", c.own)
			s := settings{dir: filepath.Join(dir, "hub"), listen: "127.0.0.1:-1", trial: true, certificate: "hub.pem", key: "hub.key", most: 1 << 30}
			h, err := serve(t.Context(), s, hclog.NewNullLogger())
			if err == nil {
				h.stop()
			}
			if refused := c.own.Equal(over); refused != (err != nil) || refused && (!strings.Contains(err.Error(), "hub.pem expired on "+day(over))) {
				t.Errorf("it starts: %v", err)
			}
			pair, err := tls.LoadX509KeyPair("hub.pem", "hub.key")
			must(t, err)
			running, err := server.NewServer(&server.Options{ // as a hub that has been running for long
				Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true, TLS: true, TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12},
			})
			must(t, err)
			running.Start()
			t.Cleanup(running.Shutdown)
			if !running.ReadyForConnections(20 * time.Second) {
				t.Fatal("nothing listens")
			}
			url := fmt.Sprintf("tls://localhost:%d", running.Addr().(*net.TCPAddr).Port)
			link := hub.NewLink(hub.Options{URL: url, CA: filepath.Join(dir, "ca.pem"), Project: "default", WhenDown: hub.Fall})
			t.Cleanup(link.Close)
			_, err = ask1(t, &hub.Tool{Name: "gemini", Link: link, Timeout: time.Minute}, "x")
			said := fmt.Sprint(err)
			if c.want == "" && strings.Contains(said, "certificate") || c.want != "" && (critique.ClassOf(err) != critique.Crashed || !strings.Contains(said, url) || !strings.Contains(said, c.want)) {
				t.Errorf("got %v", err)
			}
		})
	}
}
