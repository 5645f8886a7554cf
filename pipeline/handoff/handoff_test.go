package handoff

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/verdict"
	"discussd/pipeline/verdict/verdicttest"
)

const round = "DISCUSS-002"

// session makes an empty session folder and opens its discussions.
func open(t *testing.T, dir string) *Folder {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := Open(root, Options{History: 3, Raw: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close(); root.Close() })
	return folder
}

// judged makes a verdict over bytes of the given name.
func judged(revision int, bytes string, rating float64) verdict.Verdict {
	c := verdict.Case{Round: round, Label: "brief", Session: "s", Profile: "lifecycle", Revision: revision, Role: "writer",
		Artifact: verdict.File{Path: "spec/product-brief.md"}, Fingerprint: digest([]byte(bytes))}
	decision := critique.Decide(critique.DefaultPolicy(), []critique.Opinion{{Critique: critique.Critique{Rating: rating}}}, nil, false, 0)
	return verdict.New(c, critique.Report{}, critique.Result{
		Opinions: []critique.Opinion{{Perspective: critique.Perspective{Name: "product"}, Source: critique.SourceCLI, Critique: critique.Critique{Rating: rating}}},
		Average:  rating, Reached: decision.Reached, Severity: decision.Severity, Recommendation: decision.Recommendation, Basis: critique.BasisPanel,
	})
}

func commit(t *testing.T, f *Folder, v verdict.Verdict) verdict.Verdict {
	t.Helper()
	pending := verdict.Pending{Fingerprint: v.Artifact.Fingerprint, State: verdict.Running, Since: time.Now()}
	if err := f.SetPending(round, pending); err != nil {
		t.Fatal(err)
	}
	written, err := f.Commit(v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return written
}

// tree lists the files below a folder, the lock aside.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "lock" {
			name, _ := filepath.Rel(dir, path)
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestCommit(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	first := commit(t, f, judged(1, "one", 4))
	want := []string{"DISCUSS-002-discussion.md", "DISCUSS-002-verdict.json"}
	if diff := cmp.Diff(want, tree(t, filepath.Join(dir, Dir))); diff != "" {
		t.Errorf("after the first verdict (-want +got):\n%s", diff)
	}
	if first.Record == nil || !strings.Contains(first.Summary, "discussions/DISCUSS-002-discussion.md") {
		t.Errorf("the verdict does not name its record: %+v\n%s", first.Record, first.Summary)
	}
	commit(t, f, judged(2, "two", 3))
	want = []string{
		".discussd/.gitignore",
		".discussd/history/DISCUSS-002/1-discussion.md", ".discussd/history/DISCUSS-002/1-verdict.json",
		"DISCUSS-002-discussion.md", "DISCUSS-002-verdict.json",
	}
	if diff := cmp.Diff(want, tree(t, filepath.Join(dir, Dir))); diff != "" {
		t.Errorf("after the second verdict (-want +got):\n%s", diff)
	}
	for n := 3; n <= 7; n++ {
		commit(t, f, judged(n, fmt.Sprint(n), 4))
	}
	var revisions []int
	for v := range f.Past(round) {
		revisions = append(revisions, v.Revision)
	}
	if diff := cmp.Diff([]int{7, 6, 5, 4}, revisions); diff != "" {
		t.Errorf("kept revisions (-want +got):\n%s", diff)
	}
	if text, err := os.ReadFile(filepath.Join(dir, Dir, verdictName(round))); err != nil || verdicttest.Validate(verdict.Schema(), text) != nil {
		t.Errorf("verdict on disk: %v, %v", err, verdicttest.Validate(verdict.Schema(), text))
	}
}

func TestCommitKeepsForeignRecords(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	commit(t, f, judged(1, "one", 4))
	edited := []byte("# my own words\n")
	if err := os.WriteFile(filepath.Join(dir, "discussions", round+"-discussion.md"), edited, 0o644); err != nil {
		t.Fatal(err)
	}
	v := commit(t, f, judged(2, "two", 4))
	kept := filepath.Join(dir, Dir, ".discussd/history/DISCUSS-002/foreign-"+digest(edited)[:8]+".md")
	if text, err := os.ReadFile(kept); err != nil || string(text) != string(edited) {
		t.Errorf("the edited record was not kept: %q, %v", text, err)
	}
	if !strings.Contains(strings.Join(v.Notes, "\n"), "foreign-") {
		t.Errorf("the verdict does not note it: %q", v.Notes)
	}
}

// A run killed between its record and its verdict leaves a record that no
// verdict names; the next run knows it as its own.
func TestCommitAfterAKillBetweenRecordAndVerdict(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	old := commit(t, f, judged(1, "one", 4))
	if _, err := f.writeRecord(judged(2, "two", 3)); err != nil {
		t.Fatal(err)
	}
	if now, ok := f.Verdict(round); !ok || now.Revision != old.Revision {
		t.Fatalf("the verdict changed before the commit: %+v", now)
	}
	if _, ok := f.Pending(round); !ok {
		t.Fatal("no pending mark tells of the killed run")
	}
	if err := f.SetPending(round, verdict.Pending{State: verdict.Settling, Since: time.Now()}); err != nil {
		t.Fatal(err)
	}
	v, err := f.Commit(judged(2, "two", 3.5), nil)
	if err != nil || len(v.Notes) != 0 {
		t.Errorf("got notes %q, %v", v.Notes, err)
	}
	for _, name := range tree(t, filepath.Join(dir, Dir)) {
		if strings.Contains(name, "foreign") {
			t.Errorf("its own record was taken for a foreign one: %s", name)
		}
	}
}

func TestRecordThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	if err := os.MkdirAll(filepath.Join(dir, "discussions", round+"-discussion.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	commit(t, f, judged(1, "one", 4))
	v := commit(t, f, judged(2, "two", 4))
	if past := slices.Collect(f.Past(round)); len(past) != 2 {
		t.Errorf("history lost a verdict beside a record that cannot be moved: %d kept", len(past))
	}
	onDisk, ok := f.Verdict(round)
	if v.Record != nil || !ok || onDisk.Record != nil || len(onDisk.Notes) == 0 {
		t.Errorf("want a verdict without a record and a note, got %+v, %q", onDisk.Record, onDisk.Notes)
	}
}

// A record that stands there still, since that of a later verdict could not be
// written, is nobody else's.
func TestRecordOfAnEarlierVerdict(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	first := commit(t, f, judged(1, "one", 4))
	text, err := verdict.Marshal(judged(2, "two", 4)) // without a record
	if err == nil {
		err = errors.Join(f.keepVerdict(first), f.write(verdictName(round), text))
	}
	if err != nil {
		t.Fatal(err)
	}
	if v := commit(t, f, judged(3, "three", 4)); len(v.Notes) > 0 {
		t.Errorf("notes %q", v.Notes)
	}
	want := []string{"1-discussion.md", "1-verdict.json", "2-verdict.json"}
	if diff := cmp.Diff(want, tree(t, filepath.Join(dir, Dir, historyDir(round)))); diff != "" {
		t.Errorf("history (-want +got):\n%s", diff)
	}
}

func TestRecordOfItsOwnName(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	f.records = map[string]string{round: "discuss-002-brief.md"}
	v := commit(t, f, judged(1, "one", 4))
	if v.Record == nil || v.Record.Path != "discussions/discuss-002-brief.md" {
		t.Errorf("got %+v", v.Record)
	}
	if text, ok := f.Record(round); !ok || digest(text) != string(v.Record.SHA256) {
		t.Error("the record is not found again")
	}
	if _, err := f.Retire(round); err != nil {
		t.Fatal(err)
	}
	if _, ok := f.Record(round); ok {
		t.Error("the record outlives its artifact")
	}
}
