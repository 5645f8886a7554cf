package api

import (
	"net/http"
	"testing"

	"discussd/critique"
)

// FuzzRead: whatever a service sends is an answer with words in it, or a failure with a class.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"model":"m","choices":[{"message":{"content":"{}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}`))
	f.Add([]byte(`{"type":"message","content":[{"type":"tool_use","input":{"rating": 4}}],"stop_reason":"tool_use"}`))
	f.Add([]byte(`{"error":{"code":7}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		answer, err := new(Tool).read(&http.Response{Header: http.Header{"Content-Type": {"application/json"}}}, body, nil)
		if err == nil && len(answer.Text) == 0 || err != nil && critique.ClassOf(err) == "" {
			t.Errorf("%q: %q, %v", body, answer.Text, err)
		}
	})
}
