package handoff

import (
	"os"
	"path/filepath"
	"testing"

	"discussd/pipeline/verdict"
)

// TestRestore has a writer killed between a record and its verdict: the verdict that is
// there gets its own record back, and nobody else's file is touched.
func TestRestore(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	first := commit(t, f, judged(1, "one", 4))
	record, _ := f.Record(round)
	v, err := f.writeRecord(judged(2, "one", 2)) // a person decided, and then the machine failed
	must(t, err)
	if now, _ := f.Record(round); digest(now) != string(v.Record.SHA256) {
		t.Fatal("the record was not replaced")
	}
	must(t, f.Restore(first))
	if now, _ := f.Record(round); string(now) != string(record) {
		t.Errorf("the record is\n%s", now)
	}
	const foreign = "# Notes of a person\n"
	must(t, os.WriteFile(filepath.Join(dir, Dir, f.recordName(round)), []byte(foreign), 0o644))
	must(t, f.Restore(first))
	if now, _ := f.Record(round); string(now) != foreign {
		t.Errorf("somebody else's record is now\n%s", now)
	}
}

// TestNoRecordIsNamed commits a verdict that had a record, where none can be written.
func TestNoRecordIsNamed(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	first := commit(t, f, judged(1, "one", 4))
	name := filepath.Join(dir, Dir, f.recordName(round))
	must(t, os.Remove(name))
	must(t, os.Mkdir(name, 0o755))
	if again := commit(t, f, first); again.Record != nil {
		t.Errorf("it names %+v", again.Record)
	}
}

// TestKilledTwice has two runs killed one after the other, the second between its mark and
// its record: the record of the first is known for discussd's own all the same.
func TestKilledTwice(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	if _, err := f.writeRecord(judged(1, "one", 2)); err != nil {
		t.Fatal(err)
	}
	must(t, f.SetPending(round, verdict.Pending{State: verdict.Running, RecordSHA256: verdict.Hash(digest([]byte("of the second run")))}))
	must(t, f.SetPending(round, verdict.Pending{State: verdict.Queued})) // the third begins
	commit(t, open(t, dir), judged(1, "one", 4))
	if foreign, _ := filepath.Glob(filepath.Join(dir, Dir, ".discussd", "history", round, "foreign-*")); len(foreign) > 0 {
		t.Errorf("taken for somebody else's: %q", foreign)
	}
}
