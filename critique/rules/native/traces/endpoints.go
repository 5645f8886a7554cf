package traces

import (
	"path"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	// endpoint is what a client calls, and listing what stands before it where a list names it.
	endpoint = pattern.New("\\b(GET|POST|PUT|PATCH|DELETE)[`*]*(?:[ \\t]+|[ \\t]*\\|[ \\t]*)[`*]*(/[\\w{}:.<>/\\[\\]-]*[\\w}\\]>])")
	listing  = pattern.New("^[\\s>]*(?:#+|\\||[-*+]|\\d+[.)])?[\\s*`\\d.)\\[]*$")
	// variable is a part of a path that each call fills.
	variable = pattern.New(`^(?:[{:<\[].*|\d+)$`)
	// ofAPI is the path of a document that lists what there is to call.
	ofAPI = pattern.New(`(?i)(?:^|[/_ .-])(?:api|endpoints?|routes|openapi)(?:[-_ .][^/]*)?\.md$|(?:^|/)contracts/[^/]+\.md$|接口`)
	// notThere is a line about what is not to be called.
	notThere = pattern.New(`(?i)\b(?:no|not|never|without|removed?|instead|later|future|deprecated|old|legacy|existing|unknown|e\.g|example|third[- ]party|external)\b|n't\b|不|无|废弃|移除|以后|例如`)
)

// leastAgreed is how many endpoints of a list the other documents name for another one to be missed.
const leastAgreed = 2

// route is an endpoint that a text names, in one form whatever its variables are called.
type route struct {
	method, path string
	at           document.Span
	listed       bool
}

func routesOf(d *document.Document) []route {
	return document.Once(d, "routes", func(d *document.Document) (all []route) {
		for _, m := range model.Find(d.Text, endpoint, 1000) {
			parts := strings.Split(strings.ToLower(d.Text[m[4]:m[5]]), "/")
			for i, part := range parts {
				if variable.MatchString(part) {
					parts[i] = "*"
				}
			}
			before := d.Text[d.LineAt(m[0]).Start:m[0]]
			all = append(all, route{d.Text[m[2]:m[3]], strings.Join(parts, "/"), document.Span{Start: m[0], End: m[5]}, listing.MatchString(before)})
		}
		return all
	})
}

// listedRoutes returns the document that lists the endpoints of a session, and what it names, with
// methods and without; nil where there is none, or more.
func listedRoutes(s *model.Session) (list *document.Document, has map[string]bool) {
	has = map[string]bool{}
	for _, d := range s.Docs {
		n := 0
		for _, r := range routesOf(d) {
			if r.listed {
				n++
			}
		}
		switch {
		case !ofAPI.MatchString(d.Path) || n < leastCodes-1:
		case list != nil:
			return nil, nil
		default:
			list = d
		}
	}
	if list != nil {
		for _, r := range routesOf(list) {
			has[r.method+r.path], has[r.path] = true, true
		}
	}
	return list, has
}

// routeUnlisted reports the one endpoint that documents name and that the document which lists the
// endpoints does not: one of something that it has, where others are in it.
func routeUnlisted(s *model.Session, d *document.Document, hit native.Hit) bool {
	list, has := listedRoutes(s)
	if list == nil || d == list {
		return false
	}
	there, gone := map[string]bool{}, map[string]route{}
	var first *document.Document
	for _, doc := range s.Docs {
		if doc == list || model.Recounts(doc) {
			continue
		}
		for _, r := range routesOf(doc) {
			key := r.method + r.path
			switch {
			case has[key]:
				there[key] = true
			case has[path.Dir(r.path)] && !notThere.MatchString(doc.Slice(doc.LineAt(r.at.Start))):
				if len(gone) == 0 {
					first = doc
				}
				if _, told := gone[key]; !told {
					gone[key] = r
				}
			}
		}
	}
	if len(there) < leastAgreed || len(gone) != 1 || first != d {
		return len(there) > 0
	}
	for _, r := range gone {
		hit(d, r.at, d.Slice(r.at), s.Say("is not in the document that lists the endpoints: "+list.Path, "不在列出各接口的文档中："+list.Path))
	}
	return true
}
