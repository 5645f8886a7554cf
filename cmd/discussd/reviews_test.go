//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A verdict on the plans of a phase is written where GSD reads reviews: only if the user
// wants it, and never over what somebody else wrote there.
func TestReviewsForAFramework(t *testing.T) {
	dir := t.TempDir()
	phase := filepath.Join(dir, ".planning/phases/05-tides")
	must(t, os.MkdirAll(phase, 0o755))
	must(t, os.Mkdir(filepath.Join(dir, ".git"), 0o755))
	plan := filepath.Join(phase, "05-01-PLAN.md")
	must(t, os.WriteFile(plan, []byte("# Tides\n\nTides are read every 10 minutes, see [the table](gone.md).\n"), 0o644))
	review := filepath.Join(phase, "05-REVIEWS.md")
	config := filepath.Join(t.TempDir(), "discussd.toml")
	must(t, os.WriteFile(config, []byte("[handoff]\nreviews = true\n"), 0o600))
	judge := func(args ...string) {
		execute(t, append([]string{"critique", "--checks-only", dir}, args...)...)
	}
	judge()
	judge("--dry-run", "--config", config)
	if _, err := os.Stat(review); err == nil {
		t.Fatal("a review was written though nobody asked for it")
	}
	judge("--config", config, "--force")
	text, err := os.ReadFile(review)
	must(t, err)
	for _, wanted := range []string{"phase: \"05-tides\"", "plans_reviewed: [\"05-01-PLAN.md\"]", "the link leads to gone.md", "## Consensus Summary"} {
		if !strings.Contains(string(text), wanted) {
			t.Errorf("no %q in the review:\n%s", wanted, text)
		}
	}
	must(t, os.WriteFile(plan, []byte("# Tides\n\nTides are read every 10 minutes.\n"), 0o644))
	judge("--config", config)
	if again, err := os.ReadFile(review); err != nil || strings.Contains(string(again), "gone.md") {
		t.Errorf("the review is not that of the last revision (%v):\n%s", err, again)
	}
	must(t, os.WriteFile(review, []byte("# My review\n"), 0o644))
	must(t, os.WriteFile(plan, []byte("# Tides\n\nTides are read every 20 minutes.\n"), 0o644))
	judge("--config", config)
	if kept, err := os.ReadFile(review); err != nil || string(kept) != "# My review\n" {
		t.Errorf("somebody's review was changed (%v): %s", err, kept)
	}
}
