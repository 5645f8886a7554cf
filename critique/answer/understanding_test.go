package answer_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"discussd/critique"
	"discussd/critique/answer"
)

const understood = `{"key_finding":"one service is enough","confirmed":["one service"],"corrected":["two teams: it is one"],` +
	`"new_insights":["the queue is the bottleneck"],"new_findings":["no load test"],"new_questions":["who owns the queue?"]}`

var whole = critique.Understanding{
	Confirmed: []string{"one service"}, Corrected: []string{"two teams: it is one"}, NewInsights: []string{"the queue is the bottleneck"},
	NewFindings: []string{"no load test"}, NewQuestions: []string{"who owns the queue?"},
}

func TestReadUnderstanding(t *testing.T) {
	tests := map[string]struct {
		raw   string
		want  critique.Understanding
		class critique.Class
		key   string // of the finding, compared when given
		note  string
	}{
		"as asked": {raw: understood, want: whole, key: "one service is enough"},
		"in a fence, in an envelope": {
			raw: `{"type":"result","result":"Here it is:\n` + "```json\\n" + strings.ReplaceAll(understood, `"`, `\"`) + "\\n```" + `"}`, want: whole},
		"behind thinking": {raw: "<think>{\"confirmed\":[\"a draft\"]}</think>" + understood, want: whole},
		"within updated_understanding": {
			raw: `{"round":2,"type":"deepen","updated_understanding":{"confirmed":["one service"],"corrected":["two teams: it is one"],"new_insights":["the queue is the bottleneck"]},` +
				`"new_findings":["no load test"],"new_questions":["who owns the queue?"]}`, want: whole},
		"all within, as established, clarified and key insights": {
			raw: `{"summary":"in short","current_understanding":{"established":["a"],"clarified":["b"],"key_insights":["c"]}}`,
			want: critique.Understanding{
				Confirmed: []string{"a"}, Corrected: []string{"b"}, NewInsights: []string{"c"}}, key: "in short"},
		"within and beside": {
			raw:  `{"updated_understanding":{"confirmed":["a"]},"confirmed":["b"]}`,
			want: critique.Understanding{Confirmed: []string{"a", "b"}}},
		"one list is enough": {
			raw: `{"new_questions":["who pays?"]}`, want: critique.Understanding{NewQuestions: []string{"who pays?"}}, key: "who pays?"},
		"questions called open": {
			raw:  `{"confirmed":[],"open_questions":[{"text":"who pays?"}]}`,
			want: critique.Understanding{NewQuestions: []string{"who pays?"}}},
		"objects with a text": {
			raw:  `{"confirmed":[{"text":"one service","evidence":"ADR-001"},{"id":"REQ-002","description":"is measured"}],"new_findings":"- a\n- b"}`,
			want: critique.Understanding{Confirmed: []string{"one service", "REQ-002: is measured"}, NewFindings: []string{"a", "b"}}},
		"objects without": {
			raw:  `{"corrected":[{"was":"two teams","is":"one team"}],"new_insights":{"queue":"is the bottleneck"}}`,
			want: critique.Understanding{Corrected: []string{"is: one team; was: two teams"}, NewInsights: []string{"queue: is the bottleneck"}}},
		"Chinese": {
			raw: `{"更新的理解":{"已确认":["单体足够"],"已修正":["无"],"新见解":["队列是瓶颈"]},"新发现":[],"新问题":["谁负责？"]}`,
			want: critique.Understanding{
				Confirmed: []string{"单体足够"}, NewInsights: []string{"队列是瓶颈"}, NewQuestions: []string{"谁负责？"}}},
		"prose under the headings of a discussion": {
			raw: "### Round 2\n#### Updated Understanding\n**Confirmed**:\n- one service\n\n**Corrected**:\n- two teams: it is one\n\n" +
				"**New Insights**:\n- the queue is the bottleneck\n#### New Findings\n- no load test\n#### Open Questions\n- who owns the queue?\n",
			want: whole, note: "key points saved from prose"},
		"a template first": {
			raw:  `{"confirmed":["..."],"corrected":["string"]}` + understood,
			want: whole, note: "2 objects"},
		"the fuller of two": {raw: `{"confirmed":["a"]} ` + understood + ` {"confirmed":["b"]}`, want: whole},
		"the last of two as full": {
			raw: `{"confirmed":["a"]} {"confirmed":["b"]}`, want: critique.Understanding{Confirmed: []string{"b"}}},
		"none":                      {raw: `{"confirmed":[],"corrected":["none"],"new_insights":[],"new_findings":"n/a","new_questions":[]}`, class: critique.Unusable},
		"only a key finding":        {raw: `{"key_finding":"all is well"}`, class: critique.InvalidJSON},
		"a critique instead":        {raw: `{"rating":5,"strengths":["a"],"weaknesses":[]}`, class: critique.InvalidJSON},
		"cut off":                   {raw: `{"confirmed":["one service"],"corrected":["two te`, class: critique.Truncated},
		"a text swallows a key":     {raw: `{"confirmed":["see "corrected": nothing there"],"new_findings":["b"]}`, class: critique.InvalidJSON},
		"broken beyond mending":     {raw: `"confirmed": ["a"], "corrected": ["b"]`, class: critique.InvalidJSON},
		"thinking that never ends":  {raw: "<think>so it is\n" + understood, want: whole},
		"thinking and nothing else": {raw: "<think>so it is\n" + `{"rating":4,"weaknesses":["a"]}`, class: critique.Truncated},
		"nothing":                   {raw: "{}", class: critique.EmptyOutput},
		"a refusal":                 {raw: "I cannot discuss this.", class: critique.Refused},
		"prose about nothing of it": {raw: "It is a fine day and the design looks good to me, rating 5/5.", class: critique.InvalidJSON},
	}
	// Whatever it names, an understanding is on topic.
	documents := []critique.Document{{Path: "analyses/a.json", Content: []byte("# Dragons\n\nDRAGON-001 is green.\n")}}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := answer.Read(t.Context(), []byte(tt.raw), answer.Expect{Understanding: true, Documents: documents})
			var failure *critique.Failure
			if errors.As(err, &failure) != (tt.class != "") || failure != nil && failure.Class != tt.class {
				t.Fatalf("got %v, want class %q", err, tt.class)
			}
			if tt.class != "" {
				return
			}
			if diff := cmp.Diff(tt.want, c.Understanding, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("understanding (-want +got):\n%s", diff)
			}
			if c.KeyFinding == "" || tt.key != "" && c.KeyFinding != tt.key {
				t.Errorf("key finding %q, want %q", c.KeyFinding, tt.key)
			}
			if !strings.Contains(strings.Join(c.Notes, "\n"), tt.note) {
				t.Errorf("notes %q, want %q", c.Notes, tt.note)
			}
		})
	}
}

// Where no understanding is asked for its lists make no answer.
func TestReadUnderstandingUnasked(t *testing.T) {
	_, err := answer.Read(t.Context(), []byte(understood), answer.Expect{Rating: true})
	if critique.ClassOf(err) != critique.InvalidJSON {
		t.Errorf("got %v", err)
	}
}

func TestReadUnderstandingCaps(t *testing.T) {
	list := strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("长", 3000)+`",`, 50), ",")
	c, err := answer.Read(t.Context(), []byte(`{"corrected":[`+list+`]}`), answer.Expect{Understanding: true})
	if err != nil || len(c.Understanding.Corrected) != 40 || len([]rune(c.Understanding.Corrected[0])) != 1001 {
		t.Fatalf("%d entries, %v", len(c.Understanding.Corrected), err)
	}
	if diff := cmp.Diff([]string{"corrected: 40 of 50 entries kept"}, c.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// FuzzReadUnderstanding holds Read to its contract where an understanding is asked for.
func FuzzReadUnderstanding(f *testing.F) {
	f.Add([]byte(understood))
	f.Add([]byte(`{"updated_understanding":{"confirmed":[{"was":{"x":1}}]},"new_questions":"- a\n- b"}`))
	f.Add([]byte("**Confirmed**:\n- a\n#### Open Questions\n1. b\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := answer.Read(t.Context(), raw, answer.Expect{Understanding: true})
		var failure *critique.Failure
		if errors.As(err, &failure) {
			return
		}
		u := c.Understanding
		all := append(append(append(append(u.Confirmed, u.Corrected...), u.NewInsights...), u.NewFindings...), u.NewQuestions...)
		if err != nil || len(all) == 0 {
			t.Fatalf("%d entries, %v", len(all), err)
		}
		for _, text := range all {
			if text == "" || strings.ContainsAny(text, "\n\x00\x1b") || len([]rune(text)) > 1200 {
				t.Errorf("entry %q", text)
			}
		}
	})
}
