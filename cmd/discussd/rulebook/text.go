package rulebook

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/critique/checks"
	"discussd/internal/text/invisible"
)

// Text is the page of one rule for a terminal.
func Text(r checks.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s  %s  %s\n%s\n", r.ID, r.Severity, r.Perspective, r.Kind, Title(r))
	if r.Core {
		fmt.Fprintf(&b, "A core rule: a document cannot be rated good while it fires.\n")
	}
	fmt.Fprintf(&b, "\nIt says\n    %s\n    %s\n", said(r, r.Message.EN), said(r, r.Message.ZH))
	fmt.Fprintf(&b, "\nIt comes from\n    %s\n", r.Source)
	for _, block := range slices.Concat(examples(r), changes(r)) {
		fmt.Fprintf(&b, "\n%s\n%s", block.title, indented(block.text))
	}
	return b.String()
}

// List is the catalogue for a terminal: a line a rule.
func List(rules []checks.Rule) string {
	var b strings.Builder
	for i, f := range families(rules) {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s\n", f.title())
		for _, r := range f.rules {
			fmt.Fprintf(&b, "  %-6s  %-6s  %-9s  %s\n", r.ID, r.Severity, r.Perspective, r.Title)
		}
	}
	return b.String()
}

// value stands in a message for what is found.
var value = regexp.MustCompile(`\{(?:n|[0-9]+)\}`)

// said is a message of a rule as its file has it; the values of a rule that is no file's have no names.
func said(r checks.Rule, message string) string {
	return value.ReplaceAllStringFunc(message, func(found string) string {
		if i, err := strconv.Atoi(found[1 : len(found)-1]); err == nil && i > 0 && i <= len(r.Shows()) {
			return "{" + r.Shows()[i-1] + "}"
		} else if len(r.Shows()) > 0 {
			return found
		}
		return "…"
	})
}

// example is text to show as it is, with what does not show marked, and what it shows.
type example struct{ title, text string }

func examples(r checks.Rule) []example {
	all := []example{{"It fires on", r.Bad.EN}, {"It does not fire on", r.Good.EN}}
	if r.Bad.ZH != "" {
		all = append(all, example{"In Chinese, it fires on", r.Bad.ZH}, example{"In Chinese, it does not fire on", r.Good.ZH})
	}
	for i := range all {
		all[i].text = invisible.Marked(all[i].text)
	}
	return all
}

// changes are the ways to change the rule, each with what to write where.
func changes(r checks.Rule) []example {
	other := critique.Low
	if r.Severity == critique.Low {
		other = critique.Medium
	}
	return []example{
		{"To switch it off, in discussd.toml", fmt.Sprintf("[checks]\noff = [%q]\n", r.ID)},
		{"To weigh it otherwise, in discussd.toml", fmt.Sprintf("[checks]\nseverity.%s = %q\n", r.ID, other)},
		{"To switch it off in one Markdown document", fmt.Sprintf("<!-- discussd-ignore %s the reason -->\n", r.ID)},
	}
}

func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	if !strings.HasSuffix(text, "\n") {
		b.WriteString("\n")
	}
	return b.String()
}
