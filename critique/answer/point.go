package answer

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/pattern"
)

// points reads a list of points and tells how many of its entries were
// placeholders. A point without a readable severity gets the usual one.
func points(values []any, usual critique.Severity) (points []critique.Point, placeholders int) {
	for _, entry := range entries(values...) {
		p := point(entry, usual)
		switch {
		case p.Text == "":
		case isPlaceholder(p.Text):
			placeholders++
		default:
			points = append(points, p)
		}
	}
	return points, placeholders
}

func point(entry any, usual critique.Severity) critique.Point {
	p := critique.Point{Category: "other", Severity: usual, Targets: []string{}}
	item, isItem := entry.(map[string]any)
	if !isItem {
		p.Text = words(entry, maxText)
		if severity, rest, ok := leadingSeverity(p.Text); ok {
			p.Severity, p.Text = severity, rest
		}
		return p
	}
	parts := named(item, partNames())
	p.Text = itemText(parts)
	p.Quote = words(first(parts["quote"]), maxQuote)
	p.Category = category(words(first(parts["category"]), maxKey))
	p.Targets = targets(parts["targets"])
	switch {
	case p.Text == "" && isSchema(item):
		p.Text = "string" // a schema stands where a point belongs
	case p.Text == "":
		p.Text = unnamedText(item)
	}
	if severity, ok := severity(words(first(parts["severity"]), maxKey)); ok {
		p.Severity = severity
	}
	return p
}

// itemText joins the title of an item and what it says.
func itemText(parts map[string][]any) string {
	title, text := words(first(parts["title"]), maxText), words(first(parts["text"]), maxText)
	if title == "" || text == "" || strings.HasPrefix(text, title) {
		return title + strings.TrimPrefix(text, title)
	}
	return tidy(title+": "+text, maxText)
}

// unnamedText joins the texts of an item under keys that say nothing to us.
func unnamedText(item map[string]any) string {
	var texts []string
	for _, key := range sortedKeys(item) {
		if text := words(item[key], maxText); text != "" && partNames()[plainName(key)] == "" {
			texts = append(texts, text)
		}
	}
	return tidy(strings.Join(texts, ": "), maxText)
}

// leadingSeverity splits "[HIGH] text" and the like.
func leadingSeverity(text string) (critique.Severity, string, bool) {
	found := severityPrefix.FindStringSubmatch(text)
	if found == nil {
		return "", text, false
	}
	level, ok := severity(found[1])
	return level, text[len(found[0]):], ok
}

var severityPrefix = pattern.New(`^[\[(【（]\s*([^\])】）]{1,24}?)\s*[\])】）]\s*[:：-]?\s*`)

// targets reads IDs and headings, from a list or from one text with commas.
func targets(values []any) []string {
	all := []string{}
	for _, entry := range entries(values...) {
		for _, target := range strings.FieldsFunc(words(entry, maxText), func(r rune) bool { return isComma(r) || r == ';' || r == '；' }) {
			target = tidy(target, maxTarget)
			if target != "" && !isPlaceholder(target) && !slices.Contains(all, target) && len(all) < maxTargets {
				all = append(all, target)
			}
		}
	}
	return all
}

// requirements reads a list of requirements: their IDs and what they say.
func requirements(values []any) []string {
	all := []string{}
	for _, entry := range entries(values...) {
		text := words(entry, maxText)
		if item, isItem := entry.(map[string]any); isItem {
			parts := named(item, partNames())
			text = itemText(parts)
			if id := words(first(parts["targets"]), maxTarget); id != "" && text != "" {
				text = id + ": " + text
			} else {
				text += id
			}
		}
		if text != "" && !isPlaceholder(text) {
			all = append(all, text)
		}
	}
	return all
}

// risks reads named risks.
func risks(values []any) []critique.Risk {
	var all []critique.Risk
	for _, entry := range entries(values...) {
		risk := critique.Risk{Description: words(entry, maxText)}
		if item, isItem := entry.(map[string]any); isItem {
			parts := named(item, partNames())
			risk = critique.Risk{
				Description: itemText(parts),
				Likelihood:  levelOrWords(first(parts["likelihood"])),
				Impact:      levelOrWords(first(parts["impact"])),
				Mitigation:  words(first(parts["mitigation"]), maxText),
			}
		}
		if risk.Description != "" && !isPlaceholder(risk.Description) {
			all = append(all, risk)
		}
	}
	return all
}

// levelOrWords is a level in our word for it where a text is nothing else.
func levelOrWords(value any) string {
	text := words(value, maxKey)
	return cmp.Or(levelNames()[plainName(text)], text)
}

// words is the tidy text of a string, a number or a list of them, "" of anything else.
func words(value any, limit int) string {
	switch value := value.(type) {
	case string:
		return tidy(value, limit)
	case json.Number:
		return tidy(value.String(), limit)
	case []any:
		var all []string
		for _, entry := range value {
			if text := words(entry, limit); text != "" {
				all = append(all, text)
			}
		}
		return tidy(strings.Join(all, ", "), limit)
	}
	return ""
}

func first(values []any) any {
	if len(values) == 0 {
		return nil
	}
	return values[0]
}
