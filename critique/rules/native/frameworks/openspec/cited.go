package openspec

import (
	"path"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	// ofChange is a document of a change by its name alone.
	ofChange = pattern.New("(?:^|[^\\w/.-])((?:proposal|design|tasks)\\.md)\\b")
	// ofCapability is the current specification of a capability.
	ofCapability = pattern.New("(?:^|[^\\w/.-])openspec/specs/([\\w-]+)/spec\\.md\\b")
	// undemanded is what stands before one that need not be there.
	undemanded = pattern.New(`(?i)\b(?:no|not|without|skip\w*|omit\w*|optional|if|later|create|add|write|needs?)\b|无|不|未|跳过|省略|创建|编写`)
)

// citedAbsent is about documents of a change, and current specifications, that others of it cite and that are not there.
func citedAbsent(s *model.Session, d *document.Document, hit native.Hit) bool {
	looked := false
	for _, at := range model.Find(d.Text, ofChange, 100) {
		span := document.Span{Start: at[2], End: at[3]}
		name := d.Slice(span)
		there := frameworks.One(s, name) != nil || s.Around.Exists != nil && s.Around.Exists(name)
		if looked = true; !there && path.Base(d.Path) != name && !undemanded.MatchString(d.Text[d.LineAt(span.Start).Start:span.Start]) {
			hit(d, span, model.Target(name))
		}
	}
	for _, at := range model.Find(d.Text, ofCapability, 100) {
		span := document.Span{Start: at[0] + 1, End: at[1]}
		capability := path.Join("specs", d.Text[at[2]:at[3]], "spec.md")
		there := frameworks.One(s, capability) != nil || s.Around.Exists == nil || s.Around.Exists(path.Join("..", "..", capability))
		if looked = true; !there && !undemanded.MatchString(d.Text[d.LineAt(span.Start).Start:span.Start]) {
			hit(d, span, model.Target(d.Slice(span)))
		}
	}
	return looked
}
