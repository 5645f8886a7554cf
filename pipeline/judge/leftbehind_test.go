package judge

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// noIDs is a line of the message bus after which nobody can say anything more.
const noIDs = `{"id":"MSG-999999999999999","from":"somebody"}` + "\n"

func (f *fixture) mark(round, fingerprint string) {
	f.T.Helper()
	text, err := verdict.Pending{Fingerprint: verdict.Hash(fingerprint), State: verdict.Running, Since: time.Now()}.Marshal()
	must(f.T, err)
	f.Write("discussions/"+round+"-pending.json", string(text))
}

func (f *fixture) begins(round, fingerprint string) string {
	return fmt.Sprintf(`{"id":"MSG-001","from":"discuss","type":"impl_progress","data":{"round":%q,"fingerprint":%q,"revision":1}}`+"\n", round, fingerprint)
}

// A round that was said to begin and left no mark is judged, however old its artifact is.
func TestBegunWithoutAMark(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus = "on"
	f.Write(".msg/messages.jsonl", f.begins("R2", "of before"))
	seen, err := f.judge.Survey(f.Dir, nil)
	if err != nil || len(seen) != 1 || !seen[0].Pending || !f.Pending("R2") {
		t.Errorf("got %+v, %v", seen, err)
	}
}

// An abandoned round keeps its mark until its end is said: by that it is known.
func TestAbandonedUntilItIsSaid(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus = "on"
	f.Write(".msg/messages.jsonl", f.begins("Q", "")+noIDs)
	f.mark("Q", "")
	if _, err := f.judge.Survey(f.Dir, nil); !errors.Is(err, ErrUnsaid) || !f.Pending("Q") {
		t.Fatalf("got %v, pending %v", err, f.Pending("Q"))
	}
	f.Write(".msg/messages.jsonl", f.begins("Q", ""))
	if _, err := f.judge.Survey(f.Dir, nil); err != nil || f.Pending("Q") {
		t.Errorf("got %v, pending %v", err, f.Pending("Q"))
	}
	if said := f.Said(); said[len(said)-1] != "error Q" {
		t.Errorf("said %q", said)
	}
}

// The mark of a request's round that came back when the power failed goes once the
// request is answered.
func TestAnsweredRoundIsNotPending(t *testing.T) {
	f := newFixture(t)
	f.Write("notes/plan.md", "# Plan\n")
	if _, err := f.ask("q.json", `{"round": "Q", "artifact": "notes/plan.md", "perspectives": ["quality"]}`); err != nil {
		t.Fatal(err)
	}
	f.mark("Q", "")
	if _, err := f.judge.Survey(f.Dir, nil); err != nil || f.Pending("Q") {
		t.Errorf("got %v, pending %v", err, f.Pending("Q"))
	}
}

// The end of a discussion that could not be said is said later.
func TestDiscussionIsEndedLater(t *testing.T) {
	f := discussion(t)
	if _, err := f.ask("first.md", "session: .\ntopic: parcels\ntype: initial\n"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(f.Path(".msg/messages.jsonl"))
	must(t, err)
	f.Write(".msg/messages.jsonl", strings.SplitAfter(string(text), "\n")[0])
	for range 2 {
		_, err := f.judge.Survey(f.Dir, nil)
		must(t, err)
	}
	want := []string{"impl_progress discussion-round-1", "discussion_processed discussion-round-1"}
	if said := f.Said(); !slices.Equal(said, want) {
		t.Errorf("said %q", said)
	}
}

// A refusal is given once, also when its writer was killed before he noted that.
func TestRefusedOnceWithoutAnArtifact(t *testing.T) {
	f := newFixture(t)
	const text = `{"round": "Q", "artifact": "notes/plan.md", "perspectives": ["quality"]}`
	if _, err := f.ask("q.json", text); err != nil {
		t.Fatal(err)
	}
	must(t, os.RemoveAll(f.Path("discussions/.discussd/answered")))
	f.mark("Q", "")
	outcome, err := f.ask("q.json", text)
	if v, judged := f.Verdict("Q"); err != nil || !judged || v.Revision != 1 || !outcome.Skipped || f.Pending("Q") {
		t.Errorf("got revision %d, %+v, %v", v.Revision, outcome, err)
	}
}

// Whoever noted that a decision does not count, and was stopped right then, leaves no mark.
func TestIgnoredDecisionLeavesNoMark(t *testing.T) {
	f, blocked := escalated(t)
	const about = "fingerprint: 0000\ndecision: accept\nrationale: because\n"
	if _, err := f.decide("R3", about); err != nil {
		t.Fatal(err)
	}
	f.mark("R3", string(blocked.Artifact.Fingerprint))
	if _, err := f.decide("R3", about); err != nil || f.Pending("R3") {
		t.Errorf("got %v, pending %v", err, f.Pending("R3"))
	}
	f.mark("R3", "newer bytes") // a mark of somebody else stays
	if _, err := f.decide("R3", about); err != nil || !f.Pending("R3") {
		t.Errorf("got %v, pending %v", err, f.Pending("R3"))
	}
}

// A decision whose writer was killed between record and verdict leaves the round as it was.
func TestKilledBeforeADecidedVerdict(t *testing.T) {
	f, blocked := escalated(t)
	record, err := os.ReadFile(f.Path("discussions/R3-discussion.md"))
	must(t, err)
	f.Write("discussions/.discussd/history/R3/1-discussion.md", string(record))
	f.Write("discussions/R3-discussion.md", "# Decided\n")
	pending := verdict.Pending{Fingerprint: blocked.Artifact.Fingerprint, State: verdict.Running, Since: time.Now(), RecordSHA256: verdict.Hash(fmt.Sprintf("%x", sha256.Sum256([]byte("# Decided\n"))))}
	text, err := pending.Marshal()
	must(t, err)
	f.Write("discussions/R3-pending.json", string(text))
	if outcome, err := f.order("R3"); err != nil || !outcome.Skipped {
		t.Fatalf("got %+v, %v", outcome, err)
	}
	if now, err := os.ReadFile(f.Path("discussions/R3-discussion.md")); err != nil || string(now) != string(record) {
		t.Errorf("the record is %v\n%s", err, now)
	}
	sight, err := f.judge.Look(Target{f.Dir, session.RoundJob(session.Round{ID: "R3", Artifacts: f.round("R3").Artifacts, Members: f.round("R3").Members})}, Sighting{})
	if err != nil || sight.Pending || !sight.Fresh {
		t.Errorf("got %+v, %v", sight, err)
	}
}

// A look that another daemon overtakes leaves no mark: that one has taken its own away,
// and nobody would take this one.
func TestOvertakenLook(t *testing.T) {
	f := newFixture(t)
	_, err := f.order("R2")
	must(t, err)
	status, err := f.judge.Look(f.target("R2"), Sighting{})
	must(t, err)
	opened, err := open(&f.judge.Options, f.Dir, "look at R2")
	must(t, err)
	defer opened.Close()
	queued := Sighting{Mark: verdict.Queued, Since: time.Now()}
	must(t, markWaiting(opened, f.round("R2"), status.Fingerprint, queued))
	if f.Pending("R2") {
		t.Error("the mark of a round that is judged stays")
	}
	must(t, markWaiting(opened, f.round("R2"), "of other bytes", queued))
	if !f.Pending("R2") {
		t.Error("a round whose bytes have changed has no mark")
	}
}
