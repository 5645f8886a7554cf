package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestClientIsSmall: what daemons keep while they ask has neither the server in it nor what
// judges documents.
func TestClientIsSmall(t *testing.T) {
	said, err := exec.Command("go", "list", "-deps", "./discussd-hub-client").Output()
	must(t, err)
	for part := range strings.FieldsSeq(string(said)) {
		for _, large := range []string{"github.com/nats-io/nats-server/", "discussd/cmd/discussd/config", "discussd/critique/checks", "discussd/pipeline/"} {
			if strings.HasPrefix(part, large) {
				t.Errorf("the client has %s in it", part)
			}
		}
	}
}
