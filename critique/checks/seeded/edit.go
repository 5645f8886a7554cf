package seeded

import (
	"bytes"
	"regexp"
	"strings"
)

// apply is the type of [Operator.Apply].
type apply = func(files map[string][]byte) (map[string][]byte, string, bool)

// on edits the artifact of a kind.
func on(kind string, edit func(*page) bool) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		return change(files, artifact(files, kind), edit)
	}
}

// at edits the part of a session that belongs to one ID: its member file, or its section in a flat document.
func at(kind, id string, edit func(*page) bool) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		if p := member(files, kind, id); p != "" {
			return change(files, p, edit)
		}
		return change(files, artifact(files, kind), func(p *page) bool {
			return p.within(regexp.MustCompile("^"+strings.ToLower(id)), edit)
		})
	}
}

func change(files map[string][]byte, path string, edit func(*page) bool) (map[string][]byte, string, bool) {
	if _, ok := files[path]; !ok {
		return nil, "", false
	}
	p := open(files, path)
	if !edit(p) || bytes.Equal(p.bytes(), files[path]) {
		return nil, "", false
	}
	changed := copyOf(files)
	changed[path] = p.bytes()
	return changed, path, true
}

// across replaces all matches in the artifact of a kind and its members; of two texts the second is for Chinese sessions.
func across(kind string, pattern *regexp.Regexp, with ...string) apply {
	return each(kind, func(p *page) bool {
		text := with[0]
		if p.zh {
			text = with[len(with)-1]
		}
		old := p.bytes()
		p.lines = strings.Split(string(pattern.ReplaceAll(old, []byte(text))), "\n")
		return !bytes.Equal(old, p.bytes())
	})
}

// each edits the artifact of a kind and its members, wherever the edit finds a place.
func each(kind string, edit func(*page) bool) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		all, first := copyOf(files), ""
		for _, p := range group(files, kind) {
			if changed, _, ok := change(all, p, edit); ok {
				all = changed
				if first == "" {
					first = p
				}
			}
		}
		return all, first, first != ""
	}
}

// chain applies the first step and as many of the others as find a place.
func chain(first apply, others ...apply) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		changed, path, ok := first(files)
		if !ok {
			return nil, "", false
		}
		for _, next := range others {
			if more, _, ok := next(changed); ok {
				changed = more
			}
		}
		return changed, path, true
	}
}

// either applies the first of the steps that finds a place.
func either(steps ...apply) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		for _, step := range steps {
			if changed, path, ok := step(files); ok {
				return changed, path, ok
			}
		}
		return nil, "", false
	}
}

// drop removes a section with its heading.
func drop(title *regexp.Regexp) func(*page) bool {
	return func(p *page) bool {
		s, ok := p.section(title)
		if ok {
			p.replace(s.start, s.end)
		}
		return ok
	}
}

// empty removes the body of a section and leaves its heading.
func empty(title *regexp.Regexp) func(*page) bool {
	return func(p *page) bool {
		s, ok := p.section(title)
		if ok {
			p.replace(s.start+1, s.end, "")
		}
		return ok
	}
}

// dropLead removes a section up to the first label in it, such as the definition of done within the MVP scope.
func dropLead(title *regexp.Regexp) func(*page) bool {
	return func(p *page) bool {
		s, ok := p.section(title)
		if ok {
			p.replace(s.start, p.lead(s))
		}
		return ok
	}
}

// emptyLead removes the text of a section up to the first label in it and leaves the heading.
func emptyLead(title *regexp.Regexp) func(*page) bool {
	return func(p *page) bool {
		s, ok := p.section(title)
		if ok {
			p.replace(s.start+1, p.lead(s), "")
		}
		return ok
	}
}

// without removes the lines that match.
func without(pattern *regexp.Regexp) func(*page) bool {
	return func(p *page) bool {
		found := false
		for i := p.to - 1; i >= p.from; i-- {
			if pattern.MatchString(p.lines[i]) {
				p.replace(i, i+1)
				found = true
			}
		}
		return found
	}
}

// item adds a list item to a section, with the bullet that the section uses.
func item(title *regexp.Regexp, en, zh string) func(*page) bool {
	return func(p *page) bool {
		s, ok := p.section(title)
		if !ok {
			return false
		}
		end := p.last(s.start, s.end)
		p.replace(end+1, end+1, bullet(p.lines[end], p.say(en, zh))...)
		return true
	}
}

// bullet returns the lines that continue a list after the given line, or open one.
func bullet(after, text string) []string {
	switch {
	case strings.HasPrefix(after, "- [ ] "):
		return []string{"- [ ] " + text}
	case strings.HasPrefix(after, "- "):
		return []string{"- " + text}
	}
	return []string{"", "- " + text}
}

// only keeps the first list item of a section.
func only(title *regexp.Regexp) func(*page) bool {
	return func(p *page) bool {
		s, ok := p.section(title)
		if !ok {
			return false
		}
		kept, seen := []string{}, 0
		for _, line := range p.lines[s.start:s.end] {
			if strings.HasPrefix(line, "- ") {
				if seen++; seen > 1 {
					continue
				}
			}
			kept = append(kept, line)
		}
		p.replace(s.start, s.end, kept...)
		return seen > 1
	}
}

// swap replaces the first match in the page's window, line by line; the replacement may use $1.
func swap(pattern *regexp.Regexp, with string) func(*page) bool {
	return func(p *page) bool {
		for i := p.from; i < p.to; i++ {
			if m := pattern.FindStringSubmatchIndex(p.lines[i]); m != nil {
				line := pattern.ExpandString([]byte(p.lines[i][:m[0]]), with, p.lines[i], m)
				p.lines[i] = string(line) + p.lines[i][m[1]:]
				return true
			}
		}
		return false
	}
}

// inside narrows an edit to a section.
func inside(title *regexp.Regexp, edit func(*page) bool) func(*page) bool {
	return func(p *page) bool { return p.within(title, edit) }
}

// insert puts lines before the first line that matches.
func insert(before *regexp.Regexp, en, zh string) func(*page) bool {
	return func(p *page) bool {
		for i := p.from; i < p.to; i++ {
			if before.MatchString(p.lines[i]) {
				p.replace(i, i, append(strings.Split(p.say(en, zh), "\n"), "")...)
				return true
			}
		}
		return false
	}
}

// appended puts text at the end of the file.
func appended(en, zh string) func(*page) bool {
	return func(p *page) bool {
		end := p.last(0, len(p.lines))
		p.replace(end+1, len(p.lines), append([]string{""}, strings.Split(p.say(en, zh), "\n")...)...)
		p.lines = append(p.lines, "")
		return true
	}
}
