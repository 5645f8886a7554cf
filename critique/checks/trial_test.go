package checks

import (
	"context"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/critique/checks/seeded"
)

// A trial is one way a writer may get a document wrong, tried on every clean
// session that has a place for it. The rule must fire there, or must not when
// the trial is quiet.
type trial struct {
	rule  string
	path  string // pattern of the files; the first that the edit changes is edited
	edit  func(text string) string
	quiet bool
	every bool   // edit all files of the pattern, not just the first
	but   string // sessions where it is no defect, or another rule's
}

// runTrials tries every trial on every clean session.
func runTrials(t *testing.T, trials map[string]trial) {
	t.Helper()
	sessions, err := seeded.Sessions()
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]*clean{}
	for _, name := range slices.Sorted(maps.Keys(trials)) {
		t.Run(name, func(t *testing.T) {
			p := trials[name]
			if rules[p.rule] == nil {
				rules[p.rule] = &clean{onlyRule(t, p.rule), map[string]map[string]bool{}}
			}
			tried := 0
			var wrong []string
			for _, session := range sessions {
				changed, ok := p.apply(session.Files)
				if !ok || strings.Contains(p.but, session.Name) {
					continue
				}
				tried++
				fired := placesOf(rules[p.rule].checks, changed)
				for place := range rules[p.rule].of(session) {
					delete(fired, place)
				}
				if got := len(fired) > 0; got == p.quiet {
					wrong = append(wrong, session.Name)
				}
			}
			if len(wrong) > 0 {
				t.Errorf("%s fired = %v in %d of %d: %s", p.rule, p.quiet, len(wrong), tried, strings.Join(wrong, ", "))
			}
			if tried == 0 {
				t.Error("no session has a place for it")
			}
		})
	}
}

// clean is one rule and where it fires in the sessions as they are.
type clean struct {
	checks *Checks
	places map[string]map[string]bool
}

func (c *clean) of(session seeded.Session) map[string]bool {
	if c.places[session.Name] == nil {
		c.places[session.Name] = placesOf(c.checks, session.Files)
	}
	return c.places[session.Name]
}

func (p trial) apply(files map[string][]byte) (map[string][]byte, bool) {
	wanted := regexp.MustCompile(p.path)
	changed, edited := maps.Clone(files), false
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !wanted.MatchString(name) || edited && !p.every {
			continue
		}
		if text := p.edit(string(files[name])); text != string(files[name]) {
			changed[name], edited = []byte(text), true
		}
	}
	return changed, edited
}

// placesOf returns the identities of all places where the checks fire.
func placesOf(c *Checks, files map[string][]byte) map[string]bool {
	var docs []critique.Document
	for _, name := range slices.Sorted(maps.Keys(files)) {
		docs = append(docs, critique.Document{Path: name, Content: files[name]})
	}
	subject := whole(docs)
	subject.Members = slices.DeleteFunc(slices.Clone(subject.Members), func(d critique.Document) bool { // what no round owns
		return strings.HasSuffix(d.Path, ".json") && !strings.HasSuffix(d.Path, "discovery-context.json")
	})
	subject.Exists = func(target string) bool {
		target = path.Clean(target)
		for name := range files {
			if name == target || strings.HasPrefix(name, target+"/") {
				return true
			}
		}
		return false
	}
	found := map[string]bool{}
	for _, f := range c.Check(context.Background(), subject).Findings {
		for _, p := range f.Places {
			found[p.Path+" "+p.Identity] = true
		}
	}
	return found
}
