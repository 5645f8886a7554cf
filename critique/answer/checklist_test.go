package answer

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

var asked = []critique.Question{
	{ID: "goal-owner", English: "Does each goal name who answers for it?", Chinese: "每个目标是否写明由谁负责？", Category: "completeness", Severity: critique.Medium},
	{ID: "loser", English: "Does the brief say who would lose by it?", Category: "risk"},
	{ID: "price", English: "Does the brief say what it may cost?", Category: "value", Severity: critique.Low},
}

// TestReadChecklist: an answer is read in whatever form a model gives it, and what is not
// certainly one is none.
func TestReadChecklist(t *testing.T) {
	const free = `"rating": 4, "weaknesses": [{"text": "no way back", "quote": "we migrate at once"}]`
	type answers [3]string // to the questions, in their order
	for name, test := range map[string]struct {
		raw     string
		want    answers
		missing string // of the second question
		faults  int    // beside that of the free part
	}{
		"as asked for":                    {`{"checklist": [{"id": "goal-owner", "quote": "Ana owns G-1", "answer": "yes", "missing": "", "targets": []}, {"id": "loser", "quote": "", "answer": "no", "missing": "nobody who loses is named", "targets": ["Users"]}, {"id": "price", "answer": "cannot tell", "quote": "", "missing": "", "targets": []}], ` + free + `}`, answers{"yes", "no", "cannot_tell"}, "nobody who loses is named", 1},
		"an object by ID":                 {`{"checklist": {"goal-owner": {"answer": true}, "loser": {"answer": "No", "why": "nobody is named"}, "price": "cannot tell"}, ` + free + `}`, answers{"yes", "no", "cannot_tell"}, "nobody is named", 1},
		"an object of words":              {`{"checklist": {"goal-owner": true, "loser": "no - nobody is named", "price": false}, ` + free + `}`, answers{"yes", "no", "no"}, "nobody is named", 1},
		"texts":                           {`{"checklist": ["goal-owner: yes — “Ana owns G-1”", "loser: no — nobody is named", "price: cannot tell"], ` + free + `}`, answers{"yes", "no", "cannot_tell"}, "nobody is named", 1},
		"numbered":                        {`{"checklist": ["Q1: yes — “Ana owns G-1”", "Q2: no, nobody is named", "Q3: n/a"], ` + free + `}`, answers{"yes", "no", "cannot_tell"}, "nobody is named", 1},
		"in Chinese":                      {`{"检查表": [{"编号": "goal-owner", "回答": "是"}, {"编号": "loser", "回答": "否", "缺失": "未写明谁受损"}, {"编号": "price", "回答": "无法判断"}], ` + free + `}`, answers{"yes", "no", "cannot_tell"}, "未写明谁受损", 1},
		"the question for its ID":         {`{"checklist": [{"question": "Does each goal name who answers for it?", "answer": "Yes."}], ` + free + `}`, answers{"yes", "unanswered", "unanswered"}, "", 0},
		"no checklist":                    {`{` + free + `}`, answers{"unanswered", "unanswered", "unanswered"}, "", 0},
		"an empty one":                    {`{"checklist": [], ` + free + `}`, answers{"unanswered", "unanswered", "unanswered"}, "", 0},
		"null, and numbers":               {`{"checklist": [null, 1, [], {"id": 7, "answer": 1}], ` + free + `}`, answers{"unanswered", "unanswered", "unanswered"}, "", 0},
		"questions nobody asked":          {`{"checklist": [{"id": "colour", "answer": "no", "missing": "no colour"}], ` + free + `}`, answers{"unanswered", "unanswered", "unanswered"}, "", 0},
		"both ways":                       {`{"checklist": [{"id": "loser", "answer": "yes"}, {"id": "loser", "answer": "no", "missing": "nobody"}], ` + free + `}`, answers{"unanswered", "cannot_tell", "unanswered"}, "", 0},
		"twice the same":                  {`{"checklist": [{"id": "loser", "answer": "no", "missing": "nobody is named"}, {"id": "loser", "answer": "no"}], ` + free + `}`, answers{"unanswered", "no", "unanswered"}, "nobody is named", 1},
		"no issues is no no":              {`{"checklist": [{"id": "loser", "answer": "no issues found"}], ` + free + `}`, answers{"unanswered", "unanswered", "unanswered"}, "", 0},
		"a no that names nothing":         {`{"checklist": [{"id": "loser", "answer": "no", "missing": "none"}], ` + free + `}`, answers{"unanswered", "no", "unanswered"}, "", 0},
		"a no that copies the form":       {`{"checklist": [{"id": "loser", "answer": "no", "missing": "<text>", "quote": ""}], ` + free + `}`, answers{"unanswered", "no", "unanswered"}, "", 0},
		"a no told in the free part, too": {`{"checklist": [{"id": "loser", "answer": "no", "quote": "We migrate at once", "missing": "who loses"}], ` + free + `}`, answers{"unanswered", "no", "unanswered"}, "who loses", 0},
		"a yes that explains":             {`{"checklist": [{"id": "loser", "answer": "yes", "missing": "though only in passing"}], ` + free + `}`, answers{"unanswered", "yes", "unanswered"}, "", 0},
		"the form itself":                 {`{"checklist": [{"id": "loser", "answer": "yes, no or cannot tell"}], ` + free + `}`, answers{"unanswered", "unanswered", "unanswered"}, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Read(t.Context(), []byte(test.raw), Expect{Rating: true, Questions: asked})
			if err != nil || got.Rating != 4 {
				t.Fatalf("rating %v, %v", got.Rating, err)
			}
			var said answers
			for i, c := range got.Checklist {
				said[i] = c.Answer
				if c.ID != asked[i].ID || c.Question != asked[i].English {
					t.Errorf("answer %d is to %q, %q", i, c.ID, c.Question)
				}
			}
			if diff := cmp.Diff(test.want, said); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got.Checklist[1].Missing != test.missing {
				t.Errorf("missing: %q, want %q", got.Checklist[1].Missing, test.missing)
			}
			if n := len(got.Weaknesses) - 1; n != test.faults {
				t.Errorf("%d faults more, want %d: %+v", n, test.faults, got.Weaknesses)
			}
			if test.faults > 0 {
				if w := got.Weaknesses[len(got.Weaknesses)-1]; w.Question != "loser" || w.Category != "risk" || w.Severity != critique.Medium || w.Text != test.missing {
					t.Errorf("the weakness is %+v", w)
				}
			}
		})
	}
}

// TestChecklistAlone: a no is something to say, however empty the rest is; a yes is not.
func TestChecklistAlone(t *testing.T) {
	empty := `], "weaknesses": [], "open_questions": [], "strengths": [], "key_finding": "", "rating": 4}`
	no, err := Read(t.Context(), []byte(`{"checklist": [{"id": "price", "answer": "no", "quote": "it costs what it costs", "missing": ""}`+empty), Expect{Rating: true, Questions: asked, Chinese: true})
	if err != nil || len(no.Weaknesses) != 1 || no.Weaknesses[0].Severity != critique.Low || no.Weaknesses[0].Text != "答“否”: Does the brief say what it may cost?" {
		t.Errorf("%+v, %v", no.Weaknesses, err)
	}
	if no.Checklist[0].Question != "每个目标是否写明由谁负责？" {
		t.Errorf("the question is told as %q", no.Checklist[0].Question)
	}
	if _, err := Read(t.Context(), []byte(`{"checklist": [{"id": "price", "answer": "yes", "quote": "it costs 4"}`+empty), Expect{Rating: true, Questions: asked}); critique.ClassOf(err) != critique.Unusable {
		t.Errorf("a yes alone is an answer: %v", err)
	}
}

// FuzzChecklist: whatever a checklist holds, each question has one answer of the closed
// list, and every weakness that comes of it is a text.
func FuzzChecklist(f *testing.F) {
	for _, seed := range []string{
		`[{"id": "loser", "answer": "no", "missing": "x"}]`, `{"loser": "no - x"}`, `["Q1: yes — “x”", "2) no"]`, `"loser: no"`, `[[["yes"]]]`, `{"loser": {"answer": [true]}}`, `null`, "\"price\\u2014no: \\ud800\"",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, list string) {
		for _, raw := range []string{`{"checklist": ` + list + `, "rating": 3, "weaknesses": [{"text": "no way back"}]}`, "Rating: 3/5\n\nWeaknesses:\n- no way back\n\n" + list} {
			c, err := Read(t.Context(), []byte(raw), Expect{Rating: true, Questions: asked})
			if err != nil {
				continue
			}
			if len(c.Checklist) != len(asked) {
				t.Fatalf("%d answers to %d questions", len(c.Checklist), len(asked))
			}
			for _, one := range c.Checklist {
				if !contains(critique.Answers[:], one.Answer) || one.Answer != critique.No && one.Missing != "" || one.Targets == nil || !utf8.ValidString(one.Missing+one.Quote) {
					t.Errorf("%+v", one)
				}
			}
			for _, w := range c.Weaknesses {
				if w.Text == "" || w.Severity.Weight() == 0 {
					t.Errorf("%+v", w)
				}
			}
		}
	})
}

func contains(list []string, text string) bool {
	for _, one := range list {
		if one == text {
			return true
		}
	}
	return false
}
