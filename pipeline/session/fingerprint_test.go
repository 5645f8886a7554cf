package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFingerprintIsWhatSHA256SumPrints(t *testing.T) {
	program, err := exec.LookPath("sha256sum")
	if err != nil {
		t.Skip("sha256sum is not installed")
	}
	tests := map[string]map[string]string{
		"one file": {"spec/requirements.md": "x\n"},
		"members":  {"spec/requirements/_index.md": "i", "spec/requirements/b.md": "", "spec/requirements/B.md": "caf\xe9", "spec/requirements/REQ 1 要求 требование.md": "1"},
		"order":    {"spec/requirements.md": "flat", "spec/requirements/z.md": "z", "spec/requirements/_a.md": "a"},
		"escaped":  {"spec/requirements/_index.md": "i", `spec/requirements/a\nb.md`: "b", `spec/requirements/"q".md`: "q"},
		"flat":     {"requirements.md": "flat", "requirements/A.md": "a", "../TLS 学习 сессия\n[1]/spec-config.json": "{}"},
	}
	for name, files := range tests {
		t.Run(name, func(t *testing.T) {
			s := session(t, files)
			var names []string
			for name := range files {
				if strings.HasSuffix(name, ".md") {
					names = append(names, name)
				}
			}
			slices.Sort(names)
			command := exec.Command(program, append([]string{"--"}, names...)...)
			command.Dir = s.Dir()
			lines, err := command.Output()
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(lines)
			want := hex.EncodeToString(sum[:])
			got, err := s.Fingerprint(round(t, table(), "R3"))
			if err != nil || got != want {
				t.Errorf("got %s, error %v; want %s of\n%s", got, err, want, lines)
			}
			if snapshot, err := s.Read(round(t, table(), "R3")); err != nil || snapshot.Fingerprint != want {
				t.Errorf("read: got %s, error %v", snapshot.Fingerprint, err)
			}
		})
	}
}

func TestFingerprintChanges(t *testing.T) {
	files := map[string]string{"spec/epics/_index.md": "index", "spec/epics/E1.md": "one", "spec/product-brief.md": "brief", "spec/discovery-context.json": "{}"}
	path := func(s *Session, name string) string { return filepath.Join(s.Dir(), name) }
	tests := map[string]struct {
		change func(s *Session) error
		differ bool
	}{
		"nothing":       {func(s *Session) error { return nil }, false},
		"touched":       {func(s *Session) error { return os.Chtimes(path(s, "spec/epics/E1.md"), time.Time{}, time.Unix(1, 0)) }, false},
		"another round": {func(s *Session) error { return os.WriteFile(path(s, "spec/product-brief.md"), nil, 0o644) }, false},
		"context":       {func(s *Session) error { return os.Remove(path(s, "spec/discovery-context.json")) }, false},
		"hidden member": {func(s *Session) error { return os.WriteFile(path(s, "spec/epics/.E1.md"), nil, 0o644) }, false},
		"artifact":      {func(s *Session) error { return os.WriteFile(path(s, "spec/epics/_index.md"), []byte("Index"), 0o644) }, true},
		"member":        {func(s *Session) error { return os.WriteFile(path(s, "spec/epics/E1.md"), []byte("eno"), 0o644) }, true},
		"renamed":       {func(s *Session) error { return os.Rename(path(s, "spec/epics/E1.md"), path(s, "spec/epics/E2.md")) }, true},
		"new member":    {func(s *Session) error { return os.WriteFile(path(s, "spec/epics/E2.md"), nil, 0o644) }, true},
		"removed":       {func(s *Session) error { return os.Remove(path(s, "spec/epics/E1.md")) }, true},
		"too large":     {func(s *Session) error { return os.Truncate(path(s, "spec/epics/E1.md"), 2<<20) }, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := session(t, files)
			before, err := s.Fingerprint(round(t, table(), "R5"))
			if err != nil {
				t.Fatal(err)
			}
			if err := test.change(s); err != nil {
				t.Fatal(err)
			}
			after, err := s.Fingerprint(round(t, table(), "R5"))
			if err != nil || (after != before) != test.differ {
				t.Errorf("before %s, after %s, error %v", before, after, err)
			}
		})
	}
}

func BenchmarkFingerprint(b *testing.B) {
	files := map[string]string{"spec/requirements/_index.md": "index"}
	for i := range 20 { // about 100 KB
		files[fmt.Sprintf("spec/requirements/REQ-%03d.md", i)] = string(bytes.Repeat([]byte("The system shall.\n"), 285))
	}
	s := session(b, files)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Fingerprint(table().Rounds[2]); err != nil {
			b.Fatal(err)
		}
	}
}
