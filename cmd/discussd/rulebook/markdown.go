package rulebook

import (
	"fmt"
	"slices"
	"strings"

	"discussd/critique/checks"
)

// Markdown is the page of one rule as Markdown, without a heading.
func Markdown(r checks.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** %s\n\n", r.ID, escaped(Title(r)))
	fmt.Fprintf(&b, "Severity %s, perspective %s, about %s.", r.Severity, r.Perspective, r.Kind)
	if r.Core {
		b.WriteString(" A core rule: a document cannot be rated good while it fires.")
	}
	fmt.Fprintf(&b, " Source: %s.\n", escaped(r.Source))
	for _, block := range slices.Concat(examples(r), changes(r)) {
		fmt.Fprintf(&b, "\n%s:\n\n%s", block.title, fenced(block.text))
	}
	return b.String()
}

// Catalogue is the whole catalogue as Markdown, a table for each family.
func Catalogue(rules []checks.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# The rules of the embedded checks

<!-- Printed by "discussd explain --all --format md"; edit the rules instead. -->

%d rules that read the documents of a session without any model. One finding is
reported a rule and severity, with every place where it fired. Rules marked * are core rules: a
document cannot be rated good while one fires. HIGH is for what the text itself shows:
a place that is only about something missing is MEDIUM at most, and LOW where the layout of
a session does not ask for it. What is only about words is MEDIUM where a document of
requirements demands something in them, and LOW elsewhere.

`+"`discussd explain RULE`"+` shows examples. `+"`[checks] off = [\"X-005\"]`"+` in discussd.toml
switches a rule off, `+"`severity.X-005 = \"LOW\"`"+` weighs it otherwise, and
`+"`<!-- discussd-ignore X-005 reason -->`"+` switches it off in one document.
`, len(rules))
	for _, f := range families(rules) {
		fmt.Fprintf(&b, "\n## %s\n\n", f.title())
		b.WriteString("| rule | severity | perspective | about | what it finds | what it says | in Chinese | source |\n")
		b.WriteString("|---|---|---|---|---|---|---|---|\n")
		for _, r := range f.rules {
			id := r.ID
			if r.Core {
				id += " \\*"
			}
			row := []string{id, string(r.Severity), r.Perspective, r.Kind}
			for _, text := range []string{r.Title, said(r, r.Message.EN), said(r, r.Message.ZH), r.Source} {
				row = append(row, escaped(text))
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		}
	}
	return b.String()
}

// escaped makes text of the catalogue safe inside a line or a table cell.
func escaped(text string) string {
	return strings.NewReplacer("\n", " ", "|", `\|`, "<", `\<`, "*", `\*`, "[", `\[`, "`", "\\`", "_", `\_`).Replace(text)
}

// fenced is a code block whose fence is longer than any in the text.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}
