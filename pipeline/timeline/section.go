package timeline

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"discussd/internal/text/markdown"
	"discussd/pipeline/request"
)

// discussionName is the timeline that people read, in the session folder.
const discussionName = "discussion.md"

// maxDiscussion bounds its size, in bytes.
const maxDiscussion = 16 << 20

// section renders a round for people. What a model or a user wrote is escaped: it
// is never a heading.
func section(r Round) []byte {
	var text bytes.Buffer
	input := markdown.Inline(r.UserFeedback)
	if input == "" && r.Type == request.Initial {
		input = "(Initial discussion round)"
	}
	u := r.Understanding
	fmt.Fprintf(&text, "%s (%s)\n\n", heading(r), markdown.Inline(r.Timestamp))
	for _, note := range r.Notes {
		fmt.Fprintf(&text, "Note: %s\n\n", markdown.Inline(note))
	}
	fmt.Fprintf(&text, "#### Type\n\n%s\n\n", markdown.Inline(r.Type))
	fmt.Fprintf(&text, "#### User Input\n\n%s\n\n", cmp.Or(input, none))
	fmt.Fprintf(&text, "#### Updated Understanding\n\n")
	for _, part := range []struct {
		label string
		list  []string
	}{{"Confirmed", u.Confirmed}, {"Corrected", u.Corrected}, {"New Insights", u.NewInsights}} {
		separator := "\n\n"
		if len(part.list) == 0 {
			separator = " "
		}
		fmt.Fprintf(&text, "**%s**:%s%s\n", part.label, separator, items(part.list))
	}
	fmt.Fprintf(&text, "#### New Findings\n\n%s\n", items(r.NewFindings))
	fmt.Fprintf(&text, "#### Open Questions\n\n%s", items(r.NewQuestions))
	return text.Bytes()
}

func heading(r Round) string { return fmt.Sprintf("### Round %d - Discussion", r.Round) }

// none stands for an empty list.
const none = "(None)"

func items(list []string) string {
	if len(list) == 0 {
		return none + "\n"
	}
	var text strings.Builder
	for _, item := range list {
		fmt.Fprintf(&text, "- %s\n", markdown.Inline(item))
	}
	return text.String()
}

// withSection appends the section of a round to discussion.md. What is there stays
// as it is, byte for byte. A section that the round already has is left alone, also
// when somebody edited it; that is noted.
func withSection(text []byte, r Round) (with []byte, note string) {
	ours := section(r)
	if bytes.Contains(text, ours) {
		return text, ""
	}
	for line := range bytes.Lines(text) {
		if rest, ok := bytes.CutPrefix(line, []byte(heading(r))); ok && len(bytes.TrimLeft(rest, " (\r\n")) < len(rest) {
			return text, fmt.Sprintf("%s has a section of round %d that is not as discussd writes it: it was left as it is.", discussionName, r.Round)
		}
	}
	with = bytes.Clone(text)
	switch {
	case len(text) == 0:
		with = append(with, "# Discussion Timeline\n\n"...)
	case bytes.HasSuffix(text, []byte("\n\n")):
	case bytes.HasSuffix(text, []byte("\n")):
		with = append(with, '\n')
	default:
		with = append(with, "\n\n"...)
	}
	return append(with, ours...), ""
}
