package cli

import (
	"fmt"
	"testing"

	"discussd/critique"
)

func TestConfiguredCommand(t *testing.T) {
	tests := map[string]struct {
		output         string
		stdout, stderr string
		exit           int
		class          critique.Class
		text           string
	}{
		"text":                      {stdout: " fine {\"rating\": 4}\n", text: "fine {\"rating\": 4}"},
		"text that mentions logins": {output: "text", stdout: `{"key_finding": "login required is untested"}`, text: `{"key_finding": "login required is untested"}`},
		"nothing":                   {stdout: " \n", class: critique.EmptyOutput},
		"nothing but a complaint":   {stderr: "please sign in first\n", class: critique.Auth},
		"login page":                {stdout: "<!DOCTYPE html><title>Sign in</title>", class: critique.Auth},
		"login notice":              {stdout: "Login required.\nWaiting for authentication...", class: critique.Auth},
		"exit 1":                    {stdout: "fine", exit: 1, class: critique.Crashed},
		"exit 1, rate limit":        {stderr: "HTTP 429: slow down", exit: 1, class: critique.RateLimited},
		"path":                      {output: "result.text", stdout: `{"result": {"text": "fine"}}`, text: "fine"},
		"path to an object":         {output: "result", stdout: "Banner\n{\"result\": {\"rating\": 4}}\nbye", text: `{"rating": 4}`},
		"path through a list":       {output: "choices.1.text", stdout: `{"choices": [{}, {"text": "fine"}]}`, text: "fine"},
		"path to an empty string":   {output: "text.a", stdout: `{"text": {"a": ""}}`, class: critique.EmptyOutput},
		"path to null":              {output: "a", stdout: `{"a": null}`, class: critique.InvalidJSON},
		"path to nowhere":           {output: "a.b", stdout: `{"a": 1}`, class: critique.InvalidJSON},
		"path outside of a list":    {output: "a.7", stdout: `{"a": [1]}`, class: critique.InvalidJSON},
		"path into prose":           {output: "a", stdout: "fine", class: critique.InvalidJSON},
		"path into a cut object":    {output: "a", stdout: `{"a": "fi`, class: critique.Truncated},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			tool := &Tool{Name: "own", Via: "command", Command: []string{"fake"}, Output: test.output, Env: map[string]string{
				"PATH": fakePath(t, "fake"), "FAKE_MODE": "print", "FAKE_EXIT": fmt.Sprint(test.exit),
				"FAKE_STDOUT": written(t, dir, "out", test.stdout), "FAKE_STDERR": written(t, dir, "err", test.stderr),
			}}
			if test.class == "" {
				test.class = critique.Answered
			}
			answer, err := tool.Ask(t.Context(), Prompt{Text: []byte("x"), Dir: t.TempDir()})
			if got := classIn(err); got != test.class {
				t.Errorf("class %q, want %q: %v", got, test.class, err)
			}
			if err == nil && string(answer.Text) != test.text {
				t.Errorf("text %q, want %q", answer.Text, test.text)
			}
		})
	}
}
