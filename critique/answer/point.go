package answer

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/lenient"
)

// points reads a list of points, by default of the usual severity, and counts its placeholders.
func points(values []any, usual critique.Severity) (points []critique.Point, placeholders int) {
	all := entries(values...)
	for _, entry := range all[:min(len(all), maxRead)] {
		p := readPoint(entry, usual)
		switch {
		case p.Text == "" || saysNothing(p.Text):
		case isPlaceholder(p.Text):
			placeholders++
		default:
			points = append(points, p)
		}
	}
	return points, placeholders
}

func readPoint(entry any, usual critique.Severity) critique.Point {
	if w, isWeighted := entry.(weighted); isWeighted {
		p := readPoint(w.entry, w.severity)
		p.Severity = heavier(p.Severity, w.severity)
		return p
	}
	p := critique.Point{Category: "other", Targets: []string{}}
	item, isItem := entry.(map[string]any)
	if !isItem {
		p.Severity, p.Text = readLabel(words(entry, maxText))
		p.Severity = cmp.Or(p.Severity, usual)
		return p
	}
	parts := named(item, partNames())
	p.Quote = words(first(parts["quote"]), maxQuote)
	p.Category = category(words(first(parts["category"]), maxKey))
	p.Targets = targets(parts["targets"])
	said, text := readLabel(cmp.Or(itemText(parts), unnamedText(item)))
	for _, value := range parts["severity"] {
		said = heavier(said, severity(level(words(value, maxKey))))
	}
	if blocks, isBool := item["blocking"].(bool); isBool && blocks {
		said = critique.Critical
	}
	if said == "" { // how bad it would be, or a kind such as "blocker"
		for _, value := range slices.Concat(parts["impact"], parts["category"]) {
			weight, _ := weightOf(words(value, maxKey))
			said = heavier(said, weight)
		}
	}
	p.Text, p.Severity = text, cmp.Or(said, usual)
	return p
}

// remedies are the suggestions that weaknesses bring with them. Each is as heavy as the
// weakness that it mends, is about the same, and says which it is.
func remedies(values []any) (all []critique.Point) {
	given := entries(values...)
	for _, entry := range given[:min(len(given), maxRead)] {
		fields, isItem := weightless(entry).(map[string]any)
		if !isItem {
			continue
		}
		parts := named(fields, partNames())
		if text := words(first(parts["remedy"]), maxText); !isNothing(text) && itemText(parts) != text {
			weakness := readPoint(entry, critique.Medium)
			all = append(all, critique.Point{Text: text, Category: weakness.Category, Severity: weakness.Severity, Targets: weakness.Targets, Mends: weakness.Text})
		}
	}
	return all
}

// isNothing tells whether a text says nothing, or only where a text would stand.
func isNothing(text string) bool { return text == "" || saysNothing(text) || isPlaceholder(text) }

func heavier(a, b critique.Severity) critique.Severity {
	if a.Weight() > b.Weight() {
		return a
	}
	return b
}

// itemText joins the title and the text of an item, or is its remedy if it has neither.
func itemText(parts map[string][]any) string {
	title, text := words(first(parts["title"]), maxText), words(first(parts["text"]), maxText)
	if title == "" && text == "" {
		return words(first(parts["remedy"]), maxText)
	}
	if title == "" || text == "" || strings.HasPrefix(text, title) {
		return title + strings.TrimPrefix(text, title)
	}
	return tidy(title+": "+text, maxText)
}

func unnamedText(item map[string]any) string {
	var texts []string
	for _, key := range sortedKeys(item) {
		if text := words(item[key], maxText); text != "" && partNames()[plainName(key)] == "" {
			texts = append(texts, text)
		}
	}
	return tidy(strings.Join(texts, ": "), maxText)
}

// targets reads IDs and headings, from a list or from one text with commas.
func targets(values []any) []string {
	all := []string{}
	for _, entry := range entries(values...) {
		for _, target := range strings.FieldsFunc(words(entry, maxText), func(r rune) bool { return lenient.IsComma(r) || r == ';' || r == '；' }) {
			target = tidy(target, maxTarget)
			if target != "" && !isPlaceholder(target) && !slices.Contains(all, target) && len(all) < maxTargets {
				all = append(all, target)
			}
		}
	}
	return all
}

// missing reads a list of missing requirements, which may say that there are none.
func missing(values []any) []string {
	return slices.DeleteFunc(requirements(values), saysCovered)
}

func requirements(values []any) []string {
	all := []string{}
	for _, entry := range entries(values...) {
		entry = weightless(entry)
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
		if !isNothing(text) {
			all = append(all, text)
		}
	}
	return all
}

func risks(values []any) []critique.Risk {
	var all []critique.Risk
	for _, entry := range entries(values...) {
		entry = weightless(entry)
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
