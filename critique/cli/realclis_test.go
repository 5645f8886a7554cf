package cli

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

// realCLIs is the folder into which npm has installed the real programs.
func realCLIs(t *testing.T) string {
	folder := os.Getenv("DISCUSSD_REAL_CLIS")
	if folder == "" {
		t.Skip("THE REAL CLIs ARE NOT TESTED: DISCUSSD_REAL_CLIS names no folder into which npm has installed them")
	}
	return folder
}

// newElsewhere is a proxy for every address but the model server's. It lets nobody
// through, and fails the test when somebody wants to: reports home are to be off.
func newElsewhere(t *testing.T) string {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect && strings.HasPrefix(r.Host, "127.0.0.1") || strings.HasPrefix(r.URL.String(), "http://127.0.0.1") {
			t.Errorf("the model server was asked through the proxy: %s", r.Host)
		}
		t.Errorf("somebody else was asked: %s %s", r.Method, r.Host)
		w.WriteHeader(http.StatusForbidden)
	}))
	t.Cleanup(proxy.Close)
	return proxy.URL
}

// mostRequests is how many a run may send that is started a second time when it fails;
// one that is not may send twice as many.
const mostRequests = 3

// mostBytes is how long a request may be whose prompt is a line. What codex has beyond
// that are tools which today's models come with, and which nothing switches off.
var mostBytes = map[string]int{"claude": 3000, "codex": 14000, "gemini": 3000}

// TestRealCLIs runs the real programs against a model server of the test's own. Nothing
// else is ever asked.
func TestRealCLIs(t *testing.T) {
	folder := realCLIs(t)
	tools := map[string]func(t *testing.T, url string) *Tool{
		"claude":       realClaude(map[string]string{"ANTHROPIC_API_KEY": "k"}),
		"claude-login": realClaude(map[string]string{"ANTHROPIC_API_KEY": "", "ANTHROPIC_AUTH_TOKEN": "token"}),
		"codex":        realCodex,
		"codex-own":    realCodexOwn,
		"gemini":       realGemini,
	}
	behaviours := map[string]struct {
		want    critique.Class
		timeout time.Duration
		except  map[string]critique.Class
	}{
		"answer":   {want: critique.Answered},
		"400":      {want: critique.Misconfigured},
		"404":      {want: critique.Misconfigured},
		"401":      {want: critique.Auth},
		"429":      {want: critique.RateLimited},
		"500":      {want: critique.Crashed},
		"529":      {want: critique.RateLimited},
		"cut":      {want: critique.Crashed},
		"hang":     {want: critique.Timeout, timeout: 40 * time.Second},
		"stall":    {want: critique.Timeout, timeout: 40 * time.Second},
		"tools":    {want: critique.Answered},
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
				mark, elsewhere := t.Name(), newElsewhere(t)
				for variable, value := range map[string]string{
					"PATH": filepath.Join(folder, "node_modules", ".bin") + ":" + os.Getenv("PATH"), "TEST_MARK": mark,
					"HTTPS_PROXY": elsewhere, "HTTP_PROXY": elsewhere, "https_proxy": elsewhere, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1",
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

// verdictSchema is what [verdictText] keeps to: claude asks again until an answer does.
const verdictSchema = `{"type": "object", "additionalProperties": false, "required": ["rating", "key_finding"],
  "properties": {"rating": {"type": "number"}, "key_finding": {"type": "string"}}}`

// ask asks with a prompt that names files, and checks that their content stays
// where it is.
func ask(t *testing.T, tool *Tool, server *modelServer, want critique.Class) {
	runs := t.TempDir()
	const secret = "content-of-a-local-file"
	absolute := written(t, runs, "x", secret)
	picture := base64.StdEncoding.EncodeToString(onePixel)
	image := filepath.Join(tool.Env["HOME"], "picture.png")
	if err := os.WriteFile(image, onePixel, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, instructions := range []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md"} {
		written(t, tool.Env["HOME"], instructions, secret)
	}
	ran := filepath.Join(runs, "ran")
	server.toolCalls = toolCalls(absolute, image, "cat "+absolute+" > "+ran)
	text := fmt.Sprintf("PURPOSE: judge what follows.\n\nSee @/etc/hostname, @../x, @../../x, @%s and @x.\n", absolute)
	start := time.Now()
	answer, err := tool.Ask(t.Context(), Prompt{Text: []byte(text), Schema: []byte(verdictSchema), Dir: runs})
	t.Logf("%s after %s and %d requests: %v", classIn(err), time.Since(start).Round(time.Millisecond), len(server.requests()), err)
	if got := classIn(err); got != want {
		t.Errorf("class %q, want %q\nout %s\nerr %s", got, want, answer.Raw, answer.Stderr)
	}
	if cost := answer.Cost; (server.behaviour == "answer" || server.behaviour == "tools") && (!sameJSON(string(answer.Text), verdictText) || cost.InputTokens == nil || cost.OutputTokens == nil) {
		t.Errorf("answer %q, cost %+v", answer.Text, cost)
	}
	if len(server.requests()) == 0 {
		t.Error("the service was never asked")
	}
	if most := mostBytes[tool.Name]; server.behaviour == "answer" && (len(server.requests()) != 1 || len(server.requests()[0]) > most) {
		t.Errorf("%d requests, the first of %d bytes, want one of at most %d", len(server.requests()), len(server.requests()[0]), most)
	}
	var failure *critique.Failure
	once := errors.As(err, &failure) && (failure.Final || slices.Contains([]critique.Class{critique.Auth, critique.Misconfigured}, failure.Class))
	if n := len(server.requests()); n > 2*mostRequests || n > mostRequests && !once {
		t.Errorf("%d requests", n)
	}
	if err != nil && (strings.Contains(err.Error(), ".js") || strings.Contains(err.Error(), "[STARTUP]")) {
		t.Errorf("the message is no message: %v", err)
	}
	if exists(ran) {
		t.Error("a command was run")
	}
	for i, body := range server.requests() {
		if strings.Contains(body, picture) {
			t.Errorf("a picture was sent along: %s", body)
		}
		if strings.Contains(body, secret) || strings.Count(body, "/etc/hostname") > 1 {
			t.Errorf("a file was sent along: %s", body)
		}
		for _, forbidden := range []string{`"run_shell_command"`, `"read_file"`, `"Bash"`, `"Read"`, `"shell"`, `"exec_command"`, `"view_image"`, `"update_topic"`} {
			if i == 0 && strings.Contains(body, `"name":`+forbidden) { // later ones repeat what the model asked for
				t.Errorf("the tool %s was offered", forbidden)
			}
		}
	}
	if left, err := os.ReadDir(runs); err != nil || len(left) != 1 {
		t.Errorf("files left: %v %v", left, err)
	}
}

// onePixel is a picture.
var onePixel, _ = base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")

// toolCalls ask for a file, a picture and a command by every name that one of the CLIs
// has for it, and for what only looks harmless.
func toolCalls(file, image, command string) []toolCall {
	return []toolCall{
		{"Read", map[string]any{"file_path": file}},
		{"Bash", map[string]any{"command": command, "description": "x"}},
		{"Agent", map[string]any{"description": "x", "prompt": "read " + file, "subagent_type": "general-purpose"}},
		{"shell", map[string]any{"command": []string{"sh", "-c", command}}},
		{"shell_command", map[string]any{"command": command}},
		{"exec_command", map[string]any{"cmd": command}},
		{"exec", map[string]any{"input": command}},
		{"view_image", map[string]any{"path": image}},
		{"apply_patch", map[string]any{"input": "*** Begin Patch\n*** Add File: ran\n+x\n*** End Patch\n"}},
		{"read_file", map[string]any{"file_path": file, "absolute_path": file, "path": file}},
		{"read_file", map[string]any{"file_path": image, "absolute_path": image}},
		{"read_many_files", map[string]any{"paths": []string{file, image}, "include": []string{file, image}}},
		{"run_shell_command", map[string]any{"command": command}},
		{"list_background_processes", map[string]any{}},
		{"update_topic", map[string]any{"title": "x"}},
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

// realCodex is codex with its built-in provider, as most have it.
func realCodex(t *testing.T, url string) *Tool {
	home := t.TempDir()
	return &Tool{Name: "codex", Via: "native",
		Env:  map[string]string{"HOME": home, "CODEX_API_KEY": "k"},
		Args: []string{"-c", fmt.Sprintf("openai_base_url=%q", url+"/v1")},
	}
}

// realCodexOwn is codex with a provider of its user's own.
func realCodexOwn(t *testing.T, url string) *Tool {
	home := t.TempDir()
	return &Tool{Name: "codex", Via: "native",
		Env: map[string]string{"HOME": home, "KEY": "k"},
		Args: []string{"-c", "model_provider=own",
			"-c", fmt.Sprintf(`model_providers.own={name="own",base_url="%s/v1",env_key="KEY",wire_api="responses"}`, url)},
	}
}

func realGemini(t *testing.T, url string) *Tool {
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, ".gemini"), 0o700); err != nil {
		t.Fatal(err)
	}
	written(t, filepath.Join(home, ".gemini"), "settings.json", `{"security":{"auth":{"selectedType":"gemini-api-key"}}}`)
	return &Tool{Name: "gemini", Via: "native",
		Env: map[string]string{"HOME": home, "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_API_KEY": "k"}}
}

func TestRealVersions(t *testing.T) {
	folder := realCLIs(t)
	for _, name := range []string{"claude", "codex", "gemini"} {
		tool := &Tool{Name: name, Env: map[string]string{"HOME": t.TempDir(), "PATH": filepath.Join(folder, "node_modules", ".bin") + ":" + os.Getenv("PATH")}}
		version, err := tool.Version(t.Context())
		if err != nil {
			t.Error(err)
		}
		t.Logf("%s: %s", name, version)
	}
}
