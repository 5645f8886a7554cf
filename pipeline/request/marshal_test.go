package request

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Marshal writes a request in the Markdown form, as agents do: [Parse] reads it back equal, if
// it came from Parse or holds what Parse lets pass.
func Marshal(r Request) []byte {
	var text strings.Builder
	if r.Discussion != nil {
		r.timeline(&text)
	} else {
		r.critique(&text)
	}
	return []byte(text.String())
}

func (r Request) critique(text *strings.Builder) {
	fmt.Fprintf(text, "## Multi-Perspective Critique: %s\n\n### Input\n", r.Round)
	own := func(p Perspective) bool { return p.Own }
	asked := ""
	if !slices.ContainsFunc(r.Perspectives, own) || slices.ContainsFunc(r.Perspectives, func(p Perspective) bool { return !p.Own }) {
		var names []string
		for _, p := range r.Perspectives {
			names = append(names, p.Name)
		}
		asked = strings.Join(names, ", ")
	}
	watch := ""
	if r.Watch {
		watch = "true"
	}
	for _, field := range [...]struct{ label, value string }{
		{"Artifact", marked(r.Artifact)}, {"Round", r.Round}, {"Perspectives", asked}, {"Session", marked(r.Session)},
		{"Discovery Context", marked(r.Context)}, {"Role", r.Role}, {"Task", r.Task}, {"Watch", watch},
	} {
		if field.value != "" {
			fmt.Fprintf(text, "- %s: %s\n", field.label, field.value)
		}
	}
	if !slices.ContainsFunc(r.Perspectives, own) {
		return
	}
	text.WriteString("\n### Perspectives\n| Perspective | CLI Tool | Role | Focus Areas |\n|-------------|----------|------|-------------|\n")
	for _, p := range r.Perspectives {
		if p.Own {
			fmt.Fprintf(text, "| %s | %s | %s | %s |\n", p.Name, p.Tool, cell(p.Role), cell(p.Focus))
		}
	}
}

func (r Request) timeline(text *strings.Builder) {
	d := r.Discussion
	feedback := d.Feedback
	if first, _, _ := strings.Cut(feedback, "\n"); textFollows.MatchString(first) {
		feedback = "|\n" + feedback // or the words would be taken for that mark
	}
	feedback = strings.ReplaceAll(strings.ReplaceAll(feedback, "\n", "\n    "), "    \n", "\n")
	round := ""
	if d.Round > 0 {
		round = strconv.Itoa(d.Round)
	}
	for _, field := range [...]struct{ label, value string }{
		{keySession, marked(r.Session)}, {keyContext, marked(r.Context)}, {keyRole, r.Role}, {keyTask, r.Task},
		{keyTopic, d.Topic}, {keyRound, round}, {keyType, d.Type}, {keyAmbiguity, d.Ambiguity}, {keyFeedback, feedback},
	} {
		if field.value != "" {
			fmt.Fprintf(text, "%s: %s\n", field.label, field.value)
		}
	}
}

// marked puts a path between marks when it would not be read back as it is.
func marked(path string) string {
	if written(path) != path {
		return "`" + path + "`"
	}
	return path
}

func cell(text string) string {
	if text == "" {
		return "-"
	}
	return strings.ReplaceAll(text, "|", `\|`)
}
