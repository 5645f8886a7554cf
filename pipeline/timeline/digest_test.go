package timeline

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/pipeline/request"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// stood is what stands in for an answer to a request over some analyses, one a text.
func stood(t *testing.T, r request.Discussion, contents ...string) (critique.Understanding, []string) {
	t.Helper()
	f := newFolder(t, map[string]string{memoryName: `{"discussions": [{"id": "F-1"}], "current_understanding": {"established": ["Uploads are scanned"], "key_insights": [{"id": "M-1", "text": "Logs are kept"}]}}`})
	p := &process{input: input{Options: f.Options}, request: r}
	var sources []Source
	for i, content := range contents {
		sources = append(sources, Source{fmt.Sprintf("analyses/analysis-%d.json", i+1), []byte(content), true})
	}
	u := p.stand(p.statements(sources))
	return u, p.Notes
}

func TestConfirmed(t *testing.T) {
	exploration := Source{"explorations/e.json", []byte(`{"findings": ["The queue is full"]}`), false}
	analysis := Source{"analyses/a.json", []byte(`{"findings": ["The queue is full.", "the QUEUE is full"], "insights": ["The queue is shared"]}`), true}
	second := Source{"analyses/b.json", []byte(`{"insights": ["Full is the queue"]}`), true}
	tests := map[string]struct {
		sources []Source
		want    critique.Understanding
	}{
		"one analysis twice":              {[]Source{analysis}, critique.Understanding{NewInsights: []string{"The queue is shared"}, NewFindings: []string{"The queue is full."}}},
		"an analysis and an exploration":  {[]Source{analysis, exploration}, critique.Understanding{NewInsights: []string{"The queue is shared"}, NewFindings: []string{"The queue is full."}}},
		"two analyses":                    {[]Source{analysis, second}, critique.Understanding{Confirmed: []string{"The queue is full."}, NewInsights: []string{"The queue is shared"}}},
		"an insight of one that explores": {[]Source{exploration, second}, critique.Understanding{NewInsights: []string{"The queue is full"}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := &process{input: input{Options: newFolder(t, nil).Options}, request: request.Discussion{Type: request.Initial}}
			if diff := cmp.Diff(test.want, p.stand(p.statements(test.sources)), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestQuestions(t *testing.T) {
	points := `{"discussion_points": ["P1?", "P2?", "P3?", "P4?", "P5?", "P6?", "P7?"], "open_questions": ["Q1?", "P2?", "Q1 ?"]}`
	more := `{"discussion_points": ["P7?"], "open_questions": ["Q2?"]}`
	got, _ := stood(t, request.Discussion{Type: request.Initial}, points, more)
	if diff := cmp.Diff([]string{"P7?", "P1?", "P2?", "P3?", "P4?", "Q1?", "Q2?"}, got.NewQuestions); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTheDirectionIsStrongerThanTheVoices(t *testing.T) {
	got, _ := stood(t, request.Discussion{Type: request.DirectionAdjusted, Feedback: "token lifetime"},
		`{"discussion_points": ["Who pays?", "Which token lifetime?"]}`, `{"discussion_points": ["Who pays?"]}`)
	if diff := cmp.Diff([]string{"Which token lifetime?", "Who pays?"}, got.NewQuestions); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNearness(t *testing.T) {
	tests := map[string]struct {
		findings, feedback string
		ordered, touched   []string
	}{
		"English": {
			findings: `"Alerts go to nobody", "The cache is cold at start", "Uploads fail on slow links", "Slow uploads block the queue"`,
			feedback: "Leave the rest. Why are uploads so slow?",
			ordered:  []string{"Uploads fail on slow links", "Slow uploads block the queue", "Alerts go to nobody", "The cache is cold at start"},
			touched:  []string{"Uploads fail on slow links", "Slow uploads block the queue"},
		},
		"Chinese": {
			findings: `"告警无人接收", "启动时缓存为空", "弱网下上传失败", "缓慢的上传阻塞队列"`,
			feedback: "其余先放一放。上传为什么缓慢?",
			ordered:  []string{"缓慢的上传阻塞队列", "弱网下上传失败", "告警无人接收", "启动时缓存为空"},
			touched:  []string{"弱网下上传失败", "缓慢的上传阻塞队列"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			content := `{"findings": [` + test.findings + `], "open_questions": [` + strings.ReplaceAll(test.findings, `",`, `?",`) + `]}`
			got, _ := stood(t, request.Discussion{Type: request.DirectionAdjusted, Feedback: test.feedback}, content)
			if diff := cmp.Diff(test.ordered, got.NewFindings); diff != "" || len(got.NewQuestions) != 4 || !strings.HasPrefix(got.NewQuestions[0], test.ordered[0]) {
				t.Errorf("questions %q, ordered (-want +got):\n%s", got.NewQuestions, diff)
			}
			got, _ = stood(t, request.Discussion{Type: request.SpecificQuestions, Feedback: test.feedback}, content)
			if diff := cmp.Diff(test.touched, got.NewFindings); diff != "" || len(got.NewQuestions) != 2 {
				t.Errorf("questions %q, touched (-want +got):\n%s", got.NewQuestions, diff)
			}
		})
	}
}

func TestCorrections(t *testing.T) {
	const earlier = `{"findings": [{"id": "F-1", "text": "Tokens live 15 minutes"}, {"id": "F-2", "text": "Sessions are kept in memory"}]}`
	correcting := func(link string) string {
		return `{"findings": [{"id": "F-2", "text": "Tokens live 60 minutes", "corrects": ` + link + `}]}`
	}
	tests := map[string]struct {
		contents []string
		want     []string
		findings []string
		noted    string
	}{
		"an id":             {[]string{earlier, correcting(`"F-1"`)}, []string{"Tokens live 15 minutes → Tokens live 60 minutes"}, []string{"Sessions are kept in memory"}, ""},
		"the id of another": {[]string{earlier, correcting(`"F-2"`)}, []string{"Sessions are kept in memory → Tokens live 60 minutes"}, []string{"Tokens live 15 minutes"}, ""},
		"a file and an id":  {[]string{earlier, correcting(`"analysis-1#F-1"`)}, []string{"Tokens live 15 minutes → Tokens live 60 minutes"}, []string{"Sessions are kept in memory"}, ""},
		"words":             {[]string{earlier, correcting(`["tokens live 15 minutes!", "In memory, sessions are kept"]`)}, []string{"Tokens live 15 minutes → Tokens live 60 minutes", "Sessions are kept in memory → Tokens live 60 minutes"}, nil, ""},
		"its own analysis":  {[]string{`{"findings": [{"id": 1, "text": "a is b"}, {"text": "a is c", "supersedes": 1}]}`}, []string{"a is b → a is c"}, nil, ""},
		"the id of another before its own": {[]string{earlier, `{"findings": [{"id": "F-1", "text": "Logs are empty"}, {"text": "Tokens live 60 minutes", "corrects": "F-1"}]}`},
			[]string{"Tokens live 15 minutes → Tokens live 60 minutes"}, []string{"Sessions are kept in memory", "Logs are empty"}, ""},
		"an id alike in a file that is not named": {[]string{earlier, strings.ReplaceAll(earlier, "live", "never live"), correcting(`"analysis-2.json#F-1"`)},
			[]string{"Tokens never live 15 minutes → Tokens live 60 minutes"}, []string{"Tokens live 15 minutes"}, ""},
		"the memory": {[]string{correcting(`["Uploads are scanned", "M-1"]`)}, []string{"Uploads are scanned → Tokens live 60 minutes", "Logs are kept → Tokens live 60 minutes"}, nil, ""},
		"nothing": {[]string{earlier, correcting(`"F-9"`)}, nil, []string{"Tokens live 15 minutes", "Sessions are kept in memory", "Tokens live 60 minutes"},
			`analyses/analysis-2.json corrects "F-9", which is not exactly one statement of another analysis: not counted.`},
		"itself": {[]string{correcting(`"F-2"`)}, nil, []string{"Tokens live 60 minutes"},
			`analyses/analysis-1.json corrects "F-2", which is not exactly one statement of another analysis: not counted.`},
		"one of several": {[]string{earlier, strings.ReplaceAll(earlier, "live", "never live"), correcting(`"F-1"`)}, nil,
			[]string{"Tokens live 15 minutes", "Tokens never live 15 minutes", "Tokens live 60 minutes"},
			`analyses/analysis-3.json corrects "F-1", which is not exactly one statement of another analysis: not counted.`},
		"what two said":  {[]string{earlier, earlier + " ", correcting(`"F-1"`)}, []string{"Tokens live 15 minutes → Tokens live 60 minutes"}, nil, ""},
		"in other words": {[]string{earlier, correcting(`"F-1"`), correcting(`"F-1"`)}, []string{"Tokens live 15 minutes → Tokens live 60 minutes"}, []string{"Sessions are kept in memory"}, ""},
		"no links":       {[]string{earlier}, nil, []string{"Tokens live 15 minutes", "Sessions are kept in memory"}, "No analysis corrects another one explicitly (corrects, supersedes): corrected is empty."},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, notes := stood(t, request.Discussion{Type: request.Initial}, test.contents...)
			if diff := cmp.Diff(test.want, got.Corrected); diff != "" {
				t.Errorf("corrected (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.findings, got.NewFindings); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if test.noted == "" && len(notes) > 0 || test.noted != "" && (len(notes) == 0 || notes[0] != test.noted) {
				t.Errorf("notes %q, want %q", notes, test.noted)
			}
		})
	}
}

func TestLongListsAreCut(t *testing.T) {
	p := &process{request: request.Discussion{Round: 1, Type: request.Initial}}
	u := critique.Understanding{NewFindings: make([]string, maxList+2), NewInsights: []string{strings.Repeat("长", maxStatement+1), strings.Repeat("x", maxStatement)}}
	got := p.round(u)
	cut := got.Understanding.NewInsights[0]
	if len(got.NewFindings) != maxList || len([]rune(cut)) != maxStatement || !strings.HasSuffix(cut, "长…") || strings.HasSuffix(got.Understanding.NewInsights[1], "…") {
		t.Errorf("%d findings, insights %q", len(got.NewFindings), got.Understanding.NewInsights)
	}
	want := []string{"1 statements are cut at 1000 characters.", "A list is cut at 50 entries: 2 more are in the analyses."}
	if diff := cmp.Diff(want, p.Notes, cmpopts.SortSlices(strings.Compare)); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func TestLongStatementsAndManyLinks(t *testing.T) {
	links := strings.Repeat(`"none", `, maxLinks) + `"Uploads are scanned"`
	got, notes := stood(t, request.Discussion{Type: request.Initial}, `{"insights": [{"text": "`+strings.Repeat("x", maxStatement+1)+`", "corrects": [`+links+`]}]}`)
	if len(got.NewInsights) != 1 || got.NewInsights[0] != strings.Repeat("x", maxStatement-1)+"…" || len(got.Corrected) != 0 {
		t.Errorf("got %v", got)
	}
	for _, want := range []string{"1 statements are cut at 1000 characters.", "Only the first 100 links to corrected statements are followed."} {
		if !slices.Contains(notes, want) {
			t.Errorf("notes %q lack %q", notes, want)
		}
	}
}

// BenchmarkStand stands in for an answer over as many statements as are read, all
// of them long, different and linked: what a hostile session can ask for.
func BenchmarkStand(b *testing.B) {
	var content strings.Builder
	for i := range maxStatements {
		fmt.Fprintf(&content, `%c{"text": "%s s%d", "corrects": ["s%d"]}`, "[,"[min(i, 1)], strings.Repeat("word in many statements ", 40), i, i+1)
	}
	root, err := os.OpenRoot(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		p := &process{input: input{Options: Options{Root: root}}, request: request.Discussion{Type: request.Initial}}
		p.stand(p.statements([]Source{{"analyses/a.json", []byte(`{"insights": ` + content.String() + `]}`), true}}))
	}
}
