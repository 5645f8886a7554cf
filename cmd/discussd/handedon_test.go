package main

import (
	"os"
	"path/filepath"
	"testing"

	"discussd/pipeline/verdict"
)

// TestLifecycleHandsOn holds what people and agents are handed in the six rounds
// of the sample session against testdata/lifecycle.
func TestLifecycleHandsOn(t *testing.T) {
	t.Parallel()
	s := newStage(t, "", "gemini", "codex", "claude")
	s.background(s.root)
	for _, scene := range scenes {
		s.write(scene)
		keeps(t, s, "testdata/lifecycle", s.await(scene.round))
	}
}

// TestCoordinateHandsOn has a role ask for its own perspectives: the session, the
// request, what the tools answer and what comes of it lie in testdata/coordinate.
func TestCoordinateHandsOn(t *testing.T) {
	t.Parallel()
	s := newStage(t, "[panel]\nprofile = \"coordinate\"\n", "gemini", "codex", "claude")
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

// keeps compares the record, the return value, the message and the report of a
// verdict with files of testdata.
func keeps(t *testing.T, s *stage, folder string, v verdict.Verdict) {
	t.Helper()
	golden(t, filepath.Join(folder, v.Round+"-discussion.md"), s.read("discussions/"+v.Round+"-discussion.md"))
	golden(t, filepath.Join(folder, v.Round+"-summary.md"), v.Summary+"\n")
	golden(t, filepath.Join(folder, v.Round+"-message.txt"), v.Message+"\n")
	golden(t, filepath.Join(folder, v.Round+"-report.md"), verdict.Report(v))
}
