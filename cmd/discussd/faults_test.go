//go:build linux

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/internal/process/supervisor"
	"discussd/pipeline/verdict"
)

// fault is one way in which a CLI fails.
type fault struct {
	class          critique.Class
	answer         string // the model's words, in a sound envelope; else
	stdout, stderr string // what is printed instead of one,
	exit           int    // and the exit status; or
	mode           string // a mode of the fake CLI
	absent         bool   // or there is no CLI
}

// transient are the classes after which a tool is asked a second time.
var transient = []critique.Class{critique.RateLimited, critique.Crashed, critique.EmptyOutput, critique.Truncated}

// wordFaults are what a model can say wrongly, whoever asks it.
func wordFaults() map[string]fault {
	return map[string]fault{
		"broken JSON":          {class: critique.InvalidJSON, answer: `"rating": 4, "weaknesses": ["G-001 has no owner"], "strengths": [`},
		"a chat":               {class: critique.InvalidJSON, answer: "The brief reads well as far as G-001 goes."},
		"a login page":         {class: critique.Auth, answer: "<!DOCTYPE html><html><title>Sign in</title><input type=password></html>"},
		"a refusal":            {class: critique.Refused, answer: "I'm sorry, I can't help with reviewing this document."},
		"no document":          {class: critique.OffTopic, answer: `{"rating": 3, "strengths": [], "weaknesses": [{"text": "No document was attached", "severity": "LOW"}], "suggestions": ["Please share the document"]}`},
		"a cut answer":         {class: critique.Truncated, answer: `{"rating": 4, "strengths": ["G-001 is clear"], "weaknesses": [{"text": "G-002 has`},
		"two opinions":         {class: critique.Contradictory, answer: `{"rating": 2, "weaknesses": ["G-001 has no owner"]} On second thought: {"rating": 5, "weaknesses": ["G-001 has no date"]}`},
		"nothing but a rating": {class: critique.Unusable, answer: `{"rating": 5, "strengths": [], "weaknesses": [], "suggestions": []}`},
		"an endless rating":    {class: critique.Unusable, answer: `{"rating": 11, "weaknesses": ["G-001 has no owner"]}`},
		"silence":              {class: critique.EmptyOutput, answer: " \n"},
		"no answer in time":    {class: critique.Timeout, mode: "hang"},
		"no end":               {class: critique.OutputTooLarge, mode: "flood"},
		"killed":               {class: critique.Crashed, mode: "killed"},
		"not there":            {class: critique.NotInstalled, absent: true},
		"no envelope":          {class: critique.InvalidJSON, mode: "print", stdout: "Tip of the day: drink water\n"},
		"nothing at all":       {class: critique.EmptyOutput, mode: "print"},
	}
}

// toolFaults are what each CLI prints when its service fails.
func toolFaults(tool string) map[string]fault {
	switch tool {
	case "gemini":
		said := func(code int, message string) string {
			return fmt.Sprintf("Loaded cached credentials.\n{\"error\": {\"type\": \"ApiError\", \"message\": %q, \"code\": %d}}\n", message, code)
		}
		return map[string]fault{
			"no login":      {class: critique.Auth, stderr: said(41, "Please set an Auth method"), exit: 41},
			"spent":         {class: critique.Quota, stderr: said(429, "You have exhausted your capacity on this model. Your quota will reset after 3h5m."), exit: 173},
			"too fast":      {class: critique.RateLimited, stderr: said(429, "Resource exhausted. Please retry in 50ms."), exit: 173},
			"broken":        {class: critique.Crashed, stderr: said(500, "Internal error"), exit: 244},
			"too long":      {class: critique.PromptTooLarge, stderr: said(400, "The input token count exceeds the maximum number of tokens allowed."), exit: 144},
			"half an event": {class: critique.Truncated, stdout: `{"response": "{\"rating\": 4, `},
		}
	case "codex":
		said := func(message string) string {
			return fmt.Sprintf("{\"type\":\"thread.started\"}\n{\"type\":\"turn.failed\",\"error\":{\"message\":%q}}\n", message)
		}
		return map[string]fault{
			"no login":      {class: critique.Auth, stdout: said("unexpected status 401 Unauthorized: Missing bearer authentication"), exit: 1},
			"spent":         {class: critique.Quota, stdout: said("You've hit your usage limit. Try again in 2 days."), exit: 1},
			"too fast":      {class: critique.RateLimited, stdout: said("exceeded retry limit, last status: 429 Too Many Requests. Try again in 50ms."), exit: 1},
			"broken":        {class: critique.Crashed, stderr: "thread 'main' panicked at src/main.rs:1\n", exit: 101},
			"too long":      {class: critique.PromptTooLarge, stdout: said("Input exceeds the maximum length of 1048576 characters."), exit: 1},
			"half an event": {class: critique.Truncated, stdout: "{\"type\":\"thread.started\"}\n{\"type\":\"item.comp"},
		}
	}
	said := func(failed bool, status, words string) string {
		return fmt.Sprintf(`{"type":"result","subtype":"success","is_error":%t,"api_error_status":%s,"result":%q,"stop_reason":"stop_sequence","usage":{"input_tokens":0,"output_tokens":0}}`+"\n", failed, status, words)
	}
	return map[string]fault{
		"no login":      {class: critique.Auth, stdout: said(true, "null", "Not logged in · Please run /login"), exit: 1},
		"spent":         {class: critique.Quota, stdout: said(false, "null", "Credit balance is too low")},
		"too fast":      {class: critique.RateLimited, stdout: said(true, "429", "API Error: 429 rate limit, retry after 50ms"), exit: 1},
		"broken":        {class: critique.Crashed, stdout: said(true, "500", "API Error: 500 Internal server error"), exit: 1},
		"too long":      {class: critique.PromptTooLarge, stdout: said(true, "400", "Prompt is too long"), exit: 1},
		"half an event": {class: critique.Truncated, stdout: `{"type":"result","subtype":"succ`},
	}
}

// TestFaults: whatever way a CLI fails, the verdict says how, the next of the
// chain answers, and nothing of the run is left. Three daemons suffer side by side, each of another
// CLI: all that its service prints, and of what models say wrongly one after the other has its
// turn. Package cli has every adapter meet all of it.
func TestFaults(t *testing.T) {
	t.Parallel()
	met := map[critique.Class]bool{}
	words, turn := slices.Sorted(maps.Keys(wordFaults())), 0
	for tool, next := range map[string]string{"gemini": "codex", "codex": "gemini", "claude": "gemini"} {
		faults := toolFaults(tool)
		for name, f := range faults {
			f.mode = "print"
			faults[name] = f
		}
		for i := turn; i < len(words); i += 3 {
			faults[words[i]] = wordFaults()[words[i]]
		}
		turn++
		for _, f := range faults {
			met[f.class] = true
		}
		t.Run(tool, func(t *testing.T) {
			t.Parallel()
			p := &patient{tool: tool, next: next, faults: faults, stage: newStage(t, fmt.Sprintf(oneLooks, tool), "gemini", "codex", "claude")}
			p.stage.background(p.stage.root)
			p.stage.edit("spec/product-brief.md", "# Product Brief: Parcel lockers\n\n## Goals\n\n- G-001 Nobody waits at the counter for longer than a minute.\n- G-002 A parcel is handed over once.\n")
			for _, name := range inTurn(faults) {
				p.begin(name)
				p.end(name)
			}
		})
	}
	for _, class := range []critique.Class{
		critique.NotInstalled, critique.Auth, critique.Quota, critique.RateLimited, critique.Timeout, critique.EmptyOutput, critique.InvalidJSON,
		critique.Refused, critique.OffTopic, critique.Truncated, critique.Crashed, critique.Contradictory, critique.OutputTooLarge, critique.PromptTooLarge, critique.Unusable,
	} {
		if !met[class] {
			t.Errorf("no fault of the class %s", class)
		}
	}
}

// inTurn puts faults in their order, those after which the daemon leaves a tool alone last: one
// that hung has no answer asked of it for a twentieth of its time-out, which is longer than a
// quick machine takes to come to the next fault.
func inTurn(faults map[string]fault) []string {
	return slices.SortedFunc(maps.Keys(faults), func(a, b string) int {
		late := func(name string) int {
			if faults[name].class == critique.Timeout {
				return 1
			}
			return 0
		}
		return cmp.Or(late(a)-late(b), strings.Compare(a, b))
	})
}

// oneLooks is the configuration of a brief that one perspective judges, by a tool
// that is asked again at once after whatever happened.
const oneLooks = `
[tools.%s]
timeout = "5s"
cool_down = "1ms"
[[perspectives]]
name = "single"
tool = %[1]q
role = "Judge"
focus = "everything"
[[rounds]]
id = "DISCUSS-002"
perspectives = ["single"]
`

// patient is a daemon, the CLI that fails it and the one that answers instead.
type patient struct {
	stage      *stage
	tool, next string
	faults     map[string]fault
}

// directions is what the fake CLI is told, by what is told.
func (f fault) directions() map[string]string {
	told := map[string]string{"answer": f.answer, "mode": f.mode, "stdout": f.stdout, "stderr": f.stderr}
	if f.exit != 0 {
		told["exit"] = strconv.Itoa(f.exit)
	}
	maps.DeleteFunc(told, func(_, text string) bool { return text == "" })
	return told
}

// begin breaks the tool and changes the brief.
func (p *patient) begin(name string) {
	for what, text := range p.faults[name].directions() {
		p.stage.direct(p.tool, what, text)
	}
	if p.faults[name].absent {
		must(p.stage.t, os.Rename(p.program(), p.program()+".away"))
	}
	p.stage.edit("spec/product-brief.md", "\nRevised because of: "+name+".\n")
}

func (p *patient) program() string { return filepath.Join(p.stage.dir, "bin", p.tool) }

// end looks at the verdict and repairs the tool.
func (p *patient) end(name string) {
	t, f := p.stage.t, p.faults[name]
	v := p.stage.await("DISCUSS-002")
	if f.absent {
		must(t, os.Rename(p.program()+".away", p.program()))
	}
	for what := range f.directions() {
		p.stage.direct(p.tool, what, "")
	}
	want := []string{p.tool + " " + string(f.class)}
	if slices.Contains(transient, f.class) {
		want = append(want, want[0])
	}
	want = append(want, p.next+" ok")
	if len(v.Perspectives) != 1 {
		t.Fatalf("%s of %s: perspectives %v", name, p.tool, v.Perspectives)
	}
	opinion := v.Perspectives[0]
	var got []string
	for _, a := range opinion.Attempts {
		got = append(got, a.Tool+" "+string(a.Outcome))
		if a.Outcome != critique.Answered && a.Error == "" {
			t.Errorf("%s of %s: an attempt without words", name, p.tool)
		}
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("%s of %s: attempts (-want +got):\n%s%v", name, p.tool, diff, opinion.Attempts)
	}
	if v.Outcome != verdict.Reached || v.Status != "complete" || opinion.Source != critique.SourceFallback || opinion.Tool != p.next {
		t.Errorf("%s of %s: %s by %s %s, %s", name, p.tool, v.Outcome, opinion.Source, opinion.Tool, v.Status)
	}
	if note := fmt.Sprintf("single answered by %s instead of %s", p.next, p.tool); !strings.Contains(strings.Join(v.Notes, "\n"), note) {
		t.Errorf("%s of %s: no note says %q: %q", name, p.tool, note, v.Notes)
	}
	if took := time.Duration(v.Timing.TotalMS) * time.Millisecond; took > time.Minute {
		t.Errorf("%s of %s: took %s", name, p.tool, took)
	}
	stranger := func(argv string) bool { // between fork and exec the next supervisor looks like the daemon
		return argv != "discussd "+supervisor.Argument+" " && !strings.Contains(argv, " run ")
	}
	// The verdict is there before the last run of its panel is tidied up.
	var left []string
	tidy := func() bool {
		left = p.stage.processes()
		folders, err := filepath.Glob(filepath.Join(p.stage.variable("TMPDIR"), "*"))
		must(t, err)
		strangers := len(left) > 2 || slices.ContainsFunc(left, stranger)
		left = append(left, folders...)
		return !strangers && len(folders) == 0
	}
	for late := time.After(patience); !tidy(); {
		select {
		case <-late:
			t.Fatalf("%s of %s: there is more than the daemon and the supervisor that stands by: %q", name, p.tool, left)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// processes lists those that have the stage in their PATH.
func (s *stage) processes() []string {
	environs, _ := filepath.Glob("/proc/[0-9]*/environ")
	var found []string
	for _, file := range environs {
		text, err := os.ReadFile(file)
		if err == nil && bytes.Contains(text, []byte("PATH="+s.variable("PATH")+"\x00")) {
			argv, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
			found = append(found, strings.ReplaceAll(string(argv), "\x00", " "))
		}
	}
	return found
}

// variable is one of the stage's environment.
func (s *stage) variable(name string) string {
	for _, pair := range s.environment {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value
		}
	}
	return ""
}
