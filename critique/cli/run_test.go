package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"discussd/critique"
	"discussd/internal/platform"
	"discussd/internal/process"
)

// fake is a tool that runs the test binary in a mode, marked so that what is
// left of it can be found. The mark survives even where process.RunVariable does not.
func fake(t *testing.T, mode string) (*Tool, string) {
	t.Helper()
	dir := fakePath(t, "fake")
	mark := filepath.Base(filepath.Dir(dir)) + t.Name()
	return &Tool{
		Name: "fake", Via: "command", Command: []string{filepath.Join(dir, "fake")}, Timeout: 30 * time.Second,
		Env: map[string]string{"FAKE_MODE": mode, "TEST_MARK": mark},
	}, mark
}

func TestNothingIsLeftBehind(t *testing.T) {
	if platform.Portable {
		t.Skip("needs Linux: subreapers, sealed memory and the process table")
	}
	t.Parallel()
	tests := map[string]struct {
		mode    string
		timeout time.Duration // 0: it ends by itself
		class   critique.Class
		text    string
	}{
		"answers":                                   {mode: "echo", class: critique.Answered, text: "say something"},
		"crashes":                                   {mode: "crash", class: critique.Crashed},
		"hangs":                                     {mode: "hang", timeout: 300 * time.Millisecond, class: critique.Timeout},
		"ignores SIGTERM":                           {mode: "deaf", timeout: 300 * time.Millisecond, class: critique.Timeout},
		"answers SIGTERM with exit 0":               {mode: "polite", timeout: 500 * time.Millisecond, class: critique.Timeout},
		"floods":                                    {mode: "flood", class: critique.OutputTooLarge},
		"floods standard error":                     {mode: "flood-stderr", class: critique.OutputTooLarge},
		"opens its output by name":                  {mode: "reopen", class: critique.Answered, text: "an answer"},
		"grandchild holds its output":               {mode: "grandchild", timeout: 300 * time.Millisecond, class: critique.Timeout},
		"child in a session of its own":             {mode: "setsid", class: critique.Answered, text: "an answer"},
		"orphan in a session of its own":            {mode: "daemonize", class: critique.Answered, text: "an answer"},
		"child that shed its environment":           {mode: "unmarked", class: critique.Answered, text: "an answer"},
		"deaf wrapper with deaf native program":     {mode: "wrapper", timeout: 500 * time.Millisecond, class: critique.Timeout},
		"fork storm":                                {mode: "storm", timeout: 700 * time.Millisecond, class: critique.Timeout},
		"files without the right to remove them":    {mode: "litter", class: critique.Answered, text: "an answer"},
		"exits while a child of it writes for ever": {mode: "exit-with-child", class: critique.Answered},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tool, mark := fake(t, test.mode)
			if test.timeout > 0 {
				tool.Timeout = test.timeout
			}
			dir := t.TempDir()
			answer, err := tool.Ask(t.Context(), Prompt{Text: []byte("say something"), Dir: dir})
			if got := classIn(err); got != test.class {
				t.Errorf("class %q, want %q (%v)", got, test.class, err)
			}
			if test.text != "" && string(answer.Text) != test.text {
				t.Errorf("text %q, want %q", answer.Text, test.text)
			}
			if len(answer.Raw) > process.OutputLimit || len(answer.Stderr) > process.StderrTail {
				t.Errorf("kept %d bytes of output and %d of standard error", len(answer.Raw), len(answer.Stderr))
			}
			if left := marked(mark); len(left) > 0 {
				t.Errorf("processes left: %q", left)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("files left: %v %v", left, err)
			}
		})
	}
}

// TestFloodIsCutOff has a CLI print on when it is asked to end: what it prints is in
// memory, and must not grow until it is killed.
func TestFloodIsCutOff(t *testing.T) {
	if platform.Portable {
		t.Skip("needs Linux: subreapers, sealed memory and the process table")
	}
	tool, _ := fake(t, "deaf-flood")
	told := filepath.Join(t.TempDir(), "told")
	tool.Env["FAKE_TOLD"] = told
	if _, err := tool.Ask(t.Context(), Prompt{Text: []byte("x"), Dir: t.TempDir()}); classIn(err) != critique.OutputTooLarge {
		t.Errorf("got %v, want an output that is too large", err)
	}
	if said, err := os.ReadFile(told); err != nil || !strings.Contains(string(said), "not permitted") {
		t.Errorf("no write failed: %q %v", said, err)
	}
}

func TestCancellation(t *testing.T) {
	tool, mark := fake(t, "polite")
	changed := errors.New("the artifact changed")
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		poll(func() bool { return len(marked(mark)) >= 1 })
		cancel(changed)
	}()
	answer, err := tool.Ask(ctx, Prompt{Text: []byte("x"), Dir: t.TempDir()})
	<-stopped
	if classIn(err) != critique.Canceled || !errors.Is(err, changed) {
		t.Errorf("got %v, want a cancellation that joins its cause", err)
	}
	if len(answer.Text) > 0 {
		t.Errorf("a stopped CLI's words count as an answer: %q", answer.Text)
	}
	if left := marked(mark); len(left) > 0 {
		t.Errorf("processes left: %q", left)
	}
}

func TestSupervisorKilled(t *testing.T) {
	if platform.Portable {
		t.Skip("needs Linux: subreapers, sealed memory and the process table")
	}
	for _, mode := range []string{"hang", "wrapper"} {
		t.Run(mode, func(t *testing.T) {
			tool, mark := fake(t, mode)
			killed := make(chan struct{})
			go func() {
				defer close(killed)
				killSupervisor(mark)
			}()
			_, err := tool.Ask(t.Context(), Prompt{Text: []byte("x"), Dir: t.TempDir()})
			<-killed
			if classIn(err) != critique.Crashed {
				t.Errorf("got %v, want crashed", err)
			}
			eventually(t, "no process is left", func() bool { return len(marked(mark)) == 0 })
		})
	}
}

func TestDaemonKilled(t *testing.T) {
	t.Parallel()
	modes := []string{"hang", "deaf", "grandchild"}
	if !platform.Portable { // elsewhere a process that leaves its group is not found
		modes = append(modes, "wrapper", "storm")
	}
	for _, mode := range modes {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			tool, mark := fake(t, mode)
			dir := t.TempDir()
			daemon := startDaemon(t, tool, dir)
			eventually(t, "the CLI runs", func() bool { return len(marked(mark)) >= 1 })
			daemon.Process.Kill()
			daemon.Wait()
			eventually(t, "no process is left", func() bool { return len(marked(mark)) == 0 })
			eventually(t, "no file is left", func() bool {
				left, err := os.ReadDir(dir)
				return err == nil && len(left) == 0
			})
		})
	}
}

func TestRunInsideARun(t *testing.T) {
	tool, _ := fake(t, "echo")
	t.Setenv(process.RunVariable, "/some/run")
	if _, err := tool.Ask(t.Context(), Prompt{Text: []byte("x")}); classIn(err) != critique.NotInstalled {
		t.Errorf("got %v, want a refusal", err)
	}
}

func TestProgramIsNotInstalled(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "broken")
	if err := os.WriteFile(script, []byte("#!/no/such/interpreter\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, program := range map[string]string{"missing": filepath.Join(dir, "none"), "interpreter missing": script, "a folder": dir} {
		t.Run(name, func(t *testing.T) {
			tool := Tool{Name: "fake", Via: "command", Command: []string{program}}
			if _, err := tool.Ask(t.Context(), Prompt{Text: []byte("x"), Dir: t.TempDir()}); classIn(err) != critique.NotInstalled {
				t.Errorf("got %v, want not_installed", err)
			}
		})
	}
}
