//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	analyzeProfile = "[panel]\nprofile = \"analyze\"\n"
	nightExport    = "testdata/analyze"
)

// discussion is the file of a round.
type discussion struct {
	Round         int                 `json:"round"`
	Type          string              `json:"type"`
	Feedback      string              `json:"user_feedback"`
	Understanding map[string][]string `json:"updated_understanding"`
	NewFindings   []string            `json:"new_findings"`
	NewQuestions  []string            `json:"new_questions"`
	Timestamp     string              `json:"timestamp"`
	Notes         []string            `json:"notes"`
}

// round is a round that was discussed.
func (s *stage) round(number int) (d discussion) {
	s.t.Helper()
	must(s.t, json.Unmarshal([]byte(s.read(fmt.Sprintf("discussions/discussion-round-%d.json", number))), &d))
	return d
}

// discuss drops a request, and returns what the program that waits for its answer
// prints and its exit code.
func (s *stage) discuss(name, text string) (out string, code int) {
	s.t.Helper()
	s.drop("discussions/requests/"+name, text)
	out, errs, code := s.run("wait", filepath.Join(s.session, "discussions/requests", name))
	return out + errs, code
}

// files are the files of the session, but for those that discussd keeps for itself.
func (s *stage) files() map[string]string {
	s.t.Helper()
	files := map[string]string{}
	must(s.t, fs.WalkDir(os.DirFS(s.session), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			files[name] = s.read(name)
		} else if entry.Name() == ".discussd" {
			return fs.SkipDir
		}
		return err
	}))
	return files
}

// TestAnalyze has a discussion of three analyses go on over four rounds, one of each
// type, and goes through the tables that its agents work by, row by row. The session
// has no spec/. testdata/analyze holds it, the requests, what the CLI answers, and
// what comes of it.
func TestAnalyze(t *testing.T) {
	t.Parallel()
	s := newStage(t, analyzeProfile, "gemini")
	s.enter(".workflow/.analysis/UAN-night-export-2026-03-04", nightExport+"/session")
	s.script(nightExport + "/answers")
	before := s.files()
	s.background(s.root)
	for i, name := range []string{"round-1.md", "round-2.toml", "round-3.json"} {
		text, err := os.ReadFile(path.Join(nightExport, "requests", name))
		must(t, err)
		if out, code := s.discuss(name, string(text)); code != 0 || !strings.HasSuffix(out, fmt.Sprintf("/discussion-round-%d.json\n", i+1)) {
			t.Fatalf("code %d\n%s\n%s", code, out, s.log())
		}
	}
	asked, _, code := s.run("request", "--session", s.session, "--type", "specific-questions", "--round", "4", "--topic", "the slow night export", "--feedback", "What does a copy cost? Is the lock gone then?")
	fourth, _, _ := strings.Cut(asked, "\n")
	if out, errs, waited := s.run("wait", fourth); code != 0 || waited != 0 {
		t.Fatalf("code %d, %d\n%s\n%s", code, waited, out, errs)
	}
	for _, name := range []string{"discussions/discussion-round-1.json", "discussions/discussion-round-2.json", "discussions/discussion-round-3.json", "discussions/discussion-round-4.json", "discussion.md", "shared-memory.json"} {
		golden(t, path.Join(nightExport, "want", name), s.read(name))
	}
	golden(t, nightExport+"/want/messages.jsonl", s.read(".msg/messages.jsonl"))
	for table, check := range map[string]func(*testing.T, *stage){
		"Context Loading": analyzeContext, "Discussion types": analyzeTypes, "Round content structure": analyzeRound,
		"discussion.md update template": analyzeTemplate, "Shared memory update": analyzeMemory, "Message Types": analyzeMessages,
	} {
		s.row(table, func(t *testing.T) { check(t, s) })
	}
	s.row("Boundaries", func(t *testing.T) { analyzeBoundaries(t, s, before) })
}

func analyzeContext(t *testing.T, s *stage) {
	_, prompt := s.prompt("discussion-round-3", "discussant")
	for name, check := range map[string]func() bool{
		// a session that is not there: see the error handling
		"sessionFolder": func() bool { return strings.Contains(s.read("discussions/requests/round-1.md"), "session: .workflow/") },
		"topic":         func() bool { return strings.Contains(prompt, "discussion of the slow night export in") },
		"round":         func() bool { return s.round(3).Round == 3 },
		"discussType":   func() bool { return s.round(2).Type == "deepen" },
		"userFeedback": func() bool {
			return s.round(2).Feedback == "Go on with the lock: who waits for it?" && s.round(1).Feedback == ""
		},
	} {
		s.row(name, func(t *testing.T) {
			if !check() {
				t.Error("not extracted")
			}
		})
	}
	s.row("all that is there is shown", func(t *testing.T) {
		holds(t, prompt, "BEGIN artifact discussions/requests/round-3.json", "Leave the lock alone", "BEGIN member analyses/analysis-001.json", "BEGIN member analyses/analysis-002.json",
			"BEGIN member analyses/analysis-003.json", "BEGIN member explorations/exploration-001.json", "BEGIN prior-discussion shared-memory.json", `"id":"discussion-round-2"`)
	})
}

func analyzeTypes(t *testing.T, s *stage) {
	for number, row := range []struct{ kind, told, found string }{
		{"initial", "", "The night export reads every booking twice"},
		{"deepen", "* Go on in the present direction and look deeper", "Reading twice doubles the time under the lock"},
		{"direction-adjusted", "* Arrange the findings anew around the direction that the user's feedback gives, and name the patterns", "A file that is read once a quarter"},
		{"specific-questions", "* Answer the questions in the user's feedback one by one", "With a copy the lock is gone"},
	} {
		s.row(row.kind, func(t *testing.T) {
			if got := s.round(number + 1); got.Type != row.kind {
				t.Errorf("got %+v", got)
			}
			holds(t, s.read(fmt.Sprintf("discussions/discussion-round-%d.json", number+1)), row.found)
			if row.told != "" {
				_, prompt := s.prompt(fmt.Sprintf("discussion-round-%d", number+1), "discussant")
				holds(t, prompt, row.told)
			}
		})
	}
	if calls := s.calls(); len(calls) != 3 {
		t.Errorf("asked %q: the first round needs nobody", calls)
	}
}

func analyzeRound(t *testing.T, s *stage) {
	want := discussion{
		Round: 2, Type: "deepen", Feedback: "Go on with the lock: who waits for it?",
		Understanding: map[string][]string{
			"confirmed":    {"The export holds a lock on the bookings table"},
			"corrected":    {"The export runs at two in the morning → since March it starts at four"},
			"new_insights": {"The first guests of the day wait for the lock, not for the staff", "Reading twice doubles the time under the lock"},
		},
		NewFindings: []string{"Check-in before six fails on one night in five"}, NewQuestions: []string{"Can the export read from a copy?"}, Timestamp: "<time>",
	}
	got := s.round(2)
	got.Timestamp = timeless(got.Timestamp)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	holds(t, s.read("discussions/discussion-round-2.json"), `"round": 2`, `"type": `, `"user_feedback": `, `"updated_understanding": {`, `"confirmed": [`, `"corrected": [`, `"new_insights": [`, `"new_findings": [`, `"new_questions": [`, `"timestamp": "`)
}

func analyzeTemplate(t *testing.T, s *stage) {
	timeline := s.read("discussion.md")
	for number := range 4 {
		round := s.round(number + 1)
		s.row(fmt.Sprintf("Round %d", number+1), func(t *testing.T) {
			heading := fmt.Sprintf("### Round %d - Discussion (%s)\n", round.Round, round.Timestamp)
			holds(t, timeline, heading, "#### Type\n\n"+round.Type+"\n", "#### User Input\n\n", round.Feedback, "#### Updated Understanding\n", "**Confirmed**:", "**Corrected**:", "**New Insights**:", "#### New Findings\n", "#### Open Questions\n")
			if strings.Count(timeline, heading) != 1 {
				t.Error("more than once")
			}
		})
	}
	s.row("what was there stays", func(t *testing.T) {
		old, err := os.ReadFile(nightExport + "/session/discussion.md")
		must(t, err)
		if !strings.HasPrefix(timeline, string(old)) {
			t.Errorf("changed:\n%s", timeline)
		}
	})
}

func analyzeMemory(t *testing.T, s *stage) {
	var memory struct {
		Explorations []any
		Analyses     []string
		Synthesis    any
		Discussions  []struct {
			ID        string
			Round     int
			Type      string
			Insights  int `json:"new_insight_count"`
			Corrected int `json:"corrected_count"`
			Timestamp string
		}
		Understanding map[string][]string `json:"current_understanding"`
	}
	must(t, json.Unmarshal([]byte(s.read("shared-memory.json")), &memory))
	var confirmed, corrected, insights []string
	for number, d := range memory.Discussions {
		round := s.round(number + 1)
		s.row("discussions "+d.ID, func(t *testing.T) {
			if d.ID != fmt.Sprintf("discussion-round-%d", number+1) || d.Round != number+1 || d.Type != round.Type || d.Timestamp != round.Timestamp {
				t.Errorf("got %+v", d)
			}
			if d.Insights != len(round.Understanding["new_insights"]) || d.Corrected != len(round.Understanding["corrected"]) {
				t.Errorf("counted %+v", d)
			}
		})
		confirmed = append(confirmed, round.Understanding["confirmed"]...)
		corrected = append(corrected, round.Understanding["corrected"]...)
		insights = append(insights, round.Understanding["new_insights"]...)
	}
	for name, want := range map[string][]string{
		"established":  append([]string{"The export runs at two in the morning"}, confirmed...),
		"clarified":    corrected,
		"key_insights": insights,
	} {
		s.row(name, func(t *testing.T) {
			if diff := cmp.Diff(want, memory.Understanding[name]); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	if len(memory.Discussions) != 4 || len(memory.Explorations) != 1 || len(memory.Analyses) != 3 {
		t.Errorf("got %+v", memory)
	}
}

func analyzeMessages(t *testing.T, s *stage) {
	for number, text := range []string{
		"round 1 (initial): 1 new insight, 1 corrected, 6 open questions", "round 2 (deepen): 2 new insights, 1 corrected, 1 open question",
		"round 3 (direction-adjusted): 1 new insight, 0 corrected, 1 open question", "round 4 (specific-questions): 1 new insight, 1 corrected, 0 open questions",
	} {
		s.row(fmt.Sprintf("discussion_processed of round %d", number+1), func(t *testing.T) {
			said := s.bus(fmt.Sprintf("discussion-round-%d", number+1))
			if len(said) != 2 || said[0].Type != "impl_progress" || said[1].Type != "discussion_processed" {
				t.Fatalf("got %+v", said)
			}
			if l := said[1]; l.Summary != "[discussant] DISCUSS complete: the slow night export, "+text || l.Data.Ref != fmt.Sprintf("discussions/discussion-round-%d.json", number+1) {
				t.Errorf("got %+v", l)
			}
		})
	}
	// error: see the error handling
}

// analyzeBoundaries checks of the rules for a discussant those that can be seen from
// outside. What a discussant would ask of users and other agents is a program's to
// ask of nobody.
func analyzeBoundaries(t *testing.T, s *stage, before map[string]string) {
	s.row("all output carries [discussant]", func(t *testing.T) {
		for _, l := range s.bus("") {
			if l.From != "discussant" || !strings.HasPrefix(l.Summary, "[discussant] ") {
				t.Errorf("said %+v", l)
			}
		}
		for text := range strings.Lines(s.log()) {
			if strings.Contains(text, "session=") && !strings.Contains(text, "[discussant]") || strings.Contains(text, "round judged") {
				t.Errorf("logged %s", text)
			}
		}
	})
	s.row("only communicates with the coordinator", func(t *testing.T) {
		for _, l := range s.bus("") {
			if l.To != "coordinator" {
				t.Errorf("said %+v", l)
			}
		}
	})
	s.row("only its tasks, no conclusions, no source code", func(t *testing.T) {
		for name, text := range s.files() {
			old, was := before[name]
			ours := path.Dir(name) == "discussions/requests" || path.Dir(name) == "discussions" && strings.HasPrefix(path.Base(name), "discussion-round-")
			switch name {
			case "discussion.md", "shared-memory.json", ".msg/messages.jsonl":
				continue
			}
			if !was && !ours || was && text != old {
				t.Errorf("%s was written", name)
			}
		}
		holds(t, s.read("shared-memory.json"), `"synthesis": null`)
	})
}
