//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"discussd/cmd/discussd/fakecli"
)

// modelServer plays the model of a coding agent on 127.0.0.1: it answers each request of a
// conversation with the next thing that the script has the model do, and keeps what it
// was asked. It speaks as the services of Anthropic, OpenAI and Google do.
type modelServer struct {
	*httptest.Server
	mu     sync.Mutex
	script []deed
	asked  []string    // the bodies of the requests of a conversation, in order
	at     []time.Time // when they came
}

// deed is one answer of the model: a call of a tool, or what it says at the end of a turn.
type deed struct {
	tool  string
	space string // of the tool, where a client sorts its tools so
	input map[string]any
	says  string
}

func newModelServer(t testing.TB) *modelServer {
	m := &modelServer{}
	m.Server = httptest.NewServer(http.HandlerFunc(m.answer))
	t.Cleanup(m.Close)
	return m
}

// begin gives the model a new script; when it is over the model says that it is done.
func (m *modelServer) begin(script ...deed) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.script, m.asked, m.at = script, nil, nil
}

// requests are the bodies of the requests since the script began.
func (m *modelServer) requests() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string{}, m.asked...)
}

// next is what the model does now. A request without tools is no turn of a conversation,
// but one for a title or the like.
func (m *modelServer) next(body string) deed {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !strings.Contains(body, `"tools":[{`) {
		return deed{says: "a title"}
	}
	m.asked, m.at = append(m.asked, body), append(m.at, time.Now())
	if len(m.script) == 0 {
		return deed{says: "All done."}
	}
	d := m.script[0]
	m.script = m.script[1:]
	return d
}

func (m *modelServer) answer(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	switch {
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages"):
		m.anthropic(w, m.next(string(body)))
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/responses"):
		m.openai(w, m.next(string(body)))
	case r.Method == http.MethodPost && strings.Contains(r.URL.Path, "enerateContent"):
		m.google(w, m.next(string(body)), strings.Contains(r.URL.Path, ":stream"))
	case r.Method == http.MethodHead:
	default:
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, "{}")
	}
}

// events writes events of a stream; the first value of each is its name, "" for none.
func events(w http.ResponseWriter, all ...[2]any) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range all {
		data, _ := json.Marshal(e[1])
		if e[0] != "" {
			fmt.Fprintf(w, "event: %s\n", e[0])
		}
		fmt.Fprintf(w, "data: %s\n\n", data)
	}
}

type object = map[string]any

func (m *modelServer) anthropic(w http.ResponseWriter, d deed) {
	block, delta, stop := object{"type": "text", "text": ""}, object{"type": "text_delta", "text": d.says}, "end_turn"
	if d.tool != "" {
		input, _ := json.Marshal(d.input)
		block = object{"type": "tool_use", "id": fmt.Sprintf("toolu_%p", &d), "name": d.tool, "input": object{}}
		delta, stop = object{"type": "input_json_delta", "partial_json": string(input)}, "tool_use"
	}
	usage := object{"input_tokens": 10, "output_tokens": 5}
	typed := func(name string, more object) [2]any {
		more["type"] = name
		return [2]any{name, more}
	}
	events(w,
		typed("message_start", object{"message": object{"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-played", "content": []any{}, "stop_reason": nil, "stop_sequence": nil, "usage": usage}}),
		typed("content_block_start", object{"index": 0, "content_block": block}),
		typed("content_block_delta", object{"index": 0, "delta": delta}),
		typed("content_block_stop", object{"index": 0}),
		typed("message_delta", object{"delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": usage}),
		typed("message_stop", object{}),
	)
}

func (m *modelServer) openai(w http.ResponseWriter, d deed) {
	item := object{"type": "message", "id": "msg_1", "role": "assistant", "content": []any{object{"type": "output_text", "text": d.says}}}
	switch {
	case d.tool == "apply_patch":
		item = object{"type": "custom_tool_call", "id": "ctc_1", "call_id": fmt.Sprintf("call_%p", &d), "name": d.tool, "input": d.input["patch"]}
	case d.tool != "":
		input, _ := json.Marshal(d.input)
		item = object{"type": "function_call", "id": "fc_1", "call_id": fmt.Sprintf("call_%p", &d), "name": d.tool, "arguments": string(input)}
		if d.space != "" {
			item["namespace"] = d.space
		}
	}
	usage := object{"input_tokens": 10, "input_tokens_details": object{"cached_tokens": 0}, "output_tokens": 5, "output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": 15}
	typed := func(name string, more object) [2]any {
		more["type"] = name
		return [2]any{name, more}
	}
	events(w,
		typed("response.created", object{"response": object{"id": "resp_1"}}),
		typed("response.output_item.added", object{"output_index": 0, "item": item}),
		typed("response.output_item.done", object{"output_index": 0, "item": item}),
		typed("response.completed", object{"response": object{"id": "resp_1", "usage": usage}}),
	)
}

func (m *modelServer) google(w http.ResponseWriter, d deed, stream bool) {
	part := object{"text": d.says}
	if d.tool != "" {
		part = object{"functionCall": object{"name": d.tool, "args": d.input}}
	}
	chunk := object{
		"candidates":    []any{object{"content": object{"role": "model", "parts": []any{part}}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": object{"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
	}
	if stream {
		events(w, [2]any{"", chunk})
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fakecli.Reply(w, chunk)
}
