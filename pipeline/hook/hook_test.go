package hook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "discussd/internal/process/supervisor/first"
)

// The test binary is also a hook that does what HOOK_MODE says.
func TestMain(m *testing.M) {
	if mode := os.Getenv("HOOK_MODE"); mode != "" {
		time.AfterFunc(time.Minute, func() { os.Exit(99) }) // whatever a broken test leaves behind is gone in a minute
		fakeHook(mode)
		return
	}
	os.Exit(m.Run())
}

func fakeHook(mode string) {
	child := func(mode string, attr *syscall.SysProcAttr) {
		command := exec.Command("/proc/self/exe")
		command.Env = append(os.Environ(), "HOOK_MODE="+mode)
		command.Stdout, command.Stderr, command.SysProcAttr = os.Stdout, os.Stderr, attr
		if err := command.Start(); err != nil {
			panic(err)
		}
	}
	switch mode {
	case "tell": // everything it was given
		stdin, err := io.ReadAll(os.Stdin)
		if err != nil {
			panic(err)
		}
		dir, _ := os.Getwd()
		left, _ := os.ReadDir(".")
		told := fmt.Sprintf("%q\n%s %s\nnotify %q\nempty %v, in the session %v\n%s", os.Args[1:], os.Getenv("DISCUSSD_SESSION"), os.Getenv("DISCUSSD_ROUND"),
			os.Getenv("NOTIFY_SOCKET"), len(left) == 0, strings.HasPrefix(dir, os.Getenv("DISCUSSD_SESSION")), stdin)
		if err := os.WriteFile(os.Getenv("HOOK_TOLD"), []byte(told), 0o644); err != nil {
			panic(err)
		}
	case "unread":
	case "fail":
		fmt.Println("sent to nobody")
		fmt.Fprintf(os.Stderr, "%s\ncurl: (6) could not resolve host\x1b[0m\n", strings.Repeat("noise\n", 10_000))
		os.Exit(1)
	case "silent":
		os.Exit(7)
	case "crash":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "flood":
		for line := bytes.Repeat([]byte("x"), 1<<16); ; {
			os.Stdout.Write(line)
		}
	case "hang": // with a grandchild that holds standard output, and one in a session of its own
		child("deaf", nil)
		child("deaf", &syscall.SysProcAttr{Setsid: true})
		select {}
	case "leave": // the same, but it ends itself
		child("deaf", nil)
		child("deaf", &syscall.SysProcAttr{Setsid: true})
	case "deaf":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		select {}
	}
}

// hooked prepares a run of the fake hook and returns its argv.
func hooked(t *testing.T, mode string) []string {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOOK_MODE", mode)
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("HOOK_MARK", os.Getenv("TMPDIR")) // t.Name() may be that of a test in another process, too
	return []string{binary, "--to", "a person; rm -rf $HOME"}
}

// left lists the processes and the files that the hook of a test left.
func left(t *testing.T) (found []string) {
	t.Helper()
	environs, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range environs {
		environ, _ := os.ReadFile(name) // what ended meanwhile is not left
		if bytes.Contains(environ, []byte("HOOK_MARK="+os.Getenv("HOOK_MARK")+"\x00")) {
			found = append(found, name)
		}
	}
	files, err := os.ReadDir(os.Getenv("TMPDIR"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		found = append(found, file.Name())
	}
	return found
}

func TestRunTellsTheVerdict(t *testing.T) {
	argv := hooked(t, "tell")
	told, session := filepath.Join(t.TempDir(), "told"), t.TempDir()
	t.Setenv("HOOK_TOLD", told)
	t.Setenv("NOTIFY_SOCKET", "/run/systemd/notify")
	t.Setenv("DISCUSSD_ROUND", "of another run")
	if err := Run(t.Context(), argv, []byte(`{"verdict":"error"}`), Options{Session: session, Round: "DISCUSS-002"}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(told)
	if err != nil {
		t.Fatal(err)
	}
	want := `["--to" "a person; rm -rf $HOME"]` + "\n" + session + " DISCUSS-002\nnotify \"\"\nempty true, in the session false\n{\"verdict\":\"error\"}"
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if found := left(t); len(found) > 0 {
		t.Errorf("left: %q", found)
	}
}

func TestRunEnds(t *testing.T) {
	tests := map[string]struct {
		mode  string
		limit time.Duration
		want  string // "" when it succeeds
		cause error
	}{
		"does not read a large verdict":       {mode: "unread"},
		"fails":                               {mode: "fail", want: `handoff.on_verdict: exited with 1: "curl: (6) could not resolve host\x1b[0m"`},
		"fails without a word":                {mode: "silent", want: "handoff.on_verdict: exited with 7"},
		"crashes":                             {mode: "crash", want: "handoff.on_verdict: killed by signal 9"},
		"hangs with children":                 {mode: "hang", limit: 300 * time.Millisecond, want: "handoff.on_verdict: stopped: context deadline exceeded", cause: context.DeadlineExceeded},
		"does not hear SIGTERM":               {mode: "deaf", limit: 300 * time.Millisecond, want: "handoff.on_verdict: stopped: context deadline exceeded", cause: context.DeadlineExceeded},
		"ends while children hold its output": {mode: "leave"},
		"prints without end":                  {mode: "flood", want: "handoff.on_verdict: stopped: printed more than 8 MiB"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			argv := hooked(t, tt.mode)
			ctx, cancel := context.WithTimeoutCause(t.Context(), Limit/2, errors.New("its limit was passed over"))
			defer cancel()
			err := Run(ctx, argv, make([]byte, 4<<20), Options{Limit: tt.limit})
			if got := fmt.Sprint(err); tt.want == "" && err != nil || tt.want != "" && got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if tt.cause != nil && !errors.Is(err, tt.cause) {
				t.Errorf("%v does not wrap %v", err, tt.cause)
			}
			if found := left(t); len(found) > 0 {
				t.Errorf("left: %q", found)
			}
		})
	}
}

func TestRunIsCanceled(t *testing.T) {
	argv := hooked(t, "hang")
	closing := errors.New("the daemon ends")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(200*time.Millisecond, func() { cancel(closing) })
	if err := Run(ctx, argv, nil, Options{}); !errors.Is(err, closing) {
		t.Errorf("got %v, want the cause", err)
	}
	if err := Run(ctx, argv, nil, Options{}); !errors.Is(err, closing) {
		t.Errorf("begun in the end: %v", err)
	}
	if found := left(t); len(found) > 0 {
		t.Errorf("left: %q", found)
	}
}

func TestRunFindsNoProgram(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile(filepath.Join(dir, "here"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+"/none:.")
	for _, argv := range [][]string{nil, {""}, {"no-such-program"}, {"here"}, {"./here"}, {dir}, {filepath.Join(dir, "nothing")}} {
		if err := Run(t.Context(), argv, nil, Options{}); err == nil {
			t.Errorf("%q ran", argv)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "broken"), []byte("#!"+dir+"/no-interpreter\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), []string{filepath.Join(dir, "broken")}, nil, Options{}); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("got %v, want an error that names it", err)
	}
}
