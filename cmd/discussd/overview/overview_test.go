package overview

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

var now = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// The verdicts that rounds of the tests have.
var (
	byPanel   = Verdict{Outcome: verdict.Reached, Reviewed: true, Role: "writer", At: now.Add(-5 * time.Minute)}
	byChecks  = Verdict{Outcome: verdict.Reached, Role: "writer", At: now.Add(-5 * time.Minute)}
	highPanel = Verdict{Outcome: verdict.Blocked, Severity: critique.High, Reviewed: true, Role: "writer", At: now}
	asking    = Verdict{Outcome: verdict.Blocked, Severity: critique.High, Reviewed: true, Asks: true, Role: "reviewer", At: now}
)

// unheard is the verdict of a panel in which no tool has answered.
func unheard(silent ...Silence) Verdict {
	return Verdict{Outcome: verdict.Blocked, Severity: critique.Medium, Unheard: true, Silent: silent, At: now}
}

// TestRounds: what each round looks like, and what it needs of whom.
func TestRounds(t *testing.T) {
	blockedAs := func(severity critique.Severity, reviewed bool) Verdict {
		return Verdict{Outcome: verdict.Blocked, Severity: severity, Reviewed: reviewed, Role: "writer"}
	}
	failedAs := func(code verdict.ErrorCode) Verdict {
		return Verdict{Outcome: verdict.Failed, Error: code, Role: "analyst"}
	}
	accepted := unheard(Silence{"gemini", critique.Auth})
	accepted.Outcome, accepted.Severity = verdict.Reached, ""
	partly := byPanel
	partly.Silent = []Silence{{"gemini", critique.Auth}, {"gemini", critique.Auth}, {"codex", critique.Quota}, {"claude", critique.NotInstalled}}
	tests := map[string]struct {
		round              Round
		cell, ascii, needs string
	}{
		"by a panel":                 {Round{State: Fresh, Verdict: byPanel}, "✓", "+", ""},
		"by the checks alone":        {Round{State: Fresh, Verdict: byChecks}, "u", "u", ""},
		"accepted, never reviewed":   {Round{State: Fresh, Verdict: accepted}, "u", "u", ""},
		"HIGH":                       {Round{State: Fresh, Verdict: highPanel}, "✗H", "xH", "writer revises 003"},
		"HIGH by facts":              {Round{State: Fresh, Verdict: blockedAs(critique.High, false)}, "✗H", "xH", "writer revises 003"},
		"HIGH, no model answered":    {Round{State: Fresh, Verdict: Verdict{Outcome: verdict.Blocked, Severity: critique.High, Unheard: true, Role: "writer", Silent: []Silence{{"gemini", critique.Auth}}}}, "✗Hu", "xHu", "writer revises 003; gemini login"},
		"HIGH of nobody":             {Round{State: Fresh, Verdict: Verdict{Outcome: verdict.Blocked, Severity: critique.High}}, "✗H", "xH", "somebody revises 003"},
		"MEDIUM":                     {Round{State: Fresh, Verdict: blockedAs(critique.Medium, true)}, "✗M", "xM", ""},
		"LOW":                        {Round{State: Fresh, Verdict: blockedAs(critique.Low, true)}, "✗L", "xL", ""},
		"a person decides":           {Round{State: Fresh, Verdict: asking}, "✗H", "xH", "you decide 003"},
		"an error of the artifact":   {Round{State: Fresh, Verdict: failedAs(verdict.ArtifactNotUTF8)}, "?", "?", "you look at 003: artifact not utf8"},
		"an error that asks":         {Round{State: Fresh, Verdict: Verdict{Outcome: verdict.Failed, Error: verdict.ArtifactNotFound, Asks: true}}, "?", "?", "you look at 003: artifact not found"},
		"another error":              {Round{State: Fresh, Verdict: failedAs(verdict.Internal)}, "?", "?", "you look at 003: internal"},
		"stale":                      {Round{State: Stale, Verdict: asking}, "~", "~", ""},
		"stale, was reached":         {Round{State: Stale, Verdict: byPanel}, "~", "~", ""},
		"suspect":                    {Round{State: Fresh, Verdict: byPanel, Suspect: []string{"DISCUSS-002"}}, "✓~", "+~", ""},
		"missing":                    {Round{State: Missing}, "·", ".", ""},
		"missing, was reached":       {Round{State: Missing, Verdict: byPanel}, "·", ".", ""},
		"unjudged":                   {Round{State: Unjudged}, "○", "o", ""},
		"a foreign verdict":          {Round{State: Unjudged, Problem: "not ours"}, "○", "o", "stuck 003: not ours"},
		"unreadable":                 {Round{State: Unreadable, Problem: "permission denied"}, "?", "?", "stuck 003: permission denied"},
		"settling":                   {Round{State: Settling}, "●", "*", ""},
		"queued":                     {Round{State: Queued, Verdict: asking}, "●", "*", ""},
		"running":                    {Round{State: Running, Verdict: byPanel}, "●", "*", ""},
		"held":                       {Round{State: Held}, "h", "h", ""},
		"waiting":                    {Round{State: Waiting, Verdict: byPanel}, "h", "h", ""},
		"not logged in":              {Round{State: Fresh, Verdict: unheard(Silence{"gemini", critique.Auth}, Silence{"codex", critique.NotInstalled})}, "✗Mu", "xMu", "gemini login"},
		"no quota":                   {Round{State: Fresh, Verdict: unheard(Silence{"gemini", critique.Quota})}, "✗Mu", "xMu", "gemini quota"},
		"nothing installed":          {Round{State: Fresh, Verdict: unheard(Silence{"codex", critique.NotInstalled}, Silence{"gemini", critique.NotInstalled}, Silence{"codex", critique.NotInstalled})}, "✗Mu", "xMu", "you install a model's CLI"},
		"nobody to ask":              {Round{State: Fresh, Verdict: unheard()}, "✗Mu", "xMu", "you install a model's CLI"},
		"all too slow":               {Round{State: Fresh, Verdict: unheard(Silence{"codex", critique.Timeout})}, "✗Mu", "xMu", "you ask again for 003: no model answered"},
		"somebody was heard":         {Round{State: Fresh, Verdict: partly}, "✓", "+", "gemini login"},
		"answered by something else": {Round{State: Answered}, "○", "o", ""},
		"an unknown state":           {Round{State: "novel", Verdict: byPanel}, "○", "o", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tt.round.ID = "DISCUSS-003"
			c := tt.round.cell()
			if got := c.text(false); got != tt.cell {
				t.Errorf("looks like %q, want %q", got, tt.cell)
			}
			if got := c.text(true); got != tt.ascii {
				t.Errorf("in ASCII %q, want %q", got, tt.ascii)
			}
			var needs []string
			for _, n := range (Session{Rounds: []Round{tt.round}}).Summary().Needs {
				needs = append(needs, n.String())
			}
			if got := strings.Join(needs, "; "); got != tt.needs {
				t.Errorf("needs %q, want %q", got, tt.needs)
			}
		})
	}
}

// TestOf: what is taken from a verdict. One of the checks alone is reviewed by nobody,
// whether models were asked or not.
func TestOf(t *testing.T) {
	v := verdict.Verdict{
		Outcome: verdict.Blocked, Severity: new(critique.High), Mode: critique.ModePanel, Basis: critique.BasisMixed,
		CoordinatorAction: verdict.CoordinatorAsks, Caller: verdict.Caller{Role: "writer"}, FinishedAt: now,
		Perspectives: []verdict.Perspective{
			{Source: critique.SourceFallback, Attempts: []verdict.Attempt{{Tool: "gemini", Outcome: critique.Auth}, {Tool: "codex", Outcome: critique.Answered}}},
			{Source: critique.SourceChecks, Attempts: []verdict.Attempt{{Tool: "claude", Outcome: critique.Quota}}},
		},
		Checks: verdict.Assessment{Findings: []critique.Finding{
			{Severity: critique.Critical}, {Severity: critique.High}, {Severity: critique.Medium}, {Severity: critique.Low}, {Severity: critique.High, State: verdict.StateFixed},
		}},
	}
	want := Verdict{
		Outcome: verdict.Blocked, Severity: critique.High, Reviewed: true, Asks: true, Role: "writer", At: now,
		Silent: []Silence{{"claude", critique.Quota}}, Facts: Facts{High: 2, Medium: 1, Low: 1},
	}
	if diff := cmp.Diff(want, Of(v)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, mode := range []critique.Mode{critique.ModePanel, critique.ModeChecks, ""} {
		alone := verdict.Verdict{Outcome: verdict.Reached, Mode: mode, Basis: critique.BasisChecks}
		if got := Of(alone); got.Reviewed || got.Unheard != (mode == critique.ModePanel) {
			t.Errorf("mode %q: %+v", mode, got)
		}
	}
	if got := Of(verdict.Verdict{Outcome: verdict.Failed, Mode: critique.ModePanel, Basis: critique.BasisPanel, Error: &verdict.Problem{Code: verdict.Internal}}); got.Reviewed || got.Error != verdict.Internal {
		t.Errorf("an error: %+v", got)
	}
}

// TestSummary: facts are those of the present bytes; the newest verdict and the cost are
// of all; what several rounds need is one need.
func TestSummary(t *testing.T) {
	with := func(v Verdict, f Facts) Verdict { v.Facts = f; return v }
	s := Session{Problem: "", Rounds: []Round{
		{ID: "DISCUSS-003", State: Fresh, Verdict: with(highPanel, Facts{3, 4, 5}), Spent: new(0.25)},
		{ID: "DISCUSS-004", State: Stale, Verdict: with(byPanel, Facts{High: 100}), Spent: new(0.5)},
		{ID: "DISCUSS-005", State: Fresh, Verdict: with(highPanel, Facts{High: 1})},
		{ID: "DISCUSS-006", State: Fresh, Verdict: asking},
	}}
	text, err := json.Marshal(s.Summary())
	want := `{"facts":{"high":4,"medium":4,"low":5},"needs":[{"who":"you","does":"decide","rounds":["DISCUSS-006"],"why":""},` +
		`{"who":"writer","does":"revises","rounds":["DISCUSS-003","DISCUSS-005"],"why":""}],"newest_verdict_at":"2026-03-04T12:00:00Z","cost_today_usd":0.75}`
	if err != nil || string(text) != want {
		t.Errorf("got  %s\nwant %s (%v)", text, want, err)
	}
	text, err = json.Marshal(Session{}.Summary())
	if want := `{"facts":null,"needs":[],"newest_verdict_at":null,"cost_today_usd":null}`; err != nil || string(text) != want {
		t.Errorf("of nothing: %s (%v)", text, err)
	}
}

// several are sessions in each state that is told apart by its order.
func several() []Session {
	round := func(id string, s State, v Verdict) Round { return Round{ID: id, State: s, Verdict: v} }
	facts := byPanel
	facts.Facts, facts.At = Facts{High: 1, Medium: 12}, now.Add(-50*time.Hour)
	return []Session{
		{Path: "/w/a/approved", Rounds: []Round{round("DISCUSS-002", Fresh, byPanel), round("DISCUSS-003", Missing, Verdict{})}},
		{Path: "/w/a/busy", Rounds: []Round{round("DISCUSS-003", Running, Verdict{})}},
		{Path: "/w/a/changed", Rounds: []Round{round("DISCUSS-002", Stale, facts)}},
		{Path: "/w/a/checked", Rounds: []Round{round("DISCUSS-002", Fresh, byChecks), round("DISCUSS-003", Fresh, facts)}},
		{Path: "/w/a/escalated", Rounds: []Round{round("DISCUSS-002", Fresh, highPanel), {ID: "DISCUSS-003", State: Fresh, Verdict: asking, Spent: new(1.5)}}},
		{Path: "/w/a/revise 锁柜", Rounds: []Round{round("DISCUSS-003", Fresh, highPanel), {ID: "requests/a.json", Request: true, State: Unanswered}}},
		{Path: "/w/a/silent", Rounds: []Round{round("DISCUSS-002", Fresh, unheard(Silence{"gemini", critique.Auth}))}},
		{Path: "/w/b\x1b[31m", Problem: "discussions is\na link"},
	}
}

var rounds = []string{"DISCUSS-001", "DISCUSS-002", "DISCUSS-003"}

// TestLines: who needs somebody comes first, columns stand below each other whatever is in
// them, and a round that no session has has none.
func TestLines(t *testing.T) {
	got := strings.Join(Lines(several(), Style{Now: now, Rounds: rounds, Legend: true}), "\n")
	want := `
8 sessions in /w: 4 need somebody, 3 wait for a verdict, 2 have rounds that no model reviewed

session        002 003  requests  facts   age  cost   needs
a/escalated    ✗H  ✗H             0       0s   $1.50  you decide 003; writer revises 002
b\x1b[31m                                             stuck: discussions is\na link
a/revise 锁柜      ✗H   ○         0       0s          writer revises 003
a/silent       ✗Mu                0       0s          gemini login
a/busy             ●
a/changed      ~                          2d
a/approved     ✓   ·              0       5m
a/checked      u   ✓              1H 12M  5m

✓ reached   ✗ blocked (HIGH, MEDIUM, LOW)   u the checks alone, no model reviewed it   ● running or queued   ○ not judged   · no artifact   ~ changed since its verdict`
	if diff := cmp.Diff(want[1:], got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestBlocked: the others are counted and not shown.
func TestBlocked(t *testing.T) {
	all := several()
	if lines := Lines(all, Style{Now: now, Rounds: rounds, Blocked: true}); len(lines) != 3+4 || !strings.HasPrefix(lines[0], "8 sessions in /w: 4 need") {
		t.Errorf("got %q", lines)
	}
	want := []string{"2 sessions in /w/a: nobody is needed, 1 waits for a verdict"}
	if diff := cmp.Diff(want, Lines(all[:2], Style{Now: now, Rounds: rounds, Blocked: true})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestWidths: no line is wider than the terminal but where a need is; cost, age and facts
// give way in this order, and a need is never cut.
func TestWidths(t *testing.T) {
	long := []Session{
		{Path: "/w/" + strings.Repeat("锁柜", 30), Rounds: []Round{{ID: "DISCUSS-003", State: Fresh, Verdict: asking, Spent: new(2.0)}}},
		{Path: "/w/" + strings.Repeat("parcel-", 30), Rounds: []Round{{ID: "DISCUSS-003", State: Fresh, Verdict: highPanel}}},
		{Path: "/w/short", Rounds: []Round{{ID: "DISCUSS-003", Request: true, State: Unanswered}}},
	}
	tests := map[int]string{
		0:   "session 003 requests facts age cost needs",
		100: "session 003 requests facts age cost needs",
		70:  "session 003 requests facts age cost needs",
		65:  "session 003 requests facts age needs",
		58:  "session 003 requests facts needs",
		52:  "session 003 requests needs",
		20:  "session 003 requests needs",
	}
	for width, headings := range tests {
		for _, ascii := range []bool{false, true} {
			lines := Lines(long, Style{Now: now, Rounds: rounds, Width: width, ASCII: ascii})
			table := lines[2:]
			if got := strings.Join(strings.Fields(table[0]), " "); got != headings {
				t.Errorf("%d columns: %q, want %q", width, got, headings)
			}
			if !strings.HasSuffix(table[1], "  you decide 003") || !strings.HasSuffix(table[2], "  writer revises 003") {
				t.Errorf("%d columns: needs are cut: %q", width, table)
			}
			mark := map[bool]string{false: "…", true: "..."}[ascii]
			if cut := strings.Contains(table[1], mark) && strings.Contains(table[2], mark); cut != (width > 0) || strings.Contains(table[3], mark) {
				t.Errorf("%d columns: names are cut: %t: %q", width, cut, table)
			}
			for _, line := range table {
				if width > 20 && columns(line) > width {
					t.Errorf("%d columns: %d in %q", width, columns(line), line)
				}
			}
			need := strings.Index(table[0], "needs")
			for _, line := range table[1:3] {
				at := strings.LastIndex(line, "  ") + 2
				if columns(line[:at]) != columns(table[0][:need]) {
					t.Errorf("%d columns: the needs do not stand below each other: %q", width, table)
				}
			}
		}
	}
}

// TestASCII: the signs of a line are ASCII, what others have named is left alone.
func TestASCII(t *testing.T) {
	text := strings.Join(Lines(several(), Style{Now: now, Rounds: rounds, ASCII: true, Legend: true}), "\n")
	if strings.Count(text, "锁柜") != 1 {
		t.Errorf("a name is lost:\n%s", text)
	}
	if rest := strings.ReplaceAll(text, "锁柜", ""); strings.ContainsFunc(rest, func(r rune) bool { return r > '~' }) {
		t.Errorf("not in ASCII:\n%s", rest)
	}
	seen := map[string]bool{}
	for _, s := range signs {
		if columns(s.shown) != 1 || len(s.ascii) != 1 || seen[s.ascii] {
			t.Errorf("%+v is no sign of its own in one column", s)
		}
		seen[s.ascii] = true
	}
}

// TestRequests: the gravest of a session's requests, and of how many.
func TestRequests(t *testing.T) {
	request := func(s State, v Verdict) Round {
		return Round{ID: "requests/a.json", Request: true, State: s, Verdict: v}
	}
	medium := Verdict{Outcome: verdict.Blocked, Severity: critique.Medium, Reviewed: true}
	all := []Round{{ID: "DISCUSS-002", State: Fresh, Verdict: highPanel}, request(Answered, Verdict{}), request(Answered, byPanel), request(Answered, byChecks),
		request(Unanswered, Verdict{}), request(Answered, medium), request(Answered, asking)}
	want := []string{"", "", "✓", "u of 2", "○ of 3", "✗M of 4", "✗H of 5"}
	var got []string
	for i := range all {
		got = append(got, Session{Rounds: all[:i+1]}.requests(false))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if need := (Session{Rounds: all}).Summary().Needs; len(need) != 2 || need[0].String() != "you decide a.json" {
		t.Errorf("needs %v", need)
	}
}

func TestAge(t *testing.T) {
	for past, want := range map[time.Duration]string{
		-time.Hour: "0s", 59 * time.Second: "59s", time.Minute: "1m", 59 * time.Minute: "59m", time.Hour: "1h", 47 * time.Hour: "47h", 48 * time.Hour: "2d", 1000 * time.Hour: "41d",
	} {
		at := now.Add(-past)
		if got := age(&at, now); got != want {
			t.Errorf("%v: %q, want %q", past, got, want)
		}
	}
}

func TestFactsText(t *testing.T) {
	for f, want := range map[Facts]string{{7, 16, 2}: "7H 16M", {7, 0, 2}: "7H", {0, 16, 2}: "16M", {0, 0, 2}: "2L", {}: "0"} {
		if got := f.text(); got != want {
			t.Errorf("%+v: %q, want %q", f, got, want)
		}
	}
}
