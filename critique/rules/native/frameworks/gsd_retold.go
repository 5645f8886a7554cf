package frameworks

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// strayArtifacts is about files that a plan's must_haves promise and that no task of it writes,
// nor its frontmatter names, nor the project or a plan beside it has.
func strayArtifacts(s Session, d *document.Document, hit Hit) bool {
	field := d.Front.Field("files_modified")
	if field == nil || len(field.Values) == 0 {
		return false
	}
	front := d.Slice(d.Front.Span)
	promised := strings.Index(front, "artifacts:")
	if promised < 0 {
		return false
	}
	files := slices.Clone(field.Values)
	for _, other := range plansBeside(s, d) {
		files = append(files, other.changes...)
	}
	for _, m := range gsFiles.FindAllStringSubmatch(d.Text, 60) {
		files = append(files, m[1])
	}
	applied := false
	for _, m := range gsArtifact.FindAllStringSubmatchIndex(front[promised:], 40) {
		at := document.Span{Start: d.Front.Span.Start + promised + m[2], End: d.Front.Span.Start + promised + m[3]}
		file := d.Slice(at)
		applied = true
		if !gsOneFile.MatchString(file) || s.Has != nil && s.Has(file) {
			continue
		}
		if !slices.ContainsFunc(files, func(v string) bool {
			return strings.Contains(v, base(file)) || strings.ContainsAny(v, "*{[") || strings.HasSuffix(v, "/") && strings.HasPrefix(file, v)
		}) {
			hit(d, at, file)
		}
	}
	return applied
}

var gsArtifact = pattern.New(`(?m)^\s+-?\s*path:\s*["']?([^\s"'#]+)`)
