package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

// TestRealCLIs runs the real programs, as installed by npm into the folder that
// DISCUSSD_REAL_CLIS names, against a model server of the test's own. Nothing
// else is ever asked: every other address is behind a proxy that does not exist.
func TestRealCLIs(t *testing.T) {
	folder := os.Getenv("DISCUSSD_REAL_CLIS")
	if folder == "" {
		t.Skip("DISCUSSD_REAL_CLIS names no folder with the CLIs")
	}
	tools := map[string]func(t *testing.T, url string) *Tool{
		"claude":       realClaude(map[string]string{"ANTHROPIC_API_KEY": "k"}),
		"claude-login": realClaude(map[string]string{"ANTHROPIC_API_KEY": "", "ANTHROPIC_AUTH_TOKEN": "token"}),
		"codex":        realCodex,
		"gemini":       realGemini,
	}
	behaviours := map[string]struct {
		want    critique.Class
		timeout time.Duration
		except  map[string]critique.Class
	}{
		"answer":   {want: critique.Answered},
		"400":      {want: "misconfigured"},
		"404":      {want: "misconfigured"},
		"401":      {want: critique.Auth},
		"429":      {want: critique.RateLimited},
		"500":      {want: critique.Crashed},
		"529":      {want: critique.RateLimited},
		"cut":      {want: critique.Crashed},
		"hang":     {want: critique.Timeout, timeout: 20 * time.Second},
		"stall":    {want: critique.Timeout, timeout: 20 * time.Second},
		"empty":    {want: critique.EmptyOutput},
		"truncate": {want: critique.Truncated, except: map[string]critique.Class{"gemini": critique.Answered}}, // it does not tell
	}
	for name, configure := range tools {
		for behaviour, test := range behaviours {
			t.Run(name+" "+behaviour, func(t *testing.T) {
				t.Parallel()
				server := newModelServer(t, behaviour)
				tool := configure(t, server.URL)
				tool.Timeout = test.timeout
				mark := t.Name()
				for variable, value := range map[string]string{
					"PATH": filepath.Join(folder, "node_modules", ".bin") + ":" + os.Getenv("PATH"), "TEST_MARK": mark,
					"HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "127.0.0.1",
				} {
					tool.Env[variable] = value
				}
				want := test.want
				if other, ok := test.except[name]; ok {
					want = other
				}
				ask(t, tool, server, want)
				if left := marked(mark); len(left) > 0 {
					t.Errorf("processes left: %q", left)
				}
			})
		}
	}
}

// ask asks with a prompt that names files, and checks that their content stays
// where it is.
func ask(t *testing.T, tool *Tool, server *modelServer, want critique.Class) {
	runs := t.TempDir()
	const secret = "content-of-a-local-file"
	absolute := written(t, runs, "x", secret)
	text := fmt.Sprintf("PURPOSE: judge what follows.\n\nSee @/etc/hostname, @../x, @../../x, @%s and @x.\n", absolute)
	start := time.Now()
	answer, err := tool.Ask(t.Context(), Prompt{Text: []byte(text), Schema: []byte(answerSchema), Dir: runs})
	t.Logf("%s after %s and %d requests: %v", classIn(err), time.Since(start).Round(time.Millisecond), len(server.requests()), err)
	if got := classIn(err); got != want {
		t.Errorf("class %q, want %q\nout %s\nerr %s", got, want, answer.Raw, answer.Stderr)
	}
	if cost := answer.Cost; server.behaviour == "answer" && (!sameJSON(string(answer.Text), verdictText) || cost.InputTokens == nil || cost.OutputTokens == nil) {
		t.Errorf("answer %q, cost %+v", answer.Text, cost)
	}
	if len(server.requests()) == 0 {
		t.Error("the service was never asked")
	}
	for _, body := range server.requests() {
		if strings.Contains(body, secret) || strings.Count(body, "/etc/hostname") > 1 {
			t.Errorf("a file was sent along: %s", body)
		}
		for _, forbidden := range []string{`"run_shell_command"`, `"read_file"`, `"Bash"`, `"Read"`, `"shell"`, `"exec_command"`} {
			if strings.Contains(body, `"name":`+forbidden) {
				t.Errorf("the tool %s was offered", forbidden)
			}
		}
	}
	if left, err := os.ReadDir(runs); err != nil || len(left) != 1 {
		t.Errorf("files left: %v %v", left, err)
	}
}

func sameJSON(a, b string) bool {
	var left, right any
	return json.Unmarshal([]byte(a), &left) == nil && json.Unmarshal([]byte(b), &right) == nil && cmp.Equal(left, right)
}

func realClaude(login map[string]string) func(t *testing.T, url string) *Tool {
	return func(t *testing.T, url string) *Tool {
		tool := &Tool{Name: "claude", Via: "native", Env: map[string]string{"HOME": t.TempDir(), "ANTHROPIC_BASE_URL": url}}
		for variable, value := range login {
			tool.Env[variable] = value
		}
		return tool
	}
}

func realCodex(t *testing.T, url string) *Tool {
	home := t.TempDir()
	return &Tool{Name: "codex", Via: "native",
		Env: map[string]string{"HOME": home, "CODEX_HOME": home, "KEY": "k"},
		Args: []string{"-c", "model_provider=own",
			"-c", fmt.Sprintf(`model_providers.own={name="own",base_url="%s/v1",env_key="KEY",wire_api="responses",request_max_retries=1,stream_max_retries=1}`, url)},
	}
}

func realGemini(t *testing.T, url string) *Tool {
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, ".gemini"), 0o700); err != nil {
		t.Fatal(err)
	}
	written(t, filepath.Join(home, ".gemini"), "settings.json", `{"security":{"auth":{"selectedType":"gemini-api-key"}}}`)
	return &Tool{Name: "gemini", Via: "native", Model: "gemini-2.5-pro",
		Env: map[string]string{"HOME": home, "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_API_KEY": "k"}}
}

func TestRealVersions(t *testing.T) {
	folder := os.Getenv("DISCUSSD_REAL_CLIS")
	if folder == "" {
		t.Skip("DISCUSSD_REAL_CLIS names no folder with the CLIs")
	}
	for _, name := range []string{"claude", "codex", "gemini"} {
		tool := &Tool{Name: name, Env: map[string]string{"HOME": t.TempDir(), "PATH": filepath.Join(folder, "node_modules", ".bin") + ":" + os.Getenv("PATH")}}
		version, err := tool.Version(t.Context())
		if err != nil {
			t.Error(err)
		}
		t.Logf("%s: %s", name, version)
	}
}
