//go:build linux

package main

import (
	"os"
	"path/filepath"
	"testing"

	"discussd/pipeline/verdict"
)

// TestCoordinateHandsOn has a role ask for its own perspectives: the session, the
// request, what the tools answer and what comes of it lie in testdata/coordinate.
func TestCoordinateHandsOn(t *testing.T) {
	t.Parallel()
	s := newStage(t, "[panel]\nprofile = \"coordinate\"\n"+everyRule, "gemini", "codex", "claude")
	s.enter(".workflow/.team/TC-move", "testdata/coordinate/session")
	s.script("testdata/coordinate/answers")
	s.background(s.root)
	text, err := os.ReadFile("testdata/coordinate/request.md")
	must(t, err)
	s.drop("discussions/requests/move.md", string(text))
	out, errs, code := s.run("wait", "--json", filepath.Join(s.session, "discussions/requests/move.md"))
	v, err := verdict.Parse([]byte(out))
	if err != nil || code != 2 {
		t.Fatalf("code %d, %v\n%s", code, err, errs)
	}
	keeps(t, s, "testdata/coordinate/want", v)
}

// TestDissentHandsOn has a panel with one dissenting voice, an answer of plain texts and
// one of prose, and a tool that fails: a brief is reached in spite of the dissent, and
// the final gate blocked. testdata/dissent has the session in English and in Chinese.
func TestDissentHandsOn(t *testing.T) {
	t.Parallel()
	for language, session := range map[string]string{"en": "TLS-plot-water", "zh": "TLS-社区菜园"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			from := "testdata/dissent/" + language
			s := newStage(t, everyRule, "gemini", "codex", "claude")
			s.enter(".workflow/.team/"+session, from+"/session")
			must(t, os.Mkdir(filepath.Join(s.session, ".msg"), 0o755))
			s.script(from + "/answers")
			s.direct("codex", "mode", "dead")
			s.background(s.root)
			keeps(t, s, from+"/want", s.await("DISCUSS-002"))
			report, err := os.ReadFile(from + "/readiness-report.md")
			must(t, err)
			s.edit("spec/readiness-report.md", string(report))
			keeps(t, s, from+"/want", s.await("DISCUSS-006"))
			golden(t, from+"/want/messages.jsonl", byRound(s.read(".msg/messages.jsonl")))
		})
	}
}

// keeps compares the record, the return value, the message and the report of a
// verdict with files of testdata.
func keeps(t *testing.T, s *stage, folder string, v verdict.Verdict) {
	t.Helper()
	golden(t, filepath.Join(folder, v.Round+"-discussion.md"), s.read("discussions/"+v.Round+"-discussion.md"))
	golden(t, filepath.Join(folder, v.Round+"-summary.md"), v.Summary+"\n")
	golden(t, filepath.Join(folder, v.Round+"-message.txt"), v.Message+"\n")
	golden(t, filepath.Join(folder, v.Round+"-report.md"), verdict.Report(v))
}
