package seeded

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// page is one Markdown file being changed. Sections and tables are looked up within lines[from:to], which is the whole file
// or, in a flat document, the part that belongs to one requirement, decision or epic.
type page struct {
	path     string
	lines    []string
	from, to int
	zh       bool
}

// span is a half-open range of lines; the first line is the heading.
type span struct{ start, end int }

// Kinds of artifacts and the paths they may have.
const (
	brief        = "product-brief"
	requirements = "requirements"
	architecture = "architecture"
	epics        = "epics"
	readiness    = "readiness-report"
)

// artifact returns the path of an artifact in a session, the folder layout first.
func artifact(files map[string][]byte, kind string) string {
	index := "spec/" + kind + "/_index.md"
	if _, ok := files[index]; ok {
		return index
	}
	return "spec/" + kind + ".md"
}

// group returns the artifact of a kind and its members, sorted.
func group(files map[string][]byte, kind string) []string {
	var paths []string
	for p := range files {
		if p == artifact(files, kind) || strings.HasPrefix(p, "spec/"+kind+"/") {
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
	return bytes.ContainsFunc(files[artifact(files, brief)], func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

func open(files map[string][]byte, path string) *page {
	lines := strings.Split(string(files[path]), "\n")
	return &page{path: path, lines: lines, to: len(lines), zh: isChinese(files)}
}

func (p *page) bytes() []byte { return []byte(strings.Join(p.lines, "\n")) }

// say picks the text in the session's language.
func (p *page) say(en, zh string) string {
	if p.zh {
		return zh
	}
	return en
}

var (
	atxHeading    = regexp.MustCompile(`^(#{1,6})\s+(.*)$`)
	boldHeading   = regexp.MustCompile(`^\*\*([^*]+)\*\*\s*(?:[:：].*)?$`)
	plainHeading  = regexp.MustCompile(`(?i)^(acceptance criteria|size|traces to|验收标准|规模|追溯)\s*[:：].*$`)
	headingNumber = regexp.MustCompile(`^(?:\d+(?:\.\d+)*\.?|[一二三四五六七八九十]+、)\s*`)
	fence         = regexp.MustCompile("^\\s*```")
)

// pseudoLevel is the level of bold and plain labels that stand for a heading.
const pseudoLevel = 7

func headingOf(line string) (title string, level int) {
	if m := atxHeading.FindStringSubmatch(line); m != nil {
		title, level = m[2], len(m[1])
	} else if m := boldHeading.FindStringSubmatch(line); m != nil {
		title, level = m[1], pseudoLevel
	} else if m := plainHeading.FindStringSubmatch(line); m != nil {
		title, level = m[1], pseudoLevel
	} else {
		return "", 0
	}
	title = strings.TrimLeftFunc(title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	title = headingNumber.ReplaceAllString(title, "")
	return strings.ToLower(strings.TrimSpace(title)), level
}

// section finds the first heading whose bare, lower-case title matches.
func (p *page) section(title *regexp.Regexp) (span, bool) {
	start, level, fenced := -1, 0, false
	for i := p.from; i < p.to; i++ {
		if fence.MatchString(p.lines[i]) {
			fenced = !fenced
		}
		if fenced {
			continue
		}
		t, l := headingOf(p.lines[i])
		switch {
		case l == 0:
		case start < 0 && title.MatchString(t):
			start, level = i, l
		case start >= 0 && l <= level:
			return span{start, i}, true
		}
	}
	return span{start, p.to}, start >= 0
}

// lead returns the line of the first heading or label within a section, or its end.
func (p *page) lead(s span) int {
	for i := s.start + 1; i < s.end; i++ {
		if _, level := headingOf(p.lines[i]); level > 0 {
			return i
		}
	}
	return s.end
}

// within narrows the page to a section for the time of one edit.
func (p *page) within(title *regexp.Regexp, edit func(*page) bool) bool {
	s, ok := p.section(title)
	if !ok {
		return false
	}
	inner := &page{path: p.path, lines: p.lines, from: s.start, to: s.end, zh: p.zh}
	ok = edit(inner)
	p.lines, p.to = inner.lines, len(inner.lines)
	return ok
}

// replace puts new lines in the place of lines[start:end].
func (p *page) replace(start, end int, with ...string) {
	p.to += len(with) - (end - start)
	p.lines = slices.Concat(p.lines[:start], with, p.lines[end:])
}

// last returns the index of the last line in the range that is not blank.
func (p *page) last(start, end int) int {
	for i := end - 1; i > start; i-- {
		if strings.TrimSpace(p.lines[i]) != "" {
			return i
		}
	}
	return start
}
