package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed says which packages of discussd each room may import. Data flows one
// way: the watcher and the critique know nothing of the pipeline, and nobody
// knows the commands.
var allowed = map[string][]string{
	"watcher":                      {},
	"critique/themes":              {},
	"critique/pattern":             {},
	"critique/nearest":             {},
	"critique/invisible":           {},
	"critique/quote":               {"critique/invisible", "critique/pattern"},
	"critique":                     {"critique/quote", "critique/themes"},
	"critique/answer":              {"critique", "critique/pattern", "critique/quote"},
	"critique/cli/supervisor":      {},
	"critique/cli":                 {"critique", "critique/cli/supervisor", "critique/pattern"},
	"critique/checks/document":     {"critique/pattern"},
	"critique/checks/seeded":       {},
	"critique/checks":              {"critique", "critique/checks/document", "critique/invisible", "critique/nearest", "critique/pattern"},
	"critique/llm":                 {"critique", "critique/answer", "critique/cli", "critique/invisible", "critique/pattern"},
	"pipeline/session":             {"pipeline/durable"},
	"pipeline/verdict":             {"critique", "pipeline/shallow"},
	"pipeline/verdict/verdicttest": {},
	"pipeline/durable":             {},
	"pipeline/shallow":             {},
	"pipeline/identifier":          {"critique/pattern"},
	"pipeline/request":             {"critique/nearest", "critique/pattern", "pipeline/identifier", "pipeline/shallow"},
	"pipeline/decision":            {"critique/pattern", "pipeline/durable", "pipeline/identifier", "pipeline/shallow"},
	"pipeline/handoff":             {"critique", "pipeline/durable", "pipeline/shallow", "pipeline/verdict"},
	"pipeline/timeline":            {"pipeline/durable", "pipeline/shallow", "pipeline/verdict"},
	"pipeline/bus":                 {"critique", "pipeline/durable", "pipeline/verdict"},
	"pipeline/hook":                {"critique/cli"},
	"pipeline":                     {"critique", "pipeline/bus", "pipeline/decision", "pipeline/durable", "pipeline/handoff", "pipeline/hook", "pipeline/request", "pipeline/session", "pipeline/timeline", "pipeline/verdict", "watcher"},
	"cmd/discussd/config":          {"critique", "critique/checks", "critique/nearest", "critique/pattern", "pipeline/identifier"},
	"cmd/discussd/presence":        {"pipeline", "pipeline/durable"},
	"cmd/discussd/rulebook":        {"critique", "critique/checks", "critique/invisible", "critique/nearest"},
	"cmd/discussd/diagnostic":      {"cmd/discussd/rulebook", "critique", "critique/checks"},
}

func TestImports(t *testing.T) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "discussd/...")
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	decoder := json.NewDecoder(out)
	seen := map[string]bool{}
	for {
		var listed struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&listed); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		room := strings.TrimPrefix(listed.ImportPath, "discussd/")
		seen[room] = true
		if room == "cmd/discussd" {
			continue // the wiring knows everybody
		}
		may, known := allowed[room]
		if !known {
			t.Errorf("%s is a new room: say here what it may import", room)
		}
		for _, imported := range listed.Imports {
			if inner, ours := strings.CutPrefix(imported, "discussd/"); ours && !slices.Contains(may, inner) {
				t.Errorf("%s imports %s", room, inner)
			}
		}
	}
	must(t, cmd.Wait())
	for room := range allowed {
		if !seen[room] {
			t.Errorf("%s is gone: remove it here", room)
		}
	}
}
