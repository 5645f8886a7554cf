//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"discussd/pipeline/verdict"
)

const (
	firstText = "# Brief\n\nThe first words, which stood here before anybody changed them.\n"
	finalText = "# Brief\n\nThe final words, which stand here after everyone changed them.\n"
)

// TestWriters has writers of all kinds change an artifact. Whatever they do, what
// they leave gets its verdict, and no bytes get two.
func TestWriters(t *testing.T) {
	t.Parallel()
	tests := map[string]func(t *testing.T, file string){
		"truncates and writes": func(t *testing.T, file string) { must(t, os.WriteFile(file, []byte(finalText), 0o644)) },
		"writes aside and renames": func(t *testing.T, file string) {
			must(t, os.WriteFile(file+".tmp", []byte(finalText), 0o644))
			must(t, os.Rename(file+".tmp", file))
		},
		"writes elsewhere and moves": func(t *testing.T, file string) {
			elsewhere := filepath.Join(t.TempDir(), "brief")
			must(t, os.WriteFile(elsewhere, []byte(finalText), 0o644))
			must(t, os.Rename(elsewhere, file))
		},
		"streams for longer than the window": func(t *testing.T, file string) {
			stream, err := os.Create(file)
			must(t, err)
			defer stream.Close()
			for chunk := range strings.SplitAfterSeq(finalText, " ") {
				_, err := stream.WriteString(chunk)
				must(t, err)
				<-time.After(40 * time.Millisecond)
			}
		},
		"pauses for longer than the window": func(t *testing.T, file string) {
			stream, err := os.Create(file)
			must(t, err)
			defer stream.Close()
			for _, half := range []string{finalText[:20], finalText[20:]} {
				_, err := stream.WriteString(half)
				must(t, err)
				<-time.After(400 * time.Millisecond)
			}
		},
		"keeps a backup, as vim does": func(t *testing.T, file string) {
			probe := filepath.Join(filepath.Dir(file), "4913")
			must(t, os.WriteFile(probe, nil, 0o644))
			must(t, os.Remove(probe))
			must(t, os.Rename(file, file+"~"))
			must(t, os.WriteFile(file, []byte(finalText), 0o644))
			must(t, os.Remove(file+"~"))
		},
		"keeps a backup and writes in place, as nano does": func(t *testing.T, file string) {
			old, err := os.ReadFile(file)
			must(t, err)
			must(t, os.WriteFile(file+"~", old, 0o644))
			must(t, os.WriteFile(file, []byte(finalText), 0o644))
		},
		"swaps hard links": func(t *testing.T, file string) {
			object := filepath.Join(t.TempDir(), "object")
			must(t, os.WriteFile(object, []byte(finalText), 0o644))
			must(t, os.Link(object, file+".link"))
			must(t, os.Rename(file+".link", file))
		},
		"removes and writes again": func(t *testing.T, file string) {
			must(t, os.Remove(file))
			must(t, os.WriteFile(file, []byte(finalText), 0o644))
		},
		"replaces the folder": func(t *testing.T, file string) {
			fresh := filepath.Join(filepath.Dir(filepath.Dir(file)), "spec.new")
			must(t, os.Mkdir(fresh, 0o755))
			must(t, os.WriteFile(filepath.Join(fresh, filepath.Base(file)), []byte(finalText), 0o644))
			must(t, os.Rename(filepath.Dir(file), filepath.Dir(file)+".old"))
			must(t, os.Rename(fresh, filepath.Dir(file)))
		},
		"replaces the session": func(t *testing.T, file string) {
			dir := filepath.Dir(filepath.Dir(file))
			must(t, os.Rename(dir, filepath.Join(t.TempDir(), "old")))
			must(t, os.MkdirAll(filepath.Dir(file), 0o755))
			must(t, os.WriteFile(file, []byte(finalText), 0o644))
		},
		"changes and takes it back": func(t *testing.T, file string) {
			must(t, os.WriteFile(file, []byte("# Brief\n\nOf two minds.\n"), 0o644))
			must(t, os.WriteFile(file, []byte(finalText), 0o644))
		},
		"makes a new session at once": func(t *testing.T, file string) {
			must(t, os.RemoveAll(filepath.Dir(filepath.Dir(file))))
			must(t, os.MkdirAll(filepath.Dir(file), 0o755))
			must(t, os.WriteFile(file, []byte(finalText), 0o644))
		},
	}
	s := newStage(t, "poll = \"100ms\"\n"+oneJudge(4), "codex")
	s.background(s.root)
	sessions := map[string]*stage{}
	for name := range tests {
		sessions[name] = s.beside(name)
		must(t, os.WriteFile(filepath.Join(sessions[name].session, "spec/product-brief.md"), []byte(firstText), 0o644))
	}
	for name := range tests {
		sessions[name].await("DISCUSS-002")
	}
	for name, write := range tests {
		t.Run(name, func(t *testing.T) { write(t, filepath.Join(sessions[name].session, "spec/product-brief.md")) })
	}
	for name := range tests {
		s := sessions[name]
		v := s.await("DISCUSS-002")
		if text := s.judgedText(v); text != finalText {
			t.Errorf("%s: judged over %q", name, text)
		}
		givenOnce(t, s.sound("DISCUSS-002"))
	}
}

// judgedText is the artifact, if it is what the verdict is on.
func (s *stage) judgedText(v verdict.Verdict) string {
	text, err := os.ReadFile(filepath.Join(s.session, v.Artifact.Path))
	must(s.t, err)
	if digest(text) != string(v.Artifact.SHA256) {
		return "other bytes"
	}
	return string(text)
}
