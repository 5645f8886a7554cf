//go:build linux

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// enter makes another folder below the root the session, as testdata has it.
func (s *stage) enter(name, from string) {
	s.t.Helper()
	s.session = filepath.Join(s.root, filepath.FromSlash(name))
	s.demo.dir = s.session
	must(s.t, os.MkdirAll(s.session, 0o755))
	if from != "" {
		must(s.t, os.CopyFS(s.session, os.DirFS(from)))
	}
}

// named is the stage with a session that is not made.
func (s *stage) named(name string) *stage {
	other := *s
	other.session = filepath.Join(filepath.Dir(s.session), name)
	other.demo = &demo{console: s.demo.console, dir: other.session, layout: s.demo.layout}
	return &other
}

// row is one row of a table that is gone through, or the table.
func (s *stage) row(name string, check func(t *testing.T)) {
	s.t.Helper()
	table := s.t.(*testing.T)
	table.Run(name, func(t *testing.T) {
		s.t = t
		check(t)
	})
	s.t = table
}

// script has the fake CLIs answer what the files of a folder say, and keep the
// prompts that they were given.
func (s *stage) script(from string) {
	s.t.Helper()
	must(s.t, os.Mkdir(filepath.Join(s.dir, "stage", "prompts"), 0o755))
	must(s.t, os.CopyFS(filepath.Join(s.dir, "stage", "answers"), os.DirFS(from)))
}

// prompt is what a perspective was asked in a round, and by which tool.
func (s *stage) prompt(round, perspective string) (tool, text string) {
	s.t.Helper()
	asked, err := filepath.Glob(filepath.Join(s.dir, "stage", "prompts", round+"-"+perspective+".*"))
	must(s.t, err)
	if len(asked) != 1 {
		s.t.Fatalf("%s of %s was asked by %q", perspective, round, asked)
	}
	content, err := os.ReadFile(asked[0])
	must(s.t, err)
	return strings.TrimPrefix(filepath.Ext(asked[0]), "."), string(content)
}

// read is a file of the session.
func (s *stage) read(name string) string {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.session, filepath.FromSlash(name)))
	must(s.t, err)
	return string(text)
}

// golden compares a text, without what differs from run to run, with a file of
// testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	got = timeless(got)
	if *update {
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must(t, os.WriteFile(name, []byte(got), 0o644))
	}
	want, err := os.ReadFile(name)
	must(t, err)
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// timeless puts words in the place of times and digests, and of what the embedded
// checks say: they have tests of their own.
func timeless(text string) string {
	for _, blot := range []struct{ pattern, word string }{
		{`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`, "<time>"},
		{`[0-9a-f]{64}`, "<sha256>"},
		{`-[0-9a-f]{8}\.json`, "-<digest>.json"},
		{`\d+ of \d+ passed(; rated [\d.]+/5)?`, "<n> of <m> passed"},
		{`(?s)(\n## 检查\n).*?(\n## |\n*$)`, "$1<checks>\n$2"},
	} {
		text = regexp.MustCompile(blot.pattern).ReplaceAllString(text, blot.word)
	}
	return text
}

// until waits for what is no verdict on the session's bytes.
func (s *stage) until(what string, is func() bool) {
	s.t.Helper()
	for late := time.After(patience); !is(); {
		select {
		case <-late:
			s.t.Fatalf("waited in vain for %s\n%s", what, s.log())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// heard is a line of the message bus.
type heard struct {
	ID, From, To, Type, Summary string
	Data                        struct {
		Ref, Round, Code, Reason, Severity string
		Options                            []struct{ Label, Description string }
		Notes                              []string
	}
}

// bus are the lines that discussd wrote to the session's bus about a round; all of
// them when it is "".
func (s *stage) bus(round string) []heard {
	s.t.Helper()
	var said []heard
	for text := range strings.Lines(s.read(".msg/messages.jsonl")) {
		var l heard
		must(s.t, json.Unmarshal([]byte(text), &l))
		if l.Data.Round != "" && (round == "" || l.Data.Round == round) {
			said = append(said, l)
		}
	}
	return said
}

// lastly is the last line of the bus about a round.
func (s *stage) lastly(round string) heard {
	s.t.Helper()
	said := s.bus(round)
	if len(said) == 0 {
		s.t.Fatalf("nothing is said of %s:\n%s", round, s.read(".msg/messages.jsonl"))
	}
	return said[len(said)-1]
}

// holds looks for texts in a text, one after the other.
func holds(t *testing.T, text string, wanted ...string) {
	t.Helper()
	rest := text
	for _, want := range wanted {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Errorf("%q is missing, or stands elsewhere, in\n%s", want, text)
			return
		}
		rest = after
	}
}
