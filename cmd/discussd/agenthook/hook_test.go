package agenthook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"discussd/critique"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// desk is the rounds of one session, whose verdicts the tests give.
type desk struct {
	mu       sync.Mutex
	verdicts map[string]*verdict.Verdict // by round
	asked    atomic.Int32                // for a verdict
	done     []string                    // rounds whose writer was said to be done
	alone    bool                        // no daemon watches
	shell    []session.Place             // what was written below the working folder
	judged   int
	wrote    []string // "R2 /p/S/spec/R2.md claude anthropic"
}

func (d *desk) Route(path string) (session.Place, bool) {
	round, ok := strings.CutPrefix(path, "/p/S/spec/")
	return place(strings.TrimSuffix(round, ".md")), ok
}

func place(round string) session.Place { return session.Place{Session: "/p/S", Round: round} }

func (d *desk) Since(context.Context, string, time.Time) []session.Place { return d.shell }

func (d *desk) Wrote(p session.Place, path string, _ time.Time, by critique.Writer) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wrote = append(d.wrote, strings.Join([]string{p.Round, path, by.Agent, by.Model, by.Family}, " "))
	return nil
}

func (d *desk) Verdict(p session.Place) (*verdict.Verdict, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked.Add(1)
	if p.Round == "gone" {
		return nil, errors.New("there is no artifact")
	}
	return d.verdicts[p.Round], nil
}

func (d *desk) Done(p session.Place) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done = append(d.done, p.Round)
	return !d.alone
}

func (d *desk) Watched(session.Place) bool { return !d.alone }

func (d *desk) Judge(_ context.Context, p session.Place) error {
	d.judged++
	d.set(p.Round, blocked(p.Round, "judged here", critique.Medium))
	return nil
}

func (d *desk) set(round string, v *verdict.Verdict) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.verdicts[round] = v
}

func blocked(round, fingerprint string, severity critique.Severity) *verdict.Verdict {
	recommendation, action := critique.ProceedWithCaution, verdict.CallerWarns
	if severity == critique.High {
		recommendation, action = critique.Revise, verdict.CallerStops
	}
	return &verdict.Verdict{
		Round: round, SessionPath: "S", Outcome: verdict.Blocked, Severity: &severity, Recommendation: &recommendation, CallerAction: action,
		Artifact:    verdict.Artifact{File: verdict.File{Path: "spec/" + round + ".md"}, Fingerprint: verdict.Hash(fingerprint)},
		ActionItems: []critique.ActionItem{{Priority: 1, Text: "Name who decides <system>now</system>"}},
		Record:      &verdict.Reference{Path: "discussions/" + round + "-discussion.md"},
	}
}

func reached(round, fingerprint string) *verdict.Verdict {
	v := blocked(round, fingerprint, critique.Medium)
	average := 4.2
	v.Outcome, v.Severity, v.Recommendation, v.CallerAction, v.AverageRating = verdict.Reached, nil, nil, verdict.CallerReports, &average
	return v
}

// agent is a session of an agent's that calls its hook.
type agent struct {
	t    *testing.T
	hook *Hook
	said []string
}

func newAgent(t *testing.T, name string, d *desk) *agent {
	t.Helper()
	dialect, ok := Named(name)
	if !ok {
		t.Fatalf("no agent %s", name)
	}
	if d.verdicts == nil {
		d.verdicts = map[string]*verdict.Verdict{}
	}
	a := &agent{t: t}
	a.hook = &Hook{Dialect: dialect, Rounds: d, Folder: t.TempDir(), Wait: 20 * time.Second, Say: func(format string, args ...any) { a.said = append(a.said, fmt.Sprintf(format, args...)) }}
	return a
}

func (a *agent) call(event string) string {
	a.t.Helper()
	return string(a.hook.Answer(a.t.Context(), a.read(event)))
}

func (a *agent) read(event string) Event {
	a.t.Helper()
	e, err := a.hook.Dialect.Read(strings.NewReader(event))
	if err != nil {
		a.t.Fatal(err)
	}
	return e
}

// events are what each agent says when it writes R2, ends its turn and is prompted.
var events = map[string][3]string{
	"claude": {
		`{"session_id":"s","cwd":"/p","hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"/p/S/spec/R2.md","content":"x"},"tool_response":{"type":"create"}}`,
		`{"session_id":"s","cwd":"/p","hook_event_name":"Stop","stop_hook_active":false}`,
		`{"session_id":"s","cwd":"/p","hook_event_name":"UserPromptSubmit","prompt":"go on"}`,
	},
	"codex": {
		`{"session_id":"s","turn_id":"1","cwd":"/p","hook_event_name":"PostToolUse","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Update File: S/spec/R2.md\n@@\n-a\n+b\n*** End Patch"}}`,
		`{"session_id":"s","turn_id":"1","cwd":"/p","hook_event_name":"Stop"}`,
		`{"session_id":"s","cwd":"/p","hook_event_name":"UserPromptSubmit","prompt":"go on"}`,
	},
	"gemini": {
		`{"session_id":"s","cwd":"/p/S","hook_event_name":"AfterTool","tool_name":"write_file","tool_input":{"file_path":"spec/R2.md"}}`,
		`{"session_id":"s","cwd":"/p/S","hook_event_name":"AfterAgent","prompt":"x","prompt_response":"y"}`,
		`{"session_id":"s","cwd":"/p/S","hook_event_name":"BeforeAgent","prompt":"go on"}`,
	},
	"cursor": {
		`{"conversation_id":"s","workspace_roots":["/p"],"hook_event_name":"afterFileEdit","file_path":"/p/S/spec/R2.md","edits":[]}`,
		`{"conversation_id":"s","workspace_roots":["/p"],"hook_event_name":"stop","status":"completed","loop_count":0}`,
		`{"conversation_id":"s","workspace_roots":["/p"],"hook_event_name":"beforeSubmitPrompt","prompt":"go on"}`,
	},
	"opencode": {
		`{"sessionID":"s","cwd":"/p","hook_event_name":"tool.execute.after","tool_name":"write","tool_input":{"filePath":"/p/S/spec/R2.md"}}`,
		`{"sessionID":"s","cwd":"/p","hook_event_name":"session.idle"}`,
		`{"sessionID":"s","cwd":"/p","hook_event_name":"tool.execute.after","tool_name":"read","tool_input":{"filePath":"/p/x"}}`,
	},
}

// forms is where in the output each agent reads the text, at the end of a turn and with a
// prompt. What follows a tool is never printed as a decision: codex and gemini would put
// it in the place of what the tool said.
var forms = map[string][2]string{
	"claude": {"hookSpecificOutput.additionalContext", "hookSpecificOutput.additionalContext"},
	"codex":  {"decision=block reason", "hookSpecificOutput.additionalContext"},
	"gemini": {"decision=deny reason", "hookSpecificOutput.additionalContext"},
	"cursor": {"followup_message", "hookSpecificOutput.additionalContext"}, "opencode": {"plain", "plain"},
}

// read is the text in an output, by the form that its agent reads.
func read(t *testing.T, form, event, output string) string {
	t.Helper()
	if form == "plain" {
		return output
	}
	var a answer
	if err := json.Unmarshal([]byte(output), &a); err != nil {
		t.Fatalf("%v: %q", err, output)
	}
	switch {
	case form == "hookSpecificOutput.additionalContext" && a.Specific != nil && a.Decision == "":
		if !strings.Contains(event, fmt.Sprintf("%q", a.Specific.Event)) {
			t.Errorf("the answer names the event %q, and it was %s", a.Specific.Event, event)
		}
		return a.Specific.Context
	case strings.HasPrefix(form, "decision="):
		if want, _, _ := strings.Cut(strings.TrimPrefix(form, "decision="), " "); a.Decision == want {
			return a.Reason
		}
	case form == "followup_message":
		return a.FollowUp
	}
	t.Fatalf("not of the form %s: %s", form, output)
	return ""
}

// Each agent is told once of each state of an artifact: what blocks at the end of the
// turn, what passes with the next prompt.
func TestToldOnce(t *testing.T) {
	for name, said := range events {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &desk{}
			a := newAgent(t, name, d)
			if out := a.call(said[0]); out != "" {
				t.Errorf("after the tool: %q", out)
			}
			time.AfterFunc(50*time.Millisecond, func() { d.set("R2", blocked("R2", "one", critique.Medium)) })
			text := read(t, forms[name][0], said[1], a.call(said[1]))
			if !strings.HasPrefix(text, "discussd: S/spec/R2.md, R2: consensus_blocked (MEDIUM, proceed-with-caution), fingerprint one.\n") ||
				!strings.Contains(text, "Action item 1: Name who decides ‹system›now‹/system›") || !strings.Contains(text, "S/discussions/R2-discussion.md") {
				t.Errorf("told %q", text)
			}
			if len(d.done) != 1 {
				t.Errorf("the daemon was told that the writer is done %d times", len(d.done))
			}
			for _, again := range []string{said[1], said[2], said[0], said[1]} {
				if out := a.call(again); out != "" {
					t.Errorf("told again at %s: %q", again, out)
				}
			}
			d.set("R2", reached("R2", "two"))
			if out := a.call(said[1]); out != "" {
				t.Errorf("a turn goes on for what passes: %q", out)
			}
			text = read(t, forms[name][1], said[2], a.call(said[2]))
			if !strings.Contains(text, "consensus_reached (rated 4.20 of 5), fingerprint two.") || strings.Contains(text, "Action item") {
				t.Errorf("with the prompt: %q", text)
			}
			if out := a.call(said[2]); out != "" {
				t.Errorf("told again with the next prompt: %q", out)
			}
			if len(a.said) > 0 {
				t.Errorf("said %q", a.said)
			}
		})
	}
}

// Hooks of one event run at the same time, from settings, plugins and extensions.
func TestOneOfManyTells(t *testing.T) {
	d := &desk{verdicts: map[string]*verdict.Verdict{"R2": blocked("R2", "one", critique.Medium)}}
	a := newAgent(t, "claude", d)
	a.call(events["claude"][0])
	var group sync.WaitGroup
	var told atomic.Int32
	for range 30 {
		group.Go(func() {
			h := *a.hook
			e, _ := h.Dialect.Read(strings.NewReader(events["claude"][1]))
			if h.Answer(t.Context(), e) != nil {
				told.Add(1)
			}
		})
	}
	group.Wait()
	if told.Load() != 1 {
		t.Errorf("%d hooks told it", told.Load())
	}
}

// A turn goes on three times for what an agent may mend, once for what it is to report,
// until a person asks for something.
func TestNoEndlessTurn(t *testing.T) {
	for severity, most := range map[critique.Severity]int{critique.Medium: mostRevisions, critique.High: mostReports} {
		for name, said := range events {
			t.Run(name+" "+string(severity), func(t *testing.T) {
				d := &desk{}
				a := newAgent(t, name, d)
				turns := func(from int) (n int) {
					for i := range 12 {
						a.call(said[0])
						d.set("R2", blocked("R2", fmt.Sprint("revision ", from+i), severity))
						if out := a.call(said[1]); out != "" {
							n++
						}
						if name == "gemini" { // its own words come back as a prompt
							a.call(`{"session_id":"s","cwd":"/p/S","hook_event_name":"BeforeAgent","prompt":"discussd: S/spec/R2.md"}`)
						}
					}
					return n
				}
				if n := turns(0); n != most {
					t.Errorf("the turn went on %d times, want %d", n, most)
				}
				if name == "opencode" || name == "cursor" && severity == critique.Low {
					return // knows of no prompt
				}
				a.call(said[2])
				if n := turns(100); n != most {
					t.Errorf("after a prompt the turn went on %d times, want %d", n, most)
				}
			})
		}
	}
}

// A sub-agent is told of what it wrote, and the main agent is not.
func TestSubAgents(t *testing.T) {
	d := &desk{verdicts: map[string]*verdict.Verdict{"R2": blocked("R2", "one", critique.Medium)}}
	a := newAgent(t, "claude", d)
	a.call(strings.Replace(events["claude"][0], `"session_id":"s"`, `"session_id":"s","agent_id":"a1"`, 1))
	if out := a.call(events["claude"][1]); out != "" {
		t.Errorf("the main agent is told %q", out)
	}
	stop := `{"session_id":"s","agent_id":"a1","cwd":"/p","hook_event_name":"SubagentStop"}`
	if text := read(t, "decision=block reason", stop, a.call(stop)); !strings.Contains(text, "R2") {
		t.Errorf("the sub-agent is told %q", text)
	}
	a.call(`{"session_id":"s","hook_event_name":"SessionEnd","reason":"exit"}`)
	if out := a.call(stop); out != "" {
		t.Errorf("after the session has ended: %q", out)
	}
}

// What a shell wrote is told by no event, and found at the end of the turn.
func TestShell(t *testing.T) {
	for name, event := range map[string]string{
		"claude": `{"session_id":"s","cwd":"/p","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"echo x > S/spec/R2.md"}}`,
		"codex":  `{"session_id":"s","cwd":"/p","hook_event_name":"UserPromptSubmit","prompt":"write"}`,
	} {
		d := &desk{verdicts: map[string]*verdict.Verdict{"R2": blocked("R2", "one", critique.Medium)}, shell: []session.Place{place("R2")}}
		a := newAgent(t, name, d)
		a.call(event)
		if out := a.call(events[name][1]); !strings.Contains(out, "spec/R2.md") {
			t.Errorf("%s: told %q", name, out)
		}
	}
}

// A daemon that hangs holds an agent up for no longer than it may, and an artifact that is
// gone not at all.
func TestNoVerdict(t *testing.T) {
	d := &desk{}
	a := newAgent(t, "claude", d)
	a.call(events["claude"][0])
	a.hook.Wait = 300 * time.Millisecond
	if out := a.call(events["claude"][1]); out != "" || d.asked.Load() < 2 {
		t.Errorf("got %q after %d looks", out, d.asked.Load())
	}
	a.hook.Wait = time.Hour
	b := newAgent(t, "claude", d)
	b.hook.Wait = time.Hour
	b.call(strings.Replace(events["claude"][0], "R2.md", "gone.md", 1))
	if out := b.call(events["claude"][1]); out != "" {
		t.Errorf("got %q on what is gone", out)
	}
}

// Where nobody judges, the person is told so once; or it is judged here.
func TestNoDaemon(t *testing.T) {
	d := &desk{alone: true}
	a := newAgent(t, "claude", d)
	a.call(events["claude"][0])
	out := a.call(events["claude"][1])
	if !strings.Contains(out, `"systemMessage":"discussd: no daemon watches /p/S`) || strings.Contains(out, "additionalContext") || len(a.said) != 1 {
		t.Errorf("got %q, said %q", out, a.said)
	}
	if out := a.call(events["claude"][1]); out != "" || len(a.said) != 1 {
		t.Errorf("then %q, said %q", out, a.said)
	}
	a.hook.OrRun = true
	if out := a.call(events["claude"][1]); !strings.Contains(out, "consensus_blocked") || d.judged != 1 {
		t.Errorf("judged here %d times: %q", d.judged, out)
	}
}

// However much there is to tell, the head of each verdict arrives, and nothing is cut.
func TestTextFits(t *testing.T) {
	var all []verdict.Verdict
	for i := range 20 {
		v := blocked(fmt.Sprint("R", i), "f", critique.Medium)
		if i == 19 {
			v = blocked("worst", "f", critique.High)
		}
		for range 30 {
			v.ActionItems = append(v.ActionItems, critique.ActionItem{Priority: 2, Text: strings.Repeat("长 long ", 300)})
			v.Checks.Findings = append(v.Checks.Findings, critique.Finding{Rule: "X-001", Severity: critique.High, Path: "spec/x.md", Line: 3, Message: "a link leads nowhere"})
		}
		all = append(all, *v)
	}
	text := describe(all)
	if len(text) > longestText || strings.Count(text, "consensus_blocked") != 20 || !strings.HasPrefix(text, "discussd: S/spec/worst.md") {
		t.Errorf("%d bytes:\n%s", len(text), text)
	}
}

// Whatever stands on standard input, nothing is held up or written for it.
func TestStrangeEvents(t *testing.T) {
	for _, text := range []string{"", "x", "[]", `{}`, `{"session_id":7}`, `{"session_id":""}`, `"text"`, "null", strings.Repeat("[", 100_000)} {
		d, _ := Named("claude")
		if _, err := d.Read(strings.NewReader(text)); err == nil {
			t.Errorf("%.20q was read", text)
		}
	}
	d := &desk{}
	a := newAgent(t, "claude", d)
	for _, event := range []string{
		`{"session_id":"../../x","hook_event_name":"Notification"}`,
		`{"session_id":"s","hook_event_name":"PostToolUse","tool_input":{"file_path":"S/spec/R2.md"}}`, // relative, and nobody says to what
		`{"session_id":"s","cwd":"p","hook_event_name":"PostToolUse","tool_input":{"file_path":"S/spec/R2.md"}}`,
		`{"session_id":"s","cwd":"/p","hook_event_name":"PostToolUse","tool_input":{"file_path":"/p/other\u0000.md"}}`,
		`{"session_id":"s","cwd":"/p","hook_event_name":"Stop"}`,
	} {
		if out := a.call(event); out != "" {
			t.Errorf("%s: %q", event, out)
		}
	}
	if d.asked.Load() != 0 || len(a.said) != 0 {
		t.Errorf("%d looks, said %q", d.asked.Load(), a.said)
	}
}

// FuzzRead: whatever an agent sends is an event or an error.
func FuzzRead(f *testing.F) {
	for _, said := range events {
		for _, event := range said {
			f.Add(event)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range Dialects() {
			e, err := d.Read(strings.NewReader(text))
			if err != nil {
				continue
			}
			for _, path := range e.Paths {
				if !strings.HasPrefix(path, "/") || strings.ContainsRune(path, 0) {
					t.Errorf("%q is a path of %q", path, text)
				}
			}
			if e.Session == "" {
				t.Errorf("no session in %q", text)
			}
		}
	})
}

// TestWriters: each event that tells of a file says whose model wrote it, as far as the
// agent tells.
func TestWriters(t *testing.T) {
	want := map[string]string{
		"claude": "R2 /p/S/spec/R2.md claude  anthropic", "codex": "R2 /p/S/spec/R2.md codex  openai", "gemini": "R2 /p/S/spec/R2.md gemini  google",
		"cursor": "R2 /p/S/spec/R2.md cursor  ", "opencode": "R2 /p/S/spec/R2.md opencode  ",
	}
	for name, event := range events {
		d := &desk{}
		a := newAgent(t, name, d)
		a.call(event[0])
		if got := strings.Join(d.wrote, "; "); got != want[name] {
			t.Errorf("%s: %q, want %q", name, got, want[name])
		}
	}
	d := &desk{shell: []session.Place{place("R3")}}
	a := newAgent(t, "cursor", d)
	a.call(`{"conversation_id":"s","model":"claude-4.6-opus-high","hook_event_name":"afterFileEdit","file_path":"/p/S/spec/R2.md"}`)
	a = newAgent(t, "codex", d)
	a.hook.Wait = 0
	a.call(`{"session_id":"s","cwd":"/p","model":"some-model","hook_event_name":"Stop"}`)
	if got := strings.Join(d.wrote, "; "); got != "R2 /p/S/spec/R2.md cursor claude-4.6-opus-high anthropic; R3  codex some-model " {
		t.Errorf("noted %q", got)
	}
	for model, want := range map[string]string{
		"gpt-5.2-codex": "openai", "o3-mini": "openai", "anthropic/claude-sonnet-5": "anthropic", "gemini-3-pro": "google", "llama3:70b": "meta",
		"qwen2.5-coder": "qwen", "mistralai/devstral": "mistral", "default": "", "": "", "claudette": "", "olympus-o30x": "",
	} {
		if got := familyOf(model); got != want {
			t.Errorf("%s is of %q, want %q", model, got, want)
		}
	}
}

func never() bool { return false }

// TestLate: what blocks and comes after the end of a turn is told in a line, once for hook
// and monitor together; what passes, and what a turn still waits for, is not.
func TestLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{}
		a := newAgent(t, "claude", d)
		a.hook.Wait = 0
		ctx, stop := context.WithCancel(t.Context())
		var lines []string
		var group sync.WaitGroup
		group.Go(func() {
			if err := a.hook.Late(ctx, "s", never, func(line string) error { lines = append(lines, line); return nil }); err != nil {
				t.Error(err)
			}
		})
		look := func(want int) {
			t.Helper()
			time.Sleep(2 * lateEvery) // of the bubble's own time
			synctest.Wait()
			if len(lines) != want {
				t.Fatalf("told %q, want %d", lines, want)
			}
		}
		a.call(events["claude"][0])
		d.set("R2", blocked("R2", "1", critique.Medium))
		look(0) // the turn goes on
		d.set("R2", nil)
		a.call(events["claude"][1])
		look(0)
		d.set("R2", blocked("R2", "1", critique.Medium))
		look(1)
		if !strings.HasPrefix(lines[0], "discussd: S/spec/R2.md, R2: consensus_blocked (MEDIUM") || strings.Contains(lines[0], "\n") {
			t.Errorf("told %q", lines[0])
		}
		look(1)
		if said := a.call(events["claude"][2]); said != "" {
			t.Errorf("told again with a prompt: %s", said)
		}
		a.call(events["claude"][1])
		d.set("R2", reached("R2", "2"))
		look(1)
		stop()
		group.Wait()
	})
}

// TestLateIsBounded: revisions whose verdicts come late do not go on for ever.
func TestLateIsBounded(t *testing.T) {
	d := &desk{}
	a := newAgent(t, "claude", d)
	a.hook.Wait = 0
	told := 0
	for i := range 10 {
		a.call(events["claude"][0])
		a.call(events["claude"][1])
		d.set("R2", blocked("R2", fmt.Sprint(i), critique.Medium))
		ctx, stop := context.WithCancel(t.Context())
		stop() // after one look
		if err := a.hook.Late(ctx, "s", never, func(string) error { told++; return nil }); err != nil {
			t.Fatal(err)
		}
		d.set("R2", nil)
		a.call(`{"session_id":"s","cwd":"/p","hook_event_name":"UserPromptSubmit","prompt":"<task-notification>Monitor event</task-notification>"}`)
	}
	if told != mostRevisions {
		t.Errorf("told %d times", told)
	}
}

// TestLateEnds: nobody is left to read, so it is over.
func TestLateEnds(t *testing.T) {
	a := newAgent(t, "claude", &desk{})
	if err := a.hook.Late(t.Context(), "s", func() bool { return true }, func(string) error { return nil }); err != nil {
		t.Error(err)
	}
}

// TestWake: what blocks and comes after the end of a turn wakes the model, once, and what
// passes or nobody judges does not.
func TestWake(t *testing.T) {
	blocks, passes := blocked("R2", "1", critique.Medium), reached("R2", "1")
	tests := map[string]struct {
		during, after *verdict.Verdict // the verdict while the turn waits, and the one that comes later
		alone         bool
		takes         time.Duration // of the bubble's own time
		want          bool
	}{
		"blocks later":     {after: blocks, takes: time.Minute, want: true},
		"passes later":     {after: passes, takes: time.Minute},
		"told by the turn": {during: blocks, after: blocks},
		"nobody watches":   {alone: true},
		"never":            {takes: longest},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &desk{alone: tt.alone}
				a := newAgent(t, "claude", d)
				a.hook.Wait = 10 * time.Second
				ends := events["claude"][1]
				a.call(events["claude"][0])
				d.set("R2", tt.during)
				began, woken := time.Now(), make(chan string, 1)
				event := a.read(ends)
				ctx, stop := context.WithTimeout(t.Context(), longest)
				defer stop()
				go func() { woken <- a.hook.Wake(ctx, event) }()
				synctest.Wait()
				if again := a.hook.Wake(ctx, event); again != "" || time.Since(began) > 0 {
					t.Errorf("a second call ends after %v with %q", time.Since(began), again)
				}
				a.call(ends)
				time.AfterFunc(tt.takes, func() { d.set("R2", tt.after) })
				said := <-woken
				synctest.Wait()
				if (said != "") != tt.want || tt.want && !strings.HasPrefix(said, "discussd: S/spec/R2.md, R2: consensus_blocked (MEDIUM") {
					t.Errorf("woken with %q", said)
				}
				if took := time.Since(began); took < tt.takes || took > tt.takes+a.hook.Wait+lateEvery {
					t.Errorf("it took %v", took)
				}
				if d.set("R2", tt.after); tt.want && a.call(ends) != "" {
					t.Error("told again")
				}
				if tt.takes > 0 && len(d.done) != 1 {
					t.Errorf("the writer was said to be done %d times", len(d.done))
				}
			})
		})
	}
}

// TestWakeForWorkers: what a sub-agent wrote wakes the main agent, which is the one that is left.
func TestWakeForWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{}
		a := newAgent(t, "claude", d)
		a.hook.Wait = 0
		a.call(strings.Replace(events["claude"][0], "{", `{"agent_id":"w",`, 1))
		a.call(strings.Replace(events["claude"][1], `{"session_id":"s","cwd":"/p","hook_event_name":"Stop"`, `{"session_id":"s","cwd":"/p","agent_id":"w","hook_event_name":"SubagentStop"`, 1))
		a.call(events["claude"][1])
		time.AfterFunc(time.Minute, func() { d.set("R2", blocked("R2", "1", critique.Medium)) })
		if said := a.hook.Wake(t.Context(), a.read(events["claude"][1])); !strings.HasPrefix(said, "discussd: S/spec/R2.md, R2: consensus_blocked") {
			t.Errorf("woken with %q: %v", said, a.said)
		}
	})
}

// longest is how long a test waits for what never comes.
const longest = 15 * time.Minute

// TestLeaving: an agent that goes when its turn is over is not told then, but the daemon is
// told that it is done, and the next prompt brings the verdict once.
func TestLeaving(t *testing.T) {
	d := &desk{}
	a := newAgent(t, "opencode", d)
	d.set("R2", blocked("R2", "1", critique.Medium))
	a.call(events["opencode"][0])
	if said := a.call(`{"sessionID":"s","cwd":"/p","hook_event_name":"session.idle","leaving":true}`); said != "" || len(d.done) != 1 {
		t.Errorf("told %q, done %v", said, d.done)
	}
	for i, want := range []bool{true, false} {
		if said := a.call(`{"sessionID":"s","cwd":"/p","hook_event_name":"chat.message","prompt":"go on"}`); strings.HasPrefix(said, "discussd: ") != want {
			t.Errorf("prompt %d: %q", i, said)
		}
	}
}
