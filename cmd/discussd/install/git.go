package install

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"discussd/pipeline/verdict"
)

// ErrNone says that there is no such place here: no repository, for git.
var ErrNone = errors.New("nothing to install into")

// scriptBegins and scriptEnds mark what is discussd's in a shell script.
const (
	scriptBegins = "# BEGIN discussd"
	scriptEnds   = "# END discussd"
)

// gitTarget is the hook that git calls before a commit in the project's repository. A
// program that is gone stops nobody from committing.
func gitTarget(scope Scope, project, program string) ([]Target, error) {
	if scope == User {
		return nil, fmt.Errorf("%w: git's hooks are a repository's, not yours", ErrNone)
	}
	command := exec.Command("git", "rev-parse", "--path-format=absolute", "--git-path", "hooks")
	command.Dir = project
	text, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s is in no git repository, or there is no git", ErrNone, project)
	}
	folder := strings.TrimSuffix(string(text), "\n")
	program = verdict.ShellWord(program)
	return []Target{{Agent: "git", File: filepath.Join(folder, "pre-commit"), top: folder, kind: script, text: scriptBegins +
		" (managed: `discussd install git` writes this block, `discussd uninstall git` removes it)\n" +
		"if command -v " + program + " >/dev/null 2>&1; then\n  " + program + " critique --staged || {\n    code=$?\n" +
		"    echo 'discussd: the commit is refused for what stands above: mend it and stage it, or go past it with git commit --no-verify' >&2\n" +
		"    exit $code\n  }\nfi\n" + scriptEnds + "\n"}}, nil
}

// withScript is a shell script with the block in it, before anything that it does.
func withScript(file string, before []byte, text string) ([]byte, error) {
	if before == nil {
		return []byte("#!/bin/sh\n" + text), nil
	}
	first, rest, _ := bytes.Cut(before, []byte("\n"))
	program := string(bytes.TrimSpace(first))
	if fields := strings.Fields(program); !strings.HasPrefix(program, "#!") || !isShell(fields) || bytes.HasSuffix(first, []byte("\r")) || bytes.Contains(before, []byte{0}) {
		return nil, errors.New("is no shell script: call `discussd critique --staged` from it yourself")
	}
	if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o100 == 0 {
		return nil, errors.New("may not be executed, so that git does not call it: chmod +x it, or move it away")
	}
	start, end, err := between(before, scriptBegins, scriptEnds)
	if err != nil {
		return nil, err
	}
	if start >= 0 {
		return []byte(string(before[:start]) + text + string(before[end:])), nil
	}
	return []byte(string(first) + "\n" + text + string(rest)), nil
}

// isShell tells whether the first line of a script names a shell of POSIX's kind.
func isShell(words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains([]string{"sh", "bash", "dash", "zsh", "ksh"}, filepath.Base(strings.TrimPrefix(word, "#!")))
	})
}

// withoutScript is a shell script without the block; nil when nothing else is in it.
func withoutScript(before []byte) ([]byte, error) {
	start, end, err := between(before, scriptBegins, scriptEnds)
	if err != nil || start < 0 {
		return before, err
	}
	after := append(bytes.Clone(before[:start]), before[end:]...)
	if string(after) == "#!/bin/sh\n" {
		return nil, nil
	}
	return after, nil
}
