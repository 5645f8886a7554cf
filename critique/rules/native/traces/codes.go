package traces

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// leastCodes is how many codes a table has that lists those of a session.
const leastCodes = 4

var (
	ofStatus = pattern.New(`(?i)^\W*(?:http(?: status)?(?: code)?|status(?: code)?|状态码|http 状态码?)\W*$`)
	// asCode is a cell that holds a code, a key or a route, and nothing else.
	asCode   = pattern.New("^(?:`[^`\\s]+(?: /[^`\\s]*)?`|0x[0-9A-Fa-f]+|[a-z][a-z0-9]*(?:[_.][a-z0-9]+)+|(?:GET|POST|PUT|PATCH|DELETE) /\\S+)$")
	asMethod = pattern.New(`^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|ANY|WS|SSE)$`)
	asID     = pattern.New(`^[A-Z]{1,6}-?\d{1,4}[a-z]?$`)
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
			for _, cell := range row {
				if method := strings.Trim(cell.Text, "*` "); asMethod.MatchString(method) {
					name += " " + method // of one address there are several
				}
			}
			if seen[name] {
				again = append(again, row[column].Span)
			}
			seen[name] = true
		}
		looked = looked || len(seen) >= leastCodes
		if len(again) == 1 && len(seen) >= leastCodes {
			hit(d, again[0], model.Target(d.Slice(again[0])), s.Say("is listed twice in one table: give one of them another", "在同一表中列出两次：其中一个应改名"))
		}
	}
	return looked
}
