//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// hookedBrief is a stage on which claude has written the brief and its hook was called,
// before any daemon looks.
func hookedBrief(t *testing.T, extra string, tools ...string) *stage {
	t.Helper()
	s := newStage(t, extra, tools...)
	s.write(scenes[0])
	s.write(scenes[1])
	if out, errs := s.hooked("claude", s.wroteBrief()); out+errs != "" {
		t.Errorf("the hook said %q %q", out, errs)
	}
	return s
}

// TestIndependence: from the hook to the verdict. Who wrote the bytes is known, another
// family answers first, and a vote of the writer's own is marked and weighed.
func TestIndependence(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		key, tools string
		quality    string // who answers in place of claude
		self       int
		says       string
	}{
		"prefer is the default": {"", "gemini codex claude", "gemini", 0, "Written by claude (anthropic). No voice is of that model family."},
		"prefer, one family":    {"", "claude", "claude", 4, "Self-review: 4 of 4 voices are of the model family that wrote it, claude (anthropic). With their ratings counted half the average is 4.00/5."},
		"require, nobody else":  {"require", "claude", "checks", 0, "NO MODEL ANSWERED"},
		"off, as it always was": {"off", "gemini codex claude", "claude", 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			extra := ""
			if tt.key != "" {
				extra = fmt.Sprintf("[panel]\nindependence = %q\n", tt.key)
			}
			s := hookedBrief(t, extra, strings.Fields(tt.tools)...)
			s.background(s.root)
			v := s.await("DISCUSS-002")
			self := 0
			for _, p := range v.Perspectives {
				if p.SelfReview {
					self++
				}
				if p.Name == "quality" && p.Tool != tt.quality {
					t.Errorf("quality was answered by %s, %+v", p.Tool, p.Attempts)
				}
			}
			known := tt.key != "off"
			if self != tt.self || (len(v.Writers) == 1 && v.Writers[0] == critique.Writer{Agent: "claude", Family: "anthropic"}) != known {
				t.Errorf("%d votes are self-review, writers %+v", self, v.Writers)
			}
			if heard := v.Basis != critique.BasisChecks; (v.IndependentAverage != nil) != (known && heard) {
				t.Errorf("independent average %v", v.IndependentAverage)
			}
			record := strings.ReplaceAll(s.read("discussions/DISCUSS-002-discussion.md"), `\`, "")
			if !strings.Contains(record, tt.says) || strings.Contains(record, "**Writer**") != known {
				t.Errorf("the record does not say %q:\n%s", tt.says, record)
			}
			if strings.HasPrefix(tt.says, "Self-review") && !strings.Contains(v.Summary, tt.says) {
				t.Errorf("the summary:\n%s", v.Summary)
			}
			if notes, _ := filepath.Glob(filepath.Join(s.session, "discussions/.discussd/writers/*")); (len(notes) == 1) != known {
				t.Errorf("notes: %v", notes)
			}
		})
	}
}

// TestEditedByHand: bytes that somebody changed after the agent are not the agent's, and
// those that its shell wrote are found when its turn ends.
func TestEditedByHand(t *testing.T) {
	t.Parallel()
	s := hookedBrief(t, "", "gemini", "codex", "claude")
	s.edit("spec/product-brief.md", "\nA line by hand.\n")
	if v := s.judgedBrief(); len(v.Writers) != 0 || v.IndependentAverage != nil {
		t.Errorf("writers %+v", v.Writers)
	}
	codex := func(event, extra string) string {
		return fmt.Sprintf(`{"session_id":"x1","turn_id":"1","model":"gpt-6-codex","cwd":%q,"hook_event_name":%q%s}`, s.root, event, extra)
	}
	s.hooked("codex", codex("UserPromptSubmit", `,"prompt":"write"`))
	s.edit("spec/product-brief.md", "\nA line by its shell.\n")
	s.hooked("codex", codex("PostToolUse", `,"tool_name":"Bash","tool_input":{"command":"echo >> spec/product-brief.md"}`))
	s.hooked("codex", codex("Stop", ""), "--wait", "1s")
	v := s.judgedBrief()
	if want := (critique.Writer{Agent: "codex", Model: "gpt-6-codex", Family: "openai"}); !slices.Equal(v.Writers, []critique.Writer{want}) {
		t.Errorf("writers %+v", v.Writers)
	}
	for _, p := range v.Perspectives {
		if p.Tool == "codex" {
			t.Errorf("%s was answered by codex", p.Name)
		}
	}
}

// judgedBrief judges the brief here and now.
func (s *stage) judgedBrief() verdict.Verdict {
	s.t.Helper()
	out, errs, _ := s.run("critique", "--json", s.brief())
	v, err := verdict.Parse([]byte(out))
	if err != nil {
		s.t.Fatalf("%v\n%s%s", err, out, errs)
	}
	return v
}

// TestWriterOfSomebodyElse: a note that leads elsewhere, or is none, tells nothing.
func TestWriterOfSomebodyElse(t *testing.T) {
	t.Parallel()
	s := hookedBrief(t, "", "gemini", "codex", "claude")
	notes, _ := filepath.Glob(filepath.Join(s.session, "discussions/.discussd/writers/*"))
	if len(notes) != 1 {
		t.Fatal(notes)
	}
	elsewhere := filepath.Join(s.dir, "note")
	must(t, os.Rename(notes[0], elsewhere))
	must(t, os.Symlink(elsewhere, notes[0]))
	if v := s.judgedBrief(); len(v.Writers) != 0 {
		t.Errorf("a link was followed: %+v", v.Writers)
	}
}
