package mcp

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"discussd/critique/checks"
)

// conformance are the scenarios of the protocol's own conformance tests that ask nothing of a
// server but the protocol: the others call tools that only a server for tests has.
var conformance = [...]string{"server-initialize", "ping", "tools-list", "resources-list", "logging-set-level"}

// TestConformance has the protocol's own tests (the program conformance, which npm knows)
// look at the server. They speak over HTTP alone; the server does so here and nowhere else.
func TestConformance(t *testing.T) {
	program, err := exec.LookPath("conformance")
	if err != nil {
		t.Skip("NOT TRIED: the program conformance is not installed (npm knows it as @modelcontextprotocol/conformance)")
	}
	if err := exec.CommandContext(t.Context(), program, "list", "--server").Run(); err != nil {
		t.Skipf("NOT TRIED: conformance does not start: %v", err)
	}
	server := New(Options{Version: "test", Rounds: &rounds{dir: t.TempDir()}, Rules: checks.Rules(), User: 0})
	host := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	defer host.Close()
	for _, scenario := range conformance {
		t.Run(scenario, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), program, "server", "--url", host.URL, "--scenario", scenario)
			cmd.Dir = t.TempDir() // where it leaves its results
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
