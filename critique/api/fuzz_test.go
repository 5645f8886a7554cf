package api

import (
	"net/http"
	"testing"

	"discussd/critique"
)

// FuzzRead: whatever a service sends is an answer with words in it, or a failure with a class.
func FuzzRead(f *testing.F) {
	f.Add(false, []byte(`{"model":"m","choices":[{"message":{"content":"{}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}`))
	f.Add(false, []byte(`{"type":"message","content":[{"type":"tool_use","input":{"rating": 4}}],"stop_reason":"tool_use"}`))
	f.Add(true, []byte("data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]\n"))
	f.Add(true, []byte("data: {\"type\":\"message_start\",\"message\":{\"message\":{}}}\n"))
	f.Add(false, []byte(`{"error":{"code":7}}`))
	f.Fuzz(func(t *testing.T, stream bool, body []byte) {
		kind := "application/json"
		if stream {
			kind = "text/event-stream"
		}
		answer, err := new(Tool).read(&http.Response{Header: http.Header{"Content-Type": {kind}}}, body, nil)
		if err == nil && len(answer.Text) == 0 || err != nil && critique.ClassOf(err) == "" {
			t.Errorf("%q: %q, %v", body, answer.Text, err)
		}
	})
}
