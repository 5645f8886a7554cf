// Package diagnostic shows findings of the checks the way compilers and linters
// show theirs: as lines for people and as documents for other programs.
//
// The findings of one or several rounds come in ([Round]); a line a place
// ([Lines]), a total ([Total]), a SARIF log ([SARIF]) or a document in the Reviewdog
// Diagnostic Format ([RDJSON]) goes out. `discussd critique` prints them. Everything
// here is pure: the judged bytes are handed in, no file is read.
package diagnostic

import (
	"cmp"
	"path/filepath"

	"discussd/critique"
)

// Failed is the severity of a round that could not be judged. It is no severity of
// a finding.
const Failed critique.Severity = "ERROR"

// Round is what the checks found in one round of a session.
type Round struct {
	Session            string // absolute folder of the session, "" when it was not found
	ID                 string // "DISCUSS-002"
	Findings           []critique.Finding
	Muted              []critique.Mute   // by marks in the artifact
	Sources            map[string][]byte // the judged bytes, by path relative to the session; what is missing is not shown
	Applicable, Passed int               // rules
	Failure            *Failure          // why it could not be judged, nil when it was
}

// Failure is why a round could not be judged.
type Failure struct {
	Code    string // "artifact_not_found"
	Message string
	Path    string // absolute
}

// Diagnostic is one place where a rule fired, or the failure of a round.
type Diagnostic struct {
	Rule     string // its ID, or the code of a failure
	Severity critique.Severity
	Message  string
	File     string // absolute
	Line     int    // 1-based; 0 when it is about the whole file
	Column   int    // 1-based, in characters; 0 when unknown
	End      int    // the column after the last character, on the same line; 0 when unknown
	Text     string // the line, "" when unknown
	Identity string // of the place, distinct from those of other sessions
	State    string // against the previous revision
	Session  string // name of its folder
	Round    string
	Related  []Related // what it is held against
}

// Related is a place that a diagnostic is held against.
type Related struct {
	File   string // absolute
	Line   int    // 1-based
	Column int    // 1-based, in characters
	Quote  string // the words there
}

// Diagnostics lists a round's failure and the places of its findings, each with what is
// to be said of it alone; a verdict of an earlier build may have the finding's message only.
func (r Round) Diagnostics() []Diagnostic {
	var all []Diagnostic
	name := ""
	if r.Session != "" {
		name = filepath.Base(r.Session)
	}
	if f := r.Failure; f != nil {
		all = append(all, Diagnostic{
			Rule: f.Code, Severity: Failed, Message: oneLine(f.Message), File: f.Path, Session: name, Round: r.ID,
		})
	}
	lines := map[string][]string{}
	for path, content := range r.Sources {
		lines[path] = split(content)
	}
	for _, f := range r.Findings {
		for _, p := range f.Places {
			d := Diagnostic{
				Rule: f.Rule, Severity: f.Severity, Message: oneLine(cmp.Or(p.Message, f.Message)), File: filepath.Join(r.Session, filepath.FromSlash(p.Path)),
				Line: p.Line, Column: p.Column, Identity: name + "/" + p.Identity, State: p.State, Session: name, Round: r.ID,
			}
			if source := lines[p.Path]; 0 < p.Line && p.Line <= len(source) {
				d.Text = source[p.Line-1]
				d.End = end(d.Text, p.Column, p.Quote)
			}
			for _, l := range p.Related {
				d.Related = append(d.Related, Related{filepath.Join(r.Session, filepath.FromSlash(l.Path)), l.Line, l.Column, l.Quote})
			}
			all = append(all, d)
		}
	}
	return all
}
