package diagnostic

import (
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"discussd/cmd/discussd/rulebook"
	"discussd/critique"
	"discussd/critique/checks"
)

// object is one of JSON.
type object = map[string]any

// root is what relative URIs are relative to, under the name that code hosts know.
const root = "%SRCROOT%"

// SARIF writes the places of all rounds as one SARIF 2.1.0 log. Rounds that could
// not be judged are notifications of the run. Version is that of discussd.
func SARIF(w io.Writer, version string, base Base, rules []checks.Rule, rounds []Round) error {
	results, notifications := []object{}, []object{}
	var fired []string // rules: a log describes those, and no others
	for _, r := range rounds {
		for _, d := range r.Diagnostics() {
			said := object{"level": level(d.Severity), "message": text(d.Message), "locations": []object{{"physicalLocation": d.physical(base)}}}
			if d.Severity == Failed {
				said["descriptor"] = object{"id": d.Rule}
				notifications = append(notifications, said)
				continue
			}
			if !slices.Contains(fired, d.Rule) {
				fired = append(fired, d.Rule)
			}
			said["ruleId"], said["ruleIndex"] = d.Rule, slices.Index(fired, d.Rule)
			said["partialFingerprints"] = object{"discussdPlace/v1": d.Identity}
			said["properties"] = object{"session": d.Session, "round": d.Round, "state": d.State}
			if len(d.Related) > 0 {
				said["relatedLocations"] = d.related(base)
			}
			results = append(results, said)
		}
	}
	described := []object{}
	for _, id := range fired {
		described = append(described, describe(id, rules))
	}
	return encode(w, object{
		"$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		"version": "2.1.0",
		"runs": []object{{
			"tool":               object{"driver": object{"name": "discussd", "semanticVersion": version, "rules": described}},
			"invocations":        []object{{"executionSuccessful": len(notifications) == 0, "toolExecutionNotifications": notifications}},
			"originalUriBaseIds": object{root: object{"uri": fileURI(strings.TrimSuffix(string(base), "/") + "/")}},
			"columnKind":         "unicodeCodePoints",
			"newlineSequences":   []string{"\r\n", "\n", "\r"},
			"results":            results,
		}},
	})
}

// describe is a rule of the catalogue as SARIF metadata.
func describe(id string, rules []checks.Rule) object {
	described := object{"id": id}
	for _, r := range rules {
		if r.ID != id {
			continue
		}
		help := text(rulebook.Text(r))
		help["markdown"] = text(rulebook.Markdown(r))["text"]
		severity := level(r.Severity)
		described["defaultConfiguration"] = object{"level": severity}
		if severity == "note" {
			severity = "recommendation" // the third word of this property, which code hosts read
		}
		described["shortDescription"], described["help"] = text(rulebook.Title(r)), help
		described["properties"] = object{"tags": []string{r.Perspective, r.Kind}, "problem.severity": severity}
	}
	return described
}

func (b Base) artifact(file string) object {
	uri, relative := b.uri(filepath.ToSlash(file))
	if relative {
		return object{"uri": uri, "uriBaseId": root}
	}
	return object{"uri": uri}
}

// physical is the place in its file, and the line around it. What is about the whole
// file is shown at its first line: code hosts refuse results without a line.
func (d Diagnostic) physical(base Base) object {
	region := object{"startLine": max(1, d.Line)}
	place := object{"artifactLocation": base.artifact(d.File), "region": region}
	if d.Column > 0 {
		region["startColumn"] = d.Column
	}
	if d.End > d.Column {
		region["endColumn"] = d.End // exclusive, on the same line
		region["snippet"] = object{"text": d.Text[offset(d.Text, d.Column):offset(d.Text, d.End)]}
		place["contextRegion"] = object{"startLine": d.Line, "snippet": object{"text": d.Text}}
	}
	return place
}

// related are the places that a diagnostic is held against, with the words there.
func (d Diagnostic) related(base Base) []object {
	var locations []object
	for _, r := range d.Related {
		region := object{"startLine": r.Line, "startColumn": r.Column}
		locations = append(locations, object{"physicalLocation": object{"artifactLocation": base.artifact(r.File), "region": region}, "message": text(r.Quote)})
	}
	return locations
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
func text(s string) object {
	return object{"text": strings.NewReplacer("{", "{{", "}", "}}").Replace(s)}
}

func encode(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
