package mention

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Package is a place where a document names a package with a version.
type Package struct {
	Name, Version string
	document.Span
}

var (
	version = pattern.New("(?:^|[\\s(`*,/:：（、])(@?[A-Za-z][A-Za-z0-9_.@/-]{1,40}?)[`*]*[ @]v?(\\d{1,2}(?:\\.\\d{1,3}){0,2})(?:\\.x)?(\\+|[-~–][0-9]|\\.\\d)?(?:[`*]*)(?:$|[\\s),.;|，。、）])")
	moving  = pattern.New(`(?i)\bgone\b|\bold\b|previous|legacy|deprecat|removed|breaking|pitfall|\bsince\b|experimental|latest|upgrad|migrat|bump|\bfrom\b|\bto v?\d|or (?:later|newer|higher|above)|minimum|at least|>=|≥|later|newer|instead|alternativ|reject|\bvs\b|versus|compat|support|support(?:s|ed)|target|升级|迁移|以上|至少|替代|兼容|支持|不低于|或更高`)
)

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
