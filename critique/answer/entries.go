package answer

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/markup"
	"discussd/internal/text/pattern"
)

// entries flattens what stands where a list belongs: a list of lists, a map, a text, a text with
// bullets, or a word for nothing. Every entry is a string, a number, a map, or weighted.
func entries(values ...any) []any {
	var all []any
	for _, value := range values {
		switch value := value.(type) {
		case nil, bool:
		case string:
			for _, line := range bulleted(value) {
				if !saysNothing(line) {
					all = append(all, line)
				}
			}
		case []any:
			all = append(all, entries(value...)...)
		case weighted:
			all = append(all, value)
		case map[string]any:
			if isItem(value) {
				all = append(all, value)
				continue
			}
			for _, key := range sortedKeys(value) {
				all = append(all, keyed(key, value[key])...)
			}
		default:
			all = append(all, value)
		}
	}
	return all
}

// weighted is an entry of a list whose name says how much its entries weigh.
type weighted struct {
	entry    any
	severity critique.Severity
}

// weigh gives the entries of a list their weight, without numbers, which are counts.
func weigh(list any, severity critique.Severity) (all []any) {
	for _, entry := range entries(list) {
		switch entry.(type) {
		case string, map[string]any:
			all = append(all, weighted{entry, severity})
		case weighted:
			all = append(all, entry)
		}
	}
	return all
}

// weightless is an entry without the weight that its list gave it.
func weightless(entry any) any {
	if w, is := entry.(weighted); is {
		return w.entry
	}
	return entry
}

func isGroup(value any) bool {
	switch value.(type) {
	case []any, map[string]any, string:
		return true
	}
	return false
}

// grouped returns the entries of the lists of an object that are named by a weight.
func grouped(fields map[string]any) (all []any) {
	for _, key := range sortedKeys(fields) {
		severity, certain := weightOf(key)
		if _, isList := fields[key].([]any); severity != "" && fieldNames()[plainName(key)] == "" && (isList || certain && isGroup(fields[key])) {
			all = append(all, weigh(fields[key], severity)...)
		}
	}
	return all
}

// keyed reads one value of a map of entries. A key that is no number is the topic of a text.
func keyed(key string, value any) []any {
	if severity, _ := weightOf(key); severity != "" {
		return weigh(value, severity)
	}
	read := entries(value)
	if _, err := strconv.Atoi(key); err != nil && len(read) == 1 {
		if text, isText := read[0].(string); isText {
			return []any{key + ": " + text}
		}
	}
	return read
}

// bulleted splits a text into entries if each line is one, up to the number of lines that are read.
func bulleted(text string) []string {
	if strings.Count(text, "\n") > maxRead {
		return []string{text}
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		mark := markup.Bullet.FindString(line)
		if mark == "" && len(lines) > 1 {
			return []string{text}
		}
		lines[i] = line[len(mark):]
	}
	return lines
}

// isItem tells whether a map is one item, and not a map of items.
func isItem(fields map[string]any) bool {
	for key, value := range fields {
		if _, isText := value.(string); isText && partNames()[plainName(key)] != "" {
			return true
		}
	}
	kind, _ := fields["type"].(string) // of a map that describes a value instead of being one
	return slices.Contains([]string{"array", "object", "string", "number", "integer", "boolean"}, kind)
}

// placeholder matches what a template holds where a text belongs.
var placeholder = pattern.New(`(?i)^(?:string|text|number|\.{3,}|…|<[^<>]{0,60}>|\[(?:string|text|item|point)[^\]]{0,20}\]|` +
	`(?:strength|weakness|suggestion|question|point|item|example)s?[ _]?(?:\d|one|two|here)?|todo|tbd|xxx+|lorem ipsum.*)$`)

func isPlaceholder(text string) bool { return placeholder.MatchString(strings.Trim(text, " \"'`")) }

func sortedKeys(fields map[string]any) []string {
	return slices.Sorted(maps.Keys(fields))
}
