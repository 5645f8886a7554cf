package localserver

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// TestLook: a list of models is told from everything else that may listen there, and where
// nothing listens nothing is said.
func TestLook(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a redirect is followed") }))
	defer elsewhere.Close()
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		want   string // of what is said
	}{
		"a server":      {text(200, `{"object":"list","data":[{"id":"qwen3:32b"},{"id":"gemma3"},{"id":"gemma3"}]}`), "listens: gemma3, qwen3:32b"},
		"hostile names": {text(200, `{"data":[{"id":"\u001b[31mred"},{"id":""},{"id":"a \"b\" \\c"}]}`), `listens: a "b" \c`},
		"no model":      {text(200, `{"object":"list","data":[]}`), "a server without a model: load one"},
		"a page":        {text(200, `<html>hello</html>`), "something else than a list"},
		"other JSON":    {text(200, `{"status":"up"}`), "something else than a list"},
		"nothing there": {text(404, `not found`), "no server of models: HTTP 404"},
		"a key wanted":  {text(401, `{"error":"unauthorized"}`), "it wants a key (HTTP 401)"},
		"sent on":       {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere.URL, http.StatusFound) }, "no server of models: HTTP 302"},
		"a cut answer": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, `{"data":[`)
		}, "ends in its middle"},
		"silent": {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "no answer within 2s"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodGet || r.URL.Path != "/v1/models" || r.ContentLength > 0 {
					t.Errorf("asked was %s %s", r.Method, r.URL)
				}
				test.answer(w, r)
			}))
			defer server.Close()
			found := Look(t.Context(), []Place{{"own", "Own", server.Listener.Addr().String()}})
			if len(found) != 1 || !strings.HasSuffix(found[0].String(), test.want) && !strings.Contains(found[0].String(), test.want) {
				t.Fatalf("%v, want %q", found, test.want)
			}
			if found[0].Err == nil {
				var kept struct {
					Tools map[string]struct{ Model string }
				}
				if _, err := toml.Decode(found[0].Configuration(), &kept); err != nil || kept.Tools["own"].Model != found[0].Models[0] {
					t.Errorf("%v\n%s", err, found[0].Configuration())
				}
			}
		})
	}
}

func text(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status); io.WriteString(w, body) }
}

// TestLookHere: no place of another machine is looked at, no proxy is asked, and what speaks
// another protocol is no server.
func TestLookHere(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			io.WriteString(connection, "220 mail\r\n")
			connection.Close()
		}
	}()
	t.Setenv("http_proxy", "http://127.0.0.1:9")
	found := Look(t.Context(), []Place{{"a", "A", listener.Addr().String()}, {"b", "B", "192.0.2.1:80"}, {"c", "C", "localhost:80"}})
	if len(found) != 3 || !strings.Contains(found[0].String(), "no server of models") || !strings.Contains(found[1].String(), "not on this machine") || !strings.Contains(found[2].String(), "not on this machine") {
		t.Error(found)
	}
	listener.Close()
	if found := Look(t.Context(), []Place{{"a", "A", listener.Addr().String()}}); len(found) > 0 {
		t.Errorf("nobody listens: %v", found)
	}
	for _, place := range Usual() {
		if !strings.HasPrefix(place.Address, "127.0.0.1:") {
			t.Error(place)
		}
	}
}
