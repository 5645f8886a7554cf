package timeline

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"discussd/internal/text/markdown"
)

// item reads an object that is a statement; its text is "" when it is none.
func item(kind kind, object *hujson.Object) statement {
	s := statement{kind: kind}
	fields := map[string]string{}
	for _, m := range object.Members {
		switch key := folded(stringOf(m.Name)); key {
		case "id":
			s.id = scalar(m.Value)
		case "corrects", "supersedes", "更正", "取代":
			s.corrects = append(s.corrects, links(m.Value)...)
		default:
			fields[key] = scalar(m.Value)
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
func links(value hujson.Value) (list []string) {
	switch of := value.Value.(type) {
	case *hujson.Array:
		for _, e := range of.Elements {
			list = append(list, links(e)...)
		}
		return list
	case *hujson.Object:
		s := item(insight, of)
		value.Value = hujson.String(cmp.Or(s.id, s.text))
	}
	if text := markdown.OneLine(scalar(value)); text != "" {
		return []string{text}
	}
	return nil
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
