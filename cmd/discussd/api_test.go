//go:build linux

package main

import (
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"discussd/cmd/discussd/fakecli"
	"discussd/critique"
)

// TestPanelOverHTTP: a service on this machine makes a panel where no CLI is installed, and
// the key that it is opened with is written nowhere.
func TestPanelOverHTTP(t *testing.T) {
	t.Parallel()
	const secret, wrong = "sk-never-to-be-seen", "sk-of-somebody-else"
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var sent struct {
			Messages []struct{ Role, Content string }
		}
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil || len(sent.Messages) != 2 || r.Header.Get("Authorization") != "Bearer "+secret {
			w.WriteHeader(http.StatusUnauthorized)
			io.WriteString(w, `{"error":{"message":"wrong key: `+r.Header.Get("Authorization")+`"}}`)
			return
		}
		asked.Add(1)
		prompt := []byte(sent.Messages[1].Content)
		answer := `{"ok": true}`
		if strings.Contains(string(prompt), " perspective)") {
			answer = string(fakecli.Answer(prompt))
		}
		fakecli.Reply(w, map[string]any{
			"model": "local-1", "usage": map[string]int{"prompt_tokens": 10, "completion_tokens": 5},
			"choices": []any{map[string]any{"message": map[string]string{"content": answer}, "finish_reason": "stop"}},
		})
	}))
	defer server.Close()
	s := newStage(t, "[tools.gemini]\nenabled = false\n[tools.codex]\nenabled = false\n[tools.claude]\nenabled = false\n"+
		"[tools.local]\nvia = \"api\"\nbase_url = \""+server.URL+"/v1\"\nmodel = \"m\"\nfamily = \"mine\"\nkey_env = \"LOCAL_KEY\"\n")
	brief := filepath.Join(s.session, "spec", "product-brief.md")
	must(t, os.WriteFile(brief, []byte("# Brief\n\nReadings are kept for 400 days, and then they go.\n"), 0o644))

	out, errs, _ := s.run("doctor", s.root)
	if !strings.Contains(out, "LOCAL_KEY is not set") || !strings.Contains(out, "key_env") {
		t.Errorf("doctor without the key: %s%s", out, errs)
	}
	s.environment = append(s.environment, "LOCAL_KEY="+secret)
	out, errs, code := s.run("critique", brief)
	v := s.await("DISCUSS-002")
	if code != 0 || v.Basis != critique.BasisPanel || asked.Load() != 3 || v.Perspectives[0].Model != "local-1" || v.Perspectives[0].ModelFamily != "mine" || *v.Cost.InputTokens != 30 {
		t.Fatalf("exit %d, %s, %d requests, %+v\n%s%s", code, v.Basis, asked.Load(), v.Perspectives, out, errs)
	}
	out, errs, _ = s.run("doctor", "--live", s.root)
	if !strings.Contains(out, "answers in") || !strings.Contains(out, "perspective product") || !strings.Contains(out, "local in place of gemini") {
		t.Errorf("doctor --live: %s%s", out, errs)
	}
	nowhere(t, s.dir, secret)

	s.environment = append(s.environment, "LOCAL_KEY="+wrong)
	must(t, os.WriteFile(brief, []byte("# Brief\n\nReadings are kept for 500 days, and then they go.\n"), 0o644))
	out, errs, code = s.run("critique", brief)
	if v := s.await("DISCUSS-002"); code != 3 || !v.Unreviewed() || !strings.Contains(v.Summary, "local: auth") {
		t.Errorf("a wrong key: exit %d\n%s%s%s", code, out, errs, v.Summary)
	}
	if strings.Contains(out+errs, wrong) {
		t.Errorf("a wrong key that the service repeats is printed:\n%s%s", out, errs)
	}
	raw, err := filepath.Glob(filepath.Join(strings.ReplaceAll(s.session, "[", "\\["), "discussions/.discussd/raw/DISCUSS-002/*"))
	must(t, err)
	if len(raw) == 0 {
		t.Error("what the service said is kept nowhere")
	}
	nowhere(t, s.dir, wrong)
}

// nowhere checks that no file below a folder holds a text.
func nowhere(t *testing.T, dir, secret string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), secret) {
				t.Errorf("%s holds the key", path)
			}
		}
		return nil
	}))
}
