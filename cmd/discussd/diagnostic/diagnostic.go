// Package diagnostic shows findings of the checks the way compilers and linters
// show theirs: as lines for people and as documents for other programs.
//
// The findings of one or several rounds come in ([Round]); a line a place
// ([Lines]), a total ([Total]), a SARIF log ([SARIF]) or a document in the Reviewdog
// Diagnostic Format ([RDJSON]) goes out. `discussd critique` prints them. Everything
// here is pure: the judged bytes are handed in, no file is read.
package diagnostic

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"discussd/critique"
	"discussd/critique/checks"
)

// Failed is the severity of a round that could not be judged. It is no severity of
// a finding.
const Failed critique.Severity = "ERROR"

// Round is what the checks found in one round of a session.
type Round struct {
	Session            string // absolute folder of the session, "" when it was not found
	ID                 string // "DISCUSS-002"
	Findings           []critique.Finding
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
}

// Diagnostics lists a round's failure and places, a finding's first place with the
// finding's message and the others with what is there.
func (r Round) Diagnostics(rules []checks.Rule) []Diagnostic {
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
		for i, p := range f.Places {
			message := f.Message
			if i > 0 {
				message = further(f, p, rules)
			}
			d := Diagnostic{
				Rule: f.Rule, Severity: f.Severity, Message: oneLine(message), File: filepath.Join(r.Session, filepath.FromSlash(p.Path)),
				Line: p.Line, Column: p.Column, Identity: name + "/" + p.Identity, State: p.State, Session: name, Round: r.ID,
			}
			if source := lines[p.Path]; 0 < p.Line && p.Line <= len(source) {
				d.Text = source[p.Line-1]
				d.End = end(d.Text, p.Column, p.Quote)
			}
			all = append(all, d)
		}
	}
	return all
}

// further is what is said of a place beside the first: the finding's message names
// the targets of the first alone.
func further(f critique.Finding, p critique.Place, rules []checks.Rule) string {
	message, colon := "here too", ": "
	if i := slices.IndexFunc(rules, func(r checks.Rule) bool { return r.ID == f.Rule }); i >= 0 {
		message = rules[i].Title
		text := rules[i].Message
		if fits(f.Message, text.ZH) && !(fits(f.Message, text.EN) && !strings.ContainsFunc(f.Message, han)) {
			message, colon = "此处亦然", "："
			if said, whole := filled(text.ZH, p.Targets); whole {
				return said
			}
		} else if said, whole := filled(text.EN, p.Targets); whole && fits(f.Message, text.EN) {
			return said
		}
	}
	if len(p.Targets) > 0 {
		message += colon + strings.Join(p.Targets, ", ")
	}
	return message
}

// han tells a character of Chinese. Messages that are all variables fit a text in
// either language.
func han(r rune) bool { return unicode.Is(unicode.Han, r) }

// filled writes the targets of a place into a message, whole where it asks for just
// those: then a place beside the first says of itself what the first does.
func filled(text string, targets []string) (said string, whole bool) {
	var pairs []string
	for i, target := range targets {
		variable := "{" + strconv.Itoa(i+1) + "}"
		if !strings.Contains(text, variable) {
			return "", false
		}
		pairs = append(pairs, variable, target)
	}
	said = strings.NewReplacer(pairs...).Replace(text)
	return said, len(targets) > 0 && strings.Count(text, "{") == len(targets)
}

// fits tells whether a message was made from a text with variables in braces.
func fits(message, text string) bool {
	for {
		fixed, rest, more := strings.Cut(text, "{")
		at := strings.Index(message, fixed)
		if at < 0 {
			return false
		}
		if !more {
			return true
		}
		message = message[at+len(fixed):]
		_, text, _ = strings.Cut(rest, "}")
	}
}
