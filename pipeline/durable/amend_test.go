package durable

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"discussd/internal/platform"

	"github.com/google/go-cmp/cmp"
)

// adding returns an edit that adds a line to a file of lines, once.
func adding(line string) func([]byte) ([]byte, error) {
	return func(content []byte) ([]byte, error) {
		if len(content) > 0 && !bytes.HasSuffix(content, []byte("\n")) {
			return nil, errors.New("half a line")
		}
		if strings.Contains("\n"+string(content), "\n"+line+"\n") {
			return content, nil
		}
		return append(bytes.Clone(content), line+"\n"...), nil
	}
}

// inPlace writes as most programs do: it truncates the file and writes it anew.
func inPlace(t *testing.T, name, content string) { must(t, os.WriteFile(name, []byte(content), 0o644)) }

// renamed writes as careful programs do.
func renamed(t *testing.T, name, content string) {
	must(t, os.WriteFile(name+".foreign", []byte(content), 0o644))
	must(t, os.Rename(name+".foreign", name))
}

func TestAmend(t *testing.T) {
	dir := t.TempDir()
	root, name := open(t, dir), filepath.Join(dir, "x")
	amend := func(line string) os.FileInfo {
		t.Helper()
		must(t, Amendment{Root: root, Name: "x", Largest: 1 << 20, Edit: adding(line)}.Apply(t.Context()))
		info, err := os.Stat(name)
		must(t, err)
		return info
	}
	amend("one")
	must(t, os.Chmod(name, 0o664))
	two := amend("two")
	if two.Mode().Perm() != 0o664 {
		t.Errorf("the mode became %v", two.Mode())
	}
	edited := 0
	must(t, Amendment{Root: root, Name: "x", Largest: 1 << 20, Edit: func(content []byte) ([]byte, error) {
		edited++
		return adding("three")(content)
	}}.Apply(t.Context()))
	if edited != 2 {
		t.Errorf("edited %d times: the result was not read again", edited)
	}
	two = amend("two")
	if !os.SameFile(two, amend("one")) {
		t.Error("the file was replaced by its equal")
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "one\ntwo\nthree\n" {
		t.Errorf("got %q, %v", text, err)
	}
	if diff := cmp.Diff([]string{"x"}, names(t, dir)); diff != "" {
		t.Errorf("left behind (-want +got):\n%s", diff)
	}
}

func TestAmendAgainstForeignWriters(t *testing.T) {
	tests := map[string]struct {
		before  string // "" = no file
		foreign func(t *testing.T, name string)
		want    string
	}{
		"in place":              {"a\n", func(t *testing.T, name string) { inPlace(t, name, "a\nforeign\n") }, "a\nforeign\nours\n"},
		"renamed":               {"a\n", func(t *testing.T, name string) { renamed(t, name, "a\nforeign\n") }, "a\nforeign\nours\n"},
		"same bytes, new inode": {"a\n", func(t *testing.T, name string) { renamed(t, name, "a\n") }, "a\nours\n"},
		"created":               {"", func(t *testing.T, name string) { inPlace(t, name, "foreign\n") }, "foreign\nours\n"},
		"removed":               {"a\n", func(t *testing.T, name string) { must(t, os.Remove(name)) }, "ours\n"},
		"amended": {"a\n", func(t *testing.T, name string) {
			must(t, Amendment{Root: open(t, filepath.Dir(name)), Name: "x", Largest: 1 << 20, Edit: adding("foreign")}.Apply(t.Context()))
		}, "a\nforeign\nours\n"},
		"our very edit": {"a\n", func(t *testing.T, name string) { inPlace(t, name, "ours\nforeign\n") }, "ours\nforeign\n"},
	}
	for name, test := range tests {
		for _, moment := range []string{"before the second look", "before the exchange"} {
			t.Run(name+" "+moment, func(t *testing.T) {
				if platform.Portable && moment == "before the exchange" && test.before != "" {
					t.Skip("needs files to be exchanged")
				}
				dir := t.TempDir()
				file := filepath.Join(dir, "x")
				if test.before != "" {
					inPlace(t, file, test.before)
				}
				var once sync.Once
				foreign := func() { once.Do(func() { test.foreign(t, file) }) }
				a := Amendment{Root: open(t, dir), Name: "x", Largest: 1 << 20, Edit: adding("ours")}
				if edit := a.Edit; moment == "before the exchange" {
					a.Staged = foreign
				} else {
					exchanges := 0
					a.Edit = func(content []byte) ([]byte, error) { defer foreign(); return edit(content) }
					a.Staged = func() {
						if exchanges++; exchanges > 1 {
							t.Error("what the second look saw was exchanged all the same")
						}
					}
				}
				must(t, a.Apply(t.Context()))
				if got, err := os.ReadFile(file); err != nil || string(got) != test.want {
					t.Errorf("got %q, %v, want %q", got, err, test.want)
				}
				if diff := cmp.Diff([]string{"x"}, names(t, dir)); diff != "" {
					t.Errorf("left behind (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestAmendNeverWritesThroughALink(t *testing.T) {
	if platform.Portable {
		t.Skip("needs files to be exchanged")
	}
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	inPlace(t, outside, "secret\n")
	name := filepath.Join(dir, "x")
	link := func() {
		os.Remove(name)
		must(t, os.Symlink(outside, name))
	}
	for _, staged := range []func(){nil, link} {
		inPlace(t, name, "a\n")
		if staged == nil {
			link()
		}
		err := Amendment{Root: open(t, dir), Name: "x", Largest: 1 << 20, Edit: adding("ours"), Staged: staged}.Apply(t.Context())
		if !errors.Is(err, ErrRefused) {
			t.Errorf("got %v, want ErrRefused", err)
		}
		if target, err := os.Readlink(name); err != nil || target != outside {
			t.Errorf("the link became %q, %v", target, err)
		}
		if text, err := os.ReadFile(outside); err != nil || string(text) != "secret\n" {
			t.Errorf("written through the link: %q, %v", text, err)
		}
		must(t, os.Remove(name))
	}
}

func TestAmendWaitsForAHalfWrittenFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "x")
	inPlace(t, name, "one\ntw")
	edit := adding("ours")
	a := Amendment{Root: open(t, dir), Name: "x", Largest: 1 << 20, Edit: func(content []byte) ([]byte, error) {
		after, err := edit(content)
		if err != nil { // the foreign writer ends a moment later
			inPlace(t, name, "one\ntwo\n")
		}
		return after, err
	}}
	must(t, a.Apply(t.Context()))
	if got, err := os.ReadFile(name); err != nil || string(got) != "one\ntwo\nours\n" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestAmendGivesUp(t *testing.T) {
	tests := map[string]struct {
		staged func(name string, n int) error
		cancel bool
		want   string
	}{
		"a file that stays broken":      {nil, false, "x: half a line"},
		"a writer that never stops":     {func(name string, n int) error { return os.WriteFile(name, fmt.Appendln(nil, n), 0o644) }, false, "amend x: " + errMoved.Error()},
		"the end of the work meanwhile": {func(name string, n int) error { return os.WriteFile(name, fmt.Appendln(nil, n), 0o644) }, true, "context canceled"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if platform.Portable && test.staged != nil {
				t.Skip("needs files to be exchanged")
			}
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				file := filepath.Join(dir, "x")
				inPlace(t, file, "half")
				a := Amendment{Root: open(t, dir), Name: "x", Largest: 1 << 20, Edit: adding("ours")}
				if n := 0; test.staged != nil {
					inPlace(t, file, "0\n")
					a.Staged = func() { n++; must(t, test.staged(file, n)) }
				}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if test.cancel {
					cancel()
				}
				if err := a.Apply(ctx); err == nil || err.Error() != test.want {
					t.Errorf("got %v, want %s", err, test.want)
				}
				if got, err := os.ReadFile(file); err != nil || strings.Contains(string(got), "ours") {
					t.Errorf("got %q, %v: not what the others wrote", got, err)
				}
				if diff := cmp.Diff([]string{"x"}, names(t, dir)); diff != "" {
					t.Errorf("left behind (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestSame(t *testing.T) {
	dir := t.TempDir()
	root := open(t, dir)
	see := func(name, content string) sight {
		inPlace(t, filepath.Join(dir, name), content)
		seen, err := look(root, name, 9)
		must(t, err)
		return seen
	}
	tests := map[string]struct {
		a, b sight
		want bool
	}{
		"the same":      {see("x", "1"), see("x", "1"), true},
		"other bytes":   {see("x", "1"), see("x", "2"), false},
		"another inode": {see("x", "1"), see("y", "1"), false},
		"appeared":      {sight{}, see("x", "1"), false},
		"vanished":      {see("x", "1"), sight{}, false},
		"still no file": {sight{}, sight{}, true},
	}
	for name, test := range tests {
		if got := test.a.same(test.b); got != test.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
