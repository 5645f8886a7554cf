package handoff

import (
	"encoding/json"
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
	Question     string    `json:"question"`
	Tool         string    `json:"tool"`
	Model        string    `json:"model"`
	ModelFamily  string    `json:"model_family"`
	Round        string    `json:"round"` // for whoever looks at the file
	Revision     int       `json:"revision"`
	Fingerprint  string    `json:"fingerprint"`
	AnsweredAt   time.Time `json:"answered_at"`
	AnsweredWith []string  `json:"answered_with,omitempty"`
	USD          *float64  `json:"usd"`
	InputTokens  *int64    `json:"input_tokens"`
	CachedTokens *int64    `json:"cached_tokens,omitempty"`
	OutputTokens *int64    `json:"output_tokens"`
	Text         string    `json:"text"`
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
	if age := now.Sub(a.AnsweredAt); err != nil || a.Question != asked || age > k.longest {
		return kept, false
	}
	return critique.Kept{
		Tool: a.Tool, Model: a.Model, Family: a.ModelFamily, Text: []byte(a.Text), With: a.AnsweredWith,
		Cost:    critique.Cost{USD: a.USD, InputTokens: a.InputTokens, OutputTokens: a.OutputTokens, CachedTokens: a.CachedTokens},
		Carried: critique.Carried{Revision: a.Revision, Fingerprint: a.Fingerprint, At: a.AnsweredAt},
	}, true
}

// readKept reads an answer that was kept. What it costs to read is bounded, and what cannot
// have been kept is refused: somebody else may have written it.
func readKept(text []byte) (a keptAnswer, err error) {
	bounds := shallow.Bounds{Bytes: 8 * longestKept, Containers: 100, Values: 1000, Levels: 4}
	if err := bounds.Decode(text, &a); err != nil {
		return keptAnswer{}, err
	}
	cheap := func(n *int64) bool { return n == nil || *n >= 0 && *n < math.MaxInt32 }
	switch {
	case a.Tool == "" || a.Text == "" || len(a.Text) > longestKept:
		err = fmt.Errorf("it holds no answer")
	case a.Revision < 1 || a.Revision > mostRevisions || !question.MatchString(a.Fingerprint):
		err = fmt.Errorf("it belongs to no revision")
	case !cheap(a.InputTokens) || !cheap(a.OutputTokens) || !cheap(a.CachedTokens) || a.USD != nil && !(*a.USD >= 0 && *a.USD < math.MaxInt32):
		err = fmt.Errorf("its cost is none")
	}
	if err != nil {
		return keptAnswer{}, err
	}
	return a, nil
}

// KeepAnswer keeps what was answered to a question in a round, and drops what is too old
// to count.
func (k keptAnswers) KeepAnswer(round, asked string, kept critique.Kept) error {
	if k.longest <= 0 || len(kept.Text) > longestKept {
		return nil
	}
	text, err := json.MarshalIndent(keptAnswer{
		Question: asked, Tool: kept.Tool, Model: kept.Model, ModelFamily: kept.Family, Round: round,
		Revision: kept.Revision, Fingerprint: kept.Fingerprint, AnsweredAt: kept.At.UTC(), AnsweredWith: slices.Clone(kept.With),
		USD: kept.Cost.USD, InputTokens: kept.Cost.InputTokens, OutputTokens: kept.Cost.OutputTokens, CachedTokens: kept.Cost.CachedTokens, Text: string(kept.Text),
	}, "", "  ")
	if err != nil {
		return err
	}
	k.writing.Lock()
	defer k.writing.Unlock()
	k.sweep(keptDir)
	if err := k.writeOwn(keptName(asked), append(text, '\n')); err != nil {
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
