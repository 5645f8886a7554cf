// Package mention finds what a document says of the code around it: files that it names,
// and packages with their versions. It says where, and whether the words around a place
// claim that the thing is there; [codebase] knows whether it is.
//
// [codebase]: discussd/critique/codebase
package mention

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// File is a place where a document names a file of the project.
type File struct {
	Path string
	document.Span
	Line    int  // the line of it that is named, or 0
	Claimed bool // the words around it say that the file is there
	Coming  bool // what the documents around say is to come has its last element
}

// Package is a place where a document names a package with a version.
type Package struct {
	Name, Version string
	document.Span
}

var (
	codeSpan = pattern.New("`([^`\n]{3,200})`")
	filePath = pattern.New(`^(?:\./)?[A-Za-z0-9_@.+-]+/(?:[A-Za-z0-9_@.+()\[\]-]+/)*[A-Za-z0-9_@.+\[\]-]*[A-Za-z0-9_@+\]-]\.[a-z][a-z0-9]{0,5}(?:(?::|#L)(\d+)(?:[-–:]L?\d+)?)?$`)
	folder   = pattern.New(`^(?:\./)?[A-Za-z0-9_@.+-]+/(?:[A-Za-z0-9_@.+()\[\]-]+/)+$`)
	barePath = pattern.New(`[A-Za-z0-9_@.+-]+/(?:[A-Za-z0-9_@.+()\[\]-]+/)*[A-Za-z0-9_@.+\[\]-]*\.[a-z][a-z0-9]{0,5}\b(?::\d+)?`)
	// goPackage is what go is told to build, run or test.
	goPackage = pattern.New(`^(?:\$ )?go (?:build|run|test|vet|install)\b.*?\s\./([A-Za-z0-9_.-]+(?:/[A-Za-z0-9_-]+)+)(?:/\.\.\.)?/?(?:\s|$)`)
	treeName  = pattern.New(`(?:[│├└|+]|^\s*[-*]?\s*)[─\s│├└|-]*([A-Za-z0-9_@.\[\]-]+(?:\.[a-z][a-z0-9]{0,5}\b|/))`)

	version = pattern.New("(?:^|[\\s(`*,/:：（、])(@?[A-Za-z][A-Za-z0-9_.@/-]{1,40}?)[`*]*[ @]v?(\\d{1,2}(?:\\.\\d{1,3}){0,2})(?:\\.x)?(\\+|[-~–][0-9]|\\.\\d)?(?:[`*]*)(?:$|[\\s),.;|，。、）])")
	moving  = pattern.New(`(?i)\bgone\b|\bold\b|previous|legacy|deprecat|removed|breaking|pitfall|\bsince\b|experimental|latest|upgrad|migrat|bump|\bfrom\b|\bto v?\d|or (?:later|newer|higher|above)|minimum|at least|>=|≥|later|newer|instead|alternativ|reject|\bvs\b|versus|compat|support|support(?:s|ed)|target|升级|迁移|以上|至少|替代|兼容|支持|不低于|或更高`)
)

// tasks tells whether a document is a list of what is to be done.
var tasks = pattern.New(`(?i)(?:^|/)(?:tasks|[0-9.-]*PLAN|epics?[^/]*|todo)\.md$|(?:^|/)(?:epics|stories)/`)

// isList tells whether a document is a list of what is to be done, and no boxes say what of it
// is done.
func isList(d *document.Document, prose []line) bool {
	return tasks.MatchString(d.Path) && !slices.ContainsFunc(prose, func(l line) bool { return l.task != 0 })
}

// ToCome is what the documents of a session say is to come, or show: of that it is not
// known whether it should be there.
type ToCome struct {
	Files  paths           // also those of drawn trees, by the last element
	Listed paths           // those that a list of what is to be done only names
	Names  map[string]bool // of code, also those in examples of it
}

// Coming returns what the documents of a session say is to come.
func Coming(docs []*document.Document) *ToCome {
	files, listed := comingFiles(docs)
	return &ToCome{files, listed, comingNames(docs)}
}

// place is where a line names a path, with the folder's slash and the number of a line.
type place struct{ from, to int }

// places returns where a line names paths: a code span that is one, or a command with one in
// it, and paths in the text.
func places(l *line) (found []place) {
	if !strings.Contains(l.text, "/") {
		return nil
	}
	spans := codeSpan.FindAllStringSubmatchIndex(l.text, 50)
	for _, m := range spans {
		found = append(found, within(l.text, m[2], m[3])...)
	}
	for _, m := range barePath.FindAllStringIndex(l.text, 50) {
		inSpan := slices.ContainsFunc(spans, func(s []int) bool { return m[0] < s[1] && s[0] < m[1] })
		if !inSpan && stands(l.text, m[0], m[1]) {
			found = append(found, place{m[0], m[1]})
		}
	}
	return found
}

// within returns the paths in a code span: itself, or what a command is given to read.
func within(text string, from, to int) (found []place) {
	span := text[from:to]
	if m := goPackage.FindStringSubmatchIndex(span); m != nil {
		return []place{{from + m[2], from + m[3]}}
	}
	if filePath.MatchString(span) || folder.MatchString(span) {
		return []place{{from, to}}
	}
	if !strings.Contains(span, " ") || makesFiles.MatchString(span) {
		return nil
	}
	for _, m := range barePath.FindAllStringIndex(span, 5) {
		if stands(span, m[0], m[1]) && m[0] > 0 {
			found = append(found, place{from + m[0], from + m[1]})
		}
	}
	return found
}

// makesFiles is a command that makes the files that it names, or removes them.
var makesFiles = pattern.New(`(?i)(?:^|[;&|]\s*)(?:sudo )?(?:mkdir|touch|rm|mv|cp|git (?:rm|mv)|curl|wget|docker)\b|>|(?:^|\s)(?:-o|--out\w*)\b|\bimport\b|\bfrom\b`)

// ran returns the files that a line of code runs.
func ran(l *line) (found []place) {
	if m := runsFile.FindStringSubmatchIndex(l.text); m != nil && stands(l.text, m[2], m[3]) {
		found = append(found, place{m[2], m[3]})
	}
	return found
}

// runsFile is a command that runs a file of the project's.
var runsFile = pattern.New(`^\s*(?:\$ )?(?:(?:uv|poetry) run )?(?:(?:node|python3?|bash|sh|tsx|npx tsx|pytest)\s+(?:\./)?|\./)((?:[A-Za-z0-9_-]+/)+[A-Za-z0-9_.-]+\.[a-z]{1,5})\b`)

// stands tells whether a path stands alone in a text, not in an address, a link or a pattern.
func stands(text string, from, to int) bool {
	if from > 1 && text[from-2:from] == "./" {
		from -= 2
	}
	if from > 0 && strings.ContainsRune(`/.~$\\@:{}<>*%-`, rune(text[from-1])) && !(text[from-1] == '@' && from == 1) {
		return false
	}
	if strings.HasSuffix(text[:from], "](") || strings.HasSuffix(text[:from], "](./") {
		return false
	}
	if strings.Contains(text[from:to], "](") {
		return false
	}
	return to == len(text) || !strings.ContainsRune(`/*{<$-`, rune(text[to]))
}

// paths are paths by their last element.
type paths map[string][]string

func (p paths) add(name string) { p[path.Base(name)] = append(p[path.Base(name)], name) }

// has tells whether a path is one of them, or one of them ends like it, or it like one.
func (p paths) has(name string) bool {
	return slices.ContainsFunc(p[path.Base(name)], func(other string) bool {
		return other == name || strings.HasSuffix(name, "/"+other) || strings.HasSuffix(other, "/"+name)
	})
}

// comingFiles returns the files and folders that documents say are to come, and those that
// lists of what is to be done only name.
func comingFiles(docs []*document.Document) (coming, named paths) {
	coming, named = paths{}, paths{}
	for _, d := range docs {
		prose, code := linesOf(d)
		list := isList(d, prose)
		for i := range prose {
			l := &prose[i]
			for _, at := range places(l) {
				switch name, _ := pathOf(l.text[at.from:at.to]); stateOf(d, l, at.from, at.to, list) {
				case planned:
					coming.add(name)
				case listed:
					named.add(name)
				}
			}
		}
		for _, l := range code {
			for _, m := range treeName.FindAllStringSubmatch(l.text, 3) {
				coming.add(strings.TrimSuffix(m[1], "/"))
			}
		}
		for _, field := range d.Front.Fields { // files_modified of a plan may list new ones
			for _, value := range field.Values {
				if strings.Contains(value, "/") {
					coming.add(strings.TrimPrefix(value, "./"))
				}
			}
		}
	}
	return coming, named
}

// pathOf is the path of a place, and the number of the line that it names.
func pathOf(text string) (name string, line int) {
	if m := filePath.FindStringSubmatch(text); m != nil && m[1] != "" {
		line, _ = strconv.Atoi(m[1])
	}
	name, _, _ = strings.Cut(text, ":")
	name, _, _ = strings.Cut(name, "#")
	if len(name) > 1 && name[0] == '@' && name[1] != '/' { // what an agent is told to load
		name = name[1:]
	}
	return strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/"), line
}

// Files returns the files and folders that a document names: not those that are to come
// here, nor patterns, addresses and examples.
func Files(d *document.Document, coming *ToCome) []File {
	var found []File
	prose, code := linesOf(d)
	list := isList(d, prose)
	for i := range code { // what is run there is there, or made before
		for _, at := range ran(&code[i]) {
			if name, _ := pathOf(code[i].text[at.from:at.to]); !placeholder(name) {
				found = append(found, File{Path: name, Span: document.Span{Start: code[i].start + at.from, End: code[i].start + at.to}, Coming: coming.Files.has(name) || coming.Listed.has(name)})
			}
		}
	}
	for i := range prose {
		l := &prose[i]
		if l.start < d.Front.Span.End {
			continue
		}
		for _, at := range places(l) {
			text := l.text[at.from:at.to]
			if strings.Contains(text, "...") || strings.Contains(text, "//") || placeholder(text) {
				continue
			}
			said := stateOf(d, l, at.from, at.to, list)
			if said.toCome() {
				continue
			}
			name, number := pathOf(text)
			made := coming.Files.has(name) && l.task != 'x' // what was to come has come
			found = append(found, File{
				Path: name, Span: document.Span{Start: l.start + at.from, End: l.start + at.to}, Line: number,
				Claimed: said == claimed && !made, Coming: made || coming.Listed.has(name) && said != claimed,
			})
		}
	}
	return found
}

// standIn is a part of a path that stands for others.
var standIn = pattern.New(`(?i)path/to|(?:^|/)[^/]*example[^/]*$|(?:^|/)(?:(?:foo|bar|baz|xxx|yyyy|nnn)(?:\.|/|$)|your|my-|some-)|\.\.\.|(?:xxx|nnn|yyyy)`)

// placeholder tells whether a path stands for others.
func placeholder(name string) bool {
	if standIn.MatchString(name) {
		return true
	}
	first, _, _ := strings.Cut(name, "/")
	return strings.Contains(first, ".") && !strings.HasPrefix(first, ".") // a host
}

// continues tells whether a text ends inside a name: "Ant Design" before "Vue 4".
func continues(before string) bool {
	m := lastWord.FindStringSubmatch(before)
	return m != nil
}

// lastWord is a last word with a capital, that begins no phrase.
var lastWord = pattern.New(`[A-Za-z] [A-Z][A-Za-z]* $`)

// Packages returns the packages that a document names with a version, where nothing says
// that the version is to change.
func Packages(d *document.Document) []Package {
	var found []Package
	prose, _ := linesOf(d)
	for _, l := range prose {
		if !strings.ContainsAny(l.text, "0123456789") {
			continue
		}
		for _, m := range version.FindAllStringSubmatchIndex(l.text, 20) {
			if around := l.text[max(0, m[2]-48):min(len(l.text), m[5]+40)]; m[6] >= 0 || moving.MatchString(around) || continues(l.text[:m[2]]) {
				continue // a range, one of several, or the end of a longer name
			}
			found = append(found, Package{l.text[m[2]:m[3]], l.text[m[4]:m[5]], document.Span{Start: l.start + m[2], End: l.start + m[5]}})
		}
	}
	return found
}
