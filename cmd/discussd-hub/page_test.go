package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestPage: every call of discussd-hub on its page is run as it stands there, in a folder of
// the test's own. Those that go on are told to stop once they listen, or knock where the page
// has a hub.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/many-machines.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	certificate(t, time.Hour)
	configuration := filepath.Join(dir, "discussd.toml")
	if err := os.WriteFile(configuration, []byte("[tools.gemini]\nvia = \"command\"\ncommand = [\"/bin/cat\"]\n[tools.claude]\nvia = \"command\"\ncommand = [\"/bin/cat\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DISCUSSD_CONFIG", configuration)
	ran := 0
	for _, m := range regexp.MustCompile("(?m)(?:^|`)discussd(?:-hub| hub)? ((?:serve|worker|add-user|setup|--dir) [^&`…\n]+)").FindAllStringSubmatch(string(page), -1) {
		onPage(t, dir, m[1])
		ran++
	}
	if ran < 6 {
		t.Errorf("%d calls found", ran)
	}
}

// onPage runs one call.
func onPage(t *testing.T, dir, call string) {
	t.Helper()
	door, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer door.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		if conn, err := door.Accept(); err == nil {
			conn.Close()
			stop()
		}
	}()
	address := door.Addr().String()
	here := strings.NewReplacer("/var/lib/discussd-hub", filepath.Join(dir, "hub"), "/tmp/hub", filepath.Join(dir, "trial"), "0.0.0.0:4222", "127.0.0.1:-1", "127.0.0.1:4222", address, "hub.example:4222", address)
	args := strings.Fields(here.Replace(call))
	if args[0] == "--dir" { // as `discussd hub` hands it over
		args = append([]string{"serve"}, args...)
	}
	if args[0] == "serve" && !strings.Contains(call, "--listen") {
		args = append(args, "--listen", "127.0.0.1:-1")
	}
	command := newRoot(listener(func(line string) {
		if strings.Contains(line, "listens") {
			stop()
		}
	}))
	command.SetArgs(args)
	command.SetOut(t.Output())
	if err := command.ExecuteContext(ctx); err != nil && ctx.Err() == nil {
		t.Errorf("%v: %v", args, err)
	}
}

// certificate writes hub.pem and hub.key, for this machine and the hub of a [network], and so long.
func certificate(t *testing.T, until time.Duration) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(until), DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv4(10, 77, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	signed, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"hub.pem": {Type: "CERTIFICATE", Bytes: signed}, "hub.key": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
