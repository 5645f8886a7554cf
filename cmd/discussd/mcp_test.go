//go:build linux

package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMCP: an agent that asks gets the verdicts of a real daemon, and what it asks for
// once more is judged once more.
func TestMCP(t *testing.T) {
	t.Parallel()
	s := newStage(t, oneJudge(4)+everyRule, "codex")
	daemon := s.background(s.root)
	s.write(scenes[1])
	client := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil)
	c, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: s.command("mcp")}, nil)
	must(t, err)
	ask := func(tool string, in map[string]any) (found map[string]any) {
		t.Helper()
		result, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: in})
		must(t, err)
		text := result.Content[0].(*sdk.TextContent).Text
		if result.IsError {
			t.Fatalf("%s: %s", tool, text)
		}
		must(t, json.Unmarshal([]byte(text), &found))
		return found
	}
	artifact := map[string]any{"path": filepath.Join(s.session, scenes[1].files[len(scenes[1].files)-1])}
	ask("submit", artifact)
	found := ask("wait_verdict", artifact)
	if found["state"] != "judged" || found["round"] != "DISCUSS-002" || !strings.Contains(found["summary"].(string), "DISCUSS-002") {
		t.Fatalf("the verdict: %v", found)
	}
	for _, address := range found["resources"].([]any) {
		read, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: address.(string)})
		if err != nil || !strings.Contains(read.Contents[0].Text, "DISCUSS-002") {
			t.Errorf("%s: %v %v", address, read, err)
		}
	}
	if page := ask("findings", artifact); page["fingerprint"] != found["fingerprint"] {
		t.Errorf("findings of other bytes: %v", page)
	}
	asked := ask("request_review", map[string]any{"path": artifact["path"], "round": "once-more", "perspectives": []string{"single"}})
	again := ask("wait_verdict", map[string]any{"path": asked["request"]})
	if again["state"] != "judged" || again["brief"].(map[string]any)["round"] != "once-more" {
		t.Errorf("the review: %v", again)
	}
	if full := ask("get_verdict", map[string]any{"session": s.session, "round": "DISCUSS-002", "full": true}); full["verdict"].(map[string]any)["artifact"] == nil {
		t.Errorf("the whole verdict: %v", full)
	}
	if stands := ask("session_status", map[string]any{"session": s.session})["status"].(map[string]any); stands["watched"] != true {
		t.Errorf("the session: %v", stands)
	}
	must(t, c.Close())
	s.stop(daemon)
}
