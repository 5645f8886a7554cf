package timeline

import (
	"strconv"
	"strings"

	"discussd/internal/text/markdown"
)

// item reads an object that is a statement; its text is "" when it is none.
func item(kind kind, object []byte) statement {
	s := statement{kind: kind}
	fields := map[string]string{}
	for _, m := range members(object) {
		of := m.value.in(object)
		switch key := folded(m.key); key {
		case "id":
			s.id = scalar(of)
		case "corrects", "supersedes", "更正", "取代":
			s.corrects = append(s.corrects, links(of)...)
		default:
			fields[key] = scalar(of)
		}
	}
	s.closed = closed(fields)
	for _, key := range textKeys() {
		if text := strings.TrimSpace(fields[key]); text != "" {
			s.text = text
			return s
		}
	}
	title, description := firstOf(fields, "title", "name", "topic", "标题", "名称"), firstOf(fields, "description", "detail", "details", "summary", "描述", "说明", "摘要")
	switch {
	case title == "" || strings.HasPrefix(description, title):
		s.text = description
	case description == "":
		s.text = title
	default:
		s.text = title + ": " + description
	}
	return s
}

// links reads what a statement corrects: ids or words, one or a list of them.
func links(value []byte) []string {
	switch value[0] {
	case '[':
		var list []string
		for _, e := range elements(value) {
			list = append(list, links(e.in(value))...)
		}
		return list
	case '{':
		if s := item(insight, value); s.id != "" || s.text != "" {
			return []string{firstOf(map[string]string{"id": s.id, "text": s.text}, "id", "text")}
		}
		return nil
	}
	if text := markdown.OneLine(scalar(value)); text != "" {
		return []string{text}
	}
	return nil
}

// scalar is the text of a string or a number; "" is every other value but true.
func scalar(value []byte) string {
	switch c := value[0]; {
	case c == '"':
		return stringOf(value)
	case c == '-' || c >= '0' && c <= '9' || c == 't':
		return string(value)
	}
	return ""
}

// closed tells whether a question needs no answer any more.
func closed(fields map[string]string) bool {
	switch strings.ToLower(fields["status"]) {
	case "answered", "resolved", "closed", "done", "已解决", "已回答", "已关闭":
		return true
	}
	for _, key := range []string{"answered", "resolved"} {
		if yes, err := strconv.ParseBool(fields[key]); err == nil && yes {
			return true
		}
	}
	return false
}

func firstOf(fields map[string]string, keys ...string) string {
	for _, key := range keys {
		if text := strings.TrimSpace(fields[key]); text != "" {
			return text
		}
	}
	return ""
}
