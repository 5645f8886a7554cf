//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestOutputsRefused: where discussd may or must not write, nobody is asked, and
// the log and status say why; when that has ended, the round is judged.
func TestOutputsRefused(t *testing.T) {
	t.Parallel()
	if !inNamespaces(t) {
		return
	}
	tests := map[string]struct {
		spoil  func(t *testing.T, s *stage)
		repair func(t *testing.T, s *stage)
		words  string // in the log and in status
	}{
		"discussions is a link": {
			spoil: func(t *testing.T, s *stage) {
				must(t, os.Mkdir(filepath.Join(s.dir, "elsewhere"), 0o755))
				must(t, os.Symlink(filepath.Join(s.dir, "elsewhere"), filepath.Join(s.session, "discussions")))
			},
			repair: func(t *testing.T, s *stage) {
				if files, err := os.ReadDir(filepath.Join(s.dir, "elsewhere")); err != nil || len(files) > 0 {
					t.Errorf("written through the link: %v, %v", files, err)
				}
				must(t, os.Remove(filepath.Join(s.session, "discussions")))
			},
			words: "output_refused: discussions is not a folder",
		},
		"discussions is a file": {
			spoil:  func(t *testing.T, s *stage) { s.edit("discussions", "mine") },
			repair: func(t *testing.T, s *stage) { must(t, os.Remove(filepath.Join(s.session, "discussions"))) },
			words:  "output_refused: discussions is not a folder",
		},
		"the verdict is a link": {
			spoil: func(t *testing.T, s *stage) {
				must(t, os.Mkdir(filepath.Join(s.session, "discussions"), 0o755))
				must(t, os.Symlink("../spec/product-brief.md", filepath.Join(s.session, "discussions/DISCUSS-002-verdict.json")))
			},
			repair: func(t *testing.T, s *stage) {
				must(t, os.Remove(filepath.Join(s.session, "discussions/DISCUSS-002-verdict.json")))
			},
			words: "output_refused: DISCUSS-002-verdict.json is not a file",
		},
		"the folder is read-only": {
			spoil: func(t *testing.T, s *stage) {
				mount(t, "disk", filepath.Join(s.session, "discussions"), "tmpfs", unix.MS_RDONLY, "mode=755")
			},
			repair: func(t *testing.T, s *stage) {
				must(t, unix.Mount("disk", filepath.Join(s.session, "discussions"), "tmpfs", unix.MS_REMOUNT, ""))
			},
			words: "read-only file system",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, oneJudge(2), "codex")
			tt.spoil(t, s)
			s.background(s.root)
			s.write(scenes[1])
			poll(t, "the log to say it", func() bool { return s.failing(s.log()) && strings.Contains(s.log(), tt.words) })
			poll(t, "status to say it", func() bool {
				out, _, _ := s.run("status", s.session)
				return strings.Contains(out, tt.words)
			})
			if asked := s.calls(); len(asked) > 0 {
				t.Errorf("asked %q for a verdict that cannot be written", asked)
			}
			tt.repair(t, s)
			s.await("DISCUSS-002")
			if given := s.sound("DISCUSS-002"); len(given) != 1 || len(s.calls()) != 1 {
				t.Errorf("%d verdicts, asked %q", len(given), s.calls())
			}
			brief, err := os.ReadFile(filepath.Join(s.session, "spec/product-brief.md"))
			must(t, err)
			if !strings.HasPrefix(string(brief), "---\nsession_id") {
				t.Errorf("the artifact was written through the link: %.80q", brief)
			}
		})
	}
}
