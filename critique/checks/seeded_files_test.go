package checks

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// kinds are the words for artifacts, with what their paths are called after.
var kinds = map[string]string{
	"context": "discovery-context", "brief": "product-brief", "requirements": "requirements", "architecture": "architecture", "epics": "epics",
	"report": "readiness-report",
}

// artifact returns the path of an artifact in a session, the folder layout first.
func artifact(files map[string][]byte, kind string) string {
	index := "spec/" + kinds[kind] + "/_index.md"
	if _, ok := files[index]; ok {
		return index
	}
	if kind == "context" {
		return "spec/discovery-context.json"
	}
	return "spec/" + kinds[kind] + ".md"
}

// group returns the artifact of a kind and its members, sorted.
func group(files map[string][]byte, kind string) []string {
	return matching(files, func(p string) bool {
		return p == artifact(files, kind) || strings.HasPrefix(p, "spec/"+kinds[kind]+"/")
	})
}

// matching returns the paths that are wanted, sorted.
func matching(files map[string][]byte, wanted func(string) bool) []string {
	var paths []string
	for p := range files {
		if wanted(p) {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	return paths
}

// member returns the path of the member file that holds an ID, or "" in a flat session.
func member(files map[string][]byte, kind, id string) string {
	for _, p := range group(files, kind) {
		if strings.HasPrefix(path.Base(p), id+"-") {
			return p
		}
	}
	return ""
}

func isChinese(files map[string][]byte) bool {
	return strings.ContainsFunc(string(files[artifact(files, "brief")]), func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// edited applies an edit to one file.
func edited(files map[string][]byte, path string, e edit) (map[string][]byte, string, bool) {
	old, ok := files[path]
	if !ok {
		return nil, "", false
	}
	lines, ok := e(strings.Split(string(old), "\n"), isChinese(files))
	text := strings.Join(lines, "\n")
	if !ok || text == string(old) {
		return nil, "", false
	}
	return with(files, path, []byte(text)), path, true
}

// inMember edits the part of a session that belongs to one ID: its member file, or its
// section in a flat document.
func inMember(kind, id string, e edit) change {
	title := regexp.MustCompile("^" + regexp.QuoteMeta(strings.ToLower(id)))
	flat := within(func(lines []string) (int, int, bool) { return section(title, lines) }, e)
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		if p := member(files, kind, id); p != "" {
			return edited(files, p, e)
		}
		return edited(files, artifact(files, kind), flat)
	}
}

// inFiles edits the first of some files that has a place for the edit, or each.
func inFiles(all bool, list func(map[string][]byte) []string, e edit) change {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		changed, first := files, ""
		for _, p := range list(files) {
			next, _, ok := edited(changed, p, e)
			if !ok {
				continue
			}
			changed = next
			if first == "" {
				first = p
			}
			if !all {
				break
			}
		}
		return changed, first, first != ""
	}
}

// write adds text to a file, which need not be there.
func write(path, text string) change {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		return with(files, path, slices.Concat(files[path], []byte(text))), path, true
	}
}

// written are the steps that write the files of a text in txtar form.
func written(text string) (steps []step) {
	for part := range strings.SplitSeq("\n"+text, "\n-- ") {
		path, content, ok := strings.Cut(part, " --\n")
		if ok {
			steps = append(steps, step{change: write(path, content+"\n")})
		}
	}
	if len(steps) > 0 { // the text of the last file ends as it is given
		path, content, _ := strings.Cut(text[strings.LastIndex("\n"+text, "\n-- ")+3:], " --\n")
		steps[len(steps)-1].change = write(path, content)
	}
	return steps
}

// remove deletes the files whose paths match.
func remove(path *regexp.Regexp) change {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		gone := matching(files, path.MatchString)
		if len(gone) == 0 {
			return nil, "", false
		}
		changed := maps.Clone(files)
		maps.DeleteFunc(changed, func(p string, _ []byte) bool { return path.MatchString(p) })
		return changed, gone[0], true
	}
}

// rename replaces a text wherever it stands, in the names of files too. The path it
// reports is that of the first file which changed.
func rename(old, name string) change {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		changed, first := map[string][]byte{}, ""
		for _, p := range matching(files, func(string) bool { return true }) {
			to, text := strings.ReplaceAll(p, old, name), strings.ReplaceAll(string(files[p]), old, name)
			if first == "" && (to != p || text != string(files[p])) {
				first = to
			}
			changed[to] = []byte(text)
		}
		return changed, first, first != ""
	}
}

// holds finds a place, and changes nothing, when some file has a match or, if not
// wanted, none has.
func holds(wanted bool, list func(map[string][]byte) []string, text *regexp.Regexp) change {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		found := slices.ContainsFunc(list(files), func(p string) bool { return text.Match(files[p]) })
		return files, "", found == wanted
	}
}
