package handoff

import (
	"errors"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"sync"
	"time"

	"discussd/critique"
	"discussd/internal/text/shallow"
)

// keptAnswers are what tools answered, each under the name of the question.
type keptAnswers struct {
	*directory
	longest time.Duration // how old an answer may be that still counts; 0 keeps none
	writing *sync.Mutex
}

// keptAnswer is an answer in its file.
type keptAnswer struct {
	Question string `json:"question"`
	Round    string `json:"round"` // for a person who looks at the file
	critique.Kept
}

const (
	mostKept    = 200       // answers a session: ten rounds of five perspectives, four times over
	longestKept = 256 << 10 // bytes of one answer
)

var keptDir = path.Join(private, "answers")

func keptName(question string) string { return path.Join(keptDir, question+".json") }

// question is a name that an answer is kept under: a SHA-256.
var question = regexp.MustCompile(`^[0-9a-f]{64}$`)

// KeptAnswer returns what was answered to a question; ok is false where nobody answered it,
// did so too long ago, or left something else than an answer.
func (k keptAnswers) KeptAnswer(asked string, now time.Time) (kept critique.Kept, ok bool) {
	if k.longest <= 0 || !question.MatchString(asked) {
		return kept, false
	}
	text, err := k.own(keptName(asked))
	if err != nil {
		return kept, false
	}
	a, err := readKept(text)
	if err != nil || a.Question != asked || now.Sub(a.At) > k.longest {
		return kept, false
	}
	return a.Kept, true
}

// readKept reads an answer that was kept. What it costs to read is bounded, and what cannot
// have been kept is refused: somebody else may have written it.
func readKept(text []byte) (a keptAnswer, err error) {
	bounds := shallow.Bounds{Bytes: 8 * longestKept, Containers: 100, Values: 1000, Levels: 4}
	if err := bounds.Decode(text, &a); err != nil {
		return keptAnswer{}, err
	}
	cheap := func(n *int64) bool { return n == nil || *n >= 0 && *n < math.MaxInt32 }
	switch c := a.Cost; {
	case a.Tool == "" || a.Text == "" || len(a.Text) > longestKept:
		err = errors.New("it holds no answer")
	case a.Revision < 1 || a.Revision > mostRevisions || !question.MatchString(a.Fingerprint):
		err = errors.New("it belongs to no revision")
	case !cheap(c.InputTokens) || !cheap(c.OutputTokens) || !cheap(c.CachedTokens) || c.USD != nil && !(*c.USD >= 0 && *c.USD < math.MaxInt32):
		err = errors.New("its cost is none")
	}
	return a, err
}

// KeepAnswer keeps what was answered to a question in a round, and drops what is too old
// to count.
func (k keptAnswers) KeepAnswer(round, asked string, kept critique.Kept) error {
	if k.longest <= 0 || len(kept.Text) > longestKept {
		return nil
	}
	kept.At = kept.At.UTC()
	k.writing.Lock()
	defer k.writing.Unlock()
	k.sweep(keptDir)
	if err := note(k.directory, keptName(asked), keptAnswer{asked, round, kept}); err != nil {
		return err
	}
	for _, name := range k.list(keptDir) {
		if info, err := k.root.Lstat(path.Join(keptDir, name)); err == nil && kept.At.Sub(info.ModTime()) > k.longest {
			k.remove(path.Join(keptDir, name))
		}
	}
	dropOldest(k.directory, keptDir, mostKept, func(string) bool { return true })
	return nil
}

// rawAnswers are what tools printed, as evidence.
type rawAnswers struct {
	*directory
	rounds int // whose answers are kept
}

// KeepRaw saves what the tools printed for a round, one file an attempt, in place
// of the round's earlier ones, and drops the oldest rounds' above the number kept.
func (r rawAnswers) KeepRaw(round string, opinions []critique.Opinion) error {
	if r.rounds == 0 {
		return nil
	}
	dir := path.Join(private, "raw", round)
	stale := r.list(dir)
	for _, o := range opinions {
		for i, a := range o.Attempts {
			if len(a.Raw) == 0 {
				continue
			}
			name := fmt.Sprintf("%s-%d.txt", o.Perspective.Name, i+1)
			if err := r.write(path.Join(dir, name), a.Raw); err != nil {
				return err
			}
			stale = slices.DeleteFunc(stale, func(old string) bool { return old == name })
		}
	}
	for _, name := range stale {
		r.remove(path.Join(dir, name))
	}
	// what belongs to this round stays, however the clock was set since the others'
	dropAbove(r.directory, path.Join(private, "raw"), r.rounds-1, func(name string) bool { return name != round })
	return nil
}
