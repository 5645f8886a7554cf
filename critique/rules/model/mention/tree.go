package mention

import (
	"strings"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// leaf is a file or folder of a drawn tree.
type leaf struct {
	path     string
	from, to int // of its name, in the document
	fence    int // where the fence begins
	said     state
}

var (
	// branch is a line of a drawn tree: what stands before a name, the name, and a remark.
	branch = pattern.New(`^((?:[ \t│|├└┣┗─━\x60\\-]|\+-)*)(?:\x60)?(\+?[A-Za-z0-9_@.\[\]()-]+(?:/[A-Za-z0-9_@.\[\]()-]+)*/?)(?:\x60)?[ \t]*(.*)$`)
	drawn  = pattern.New(`[├└┣┗]|^[ |]*[|+\x60]--`)
	isNew  = pattern.New(`(?i)\bn/a\b|\bnot (?:needed|required|applicable|used)\b|不要|不需要|无需|\bnew\b|creat|\badd(?:ed|s|itional)?\b|planned|\bTBD\b|future|generated|to be|optional|delet|remov|renam|mov(?:e|ed)\b|deprecat|\bif\b|e\.g\.|example|⭐|🆕|\bskip|git-?ignored|\bnot (?:committed|in git|tracked)|跳过|^\W*\+|新增|新建|创建|添加|删除|移除|生成|可选|新規|追加`)
	isOld  = pattern.New(`(?i)\bexist|\b(?:unchanged|already)\b|\breus|(?:^[\W_]*|[(（\[,;—–-]\s*)(?:modif(?:y|ies|ied)|updated?|extended|edited|changed?|current|refactored|修改|更新|扩展|修正)[\s\W_]*(?:$|[:：)）\],;—–-])|现有|已有|复用|不变|既存|✅|✓`)
	isName = pattern.New(`\.[A-Za-z][A-Za-z0-9]{0,9}$|/$`)
)

// trees returns the files and folders of the trees that a document draws in its code, by
// their paths from the top of each.
func trees(d *document.Document, code []line) (found []leaf) {
	fence := func(l *line) int {
		for _, f := range d.Fences {
			if l.start >= f.Open && l.start <= f.Body.End {
				return f.Open + 1
			}
		}
		return 0
	}
	type above struct {
		column int
		name   string
	}
	var stack []above
	last := 0
	for i := range code {
		l := &code[i]
		in := fence(l)
		if in != last {
			stack, last = nil, in
		}
		m := branch.FindStringSubmatchIndex(l.text)
		if m == nil || m[4] < 0 {
			continue
		}
		name, remark := l.text[m[4]:m[5]], l.text[m[6]:m[7]]
		root := !drawn.MatchString(l.text)
		if root && (len(stack) > 0 && strings.TrimSpace(l.text[m[2]:m[3]]) == "" && !strings.HasSuffix(name, "/") || !isName.MatchString(name)) {
			continue // a word, or code
		}
		column := utf8.RuneCountInString(l.text[m[2]:m[3]])
		for len(stack) > 0 && stack[len(stack)-1].column >= column {
			stack = stack[:len(stack)-1]
		}
		whole := name
		if len(stack) > 0 {
			whole = strings.TrimSuffix(stack[len(stack)-1].name, "/") + "/" + name
		}
		said := unsaid
		switch {
		case isNew.MatchString(remark):
			said = planned
		case isOld.MatchString(remark):
			said = claimed
		}
		if !root && isName.MatchString(name) {
			found = append(found, leaf{strings.TrimPrefix(strings.TrimSuffix(whole, "/"), "./"), l.start + m[4], l.start + m[5], in, said})
		}
		stack = append(stack, above{column, strings.TrimPrefix(whole, "./")})
	}
	return found
}
