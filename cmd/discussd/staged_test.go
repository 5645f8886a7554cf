//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/cmd/discussd/machine"
)

// TestGitHook: a commit is refused for what is staged and not for what lies in the
// working tree; the hook that was there runs as well, and is what it was afterwards.
func TestGitHook(t *testing.T) {
	t.Parallel()
	s := newStage(t, everyRule)
	git := func(arguments ...string) (string, error) {
		command := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"}, arguments...)...)
		command.Dir, command.Env = s.root, s.environment
		text, err := command.CombinedOutput()
		return string(text), err
	}
	if text, err := git("init"); err != nil {
		t.Skipf("no git: %v %s", err, text)
	}
	hook := filepath.Join(s.root, ".git", "hooks", "pre-commit")
	old := "#!/bin/sh -e\n# counts\necho once >> .git/counted\n"
	must(t, os.MkdirAll(filepath.Dir(hook), 0o755))
	must(t, os.WriteFile(hook, []byte(old), 0o700))
	if out, errs, code := s.run("install", "git", "--dir", s.root); code != 0 || strings.Contains(out, "discussd run") {
		t.Fatalf("install: exit %d\n%s%s", code, out, errs)
	}
	if out, _, _ := s.run("install", "git", "--dir", s.root); out != "nothing to do: discussd is installed for git\n" {
		t.Errorf("again: %q", out)
	}
	if rows := (machine.Installations{Project: s.root, Program: calledBy()}).Rows(t.Context()); len(rows) != 1 || rows[0].Mark != machine.Fine || rows[0].What != "git hooks" {
		t.Errorf("the doctor says %v", rows)
	}
	s.write(scenes[1])
	brief := filepath.Join(s.session, "spec", "product-brief.md")
	good, err := os.ReadFile(brief)
	must(t, err)
	bad := string(good) + "\nSee [the plan](no-such-plan.md) and {{placeholder_of_a_template}}.\n"
	// Everything is staged with the broken brief, and the working tree is mended.
	must(t, os.WriteFile(brief, []byte(bad), 0o644))
	_, err = git("add", ".")
	must(t, err)
	must(t, os.WriteFile(brief, good, 0o644))
	text, err := git("commit", "-m", "broken")
	if err == nil || !strings.Contains(text, "spec/product-brief.md") || !strings.Contains(text, "no-such-plan.md") || strings.Contains(text, "discussd-staged") {
		t.Errorf("a broken brief is committed: %v\n%s", err, text)
	}
	// And the other way round.
	_, err = git("add", ".")
	must(t, err)
	must(t, os.WriteFile(brief, []byte(bad), 0o644))
	if text, err = git("commit", "-m", "good"); err != nil {
		t.Errorf("a good brief is refused: %v\n%s", err, text)
	}
	if text, err = git("commit", "-am", "broken"); err == nil {
		t.Errorf("commit -a takes a broken brief: %s", text)
	}
	must(t, os.WriteFile(filepath.Join(s.root, "main.go"), []byte("package main\n"), 0o644))
	_, err = git("add", "main.go")
	must(t, err)
	if text, err = git("commit", "-m", "code"); err != nil || strings.Contains(text, "DISCUSS") {
		t.Errorf("code alone: %v\n%s", err, text)
	}
	if text, err = git("rm", "-fq", "-r", "."); err != nil {
		t.Fatal(text)
	}
	if text, err = git("commit", "-m", "all of it goes"); err != nil {
		t.Errorf("a removal: %v\n%s", err, text)
	}
	if counted, _ := os.ReadFile(filepath.Join(s.root, ".git", "counted")); string(counted) != "once\nonce\nonce\n" {
		t.Errorf("the old hook ran: %q", counted)
	}
	if _, err := os.Stat(filepath.Join(s.session, "discussions")); err == nil {
		t.Error("judging what is staged wrote a verdict")
	}
	for _, variable := range s.environment {
		if dir, ok := strings.CutPrefix(variable, "TMPDIR="); ok {
			if left, err := filepath.Glob(filepath.Join(dir, "discussd-staged-*")); len(left) > 0 || err != nil {
				t.Errorf("left: %v %v", left, err)
			}
		}
	}
	if out, errs, code := s.run("uninstall", "git", "--dir", s.root); code != 0 {
		t.Errorf("uninstall: exit %d\n%s%s", code, out, errs)
	}
	now, err := os.ReadFile(hook)
	must(t, err)
	info, err := os.Stat(hook)
	must(t, err)
	if diff := cmp.Diff(old, string(now)); diff != "" || info.Mode().Perm() != 0o700 {
		t.Errorf("the hook afterwards, %v (-want +got):\n%s", info.Mode(), diff)
	}
}

// TestGitHookRefused: what is no shell script is left alone, and a repository without a
// hook has none again.
func TestGitHookRefused(t *testing.T) {
	s := newStage(t, everyRule)
	if _, errs, code := s.run("install", "git", "--dir", s.root); code != exitFailure || !strings.Contains(errs, "no git repository") {
		t.Errorf("without a repository: exit %d %q", code, errs)
	}
	if out, err := exec.Command("git", "init", s.root).CombinedOutput(); err != nil {
		t.Skipf("no git: %v %s", err, out)
	}
	if _, errs, code := s.run("install", "git", "--user"); code != exitFailure || !strings.Contains(errs, "a repository's") {
		t.Errorf("for the user: exit %d %q", code, errs)
	}
	hook := filepath.Join(s.root, ".git", "hooks", "pre-commit")
	must(t, os.MkdirAll(filepath.Dir(hook), 0o755))
	for text, mode := range map[string]os.FileMode{"#!/usr/bin/env python3\n": 0o755, "\x7fELF": 0o755, "#!/bin/sh\r\n": 0o755, "#!/bin/sh\n": 0o644, "#!/bin/sh\n# BEGIN discussd\n": 0o755} {
		must(t, os.WriteFile(hook, []byte(text), mode))
		must(t, os.Chmod(hook, mode))
		_, errs, code := s.run("install", "git", "--dir", s.root)
		if now, _ := os.ReadFile(hook); code != exitFailure || string(now) != text || !strings.Contains(errs, "pre-commit") {
			t.Errorf("%q: exit %d %q, it is %q now", text, code, errs, now)
		}
	}
	must(t, os.Remove(hook))
	for _, what := range []string{"install", "uninstall"} {
		if _, errs, code := s.run(what, "git", "--dir", s.root); code != 0 {
			t.Errorf("%s: exit %d %s", what, code, errs)
		}
		info, err := os.Stat(hook)
		if what == "install" && (err != nil || info.Mode().Perm()&0o111 == 0) || what == "uninstall" && err == nil {
			t.Errorf("after %s: %v %v", what, info, err)
		}
	}
}
