//go:build linux

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestLocated: every command finds a session by the path that a verdict shows, from whatever
// folder of the project it is called, and says which name was meant where it is none.
func TestLocated(t *testing.T) {
	isolate(t)
	project := t.TempDir()
	session := filepath.Join(project, "work", "shop")
	must(t, os.MkdirAll(filepath.Join(session, "spec"), 0o755))
	must(t, os.WriteFile(filepath.Join(session, "spec", "product-brief.md"), []byte("# Brief\n\nSee the [table](gone.md).\n"), 0o644))
	deep := filepath.Join(project, "src", "deep")
	must(t, os.MkdirAll(deep, 0o755))
	t.Chdir(deep)
	for name, args := range map[string][]string{
		"critique":  {"critique", "--checks-only", "work/shop"},
		"artifact":  {"critique", "--checks-only", "work/shop/spec/product-brief.md"},
		"wait":      {"wait", "--timeout", "5s", "work/shop/spec/product-brief.md"},
		"a session": {"wait", "--timeout", "5s", "--session", "work/shop", "--round", "DISCUSS-002"},
		"decide":    {"decide", "work/shop", "DISCUSS-002", "accept", "--show"},
	} {
		if name != "critique" {
			execute(t, "critique", "--checks-only", session)
		}
		if out, errs, code := execute(t, args...); code != 2 || !strings.Contains(out, "DISCUSS-002") && !strings.Contains(out, "gone.md") {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, errs)
		}
	}
	for _, command := range []string{"status", "report"} {
		if out, errs, code := execute(t, command, "work/shop"); code != 0 || !strings.Contains(out, "DISCUSS-002") {
			t.Errorf("%s: exit %d\n%s%s", command, code, out, errs)
		}
	}
	t.Chdir(project)
	for _, args := range [][]string{{"status", "wrok"}, {"report", "wrok"}, {"decide", "wrok", "accept", "--show"}} {
		if _, errs, code := execute(t, args...); code != exitUsage || !strings.Contains(errs, "wrok: there is no such file or folder (did you mean work?)") {
			t.Errorf("%q: exit %d, %s", args, code, errs)
		}
	}
}

// TestWorded: what the system says of a file is said in words, with its path once.
func TestWorded(t *testing.T) {
	gone := &fs.PathError{Op: "open", Path: "a.toml", Err: syscall.ENOENT}
	for want, err := range map[string]error{
		"read it: a.toml: there is no such file or folder": fmt.Errorf("read it: %w", gone),
		"a.toml: there is no such file or folder":          fmt.Errorf("a.toml: %w", gone),
		"a.toml: you have no right to it":                  &fs.PathError{Op: "open", Path: "a.toml", Err: syscall.EACCES},
		"a.toml: input/output error":                       &fs.PathError{Op: "read", Path: "a.toml", Err: syscall.EIO},
		"nothing of a file":                                errors.New("nothing of a file"),
	} {
		if got := worded(err); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
