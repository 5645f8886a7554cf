package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// modelServer stands in for the services behind claude, codex and gemini, on
// 127.0.0.1. Its behaviour is "answer", "empty", "truncate", "cut" (the connection,
// in mid-answer), "hang" (before the headers), "stall" (in mid-answer), "tools" (the
// first answer calls every tool of toolCalls) or an HTTP status.
type modelServer struct {
	*httptest.Server
	behaviour string
	toolCalls []toolCall
	mu        sync.Mutex
	bodies    []string // of what was posted
}

// toolCall is what the model asks the CLI to do.
type toolCall struct {
	name      string
	arguments map[string]any
}

func newModelServer(t *testing.T, behaviour string) *modelServer {
	t.Helper()
	s := &modelServer{behaviour: behaviour}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	t.Cleanup(s.CloseClientConnections)
	return s
}

// requests are the posted bodies so far.
func (s *modelServer) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.bodies)
}

// failureBodies are what the services say with an HTTP status.
var failureBodies = map[int]struct{ kind, status, message string }{
	400: {"invalid_request_error", "INVALID_ARGUMENT", "The field effort must not be colossal."},
	401: {"authentication_error", "UNAUTHENTICATED", "This key was never issued."},
	404: {"not_found_error", "NOT_FOUND", "There is no model-of-tomorrow."},
	429: {"rate_limit_error", "RESOURCE_EXHAUSTED", "Too many requests. Please try again in 7.5s."},
	500: {"api_error", "INTERNAL", "A disk is on fire."},
	529: {"overloaded_error", "UNAVAILABLE", "Overloaded"},
}

func (s *modelServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Method != http.MethodPost && r.Header.Get("Upgrade") == "" {
		return
	}
	s.mu.Lock()
	s.bodies = append(s.bodies, string(body))
	first := len(s.bodies) == 1
	s.mu.Unlock()
	if s.behaviour == "hang" {
		<-r.Context().Done()
		return
	}
	if status, err := strconv.Atoi(s.behaviour); err == nil {
		said := failureBodies[status]
		w.Header().Set("Content-Type", "application/json")
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "1")
		}
		w.WriteHeader(status)
		problem := map[string]any{"message": said.message}
		switch {
		case strings.Contains(r.URL.Path, ":"):
			problem["code"], problem["status"] = status, said.status
		case strings.HasSuffix(r.URL.Path, "/responses"):
			problem["type"], problem["param"], problem["code"] = said.kind, nil, nil
		default:
			problem["type"] = said.kind
		}
		json.NewEncoder(w).Encode(map[string]any{"type": "error", "error": problem})
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	a := reply{Writer: w, text: verdictText, asked: string(body), stop: func() {
		w.(http.Flusher).Flush()
		if s.behaviour == "cut" {
			panic(http.ErrAbortHandler)
		}
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	}}
	switch s.behaviour {
	case "empty":
		a.text = ""
	case "truncate":
		a.text, a.truncated = a.text[:12], true
	case "answer":
		a.structured = true
	case "tools":
		if a.structured = true; first {
			a.calls = s.toolCalls
		}
	}
	if s.behaviour != "cut" && s.behaviour != "stall" {
		a.stop = nil
	}
	switch {
	case strings.HasSuffix(r.URL.Path, "/messages"):
		a.messages()
	case strings.HasSuffix(r.URL.Path, "/responses"):
		a.responses()
	case strings.Contains(r.URL.Path, ":streamGenerateContent"):
		a.generateContent()
	default:
		fmt.Fprint(w, "{}")
	}
}

// reply is one streamed answer.
type reply struct {
	io.Writer
	text       string
	truncated  bool
	structured bool // through the tool that claude offers for a schema
	calls      []toolCall
	asked      string
	stop       func() // ends the stream in the middle; nil lets it end
}

// middle is where a stream that does not end well stops.
func (a reply) middle() {
	if a.stop != nil {
		a.stop()
	}
}

// messages is the dialect of claude.
func (a reply) messages() {
	a.event("message_start", map[string]any{"message": map[string]any{
		"id": "msg", "type": "message", "role": "assistant", "content": []any{}, "model": "claude-opus-4-8", "usage": map[string]any{"input_tokens": 123, "output_tokens": 1},
	}})
	calls, stop := a.calls, "end_turn"
	if len(calls) == 0 && a.structured && strings.Contains(a.asked, `"StructuredOutput"`) && !strings.Contains(a.asked, "accepted") {
		var answer map[string]any
		if err := json.Unmarshal([]byte(a.text), &answer); err != nil {
			panic(err)
		}
		calls = []toolCall{{"StructuredOutput", answer}}
	}
	if len(calls) == 0 {
		a.event("content_block_start", map[string]any{"index": 0, "content_block": map[string]any{"type": "text", "text": ""}})
		a.event("content_block_delta", map[string]any{"index": 0, "delta": map[string]any{"type": "text_delta", "text": a.text}})
		a.middle()
		a.event("content_block_stop", map[string]any{"index": 0})
	}
	for i, call := range calls {
		stop = "tool_use"
		a.event("content_block_start", map[string]any{"index": i, "content_block": map[string]any{"type": "tool_use", "id": fmt.Sprint("toolu_", i), "name": call.name, "input": map[string]any{}}})
		a.event("content_block_delta", map[string]any{"index": i, "delta": map[string]any{"type": "input_json_delta", "partial_json": call.json()}})
		a.event("content_block_stop", map[string]any{"index": i})
	}
	if a.truncated {
		stop = "max_tokens"
	}
	a.event("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop}, "usage": map[string]any{"output_tokens": 45}})
	a.event("message_stop", map[string]any{})
}

// responses is the dialect of codex.
func (a reply) responses() {
	usage := map[string]any{"input_tokens": 123, "output_tokens": 45, "total_tokens": 168}
	a.event("response.created", map[string]any{"response": map[string]any{"id": "r"}})
	for i, call := range a.calls {
		a.event("response.output_item.done", map[string]any{"output_index": i, "item": map[string]any{"type": "function_call", "id": fmt.Sprint("f", i), "call_id": fmt.Sprint("call", i), "name": call.name, "arguments": call.json()}})
	}
	if len(a.calls) == 0 {
		item := map[string]any{"type": "message", "role": "assistant", "id": "m", "content": []any{map[string]any{"type": "output_text", "text": a.text}}}
		a.event("response.output_item.added", map[string]any{"output_index": 0, "item": map[string]any{"type": "message", "role": "assistant", "id": "m", "content": []any{}}})
		a.event("response.output_text.delta", map[string]any{"item_id": "m", "delta": a.text})
		a.middle()
		a.event("response.output_item.done", map[string]any{"output_index": 0, "item": item})
	}
	if a.truncated {
		a.event("response.incomplete", map[string]any{"response": map[string]any{"id": "r", "incomplete_details": map[string]any{"reason": "max_output_tokens"}, "usage": usage}})
		return
	}
	a.event("response.completed", map[string]any{"response": map[string]any{"id": "r", "usage": usage}})
}

// generateContent is the dialect of gemini.
func (a reply) generateContent() {
	chunk := func(reason string, parts ...any) {
		candidate := map[string]any{"content": map[string]any{"role": "model", "parts": parts}}
		if reason != "" {
			candidate["finishReason"] = reason
		}
		a.event("", map[string]any{
			"candidates":    []any{candidate},
			"usageMetadata": map[string]any{"promptTokenCount": 123, "candidatesTokenCount": 45, "totalTokenCount": 168},
			"modelVersion":  "gemini-2.5-pro",
		})
	}
	var parts []any
	for _, call := range a.calls {
		parts = append(parts, map[string]any{"functionCall": map[string]any{"name": call.name, "args": call.arguments}})
	}
	if len(parts) == 0 {
		parts = append(parts, map[string]any{"text": a.text})
	}
	reason := "STOP"
	if a.truncated {
		reason = "MAX_TOKENS"
	}
	if a.stop != nil {
		chunk("", parts...)
		a.middle()
	}
	chunk(reason, parts...)
}

func (c toolCall) json() string {
	encoded, err := json.Marshal(c.arguments)
	if err != nil {
		panic(err)
	}
	return string(encoded)
}

// event writes one server-sent event.
func (a reply) event(name string, data map[string]any) {
	if name != "" {
		data["type"] = name
		fmt.Fprintf(a, "event: %s\n", name)
	}
	encoded, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(a, "data: %s\n\n", encoded)
}
