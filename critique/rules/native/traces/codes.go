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
	// withStatus is a code of several parts behind its status, quoted or not.
	withStatus = pattern.New("\\b([45]\\d\\d)(?:[ (（:：,，/|—–`-]|and |with |和){1,5}([A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+)\\b")
	quoted     = pattern.New(`"(?:code|error|error_?code|errorCode)"\s*:\s*"([A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+)"`)
)

// codeTable is a table of codes with their status.
type codeTable struct {
	doc   *document.Document
	codes map[string]string // each with its status, or all that it stands beside
	lines map[int]bool      // where its rows begin
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
	c := codeTable{d, map[string]string{}, map[int]bool{}}
	for _, row := range t.Rows {
		answer := strings.Trim(row[status].Text, "` ")
		if !isStatus.MatchString(answer) {
			return codeTable{}, false
		}
		c.codes[oneCode.FindStringSubmatch(row[code].Text)[1]] += answer + " "
		c.lines[d.LineAt(row[0].Start).Start] = true
	}
	return c, true
}

// codeUnlisted reports codes that a document answers with and that the table lacks which lists
// the codes: others that are used in the same way are in it.
func codeUnlisted(s *model.Session, d *document.Document, hit native.Hit) bool {
	named := nameUnlisted(s, d, hit)
	named = listedTwice(s, d, hit) || named
	tables := codesOf(s)
	if len(tables) == 0 {
		return named
	}
	known := map[string]string{}
	for _, t := range tables {
		for code, status := range t.codes {
			known[code] += status
		}
	}
	otherStatus(s, d, known, tables[0].doc.Path, hit)
	there, gone := 0, map[string]bool{}
	for _, doc := range s.Docs {
		for _, u := range usesOf(s, doc, tables) {
			if known[u.code] != "" {
				there++
			} else {
				gone[u.code] = true
			}
		}
	}
	if there < 2 || len(gone)*2 > there {
		return there > 0 || named
	}
	for _, u := range usesOf(s, d, tables) {
		if gone[u.code] {
			delete(gone, u.code)
			hit(d, u.at, u.code, s.Say("is not in the table that lists the codes: "+tables[0].doc.Path, "不在列出各错误码的表中："+tables[0].doc.Path))
		}
	}
	return true
}

// otherStatus reports codes that a document answers with beside another status than any table gives them.
func otherStatus(s *model.Session, d *document.Document, known map[string]string, table string, hit native.Hit) {
	for _, m := range model.Find(d.Text, withStatus, 400) {
		code, status := d.Text[m[4]:m[5]], d.Text[m[2]:m[3]]
		if listed := known[code]; listed != "" && !strings.Contains(listed, status) {
			hit(d, document.Span{Start: m[2], End: m[5]}, code, s.Say("is answered with "+status+" here, and with "+listed+"in "+table, "此处的状态码为 "+status+"，而 "+table+" 中为 "+listed))
		}
	}
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

var (
	// asCode is a cell that holds a code, a key or a route, and nothing else.
	asCode = pattern.New("^(?:`[^`\\s]+(?: /[^`\\s]*)?`|0x[0-9A-Fa-f]+|[a-z][a-z0-9]*(?:[_.][a-z0-9]+)+|(?:GET|POST|PUT|PATCH|DELETE) /\\S+)$")
	asID   = pattern.New(`^[A-Z]{1,6}-?\d{1,4}[a-z]?$`)
	// keyed is the title of a column that says what its rows are known by, and plainKey what stands in it.
	keyed    = pattern.New(`(?i)^\W*(?:#|no\.?|nr\.?|id|code|key|column|field|parameter|setting|variable|flag|option|state|status|event|error(?: code)?|value|编号|序号|代码|编码|字段|列名?|参数|配置项|状态|取值|错误码)\W*$`)
	plainKey = pattern.New(`^[\w.-]+$`)
	aFile    = pattern.New(`(?i)\.(?:md|json|ya?ml|toml|sql|csv|tsx?|jsx?|mjs|py|go|rs|java|html?|css|txt|sh|xml|pdf|png|svg|proto|conf|env|ini|lock|vue|svelte|kt|swift|rb|php|cs|cpp|[ch])\W*$|/\W*$`)
)

// listedTwice reports the one code that a table has in its first column a second time, where all
// others are there once: it is what the rows are known by. IDs another rule knows.
func listedTwice(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	for _, t := range d.Tables {
		seen, key, column := map[string]bool{}, keyed.MatchString(t.Header[0].Text), 0
		if len(t.Header) > 1 && ofStatus.MatchString(t.Header[0].Text) {
			column = 1 // a status has several codes
		}
		var again []document.Span
		for _, row := range t.Rows {
			name := strings.Trim(row[column].Text, "* ")
			if !asCode.MatchString(name) && !(key && plainKey.MatchString(name) && !asID.MatchString(name)) || aFile.MatchString(name) {
				seen, again = nil, nil
				break
			}
			if seen[name] {
				again = append(again, row[column].Span)
			}
			seen[name] = true
		}
		looked = looked || len(seen) >= leastCodes-1
		if len(again) == 1 && len(seen) >= leastCodes-1 {
			hit(d, again[0], d.Slice(again[0]), s.Say("is listed twice in one table", "在同一表中列出两次"))
		}
	}
	return looked
}
