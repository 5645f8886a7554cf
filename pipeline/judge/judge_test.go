package judge

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"discussd/critique"
	"discussd/pipeline/handoff"
	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

func TestJudge(t *testing.T) {
	f := newFixture(t)
	first, err := f.order("R2")
	if err != nil || first.Skipped || first.Verdict.Outcome != verdict.Reached {
		t.Fatalf("first: %+v, %v", first.Verdict, err)
	}
	if f.Pending("R2") {
		t.Error("a pending mark beside a fresh verdict")
	}
	again, err := f.order("R2")
	if err != nil || !again.Skipped || len(f.Critic.Rounds()) != 1 {
		t.Errorf("unchanged bytes: skipped %v, judged %q, %v", again.Skipped, f.Critic.Rounds(), err)
	}
	f.Critic.Rating = 1
	f.Write("spec/product-brief.md", "# Brief, worse\n")
	var got []string
	for range 3 {
		outcome, err := f.order("R2")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(*outcome.Verdict.Recommendation))
		f.Write("spec/product-brief.md", strings.Repeat("# Brief, again\n", len(got)))
	}
	if want := "revise escalate escalate"; strings.Join(got, " ") != want {
		t.Errorf("recommendations %q, want %q", got, want)
	}
	f.Critic.Rating = 4
	good, err := f.order("R2")
	if err != nil || good.Verdict.Revision != 5 {
		t.Fatalf("revision %d, %v", good.Verdict.Revision, err)
	}
	f.Critic.Rating = 1
	f.Write("spec/product-brief.md", "# Brief, worse after all\n")
	if outcome, err := f.order("R2"); err != nil || *outcome.Verdict.Recommendation != critique.Revise {
		t.Errorf("a reached verdict does not reset the row of HIGH: %v, %v", outcome.Verdict.Recommendation, err)
	}
}

// Checks are made again when they were another version's or another configuration's,
// where that is asked for; what a panel said stays.
func TestRecheck(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		panel  bool
		mode   Again
		change func(*Options)
		again  bool
	}{
		"the same":              {false, WhenOtherChecks, func(*Options) {}, false},
		"another version":       {false, WhenOtherChecks, func(o *Options) { o.Generator.Version = "next" }, true},
		"another configuration": {false, WhenOtherChecks, func(o *Options) { o.PolicySHA256 = "other" }, true},
		"not asked for":         {false, WhenChanged, func(o *Options) { o.Generator.Version = "next" }, false},
		"a panel's":             {true, WhenOtherChecks, func(o *Options) { o.Generator.Version = "next" }, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.Critic.Dead = !tt.panel
			if _, err := f.order("R2"); err != nil {
				t.Fatal(err)
			}
			tt.change(&f.judge.Options)
			outcome, err := f.judge.Judge(t.Context(), Order{Target: f.target("R2"), Mode: Mode{Again: tt.mode}})
			if err != nil || outcome.Skipped == tt.again {
				t.Errorf("judged again: %v, %v", !outcome.Skipped, err)
			}
		})
	}
}

// Every artifact that cannot be judged ends in an error verdict, once.
func TestJudgeBadArtifacts(t *testing.T) {
	tests := map[string]struct {
		round   string
		prepare func(f *fixture)
		code    verdict.ErrorCode
	}{
		"no UTF-8":     {"R2", func(f *fixture) { f.Write("spec/product-brief.md", "# \xff\xfe\n") }, "artifact_not_utf8"},
		"invalid JSON": {"R1", func(f *fixture) { f.Write("spec/discovery-context.json", `{"a": `) }, "artifact_invalid_json"},
		"empty":        {"R2", func(f *fixture) { f.Write("spec/product-brief.md", "") }, "artifact_empty"},
		"a FIFO": {"R2", func(f *fixture) {
			f.replace("spec/product-brief.md", func(n string) error { return syscall.Mkfifo(n, 0o644) })
		}, "artifact_not_regular"},
		"a link out": {"R2", func(f *fixture) {
			f.replace("spec/product-brief.md", func(n string) error { return os.Symlink("/etc/hostname", n) })
		}, "artifact_outside"},
		"a device behind a link": {"R2", func(f *fixture) {
			f.replace("spec/product-brief.md", func(n string) error { return os.Symlink("/dev/zero", n) })
		}, "artifact_outside"},
		"too large":    {"R2", func(f *fixture) { f.Write("spec/product-brief.md", strings.Repeat("x", 1<<20+1)) }, "artifact_too_large"},
		"2 GB, sparse": {"R2", func(f *fixture) { f.replace("spec/product-brief.md", sparse) }, "artifact_too_large"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			tt.prepare(f)
			outcome, err := f.order(tt.round)
			if err != nil {
				t.Fatal(err)
			}
			v, ok := f.Verdict(tt.round)
			if !ok || v.Outcome != verdict.Failed || v.Error == nil || v.Error.Code != tt.code || v.Error.Message == "" {
				t.Fatalf("got %+v, want %s", v.Error, tt.code)
			}
			if len(f.Critic.Rounds()) != 0 {
				t.Error("the panel was asked about what cannot be read")
			}
			if outcome, err = f.order(tt.round); err != nil || !outcome.Skipped {
				t.Errorf("the same bytes got another error verdict: %v", err)
			}
			if f.Pending(tt.round) {
				t.Error("a pending mark is left")
			}
		})
	}
}

func (f *fixture) replace(name string, make func(string) error) {
	f.T.Helper()
	os.Remove(f.Path(name))
	if err := make(f.Path(name)); err != nil {
		f.T.Fatal(err)
	}
}

func sparse(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return file.Truncate(2 << 30)
}

func TestJudgeWithoutArtifact(t *testing.T) {
	f := newFixture(t)
	if _, err := f.order("R3"); !errors.Is(err, session.ErrNoArtifact) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(f.Path("discussions")); err == nil {
		t.Error("a folder was made for nothing")
	}
	if _, err := f.order("R2"); err != nil {
		t.Fatal(err)
	}
	os.Remove(f.Path("spec/product-brief.md"))
	if _, err := f.order("R2"); !errors.Is(err, session.ErrNoArtifact) {
		t.Errorf("got %v", err)
	}
	if _, ok := f.Verdict("R2"); ok {
		t.Error("the verdict of a deleted artifact stays")
	}
	if _, err := os.Stat(f.Path("discussions/.discussd/history/R2/1-verdict.json")); err != nil {
		t.Errorf("it is not in history: %v", err)
	}
	f.Write("spec/product-brief.md", "# Brief\n")
	if outcome, err := f.order("R2"); err != nil || outcome.Skipped || outcome.Verdict.Revision != 2 {
		t.Errorf("written again: skipped %v, revision %d, %v", outcome.Skipped, outcome.Verdict.Revision, err)
	}
}

// A session that is moved away is no failure to be tried again.
func TestJudgeSessionGone(t *testing.T) {
	f := newFixture(t)
	if err := os.Rename(f.Dir, f.Dir+" moved"); err != nil {
		t.Fatal(err)
	}
	if status, err := f.judge.Look(f.target("R2"), Sighting{Mark: verdict.Settling, Since: time.Now()}); err != nil || !status.Gone {
		t.Errorf("look: %+v, %v", status, err)
	}
	if _, err := f.order("R2"); !errors.Is(err, session.ErrNoArtifact) {
		t.Errorf("judge: %v, want ErrNoArtifact", err)
	}
}

// What cannot be looked at is told of every round, and a session that went is gone.
func TestSurveyOfNoSession(t *testing.T) {
	f := newFixture(t)
	f.Write("a file", "")
	for dir, gone := range map[string]bool{"nowhere": true, "a file": false} {
		seen, unsaid := f.judge.Survey(f.Path(dir), []string{"R1", "R2"})
		if unsaid != nil || len(seen) != 2 {
			t.Fatal(dir, seen, unsaid)
		}
		for _, s := range seen {
			if s.Gone != gone || (s.Err != nil) == gone {
				t.Errorf("%s: %+v", dir, s)
			}
		}
	}
}

func TestJudgeGivesUpWhenFilesChange(t *testing.T) {
	f := newFixture(t)
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string)
	ended := make(chan error)
	go func() { _, err := f.order("R2"); ended <- err }()
	<-f.Critic.Began
	f.Write("spec/product-brief.md", "# Brief, changed meanwhile\n")
	f.Critic.Gate <- struct{}{}
	if err := <-ended; !errors.Is(err, ErrChanged) {
		t.Errorf("got %v, want ErrChanged", err)
	}
	if _, ok := f.Verdict("R2"); ok {
		t.Error("a verdict over bytes that are gone")
	}
	if !f.Pending("R2") {
		t.Error("no pending mark")
	}
}

// When nobody can see whether the files changed, the verdict waits: no event will come
// that has the round judged again, and its answers are paid for.
func TestJudgeKeepsWhatItCannotCompare(t *testing.T) {
	f := newFixture(t)
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string)
	type end struct {
		Outcome
		err error
	}
	ended := make(chan end)
	go func() { o, err := f.order("R2"); ended <- end{o, err} }()
	<-f.Critic.Began
	pipelinetest.Until(t, "the mark and the checks", func() bool { // which need descriptors, too
		_, err := os.Stat(f.Path("discussions/R2-checks.json"))
		return err == nil
	})
	var usual syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &usual); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Max: usual.Max}); err != nil {
		t.Fatal(err)
	}
	f.Critic.Gate <- struct{}{}
	got := <-ended
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &usual); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(got.err, syscall.EMFILE) || !got.Unwritten || got.Verdict.Round != "R2" {
		t.Fatalf("got %v, unwritten %v, of round %q; want EMFILE and a verdict to be written", got.err, got.Unwritten, got.Verdict.Round)
	}
	later, err := f.judge.Judge(t.Context(), Order{Target: f.target("R2"), Resume: Resume{Ready: &got.Outcome.Verdict}})
	if err != nil || later.Verdict.Revision != 1 || len(f.Critic.Rounds()) != 1 {
		t.Errorf("later: %v, revision %d, after %d runs", err, later.Verdict.Revision, len(f.Critic.Rounds()))
	}
}

func TestJudgeWritesWhatIsPaidFor(t *testing.T) {
	f := newFixture(t)
	if err := os.MkdirAll(f.Path("discussions/R2-verdict.json/x"), 0o755); err != nil { // cannot be replaced
		t.Fatal(err)
	}
	if _, err := f.order("R2"); !errors.Is(err, handoff.ErrRefused) || len(f.Critic.Rounds()) != 0 {
		t.Errorf("got %v after %d runs, want ErrRefused before anybody is asked", err, len(f.Critic.Rounds()))
	}
	os.RemoveAll(f.Path("discussions"))
	f.Critic.Gate, f.Critic.Began = make(chan struct{}, 1), make(chan string, 1)
	ctx, cancel := context.WithCancel(t.Context())
	f.Critic.Gate <- struct{}{}
	go func() { <-f.Critic.Began; cancel() }()
	_, err := f.judge.Judge(ctx, Order{Target: f.target("R2")})
	if _, written := f.Verdict("R2"); err == nil != written {
		t.Errorf("err %v, but written %v", err, written)
	}
}

// The mark is written beside the asking, which ends when that fails.
func TestJudgeAsksNobodyLongWithoutAMark(t *testing.T) {
	f := newFixture(t)
	f.Critic.Gate = make(chan struct{}) // nobody answers
	if err := os.MkdirAll(f.Path("discussions/R2-pending.json/x"), 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	_, err := f.judge.Judge(ctx, Order{Target: f.target("R2")})
	if !errors.Is(err, handoff.ErrRefused) || !strings.Contains(err.Error(), "R2-pending.json") {
		t.Errorf("got %v, want ErrRefused for the mark", err)
	}
	if _, err := os.Stat(f.Path("discussions/R2-checks.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("checks stand beside no mark, as if they were those of a verdict (%v)", err)
	}
}

// Where the answers are there before the mark is refused, nothing is written either.
func TestJudgeWritesNothingWithoutAMark(t *testing.T) {
	f := newFixture(t)
	answered := make(chan struct{})
	f.judge.Through = func(_, step string, do func() error) error {
		if step == "write R2-pending.json" {
			<-answered
		}
		return do()
	}
	f.Critic.Gate, f.Critic.Began = make(chan struct{}, 1), make(chan string, 1)
	if err := os.MkdirAll(f.Path("discussions/R2-pending.json/x"), 0o755); err != nil {
		t.Fatal(err)
	}
	go func() {
		<-f.Critic.Began
		f.Critic.Gate <- struct{}{}
		time.Sleep(50 * time.Millisecond) // the answers are taken; were they not, the test would pass and prove less
		close(answered)
	}()
	outcome, err := f.judge.Judge(t.Context(), Order{Target: f.target("R2")})
	if !errors.Is(err, handoff.ErrRefused) || !outcome.Unwritten {
		t.Errorf("got %+v, %v: want the verdict kept, and ErrRefused", outcome, err)
	}
	again, err := f.judge.Judge(t.Context(), Order{Target: f.target("R2"), Resume: Resume{Ready: &outcome.Verdict}})
	if !errors.Is(err, handoff.ErrRefused) || !again.Unwritten {
		t.Errorf("again: got %+v, %v", again, err)
	}
	os.RemoveAll(f.Path("discussions/R2-pending.json"))
	if again, err = f.judge.Judge(t.Context(), Order{Target: f.target("R2"), Resume: Resume{Ready: &outcome.Verdict}}); err != nil || again.Verdict.Record == nil {
		t.Errorf("in the end: got %+v, %v", again, err)
	}
	if len(f.Critic.Rounds()) != 1 {
		t.Errorf("the panel was asked %d times", len(f.Critic.Rounds()))
	}
}

// TestPriorRecord shows the panel where the last discussion ended.
func TestPriorRecord(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.judge.Prior = 12
	f.Write("spec/discovery-context.json", "{}")
	f.Write("spec/requirements/_index.md", "# Requirements\n")
	judge := func(round string) *critique.Document {
		if _, err := f.order(round); err != nil {
			t.Fatal(err)
		}
		return f.Critic.Shown.Prior
	}
	if got := judge("R1"); got != nil {
		t.Errorf("the first round was shown %+v", got)
	}
	if got := judge("R3"); got == nil || got.Path != "discussions/R1-discussion.md" || string(got.Content) != "# Discussion" {
		t.Errorf("a missing record hides an earlier one: %+v", got)
	}
	judge("R2")
	f.Write("spec/requirements/_index.md", "# Requirements, revised\n")
	if got := judge("R3"); got == nil || got.Path != "discussions/R2-discussion.md" {
		t.Errorf("got %+v", got)
	}
	f.judge.Prior = 0
	f.Write("spec/requirements/_index.md", "# Requirements, once more\n")
	if got := judge("R3"); got != nil {
		t.Errorf("shown although nobody wants it: %+v", got)
	}
}

// TestPanelSeesTheGround: a round is held against what the rounds before it hold, and a
// revision against what the last discussion asked for.
// TestFactsAreAskedOnce: what the checks found is told as it is now, and not again as what
// the last discussion asked for.
func TestFactsAreAskedOnce(t *testing.T) {
	last := verdict.Verdict{Outcome: verdict.Blocked, ActionItems: []critique.ActionItem{
		{Kind: critique.ItemFact, Severity: critique.High, Text: "X-005: a dead link"},
		{Kind: critique.ItemWeakness, Severity: critique.Medium, Text: "Name who restores"},
	}}
	if asked := before([]verdict.Verdict{last}, "other bytes").Asked; !slices.Equal(asked, []string{"MEDIUM Name who restores"}) {
		t.Errorf("asked for %q", asked)
	}
}

func TestPanelSeesTheGround(t *testing.T) {
	f := newFixture(t)
	f.Critic.Rating = 2
	f.Write("spec/discovery-context.json", "{}")
	f.Write("spec/requirements/_index.md", "# Requirements\n")
	grounds := func() (paths []string) {
		if _, err := f.order("R3"); err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Critic.Shown.Upstream() {
			paths = append(paths, d.Path)
		}
		return paths
	}
	if got := grounds(); !slices.Equal(got, []string{"spec/product-brief.md"}) {
		t.Errorf("held against %v: the discovery context is shown as what it is", got)
	}
	if asked := f.Critic.Shown.Past.Asked; len(asked) > 0 {
		t.Errorf("the first discussion is told of %q", asked)
	}
	f.Write("spec/requirements/_index.md", "# Requirements, revised\n")
	os.Remove(f.Path("spec/product-brief.md"))
	if got := grounds(); len(got) > 0 {
		t.Errorf("held against %v, which is gone", got)
	}
	if asked := f.Critic.Shown.Past.Asked; !slices.Equal(asked, []string{"HIGH Say who may do it"}) {
		t.Errorf("a revision is told of %q", asked)
	}
	if _, err := f.judge.Judge(t.Context(), Order{Target: f.target("R3"), Mode: Mode{Again: Always}}); err != nil || len(f.Critic.Shown.Past.Asked) > 0 {
		t.Errorf("the same bytes once more are told of %q, %v", f.Critic.Shown.Past.Asked, err)
	}
}

// A command has the time to wait that a daemon has not.
func TestJudgeTriesOrWaits(t *testing.T) {
	f := newFixture(t)
	opened, err := open(&f.judge.Options, f.Dir, "look")
	must(t, err)
	defer opened.Close()
	unlock, err := opened.folder.Lock(t.Context())
	must(t, err)
	if _, err := f.judge.Judge(t.Context(), Order{Target: f.target("R2"), Mode: Mode{Lock: TryLock}}); !errors.Is(err, handoff.ErrLocked) {
		t.Errorf("got %v, want ErrLocked", err)
	}
	time.AfterFunc(time.Millisecond, unlock)
	if _, err := f.order("R2"); err != nil {
		t.Errorf("who waits gets %v", err)
	}
}

// A round that asks no tool spends nothing; one that may not spend is not judged.
func TestChecksCostNothing(t *testing.T) {
	f := newFixture(t)
	f.judge.Asks = func(asked []critique.Perspective) bool { return len(asked) > 1 } // that is, for R2
	spent, dry := 0, errors.New("all is spent")
	order := func(round string) error {
		_, err := f.judge.Judge(t.Context(), Order{Target: f.target(round), Observer: Observer{Spend: func() error {
			if spent++; spent > 1 {
				return dry
			}
			return nil
		}}})
		return err
	}
	for i := range 3 {
		f.Write("spec/discovery-context.json", fmt.Sprintf(`{"a": %d}`, i))
		must(t, order("R1"))
	}
	must(t, order("R2"))
	f.Write("spec/product-brief.md", "# Brief, changed\n")
	if err := order("R2"); !errors.Is(err, dry) || len(f.Critic.Rounds()) != 4 {
		t.Errorf("got %v after %d runs", err, len(f.Critic.Rounds()))
	}
}
