package timeline

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"discussd/critique"
	"discussd/pipeline/durable"
	"discussd/pipeline/request"
)

// analyses are two small ones that agree in one point.
func analyses() map[string]string {
	return map[string]string{
		"analyses/a.json": `{"key_insights": ["Sessions are kept in Redis"], "key_findings": ["The import job is slow"], "open_questions": ["How long do tokens live?"]}`,
		"analyses/b.json": `{"key_insights": ["In Redis the sessions are kept", "Tokens live 15 minutes"], "discussion_points": ["Who pays for Redis?"]}`,
	}
}

func TestTypes(t *testing.T) {
	said := Updated{Confirmed: []string{"Sessions are kept in Redis"}, NewInsights: []string{"Tokens live 15 minutes"}}
	all := Round{Understanding: said, NewFindings: []string{"The import job is slow"}, NewQuestions: []string{"Who pays for Redis?", "How long do tokens live?"}}
	answered := Round{Understanding: Updated{NewInsights: []string{"Tokens live too long"}}}
	const noCorrection = "No analysis corrects another one explicitly (corrects, supersedes): corrected is empty."
	llm := func(context.Context, Question) (critique.Understanding, error) {
		return critique.Understanding{NewInsights: []string{"Tokens\nlive too long", " "}}, nil
	}
	tests := map[string]struct {
		request  request.Discussion
		discuss  Discuss
		want     Round
		notes    []string
		fallback bool
	}{
		"initial":            {request: request.Discussion{Type: request.Initial}, want: all, notes: []string{noCorrection}},
		"deepen":             {request: request.Discussion{Type: request.Deepen}, discuss: llm, want: answered},
		"direction adjusted": {request: request.Discussion{Type: request.DirectionAdjusted, Feedback: "tokens"}, discuss: llm, want: answered},
		"specific questions": {request: request.Discussion{Type: request.SpecificQuestions, Feedback: "tokens?"}, discuss: llm, want: answered},
		"no LLM": {request: request.Discussion{Type: request.Deepen}, want: all, fallback: true,
			notes: []string{"The analyses at hand were used: there is no LLM to ask.", noCorrection}},
		"the LLM fails": {request: request.Discussion{Type: request.Deepen}, want: all, fallback: true,
			discuss: func(context.Context, Question) (critique.Understanding, error) {
				return critique.Understanding{}, errors.New("quota\nused up")
			},
			notes: []string{"The analyses at hand were used: quota used up.", noCorrection}},
		"the LLM says nothing": {request: request.Discussion{Type: request.Deepen}, want: all, fallback: true,
			discuss: func(context.Context, Question) (critique.Understanding, error) {
				return critique.Understanding{Confirmed: []string{" none. "}}, nil
			},
			notes: []string{"The analyses at hand were used: the answer says nothing.", noCorrection}},
		"direction adjusted at hand": {request: request.Discussion{Type: request.DirectionAdjusted, Feedback: "How long do tokens live? Not the rest."}, fallback: true,
			want:  Round{Understanding: said, NewFindings: all.NewFindings, NewQuestions: []string{"Who pays for Redis?", "How long do tokens live?"}},
			notes: []string{"The analyses at hand were used: there is no LLM to ask.", noCorrection}},
		"specific questions at hand": {request: request.Discussion{Type: request.SpecificQuestions, Feedback: "Where do sessions live, in Redis?"}, fallback: true,
			want:  Round{Understanding: Updated{Confirmed: said.Confirmed, NewInsights: said.NewInsights}, NewQuestions: []string{"Who pays for Redis?", "How long do tokens live?"}},
			notes: []string{"The analyses at hand were used: there is no LLM to ask.", noCorrection}},
		"a question that nothing touches": {request: request.Discussion{Type: request.SpecificQuestions, Feedback: "What about\ncolours?"}, fallback: true,
			want:  Round{NewQuestions: []string{"What about colours?"}},
			notes: []string{"The analyses at hand were used: there is no LLM to ask.", noCorrection, "Nothing at hand touches the question: it stays open."}},
		"unclear": {request: request.Discussion{Type: request.Deepen, Feedback: "hm", Ambiguity: "“hm” gives nothing to act on"}, discuss: llm, want: answered,
			notes: []string{"The feedback is unclear (“hm” gives nothing to act on): processed as deepen."}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFolder(t, analyses())
			f.Discuss = test.discuss
			test.request.Round = 3
			test.want.Round, test.want.Type, test.want.UserFeedback, test.want.Timestamp = 3, test.request.Type, test.request.Feedback, "2026-03-04T04:06:07Z"
			if len(test.notes) > 0 && strings.Contains(test.notes[0], "unclear") {
				test.want.Type = request.Deepen
			}
			got := f.process(test.request)
			test.want.Notes = test.notes
			want := Outcome{Round: test.want, Path: "discussions/discussion-round-3.json", Notes: test.notes, Fallback: test.fallback}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("outcome (-want +got):\n%s", diff)
			}
			var written Round
			must(t, json.Unmarshal([]byte(f.get(got.Path)), &written))
			if diff := cmp.Diff(got.Round, written); diff != "" {
				t.Errorf("written (-outcome +file):\n%s", diff)
			}
			if strings.Contains(f.get(got.Path), "null") {
				t.Errorf("a list is null:\n%s", f.get(got.Path))
			}
		})
	}
}

func TestQuestion(t *testing.T) {
	files := analyses()
	files["shared-memory.json"] = `{"synthesis": null}`
	files["explorations/e.json"] = "\ufeff {\"patterns\": []}\n"
	f := newFolder(t, files)
	asked := request.Discussion{Round: 2, Type: request.SpecificQuestions, Topic: "login", Feedback: "Why?\nHow?"}
	f.Discuss = func(_ context.Context, got Question) (critique.Understanding, error) {
		want := Question{Discussion: asked, Memory: []byte(files["shared-memory.json"]), Sources: []Source{
			{"analyses/a.json", []byte(files["analyses/a.json"]), true},
			{"analyses/b.json", []byte(files["analyses/b.json"]), true},
			{"explorations/e.json", []byte(`{"patterns": []}`), false},
		}}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Source{})); diff != "" {
			t.Errorf("asked (-want +got):\n%s", diff)
		}
		return critique.Understanding{}, errors.New("none")
	}
	f.process(asked)
}

func TestNothingToDiscuss(t *testing.T) {
	const found = "No analysis results were found: the discussion is empty."
	tests := map[string]struct {
		files map[string]string
		notes []string
	}{
		"no files":   {nil, []string{found}},
		"empty ones": {map[string]string{"analyses/a.json": "{}"}, []string{"analyses/a.json says nothing: it has no key_insights, key_findings, discussion_points or open_questions.", found}},
	}
	for name, test := range tests {
		for _, kind := range []string{request.Initial, request.Deepen} {
			t.Run(name+" "+kind, func(t *testing.T) {
				f := newFolder(t, test.files)
				f.Discuss = func(context.Context, Question) (critique.Understanding, error) {
					t.Error("an LLM was asked about nothing")
					return critique.Understanding{}, nil
				}
				got := f.process(request.Discussion{Round: 1, Type: kind})
				if diff := cmp.Diff(test.notes, got.Notes); diff != "" || !got.Empty || got.Fallback {
					t.Errorf("empty %v, fallback %v, notes (-want +got):\n%s", got.Empty, got.Fallback, diff)
				}
				for _, name := range outputs("1") {
					if f.get(name) == "" {
						t.Errorf("%s was not written", name)
					}
				}
			})
		}
	}
}

// TestCutShort ends the work before each of the three writes; the same request
// again writes what is missing, asks nobody and doubles nothing.
func TestCutShort(t *testing.T) {
	whole := newFolder(t, analyses())
	whole.Discuss = func(context.Context, Question) (critique.Understanding, error) {
		return critique.Understanding{NewInsights: []string{"Tokens live too long"}, Corrected: []string{"a → b"}}, nil
	}
	asked := request.Discussion{Round: 1, Type: request.Deepen, Feedback: "go on"}
	whole.process(asked)
	for written := range len(outputs("1")) + 1 {
		f := newFolder(t, analyses())
		for _, name := range outputs("1")[:written] {
			f.put(name, whole.get(name))
		}
		f.Discuss = whole.Discuss
		times := 0
		f.Discuss = func(ctx context.Context, q Question) (critique.Understanding, error) {
			times++
			return whole.Discuss(ctx, q)
		}
		for range 2 {
			f.process(asked)
			for _, name := range outputs("1") {
				if diff := cmp.Diff(whole.get(name), f.get(name)); diff != "" {
					t.Errorf("after %d writes: %s (-want +got):\n%s", written, name, diff)
				}
			}
		}
		if want := min(1, 1-min(1, written)); times != want {
			t.Errorf("after %d writes: asked %d times, want %d", written, times, want)
		}
	}
}

// TestARoundOfAnotherProgram finds a round that another program wrote, and finishes it.
func TestARoundOfAnotherProgram(t *testing.T) {
	files := analyses()
	files["discussions/discussion-round-1.json"] = `{"round": 1, "type": "initial", "new_findings": ["F"], "more": true}`
	f := newFolder(t, files)
	got := f.process(request.Discussion{Round: 1, Type: request.Initial})
	want := Round{1, request.Initial, "", Updated{[]string{}, []string{}, []string{}}, []string{"F"}, []string{}, "", nil}
	if diff := cmp.Diff(want, got.Round); diff != "" || f.get(got.Path) != files[got.Path] {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.Contains(f.get(discussionName), "- F\n") || !strings.Contains(f.get(memoryName), `"discussion-round-1"`) {
		t.Errorf("not finished:\n%s\n%s", f.get(discussionName), f.get(memoryName))
	}
}

func TestDiscussedBefore(t *testing.T) {
	f := newFolder(t, analyses())
	first := f.process(request.Discussion{Round: 1, Type: request.Initial})
	before := map[string]string{}
	for _, name := range outputs("1") {
		before[name] = f.get(name)
	}
	for name, asked := range map[string]request.Discussion{
		"another type":   {Round: 1, Type: request.Deepen},
		"other feedback": {Round: 1, Type: request.Initial, Feedback: "more"},
	} {
		_, err := Process(t.Context(), f.Options, asked)
		if !errors.Is(err, ErrDiscussed) || !strings.Contains(err.Error(), first.Path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range before {
		if f.get(name) != text {
			t.Errorf("%s was changed", name)
		}
	}
	if _, err := Process(t.Context(), f.Options, request.Discussion{Type: request.Initial}); err == nil {
		t.Error("a round 0 was discussed")
	}
}

// TestAnotherProcessIsFirst has another discussd finish the round while this one
// asks its LLM.
func TestAnotherProcessIsFirst(t *testing.T) {
	asked := request.Discussion{Round: 1, Type: request.Deepen}
	tests := map[string]struct {
		theirs request.Discussion
		err    error
	}{
		"with the same request": {asked, nil},
		"with another one":      {request.Discussion{Round: 1, Type: request.Initial}, ErrDiscussed},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFolder(t, analyses())
			other := *f
			f.Discuss = func(context.Context, Question) (critique.Understanding, error) {
				other.process(test.theirs)
				return critique.Understanding{NewInsights: []string{"mine"}}, nil
			}
			got, err := Process(t.Context(), f.Options, asked)
			if !errors.Is(err, test.err) {
				t.Fatal(err)
			}
			for _, name := range outputs("1") {
				if strings.Contains(f.get(name), "mine") {
					t.Errorf("%s has both", name)
				}
			}
			if err == nil && got.Round.Understanding.NewInsights[0] != "Tokens live 15 minutes" {
				t.Errorf("got %v, which is not what was written", got.Round)
			}
		})
	}
}

func TestTheEndOfTheWork(t *testing.T) {
	f := newFolder(t, analyses())
	ctx, cancel := context.WithCancelCause(t.Context())
	over := errors.New("over")
	f.Discuss = func(ctx context.Context, _ Question) (critique.Understanding, error) {
		cancel(over)
		return critique.Understanding{}, ctx.Err()
	}
	if _, err := Process(ctx, f.Options, request.Discussion{Round: 1, Type: request.Deepen}); !errors.Is(err, over) {
		t.Errorf("got %v, want its cause", err)
	}
	for _, name := range outputs("1") {
		if f.get(name) != "" {
			t.Errorf("%s was written from what stands in for an answer", name)
		}
	}
}

func TestWhatStandsInTheWay(t *testing.T) {
	tests := map[string]struct {
		files map[string]string
		block string // made a folder
		want  string
	}{
		"a round that is no JSON": {map[string]string{"discussions/discussion-round-1.json": "{\n  \"round\": 1,,\n}"}, "",
			"discussions/discussion-round-1.json: line 2, column 14: invalid character ',' looking for beginning of object key string"},
		"a round of another shape": {map[string]string{"discussions/discussion-round-1.json": `{"round": 1, "new_findings": "x"}`}, "",
			"discussions/discussion-round-1.json: line 1, column 33: \"new_findings\" cannot be a string"},
		"another round": {map[string]string{"discussions/discussion-round-1.json": `{"round": 7}`}, "",
			"discussions/discussion-round-1.json holds round 7"},
		"a memory that is no JSON": {map[string]string{"shared-memory.json": "{\"current_understanding\": {\"established\": [\"a"}, "",
			"shared-memory.json: line 1, column 46: unexpected end of JSON input"},
		"a memory that is no object": {map[string]string{"shared-memory.json": "\n  [1]"}, "",
			"shared-memory.json: line 2, column 3: the content is not an object"},
		"a round that is a folder":      {nil, "discussions/discussion-round-1.json", "read discussions/discussion-round-1.json: output_refused: discussions/discussion-round-1.json is not a file"},
		"a discussion that is a folder": {nil, "discussion.md", "read discussion.md: output_refused: discussion.md is not a file"},
		"a memory that is a folder":     {nil, "shared-memory.json", "read shared-memory.json: output_refused: shared-memory.json is not a file"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFolder(t, test.files)
			f.put("analyses/a.json", `{"insights": ["a"]}`)
			if test.block != "" {
				must(t, os.MkdirAll(filepath.Join(f.dir, test.block), 0o755))
			}
			_, err := Process(t.Context(), f.Options, request.Discussion{Round: 1, Type: request.Initial})
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
			for name, text := range test.files {
				if f.get(name) != text {
					t.Errorf("%s was changed", name)
				}
			}
		})
	}
}

func TestADiscussionsFolderThatLeadsOut(t *testing.T) {
	f := newFolder(t, analyses())
	outside := t.TempDir()
	must(t, os.Symlink(outside, filepath.Join(f.dir, "discussions")))
	f.Discuss = func(context.Context, Question) (critique.Understanding, error) {
		t.Error("an LLM was asked in vain")
		return critique.Understanding{}, nil
	}
	if _, err := Process(t.Context(), f.Options, request.Discussion{Round: 1, Type: request.Deepen}); !errors.Is(err, durable.ErrRefused) {
		t.Errorf("got %v, want ErrRefused", err)
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 {
		t.Errorf("written through the link: %v, %v", entries, err)
	}
}

func TestAnEditedSectionIsLeftAlone(t *testing.T) {
	files := analyses()
	files[discussionName] = "### Round 1 - Discussion (mine)\n"
	f := newFolder(t, files)
	got := f.process(request.Discussion{Round: 1, Type: request.Initial})
	if !strings.Contains(strings.Join(got.Notes, "\n"), "it was left as it is") || f.get(discussionName) != files[discussionName] {
		t.Errorf("notes %q,\n%s", got.Notes, f.get(discussionName))
	}
}

// TestTurns holds the lock that another process would hold, and looks whether this
// one holds it while it writes.
func TestTurns(t *testing.T) {
	f := newFolder(t, analyses())
	must(t, durable.Private(f.Root, "discussions/.discussd"))
	const name = "discussions/.discussd/timeline.lock"
	unlock, err := durable.Lock(t.Context(), f.Root, name)
	must(t, err)
	ctx, cancel := context.WithCancelCause(t.Context())
	over := errors.New("over")
	cancel(over)
	if _, err := Process(ctx, f.Options, request.Discussion{Round: 1, Type: request.Initial}); !errors.Is(err, over) {
		t.Errorf("got %v, want to wait", err)
	}
	unlock()
	f.put("."+discussionName+".ABCD.discussd-tmp", "half")
	f.Staged = func(string) {
		lock, err := f.Root.Open(name)
		must(t, err)
		defer lock.Close()
		if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
			t.Error("written without the lock")
		}
	}
	f.process(request.Discussion{Round: 1, Type: request.Initial})
	if f.get("."+discussionName+".ABCD.discussd-tmp") != "" {
		t.Error("what a killed process left was not swept")
	}
}
