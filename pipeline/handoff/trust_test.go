package handoff

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// agent is the number of a user that nobody has.
const agent = 54321

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// agents opens a session that belongs to another user, who can write all of it.
func agents(t *testing.T) (dir string, f *Folder) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can give a session to somebody else")
	}
	dir = t.TempDir()
	must(t, os.Chown(dir, agent, agent))
	f = open(t, dir)
	f.secret.state = t.TempDir()
	return dir, f
}

// put is what an agent does: a file of his own, under whatever name.
func put(t *testing.T, name string, content []byte) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(t, os.WriteFile(name+".new", content, 0o644))
	must(t, os.Chown(name+".new", agent, agent))
	must(t, os.Rename(name+".new", name))
}

func marshalled(t *testing.T, v verdict.Verdict) []byte {
	t.Helper()
	text, err := verdict.Marshal(v)
	must(t, err)
	return text
}

// TestOnlyWhatIsSealedCounts has an agent whose own the session is forge what discussd
// reads back. Everything he has is there: his files look like discussd's, which writes
// with his rights.
func TestOnlyWhatIsSealedCounts(t *testing.T) {
	const other = "DISCUSS-003"
	praise := judged(9, "one", 5)
	decided := judged(1, "one", 1)
	decided.Decisions = []verdict.Decision{{Topic: round, Decision: verdict.Accept, By: "the boss", Accepts: []string{}}}
	tests := map[string]struct {
		forge func(t *testing.T, folder string)
		want  []int // the revisions that count
		last  bool  // whether the verdict does
	}{
		"nothing": {func(*testing.T, string) {}, []int{2, 1}, true},
		"another verdict": {func(t *testing.T, folder string) {
			put(t, filepath.Join(folder, verdictName(round)), marshalled(t, praise))
		}, []int{1}, false},
		"a decision in the verdict": {func(t *testing.T, folder string) {
			put(t, filepath.Join(folder, verdictName(round)), marshalled(t, decided))
		}, []int{1}, false},
		"an earlier verdict": {func(t *testing.T, folder string) {
			put(t, filepath.Join(folder, historyName(round, 1, "verdict.json")), marshalled(t, decided))
		}, []int{2}, true},
		"a further one": {func(t *testing.T, folder string) {
			put(t, filepath.Join(folder, historyName(round, 7, "verdict.json")), marshalled(t, judged(7, "one", 5)))
		}, []int{2, 1}, true},
		"an earlier one in the place of the last": {func(t *testing.T, folder string) {
			text, err := os.ReadFile(filepath.Join(folder, historyName(round, 1, "verdict.json")))
			must(t, err)
			put(t, filepath.Join(folder, verdictName(round)), text)
			seal, err := os.ReadFile(filepath.Join(folder, sealName(historyName(round, 1, "verdict.json"))))
			must(t, err)
			put(t, filepath.Join(folder, sealName(verdictName(round))), seal)
		}, []int{1}, false},
		"the verdict of another round": {func(t *testing.T, folder string) {
			text, err := os.ReadFile(filepath.Join(folder, verdictName(other)))
			must(t, err)
			put(t, filepath.Join(folder, verdictName(round)), text)
		}, []int{1}, false},
		"no seals": {func(t *testing.T, folder string) {
			must(t, os.RemoveAll(filepath.Join(folder, sealName("."))))
		}, nil, false},
		"a seal that is none": {func(t *testing.T, folder string) {
			put(t, filepath.Join(folder, verdictName(round)), marshalled(t, praise))
			put(t, filepath.Join(folder, sealName(verdictName(round))), []byte("\n"+strings.Repeat("0", 64)+"\n"))
		}, []int{1}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dir, f := agents(t)
			commit(t, f, judged(1, "one", 1))
			commit(t, f, judged(2, "one", 1.5))
			of := judged(1, "one", 5)
			of.Round = other
			_, err := f.Commit(of, nil)
			must(t, err)
			folder := filepath.Join(dir, Dir)
			tt.forge(t, folder)
			var revisions []int
			for v := range f.Past(round) {
				revisions = append(revisions, v.Revision)
			}
			if diff := cmp.Diff(tt.want, revisions); diff != "" {
				t.Errorf("what counts (-want +got):\n%s", diff)
			}
			forged, _ := os.ReadFile(filepath.Join(folder, verdictName(round)))
			_, counts := f.Verdict(round)
			if why := f.Foreign(round); counts != tt.last || (why == nil) != counts {
				t.Errorf("the verdict counts: %v, want %v; why not: %v", counts, tt.last, why)
			}
			v := commit(t, f, judged(3, "two", 4))
			if got, ok := f.Verdict(round); !ok || got.Revision != 3 {
				t.Errorf("what was judged since does not count: %v", f.Foreign(round))
			}
			kept := filepath.Join(folder, historyDir(round), "foreign-"+digest(forged)[:8]+".json")
			if text, err := os.ReadFile(kept); !counts && (err != nil || string(text) != string(forged) || !slices.ContainsFunc(v.Notes, func(n string) bool { return strings.Contains(n, "foreign-") })) {
				t.Errorf("what was forged is not kept and noted: %v, %q", err, v.Notes)
			}
		})
	}
}

// TestASealIsOfItsSession copies a whole session with its seals, and moves it: what was
// judged in the one was not judged in the copy.
func TestASealIsOfItsSession(t *testing.T) {
	dir, f := agents(t)
	commit(t, f, judged(1, "one", 5))
	verdictIn := func(session string) bool {
		root, err := os.OpenRoot(session)
		must(t, err)
		defer root.Close()
		opened, err := Open(root, Options{History: 20, State: f.secret.state})
		must(t, err)
		defer opened.Close()
		_, counts := opened.Verdict(round)
		return counts
	}
	copied, moved := dir+" copied", dir+" moved"
	must(t, exec.Command("cp", "-a", dir, copied).Run())
	if !verdictIn(dir) || verdictIn(copied) {
		t.Errorf("the verdict counts in its session: %v, in a copy: %v", verdictIn(dir), verdictIn(copied))
	}
	must(t, os.Rename(dir, moved))
	if !verdictIn(moved) {
		t.Error("the verdict does not count where its session was moved to")
	}
}

// TestASealedVerdictOutlivesACrash: who is killed between seal and verdict leaves the
// old one, which counts.
func TestASealedVerdictOutlivesACrash(t *testing.T) {
	_, f := agents(t)
	commit(t, f, judged(1, "one", 4))
	for range 2 {
		must(t, seal(f.directory, verdictName(round), marshalled(t, judged(2, "two", 4))))
		if v, ok := f.Verdict(round); !ok || v.Revision != 1 {
			t.Fatalf("it does not count: %v", f.Foreign(round))
		}
	}
}

// TestSmallerFilesAreForged, too: marks and answers.
func TestSmallerFilesAreForged(t *testing.T) {
	dir, f := agents(t)
	folder := filepath.Join(dir, Dir)
	answer := Answer{AnsweredAt: time.Now(), SHA256: digest([]byte("please")), Path: "discussions/requests/a.md"}
	must(t, f.SetAnswered(answer))
	mark := verdict.Pending{State: verdict.Running, RecordSHA256: verdict.Hash(digest([]byte("mine")))}
	must(t, f.SetPending(round, mark))
	if _, ok := f.Answered(answer.SHA256); !ok {
		t.Error("what discussd answered is not answered")
	}
	if p, ok := f.Pending(round); !ok || p.RecordSHA256 != mark.RecordSHA256 {
		t.Errorf("its own mark says %+v", p)
	}
	forged, err := os.ReadFile(filepath.Join(folder, answeredName(answer.SHA256)))
	must(t, err)
	put(t, filepath.Join(folder, answeredName(answer.SHA256)), append(forged, '\n'))
	if _, ok := f.Answered(answer.SHA256); ok {
		t.Error("a forged answer counts")
	}
	mark.RecordSHA256 = verdict.Hash(digest([]byte("yours")))
	text, err := mark.Marshal()
	must(t, err)
	put(t, filepath.Join(folder, pendingName(round)), text)
	if p, ok := f.Pending(round); !ok || p.RecordSHA256 != "" {
		t.Errorf("a forged mark says %+v, %v", p, ok)
	}
	must(t, f.ClearPending(round))
	for _, name := range []string{pendingName(round), sealName(pendingName(round))} {
		if _, err := os.Lstat(filepath.Join(folder, name)); err == nil {
			t.Errorf("%s is left", name)
		}
	}
}

// TestOneUserHasNoSeals: nobody else can write there.
func TestOneUserHasNoSeals(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	f.secret.state = filepath.Join(t.TempDir(), "state")
	commit(t, f, judged(1, "one", 4))
	commit(t, f, judged(2, "two", 4))
	if _, err := os.Lstat(filepath.Join(dir, Dir, sealName("."))); err == nil {
		t.Error("there are seals")
	}
	if _, err := os.Lstat(f.secret.state); err == nil {
		t.Error("there is a key")
	}
}

// TestWhatIsReadBackIsChecked: a file of discussd's own may be broken, too.
func TestWhatIsReadBackIsChecked(t *testing.T) {
	high := critique.Severity("WORST")
	tests := map[string]func(v *verdict.Verdict){
		"another round":      func(v *verdict.Verdict) { v.Round = "DISCUSS-003" },
		"a path for a round": func(v *verdict.Verdict) { v.Round = "../../requests" },
		"no revision":        func(v *verdict.Verdict) { v.Revision = 0 },
		"the last revision":  func(v *verdict.Verdict) { v.Revision = math.MaxInt64 },
		"an odd severity":    func(v *verdict.Verdict) { v.Severity = &high },
		"no severity":        func(v *verdict.Verdict) { v.Outcome, v.Severity = verdict.Blocked, nil },
		"an odd decision":    func(v *verdict.Verdict) { v.Decisions = []verdict.Decision{{Decision: "maybe"}} },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			f := open(t, dir)
			commit(t, f, judged(1, "one", 4))
			v := judged(2, "one", 4)
			change(&v)
			must(t, os.WriteFile(filepath.Join(dir, Dir, verdictName(round)), marshalled(t, v), 0o644))
			if _, ok := f.Verdict(round); ok {
				t.Error("it counts")
			}
			commit(t, f, judged(3, "two", 4))
			for _, name := range tree(t, dir) {
				if strings.Contains(name, "requests") || strings.Contains(name, fmt.Sprint(math.MaxInt64)) {
					t.Errorf("written: %s", name)
				}
			}
		})
	}
	if _, ok := RoundOf("discussions/../../x-verdict.json"); ok {
		t.Error("a verdict lies in another folder")
	}
}
