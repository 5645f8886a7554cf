package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/tools"
	"discussd/critique"
	"discussd/critique/cli"
	"discussd/critique/cli/relay"
	"discussd/critique/llm"
)

// daemonOf is a tool as a daemon asks it over a hub, through a process that stays until the
// returned function is called.
func daemonOf(t *testing.T, url string) (tool llm.Tool, end func()) {
	t.Helper()
	folder := t.TempDir()
	self, err := os.Executable()
	must(t, err)
	must(t, os.Symlink(self, filepath.Join(folder, "discussd-hub-client")))
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	standing := cli.Standing{Relay: relay.New()}
	ctx, stop := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() { standing.Relay.StandBy(ctx) })
	end = sync.OnceFunc(func() { stop(); done.Wait() })
	t.Cleanup(end)
	tool, err = tools.New("gemini", config.Tool{Via: "hub", Timeout: config.Duration(time.Minute)}, config.Hub{URL: url, Project: "default", Prefix: "discussd", WhenDown: "wait"}, standing)
	must(t, err)
	return tool, end
}

// stayers are the processes that stay for this test.
func stayers(t *testing.T, url string) (all []int) {
	t.Helper()
	processes, err := filepath.Glob("/proc/[0-9]*")
	must(t, err)
	for _, p := range processes {
		line, _ := os.ReadFile(filepath.Join(p, "cmdline"))
		if words := string(line); strings.Contains(words, "--stay") && strings.Contains(words, url) {
			pid, err := strconv.Atoi(filepath.Base(p))
			must(t, err)
			all = append(all, pid)
		}
	}
	return all
}

// TestStay: one process asks for all asks of a daemon, and ends with it.
func TestStay(t *testing.T) {
	s := start(t, -1, t.TempDir())
	work(t, s.url(), "w", &model{say: echo})
	tool, end := daemonOf(t, s.url())
	var first []int
	for _, text := range []string{"a", "b", "b"} {
		got, err := tool.Ask(t.Context(), cli.Prompt{Text: []byte(text)})
		if err != nil || string(got.Text) != "to "+text || got.Model != "m-1" || *got.Cost.InputTokens != 7 {
			t.Fatalf("got %+v, %v", got, err)
		}
		if now := stayers(t, s.url()); len(now) != 1 || first != nil && now[0] != first[0] {
			t.Errorf("processes %v, before %v", now, first)
		} else {
			first = now
		}
	}
	end()
	if left := stayers(t, s.url()); len(left) > 0 {
		t.Errorf("processes %v are left", left)
	}
}

// TestStayDies: where the process that asks is killed, another asks in its place, and the
// answer is paid once.
func TestStayDies(t *testing.T) {
	s := start(t, -1, t.TempDir())
	began, goOn := make(chan struct{}), make(chan struct{})
	m := &model{say: func(ctx context.Context, prompt cli.Prompt) (cli.Answer, error) {
		close(began)
		<-goOn
		return echo(ctx, prompt)
	}}
	work(t, s.url(), "w", m)
	tool, _ := daemonOf(t, s.url())
	var asked sync.WaitGroup
	asked.Go(func() {
		if got, err := tool.Ask(t.Context(), cli.Prompt{Text: []byte("x")}); err != nil || string(got.Text) != "to x" {
			t.Errorf("got %q, %v", got.Text, err)
		}
	})
	<-began
	killed := stayers(t, s.url())
	for _, pid := range killed {
		must(t, syscall.Kill(pid, syscall.SIGKILL))
	}
	eventually(t, "another process asks", func() bool {
		now := stayers(t, s.url())
		return len(now) == 1 && len(killed) == 1 && now[0] != killed[0]
	})
	close(goOn)
	asked.Wait()
	if n := m.asked.Load(); n != 1 {
		t.Errorf("the model was asked %d times", n)
	}
}

// TestStayCancels: who gives up has the run of the worker stopped.
func TestStayCancels(t *testing.T) {
	s := start(t, -1, t.TempDir())
	began, ended := make(chan struct{}), make(chan struct{})
	work(t, s.url(), "w", &model{say: func(ctx context.Context, _ cli.Prompt) (cli.Answer, error) {
		close(began)
		<-ctx.Done()
		close(ended)
		return cli.Answer{}, critique.Failf(critique.Canceled, "%w", ctx.Err())
	}})
	tool, end := daemonOf(t, s.url())
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-began; cancel() }()
	if _, err := tool.Ask(ctx, cli.Prompt{Text: []byte("x")}); critique.ClassOf(err) != critique.Canceled {
		t.Errorf("got %v", err)
	}
	end()
	<-ended
}

// TestStayFinal: that another try fails as well is known to the daemon, too.
func TestStayFinal(t *testing.T) {
	s := start(t, -1, t.TempDir())
	work(t, s.url(), "w", &model{say: func(_ context.Context, p cli.Prompt) (cli.Answer, error) {
		return cli.Answer{}, &critique.Failure{Class: critique.Truncated, Final: string(p.Text) == "final", Err: errors.New("cut off")}
	}})
	tool, _ := daemonOf(t, s.url())
	for _, text := range []string{"final", "other"} {
		if _, err := tool.Ask(t.Context(), cli.Prompt{Text: []byte(text)}); critique.ClassOf(err) != critique.Truncated || critique.Final(err) != (text == "final") {
			t.Errorf("%s: %v, final: %v", text, err, critique.Final(err))
		}
	}
}

// TestStayLeaves: the process of a daemon that was killed ends, and what it asked goes on: the
// next daemon has the answer without paying again.
func TestStayLeaves(t *testing.T) {
	s := start(t, -1, t.TempDir())
	began, goOn := make(chan struct{}), make(chan struct{})
	m := &model{say: func(ctx context.Context, prompt cli.Prompt) (cli.Answer, error) {
		close(began)
		select {
		case <-goOn:
		case <-ctx.Done():
			t.Error("the run was stopped")
		}
		return echo(ctx, prompt)
	}}
	work(t, s.url(), "w", m)
	tool, _ := daemonOf(t, s.url())
	path, err := exec.LookPath("discussd-hub-client")
	must(t, err)
	cmd := exec.Command(path, "ask", "--stay", "--hub", s.url(), "--project", "default")
	input, err := cmd.StdinPipe()
	must(t, err)
	must(t, cmd.Start())
	_, err = input.Write([]byte(`{"version":1,"number":1,"question":{"tool":"gemini","seconds":60,"text":"eA=="}}` + "\n"))
	must(t, err)
	<-began
	must(t, input.Close()) // as the kernel does for a daemon that is killed
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
	close(goOn)
	if got, err := tool.Ask(t.Context(), cli.Prompt{Text: []byte("x")}); err != nil || string(got.Text) != "to x" || m.asked.Load() != 1 {
		t.Errorf("got %q of %d calls, %v", got.Text, m.asked.Load(), err)
	}
}

// TestStayCannot: a process that ends at once is not started for ever, and the error says
// what it said; so it is for one that is not there.
func TestStayCannot(t *testing.T) {
	tool, _ := daemonOf(t, "nats://127.0.0.1:1")
	path, err := exec.LookPath("discussd-hub-client")
	must(t, err)
	must(t, os.Remove(path))
	must(t, os.WriteFile(path, []byte("#!/bin/sh\necho 'it is too cold' >&2\nexit 3\n"), 0o700))
	if _, err := tool.Ask(t.Context(), cli.Prompt{Text: []byte("x")}); critique.ClassOf(err) != critique.Crashed || !strings.Contains(err.Error(), "it is too cold") {
		t.Errorf("got %v", err)
	}
	must(t, os.Remove(path))
	if _, err := tool.Ask(t.Context(), cli.Prompt{Text: []byte("x")}); critique.ClassOf(err) != critique.NotInstalled {
		t.Errorf("got %v", err)
	}
}

// TestStayOfAnotherRelease: a client that speaks another version is asked once and no more,
// and the error says to install both programs of one release. The client says so, too, to
// a daemon that does.
func TestStayOfAnotherRelease(t *testing.T) {
	s := start(t, -1, t.TempDir())
	m := &model{say: echo}
	work(t, s.url(), "w", m)
	tool, _ := daemonOf(t, s.url())
	path, err := exec.LookPath("discussd-hub-client")
	must(t, err)
	for _, version := range []string{`"version":2,`, ""} {
		cmd := exec.Command(path, "ask", "--stay", "--hub", s.url())
		cmd.Stdin = strings.NewReader(`{` + version + `"number":5,"question":{"tool":"gemini","seconds":60,"text":"eA=="}}` + "\n")
		out, err := cmd.Output()
		if err != nil || !strings.Contains(string(out), `"version":1,"number":5`) || !strings.Contains(string(out), "different releases") || !strings.Contains(string(out), string(critique.Misconfigured)) {
			t.Errorf("%q: %s, %v", version, out, err)
		}
	}
	must(t, os.Remove(path))
	for _, version := range []string{`"version":2,`, ""} {
		must(t, os.WriteFile(path, []byte("#!/bin/sh\necho x >>"+path+".calls\nread line; echo '{"+version+`"number":1,"answer":{"class":"ok","text":"eA=="}}'; cat >/dev/null`+"\n"), 0o700))
		if got, err := tool.Ask(t.Context(), cli.Prompt{Text: []byte("x")}); critique.ClassOf(err) != critique.Misconfigured || !strings.Contains(critique.Reason(err), "different releases") {
			t.Errorf("%q: got %q, %v", version, got.Text, err)
		}
	}
	if calls, err := os.ReadFile(path + ".calls"); err != nil || len(calls) != 4 {
		t.Errorf("it was started so often: %q, %v", calls, err)
	}
	if n := m.asked.Load(); n > 0 {
		t.Errorf("the model was asked %d times", n)
	}
}
