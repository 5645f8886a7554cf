package request

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"discussd/internal/text/pattern"
	"discussd/pipeline/dropped"
)

// Bounds of what a request says, in characters; of a path in bytes.
const (
	longestPath     = 1024
	longestTitle    = 80 // roles and tasks
	longestTopic    = 500
	longestFeedback = 8000
)

var (
	placeholder = pattern.New(`<[A-Za-z][A-Za-z0-9 _-]*>|\$\{`)
	note        = pattern.New(`\s*[(（][^()（）]*[)）]$`)
)

// path judges a path as it is given.
func (d source) path(e entry) (string, error) {
	path := strings.TrimSpace(e.text)
	switch {
	case placeholder.MatchString(path):
		return "", d.unfilled(e.line)
	case len(path) > longestPath:
		return "", d.Wrong(e.line, "the path is longer than %d bytes", longestPath)
	case strings.ContainsFunc(path, unicode.IsControl) || strings.Contains(path, "`"):
		return "", d.Wrong(e.line, "a path holds no control characters and no backticks: write the path alone")
	}
	return path, nil
}

// line judges a text of one line.
func (d source) line(e entry, longest int) (string, error) {
	text := oneLine(e.text)
	switch {
	case nothing(text):
		return "", nil
	case strings.ContainsFunc(text, unicode.IsControl):
		return "", d.Wrong(e.line, "holds control characters: remove them")
	case placeholder.FindString(text) == text:
		return "", d.unfilled(e.line)
	case utf8.RuneCountInString(text) > longest:
		return "", d.Wrong(e.line, "a text is longer than %d characters: shorten it", longest)
	}
	return text, nil
}

func (d source) flag(e entry) (bool, error) {
	switch text := strings.ToLower(dropped.Plain(e.text)); text {
	case "true", "yes", "on", "是":
		return true, nil
	case "false", "no", "off", "否", "":
		return false, nil
	}
	return false, d.Wrong(e.line, "watch is true or false")
}

func (d source) unfilled(line int) error {
	return d.Wrong(line, "a placeholder was not filled in: write the value in its place")
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func withoutNote(text string) string { return note.ReplaceAllString(text, "") }

// nothing tells whether a cell is filled in to say that there is nothing.
func nothing(text string) bool { return slices.Contains([]string{"", "-", "–", "—"}, text) }

// whole reads a number of a round, such as "2", "Round 2" and "第 2 轮".
func whole(text string) (int, bool) {
	text = strings.ToLower(dropped.Plain(text))
	for _, word := range []string{"round", "第", "#"} {
		text = strings.TrimSpace(strings.TrimPrefix(text, word))
	}
	text = strings.TrimSpace(strings.TrimSuffix(text, "轮"))
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= 9999
}
