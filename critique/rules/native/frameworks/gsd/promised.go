package gsd

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// promisedFile is a file among the artifacts that a plan has to leave behind.
var promisedFile = pattern.New(`(?m)^\s*-?\s*path:\s*["']?([\w@./()\[\]-]+/[\w@.-]+\.\w{1,5})["']?[ \t]*$`)

// promised is about artifacts that a plan has to leave behind, while nothing in it, in the other plans of the phase or
// in the project speaks of that file.
func promised(s *model.Session, d *document.Document, hit native.Hit) bool {
	plans := frameworks.Find(s, isPlan)
	all := promisedFile.FindAllStringSubmatchIndex(d.Slice(d.Front.Span), 60)
	for _, m := range all {
		at := document.Span{Start: m[2], End: m[3]}
		file := d.Slice(at)
		named := slices.ContainsFunc(plans, func(p *document.Document) bool {
			field := p.Front.Field("files_modified")
			return strings.Contains(p.Text[p.Front.Span.End:], path.Base(file)) ||
				field != nil && slices.ContainsFunc(field.Values, func(v string) bool { return path.Base(v) == path.Base(file) || strings.ContainsAny(v, "*{[") })
		})
		if !named && (s.Around.Code == nil || s.Around.Code.Cited(file, 0).Missing) {
			hit(d, at, model.Target(file))
		}
	}
	return len(all) > 0
}
