// Package mention finds what a document says of the code around it: files that it names,
// and packages with their versions. It says where, and whether the words around a place
// claim that the thing is there; [codebase] knows whether it is.
//
// [codebase]: discussd/critique/codebase
package mention

import (
	"path"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// File is a place where a document names a file of the project.
type File struct {
	Path string
	document.Span
	Claimed bool // the words around it say that the file is there
}

// Package is a place where a document names a package with a version.
type Package struct {
	Name, Version string
	document.Span
}

var (
	codeSpan = pattern.New("`([^`\n]{3,200})`")
	filePath = pattern.New(`^(?:\./)?(?:[A-Za-z0-9_@.+-]+/)+[A-Za-z0-9_@.+-]*[A-Za-z0-9_@+-]\.[a-z][a-z0-9]{0,5}(?::\d+(?:[-–:]\d+)?)?$`)
	folder   = pattern.New(`^(?:\./)?(?:[A-Za-z0-9_@.+-]+/){2,}$`)
	barePath = pattern.New(`(?:[A-Za-z0-9_@.+-]+/)+[A-Za-z0-9_@.+-]*\.[a-z][a-z0-9]{0,5}\b`)
	treeName = pattern.New(`(?:[│├└|+]|^\s*[-*]?\s*)[─\s│├└|-]*([A-Za-z0-9_@.\[\]-]+(?:\.[a-z][a-z0-9]{0,5}\b|/))`)

	// coming says that a thing is to be made, stands for others, or is no longer there.
	coming = pattern.New(`(?i)\b(?:new|creat(?:e|es|ed|ing|ion)|will|shall|would|could|introduc\w*|scaffold\w*|planned|future|extract(?:s|ed|ing)?|split\w*|mov(?:e|es|ed|ing)|renam\w*|delet\w*|remov\w*|drop(?:s|ped)?|gone|deprecat\w*|obsolete|legacy|former\w*|no longer|missing|absent|not exist|doesn't exist|old|replac\w*|instead|propos\w*|to be|optional\w*|e\.g\.|example|such as|would-be|placeholder|template|if (?:it|they) exist\w*|upstream|rather than)\b|→|->|=>|\+\+|新增|新建|新規|创建|将|会|未来|迁移|移动|重命名|删除|移除|废弃|旧|替换|例如|比如|示例|不存在|可选|作成|削除|移動|新しい|テンプレ`)
	// made says right before a path that it is to be made, and marked right behind it.
	made   = pattern.New(`(?i)(?:\b(?:add(?:s|ed|ing)?|generat(?:e|es|ed|ing)|writ(?:e|es|ing|ten)|implement(?:s|ed|ing)?|produc(?:e|es|ed|ing)|emit(?:s|ted)?|outputs?|sav(?:e|es|ed) (?:to|as)|(?:written|output) to)\b[^.;]{0,24}|(?:添加|追加|生成|实现|编写|输出|出力|実装)[^。；]{0,8})$`)
	marked = pattern.New(`(?i)^.?\s*(?:[(（\[—–:-]\s*)?(?:new|create|to add|generated|を?(?:追加|作成|生成)|新)`)
	// there says that a thing is in the project today.
	there   = pattern.New(`(?i)\b(?:existing|exists?|already|current(?:ly)?|today|as(?:-| )is|reuse[sd]?|leverage[sd]?|updat(?:e|es|ed|ing)|modif(?:y|ies|ied)|extend(?:s|ed)?|refactor(?:s|ed)?|edit(?:s|ed)?|chang(?:e|es|ed) (?:in|to)|affected (?:code|files?|modules?|components?|tests?)|based on|follow(?:s|ing)? the pattern|see|defined in|lives? in|located|found in|implemented in|lines? \d+|implemented|verified|done|✅)\b|✅|実装済|现有|已有|当前|目前|复用|修改|更新|扩展|重构|参考|位于|定义在|既存|現在|修正|更新|拡張`)
	headed  = pattern.New(`(?i)\bexisting|current|as-is|reuse|leverage|baseline|现有|当前|复用|既存|現状`)
	ahead   = pattern.New(`(?i)project structure|file structure|folder structure|source (?:code )?structure|layout|new files?|to create|deliverable|output|\btree|proposed|future|file list|files? (?:to|created)|结构|新文件|新增|产出|目录|输出|構成|構造`)
	version = pattern.New("(?:^|[\\s(`*,/:：（、])(@?[A-Za-z][A-Za-z0-9_.@/-]{1,40}?)[`*]*[ @]v?(\\d{1,2}(?:\\.\\d{1,3}){0,2})(?:\\.x)?(\\+|[-~–][0-9]|\\.\\d)?(?:[`*]*)(?:$|[\\s),.;|，。、）])")
	moving  = pattern.New(`(?i)upgrad|migrat|bump|\bfrom\b|\bto v?\d|or (?:later|newer|higher|above)|minimum|at least|>=|≥|later|newer|instead|alternativ|reject|\bvs\b|versus|compat|support|support(?:s|ed)|target|升级|迁移|以上|至少|替代|兼容|支持|不低于|或更高`)
)

// tasks tells whether a document is a list of what is to be done.
var tasks = pattern.New(`(?i)(?:^|/)(?:tasks|[0-9.-]*PLAN|epics?[^/]*|todo)\.md$|(?:^|/)(?:epics|stories)/`)

// lineOf is a line that is no code, with where it starts.
type lineOf struct {
	text  string
	start int
}

func linesOf(d *document.Document) (prose, code []lineOf) {
	at := 0
	next := 0
	for text := range strings.Lines(d.Text) {
		l := lineOf{strings.TrimSuffix(text, "\n"), at}
		at += len(text)
		for next < len(d.Fences) && d.Fences[next].Body.End <= l.start && d.Fences[next].Open < l.start {
			next++
		}
		if next < len(d.Fences) && l.start >= d.Fences[next].Open && l.start <= d.Fences[next].Body.End {
			code = append(code, l)
			continue
		}
		prose = append(prose, l)
	}
	return prose, code
}

// state is what the words around a path say of it.
type state int

const (
	unsaid  state = iota
	planned       // it is to come, gone, or an example
	listed        // a list of what is to be done names it, and says no more
	claimed       // it is there
)

// toCome tells whether a thing is not known to be there.
func (s state) toCome() bool { return s == planned || s == listed }

var (
	openTask = pattern.New(`^\s*[-*]\s+\[[ ~-]\]`)
	doneTask = pattern.New(`^\s*[-*]\s+\[[xX]\]`)
)

// stateOf tells what a line says of a path in it.
func stateOf(d *document.Document, l lineOf, from, to int, list bool) state {
	switch {
	case made.MatchString(strings.TrimRight(l.text[:from], "`*_ (（:：")) && !doneTask.MatchString(l.text), marked.MatchString(l.text[to:]), coming.MatchString(l.text) && !(doneTask.MatchString(l.text) && !gone.MatchString(l.text)):
		return planned
	case doneTask.MatchString(l.text), there.MatchString(l.text):
		return claimed
	case under(d, l.start, ahead):
		return planned
	case openTask.MatchString(l.text), list:
		return listed
	case under(d, l.start, headed):
		return claimed
	}
	return unsaid
}

// gone says of a task that was done that what it names may not be there any more.
var gone = pattern.New(`(?i)\b(?:mov\w*|renam\w*|delet\w*|remov\w*|drop\w*|replac\w*|extract\w*|split\w*|e\.g\.|example|instead|no longer|if exist\w*|legacy|old)\b|→|->|删除|移除|移动|重命名|替换|削除|移動`)

// ToCome is what the documents of a session say is to come, or show: of that it is not
// known whether it should be there.
type ToCome struct {
	Files  map[string]bool // by the last element, also those of drawn trees
	Listed map[string]bool // those that a list of what is to be done only names, likewise
	Names  map[string]bool // of code, also those in examples of it
}

// Coming returns what the documents of a session say is to come.
func Coming(docs []*document.Document) *ToCome {
	files, listed := comingFiles(docs)
	return &ToCome{files, listed, comingNames(docs)}
}

// comingFiles returns the files and folders that documents say are to come, and those that
// lists of what is to be done only name.
func comingFiles(docs []*document.Document) (coming, named map[string]bool) {
	coming, named = map[string]bool{}, map[string]bool{}
	add := func(name string, said state) {
		switch said {
		case planned:
			coming[path.Base(name)] = true
		case listed:
			named[path.Base(name)] = true
		}
	}
	for _, d := range docs {
		list := tasks.MatchString(d.Path)
		prose, code := linesOf(d)
		for _, l := range prose {
			if !strings.Contains(l.text, "/") {
				continue
			}
			for _, m := range barePath.FindAllStringIndex(l.text, 50) {
				add(l.text[m[0]:m[1]], stateOf(d, l, m[0], m[1], list))
			}
			for _, m := range codeSpan.FindAllStringSubmatchIndex(l.text, 50) {
				if name := l.text[m[2]:m[3]]; folder.MatchString(name) {
					add(name, stateOf(d, l, m[0], m[1], list))
				}
			}
		}
		for _, l := range code {
			for _, m := range treeName.FindAllStringSubmatch(l.text, 3) {
				coming[strings.TrimSuffix(m[1], "/")] = true
			}
		}
		for _, field := range d.Front.Fields { // files_modified of a plan may list new ones
			for _, value := range field.Values {
				if strings.Contains(value, "/") {
					coming[path.Base(value)] = true
				}
			}
		}
	}
	return coming, named
}

// under tells whether a heading above a place fits.
func under(d *document.Document, at int, title *pattern.Pattern) bool {
	for s := d.SectionAt(at); s != nil; s = s.Parent {
		if s.Level > 1 && title.MatchString(s.Title) {
			return true
		}
	}
	return false
}

// Files returns the files and folders that a document names in code spans: not those that are to
// come, here or by the documents around, nor patterns, addresses and examples.
func Files(d *document.Document, coming *ToCome) []File {
	var found []File
	prose, _ := linesOf(d)
	list := tasks.MatchString(d.Path)
	for _, l := range prose {
		if !strings.Contains(l.text, "`") || !strings.Contains(l.text, "/") {
			continue
		}
		for _, m := range codeSpan.FindAllStringSubmatchIndex(l.text, 50) {
			name := l.text[m[2]:m[3]]
			if !filePath.MatchString(name) && !folder.MatchString(name) || strings.Contains(name, "...") || strings.Contains(name, "//") || placeholder(name) {
				continue
			}
			said := stateOf(d, l, m[0], m[1], list)
			name, _, _ = strings.Cut(name, ":")
			name = strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/")
			last := path.Base(name)
			if said.toCome() || (coming.Files[last] || coming.Listed[last]) && said != claimed {
				continue
			}
			done := doneTask.MatchString(l.text) // what was to come has come
			found = append(found, File{name, document.Span{Start: l.start + m[2], End: l.start + m[3]}, said == claimed && (done || !coming.Files[last])})
		}
	}
	return found
}

// placeholder tells whether a path stands for others.
func placeholder(name string) bool {
	lower := strings.ToLower(name)
	for _, word := range [...]string{"path/to", "foo", "bar.", "example", "your", "my-", "xxx", "nnn", "yyyy", "some-", "..."} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	first, _, _ := strings.Cut(name, "/")
	return strings.Contains(first, ".") && !strings.HasPrefix(first, ".") // a host
}

// Packages returns the packages that a document names with a version, where nothing says
// that the version is to change.
func Packages(d *document.Document) []Package {
	var found []Package
	prose, _ := linesOf(d)
	for _, l := range prose {
		if !strings.ContainsAny(l.text, "0123456789") || moving.MatchString(l.text) {
			continue
		}
		for _, m := range version.FindAllStringSubmatchIndex(l.text, 20) {
			if m[6] >= 0 {
				continue // a range
			}
			found = append(found, Package{l.text[m[2]:m[3]], l.text[m[4]:m[5]], document.Span{Start: l.start + m[2], End: l.start + m[5]}})
		}
	}
	return found
}
