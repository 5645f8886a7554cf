package checks

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/checks/document"
)

// discoveryProjectRules hold a discovery context against the project around it.
func discoveryProjectRules() []rule {
	return []rule{
		{Rule: of("DC-008"), on: discovery, look: missingFiles},
		{Rule: of("DC-010"), on: discovery, look: foreignManifest},
	}
}

// root is a folder above or at the session of which is known what it holds.
type root string

// unlikely is a name no file has: where it exists, nobody knows what does.
const unlikely = "no-such-file.b1946ac9"

// roots are the folders from the session upwards in which files can be looked
// for, at most five levels up.
func (s *session) roots() []root {
	var found []root
	if s.around.exists == nil {
		return nil
	}
	for up := "."; len(up) <= len("../../../../../"); up = path.Join(up, "..") {
		if s.around.exists(path.Join(up, unlikely)) {
			break
		}
		found = append(found, root(up))
	}
	return found
}

func (s *session) holds(r root, name string) bool {
	target := path.Join(string(r), name)
	return s.has(target) || s.around.exists(target)
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
func missingFiles(s *session, d *document.Document, hit hit) bool {
	if s.around.exists == nil {
		return false
	}
	roots := s.roots()
	outside, found := false, 0
	var missing []*document.Value
	for _, v := range listedFiles(d) {
		at := slices.IndexFunc(roots, func(r root) bool { return s.holds(r, v.String) })
		if at < 0 {
			missing = append(missing, v)
			continue
		}
		found++
		outside = outside || at > 0
	}
	for _, v := range missing {
		folder, _, nested := strings.Cut(v.String, "/")
		if found == 0 && !(s.has(path.Dir(v.String)) && contains(path.Ext(v.String), ".md", ".json")) {
			continue // the project may lie elsewhere, the session's own folders do not
		}
		if outside || nested && slices.ContainsFunc(roots, func(r root) bool { return s.holds(r, folder) }) {
			hit(d, v.Span, v.String)
			found++
		}
	}
	return found > 0
}

// manifests are the files that tell the language of a project.
var manifests = [...]struct {
	languages []string
	files     []string
}{
	{[]string{"golang"}, []string{"go.mod"}},
	{[]string{"typescript", "javascript", "node"}, []string{"package.json", "deno.json"}},
	{[]string{"rust"}, []string{"Cargo.toml"}},
	{[]string{"python"}, []string{"pyproject.toml", "requirements.txt", "setup.py", "Pipfile"}},
	{[]string{"java", "kotlin"}, []string{"pom.xml", "build.gradle", "build.gradle.kts"}},
	{[]string{"php"}, []string{"composer.json"}},
	{[]string{"ruby"}, []string{"Gemfile"}},
	{[]string{"elixir"}, []string{"mix.exs"}},
}

// foreignManifest compares the one language a context names with the manifests
// of the nearest folder that has any.
func foreignManifest(s *session, d *document.Document, hit hit) bool {
	v := d.JSON.Get("tech_stack.language", "codebase_context.tech_stack.language", "tech_stack.languages", "codebase_context.tech_stack.languages")
	if v == nil || s.around.exists == nil {
		return false
	}
	words := strings.Fields(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return ' '
	}, strings.ToLower(d.Slice(v.Span))))
	spoken := func(languages []string) bool {
		return slices.ContainsFunc(languages, func(l string) bool { return slices.Contains(words, l) || l == "golang" && slices.Contains(words, "go") })
	}
	known := false
	for _, m := range manifests {
		known = known || spoken(m.languages)
	}
	if !known {
		return false
	}
	listed := listedFiles(d)
	for _, r := range s.roots() {
		if len(listed) > 0 && !slices.ContainsFunc(listed, func(v *document.Value) bool { return s.holds(r, v.String) }) {
			continue // the project explored lies elsewhere
		}
		other := ""
		for _, m := range manifests {
			for _, file := range m.files {
				if !s.holds(r, file) {
					continue
				}
				if spoken(m.languages) {
					return true
				}
				other = file
			}
		}
		if other != "" {
			hit(d, opening(v), label(v), other)
			return true
		}
	}
	return false
}
