package traces

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	ofComponents = pattern.New(`(?i)^\W*(?:components?|modules?|services?|class(?:es)?|组件|模块|服务|类)(?: names?|名称|名)?\W*$`)
	component    = pattern.New("^`?([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)`?$")
	// byRole is the name of a part of a program by what it does.
	byRole = pattern.New("`([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)*(?:Service|Worker|Manager|Controller|Repository|Handler|Client|Store|Gateway|Scheduler|Adapter|Engine|Queue|Job|Publisher|Consumer|Resolver|Validator|Processor|Monitor|Provider|Module))(?:\\.\\w+)?(?:\\(\\))?`")
	// foreign is said of what is no part of the design.
	foreign = pattern.New(`(?i)\b(?:existing|librar\w+|framework|package|sdk|e\.g|for example|such as|like|instead|rather|reject\w*|alternative\w*|old|legacy|current\w*|already|unchanged|remov\w+|replac\w+|import\w*|extends?|implements?|mock\w*|built-?in|later|future)\b|现有|已有|第三方|例如|而非|替代|旧|移除|内置|以后`)
)

// leastComponents is how many components a table has, of which leastNamed are named elsewhere.
const (
	leastComponents = 4
	leastNamed      = 2
)

// componentUnlisted reports the one part of a program that a session names once, and that the
// table of its components lacks, where those are named elsewhere too.
func componentUnlisted(s *model.Session, d *document.Document, hit native.Hit) bool {
	type found struct {
		applied bool
		doc     *document.Document
		at      document.Span
		table   string
	}
	one := model.Once(s, "a component that no table has", nil, func() found {
		known, table := map[string]bool{}, ""
		for _, doc := range s.Docs {
			for _, t := range doc.Tables {
				if len(t.Rows) < leastComponents || !ofComponents.MatchString(t.Header[0].Text) {
					continue
				}
				names := 0
				for _, row := range t.Rows {
					if m := component.FindStringSubmatch(row[0].Text); m != nil {
						known[m[1]] = true
						names++
					}
				}
				if names == len(t.Rows) && table == "" {
					table = doc.Path
				}
			}
		}
		if table == "" {
			return found{}
		}
		elsewhere := 0
		for name := range known {
			if timesNamed(s, name) > 1 {
				elsewhere++
			}
		}
		all := found{applied: true, table: table}
		unknown := 0
		for _, doc := range s.Docs {
			for _, m := range model.Find(doc.Text, byRole, 400) {
				at := document.Span{Start: m[2], End: m[3]}
				name := doc.Slice(at)
				if known[name] || timesNamed(s, name) > 1 || s.Around.Code != nil && s.Around.Code.Name(name).There {
					continue
				}
				unknown++
				all.doc, all.at = doc, at
			}
		}
		if unknown != 1 || elsewhere < leastNamed || foreign.MatchString(all.doc.Slice(all.doc.LineAt(all.at.Start))) {
			all.doc = nil
		}
		return all
	})
	if one.doc == d {
		hit(d, one.at, d.Slice(one.at), model.Note(one.table), native.Unwitnessed)
	}
	return one.applied
}

// timesNamed counts the places of a session that hold a name.
func timesNamed(s *model.Session, name string) (n int) {
	for _, d := range s.Docs {
		n += strings.Count(d.Text, name)
	}
	return n
}
