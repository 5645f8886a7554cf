package traces

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// nouns are what tables list the names of, in the words of both languages.
var nouns = [...]struct{ en, zh string }{
	{"event", "事件"}, {"topic", "主题"}, {"error", "错误码"}, {"alert", "告警"}, {"alarm", "报警"}, {"metric", "指标"}, {"permission", "权限"}, {"scope", "权限范围"},
	{"state", "状态"}, {"setting", "配置项"}, {"flag", "开关"}, {"queue", "队列"}, {"job", "任务"}, {"command", "命令"}, {"message", "消息"}, {"reason", "原因"}, {"role", "角色"},
}

var (
	// ordinal is the number or the ID that a heading begins with.
	ordinal  = pattern.New(`^(?:§ ?)?(?:\d{1,3}(?:\.\d{1,2})*[.)、:：]?|[A-Z]{1,3}-?\d{1,3}[.:：]?)\s+`)
	nameSpan = pattern.New("^`([A-Za-z][A-Za-z0-9]*(?:[_.:-][A-Za-z0-9]+)*)`$")
)

// glossary is what the tables of a session list under one noun.
type glossary struct {
	noun  string
	doc   *document.Document // of the first table
	known map[string]bool
	rows  map[*document.Document][]document.Span
	uses  *pattern.Pattern
}

// glossaries reads the tables of a session whose first column has names in code marks and is
// called by a noun, or stands below a heading that is.
func glossaries(s *model.Session) []*glossary {
	return model.Once(s, "names that tables list", nil, func() []*glossary {
		var all []*glossary
		for _, n := range nouns {
			g := &glossary{noun: n.en, known: map[string]bool{}, rows: map[*document.Document][]document.Span{}}
			for _, d := range s.Docs {
				for _, t := range d.Tables {
					g.take(d, t, n.en, n.zh)
				}
			}
			if len(g.known) >= leastCodes-1 {
				g.uses = pattern.New("(?i:\\b" + n.en + "|" + n.zh + ")\\s*`([A-Za-z][A-Za-z0-9]*(?:[_.:-][A-Za-z0-9]+)*)`|`([A-Za-z][A-Za-z0-9]*(?:[_.:-][A-Za-z0-9]+)*)`\\s*(?i:" + n.en + "\\b|" + n.zh + ")")
				all = append(all, g)
			}
		}
		return all
	})
}

func (g *glossary) take(d *document.Document, t *document.Table, en, zh string) {
	called := func(text string) bool {
		text = strings.ToLower(strings.Trim(text, "*` "))
		return text == en || text == en+"s" || text == en+" code" || text == en+" name" || text == zh
	}
	if !called(t.Header[0].Text) {
		return
	}
	for _, row := range t.Rows {
		if nameSpan.FindStringSubmatch(row[0].Text) == nil {
			return
		}
	}
	for _, row := range t.Rows {
		g.known[nameSpan.FindStringSubmatch(row[0].Text)[1]] = true
	}
	if g.doc == nil {
		g.doc = d
	}
	g.rows[d] = append(g.rows[d], t.Span)
}

// usesIn returns the places of a document that use a name by the noun, outside of the tables.
func (g *glossary) usesIn(s *model.Session, d *document.Document) []use {
	return model.Once(s, "names used as "+g.noun, d, func() []use {
		var all []use
		for _, m := range model.Find(d.Text, g.uses, 300) {
			at := document.Span{Start: max(m[2], m[4]), End: max(m[3], m[5])}
			inside := false
			for _, t := range g.rows[d] {
				inside = inside || t.Holds(at.Start)
			}
			if !inside {
				all = append(all, use{d.Slice(at), at})
			}
		}
		return all
	})
}

// nameUnlisted reports names that a document calls an event, an alert, a state, and that no table
// has which lists these: others that are called so are in them.
func nameUnlisted(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, g := range glossaries(s) {
		there, gone := map[string]bool{}, map[string]bool{}
		for _, doc := range s.Docs {
			for _, u := range g.usesIn(s, doc) {
				if g.known[u.code] {
					there[u.code] = true
				} else {
					gone[u.code] = true
				}
			}
		}
		applied = applied || len(there) > 0
		if len(there) < 2 || len(gone) != 1 {
			continue
		}
		for _, u := range g.usesIn(s, d) {
			if gone[u.code] {
				delete(gone, u.code)
				hit(d, u.at, u.code, s.Say("is in none of the tables that list the "+g.noun+"s: "+g.doc.Path, "不在列出同类名称的表中："+g.doc.Path))
			}
		}
	}
	return applied
}
