package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

// verdictText is an answer in every envelope below.
const verdictText = `{"rating": 4, "key_finding": "REQ-002 has no owner"}`

func claudeLine(isError bool, status, result, rest string) string {
	return fmt.Sprintf(`{"type":"result","subtype":"success","is_error":%t,"api_error_status":%s,"num_turns":1,"result":%q,%s"total_cost_usd":0.25,`+
		`"usage":{"input_tokens":100,"cache_creation_input_tokens":20,"cache_read_input_tokens":3,"output_tokens":45},`+
		`"modelUsage":{"small-1":{"outputTokens":2},"large-2":{"outputTokens":43}}}`+"\n", isError, status, result, rest)
}

func codexLines(events ...string) string {
	return `{"type":"thread.started","thread_id":"t"}` + "\n" + `{"type":"turn.started"}` + "\n" + strings.Join(events, "\n") + "\n"
}

const (
	codexDone    = `{"type":"turn.completed","usage":{"input_tokens":123,"cached_input_tokens":0,"output_tokens":45}}`
	codexThought = `{"type":"item.completed","item":{"type":"agent_message","text":"Let me look first."}}`
)

func codexAnswer(text string) string {
	return fmt.Sprintf(`{"type":"item.completed","item":{"id":"i","type":"agent_message","text":%q}}`, text)
}

func codexFailed(message string) string {
	return fmt.Sprintf(`{"type":"error","message":%q}`+"\n"+`{"type":"turn.failed","error":{"message":%q}}`, message, message)
}

func geminiObject(response, rest string) string {
	return fmt.Sprintf("{\n  \"session_id\": \"s\",\n  \"response\": %q,\n  \"stats\": {\"models\": {\"router-1\": {\"tokens\": {\"prompt\": 23, \"candidates\": 5}},"+
		" \"pro-2\": {\"tokens\": {\"prompt\": 100, \"candidates\": 30, \"thoughts\": 10}}}}%s\n}\n", response, rest)
}

func geminiFailure(code int, message string) string {
	return fmt.Sprintf("Something failed: {\n  braces in words\n{\"error\":{\"type\":\"Error\",\"message\":%q,\"code\":%d}}\n", message, code)
}

func geminiLines(status string, events ...string) string {
	all := `{"type":"init","session_id":"s","model":"pro-2"}` + "\n" + `{"type":"message","role":"user","content":"PURPOSE"}` + "\n" + strings.Join(events, "\n") + "\n"
	if status != "" {
		all += fmt.Sprintf(`{"type":"result","status":%q,"stats":{"models":{"pro-2":{"input_tokens":123,"output_tokens":45}}}}`+"\n", status)
	}
	return all
}

func geminiDelta(text string) string {
	return fmt.Sprintf(`{"type":"message","role":"assistant","content":%q,"delta":true}`, text)
}

func TestEnvelopes(t *testing.T) {
	t.Parallel()
	type outcome struct {
		Class   critique.Class
		Text    string
		Model   string
		In, Out int64
		USD     float64
		Retry   time.Duration
	}
	answered := outcome{Class: critique.Answered, Text: verdictText, In: 123, Out: 45}
	with := func(o outcome, model string, usd float64) outcome { o.Model, o.USD = model, usd; return o }
	claudeFailed := func(class critique.Class) outcome {
		return outcome{Class: class, Model: "large-2", In: 123, Out: 45, USD: 0.25}
	}
	class := func(class critique.Class) outcome { return outcome{Class: class} }
	codexFailure := func(class critique.Class) outcome { return outcome{Class: class, In: 123, Out: 45} }
	const loginPage = "\n\nCode Helper login required.\nOpening the authentication page in your browser.\nhttps://accounts.invalid/o\n\nWaiting for authentication...\n"

	tests := map[string]struct {
		tool, via      string
		stdout, stderr string
		exit           int
		want           outcome
	}{
		"claude answers":                {tool: "claude", stdout: claudeLine(false, "null", verdictText, `"stop_reason":"end_turn",`), want: with(answered, "large-2", 0.25)},
		"claude answers by schema":      {tool: "claude", stdout: claudeLine(false, "null", "Done.", `"structured_output":`+verdictText+`,`), want: with(answered, "large-2", 0.25)},
		"claude quota":                  {tool: "claude", stdout: claudeLine(true, "400", "Credit balance is too low", ""), exit: 1, want: claudeFailed(critique.Quota)},
		"claude quota with exit 0":      {tool: "claude", stdout: claudeLine(true, "null", "Credit balance is too low", ""), want: claudeFailed(critique.Quota)},
		"claude quota without an error": {tool: "claude", stdout: strings.ReplaceAll(claudeLine(false, "null", "Credit balance is too low", ""), `"output_tokens":45`, `"output_tokens":0`), want: outcome{Class: critique.Quota, Model: "large-2", In: 123, USD: 0.25}},
		"claude writes of money":        {tool: "claude", stdout: claudeLine(false, "null", "The credit balance is too low to test REQ-001", ""), want: outcome{Class: critique.Answered, Text: "The credit balance is too low to test REQ-001", Model: "large-2", In: 123, Out: 45, USD: 0.25}},
		"claude no login":               {tool: "claude", stdout: claudeLine(true, "null", "Not logged in · Please run /login", ""), exit: 1, want: claudeFailed(critique.Auth)},
		"claude bad key":                {tool: "claude", stdout: claudeLine(true, "401", "Failed to authenticate. API Error: 401 no", ""), exit: 1, want: claudeFailed(critique.Auth)},
		"claude rate limit": {tool: "claude", stdout: claudeLine(true, "429", "API Error: Request rejected (429) · Too many. Please try again in 7.5s.", ""), exit: 1,
			want: outcome{Class: critique.RateLimited, Model: "large-2", In: 123, Out: 45, USD: 0.25, Retry: 7500 * time.Millisecond}},
		"claude usage limit":         {tool: "claude", stdout: claudeLine(true, "429", "Usage limit reached, resets in 2h30m", ""), exit: 1, want: outcome{Class: critique.Quota, Model: "large-2", In: 123, Out: 45, USD: 0.25, Retry: 150 * time.Minute}},
		"claude unknown model":       {tool: "claude", stdout: claudeLine(true, "404", "There's an issue with the selected model (large-9).", ""), exit: 1, want: claudeFailed(critique.Misconfigured)},
		"claude bad request":         {tool: "claude", stdout: claudeLine(true, "400", "API Error: 400 No such field.", ""), exit: 1, want: claudeFailed(critique.Misconfigured)},
		"claude times out itself":    {tool: "claude", stdout: claudeLine(true, "null", "Request timed out.", ""), exit: 1, want: claudeFailed(critique.Timeout)},
		"claude server error":        {tool: "claude", stdout: claudeLine(true, "500", "API Error: 500 trouble", ""), exit: 1, want: claudeFailed(critique.Crashed)},
		"claude empty":               {tool: "claude", stdout: claudeLine(false, "null", "", ""), want: claudeFailed(critique.EmptyOutput)},
		"claude nothing at all":      {tool: "claude", want: class(critique.EmptyOutput)},
		"claude truncated":           {tool: "claude", stdout: claudeLine(true, "null", "API Error: the response exceeded the 64000 output token maximum", ""), exit: 1, want: claudeFailed(critique.Truncated)},
		"claude stops at max_tokens": {tool: "claude", stdout: claudeLine(false, "null", `{"rating": 4, "key`, `"stop_reason":"max_tokens",`), want: claudeFailed(critique.Truncated)},
		"claude refuses":             {tool: "claude", stdout: claudeLine(false, "null", "no", `"stop_reason":"refusal",`), want: claudeFailed(critique.Refused)},
		"claude prompt too long":     {tool: "claude", stdout: claudeLine(true, "400", "Prompt is too long", ""), exit: 1, want: claudeFailed(critique.PromptTooLarge)},
		"claude cut envelope":        {tool: "claude", stdout: claudeLine(false, "null", verdictText, "")[:90], want: class(critique.Truncated)},
		"claude login page":          {tool: "claude", stdout: loginPage, want: class(critique.Auth)},
		"claude prose":               {tool: "claude", stdout: "All of it looks fine to me.\n", want: class(critique.InvalidJSON)},
		"claude unknown flag":        {tool: "claude", stderr: "error: unknown option '--bare'\n", exit: 1, want: class(critique.Crashed)},
		"claude banner first":        {tool: "claude", stdout: "[banner]\n" + claudeLine(false, "null", verdictText, ""), want: with(answered, "large-2", 0.25)},
		"claude is_error no boolean": {tool: "claude", stdout: strings.Replace(claudeLine(false, "null", verdictText, ""), `"is_error":false`, `"is_error":"no"`, 1), want: claudeFailed(critique.Crashed)},
		"claude fails after answer":  {tool: "claude", stdout: claudeLine(false, "null", verdictText, ""), exit: 3, want: claudeFailed(critique.Crashed)},

		"codex answers":                    {tool: "codex", stdout: codexLines(codexThought, `{"type":"item.completed","item":{"type":"error","message":"a warning"}}`, codexAnswer(verdictText), codexDone), want: answered},
		"codex rate limit":                 {tool: "codex", stdout: codexLines(codexFailed("exceeded retry limit, last status: 429 Too Many Requests")), exit: 1, want: class(critique.RateLimited)},
		"codex retry time":                 {tool: "codex", stdout: codexLines(codexFailed("unexpected status 429: Rate limit reached for m. Please try again in 20 seconds.")), exit: 1, want: outcome{Class: critique.RateLimited, Retry: 20 * time.Second}},
		"codex quota":                      {tool: "codex", stdout: codexLines(codexFailed("You've hit your usage limit. Upgrade or try again in 3 days 2 hours.")), exit: 1, want: outcome{Class: critique.Quota, Retry: 74 * time.Hour}},
		"codex bad key":                    {tool: "codex", stdout: codexLines(codexFailed("unexpected status 401 Unauthorized: wrong key, rate limit of attempts")), exit: 1, want: class(critique.Auth)},
		"codex unknown model":              {tool: "codex", stdout: codexLines(codexFailed("unexpected status 404 Not Found: no such model, url: http://s")), exit: 1, want: class(critique.Misconfigured)},
		"codex bad request":                {tool: "codex", stdout: codexLines(codexFailed(`{"error":{"message":"No such field.","type":"invalid_request_error","param":null,"code":null}}`)), exit: 1, want: class(critique.Misconfigured)},
		"codex bad request of the account": {tool: "codex", stdout: codexLines(codexFailed(`{"error":{"message":"You exceeded your current quota.","type":"invalid_request_error"}}`)), exit: 1, want: class(critique.Quota)},
		"codex server error":               {tool: "codex", stdout: codexLines(codexFailed("unexpected status 500 Internal Server Error")), exit: 1, want: class(critique.Crashed)},
		"codex truncated":                  {tool: "codex", stdout: codexLines(codexAnswer(`{"rating`), codexFailed("Incomplete response returned, reason: max_output_tokens")), exit: 1, want: class(critique.Truncated)},
		"codex prompt too long":            {tool: "codex", stdout: codexLines(codexFailed("Input exceeds the maximum length of 1048576 characters.")), exit: 1, want: class(critique.PromptTooLarge)},
		"codex empty":                      {tool: "codex", stdout: codexLines(codexAnswer(""), codexDone), want: codexFailure(critique.EmptyOutput)},
		"codex never completes":            {tool: "codex", stdout: codexLines(codexAnswer(verdictText)), want: class(critique.Truncated)},
		"codex nothing at all":             {tool: "codex", want: class(critique.EmptyOutput)},
		"codex not logged in":              {tool: "codex", stderr: "Not logged in\n", exit: 1, want: class(critique.Auth)},
		"codex usage error":                {tool: "codex", stderr: "error: unexpected argument '--full-auto' found\n", exit: 2, want: class(critique.Crashed)},
		"codex completes, exit 1":          {tool: "codex", stdout: codexLines(codexAnswer(verdictText), codexDone), exit: 1, want: codexFailure(critique.Crashed)},

		"gemini answers":             {tool: "gemini", stdout: geminiObject(verdictText, ""), want: with(answered, "pro-2", 0)},
		"gemini answers after words": {tool: "gemini", stdout: "Loaded cached credentials.\n" + geminiObject(verdictText, ""), want: with(answered, "pro-2", 0)},
		"gemini rate limit":          {tool: "gemini", stderr: geminiFailure(429, "Resource has been exhausted (e.g. check quota). Please retry in 7.5s."), exit: 173, want: outcome{Class: critique.RateLimited, Retry: 7500 * time.Millisecond}},
		"gemini quota":               {tool: "gemini", stderr: geminiFailure(429, "You exceeded your current quota, reset after 3h5m"), exit: 173, want: outcome{Class: critique.Quota, Retry: 185 * time.Minute}},
		"gemini rate by exit alone":  {tool: "gemini", stderr: "boom\n", exit: 173, want: class(critique.RateLimited)},
		"gemini server error":        {tool: "gemini", stderr: geminiFailure(500, "trouble"), exit: 244, want: class(critique.Crashed)},
		"gemini bad key":             {tool: "gemini", stderr: geminiFailure(400, "API key not valid. Please pass a valid API key."), exit: 144, want: class(critique.Auth)},
		"gemini bad request":         {tool: "gemini", stderr: geminiFailure(400, `{"error":{"code":400,"message":"No such field.","status":"INVALID_ARGUMENT"}}`), exit: 144, want: class(critique.Misconfigured)},
		"gemini unknown model":       {tool: "gemini", stderr: "ModelNotFoundError: no such model\n    at classify (x.js:1:2)\n" + geminiFailure(1, "no such model"), exit: 1, want: class(critique.Misconfigured)},
		"gemini waits no longer":     {tool: "gemini", stderr: geminiFailure(1, "fetch failed: Headers Timeout Error"), exit: 1, want: class(critique.Timeout)},
		"gemini no login":            {tool: "gemini", stderr: "Please set an Auth method\n", exit: 41, want: class(critique.Auth)},
		"gemini login page":          {tool: "gemini", stdout: loginPage, want: class(critique.Auth)},
		"gemini empty":               {tool: "gemini", stdout: geminiObject("", ""), want: outcome{Class: critique.EmptyOutput, Model: "pro-2", In: 123, Out: 45}},
		"gemini empty, and says so":  {tool: "gemini", stdout: geminiObject("", `, "error": {"type": "INVALID_STREAM", "message": "no text or thoughts"}`), want: outcome{Class: critique.EmptyOutput, Model: "pro-2", In: 123, Out: 45}},
		"gemini nothing at all":      {tool: "gemini", want: class(critique.EmptyOutput)},
		"gemini cut envelope":        {tool: "gemini", stdout: geminiObject(verdictText, "")[:60], want: class(critique.Truncated)},
		"gemini crash":               {tool: "gemini", stderr: "fetch failed\n", exit: 1, want: class(critique.Crashed)},

		"ccw codex answers":         {tool: "codex", via: "ccw", stdout: codexLines(codexAnswer(verdictText), codexDone), want: answered},
		"ccw codex fails, exit 0":   {tool: "codex", via: "ccw", stderr: "error: unexpected argument\n", want: class(critique.EmptyOutput)},
		"ccw gemini answers":        {tool: "gemini", via: "ccw", stdout: geminiLines("success", geminiDelta(verdictText[:10]), geminiDelta(verdictText[10:])), want: with(answered, "pro-2", 0)},
		"ccw gemini fails, exit 0":  {tool: "gemini", via: "ccw", stdout: geminiLines("error", `{"type":"error","severity":"error","message":"You have too many requests"}`), want: outcome{Class: critique.RateLimited, Model: "pro-2", In: 123, Out: 45}},
		"ccw gemini empty":          {tool: "gemini", via: "ccw", stdout: geminiLines("success"), want: outcome{Class: critique.EmptyOutput, Model: "pro-2", In: 123, Out: 45}},
		"ccw gemini never finishes": {tool: "gemini", via: "ccw", stdout: geminiLines("", geminiDelta(verdictText)), want: outcome{Class: critique.Truncated, Model: "pro-2"}},
		"ccw prose of an API error": {tool: "gemini", via: "ccw", stdout: "API Error: 401 no such key\n", want: class(critique.Auth)},
		"ccw without templates":     {tool: "gemini", via: "ccw", stderr: "Template not found\n", exit: 1, want: class(critique.Crashed)},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			tool := &Tool{Name: test.tool, Via: test.via, Env: map[string]string{
				"PATH": fakePath(t, test.tool, "ccw"), "FAKE_MODE": "print", "FAKE_EXIT": fmt.Sprint(test.exit),
				"FAKE_STDOUT": written(t, dir, "out", test.stdout), "FAKE_STDERR": written(t, dir, "err", test.stderr),
			}}
			runs := t.TempDir()
			answer, err := tool.Ask(t.Context(), Prompt{Text: []byte("PURPOSE: judge"), Dir: runs})
			got := outcome{Class: classIn(err), Model: answer.Model}
			if err == nil {
				got.Text = string(answer.Text)
			}
			if n := answer.Cost.InputTokens; n != nil {
				got.In = *n
			}
			if n := answer.Cost.OutputTokens; n != nil {
				got.Out = *n
			}
			if usd := answer.Cost.USD; usd != nil {
				got.USD = *usd
			}
			var retry *LimitError
			if errors.As(err, &retry) {
				got.Retry = retry.Delay
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s%v", diff, err)
			}
			if string(answer.Raw) != test.stdout || string(answer.Stderr) != test.stderr {
				t.Errorf("evidence lost: %q %q", answer.Raw, answer.Stderr)
			}
			if left, err := os.ReadDir(runs); err != nil || len(left) > 0 {
				t.Errorf("files left: %v %v", left, err)
			}
		})
	}
}

func written(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestProcessClassesOfEveryAdapter(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		mode    string
		timeout time.Duration
		want    critique.Class
	}{
		"crashed":          {mode: "crash", want: critique.Crashed},
		"timeout":          {mode: "hang", timeout: 200 * time.Millisecond, want: critique.Timeout},
		"killed politely":  {mode: "polite", timeout: 500 * time.Millisecond, want: critique.Timeout},
		"output_too_large": {mode: "flood", want: critique.OutputTooLarge},
	}
	for _, adapter := range []struct{ tool, via string }{{"claude", "native"}, {"codex", "native"}, {"gemini", "native"}, {"codex", "ccw"}, {"gemini", "ccw"}} {
		path := fakePath(t, adapter.tool, "ccw")
		for name, test := range tests {
			t.Run(adapter.tool+" "+adapter.via+" "+name, func(t *testing.T) {
				t.Parallel()
				mark := t.Name() + path
				tool := &Tool{Name: adapter.tool, Via: adapter.via, Timeout: test.timeout, Env: map[string]string{"PATH": path, "FAKE_MODE": test.mode, "TEST_MARK": mark}}
				_, err := tool.Ask(t.Context(), Prompt{Text: []byte("x"), Dir: t.TempDir()})
				if got := classIn(err); got != test.want {
					t.Errorf("class %q, want %q: %v", got, test.want, err)
				}
				if left := marked(mark); len(left) > 0 {
					t.Errorf("processes left: %q", left)
				}
			})
		}
	}
}

func TestStoppedWhenItKeepsRetrying(t *testing.T) {
	tests := map[string]struct {
		tool, mode, message string
		delay               time.Duration
		final               bool // it has tried again itself
	}{
		"gemini, before it does": {tool: "gemini", mode: "retry", message: `gemini was stopped instead of waiting on: "You have too many requests. Please retry in 7.5s." (retry after 7.5s)`, delay: 7500 * time.Millisecond},
		"codex, after three":     {tool: "codex", mode: "reconnect", message: `codex was stopped when it wanted to connect once more: "Reconnecting... 3/5 (unexpected status 529: Overloaded)"`, final: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tool := &Tool{Name: test.tool, Env: map[string]string{"PATH": fakePath(t, test.tool), "FAKE_MODE": test.mode}}
			_, err := tool.Ask(t.Context(), Prompt{Text: []byte("x"), Dir: t.TempDir()})
			var failure *critique.Failure
			if !errors.As(err, &failure) || failure.Class != critique.RateLimited || failure.Final != test.final {
				t.Fatalf("got %#v", err)
			}
			if diff := cmp.Diff(test.message, failure.Err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			var retry *LimitError
			if errors.As(err, &retry); (retry != nil) != (test.delay > 0) || retry != nil && retry.Delay != test.delay {
				t.Errorf("retry %v, want %s", retry, test.delay)
			}
		})
	}
}
