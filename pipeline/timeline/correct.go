package timeline

import (
	"path"
	"slices"
	"strings"
)

// maxLinks bounds how many links are followed.
const maxLinks = 100

// corrections lists what the statements correct in each other and in what is
// remembered, as "old → new", and settles the groups of both. A link that leads to
// no statement, or to several, is noted and does not count.
func (p *process) corrections(statements, remembered []statement, said []*group) []string {
	var list []string
	all := slices.Concat(statements, remembered)
	followed := 0
	for _, s := range statements {
		for _, link := range s.corrects {
			if followed++; followed > maxLinks {
				p.note("Only the first %d links to corrected statements are followed.", maxLinks)
				return list
			}
			old, ok := linked(all, s, link)
			if !ok {
				p.note("%s corrects %q, which is not exactly one statement of another analysis: not counted.", s.voice.source, link)
				continue
			}
			if entry := old.text + " → " + s.text; !slices.Contains(list, entry) {
				list = append(list, entry)
			}
			settle(said, old)
			settle(said, s)
		}
	}
	return list
}

// remembered are the statements in the shared memory.
func (p *process) remembered() []statement {
	r := &reader{}
	r.read(Source{Path: memoryName, Content: p.memory()}) // where it is none, writing to it will fail, and say so
	return r.found
}

// linked finds the statement that a link names by its id, by file and id
// (analysis-001#F-2), or by its words.
func linked(all []statement, from statement, link string) (statement, bool) {
	file, id, qualified := strings.Cut(link, "#")
	said := gistOf(link)
	for _, fits := range []func(statement) bool{
		func(s statement) bool { return s.id != "" && s.id == link && s.voice != from.voice },
		func(s statement) bool { return s.id != "" && s.id == link },
		func(s statement) bool {
			name := path.Base(s.voice.source)
			return qualified && s.id == id && (name == file || s.voice.source == file || strings.TrimSuffix(name, path.Ext(name)) == file)
		},
		func(s statement) bool { return s.gist.normal == said.normal },
		func(s statement) bool { return s.gist.same(said) },
	} {
		if old, found, alike := only(all, from, fits); found {
			return old, alike
		}
	}
	return statement{}, false
}

// only finds the first statement but one that fits, and tells whether all that fit
// say the same.
func only(all []statement, but statement, fits func(statement) bool) (first statement, found, alike bool) {
	for _, s := range all {
		switch {
		case s.voice == but.voice && s.gist.normal == but.gist.normal, !fits(s):
		case !found:
			first, found, alike = s, true, true
		default:
			alike = alike && s.gist.same(first.gist)
		}
	}
	return first, found, alike
}

// settle marks the group of a statement.
func settle(said []*group, of statement) {
	for _, g := range said {
		if slices.ContainsFunc(g.statements, func(s statement) bool { return s.gist.normal == of.gist.normal }) {
			g.settled = true
		}
	}
}
