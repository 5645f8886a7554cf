//go:build linux

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
	"watcher":                                   {"internal/platform"},
	"critique/themes":                           {"internal/text/runs", "internal/text/stem"},
	"critique/quote":                            {"internal/text/invisible", "internal/text/pattern"},
	"critique/checklists":                       {"critique", "critique/document", "internal/text/lineindex", "internal/text/nearest", "internal/text/tomlfile"},
	"critique/codebase":                         {"internal/text/nearest", "internal/text/pattern"},
	"critique/checks":                           {"critique", "critique/document", "critique/rules", "critique/rules/model", "critique/rules/native", "critique/rules/native/anylanguage", "critique/rules/native/architecture", "critique/rules/native/brief", "critique/rules/native/codeclaims", "critique/rules/native/crossdocument", "critique/rules/native/discovery", "critique/rules/native/documents", "critique/rules/native/epics", "critique/rules/native/frameworks/bmad", "critique/rules/native/frameworks/gsd", "critique/rules/native/frameworks/kiro", "critique/rules/native/frameworks/openspec", "critique/rules/native/frameworks/speckit", "critique/rules/native/readiness", "critique/rules/native/requirements", "critique/rules/native/states", "critique/rules/native/structure", "critique/rules/native/traces", "critique/rules/native/wording", "internal/text/invisible", "internal/text/nearest"},
	"critique/document":                         {"internal/text/pattern"},
	"critique/facts/work":                       {"critique/document", "internal/text/pattern"},
	"critique/facts":                            {"critique/document", "critique/facts/work", "internal/text/pattern", "internal/text/runs", "internal/text/stem"},
	"critique/rules":                            {"critique", "critique/document", "internal/text/lineindex", "internal/text/nearest", "internal/text/pattern", "internal/text/tomlfile"},
	"critique/rules/model":                      {"critique", "critique/document", "critique/rules", "critique/rules/model/series", "internal/text/pattern", "internal/text/stem"},
	"critique/rules/model/mention":              {"critique/document", "internal/text/pattern"},
	"critique/rules/model/series":               {"critique/document", "internal/text/pattern"},
	"critique/rules/model/unfinished":           {"critique/document", "critique/rules/model", "internal/text/pattern"},
	"critique/rules/native":                     {"critique", "critique/document", "critique/rules", "critique/rules/model", "internal/text/pattern"},
	"critique/rules/native/architecture":        {"critique/document", "critique/rules/model", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/anylanguage":         {"critique/document", "critique/rules/model", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/brief":               {"critique/document", "critique/rules/model", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/codeclaims":          {"critique", "critique/codebase", "critique/document", "critique/rules/model", "critique/rules/model/mention", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/crossdocument":       {"critique/document", "critique/facts", "critique/rules/model", "critique/rules/model/unfinished", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/discovery":           {"critique/document", "critique/rules", "critique/rules/model", "critique/rules/model/unfinished", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/documents":           {"critique/document", "critique/rules/model", "critique/rules/model/unfinished", "critique/rules/native", "internal/text/invisible", "internal/text/pattern"},
	"critique/rules/native/epics":               {"critique/document", "critique/rules", "critique/rules/model", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/frameworks":          {"critique/document", "critique/rules/model", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/frameworks/bmad":     {"critique/document", "critique/rules/model", "critique/rules/native", "critique/rules/native/frameworks", "internal/text/nearest", "internal/text/pattern"},
	"critique/rules/native/frameworks/gsd":      {"critique/document", "critique/rules/model", "critique/rules/native", "critique/rules/native/frameworks", "internal/text/pattern"},
	"critique/rules/native/frameworks/kiro":     {"critique/document", "critique/rules/model", "critique/rules/native", "critique/rules/native/frameworks", "internal/text/pattern"},
	"critique/rules/native/frameworks/openspec": {"critique/document", "critique/rules/model", "critique/rules/native", "critique/rules/native/frameworks", "internal/text/nearest", "internal/text/pattern"},
	"critique/rules/native/frameworks/speckit":  {"critique/document", "critique/rules/model", "critique/rules/native", "critique/rules/native/frameworks", "internal/text/pattern"},
	"critique/rules/native/readiness":           {"critique/document", "critique/rules/model", "critique/rules/model/unfinished", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/requirements":        {"critique/document", "critique/rules/model", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/states":              {"critique/document", "critique/rules/model", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/structure":           {"critique/document", "critique/facts", "critique/rules/model", "critique/rules/model/unfinished", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/traces":              {"critique/document", "critique/facts/work", "critique/rules/model", "critique/rules/model/series", "critique/rules/native", "internal/text/pattern"},
	"critique/rules/native/wording":             {"critique/document", "critique/rules", "critique/rules/model", "critique/rules/native", "internal/text/pattern"},
	"critique":                                  {"critique/codebase", "critique/quote", "critique/themes"},
	"critique/answer":                           {"critique", "critique/answer/lenient", "critique/answer/markup", "critique/answer/relevance", "internal/text/pattern", "internal/text/terms"},
	"critique/answer/lenient":                   {"critique", "internal/text/pattern"},
	"critique/answer/markup":                    {"internal/text/pattern"},
	"critique/answer/relevance":                 {"critique", "critique/answer/markup", "critique/quote", "internal/text/pattern", "internal/text/terms"},
	"internal/linear":                           {},
	"internal/wallclock":                        {},
	"internal/thorough":                         {},
	"internal/syncbuffer":                       {},
	"internal/process":                          {"internal/process/cgroup", "internal/process/procs", "internal/process/supervisor", "internal/text/pattern"},
	"internal/process/cgroup":                   {},
	"internal/process/procs":                    {},
	"internal/process/supervisor":               {"internal/process/cgroup", "internal/process/procs"},
	"internal/process/supervisor/first":         {"internal/process/supervisor"},
	"cmd/discussd/tools":                        {"cmd/discussd/config", "critique", "critique/api", "critique/cli", "critique/llm"},
	"critique/api":                              {"critique", "critique/cli", "internal/process"},
	"critique/cli/relay":                        {"critique"},
	"critique/cli":                              {"critique", "critique/cli/relay", "internal/process", "internal/process/supervisor", "internal/text/pattern"},
	"critique/recorded":                         {"critique", "critique/cli", "critique/llm"},
	"critique/llm":                              {"critique", "critique/answer", "critique/cli", "critique/document", "internal/text/invisible", "internal/text/pattern", "internal/text/stem", "internal/text/terms"},
	"pipeline/layout":                           {},
	"pipeline/reviews":                          {"critique", "internal/text/markdown", "internal/text/pattern", "pipeline/durable", "pipeline/verdict"},
	"pipeline/schemas":                          {"pipeline/layout"},
	"pipeline/session":                          {"critique/codebase", "pipeline/durable", "pipeline/layout", "pipeline/schemas"},
	"pipeline/verdict":                          {"critique", "internal/text/markdown", "internal/text/shallow", "pipeline/texts"},
	"pipeline/verdict/verdicttest":              {},
	"pipeline/pipelinetest":                     {"critique", "pipeline/session", "pipeline/verdict", "pipeline/verdict/verdicttest"},
	"pipeline/texts":                            {},
	"pipeline/durable":                          {"pipeline/durable/disk"},
	"internal/text/printable":                   {},
	"internal/text/difference":                  {},
	"internal/text/shallow":                     {},
	"internal/text/identifier":                  {"internal/text/pattern"},
	"pipeline/dropped":                          {"internal/text/lineindex", "internal/text/printable", "internal/text/shallow"},
	"pipeline/request":                          {"internal/text/identifier", "internal/text/nearest", "internal/text/pattern", "internal/text/printable", "pipeline/dropped"},
	"pipeline/decision":                         {"internal/platform", "internal/text/identifier", "internal/text/pattern", "pipeline/dropped", "pipeline/durable"},
	"pipeline/handoff":                          {"critique", "internal/platform", "internal/text/shallow", "pipeline/durable", "pipeline/durable/disk", "pipeline/failpoint", "pipeline/verdict"},
	"pipeline/timeline":                         {"critique", "internal/text/markdown", "internal/text/runs", "internal/text/shallow", "internal/text/stem", "pipeline/durable", "pipeline/failpoint", "pipeline/request"},
	"pipeline/bus":                              {"critique", "internal/text/markdown", "internal/text/printable", "pipeline/durable", "pipeline/durable/disk", "pipeline/failpoint", "pipeline/texts", "pipeline/verdict"},
	"pipeline/hook":                             {"internal/process"},
	"pipeline/inbox":                            {"critique", "pipeline/handoff", "pipeline/request", "pipeline/session", "pipeline/verdict"},
	"pipeline/judge":                            {"critique", "internal/text/difference", "internal/text/markdown", "pipeline/bus", "pipeline/decision", "pipeline/durable", "pipeline/failpoint", "pipeline/handoff", "pipeline/hook", "pipeline/inbox", "pipeline/request", "pipeline/reviews", "pipeline/session", "pipeline/texts", "pipeline/timeline", "pipeline/verdict"},
	"pipeline/schedule":                         {"critique", "pipeline/failpoint", "pipeline/handoff", "pipeline/hook", "pipeline/judge", "pipeline/session", "pipeline/verdict", "watcher"},
	"pipeline/durable/disk":                     {"pipeline/failpoint"},
	"pipeline/failpoint":                        {},
	"pipeline/simulation":                       {},
	"internal/platform":                         {},
	"internal/quiet":                            {},
	"cmd/discussd/config":                       {"critique", "critique/api", "critique/checklists", "critique/checks", "critique/rules", "internal/platform", "internal/text/identifier", "internal/text/lineindex", "internal/text/nearest", "internal/text/pattern", "internal/text/printable", "pipeline/layout", "pipeline/session", "pipeline/texts"},
	"pipeline/daemon":                           {"internal/text/printable", "pipeline/daemon/presence", "pipeline/handoff", "pipeline/judge", "pipeline/schedule", "pipeline/session", "pipeline/verdict", "watcher"},
	"pipeline/daemon/presence":                  {"internal/platform", "pipeline/durable", "pipeline/schedule"},
	"cmd/discussd/rulebook":                     {"critique", "critique/checks", "internal/text/invisible", "internal/text/nearest"},
	"cmd/discussd/agenthook":                    {"critique", "internal/text/printable", "pipeline/durable", "pipeline/session", "pipeline/verdict"},
	"cmd/discussd/install":                      {"pipeline/verdict"},
	"cmd/discussd/mcp":                          {"cmd/discussd/rulebook", "critique", "critique/checks", "pipeline/handoff", "pipeline/session", "pipeline/verdict"},
	"cmd/discussd/played":                       {"critique", "critique/cli", "critique/llm"},
	"cmd/discussd/evaluation":                   {"critique", "pipeline/verdict"},
	"cmd/discussd/handover":                     {},
	"cmd/discussd/fakecli":                      {},
	"cmd/discussd/hubstate":                     {"internal/text/printable"},
	"cmd/discussd/localserver":                  {},
	"cmd/discussd/machine":                      {"cmd/discussd/config", "cmd/discussd/hubstate", "cmd/discussd/install", "cmd/discussd/localserver", "cmd/discussd/tools", "critique", "critique/api", "critique/checks", "critique/cli", "critique/llm", "internal/text/printable", "pipeline/daemon", "pipeline/daemon/presence", "pipeline/decision", "pipeline/handoff", "pipeline/session"},
	"cmd/discussd/missing":                      {"critique", "pipeline/session", "pipeline/texts", "pipeline/verdict"},
	"cmd/discussd/overview":                     {"critique", "internal/text/printable", "pipeline/verdict"},
	"cmd/discussd/staged":                       {},
	"cmd/discussd/screen":                       {"cmd/discussd/diagnostic", "critique", "internal/text/printable", "pipeline/verdict"},
	"cmd/discussd/htmlreport":                   {"critique", "internal/text/printable", "pipeline/verdict"},
	"cmd/discussd/view":                         {"cmd/discussd/htmlreport", "cmd/discussd/overview", "internal/text/printable", "pipeline/decision", "pipeline/verdict"},
	"cmd/discussd/journal":                      {},
	"cmd/discussd/metrics":                      {"pipeline/daemon/presence", "pipeline/verdict"},
	"cmd/discussd/diagnostic":                   {"cmd/discussd/rulebook", "critique", "critique/checks", "critique/rules", "internal/text/printable"},
	"internal/text/stem":                        {},
	"internal/text/runs":                        {},
	"internal/text/terms":                       {},
	"internal/text/pattern":                     {},
	"internal/text/nearest":                     {},
	"internal/text/invisible":                   {},
	"internal/text/lineindex":                   {},
	"internal/text/tomlfile":                    {"internal/text/lineindex", "internal/text/nearest", "internal/text/printable"},
	"internal/text/markdown":                    {},
	"internal/text/markdown/markdowntest":       {},
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
