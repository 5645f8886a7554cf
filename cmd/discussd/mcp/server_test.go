package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"discussd/critique"
	"discussd/critique/checks"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// rounds is one round of one session, whose verdict comes when the test says so.
type rounds struct {
	dir     string
	mutex   sync.Mutex
	verdict *verdict.Verdict
	stale   bool
	watched bool
	done    int
	asked   []Review
	ended   chan mcp.Result // of every call, as the server sees it; nil when nobody looks
}

func (r *rounds) Locate(path string) (session.Place, error) {
	switch {
	case path == r.dir:
		return session.Place{Session: r.dir}, nil
	case strings.HasPrefix(path, r.dir+"/"):
		return session.Place{Session: r.dir, Round: "DISCUSS-002"}, nil
	}
	return session.Place{Folder: path}, nil
}

func (r *rounds) Named(dir, round string) (session.Place, error) {
	if round != "DISCUSS-002" {
		return session.Place{}, fmt.Errorf("unknown round %q", round)
	}
	return session.Place{Session: dir, Round: round}, nil
}

func (r *rounds) Verdict(session.Place) (*verdict.Verdict, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.stale {
		return nil, nil
	}
	return r.verdict, nil
}

func (r *rounds) Last(session.Place) (*verdict.Verdict, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.verdict, nil
}

func (r *rounds) Record(session.Place) (string, error) { return "# the record\n", nil }

func (r *rounds) Done(session.Place) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.done++
	return r.watched
}

func (r *rounds) Obstacle(session.Place) string { return "the budget is used up" }

func (r *rounds) Ask(review Review) (string, error) {
	r.asked = append(r.asked, review)
	return filepath.Join(r.dir, "discussions/requests/a.md"), nil
}

func (r *rounds) Status(dir string) any { return map[string]string{"session": dir} }

func (r *rounds) judge(v *verdict.Verdict) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.verdict = v
}

func blocked() *verdict.Verdict {
	high := critique.High
	v := &verdict.Verdict{SchemaVersion: 1, Round: "DISCUSS-002", Revision: 3, Outcome: verdict.Blocked, Severity: &high, Summary: "what blocks"}
	v.Artifact.Fingerprint = "aa11"
	for i := range 5 {
		severity := critique.Low
		if i%2 == 1 {
			severity = critique.High
		}
		v.Checks.Findings = append(v.Checks.Findings, critique.Finding{Rule: fmt.Sprintf("X-%03d", i), Severity: severity, State: "new"})
	}
	v.Checks.Findings = append(v.Checks.Findings, critique.Finding{Rule: "X-009", Severity: critique.High, State: verdict.StateFixed})
	return v
}

// connected is a client of a server that shows r, and what the client is told of progress.
func connected(t *testing.T, r *rounds, user int, tell func(*mcp.ProgressNotificationParams)) *mcp.ClientSession {
	t.Helper()
	ours, theirs := mcp.NewInMemoryTransports()
	server := New(Options{Version: "test", Rounds: r, Rules: checks.Rules(), User: user})
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
			result, err := next(ctx, method, request)
			if method == "tools/call" && r.ended != nil {
				r.ended <- result
			}
			return result, err
		}
	})
	running, err := server.Connect(t.Context(), ours, nil)
	if err != nil {
		t.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, p *mcp.ProgressNotificationClientRequest) {
			if tell != nil {
				tell(p.Params)
			}
		},
	})
	c, err := client.Connect(t.Context(), theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(); running.Wait() })
	return c
}

func newRounds(t *testing.T) *rounds {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, "spec"), 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "spec", "product-brief.md"), []byte("# Brief\n"), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &rounds{dir: dir, watched: true}
}

// ask calls a tool; the text is that of its answer or its refusal.
func ask(t *testing.T, c *mcp.ClientSession, tool string, arguments any) (text string, refused bool) {
	t.Helper()
	result, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return err.Error(), true
	}
	for _, part := range result.Content {
		if part, ok := part.(*mcp.TextContent); ok {
			text += part.Text
		}
	}
	return text, result.IsError
}

func state(t *testing.T, text string) (found struct{ State, Why, Fingerprint, Summary string }) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return found
}

// TestTools: every tool does what it says, and there is none that decides.
func TestTools(t *testing.T) {
	r := newRounds(t)
	c := connected(t, r, os.Geteuid(), nil)
	listed, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
		for _, schema := range []any{tool.InputSchema, tool.OutputSchema} {
			for name, property := range schema.(map[string]any)["properties"].(map[string]any) {
				if _, ok := property.(map[string]any); !ok { // claude takes no tool of a server with such
					t.Errorf("%s: the schema of %s is %v", tool.Name, name, property)
				}
			}
		}
	}
	slices.Sort(names)
	if diff := cmp.Diff([]string{"explain_rule", "findings", "get_verdict", "request_review", "session_status", "submit", "wait_verdict"}, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	path := map[string]any{"path": filepath.Join(r.dir, "spec/product-brief.md")}
	named := map[string]any{"session": r.dir, "round": "DISCUSS-002"}
	text, _ := ask(t, c, "submit", path)
	if found := state(t, text); found.State != pending || found.Why != "the budget is used up" || r.done != 1 {
		t.Errorf("submit: %s, told %d times", text, r.done)
	}
	text, _ = ask(t, c, "get_verdict", path)
	if state(t, text).State != pending {
		t.Errorf("get_verdict without one: %s", text)
	}
	if text, refused := ask(t, c, "findings", path); !refused || !strings.Contains(text, "there is no verdict") {
		t.Errorf("findings without a verdict: %s", text)
	}
	r.judge(blocked())
	for _, tool := range []string{"submit", "wait_verdict", "get_verdict"} {
		text, _ := ask(t, c, tool, named)
		if found := state(t, text); found.State != judged || found.Fingerprint != "aa11" || found.Summary != "what blocks" || strings.Contains(text, "schema_version") {
			t.Errorf("%s: %s", tool, text)
		}
	}
	if r.done != 1 {
		t.Errorf("the daemon is told %d times of what is judged", r.done)
	}
	if text, _ = ask(t, c, "get_verdict", map[string]any{"session": r.dir, "round": "DISCUSS-002", "full": true}); !strings.Contains(text, `"schema_version":1`) {
		t.Errorf("the whole verdict: %s", text)
	}
	if text, _ = ask(t, c, "explain_rule", map[string]any{"rule": "x-001"}); !strings.Contains(text, `"rule":"X-001"`) {
		t.Errorf("explain_rule: %s", text)
	}
	if text, _ = ask(t, c, "session_status", map[string]any{"session": r.dir}); text != `{"status":{"session":"`+r.dir+`"}}` {
		t.Errorf("session_status: %s", text)
	}
	ask(t, c, "request_review", map[string]any{"path": path["path"], "round": "once-more", "perspectives": []string{"risk"}})
	if diff := cmp.Diff([]Review{{path["path"].(string), "once-more", []string{"risk"}}}, r.asked); diff != "" {
		t.Errorf("request_review (-want +got):\n%s", diff)
	}
	r.stale = true
	if text, _ = ask(t, c, "get_verdict", path); state(t, text).State != stale {
		t.Errorf("a stale verdict: %s", text)
	}
	r.stale = false
	checkResources(t, c, text)
}

// checkResources reads the resources that an answer names.
func checkResources(t *testing.T, c *mcp.ClientSession, answer string) {
	t.Helper()
	var found Standing
	if err := json.Unmarshal([]byte(answer), &found); err != nil || len(found.Resources) != 2 {
		t.Fatalf("%s: %v", answer, err)
	}
	for i, want := range []string{`"schema_version": 1`, "# the record\n"} {
		read, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: found.Resources[i]})
		if err != nil || !strings.Contains(read.Contents[0].Text, want) {
			t.Errorf("%s: %v %v", found.Resources[i], read, err)
		}
	}
	for _, hostile := range []string{"discussd://verdict/DISCUSS-002?session=/etc", "discussd://record/..%2f..%2fetc?session=" + found.Session, "discussd://verdict/DISCUSS-002"} {
		if read, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: hostile}); err == nil {
			t.Errorf("%s is read: %v", hostile, read)
		}
	}
}

// TestFindings: pages hold every finding once, the worst first, and a cursor of another
// verdict is refused.
func TestFindings(t *testing.T) {
	r := newRounds(t)
	r.judge(blocked())
	c := connected(t, r, os.Geteuid(), nil)
	in := map[string]any{"session": r.dir, "round": "DISCUSS-002", "limit": 2}
	var rules, cursors []string
	for {
		text, refused := ask(t, c, "findings", in)
		var page Page
		if err := json.Unmarshal([]byte(text), &page); err != nil || refused || page.Total != 5 {
			t.Fatalf("%s: %v", text, err)
		}
		for _, f := range page.Findings {
			rules = append(rules, f.Rule)
		}
		if page.Next == "" {
			break
		}
		in["cursor"], cursors = page.Next, append(cursors, page.Next)
	}
	if diff := cmp.Diff([]string{"X-001", "X-003", "X-000", "X-002", "X-004"}, rules); diff != "" {
		t.Errorf("all pages (-want +got):\n%s", diff)
	}
	if text, _ := ask(t, c, "findings", map[string]any{"session": r.dir, "round": "DISCUSS-002", "severity": "high"}); !strings.Contains(text, `"total":2`) {
		t.Errorf("of one severity: %s", text)
	}
	next := blocked()
	next.Artifact.Fingerprint = "bb22"
	r.judge(next)
	for _, cursor := range []string{cursors[0], "bb22/3//-1", "bb22/3//9", "bb22/3//x", "3", "nonsense"} {
		in["cursor"] = cursor
		if text, refused := ask(t, c, "findings", in); !refused || !strings.Contains(text, "begin again") {
			t.Errorf("cursor %q: %s", cursor, text)
		}
	}
}

// TestWait: a wait tells its progress, ends when the verdict comes, ends at once when
// nobody will judge, and ends when its client has had enough.
func TestWait(t *testing.T) {
	r := newRounds(t)
	told := make(chan *mcp.ProgressNotificationParams, 100)
	c := connected(t, r, os.Geteuid(), func(p *mcp.ProgressNotificationParams) {
		told <- p
	})
	named := map[string]any{"session": r.dir, "round": "DISCUSS-002"}
	if text, _ := ask(t, c, "wait_verdict", map[string]any{"session": r.dir, "round": "DISCUSS-002", "seconds": 0}); state(t, text).State != pending {
		t.Errorf("a wait of no time: %s", text)
	}
	params := &mcp.CallToolParams{Name: "wait_verdict", Arguments: named, Meta: mcp.Meta{"progressToken": "mine"}}
	ended := make(chan *mcp.CallToolResult, 1)
	go func() {
		result, err := c.CallTool(t.Context(), params)
		if err != nil {
			t.Error(err)
		}
		ended <- result
	}()
	if p := <-told; p.ProgressToken != "mine" || p.Message != "the budget is used up" || p.Total != longestWait.Seconds() {
		t.Errorf("progress: %+v", p)
	}
	r.judge(blocked())
	if result := <-ended; !strings.Contains(result.Content[0].(*mcp.TextContent).Text, `"state":"judged"`) {
		t.Errorf("the end: %+v", result.Content[0])
	}
	r.judge(nil)
	for len(told) > 0 {
		<-told
	}
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() {
		_, err := c.CallTool(ctx, params)
		failed <- err
	}()
	<-told
	r.ended = make(chan mcp.Result, 1)
	cancel()
	if err := <-failed; err == nil {
		t.Error("a cancelled call ended well")
	}
	if result, ok := (<-r.ended).(*mcp.CallToolResult); !ok || !result.IsError {
		t.Errorf("the server went on to the end: %+v", result)
	}
	r.ended, r.watched = nil, false
	before := r.done
	if text, _ := ask(t, c, "wait_verdict", named); state(t, text).State != unwatched || r.done != before+1 {
		t.Errorf("nobody judges: %s, after %d looks", text, r.done-before)
	}
}

// TestHostile: what is no session of the user's own is refused in words, whichever way it
// is named.
func TestHostile(t *testing.T) {
	r := newRounds(t)
	r.judge(blocked())
	c := connected(t, r, os.Geteuid(), nil)
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	outside := t.TempDir()
	must(os.Symlink(outside, filepath.Join(r.dir, "spec", "linked")))
	must(os.Symlink("/etc/passwd", filepath.Join(r.dir, "spec", "epics.md")))
	long := strings.Repeat("a/", 3000)
	for _, tool := range []string{"submit", "wait_verdict", "get_verdict", "findings", "request_review", "session_status"} {
		for path, want := range map[string]string{
			"/etc/passwd": "is no ", "/": "is no ", r.dir + "/spec/linked/a.md": "symbolic link", r.dir + "/spec/epics.md": "symbolic link",
			r.dir + "/../../etc/passwd": "outside the session", "spec\x00.md": "no name", r.dir + "/spec/\nx": "no name", r.dir + "/" + long: "no name",
		} {
			in := map[string]any{"path": path}
			if tool == "session_status" {
				in = map[string]any{"session": path}
			}
			if text, refused := ask(t, c, tool, in); !refused || !strings.Contains(text, want) {
				t.Errorf("%s of %.60q: %s", tool, path, text)
			}
		}
		for _, in := range []any{map[string]any{"path": 7}, map[string]any{"surplus": "x"}, map[string]any{}, []string{"x"}, map[string]any{"session": r.dir, "round": "../x"}} {
			if text, refused := ask(t, c, tool, in); !refused && tool != "session_status" {
				t.Errorf("%s of %v: %s", tool, in, text)
			}
		}
	}
	for _, in := range []map[string]any{{"seconds": 46}, {"seconds": -1}} {
		in["session"], in["round"] = r.dir, "DISCUSS-002"
		if text, refused := ask(t, c, "wait_verdict", in); !refused || !strings.Contains(text, "0 to 45") {
			t.Errorf("%v: %s", in, text)
		}
	}
	path := r.dir + "/spec/product-brief.md"
	if text, refused := ask(t, c, "request_review", map[string]any{"path": path, "perspectives": []string{"own:codex:Judge:all"}}); !refused || len(r.asked) > 0 {
		t.Errorf("a perspective of its own: %s", text)
	}
	if text, refused := ask(t, c, "explain_rule", map[string]any{"rule": "NONE-1"}); !refused || !strings.Contains(text, "nearest") {
		t.Errorf("no rule: %s", text)
	}
	must(os.Symlink(outside, filepath.Join(r.dir, "discussions")))
	if text, refused := ask(t, c, "get_verdict", map[string]any{"path": path}); !refused || !strings.Contains(text, "symbolic link") {
		t.Errorf("discussions that lead elsewhere: %s", text)
	}
	foreign := connected(t, r, os.Geteuid()+1, nil)
	if text, refused := ask(t, foreign, "get_verdict", map[string]any{"path": path}); !refused || !strings.Contains(text, "belongs to user") {
		t.Errorf("somebody else's session: %s", text)
	}
}
