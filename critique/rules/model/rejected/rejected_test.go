package rejected

import (
	"slices"
	"testing"

	"discussd/critique/document"
)

func TestRead(t *testing.T) {
	for text, want := range map[string][]string{
		"We looked at RabbitMQ and turned it down: the load is small.":                                                                                  {"RabbitMQ"},
		"Elasticsearch was considered for search and dropped.":                                                                                          {"Elasticsearch"},
		"| Updates | SSE | WebSockets were rejected: proxies cut them |\n|---|---|---|\n| Updates | SSE | WebSockets were rejected: proxies cut them |": {"WebSockets"},
		"We decided against Apache Flink.":                                                                                                              {"Apache Flink"},
		"曾比较 MySQL，因空间字段支持弱而放弃。":                                                                                                                        {"MySQL"},
		"## Decisions\n\n- Labels are set with Typst instead of ReportLab.":                                                                             {"ReportLab"},
		"## Notes\n\n- Labels are set with Typst instead of ReportLab.":                                                                                 nil,
		"Requests were rejected by nginx.":                                                                                                              nil,
		"Redis keys are dropped after an hour.":                                                                                                         nil,
		"Option B was rejected. It was dropped.":                                                                                                        nil,
		"We considered Redis and chose it for the cache.":                                                                                               nil,
		"Orders were rejected.":                                                                                                                         nil,
	} {
		var got []string
		for _, thing := range Read(document.Parse("docs/a.md", []byte(text+"\n"))) {
			if !slices.Contains(got, thing.Name) {
				got = append(got, thing.Name)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestUses(t *testing.T) {
	for text, want := range map[string]int{
		"a WebSocket push": 1, "WebSockets and WebSocket": 2, "WebSocketServer": 0, "my-WebSocket": 0, "websocket": 0,
	} {
		if got := len(Uses(text, "WebSockets")); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
