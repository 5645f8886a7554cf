//go:build linux

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"discussd/pipeline/verdict"
	"discussd/pipeline/verdict/verdicttest"
)

// sound checks what must hold of a session at rest, whatever happened to it: every
// verdict is whole and was given once, and its record is the one beside it; every
// beginning on the bus has one end; nothing is pending, half written or left over.
// It returns the verdicts of the round, oldest first.
func (s *stage) sound(round string) []verdict.Verdict {
	s.t.Helper()
	var verdicts []verdict.Verdict
	discussions := filepath.Join(s.session, "discussions")
	err := filepath.WalkDir(discussions, func(path string, entry os.DirEntry, err error) error {
		name, _ := filepath.Rel(discussions, path)
		switch {
		case err != nil || entry.IsDir():
		case strings.HasSuffix(name, ".discussd-tmp"):
			s.t.Errorf("half written: %s", path)
		case strings.HasSuffix(name, "-pending.json"):
			s.t.Errorf("still pending: %s", path)
		case strings.Contains(name, "foreign"):
			s.t.Errorf("its own record was taken for somebody else's: %s", path)
		case strings.HasSuffix(name, round+"-verdict.json") || strings.HasPrefix(name, ".discussd/history/"+round) && strings.HasSuffix(name, "-verdict.json"):
			verdicts = append(verdicts, s.whole(path))
		}
		return err
	})
	must(s.t, err)
	slices.SortFunc(verdicts, func(a, b verdict.Verdict) int { return a.Revision - b.Revision })
	for i, v := range verdicts[1:] {
		before := verdicts[i]
		if v.Revision != before.Revision+1 || v.Artifact.Fingerprint == before.Artifact.Fingerprint {
			s.t.Errorf("%s: revision %d follows %d, over %.8s after %.8s", s.session, v.Revision, before.Revision, v.Artifact.Fingerprint, before.Artifact.Fingerprint)
		}
	}
	s.recorded(verdicts[len(verdicts)-1])
	s.told(round)
	return verdicts
}

// whole reads a verdict, which must keep to the schema.
func (s *stage) whole(path string) verdict.Verdict {
	s.t.Helper()
	text, err := os.ReadFile(path)
	must(s.t, err)
	if err := verdicttest.Validate(verdict.Schema(), text); err != nil {
		s.t.Fatalf("%s: %v", path, err)
	}
	v, err := verdict.Parse(text)
	must(s.t, err)
	return v
}

// recorded checks that a verdict's record is there, as the verdict names it.
func (s *stage) recorded(v verdict.Verdict) {
	s.t.Helper()
	if v.Record == nil {
		s.t.Errorf("%s: no record, notes %q", s.session, v.Notes)
		return
	}
	text, err := os.ReadFile(filepath.Join(s.session, v.Record.Path))
	if err != nil || digest(text) != string(v.Record.SHA256) {
		s.t.Errorf("%s: the record is not that of the verdict: %v", s.session, err)
	}
}

// told checks that beginnings and ends of a round alternate on the bus, if there is one.
func (s *stage) told(round string) {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.session, ".msg/messages.jsonl"))
	if err != nil {
		return
	}
	said := ""
	for line := range strings.Lines(string(text)) {
		var message struct {
			Type string
			Data struct{ Round string }
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil {
			s.t.Errorf("%s: torn line on the bus: %q", s.session, line)
		}
		switch {
		case message.Data.Round != round:
		case message.Type == "impl_progress":
			said += "("
		default:
			said += ")"
		}
	}
	if said != strings.Repeat("()", len(said)/2) || said == "" {
		s.t.Errorf("%s: beginnings and ends on the bus: %s\n%s", s.session, said, text)
	}
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
