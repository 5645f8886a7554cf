package traces

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// leastCodes is how many codes a table has that lists those of a session.
const leastCodes = 5

var (
	oneCode  = pattern.New("^`?([A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)*)`?$")
	ofStatus = pattern.New(`(?i)^\W*(?:http(?: status)?(?: code)?|status(?: code)?|状态码|http 状态码?)\W*$`)
	isStatus = pattern.New(`^[1-5]\d\d$`)
	// ofCode is a code right behind its status, and quoted one that an answer of an example gives.
	ofCode = pattern.New("\\b([45]\\d\\d)[\\s(（:：,，/|—–-]{1,5}`([A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+|[a-z]{4,})`")
	quoted = pattern.New(`"(?:code|error|error_?code|errorCode)"\s*:\s*"([A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+)"`)
)

// codeTable is a table of codes with their status.
type codeTable struct {
	doc   *document.Document
	codes map[string]bool
	lines map[int]bool // where its rows begin
	again []document.Span
}

// codesOf returns the tables of a session that list codes, and what they list together.
func codesOf(s *model.Session) []codeTable {
	return model.Once(s, "tables of codes", nil, func() []codeTable {
		var all []codeTable
		for _, d := range s.Docs {
			for _, t := range d.Tables {
				if c, ok := codeTableOf(d, t); ok {
					all = append(all, c)
				}
			}
		}
		return all
	})
}

func codeTableOf(d *document.Document, t *document.Table) (codeTable, bool) {
	status, code := -1, -1
	for i, title := range t.Header {
		if ofStatus.MatchString(title.Text) {
			status = i
		}
	}
	for i := range t.Header {
		n := 0
		for _, row := range t.Rows {
			if oneCode.MatchString(row[i].Text) {
				n++
			}
		}
		if i != status && n == len(t.Rows) && code < 0 {
			code = i
		}
	}
	if status < 0 || code < 0 || len(t.Rows) < leastCodes || len(t.Header) > 4 {
		return codeTable{}, false
	}
	c := codeTable{d, map[string]bool{}, map[int]bool{}, nil}
	for _, row := range t.Rows {
		if !isStatus.MatchString(strings.Trim(row[status].Text, "` ")) {
			return codeTable{}, false
		}
		name := oneCode.FindStringSubmatch(row[code].Text)[1]
		if c.codes[name] {
			c.again = append(c.again, row[code].Span)
		}
		c.codes[name] = true
		c.lines[d.LineAt(row[0].Start).Start] = true
	}
	return c, true
}

// codeUnlisted reports codes that a document answers with and that the table lacks which lists
// the codes: others that are used in the same way are in it. It reports a code that a table
// lists twice, too.
func codeUnlisted(s *model.Session, d *document.Document, hit native.Hit) bool {
	named := nameUnlisted(s, d, hit)
	tables := codesOf(s)
	if len(tables) == 0 {
		return named
	}
	known := map[string]bool{}
	for _, t := range tables {
		for code := range t.codes {
			known[code] = true
		}
		if t.doc == d && len(t.again) == 1 {
			hit(d, t.again[0], d.Slice(t.again[0]), s.Say("is listed twice in one table", "在同一表中列出两次"))
		}
	}
	there, gone := 0, map[string]bool{}
	for _, doc := range s.Docs {
		for _, u := range usesOf(s, doc, tables) {
			if known[u.code] {
				there++
			} else {
				gone[u.code] = true
			}
		}
	}
	if there < 2 || len(gone)*2 > there {
		return there > 0
	}
	for _, u := range usesOf(s, d, tables) {
		if gone[u.code] {
			delete(gone, u.code)
			hit(d, u.at, u.code, s.Say("is not in the table that lists the codes: "+tables[0].doc.Path, "不在列出各错误码的表中："+tables[0].doc.Path))
		}
	}
	return true
}

// use is a place that answers with a code.
type use struct {
	code string
	at   document.Span
}

func usesOf(s *model.Session, d *document.Document, tables []codeTable) []use {
	return model.Once(s, "codes that are used", d, func() []use {
		var all []use
		for _, p := range [...]*pattern.Pattern{ofCode, quoted} {
			for _, m := range model.Find(d.Text, p, 400) {
				at := document.Span{Start: m[len(m)-2], End: m[len(m)-1]}
				listed := false
				for _, t := range tables {
					listed = listed || t.doc == d && t.lines[d.LineAt(at.Start).Start]
				}
				if !listed {
					all = append(all, use{d.Slice(at), at})
				}
			}
		}
		return all
	})
}
