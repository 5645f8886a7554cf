//go:build linux

package main

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"discussd/cmd/discussd/fakecli"

	"golang.org/x/sys/unix"
)

var chaosSteps = flag.Int("chaos", 50, "how many things happen in TestChaos")

// TestChaos has random things happen to a tree: files and folders are written, moved,
// exchanged, linked and deleted, roots go and come, the daemon is reloaded, stopped and
// killed. When that has an end, what is there is judged as it is, what is gone has no
// verdict, and nothing is pending.
func TestChaos(t *testing.T) {
	t.Parallel()
	random, steps := newRandom(t), *chaosSteps
	tests := map[string]struct{ asks, two bool }{
		"the checks alone": {}, "a tool is asked": {asks: true}, "two daemons": {two: true}, "two daemons ask a tool": {true, true},
	}
	for _, name := range slices.Sorted(maps.Keys(tests)) {
		tt := tests[name]
		lots := rand.New(rand.NewPCG(random.Uint64(), 0))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &chaos{stage: newStage(t, ""), t: t, random: lots, arguments: []string{"--checks-only"}}
			if tt.asks {
				c.asksTool()
			}
			c.configure()
			for i := range 5 {
				c.sessions = append(c.sessions, filepath.Join(filepath.Dir(c.session), fmt.Sprint("session ", i)))
			}
			c.begin()
			if tt.two {
				c.other = c.second("second", c.arguments...)
			}
			for range steps {
				c.step()
			}
			c.calm()
			c.check()
		})
	}
}

type chaos struct {
	*stage
	t             *testing.T
	random        *rand.Rand
	daemon, other *exec.Cmd // the other one may be missing, and is left alone
	arguments     []string
	tool          string   // configuration of the tool that is asked
	sessions      []string // that may be there
	writes        int
	done          []string
}

// asksTool has a slow tool asked.
func (c *chaos) asksTool() {
	answer := filepath.Join(c.dir, "answer.json")
	must(c.t, os.WriteFile(answer, fakecli.Answer([]byte("BEGIN artifact x\n"+briefLine+"\n=== ")), 0o644))
	command := fmt.Sprintf("via = \"command\"\ncommand = [\"/bin/sh\", \"-c\", %q]\n", "sleep 0.1; cat '"+answer+"'")
	c.tool, c.arguments = strings.Replace(oneJudge(4), "[tools.codex]\n", "[tools.codex]\n"+command, 1), nil
}

func (c *chaos) configure() {
	text := fmt.Sprintf("[watch]\nquiet = \"%dms\"\nquiet_members = \"60ms\"\ncatch_up = \"all\"\npoll = \"50ms\"\n%s", 30+c.random.IntN(20), c.tool)
	if c.tool == "" {
		text += "[panel]\nbudget = 0\n"
	}
	must(c.t, os.WriteFile(c.configuration, []byte(text), 0o644))
}

// begin starts a daemon, and forgets what the one before it said of itself.
func (c *chaos) begin() {
	c.t.Helper()
	must(c.t, c.notes.SetReadDeadline(time.Now().Add(5*time.Millisecond)))
	for buffer := make([]byte, 4096); ; {
		if _, err := c.notes.Read(buffer); err != nil {
			break
		}
	}
	c.daemon = c.background(append(slices.Clone(c.arguments), c.root)...)
}

func (c *chaos) any() string { return c.sessions[c.random.IntN(len(c.sessions))] }

// spare is where a folder waits that was moved out of sight.
func (c *chaos) spare() string { return filepath.Join(c.dir, fmt.Sprint("spare ", c.random.IntN(2))) }

// step does one thing. What cannot be done, since something is not there, is not done.
func (c *chaos) step() {
	c.t.Helper()
	a, b := c.any(), c.any()
	steps := []struct {
		weight int
		what   string
		do     func()
	}{
		{30, "write a brief", func() { c.write(a, "spec/product-brief.md") }},
		{10, "write requirements", func() { c.write(a, "spec/requirements/_index.md") }},
		{10, "write a member", func() { c.write(a, fmt.Sprintf("spec/requirements/REQ-%03d.md", c.random.IntN(3))) }},
		{6, "ask for a brief", func() { c.ask(a) }},
		{2, "take requests back", func() { os.RemoveAll(filepath.Join(a, "discussions/requests")) }},
		{4, "delete a brief", func() { os.Remove(filepath.Join(a, "spec/product-brief.md")) }},
		{2, "delete a member", func() { os.Remove(filepath.Join(a, "spec/requirements/REQ-001.md")) }},
		{2, "delete the requirements", func() { os.RemoveAll(filepath.Join(a, "spec/requirements")) }},
		{2, "delete a spec folder", func() { os.RemoveAll(filepath.Join(a, "spec")) }},
		{2, "delete a session", func() { os.RemoveAll(a) }},
		{6, "rename a session", func() { rename(a, b) }},
		{4, "exchange sessions", func() { exchange(a, b) }},
		{4, "rename a spec folder", func() { rename(filepath.Join(a, "spec"), filepath.Join(b, "spec")) }},
		{4, "exchange spec folders", func() { exchange(filepath.Join(a, "spec"), filepath.Join(b, "spec")) }},
		{4, "exchange briefs", func() { exchange(filepath.Join(a, "spec/product-brief.md"), filepath.Join(b, "spec/product-brief.md")) }},
		{4, "move a brief", func() { rename(filepath.Join(a, "spec/product-brief.md"), filepath.Join(b, "spec/product-brief.md")) }},
		{4, "move a session out of sight", func() { rename(a, c.spare()) }},
		{6, "move a session into sight", func() { rename(c.spare(), a) }},
		{2, "link a session", func() { os.Symlink(filepath.Base(b), a) }},
		{2, "link a spec folder", func() { os.Symlink(filepath.Join(b, "spec"), filepath.Join(a, "spec")) }},
		{3, "remove links", func() { c.unlink() }},
		{2, "move the folder of sessions away", func() { rename(filepath.Dir(c.session), filepath.Join(c.dir, "sessions")) }},
		{4, "move the folder of sessions back", func() { rename(filepath.Join(c.dir, "sessions"), filepath.Dir(c.session)) }},
		{2, "move the root away", func() { rename(c.root, filepath.Join(c.dir, "root")) }},
		{4, "move the root back", func() { rename(filepath.Join(c.dir, "root"), c.root) }},
		{3, "reload", func() { c.configure(); must(c.t, c.daemon.Process.Signal(syscall.SIGHUP)) }},
		{1, "stop and start", func() { c.stop(c.daemon); c.begin() }},
		{1, "kill and start", func() {
			must(c.t, c.daemon.Process.Kill())
			c.daemon.Wait()
			c.begin()
		}},
		{15, "wait", func() { <-time.After(time.Duration(c.random.IntN(200)) * time.Millisecond) }},
	}
	sum := 0
	for _, s := range steps {
		sum += s.weight
	}
	at := c.random.IntN(sum)
	for _, s := range steps {
		if at -= s.weight; at < 0 {
			c.done = append(c.done, fmt.Sprintf("%s %s: %s [%s]", time.Now().UTC().Format("05.000"), filepath.Base(a), s.what, filepath.Base(b)))
			s.do()
			return
		}
	}
}

// write writes words that nobody has written before, in one of two ways.
func (c *chaos) write(session, name string) {
	c.t.Helper()
	if info, err := os.Lstat(session); err == nil && !info.IsDir() {
		return
	}
	path := filepath.Join(session, name)
	if os.MkdirAll(filepath.Dir(path), 0o755) != nil {
		return
	}
	c.writes++
	text := fmt.Appendf(nil, "# Document\n\n%s\n\nThese are the words number %d.\n", briefLine, c.writes)
	if c.random.IntN(2) == 0 {
		must(c.t, os.WriteFile(path, text, 0o644))
		return
	}
	must(c.t, os.WriteFile(path+".tmp", text, 0o644))
	must(c.t, os.Rename(path+".tmp", path))
}

// ask drops a request for a round of its own over a session's brief.
func (c *chaos) ask(session string) {
	c.t.Helper()
	inbox := filepath.Join(session, "discussions/requests")
	if info, err := os.Lstat(session); err != nil || !info.IsDir() || os.MkdirAll(inbox, 0o755) != nil {
		return
	}
	c.writes++
	text := fmt.Appendf(nil, "round = \"ASKED-%d\"\nartifact = \"spec/product-brief.md\"\n[[perspectives]]\nname = \"single\"\ntool = \"codex\"\nrole = \"Judge\"\nfocus = \"everything\"\n", c.writes)
	must(c.t, os.WriteFile(filepath.Join(inbox, fmt.Sprintf("%d.toml", c.writes)), text, 0o644))
}

// rename moves what is there to where nothing is.
func rename(from, to string) {
	unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
}

func exchange(a, b string) { unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE) }

// unlink removes the links that stand for folders.
func (c *chaos) unlink() {
	for _, session := range c.sessions {
		for _, path := range []string{session, filepath.Join(session, "spec")} {
			if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSymlink != 0 {
				must(c.t, os.Remove(path))
			}
		}
	}
}
