package process

import (
	"os"
	"strings"
	"testing"
)

// TestFolderOfARunIsGone has somebody empty a run's folder: that says nothing about the
// program.
func TestFolderOfARunIsGone(t *testing.T) {
	run, err := NewFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer run.Remove()
	if err := os.Remove(run.File("work")); err != nil {
		t.Fatal(err)
	}
	end, err := Command{Path: "/bin/true", Folder: run}.Run(t.Context())
	if err != nil || end.Report.NotFound || !strings.Contains(end.Report.Err, run.File("work")) {
		t.Errorf("got %+v, %v, want that the folder is missing, not the program", end.Report, err)
	}
}
