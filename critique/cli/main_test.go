package cli

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	_ "discussd/internal/process/supervisor/first"
)

// The test binary is two programs more: a CLI that does what the variable
// FAKE_MODE says, and a daemon that is there to be killed.
func TestMain(m *testing.M) {
	if mode := os.Getenv("FAKE_MODE"); mode != "" {
		syscall.Exit(fakeCLI(mode)) // not os.Exit: the race detector has a program sleep a second there, and no CLI inherits GORACE
	}
	if dir := os.Getenv("FAKE_DAEMON"); dir != "" {
		fakeDaemon(dir)
		return
	}
	cache, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(cache)
	os.Setenv("XDG_CACHE_HOME", cache)       // where CLIs work
	os.Setenv("GORACE", "atexit_sleep_ms=0") // else each of hundreds of short processes waits a second
	flag.Set("test.parallel", "8")           // most of what they do is to wait
	m.Run()
}

// stormLimit is how many processes a storm consists of at most: it must be one
// that the machine survives even if nobody stops it.
const stormLimit = 300

// fakeCLI behaves as told: "print" is everything an envelope test needs, the
// others are what CLIs do to their processes.
func fakeCLI(mode string) int {
	// Whatever a broken test leaves behind is gone in a minute.
	time.AfterFunc(time.Minute, func() { os.Exit(99) })
	switch mode {
	case "print": // FAKE_STDOUT and FAKE_STDERR name files, FAKE_EXIT is the status
		io.Copy(os.Stderr, open("FAKE_STDERR"))
		io.Copy(os.Stdout, open("FAKE_STDOUT"))
		exit, _ := strconv.Atoi(os.Getenv("FAKE_EXIT"))
		return exit
	case "echo":
		io.Copy(os.Stdout, os.Stdin)
	case "swallow": // puts the prompt into the file FAKE_TOLD
		told, err := os.Create(os.Getenv("FAKE_TOLD"))
		if err != nil {
			panic(err)
		}
		if at := slices.Index(os.Args, "-f"); at > 0 {
			io.Copy(told, openFile(os.Args[at+1]))
		} else {
			io.Copy(told, os.Stdin)
		}
	case "parent":
		fmt.Println(os.Getppid())
	case "version":
		fmt.Println("\n  9.9.9 (a fake)\nmore")
	case "hang":
		select {}
	case "deaf":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		fmt.Fprintln(os.Stderr, "deaf")
		select {}
	case "polite": // answers SIGTERM with exit status 0, as gemini does
		term := make(chan os.Signal, 1)
		signal.Notify(term, syscall.SIGTERM)
		fmt.Fprintln(os.Stderr, "polite")
		<-term
		fmt.Println("a late answer")
	case "crash":
		unix.Kill(os.Getpid(), unix.SIGSEGV)
		select {}
	case "flood":
		for line := bytes.Repeat([]byte("x"), 1<<16); ; {
			os.Stdout.Write(line)
		}
	case "deaf-flood": // until a write fails, which it puts into the file FAKE_TOLD
		signal.Ignore(syscall.SIGTERM)
		for line := bytes.Repeat([]byte("x"), 1<<16); ; {
			if _, err := os.Stdout.Write(line); err != nil {
				os.WriteFile(os.Getenv("FAKE_TOLD"), []byte(err.Error()), 0o600)
				return 0
			}
		}
	case "reopen": // as scripts do that write to /dev/stdout
		fmt.Print("an ")
		out, err := os.OpenFile("/dev/stdout", os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			panic(err)
		}
		fmt.Fprint(out, "ans")
		fmt.Print("wer")
	case "drip":
		for range time.Tick(time.Millisecond) {
			os.Stdout.WriteString(".")
		}
	case "flood-stderr":
		for line := bytes.Repeat([]byte("x"), 1<<16); ; {
			os.Stderr.Write(line)
		}
	case "retry": // as gemini prints it
		fmt.Fprintln(os.Stderr, `Attempt 1 failed with status 429. Retrying with backoff... _ApiError: {"error":{"code":429,"message":"You have too many requests. Please retry in 7.5s."}}`)
		fmt.Fprintln(os.Stderr, "    at retryWithBackoff (x.js:1:2) {\n  status: 429\n}")
		select {}
	case "reconnect": // as codex prints it
		for i := range 5 {
			fmt.Printf(`{"type":"error","message":"Reconnecting... %d/5 (unexpected status 500, url: ws://127.0.0.1:9)"}`+"\n", i+1)
		}
		for i := range 3 {
			fmt.Printf(`{"type":"error","message":"Reconnecting... %d/5 (unexpected status 529: Overloaded)"}`+"\n", i+1)
		}
		select {}
	case "grandchild": // which holds the standard output
		child("hang", nil)
		select {}
	case "exit-with-child": // which writes on
		child("drip", nil)
		fmt.Println("an answer")
	case "setsid":
		child("deaf", &syscall.SysProcAttr{Setsid: true})
		fmt.Println("an answer")
	case "daemonize": // a session of its own, and its parent gone
		child("daemonize-2", &syscall.SysProcAttr{Setsid: true}).Wait()
		fmt.Println("an answer")
	case "daemonize-2":
		child("deaf", &syscall.SysProcAttr{Setsid: true})
	case "unmarked": // as above, with nothing of the environment left
		command := exec.Command("/proc/self/exe", "TEST_MARK="+os.Getenv("TEST_MARK"))
		command.Env = []string{"FAKE_MODE=deaf"}
		command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		command.Start()
		fmt.Println("an answer")
	case "shed": // a deaf child that nothing of the run is seen in but whose it is; then it waits
		shed()
		select {}
	case "stop-supervisor":
		shed()
		unix.Kill(os.Getppid(), unix.SIGSTOP)
		select {}
	case "kill-supervisor":
		shed()
		unix.Kill(os.Getppid(), unix.SIGKILL)
		select {}
	case "forker": // never the same process for long, each in a session of its own
		go forkOn()
		select {}
	case "wrapper": // a node wrapper with its native program, which is deaf
		child("deaf", nil)
		child("setsid", nil)
		signal.Ignore(syscall.SIGTERM)
		select {}
	case "storm": // each starts one more, in its group, in one of its own or in a session of its own
		depth := len(os.Getenv("FAKE_DEPTH"))
		if depth == stormLimit {
			return 0
		}
		attrs := [...]syscall.SysProcAttr{{}, {Setpgid: true}, {Setsid: true}}
		os.Setenv("FAKE_DEPTH", strings.Repeat("+", depth+1))
		child("storm", &attrs[depth%len(attrs)])
		if depth%2 == 1 {
			return 0
		}
		select {}
	case "litter":
		os.MkdirAll(filepath.Join(os.Getenv("TMPDIR"), "a", "b"), 0o700)
		os.WriteFile(filepath.Join(os.Getenv("TMPDIR"), "a", "b", "c"), []byte("whole prompt"), 0o644)
		os.Chmod(filepath.Join(os.Getenv("TMPDIR"), "a"), 0o500)
		os.WriteFile("left", []byte("x"), 0o600)
		fmt.Println("an answer")
	default:
		panic("no such mode: " + mode)
	}
	return 0
}

// shed starts a deaf child in a session of its own with nothing of the environment left,
// and returns when the run's record names it, which lies beside the folder.
func shed() {
	command := exec.Command("/proc/self/exe", "TEST_MARK="+os.Getenv("TEST_MARK"))
	command.Env = []string{"FAKE_MODE=deaf"}
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := command.Start(); err != nil {
		panic(err)
	}
	poll(func() bool {
		noted, _ := os.ReadFile(os.Getenv("TMPDIR") + ".processes")
		return bytes.Contains(noted, []byte("\n"+strconv.Itoa(command.Process.Pid)+" "))
	})
}

func open(variable string) *os.File {
	name := os.Getenv(variable)
	if name == "" {
		name = os.DevNull
	}
	return openFile(name)
}

func openFile(name string) *os.File {
	file, err := os.Open(name)
	if err != nil {
		panic(err)
	}
	return file
}

// child starts the fake CLI once more.
func child(mode string, attr *syscall.SysProcAttr) *exec.Cmd {
	command := exec.Command("/proc/self/exe")
	command.Env = append(os.Environ(), "FAKE_MODE="+mode)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	command.SysProcAttr = attr
	if err := command.Start(); err != nil {
		panic(err)
	}
	return command
}

// fakePath makes a folder that holds the test binary under the given names and
// is a PATH of its own.
func fakePath(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.Symlink(binary, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// marked lists the processes that carry TEST_MARK=mark in their environment or
// as an argument, as a failed test prints them.
func marked(mark string) []string {
	var found []string
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range all {
		environ, _ := os.ReadFile(filepath.Join(dir, "environ"))
		line, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		if pid := filepath.Base(dir); pid != strconv.Itoa(os.Getpid()) && bytes.Contains(append(line, environ...), []byte("TEST_MARK="+mark+"\x00")) {
			found = append(found, fmt.Sprintf("%s %q", pid, line))
		}
	}
	return found
}

// poll waits until what holds, and says whether it ever did.
func poll(holds func() bool) bool {
	deadline := time.After(30 * time.Second)
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for !holds() {
		select {
		case <-deadline:
			return false
		case <-ticker.C:
		}
	}
	return true
}

// eventually fails the test unless what it is told of happens.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	if !poll(holds) {
		t.Fatal("never happened: " + what)
	}
}
