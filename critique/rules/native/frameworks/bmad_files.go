package frameworks

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	bmFileList = pattern.New(`(?i)^(?:file list|files? (?:changed|modified)|文件列表)\b`)
	bmFileName = pattern.New("`((?:[\\w@.\\[\\]()-]+/)+[\\w@.\\[\\]-]+\\.[a-z]{1,5})`")
	bmOnlyRead = pattern.New(`(?i)\b(?:see|read|like|from|following|pattern|reference|existing|check|verify|review)\b|参考|参见`)
)

// unlistedFiles is about a file that a ticked task of a finished story names, and that the
// story's list of files leaves out, which has others of its folder. Lists are often short of some: it is a remark.
func unlistedFiles(_ Session, d *document.Document, hit Hit) bool {
	status, _ := statusOf(d)
	if status != "done" && status != "review" {
		return false
	}
	listed := ""
	for _, section := range d.Sections {
		if bmFileList.MatchString(strings.Trim(raw(d, section), "* ")) {
			listed += d.Slice(section.All())
		}
	}
	if strings.Count(listed, "/") < 2 {
		return false
	}
	told := map[string]bool{}
	var left []document.Span
	named := 0
	for _, item := range d.Items {
		if item.Box != 'x' || !under(item.Section, bmTasks) || bmOnlyRead.MatchString(item.Text) {
			continue
		}
		text, _, _ := strings.Cut(d.Slice(item.Span), "\n")
		for _, m := range bmFileName.FindAllStringSubmatchIndex(text, 5) {
			file := text[m[2]:m[3]]
			if told[file] {
				continue
			}
			told[file] = true
			if named++; !strings.Contains(listed, base(file)) && strings.Contains(listed, path.Dir(file)+"/") {
				left = append(left, document.Span{Start: item.Start + m[2], End: item.Start + m[3]})
			}
		}
	}
	if named < 2 || len(left)*2 > named {
		return false // a list of its own kind
	}
	slices.SortFunc(left, func(a, b document.Span) int { return a.Start - b.Start })
	for _, at := range left {
		hit(d, at, d.Slice(at))
	}
	return true
}
