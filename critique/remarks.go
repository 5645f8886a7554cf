package critique

import (
	"fmt"
	"strings"
)

// remarks says in words what was degraded.
func remarks(opinions []Opinion, partial bool) []string {
	var notes []string
	families, weaknesses, fives, answered := map[string]bool{}, 0, 0, 0
	for _, o := range opinions {
		name := o.Perspective.Name
		tried := failures(o.Attempts)
		switch o.Source {
		case SourceSkipped:
			notes = append(notes, fmt.Sprintf("%s skipped: the session has no discovery context to compare with", name))
		case SourceFallback:
			notes = append(notes, fmt.Sprintf("%s answered by %s instead of %s%s", name, o.Tool, o.Perspective.Tool, tried))
		case SourceChecks:
			if tried != "" {
				notes = append(notes, fmt.Sprintf("%s answered by the embedded checks%s", name, tried))
			}
		}
		for _, n := range o.Notes {
			notes = append(notes, name+": "+n)
		}
		if o.Source == SourceCLI || o.Source == SourceFallback {
			answered++
			families[o.ModelFamily] = true
			weaknesses += len(o.Weaknesses)
			if o.Rating == 5 {
				fives++
			}
		}
	}
	if answered > 1 && len(families) == 1 && !families[""] {
		notes = append(notes, fmt.Sprintf("one family, not %d votes: every answer came from one model family", answered))
	}
	if answered > 1 && fives == answered && weaknesses == 0 {
		notes = append(notes, "every perspective rates 5/5 and none names a weakness: read this as no review rather than praise")
	}
	if partial {
		notes = append(notes, "PARTIAL: the panel's deadline passed; what was missing was answered by the embedded checks")
	}
	return notes
}

// failures lists what the attempts of a perspective failed with: " (gemini: timeout, codex: auth)".
func failures(attempts []Attempt) string {
	var list []string
	for _, a := range attempts {
		if a.Outcome != Answered {
			list = append(list, a.Tool+": "+string(a.Outcome))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}
