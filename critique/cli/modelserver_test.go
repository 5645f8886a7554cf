package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// modelServer stands in for the services behind claude, codex and gemini, on
// 127.0.0.1. Its behaviour is "answer", "empty", "truncate", "hang" or an HTTP
// status.
type modelServer struct {
	*httptest.Server
	behaviour string
	mu        sync.Mutex
	bodies    []string // of what was posted
}

func newModelServer(t *testing.T, behaviour string) *modelServer {
	t.Helper()
	s := &modelServer{behaviour: behaviour}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// requests are the posted bodies so far.
func (s *modelServer) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.bodies)
}

func (s *modelServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Method != http.MethodPost {
		return
	}
	s.mu.Lock()
	s.bodies = append(s.bodies, string(body))
	s.mu.Unlock()
	answer := verdictText
	switch s.behaviour {
	case "hang":
		<-r.Context().Done()
		return
	case "429":
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, `{"type":"error","error":{"type":"rate_limit_error","code":429,"status":"RESOURCE_EXHAUSTED","message":"Too many requests. Please try again in 7.5s."}}`)
		return
	case "500":
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprint(w, `{"type":"error","error":{"type":"api_error","code":500,"message":"trouble"}}`)
		return
	case "empty":
		answer = ""
	case "truncate":
		answer = answer[:12]
	}
	w.Header().Set("Content-Type", "text/event-stream")
	switch {
	case strings.HasSuffix(r.URL.Path, "/messages"):
		s.messages(w, answer, string(body))
	case strings.HasSuffix(r.URL.Path, "/responses"):
		s.responses(w, answer)
	case strings.Contains(r.URL.Path, ":streamGenerateContent"):
		reason := "STOP"
		if s.behaviour == "truncate" {
			reason = "MAX_TOKENS"
		}
		event(w, "", map[string]any{
			"candidates":    []any{map[string]any{"content": map[string]any{"role": "model", "parts": []any{map[string]any{"text": answer}}}, "finishReason": reason}},
			"usageMetadata": map[string]any{"promptTokenCount": 123, "candidatesTokenCount": 45, "totalTokenCount": 168},
			"modelVersion":  "gemini-2.5-pro",
		})
	default:
		fmt.Fprint(w, "{}")
	}
}

// messages answers claude, through the tool that it offers for a schema.
func (s *modelServer) messages(w io.Writer, answer, body string) {
	event(w, "message_start", map[string]any{"message": map[string]any{
		"id": "msg", "type": "message", "role": "assistant", "content": []any{}, "model": "claude-opus-4-8", "usage": map[string]any{"input_tokens": 123, "output_tokens": 1},
	}})
	block, delta, stop := map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": answer}, "end_turn"
	if strings.Contains(body, `"StructuredOutput"`) && !strings.Contains(body, `"tool_result"`) && s.behaviour == "answer" {
		block = map[string]any{"type": "tool_use", "id": "toolu_1", "name": "StructuredOutput", "input": map[string]any{}}
		delta, stop = map[string]any{"type": "input_json_delta", "partial_json": answer}, "tool_use"
	}
	if s.behaviour == "truncate" {
		stop = "max_tokens"
	}
	event(w, "content_block_start", map[string]any{"index": 0, "content_block": block})
	event(w, "content_block_delta", map[string]any{"index": 0, "delta": delta})
	event(w, "content_block_stop", map[string]any{"index": 0})
	event(w, "message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop}, "usage": map[string]any{"output_tokens": 45}})
	event(w, "message_stop", map[string]any{})
}

// responses answers codex.
func (s *modelServer) responses(w io.Writer, answer string) {
	item := map[string]any{"type": "message", "role": "assistant", "id": "m", "content": []any{map[string]any{"type": "output_text", "text": answer}}}
	usage := map[string]any{"input_tokens": 123, "output_tokens": 45, "total_tokens": 168}
	event(w, "response.created", map[string]any{"response": map[string]any{"id": "r"}})
	event(w, "response.output_item.added", map[string]any{"output_index": 0, "item": map[string]any{"type": "message", "role": "assistant", "id": "m", "content": []any{}}})
	event(w, "response.output_text.delta", map[string]any{"item_id": "m", "delta": answer})
	event(w, "response.output_item.done", map[string]any{"output_index": 0, "item": item})
	if s.behaviour == "truncate" {
		event(w, "response.incomplete", map[string]any{"response": map[string]any{"id": "r", "incomplete_details": map[string]any{"reason": "max_output_tokens"}, "usage": usage}})
		return
	}
	event(w, "response.completed", map[string]any{"response": map[string]any{"id": "r", "usage": usage}})
}

// event writes one server-sent event.
func event(w io.Writer, name string, data map[string]any) {
	if name != "" {
		data["type"] = name
		fmt.Fprintf(w, "event: %s\n", name)
	}
	encoded, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(w, "data: %s\n\n", encoded)
}
