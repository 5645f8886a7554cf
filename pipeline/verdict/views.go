package verdict

import (
	"cmp"
	"fmt"

	"discussd/critique"
)

// themeKind says whether a theme is praise, fault or wish.
func themeKind(kind string) string {
	switch kind {
	case critique.Strength:
		return "praise"
	case critique.Suggestion:
		return "wish"
	}
	return "fault"
}

// themes are the themes, each with the other words that were merged into it beneath.
func themes(list []critique.Theme) []string {
	var texts []string
	for _, t := range list {
		texts = append(texts, "- **"+themeKind(t.Kind)+"**: "+said(t.Theme)+agreement(t))
		texts = append(texts, wordings("  ", t.Wordings)...)
	}
	return texts
}

func wordings(indent string, list []critique.Wording) []string {
	return lines(list, func(w critique.Wording) string { return indent + "- " + Inline(w.Perspective) + ": " + said(w.Text) })
}

// agreement is what a theme is about, and who agrees in it.
func agreement(t critique.Theme) string {
	text := about(t.Targets) + by(t.Perspectives)
	if t.Families == 1 {
		text += " (one model family)"
	}
	return text
}

func divergentView(d critique.Divergence) string {
	severity := Inline(string(d.Severity))
	if d.Accepted {
		severity += ", accepted"
	}
	text := fmt.Sprintf("- **%s** (%s): %s%s", cmp.Or(Inline(d.Topic), said(d.Type)), severity, Inline(d.Description), by(d.Perspectives))
	for _, option := range d.Options {
		text += "\n  - option: " + Inline(option)
	}
	return text
}

// within leaves a path as it is: relative to the session.
func within(name string) string { return name }

// actionItems are all of them, with paths as from makes them.
func actionItems(v Verdict, from func(name string) string) []string {
	var list []string
	for i, item := range v.ActionItems {
		text := fmt.Sprintf("%d. ", i+1)
		switch {
		case v.settled(item):
			text += "(" + v.words()("accepted", "已接受") + ") "
		case item.Blocks:
			text += "**" + Inline(string(item.Severity)) + "** "
		}
		text += said(item.Text)
		if item.Path != "" {
			text += " " + place(from(item.Path), item.Line)
		}
		list = append(list, text+about(item.Targets)+by(item.Perspectives))
		list = append(list, wordings("   ", item.Wordings)...)
	}
	return list
}
