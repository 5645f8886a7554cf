package answer

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/pattern"
)

// identifier matches the IDs of requirements, decisions, goals and the like: REQ-003, NFR-PERF-001, G-001.
var identifier = pattern.New(`\b[A-Z][A-Z0-9]{0,15}(?:-[A-Z0-9]{1,15}){0,3}-\d{1,5}\b`)

// isOffTopic tells whether a critique names no ID, heading or file of the
// documents and quotes nothing that stands in them. Where the documents name
// nothing and the critique quotes nothing, nobody can tell.
func isOffTopic(c *critique.Critique, documents []critique.Document) bool {
	said, quotes := spokenOf(c)
	for _, document := range documents { // nearly every answer ends here, and folding a document takes long
		for _, quote := range quotes {
			if bytes.Contains(document.Content, []byte(quote)) {
				return false
			}
		}
	}
	names := map[string]bool{}
	for _, document := range documents {
		content := folded(string(document.Content))
		for _, quote := range quotes {
			if strings.Contains(content, folded(quote)) {
				return false
			}
		}
		for _, name := range namesIn(document) {
			names[name] = true
		}
	}
	for name := range names {
		if strings.Contains(said, name) {
			return false
		}
	}
	return len(names)+len(quotes) > 0 && len(documents) > 0
}

// spokenOf returns everything a critique says, folded, and its quotes as they are.
func spokenOf(c *critique.Critique) (said string, quotes []string) {
	const shortest = 8 // bytes; "the" stands in every document
	texts := []string{c.KeyFinding}
	for _, points := range [][]critique.Point{c.Strengths, c.Weaknesses, c.Suggestions, c.OpenQuestions} {
		for _, p := range points {
			texts = append(append(texts, p.Text), p.Targets...)
			if len(folded(p.Quote)) >= shortest {
				quotes = append(quotes, p.Quote)
			}
		}
	}
	texts = append(texts, c.MissingRequirements...)
	for _, risk := range c.Extra.Risks {
		texts = append(texts, risk.Description, risk.Mitigation)
	}
	texts = slices.Concat(texts, c.Extra.TestabilityIssues, c.Extra.AssumptionsToValidate, c.Extra.Dependencies)
	return folded(strings.Join(texts, "\n")), quotes
}

// namesIn lists the names under which a document and its parts can be meant:
// its file, IDs and headings, and the keys of a JSON document.
func namesIn(document critique.Document) []string {
	const shortest = 4 // bytes
	names := identifier.FindAllString(string(document.Content), -1)
	var object map[string]any
	if json.Unmarshal(document.Content, &object) == nil {
		names = append(names, sortedKeys(object)...)
	}
	for line := range strings.Lines(string(document.Content)) {
		if hashes.MatchString(line) {
			names = append(names, undecorated(line))
		}
	}
	all := []string{folded(path.Base(document.Path))}
	for _, name := range names {
		if name = folded(name); len(name) >= shortest {
			all = append(all, name)
		}
	}
	return all
}
