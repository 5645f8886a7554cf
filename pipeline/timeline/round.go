package timeline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"discussd/critique"
	"discussd/internal/text/markdown"
	"discussd/internal/text/shallow"
	"discussd/pipeline/durable"
)

// The folder of the rounds in a session, and the part of it that is discussd's own.
const (
	dir     = "discussions"
	private = dir + "/.discussd"
)

// The bounds of a round: people read it. What is left out is noted.
const (
	maxList      = 50   // statements a list
	maxStatement = 1000 // characters a statement
)

func roundBounds() shallow.Bounds {
	return shallow.Bounds{Bytes: 4 << 20, Containers: 1000, Values: 10_000, Levels: 32}
}

// Round is the JSON form of a discussed round.
type Round struct {
	Round         int      `json:"round"`
	Type          string   `json:"type"`
	UserFeedback  string   `json:"user_feedback"`
	Understanding Updated  `json:"updated_understanding"`
	NewFindings   []string `json:"new_findings"`
	NewQuestions  []string `json:"new_questions"`
	Timestamp     string   `json:"timestamp"`       // RFC 3339, UTC
	Notes         []string `json:"notes,omitempty"` // what was left out, unclear or degraded, in words
}

// Updated is how a round changed what is understood.
type Updated struct {
	Confirmed   []string `json:"confirmed"`
	Corrected   []string `json:"corrected"`
	NewInsights []string `json:"new_insights"`
}

// namePrefix begins the name of every round.
const namePrefix = "discussion-round-"

// Name is the name of a round, by which its file, its entry in the shared memory and
// what is said of it go.
func Name(round int) string { return namePrefix + strconv.Itoa(round) }

// Path is where a round lies, relative to the session.
func Path(round int) string { return path.Join(dir, Name(round)+".json") }

// Last is the number of the last round in a session folder, 0 when there is none.
func Last(session fs.FS) int {
	last := 0
	files, _ := fs.Glob(session, path.Join(dir, namePrefix+"*.json"))
	for _, file := range files {
		if n := Number(strings.TrimSuffix(path.Base(file), ".json")); n > 0 {
			last = max(last, n)
		}
	}
	return last
}

// Number is the round that goes by a [Name], 0 when none does.
func Number(name string) int {
	number, named := strings.CutPrefix(name, namePrefix)
	round, err := strconv.Atoi(number)
	if !named || err != nil {
		return 0
	}
	return max(round, 0)
}

func (r Round) id() string   { return Name(r.Round) }
func (r Round) path() string { return Path(r.Round) }

// lists are the lists of a round, for what is done to all of them.
func (r *Round) lists() []*[]string {
	u := &r.Understanding
	return []*[]string{&u.Confirmed, &u.Corrected, &u.NewInsights, &r.NewFindings, &r.NewQuestions}
}

// round makes a round of what was understood.
func (p *process) round(u critique.Understanding) Round {
	now := time.Now
	if p.Now != nil {
		now = p.Now
	}
	r := Round{
		Round: p.request.Round, Type: p.request.Type, UserFeedback: p.request.Feedback,
		Understanding: Updated{u.Confirmed, u.Corrected, u.NewInsights},
		NewFindings:   u.NewFindings, NewQuestions: u.NewQuestions,
		Timestamp: now().UTC().Format(time.RFC3339),
	}
	long := 0
	for _, list := range r.lists() {
		if more := len(*list) - maxList; more > 0 {
			p.note("A list is cut at %d entries: %d more are in the analyses.", maxList, more)
			*list = (*list)[:maxList]
		}
		for i, text := range *list {
			if utf8.RuneCountInString(text) > maxStatement {
				(*list)[i] = cut(text)
				long++
			}
		}
	}
	p.noteCut(long)
	r.Notes = slices.Clone(p.Notes[:min(len(p.Notes), maxList)])
	return r.complete()
}

func (p *process) noteCut(statements int) {
	if statements > 0 {
		p.note("%d statements are cut at %d characters.", statements, maxStatement)
	}
}

func cut(text string) string { return string([]rune(text)[:maxStatement-1]) + "…" }

// complete has an empty list in the place of none.
func (r Round) complete() Round {
	for _, list := range r.lists() {
		if *list == nil {
			*list = []string{}
		}
	}
	return r
}

// Read returns a round as it was written.
func Read(session *os.Root, number int) (o Outcome, err error) {
	o.Path = Path(number)
	text, err := durable.Read(session, o.Path, int64(roundBounds().Bytes))
	if err == nil {
		err = roundBounds().Decode(text, &o.Round)
	}
	o.Notes = o.Round.Notes
	return o, err
}

// load returns the round when it was discussed before. The error wraps
// [ErrDiscussed] when that was another request.
func (p *process) load() (r Round, found bool, err error) {
	r.Round = p.request.Round
	name := r.path()
	text, err := durable.Read(p.Root, name, int64(roundBounds().Bytes))
	if errors.Is(err, fs.ErrNotExist) {
		return r, false, nil
	}
	if err != nil {
		return r, false, fmt.Errorf("read %s: %w", name, err)
	}
	if err := roundBounds().Decode(text, &r); err != nil {
		return r, false, formatError(name, text, err)
	}
	if r.Round != p.request.Round {
		return r, false, fmt.Errorf("%s holds round %d", name, r.Round)
	}
	if r.Type != p.request.Type || r.UserFeedback != p.request.Feedback {
		return r, false, fmt.Errorf("%w: %s holds the answer to another request (type %s): ask for another round", ErrDiscussed, name, r.Type)
	}
	return r.complete(), true, nil
}

// marshal is JSON without the escapes that only HTML needs, ended by a line break.
func (r Round) marshal() ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(r)
	return text.Bytes(), err
}

// tidy makes every statement one line and drops those that say nothing or the same.
func tidy(u critique.Understanding) critique.Understanding {
	for _, list := range []*[]string{&u.Confirmed, &u.Corrected, &u.NewInsights, &u.NewFindings, &u.NewQuestions} {
		var kept []string
		seen := map[string]bool{}
		for _, text := range *list {
			text = markdown.OneLine(text)
			if key := normal(text); !seen[key] && !idle(text) {
				seen[key] = true
				kept = append(kept, text)
			}
		}
		*list = kept
	}
	return u
}

// idle tells whether a text stands for nothing at all.
func idle(text string) bool {
	words := []string{"", "none", "n/a", "na", "null", "nil", "tbd", "无", "暂无", "没有"}
	return slices.Contains(words, strings.Trim(strings.ToLower(text), " .。-()（）"))
}
