package handoff

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestForeignFilesDoNotPileUp: nor do answers to what nobody asks any more.
func TestForeignFilesDoNotPileUp(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	for i := range mostForeign + 5 {
		if _, err := f.keepText(round, []byte(fmt.Sprint(i)), ".md"); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(f.list(historyDir(round))); n != mostForeign {
		t.Errorf("%d are kept, want %d", n, mostForeign)
	}
	must(t, os.MkdirAll(filepath.Join(dir, "discussions/requests"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "discussions/requests/here.md"), nil, 0o644))
	must(t, f.SetAnswered(Answer{AnsweredAt: time.Now(), SHA256: "here", Path: "discussions/requests/here.md"}))
	for i := range mostAnswered + 2*pruneEvery {
		text := fmt.Appendf(nil, `{"sha256": "%d", "path": "discussions/requests/%d.md"}`, i, i)
		must(t, os.WriteFile(filepath.Join(dir, Dir, answeredName(fmt.Sprint(i))), text, 0o644))
	}
	for i := range pruneEvery {
		must(t, f.SetAnswered(Answer{AnsweredAt: time.Now(), SHA256: fmt.Sprintf("last-%d", i), Path: "discussions/requests/none.md"}))
	}
	if n := len(f.list(filepath.Dir(answeredName("x")))); n > mostAnswered+pruneEvery {
		t.Errorf("%d answers are kept, want %d and a few", n, mostAnswered)
	}
	for _, sha256 := range []string{"here", "last-0"} {
		if _, ok := f.Answered(sha256); !ok {
			t.Errorf("%s is not answered any more", sha256)
		}
	}
}
