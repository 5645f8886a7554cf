package cli

import (
	stdcmp "cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

func TestValidate(t *testing.T) {
	tests := map[string]struct {
		tool Tool
		want string
	}{
		"known":               {tool: Tool{Name: "gemini", Via: "auto"}},
		"configured":          {tool: Tool{Name: "own", Via: "command", Command: []string{"own"}, Output: "a.b"}},
		"no name":             {tool: Tool{Via: "command", Command: []string{"own"}}, want: "name: must not be empty"},
		"unknown":             {tool: Tool{Name: "own"}, want: `via: "own" is not known by name (known: claude, codex, gemini); it needs "command"`},
		"no command":          {tool: Tool{Name: "own", Via: "command"}, want: "command: must name a program"},
		"command without via": {tool: Tool{Name: "codex", Via: "native", Command: []string{"x"}, Output: "text"}, want: "command: needs via = \"command\"\noutput: needs via = \"command\""},
		"unknown via":         {tool: Tool{Name: "codex", Via: "ssh"}, want: `via: must be "auto", "native", "ccw", "command" or "hub" (got "ssh")`},
		"hub without url":     {tool: Tool{Name: "codex", Via: "hub"}, want: `via: "hub" needs hub.url`},
		"ccw for claude":      {tool: Tool{Name: "claude", Via: "ccw"}, want: `via: "ccw" leaves claude its tools (it could run commands and write files); it needs "native"`},
		"negative timeout":    {tool: Tool{Name: "codex", Timeout: -time.Second}, want: "timeout: must not be negative (got -1s)"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := ""
			if err := test.tool.Validate(); err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestResolution(t *testing.T) {
	type resolved struct{ Via, Program string }
	tests := map[string]struct {
		tool      Tool
		installed []string
		want      resolved // zero for not_installed
		notes     int
		problem   critique.Class // not_installed unless it says so
	}{
		"auto takes the native CLI":     {tool: Tool{Name: "gemini"}, installed: []string{"ccw", "gemini"}, want: resolved{"native", "gemini"}},
		"auto takes ccw else":           {tool: Tool{Name: "gemini", Via: "auto"}, installed: []string{"ccw"}, want: resolved{"ccw", "ccw"}, notes: 2},
		"auto finds neither":            {tool: Tool{Name: "gemini"}, installed: []string{"codex"}},
		"native is not ccw":             {tool: Tool{Name: "gemini", Via: "native"}, installed: []string{"ccw"}},
		"ccw is not native":             {tool: Tool{Name: "gemini", Via: "ccw"}, installed: []string{"gemini"}},
		"ccw for codex is warned of":    {tool: Tool{Name: "codex", Via: "ccw"}, installed: []string{"ccw"}, want: resolved{"ccw", "ccw"}, notes: 3},
		"a command":                     {tool: Tool{Name: "own", Via: "command", Command: []string{"fake"}}, installed: []string{"fake"}, want: resolved{"command", "fake"}},
		"no relative command":           {tool: Tool{Name: "own", Via: "command", Command: []string{"./fake"}}, installed: []string{"fake"}},
		"an invalid tool":               {tool: Tool{Name: "own"}, installed: []string{"own"}, problem: critique.Misconfigured},
		"ccw is never taken for claude": {tool: Tool{Name: "claude"}, installed: []string{"ccw"}},
		"nor when it is asked for":      {tool: Tool{Name: "claude", Via: "ccw"}, installed: []string{"ccw"}, problem: critique.Misconfigured},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := fakePath(t, test.installed...)
			t.Chdir(path) // where nothing may be found
			tool := test.tool
			tool.Env = map[string]string{"PATH": ".:relative:" + path, "HOME": t.TempDir()}
			d := tool.Describe()
			got := resolved{Via: d.Via}
			if d.Path != "" {
				got.Program = filepath.Base(d.Path)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s%v", diff, d.Problem)
			}
			if (d.Problem != nil) != (test.want == resolved{}) || d.Problem != nil && classIn(d.Problem) != stdcmp.Or(test.problem, critique.NotInstalled) {
				t.Errorf("problem %v", d.Problem)
			}
			if len(d.Notes) != test.notes {
				t.Errorf("%d notes, want %d: %q", len(d.Notes), test.notes, d.Notes)
			}
		})
	}
}

func TestDescribe(t *testing.T) {
	tool := &Tool{Name: "codex", Model: "m-5", Env: map[string]string{"PATH": fakePath(t, "codex")}}
	d := tool.Describe()
	if d.Family != "openai" || d.Model != "m-5" || d.Argv[0] != "codex" || !strings.Contains(strings.Join(d.Argv, " "), " -m m-5 ") {
		t.Errorf("got %+v", d)
	}
}

func TestVersion(t *testing.T) {
	tests := map[string]struct {
		mode    string
		timeout time.Duration
		want    string
		class   critique.Class
	}{
		"says it":      {mode: "version", want: "9.9.9 (a fake)", class: critique.Answered},
		"says nothing": {mode: "print", class: critique.EmptyOutput},
		"hangs":        {mode: "hang", timeout: 200 * time.Millisecond, class: critique.Timeout},
		"crashes":      {mode: "crash", class: critique.Crashed},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			temp := t.TempDir()
			t.Setenv("TMPDIR", temp)
			tool := &Tool{Name: "claude", Timeout: test.timeout, Env: map[string]string{"PATH": fakePath(t, "claude"), "FAKE_MODE": test.mode}}
			got, err := tool.Version(t.Context())
			if got != test.want || classIn(err) != test.class {
				t.Errorf("got %q, %v", got, err)
			}
			if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
				t.Errorf("files left: %v %v", left, err)
			}
		})
	}
}

func TestRetryDelay(t *testing.T) {
	tests := map[string]time.Duration{
		"Please try again in 7.5s.":      7500 * time.Millisecond,
		"Retry after 20 seconds":         20 * time.Second,
		"quota will reset after 3h5m12s": 3*time.Hour + 5*time.Minute + 12*time.Second,
		"Please retry in 850.5ms":        850500 * time.Microsecond,
		`"retryDelay": "34s"`:            34 * time.Second,
		"try again in 3 days 2 hours":    74 * time.Hour,
		"Attempt 1 failed":               0,
		"try again":                      0,
		"":                               0,
		"retry in 99999999999999999999999999999999999s": 0,
	}
	for message, want := range tests {
		if got := retryDelay(message); got != want {
			t.Errorf("%q: got %s, want %s", message, got, want)
		}
	}
}
