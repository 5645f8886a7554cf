package timeline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"discussd/internal/text/shallow"
)

// parse reads JSON within bounds, with the order of what it holds. The error is a
// [*FormatError].
func parse(name string, text []byte, bounds shallow.Bounds) (hujson.Value, error) {
	var value json.RawMessage
	if err := bounds.Decode(text, &value); err != nil {
		return hujson.Value{}, formatError(name, text, err)
	}
	root, err := hujson.Parse(text)
	if err != nil {
		return hujson.Value{}, formatError(name, text, err)
	}
	return root, nil
}

// stringOf is the text of a string; "" is every other value.
func stringOf(value hujson.Value) string {
	if literal, ok := value.Value.(hujson.Literal); ok && literal.Kind() == '"' {
		return literal.String()
	}
	return ""
}

// scalar is the text of a string or a number; "" is every other value but true.
func scalar(value hujson.Value) string {
	literal, ok := value.Value.(hujson.Literal)
	if !ok || literal.Kind() == 'n' || literal.Kind() == 'f' {
		return ""
	}
	return literal.String()
}

// FormatError says that a file is not the JSON it should be, and where.
type FormatError struct {
	Path    string // relative to the session
	Line    int    // from 1
	Column  int    // from 1, in characters
	Message string
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("%s: line %d, column %d: %s", e.Path, e.Line, e.Column, e.Message)
}

// broken says what is wrong at an offset of a file.
func broken(name string, text []byte, offset int, message string) *FormatError {
	before := text[:min(max(offset, 0), len(text))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return &FormatError{name, 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[start:]), message}
}

// formatError places an error of package json.
func formatError(name string, text []byte, err error) *FormatError {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at := int(syntax.Offset) // bytes read; the offending one, when there is one, is the last of them
		if syntax.Error() != "unexpected end of JSON input" {
			at--
		}
		return broken(name, text, at, syntax.Error())
	}
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return broken(name, text, int(mismatch.Offset), fmt.Sprintf("%q cannot be a %s", mismatch.Field, mismatch.Value))
	}
	return broken(name, text, 0, err.Error())
}

// kindOf tells what the key of a list says that its entries are. Agents name the
// same list in many ways.
func kindOf(key string) (kind, bool) {
	switch folded(key) {
	case "keyinsights", "insights", "newinsights", "confirmed", "established", "corrected", "corrections", "clarified", "conclusions",
		"洞察", "关键洞察", "核心洞察", "新洞察", "主要洞察", "见解", "关键见解", "已确认", "纠正", "更正", "结论":
		return insight, true
	case "keyfindings", "findings", "newfindings", "observations", "discoveries",
		"发现", "关键发现", "主要发现", "核心发现", "新发现", "观察":
		return finding, true
	case "discussionpoints", "pointsfordiscussion", "talkingpoints", "pointstodiscuss",
		"讨论要点", "讨论点", "待讨论":
		return point, true
	case "openquestions", "questions", "newquestions", "remainingquestions", "unresolvedquestions", "followupquestions", "questionsforanalysis", "questionsforuser",
		"开放问题", "未解决问题", "待解决问题", "待确认问题", "遗留问题":
		return question, true
	}
	return 0, false
}

// severalVoices tells whether the entries of a list are analyses of their own.
func severalVoices(key string) bool {
	switch folded(key) {
	case "analyses", "perspectives", "explorations", "results", "视角", "分析":
		return true
	}
	return false
}

// textKeys are the keys of an entry's text, the most telling first.
func textKeys() []string {
	return []string{
		"text", "statement", "insight", "finding", "point", "question", "observation", "conclusion", "content", "claim",
		"内容", "文本", "洞察", "见解", "发现", "要点", "问题", "结论",
	}
}

// folded is a key without the ways of writing it: keyFindings, key_findings and
// "Key Findings" are one.
func folded(key string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, key)
}

// bullets are the entries of a list that was written as one text, or the text.
func bullets(text string) []string {
	var entries []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		entry := strings.TrimLeft(line, "-*•·0123456789.)、）( ")
		marked := len(entry) < len(line) && !strings.HasPrefix(line, entry)
		switch {
		case line == "":
		case !marked || entry == "":
			return []string{text}
		default:
			entries = append(entries, entry)
		}
	}
	if len(entries) < 2 {
		return []string{text}
	}
	return entries
}
