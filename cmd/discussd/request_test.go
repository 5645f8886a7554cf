//go:build linux

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/request"
	"discussd/pipeline/verdict"
)

// plan makes a session with a brief and a document of no round.
func plan(t *testing.T) string {
	t.Helper()
	isolate(t)
	t.Setenv("PATH", "")
	dir := filepath.Join(t.TempDir(), "会话 1")
	for name, text := range map[string]string{"spec/product-brief.md": "# Lockers\n\n## Vision\n\nParcels at any hour.\n", "docs/plan.md": "# Plan\n\n1. Copy the bills.\n"} {
		must(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

// TestRequest: what the flags ask for is what the file says, and its answer comes
// to where the command says.
func TestRequest(t *testing.T) {
	tests := map[string]struct {
		args   []string // SESSION stands for the session
		stem   string
		answer string
		want   request.Request
	}{
		"artifact of a round": {[]string{"--artifact", "SESSION/spec/product-brief.md", "--role", "writer", "--task", "DRAFT-001"}, "DISCUSS-002", "DISCUSS-002-verdict.json",
			request.Request{Round: "DISCUSS-002", Artifact: "spec/product-brief.md", Role: "writer", Task: "DRAFT-001"}},
		"configured perspectives": {[]string{"--artifact", "SESSION/spec/product-brief.md", "--round", "second-look", "--perspective", "risk", "--perspective", "Technical", "--watch"}, "second-look", "second-look-verdict.json",
			request.Request{Round: "second-look", Artifact: "spec/product-brief.md", Watch: true, Perspectives: []request.Perspective{{Name: "risk"}, {Name: "technical"}}}},
		"perspectives of its own": {[]string{"--artifact", "SESSION/docs/plan.md", "--round", "plan-1", "--name", "from-ann", "--perspective", "Way back:codex:Reliability Engineer:data: written, lost", "--perspective", "cost:gemini"}, "from-ann", "plan-1-verdict.json",
			request.Request{Round: "plan-1", Artifact: "docs/plan.md", Perspectives: []request.Perspective{{Name: "Way back", Tool: "codex", Role: "Reliability Engineer", Focus: "data: written, lost", Own: true}, {Name: "cost", Tool: "gemini", Own: true}}}},
		"round of a session": {[]string{"--session", "SESSION/spec", "--round", "DISCUSS-002"}, "DISCUSS-002", "DISCUSS-002-verdict.json",
			request.Request{Round: "DISCUSS-002"}},
		"timeline": {[]string{"--session", "SESSION", "--type", "specific-questions", "--topic", "locks", "--round", "2", "--feedback", "Why twice?\n\n# And since when?"}, "discussion-round-2", "discussion-round-2.json",
			request.Request{Discussion: &request.Discussion{Topic: "locks", Round: 2, Type: request.SpecificQuestions, Feedback: "Why twice?\n\n# And since when?"}}},
		"timeline, unclear": {[]string{"--session", "SESSION", "--type", "deepen", "--feedback", ""}, "discussion-round-1", "discussion-round-1.json",
			request.Request{Discussion: &request.Discussion{Round: 1, Type: request.Deepen, Ambiguity: "a discussion of type deepen came without user feedback"}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dir := plan(t)
			args := []string{"request", "--json"}
			for _, arg := range tt.args {
				args = append(args, strings.ReplaceAll(arg, "SESSION", dir))
			}
			out, errs, code := execute(t, args...)
			var got asked
			if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || !strings.Contains(errs, "no daemon watches "+dir) {
				t.Fatalf("exit %d, %v\n%s\n%s", code, err, out, errs)
			}
			if want := filepath.Join(dir, "discussions", tt.answer); got.Verdict != want {
				t.Errorf("the answer is to come as %s, want %s", got.Verdict, want)
			}
			folder, file := filepath.Split(got.Request)
			if folder != filepath.Join(dir, "discussions/requests")+"/" || !strings.HasPrefix(file, tt.stem+"-") || len(file) != len(tt.stem)+len("-01234567.json") {
				t.Errorf("written to %s", got.Request)
			}
			text, err := os.ReadFile(got.Request)
			must(t, err)
			r, err := request.Parse(file, text)
			if diff := cmp.Diff(tt.want, r); diff != "" || err != nil {
				t.Errorf("%v\n%s\n%s", err, diff, text)
			}
			if r.Discussion != nil {
				return
			}
			execute(t, "critique", "--checks-only", got.Request)
			answer, err := os.ReadFile(got.Verdict)
			must(t, err)
			if v, err := verdict.Parse(answer); err != nil || v.Round != r.Round || v.Error != nil {
				t.Errorf("%v, %s: %+v", err, v.Round, v.Error)
			}
		})
	}
}

// A discussion goes on after its last round, be that written or only asked for, unless
// the round is named.
func TestRequestNextRound(t *testing.T) {
	dir := plan(t)
	must(t, os.Mkdir(filepath.Join(dir, "discussions"), 0o755))
	for _, name := range []string{"discussion-round-2.json", "discussion-round-11.json", "discussion-round-x.json", "discussion-round-12.md"} {
		must(t, os.WriteFile(filepath.Join(dir, "discussions", name), []byte("{}"), 0o644))
	}
	for _, row := range [][2]string{{"", "discussion-round-12.json"}, {"2", "discussion-round-2.json"}, {"", "discussion-round-13.json"}, {"14", "discussion-round-14.json"}, {"", "discussion-round-15.json"}} {
		round, want := row[0], row[1]
		args := []string{"request", "--json", "--session", dir, "--type", "deepen", "--feedback", "Look at the locks."}
		if round != "" {
			args = append(args, "--round", round)
		}
		out, errs, code := execute(t, args...)
		var got asked
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || filepath.Base(got.Verdict) != want {
			t.Errorf("round %q: exit %d, %v: the answer is to come as %s, want %s\n%s", round, code, err, got.Verdict, want, errs)
		}
	}
}

// Who asks again means what the artifact is now, and is answered again.
func TestRequestTwice(t *testing.T) {
	dir := plan(t)
	var paths []string
	for range 2 {
		out, _, code := execute(t, "request", "--artifact", filepath.Join(dir, "spec/product-brief.md"))
		first, second, _ := strings.Cut(out, "\n")
		if code != 0 || second != "answer: "+filepath.Join(dir, "discussions/DISCUSS-002-verdict.json")+"\n" {
			t.Errorf("exit %d: %s", code, out)
		}
		paths = append(paths, first)
	}
	if paths[0] == paths[1] {
		t.Errorf("the second request is the first: %s", paths[0])
	}
}

// A folder that is named is made a session by its first request.
func TestRequestMakesASession(t *testing.T) {
	isolate(t)
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "plan.md"), []byte("# Plan\n"), 0o644))
	args := []string{"request", "--artifact", filepath.Join(dir, "plan.md"), "--round", "plan-1", "--perspective", "cost:gemini"}
	if _, errs, code := execute(t, args...); code != 64 || !strings.Contains(errs, "lies in no session") {
		t.Errorf("without --session: exit %d: %s", code, errs)
	}
	if _, errs, code := execute(t, append(args, "--session", dir)...); code != 0 {
		t.Errorf("exit %d: %s", code, errs)
	}
	if _, errs, code := execute(t, args...); code != 0 {
		t.Errorf("now that it is one: exit %d: %s", code, errs)
	}
}

func TestRequestRefuses(t *testing.T) {
	dir := plan(t)
	outside := filepath.Join(t.TempDir(), "elsewhere.md")
	must(t, os.WriteFile(outside, []byte("x"), 0o644))
	brief, document := filepath.Join(dir, "spec/product-brief.md"), filepath.Join(dir, "docs/plan.md")
	tests := map[string]struct {
		args   []string
		stderr string
	}{
		"nothing":               {nil, "name an artifact with --artifact"},
		"an argument":           {[]string{brief}, "takes no arguments"},
		"no session":            {[]string{"--artifact", outside}, "lies in no session"},
		"no such session":       {[]string{"--session", dir + "x", "--round", "DISCUSS-002"}, "session not found"},
		"no session any more":   {[]string{"--artifact", dir + "x/spec/product-brief.md"}, "session not found"},
		"no artifact":           {[]string{"--artifact", filepath.Join(dir, "spec/epics.md")}, "artifact not found"},
		"outside":               {[]string{"--session", dir, "--artifact", outside, "--round", "a"}, "does not lie in the session"},
		"no round":              {[]string{"--artifact", document, "--perspective", "risk"}, "name the round with --round"},
		"own, no round":         {[]string{"--artifact", brief, "--perspective", "a:gemini"}, "name the round with --round"},
		"neither round nor so":  {[]string{"--session", dir}, "neither a round nor the type"},
		"unknown round":         {[]string{"--session", dir, "--round", "DISCUSS-009"}, `unknown round "DISCUSS-009" (known: DISCUSS-001`},
		"unknown, no artifact":  {[]string{"--session", dir, "--round", "a", "--perspective", "risk"}, "needs --artifact"},
		"bad round":             {[]string{"--session", dir, "--round", "../a"}, "is no round id"},
		"unknown tool":          {[]string{"--artifact", document, "--round", "a", "--perspective", "a:sh -c x"}, "is no name of a tool"},
		"tool not configured":   {[]string{"--artifact", document, "--round", "a", "--perspective", "a:llama"}, `unknown tool "llama" (known: `},
		"unknown perspective":   {[]string{"--artifact", document, "--round", "a", "--perspective", "beauty"}, `unknown perspective "beauty" (known: `},
		"perspective twice":     {[]string{"--artifact", brief, "--perspective", "risk", "--perspective", "RISK"}, "asked twice"},
		"both forms":            {[]string{"--artifact", brief, "--type", "deepen"}, "about the timeline and has no artifact"},
		"both forms, no round":  {[]string{"--artifact", document, "--type", "deepen"}, "about the timeline and has no artifact"},
		"watch of a timeline":   {[]string{"--session", dir, "--type", "deepen", "--watch"}, "has no watch"},
		"bad name":              {[]string{"--artifact", brief, "--name", "../x"}, `--name "../x"`},
		"unknown type":          {[]string{"--session", dir, "--type", "depen"}, `--type "depen": must be one of initial, deepen`},
		"bad round of timeline": {[]string{"--session", dir, "--type", "deepen", "--round", "two"}, "is a number"},
		"bad format":            {[]string{"--artifact", brief, "--format", "xml"}, "must be one of"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			out, errs, code := execute(t, append([]string{"request"}, tt.args...)...)
			if code != 64 || out != "" || !strings.Contains(errs, tt.stderr) || strings.Contains(errs, "line 1") {
				t.Errorf("exit %d\n%s\n%s", code, out, errs)
			}
		})
	}
	if _, err := os.Lstat(filepath.Join(dir, "discussions")); err == nil {
		t.Error("something was written")
	}
}

// A profile without rounds of its own says so.
func TestRequestWithoutRounds(t *testing.T) {
	dir := plan(t)
	must(t, os.MkdirAll(filepath.Join(dir, "discussions/requests"), 0o755))
	file := filepath.Join(t.TempDir(), "discussd.toml")
	must(t, os.WriteFile(file, []byte("[panel]\nprofile = \"coordinate\"\n"), 0o644))
	for _, command := range []string{"request", "wait"} {
		_, errs, code := execute(t, "--config", file, command, "--session", dir, "--round", "DISCUSS-001")
		if code != 64 || !strings.Contains(errs, "(known: none)") {
			t.Errorf("%s: exit %d\n%s", command, code, errs)
		}
	}
}

// Nothing is written through a link, wherever in the way it is.
func TestRequestThroughLinks(t *testing.T) {
	for _, link := range []string{"discussions", "discussions/requests"} {
		dir, outside := plan(t), t.TempDir()
		must(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(link)), 0o755))
		must(t, os.Symlink(outside, filepath.Join(dir, link)))
		_, errs, code := execute(t, "request", "--artifact", filepath.Join(dir, "spec/product-brief.md"))
		if code != 1 || !strings.Contains(errs, "output_refused") {
			t.Errorf("%s: exit %d: %s", link, code, errs)
		}
		if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 {
			t.Errorf("%s: %v, %v", link, entries, err)
		}
	}
}
