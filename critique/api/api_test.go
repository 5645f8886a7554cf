package api

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"discussd/critique"
	"discussd/critique/cli"
)

const secret = "sk-never-to-be-seen"

var prompt = cli.Prompt{Text: []byte("the documents\nROLE: you"), Shared: 14, Schema: []byte(`{"type":"object"}`)}

// ask asks a service that answers as told, with a key that nothing may repeat.
func ask(t *testing.T, dialect string, handler http.HandlerFunc) (cli.Answer, error) {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	t.Setenv("SERVICE_KEY", secret)
	tool := &Tool{Name: "local", BaseURL: server.URL + "/v1", Dialect: dialect, Model: "m", Family: "f", KeyEnv: "SERVICE_KEY", Timeout: 5 * time.Second}
	answer, err := tool.Ask(t.Context(), prompt)
	if text := fmt.Sprintf("%s %v %s", answer.Raw, err, answer.Text); strings.Contains(text, secret[:6]) {
		t.Errorf("the key is told: %s", text)
	}
	return answer, err
}

func body(t *testing.T, r *http.Request) map[string]any {
	var sent map[string]any
	if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
		t.Error(err)
	}
	return sent
}

func TestAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		dialect, kind, body string
		model               string
		input, output       int64
	}{
		"openai":    {OpenAI, "application/json", `{"model":"m-1","choices":[{"message":{"content":"{\"rating\": 4}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":7}}}`, "m-1", 10, 5},
		"anthropic": {Anthropic, "application/json", `{"type":"message","model":"c-1","content":[{"type":"tool_use","name":"answer","input":{"rating": 4}}],"stop_reason":"tool_use","usage":{"input_tokens":3,"cache_read_input_tokens":7,"output_tokens":5}}`, "c-1", 10, 5},
	} {
		t.Run(name, func(t *testing.T) {
			answer, err := ask(t, test.dialect, func(w http.ResponseWriter, r *http.Request) {
				sent := body(t, r)
				messages := sent["messages"].([]any)
				last, _ := json.Marshal(messages[len(messages)-1])
				if sent["model"] != "m" || !strings.Contains(string(last), "the documents") || !strings.Contains(string(last), "ROLE: you") {
					t.Errorf("sent: %v", sent)
				}
				switch test.dialect {
				case OpenAI:
					if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+secret || sent["response_format"] == nil {
						t.Errorf("%s %v %v", r.URL.Path, r.Header, sent)
					}
				case Anthropic:
					if r.URL.Path != "/v1/messages" || r.Header.Get("X-Api-Key") != secret || sent["tool_choice"] == nil || !strings.Contains(string(last), `{"cache_control":{"type":"ephemeral"},"text":"the documents\n"`) {
						t.Errorf("%s %v %s", r.URL.Path, r.Header, last)
					}
				}
				w.Header().Set("Content-Type", test.kind)
				io.WriteString(w, test.body)
			})
			if err != nil || strings.Join(strings.Fields(string(answer.Text)), " ") != `{"rating": 4}` {
				t.Fatalf("%v: %s", err, answer.Text)
			}
			if answer.Model != test.model || answer.Family != "f" || *answer.Cost.InputTokens != test.input || *answer.Cost.OutputTokens != test.output {
				t.Errorf("%+v", answer)
			}
			if cached := answer.Cost.CachedTokens; (cached != nil) != strings.Contains(test.body, "cache_read") && (cached != nil) != strings.Contains(test.body, "cached_tokens") || cached != nil && *cached != 7 {
				t.Errorf("read before: %v", cached)
			}
		})
	}
}

// TestFailures: each way in which a service gives no answer has the class that a CLI's has.
func TestFailures(t *testing.T) {
	answers := func(status int, kind, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			io.WriteString(w, text)
		}
	}
	const asJSON = "application/json"
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		class   critique.Class
		says    string
	}{
		"a wrong key":          {answers(401, asJSON, `{"error":{"message":"Incorrect API key provided: `+secret+`"}}`), critique.Auth, "[key]"},
		"no right to it":       {answers(403, asJSON, `{"error":"forbidden"}`), critique.Auth, "forbidden"},
		"no such model":        {answers(404, asJSON, `{"error":{"message":"model m not found"}}`), critique.Misconfigured, "model m not found"},
		"a wrong address":      {answers(200, "text/html", "<!doctype html><title>Welcome</title>"), critique.Misconfigured, "web page"},
		"a page for a missing": {answers(404, "text/html", "<h1>Not found</h1>"), critique.Misconfigured, "web page"},
		"elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://elsewhere.invalid/v1", http.StatusTemporaryRedirect)
		}, critique.Misconfigured, `sends requests on to "https://elsewhere.invalid/v1"`},
		"elsewhere with the key": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://elsewhere.invalid/"+strings.Repeat("x", 165)+secret, http.StatusFound)
		}, critique.Misconfigured, "sends requests on"},
		"a key where the text is cut": {answers(500, "text/plain", strings.Repeat("x", 990)+secret), critique.Crashed, "HTTP 500"},
		"nothing paid":                {answers(402, asJSON, `{"error":{"message":"payment required"}}`), critique.Quota, "payment"},
		"nothing left":                {answers(429, asJSON, `{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}`), critique.Quota, "quota"},
		"too fast":                    {answers(429, asJSON, `{"error":{"message":"slow down"}}`), critique.RateLimited, "slow down"},
		"it fails":                    {answers(503, "text/html", "<h1>503</h1>"), critique.Crashed, "503"},
		"half an answer":              {answers(200, asJSON, `{"choices":[{"message":{"content":"{\"rat`), critique.Truncated, "middle"},
		"its limit":                   {answers(200, asJSON, `{"choices":[{"message":{"content":"{"},"finish_reason":"length"}]}`), critique.Truncated, "tokens"},
		"it declines":                 {answers(200, asJSON, `{"choices":[{"message":{"content":null,"refusal":"I cannot help with that"},"finish_reason":"stop"}]}`), critique.Refused, "cannot help"},
		"it is filtered":              {answers(200, asJSON, `{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}`), critique.Refused, "content_filter"},
		"nothing said":                {answers(200, asJSON, `{"choices":[{"message":{"content":" "},"finish_reason":"stop"}]}`), critique.EmptyOutput, "empty"},
		"other JSON":                  {answers(200, asJSON, `{"status":"ok"}`), critique.Misconfigured, "another form"},
		"no JSON":                     {answers(200, asJSON, `pong`), critique.InvalidJSON, "no JSON"},
		"an error for 200":            {answers(200, asJSON, `{"error":{"message":"the model is overloaded"}}`), critique.RateLimited, "overloaded"},
		"too much": {func(w http.ResponseWriter, r *http.Request) {
			for range 9 {
				w.Write([]byte(strings.Repeat("x", 1<<20)))
			}
		}, critique.OutputTooLarge, "8 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ask(t, OpenAI, test.handler)
			if err == nil || critique.ClassOf(err) != test.class || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%v, want %s with %q", err, test.class, test.says)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	_, err := ask(t, OpenAI, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(429)
		io.WriteString(w, `{"error":"slow down, `+secret+`"}`)
	})
	limit, ok := errors.AsType[*cli.LimitError](err)
	if !ok || limit.RetryAfter() != 7*time.Second || critique.ClassOf(err) != critique.RateLimited {
		t.Errorf("%v", err)
	}
}

// TestNoSchema: a service that knows no schema is asked without one, and remembered.
func TestNoSchema(t *testing.T) {
	var asked, refused atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if body(t, r)["response_format"] != nil {
			refused.Add(1)
			w.WriteHeader(400)
			io.WriteString(w, `{"error":{"message":"response_format is not supported"}}`)
			return
		}
		io.WriteString(w, `{"choices":[{"message":{"content":"{}x"},"finish_reason":"stop"}]}`)
	}))
	defer server.Close()
	tool := &Tool{BaseURL: server.URL, Dialect: OpenAI, Model: "m"}
	for range 2 {
		if answer, err := tool.Ask(t.Context(), prompt); err != nil || string(answer.Text) != "{}x" {
			t.Fatalf("%v: %s", err, answer.Text)
		}
	}
	if asked.Load() != 3 || refused.Load() != 1 {
		t.Errorf("%d requests, %d with a schema", asked.Load(), refused.Load())
	}
}

func TestNobodyThere(t *testing.T) {
	tool := &Tool{BaseURL: "http://127.0.0.1:1/v1", Dialect: OpenAI, Model: "m"}
	if _, err := tool.Ask(t.Context(), prompt); critique.ClassOf(err) != critique.Crashed || !strings.Contains(err.Error(), "refused") {
		t.Errorf("%v", err)
	}
}

func TestHang(t *testing.T) {
	end := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { <-end }))
	defer server.Close()
	defer close(end)
	tool := &Tool{BaseURL: server.URL, Dialect: OpenAI, Model: "m", Timeout: 50 * time.Millisecond}
	if _, err := tool.Ask(t.Context(), prompt); critique.ClassOf(err) != critique.Timeout {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tool.Ask(ctx, prompt); critique.ClassOf(err) != critique.Canceled {
		t.Errorf("%v", err)
	}
}

// TestCertificate: one that nobody vouches for is refused, unless its authority is named.
func TestCertificate(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"choices":[{"message":{"content":"{}"},"finish_reason":"stop"}]}`)
	}))
	defer server.Close()
	server.Config.ErrorLog = nil
	tool := &Tool{BaseURL: server.URL, Dialect: OpenAI, Model: "m"}
	if _, err := tool.Ask(t.Context(), prompt); critique.ClassOf(err) != critique.Misconfigured {
		t.Errorf("a certificate of nobody: %v", err)
	}
	tool.CA = filepath.Join(t.TempDir(), "ca.pem")
	if _, err := tool.Ask(t.Context(), prompt); critique.ClassOf(err) != critique.Misconfigured || !strings.Contains(err.Error(), "ca") {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := os.WriteFile(tool.CA, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := tool.Ask(t.Context(), prompt); err != nil {
		t.Errorf("with its authority: %v", err)
	}
}

func TestProxy(t *testing.T) {
	var through atomic.Int32
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		through.Add(1)
		io.WriteString(w, `{"choices":[{"message":{"content":"{}"},"finish_reason":"stop"}]}`)
	}))
	defer proxy.Close()
	if os.Getenv("BEHIND_PROXY") == "" { // the variables are read once a process
		command := testCommand(t, "TestProxy")
		command.Env = append(os.Environ(), "BEHIND_PROXY=1", "HTTP_PROXY="+proxy.URL, "http_proxy="+proxy.URL, "NO_PROXY=", "no_proxy=")
		if out, err := command.CombinedOutput(); err != nil || through.Load() != 1 {
			t.Errorf("%v, %d through the proxy\n%s", err, through.Load(), out)
		}
		return
	}
	tool := &Tool{BaseURL: "http://service.invalid/v1", Dialect: OpenAI, Model: "m"}
	if _, err := tool.Ask(t.Context(), prompt); err != nil {
		t.Error(err)
	}
}

func TestKey(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	tool := &Tool{KeyFile: file}
	for _, test := range []struct {
		text string
		mode os.FileMode
		want string // of the error; "" for none
	}{
		{secret + "\n", 0o600, ""},
		{secret + "\n", 0o644, "chmod 600"},
		{secret + "\n", 0o640, "chmod 600"},
		{"\n", 0o600, "nothing else"},
		{secret + "\nmore\n", 0o600, "nothing else"},
	} {
		os.Remove(file)
		if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, test.mode); err != nil {
			t.Fatal(err)
		}
		switch err := tool.Installed(); {
		case test.want == "" && err != nil, test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), secret)):
			t.Errorf("%q, %v: %v", test.text, test.mode, err)
		}
	}
	os.Remove(file)
	if err := tool.Installed(); critique.ClassOf(err) != critique.Auth {
		t.Errorf("no file: %v", err)
	}
	if err := (&Tool{KeyEnv: "NO_SUCH_KEY"}).Installed(); critique.ClassOf(err) != critique.Auth || !strings.Contains(err.Error(), "NO_SUCH_KEY") {
		t.Errorf("no variable: %v", err)
	}
}

// testCommand is one test of this binary in a process of its own.
func testCommand(t *testing.T, name string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exec.Command(self, "-test.run", "^"+name+"$")
}
