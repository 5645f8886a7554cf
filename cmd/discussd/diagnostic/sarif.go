package diagnostic

import (
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks"
)

// root is what relative URIs are relative to, under the name that code hosts know.
const root = "%SRCROOT%"

// SARIF writes the places of all rounds as one SARIF 2.1.0 log. Rounds that could
// not be judged are notifications of the run. Version is that of discussd.
func SARIF(w io.Writer, version string, base Base, rules []checks.Rule, rounds []Round) error {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "discussd", SemanticVersion: version, Rules: []sarifRule{}}},
		ColumnKind: "unicodeCodePoints", NewlineSequences: []string{"\r\n", "\n", "\r"},
		OriginalURIBaseIDs: map[string]sarifArtifact{root: {URI: fileURI(strings.TrimSuffix(string(base), "/") + "/")}},
		Results:            []sarifResult{},
	}
	invocation := sarifInvocation{ExecutionSuccessful: true}
	for _, r := range rounds {
		for _, d := range r.Diagnostics() {
			location := sarifLocation{d.physical(base)}
			if d.Severity == Failed {
				invocation.ExecutionSuccessful = false
				invocation.Notifications = append(invocation.Notifications, sarifNotification{
					Descriptor: sarifReference{d.Rule}, Level: level(d.Severity), Message: text(d.Message), Locations: []sarifLocation{location},
				})
				continue
			}
			run.Results = append(run.Results, sarifResult{
				RuleID: d.Rule, RuleIndex: run.Tool.Driver.index(d.Rule, rules), Level: level(d.Severity), Message: text(d.Message),
				Locations:           []sarifLocation{location},
				PartialFingerprints: map[string]string{"discussdPlace/v1": d.Identity},
				Properties:          sarifPlace{d.Session, d.Round, d.State},
			})
		}
	}
	run.Invocations = []sarifInvocation{invocation}
	return encode(w, sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0", Runs: []sarifRun{run},
	})
}

// index returns where a rule stands among those the log describes, and describes it
// when it is new: a log carries the rules that fired, and no others.
func (d *sarifDriver) index(id string, rules []checks.Rule) int {
	if i := slices.IndexFunc(d.Rules, func(r sarifRule) bool { return r.ID == id }); i >= 0 {
		return i
	}
	described := sarifRule{ID: id}
	if i := slices.IndexFunc(rules, func(r checks.Rule) bool { return r.ID == id }); i >= 0 {
		described = describe(rules[i])
	}
	d.Rules = append(d.Rules, described)
	return len(d.Rules) - 1
}

func (b Base) artifact(file string) sarifArtifact {
	uri, relative := b.uri(filepath.ToSlash(file))
	if relative {
		return sarifArtifact{URI: uri, URIBaseID: root}
	}
	return sarifArtifact{URI: uri}
}

// physical is the place in its file, and the line around it. What is about the whole
// file is shown at its first line: code hosts refuse results without a line.
func (d Diagnostic) physical(base Base) sarifPhysical {
	p := sarifPhysical{Artifact: base.artifact(d.File), Region: sarifRegion{StartLine: max(1, d.Line), StartColumn: d.Column}}
	if d.End > d.Column {
		p.Region.EndColumn = d.End
		p.Region.Snippet = &sarifSnippet{d.Text[offset(d.Text, d.Column):offset(d.Text, d.End)]}
		p.Context = &sarifRegion{StartLine: d.Line, Snippet: &sarifSnippet{d.Text}}
	}
	return p
}

func level(s critique.Severity) string {
	switch s {
	case Failed, critique.High:
		return "error"
	case critique.Medium:
		return "warning"
	}
	return "note"
}

// text is a message without placeholders: SARIF wants braces doubled.
func text(s string) sarifMessage {
	return sarifMessage{Text: strings.NewReplacer("{", "{{", "}", "}}").Replace(s)}
}

func encode(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
