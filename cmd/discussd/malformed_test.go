//go:build linux

package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"discussd/internal/thorough"
)

// ceiling is the most memory that anything a stranger leaves in a session may cost a
// process with the limits that the configuration brings, in MiB.
const ceiling = 256

// asMeasured makes the test binary the program, which leaves the most memory that it
// ever had in the file of that name. What its parent is told counts the parent's, too.
const asMeasured = "TEST_AS_MEASURED_DISCUSSD"

func measured(file string) {
	debug.SetMemoryLimit(enoughMemory)
	debug.SetGCPercent(100)
	os.Unsetenv("GOGC")
	code := runHere(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	status, _ := os.ReadFile("/proc/self/status")
	if peak := regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(status); peak != nil {
		os.WriteFile(file, peak[1], 0o644)
	}
	os.Exit(code)
}

// peak runs the program and returns the most memory that it had, in MiB.
func (s *stage) peak(args ...string) (stdout string, code int, mib float64) {
	s.t.Helper()
	file := filepath.Join(s.t.TempDir(), "peak")
	one := *s
	one.environment = append([]string{asMeasured + "=" + file}, s.environment...)
	stdout, stderr, code := one.run(args...)
	text, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatalf("%v died: exit %d\n%.2000s", args, code, stderr)
	}
	mib, err = strconv.ParseFloat(string(text), 64)
	must(s.t, err)
	return stdout, code, mib / 1024
}

// The files that discussd reads back, and what there is of them beside a brief.
const malformedRequest = "type: initial\ntopic: what is left\nround: 1\n"

func malformedPlaces() map[string]string {
	sum := sha256.Sum256([]byte(malformedRequest))
	return map[string]string{
		"verdict":    "discussions/DISCUSS-002-verdict.json",
		"pending":    "discussions/DISCUSS-002-pending.json",
		"checks":     "discussions/DISCUSS-002-checks.json",
		"record":     "discussions/DISCUSS-002-discussion.md",
		"history":    "discussions/.discussd/history/DISCUSS-002/7-verdict.json",
		"answered":   "discussions/.discussd/answered/" + hex.EncodeToString(sum[:]) + ".json",
		"lock":       "discussions/.discussd/lock",
		"memory":     "shared-memory.json",
		"discussed":  "discussions/discussion-round-1.json",
		"discussion": "discussion.md",
		"bus":        ".msg/messages.jsonl",
		"team":       "team-session.json",
	}
}

// malformedShapes write something into the place of a file.
func malformedShapes() map[string]func(t *testing.T, file string) {
	text := func(text string) func(*testing.T, string) {
		return func(t *testing.T, file string) { must(t, os.WriteFile(file, []byte(text), 0o644)) }
	}
	const valid = `{"schema_version":1,"round":"DISCUSS-002","revision":3,"verdict":"consensus_reached","id":"MSG-001","from":"discuss","type":"impl_progress","data":{"round":"DISCUSS-002"},"discussions":[`
	fields := []string{"perspectives", "divergences", "convergent_themes", "action_items", "decisions", "notes", "members", "discussions", "new_findings"}
	bomb := func(entry string, bytes int) string {
		var all strings.Builder
		all.WriteString(`{"schema_version":1,"verdict":"consensus_reached","state":"running"`)
		for _, field := range fields {
			fmt.Fprintf(&all, `,%q:[%s%s]`, field, strings.Repeat(entry+",", bytes/len(fields)/(len(entry)+1)), entry)
		}
		return all.String() + "}\n"
	}
	return map[string]func(t *testing.T, file string){
		"empty":           text(""),
		"cut":             text(valid + `{"id"`),
		"objects":         text(bomb("{}", 256<<10)),
		"many objects":    text(bomb("{}", 10<<20)),
		"many texts":      text(bomb(`"ab"`, 10<<20)),
		"many numbers":    text(bomb("7", 2<<20)),
		"a few objects":   text(bomb("{}", 30_000)),
		"wrong types":     text(`{"schema_version":"1","verdict":{},"perspectives":{"a":1},"revision":"x","state":7,"discussions":0,"round":[],"data":"x"}`),
		"deep":            text(strings.Repeat(`{"perspectives":[`, 200_000)),
		"duplicate keys":  text(`{"schema_version":1,"verdict":"error","verdict":"consensus_reached","revision":-7,"revision":9,"perspectives":[{}],"perspectives":null}`),
		"not UTF-8":       text("{\"verdict\":\"\xff\xfe\x00\"}"),
		"sparse":          func(t *testing.T, file string) { text("{")(t, file); must(t, os.Truncate(file, 2<<30)) },
		"a named pipe":    func(t *testing.T, file string) { must(t, unix.Mkfifo(file, 0o644)) },
		"a link out":      func(t *testing.T, file string) { must(t, os.Symlink("/dev/zero", file)) },
		"a dangling link": func(t *testing.T, file string) { must(t, os.Symlink("nowhere", file)) },
		"a folder":        func(t *testing.T, file string) { must(t, os.Mkdir(file, 0o755)) },
	}
}

// TestMalformed: whatever lies in the place of what discussd reads back, no process
// dies of it or waits for it, all stay below the ceiling, and the round is judged, or
// it is said that its outcome cannot be written. Every shape comes to some places and to
// every place some shapes; in a thorough run each comes to each.
func TestMalformed(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute, and what memory costs only a build without the race detector tells")
	}
	t.Parallel()
	s := newStage(t, "[panel]\nbudget = 0\n"+everyRule)
	sessions := map[string]*stage{}
	add := func(name string) *stage {
		sessions[name] = s.beside(name)
		draft(t, sessions[name].brief())
		return sessions[name]
	}
	places, shapes := malformedPlaces(), malformedShapes()
	for i, place := range slices.Sorted(maps.Keys(places)) {
		for j, shape := range slices.Sorted(maps.Keys(shapes)) {
			if (i+j)%4 != 0 && !thorough.Asked() {
				continue
			}
			file, write := places[place], shapes[shape]
			one := add(place + " " + shape)
			path := filepath.Join(one.session, file)
			must(t, os.MkdirAll(filepath.Dir(path), 0o755))
			must(t, os.MkdirAll(filepath.Join(one.session, "discussions/requests"), 0o755))
			must(t, os.WriteFile(filepath.Join(one.session, "discussions/requests/r.md"), []byte(malformedRequest), 0o644))
			write(t, path)
		}
	}
	measure := func() {
		for _, command := range [][]string{{"status", s.root}, {"critique", "--checks-only", "--force", "--dry-run", s.root}} {
			_, code, mib := s.peak(command...)
			t.Logf("%s: %.0f MiB", command[0], mib)
			if mib > ceiling || code == exitInternal {
				t.Errorf("%v: %.0f MiB, exit %d", command, mib, code)
			}
		}
	}
	measure() // before anything is replaced
	daemon := s.background("--checks-only", s.root)
	for name, one := range sessions {
		place, shape, _ := strings.Cut(name, " ")
		mine := place == "verdict" || place == "pending" || place == "lock"
		if mine && slices.Contains([]string{"a named pipe", "a link out", "a dangling link", "a folder"}, shape) {
			poll(t, name+" to be refused", func() bool {
				for line := range strings.Lines(s.log()) {
					if strings.Contains(line, one.session) && strings.Contains(line, "output_refused") {
						return true
					}
				}
				return false
			})
		} else {
			one.await("DISCUSS-002")
		}
	}
	heavy := map[string]string{
		"members": strings.Repeat("word ", 200_000), "sparse members": "",
		"sections": strings.Repeat("## A\n\nx\n\n", 100_000), "items": strings.Repeat("- x\n", 250_000),
		"ids": strings.Repeat(strings.Repeat("REQ-001 ", 20)+"\n", 6000),
	}
	if !thorough.Asked() { // one of what is small and much, one of what is large and empty
		maps.DeleteFunc(heavy, func(name, _ string) bool { return name != "sections" && name != "sparse members" })
	}
	for name, content := range heavy {
		dir := filepath.Join(add(name).session, "spec", "requirements")
		must(t, os.Mkdir(dir, 0o755))
		number := 20
		if content == "" {
			number = 3000
		}
		must(t, os.WriteFile(filepath.Join(dir, "_index.md"), []byte("# Requirements\n"), 0o644))
		for i := range number {
			file := filepath.Join(dir, fmt.Sprintf("REQ-%04d.md", i))
			must(t, os.WriteFile(file, []byte(content), 0o644))
			if content == "" {
				must(t, os.Truncate(file, 1<<20))
			}
		}
	}

	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // they are judged one after the other
	defer cancel()
	for name := range heavy {
		v, err := sessions[name].demo.await(ctx, "DISCUSS-003")
		must(t, err)
		unread := 0
		for _, m := range v.Artifact.Members {
			if m.SHA256 == "" {
				unread++
			}
		}
		if unread == 0 || v.ExitCode() == 0 {
			t.Errorf("%s: %d of %d members are unread, exit %d", name, unread, len(v.Artifact.Members), v.ExitCode())
		}
	}
	_, peak := observed{cmd: daemon, pid: daemon.Process.Pid}.memory(t)
	t.Logf("run: %.0f MiB", peak)
	if peak > ceiling {
		t.Errorf("the daemon had %.0f MiB", peak)
	}
	s.stop(daemon)
	measure()
}
