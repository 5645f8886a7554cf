//go:build linux

package main

import (
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"discussd/cmd/discussd/fakecli"
)

// TestLocalServer: a server of models on this machine is looked for when somebody asks for it
// and not else, and a model is asked only by doctor --live.
func TestLocalServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:1234")
	if err != nil {
		t.Skipf("NOT TRIED: something listens where LM Studio does: %v", err)
	}
	var listed, asked atomic.Int32
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/models":
			listed.Add(1)
			io.WriteString(w, `{"object":"list","data":[{"id":"small-model"}]}`)
		case "/v1/chat/completions":
			asked.Add(1)
			fakecli.Reply(w, object{"choices": []any{object{"message": object{"content": `{"ok": true}`}, "finish_reason": "stop"}}})
		}
	})}
	go server.Serve(listener)
	defer server.Close()
	s := newStage(t, "")
	lines := "[tools.lmstudio]\nvia = \"api\"\nbase_url = \"http://127.0.0.1:1234/v1\"\nmodel = \"small-model\"\n"
	for _, test := range []struct {
		args          []string
		listed, asked int32
		shown         string
	}{
		{[]string{"init", s.session}, 0, 0, ""},
		{[]string{"doctor"}, 0, 0, ""},
		{[]string{"init", "--local", s.session}, 1, 0, lines},
		{[]string{"doctor", "--local"}, 2, 0, "small-model"},
		{[]string{"doctor", "--local", "--live"}, 3, 1, "answers in"},
	} {
		out, errs, _ := s.run(test.args...)
		if listed.Load() != test.listed || asked.Load() != test.asked || !strings.Contains(out, test.shown) {
			t.Errorf("%v: listed %d times, asked %d, want %d and %d, and to be told %q\n%s%s", test.args, listed.Load(), asked.Load(), test.listed, test.asked, test.shown, out, errs)
		}
	}
	must(t, os.WriteFile(s.configuration, []byte(lines), 0o644))
	if out, errs, code := s.run("config", "check"); code != 0 {
		t.Errorf("the lines are no configuration: %s%s", out, errs)
	}
}
