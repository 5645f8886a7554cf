package checks

import (
	"context"
	"fmt"
	"strings"
	"time"

	"golang.org/x/tools/txtar"

	"discussd/critique"
)

// Trial is what came of one example of a rule.
type Trial struct {
	Example string // "bad.en", "good.zh"
	Fires   bool   // whether the rule fired on it
	Right   bool   // whether it should
	Said    string // what it said first, "" where it did not fire
	Took    time.Duration
	Notes   []string // why it could not look
}

// Try asks a rule of a file about its own examples. The error is that the rule cannot be
// taken in at all.
func Try(ctx context.Context, r Rule) ([]Trial, error) {
	c, err := New(Options{Own: []Rule{r}})
	if err != nil {
		return nil, err
	}
	c.rules = c.rules[len(c.rules)-1:]
	var trials []Trial
	for _, e := range [...]struct {
		name, text string
		bad        bool
	}{{"bad.en", r.Bad.EN, true}, {"good.en", r.Good.EN, false}, {"bad.zh", r.Bad.ZH, true}, {"good.zh", r.Good.ZH, false}} {
		if e.text == "" {
			continue
		}
		start := time.Now()
		report := c.Check(ctx, exampleOf(r, e.text))
		t := Trial{Example: e.name, Took: time.Since(start), Fires: len(report.Findings) > 0}
		t.Right = t.Fires == e.bad
		for _, note := range report.NotAssessed {
			if strings.Contains(note, r.ID) {
				t.Notes = append(t.Notes, note)
			}
		}
		if t.Fires {
			f := report.Findings[0]
			t.Said = fmt.Sprintf("%s:%d: %s", f.Path, f.Line, f.Message)
		}
		trials = append(trials, t)
	}
	return trials, nil
}

// exampleOf is a round that holds the documents of an example: several in txtar form, whose
// names say what they are, or one of the kind that the rule is about.
func exampleOf(r Rule, text string) critique.Subject {
	var docs []critique.Document
	for _, f := range txtar.Parse([]byte(text)).Files {
		docs = append(docs, critique.Document{Path: f.Name, Content: f.Data})
	}
	if len(docs) == 0 {
		kind := "plain"
		if len(r.On) > 0 {
			kind = r.On[0]
		}
		docs = append(docs, critique.Document{Path: "example.md", Kind: kind, Content: []byte(text)})
	}
	return critique.Subject{Artifact: docs[len(docs)-1], Members: docs[:len(docs)-1], Session: docs, Language: "auto", Surroundings: critique.Surroundings{Exists: func(string) bool { return true }}}
}
