package bus

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// The test binary is several programs more: writers of a bus, and an agent that
// knows of no lock.
func TestMain(m *testing.M) {
	if dir := os.Getenv("BUS_DIR"); dir != "" {
		writer(os.Getenv("BUS_WRITER"), dir, os.Getenv("BUS_NAME"))
		return
	}
	os.Exit(m.Run())
}

const (
	writers    = 20  // goroutines of a process; there are five processes
	foreigners = 200 // lines of the agent without a lock
)

func writer(kind, dir, name string) {
	var t process
	switch kind {
	case "crowd": // each judges a round of its own
		b := open(t, dir, On)
		var all sync.WaitGroup
		for i := range writers {
			all.Go(func() {
				k := key(fmt.Sprintf("%s-%d", name, i), "f", 1)
				do(t, b, "begin", k)
				do(t, b, "end", k)
			})
		}
		all.Wait()
	case "foreign":
		log, err := os.OpenFile(dir+"/.msg/messages.jsonl", os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		for i := range foreigners {
			if _, err := log.WriteString(foreignLine(i)); err != nil {
				t.Fatal(err)
			}
		}
	case "endless": // to be killed; a byte tells of each step
		b := open(t, dir, On)
		from, err := strconv.Atoi(name)
		if err != nil {
			t.Fatal(err)
		}
		for revision := from; ; revision++ {
			for _, what := range []string{"begin", "end"} {
				do(t, b, what, key("R", fmt.Sprint("f", revision), revision))
				os.Stdout.WriteString(".")
			}
		}
	}
}

// foreignLine is now and then so long that it can be seen while it is written.
func foreignLine(i int) string {
	note := strings.Repeat("字", i%50)
	if i%10 == 9 {
		note = strings.Repeat(note, 100)
	}
	return fmt.Sprintf(`{"id":"agent-%d", "note" : "%s"}`+"\n", i, note)
}

// process is what a program has in place of a test.
type process struct{ testing.TB }

func (process) Helper()                   {}
func (process) Cleanup(func())            {}
func (process) Context() context.Context  { return context.Background() }
func (process) Fatal(args ...any)         { panic(fmt.Sprint(args...)) }
func (process) Fatalf(f string, a ...any) { panic(fmt.Sprintf(f, a...)) }

// start runs the test binary as one of its other programs.
func start(t *testing.T, kind, dir, name string) (*exec.Cmd, io.Reader) {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), "BUS_WRITER="+kind, "BUS_DIR="+dir, "BUS_NAME="+name)
	command.Stderr = os.Stderr
	said, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return command, said
}

func TestHundredWritersInSixProcesses(t *testing.T) {
	dir, log := session(t, foreignLine(999))
	var processes []*exec.Cmd
	for _, name := range []string{"A", "B", "C", "D", "E"} {
		command, _ := start(t, "crowd", dir, name)
		processes = append(processes, command)
	}
	command, _ := start(t, "foreign", dir, "")
	for _, command := range append(processes, command) {
		if err := command.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	ids, rounds := map[int64]bool{}, map[string]string{}
	foreign, wantForeign := "", foreignLine(999)
	for i := range foreigners {
		wantForeign += foreignLine(i)
	}
	for line := range strings.Lines(read(t, log)) {
		if !json.Valid([]byte(line)) {
			t.Fatalf("torn line: %q", line)
		}
		e := parse([]byte(line))
		switch {
		case e.number == 0:
			foreign += line
		case ids[e.number]:
			t.Errorf("two lines with id %d", e.number)
		case e.begins():
			rounds[e.key.Round] += "p"
		case e.ends():
			rounds[e.key.Round] += "E"
		}
		ids[e.number] = true
	}
	if foreign != wantForeign {
		t.Error("what the others wrote was changed")
	}
	for round, said := range rounds {
		if said != "pE" {
			t.Errorf("%s: %q", round, said)
		}
	}
	if want := len(processes) * writers; len(rounds) != want || !ids[int64(2*want)] {
		t.Errorf("%d rounds in %d lines, want %d", len(rounds), len(ids)-1, want)
	}
}

// Killed at any moment, a writer leaves whole lines, and the next one goes on
// where it was.
func TestKilledWriter(t *testing.T) {
	dir, log := session(t, "")
	next, kills := 1, 20
	for i := range kills {
		command, said := start(t, "endless", dir, strconv.Itoa(next))
		if _, err := io.ReadFull(said, make([]byte, 1+i%5)); err != nil {
			t.Fatal(err)
		}
		command.Process.Kill()
		command.Wait()

		b := open(t, dir, Auto)
		left, err := b.Unfinished()
		if err != nil || len(left) > 1 {
			t.Fatalf("unfinished: %v, %v", left, err)
		}
		for _, k := range left { // as if its verdict were there
			do(t, b, "end", k)
			do(t, b, "end", k)
		}
		for line := range strings.Lines(read(t, log)) {
			if !json.Valid([]byte(line)) {
				t.Fatalf("torn line: %q", line)
			}
			next = parse([]byte(line)).key.Revision + 1
		}
	}
	said := types(t, log, "R")
	if said != strings.Repeat("pE", len(said)/2) || len(said) < 2*kills {
		t.Errorf("said %q", said)
	}
}
