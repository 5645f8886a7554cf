package discovery

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// ProjectRules hold a discovery context against the project around it.
func ProjectRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("DC-008"), On: discovery, Look: missingFiles},
	}
}

func holds(s *model.Session, r model.Root, name string) bool {
	target := path.Join(string(r), name)
	return model.Has(s, target) || s.Around.Exists(target)
}

// listedFiles are the paths that an exploration lists, without patterns and addresses.
func listedFiles(d *document.Document) []*document.Value {
	list := d.JSON.Get("relevant_files", "codebase_context.relevant_files", "key_files", "files")
	if list == nil || len(list.Members) > 500 {
		return nil
	}
	var found []*document.Value
	for _, v := range list.Members {
		if v.Kind == '{' {
			v = v.Get("path", "file")
		}
		if v != nil && v.Kind == '"' && !strings.ContainsAny(v.String, "*{<: ") && strings.ContainsAny(v.String, "./") {
			found = append(found, v)
		}
	}
	return found
}

// missingFiles looks for the files an exploration lists. A file is missing when
// its folder is where files can be looked for, or when another file was found
// outside the session; otherwise the project lies elsewhere.
func missingFiles(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Exists == nil {
		return false
	}
	roots := model.Roots(s)
	outside, found := false, 0
	var missing []*document.Value
	for _, v := range listedFiles(d) {
		at := slices.IndexFunc(roots, func(r model.Root) bool { return holds(s, r, v.String) })
		if at < 0 {
			missing = append(missing, v)
			continue
		}
		found++
		outside = outside || at > 0
	}
	for _, v := range missing {
		folder, _, nested := strings.Cut(v.String, "/")
		if found == 0 && !(model.Has(s, path.Dir(v.String)) && model.Contains(path.Ext(v.String), ".md", ".json")) {
			continue // the project may lie elsewhere, the session's own folders do not
		}
		if outside || nested && slices.ContainsFunc(roots, func(r model.Root) bool { return holds(s, r, folder) }) {
			hit(d, v.Span, v.String)
			found++
		}
	}
	return found > 0
}
