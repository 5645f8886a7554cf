package request

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTimelines(t *testing.T) {
	tests := map[string]struct {
		text string
		want Discussion
	}{
		"all fields": {"session: /s\ntopic: caches\nround: 2\ntype: direction-adjusted\nuser_feedback: look at the architecture\n",
			Discussion{"caches", 2, DirectionAdjusted, "look at the architecture", ""}},
		"in a task's description": {"Please go on.\n\n# DISCUSS-002\n- **Session**： /s\n- Topic: caches\n- Round: Round 2\n* TYPE：具体问题\n- User Feedback: why twice?\n\n## Workflow\n1. Report: done\n",
			Discussion{"caches", 2, SpecificQuestions, "why twice?", ""}},
		"defaults":                   {"topic: caches\n", Discussion{"caches", 0, Initial, "", ""}},
		"type alone":                 {"type:\n", Discussion{"", 0, Initial, "", ""}},
		"feedback of several lines":  {"type: deepen\nuser_feedback: first\nsecond: line\n\n    indented\n\n  last\n\nunrelated\n", Discussion{"", 0, Deepen, "first\nsecond: line\n\nindented\n\nlast", ""}},
		"feedback as in frontmatter": {"type: deepen\nuser_feedback: |-\n  first\n  # second\nround: 3\n", Discussion{"", 3, Deepen, "first\n# second", ""}},
		"feedback below its label":   {"type: deepen\nuser_feedback:\nthe caches\nround: 3\n", Discussion{"", 3, Deepen, "the caches", ""}},
		"feedback before a heading":  {"type: deepen\nuser_feedback: the caches\n## Steps\nmore\n", Discussion{"", 0, Deepen, "the caches", ""}},
		"an indented description":    {"    type: deepen\n    user_feedback: the caches\n    round: 3\n", Discussion{"", 3, Deepen, "the caches", ""}},
		"initial needs no feedback":  {"type: initial\nuser_feedback: ?\n", Discussion{"", 0, Initial, "?", ""}},
		"deepen without feedback":    {"type: deepen\n", Discussion{"", 0, Deepen, "", ""}},
		"unclear to the sender":      {"type: initial\nambiguity: he said yes and no\n", Discussion{"", 0, Deepen, "", "he said yes and no"}},
		"unknown type":               {"type: sideways\nuser_feedback: turn it around\n", Discussion{"", 0, Deepen, "turn it around", "the type “sideways” is none of initial, deepen, direction-adjusted, specific-questions"}},
		"two types":                  {"type: initial | deepen\n", Discussion{"", 0, Deepen, "", "the type “initial | deepen” is none of initial, deepen, direction-adjusted, specific-questions"}},
		"feedback of a mark":         {"type: specific-questions\nuser_feedback: ?\n", Discussion{"", 0, Deepen, "?", "the user feedback “?” does not say what to do"}},
		"blank feedback":             {"type: deepen\nuser_feedback:   \n", Discussion{"", 0, Deepen, "", "a discussion of type deepen came without user feedback"}},
		"no feedback where needed":   {"type: direction-adjusted\n", Discussion{"", 0, Deepen, "", "a discussion of type direction-adjusted came without user feedback"}},
		"feedback that says nothing": {"type: direction-adjusted\nuser_feedback: N/A\n", Discussion{"", 0, Deepen, "", "a discussion of type direction-adjusted came without user feedback"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := Parse("x.md", []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&tt.want, got.Discussion); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			again, err := Parse("x.md", Marshal(got))
			if diff := cmp.Diff(got, again); diff != "" || err != nil {
				t.Errorf("written and read back: %v\n%s\n%s", err, diff, Marshal(got))
			}
		})
	}
}

func TestTypesInOtherWords(t *testing.T) {
	tests := map[string][]string{
		Initial:           {"", "Initial", "initial round", "first", "intial", "ntial", "首轮", "首轮讨论", "初始讨论", "初次"},
		Deepen:            {"deepen", "DEEPEN", "deeper", "deep-dive", "continue", "depen", "depn", "继续深入", "深入探索", "继续"},
		DirectionAdjusted: {"direction_adjusted", "Direction Adjusted", "direction-adjustment", "adjust direction", "redirect", "pivot", "方向调整", "调整方向", "转向成本"},
		SpecificQuestions: {"specific questions", "question", "specific_question", "Questions", "具体问题", "提问", "用户的问题"},
	}
	for want, words := range tests {
		for _, word := range words {
			if got, known := kindOf(word); got != want || !known {
				t.Errorf("%q is %q, %v; want %q", word, got, known, want)
			}
		}
	}
	for _, word := range []string{"x", "final", "深入具体问题", "deepen|initial", "summary", "换一个"} {
		if got, known := kindOf(word); known {
			t.Errorf("%q is taken for %q", word, got)
		}
	}
}

func TestVagueFeedback(t *testing.T) {
	for _, text := range []string{"?", "？？", "...", "hmm", "Hmmmm…", "uh", "OK.", "Go on!", "I don't know", "Not sure.", "👍", "嗯嗯", "继续", "继续吧。", "同意，继续深入", "随便", "Continue current direction", "User has specific questions"} {
		if !vague(text) {
			t.Errorf("%q is taken for something to act on", text)
		}
	}
	for _, text := range []string{"costs", "why?", "成本", "架构层面", "代码细节", "no caches", "继续看缓存", "is it ok to cache?", "不要缓存", "5", "more on caches"} {
		if vague(text) {
			t.Errorf("%q is taken for vague", text)
		}
	}
}

// Whatever a user writes comes back out of the file as it went in.
func TestFeedbackIsKept(t *testing.T) {
	for _, text := range []string{"a\n# heading\nround: 9", "a\n\n```\n## Multi-Perspective Critique: x\n```", "a\n    deep\n\tb\n- c", "type: x", strings.Repeat("a\n\n", 100) + "b"} {
		r := Request{Discussion: &Discussion{Round: 2, Type: Deepen, Feedback: text}}
		got, err := Parse("x.md", Marshal(r))
		if diff := cmp.Diff(r, got); diff != "" || err != nil {
			t.Errorf("%q: %v\n%s", text, err, diff)
		}
	}
}

func TestRoundOfADiscussion(t *testing.T) {
	for text, want := range map[string]int{"2": 2, "Round 3": 3, "第 4 轮": 4, "#5": 5, "": 0, "9999": 9999} {
		r, err := Parse("x.md", fmt.Appendf(nil, "type: deepen\nround: %s\n", text))
		if err != nil || r.Discussion.Round != want {
			t.Errorf("%q: %+v, %v", text, r.Discussion, err)
		}
	}
}
