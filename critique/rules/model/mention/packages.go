package mention

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Package is a place where a document names a package with a version.
type Package struct {
	Name, Version string // the version may be a constraint: ">=21.0", or the least that will do: "21+"
	document.Span
}

var (
	// version is a name right before a version: "React 18", "pkg@1.2", "`a.b/c` v1.2". Of a
	// name of two words both count.
	version = pattern.New("(?:^|[\\s(`*,/:：（、|\\[])((?:[A-Z][A-Za-z]{1,20} )?@?[A-Za-z][A-Za-z0-9_.@/-]{1,60}?)[`*]*(?:[ @]|[ ]?[:：][ ]?| \\()[`*]*(\\^|~>|~|>=|≥|==|v)? ?v?(\\d{1,3}(?:\\.\\d{1,4}){0,2})(?:\\.x)?(\\+|\\s+or (?:later|newer|higher|above)|[-~–][0-9]|\\.\\d|\\s*(?:/|or|→|->|到|至)\\s*v?\\d)?(?:[`*]*)(?:$|[\\s),.;|，。、）]|[:：](?:\\s|$))")
	// moving says that a version changes, or is one of several.
	moving = pattern.New(`(?i)\bgone\b|\bold\b|previous|legacy|deprecat|removed|breaking|pitfall|\bsince\b|experimental|latest|upgrad|migrat|bump|\bfrom\b|\bto v?\d|or (?:later|newer|higher|above)|minimum|at least|later|newer|\bunless\b|\bif v?\d|instead|alternativ|reject|\bvs\b|versus|compat|support|support(?:s|ed)|target|升级|迁移|以上|至少|替代|兼容|支持|不低于|或更高`)
	// orLater makes a version the least that will do, and asked is what stands before one that the project asks for: that
	// of a feature stands in brackets.
	orLater = pattern.New(`(?i) or (?:later|newer|higher|above)\b`)
	asked   = pattern.New("(?i)(?:^[\\s>+-]*(?:\\[[ x]\\])?|[|:：*]|\\b(?:requires?|needs?|install|runs? (?:on|with|under)|written in|built with))[\\s*`]*$")
	// unit says that the number before it is a size, a time or a share, and no version.
	unit = pattern.New("(?i)^[`*]*\\s?(?:%|％|req(?:uests?)?\\b|calls?\\b|msgs?\\b|messages?\\b|[kmgt]i?b(?:ytes?)?\\b|kilobytes?\\b|megabytes?\\b|bytes?\\b|[nmµμ]?s\\b|(?:milli)?seconds?\\b|secs?\\b|minutes?\\b|mins?\\b|hours?\\b|days?\\b|weeks?\\b|months?\\b|px\\b|fps\\b|k?loc\\b|lines?\\b|stars?\\b|downloads?\\b|(?:salt )?rounds?\\b|items?\\b|rows?\\b|entries\\b|records?\\b|results?\\b|users?\\b|tests?\\b|pages?\\b|errors?\\b|points?\\b|times\\b|(?:行|颗?星|毫?秒|分钟|小时|天|周|倍|字节)(?:代码|$|\\P{Han}))")
	// versionCell and nameCell are cells of a table that hold nothing else.
	versionCell = pattern.New("^[`*\\s]*((?:\\^|~>|~|>=|≥|==|v)?\\s?\\d{1,3}(?:\\.\\d{1,4}){0,2})(?:\\.x)?(\\+?)[`*\\s]*$")
	nameCell    = pattern.New("^[`*\\s]*(@?[A-Za-z][A-Za-z0-9_.@/ -]{1,60}?)[`*\\s]*$")
	// versions heads a column of versions.
	versions = pattern.New(`(?i)version|版本|バージョン|versi[oó]n`)
)

// continues tells whether a text ends inside a name: "Ant Design" before "Vue 4".
func continues(before string) bool { return lastWord.MatchString(before) }

// lastWord is a last word with a capital, that begins no phrase.
var lastWord = pattern.New(`[A-Za-z] [A-Z][A-Za-z]* $`)

// Packages returns the packages that a document names with a version, where nothing says
// that the version is to change.
func Packages(d *document.Document) []Package {
	var found []Package
	prose, _ := linesOf(d)
	for i := range prose {
		l := &prose[i]
		if !strings.ContainsAny(l.text, "0123456789") {
			continue
		}
		if !history.MatchString(l.head) {
			found = append(found, l.packages()...)
		}
	}
	return found
}

// history heads a table of what changed with which version.
var history = pattern.New(`(?i)\b(?:since|introduced|deprecated|(?:added|removed|changed) (?:in|with)|when changed|old approach|changelog)\b|变更时间|引入版本|废弃`)

// packages returns the packages that a line names with a version.
func (l *line) packages() (found []Package) {
	add := func(name, version string, from, to int) {
		if around := l.text[max(0, from-32):min(len(l.text), to+20)]; !moving.MatchString(orLater.ReplaceAllString(around, "")) && !strings.EqualFold(name, "version") {
			found = append(found, Package{name, version, document.Span{Start: l.start + from, End: l.start + to}})
		}
	}
	for _, m := range version.FindAllStringSubmatchIndex(l.text, 20) {
		least := m[8] >= 0 && (l.text[m[8]] == '+' || orLater.MatchString(l.text[m[8]:m[9]])) && asked.MatchString(l.text[:m[2]])
		if m[8] >= 0 && !least || continues(l.text[:m[2]]) || l.text[m[6]:m[7]] == "0" || unit.MatchString(l.text[m[7]:]) {
			continue // a range, one of several, the end of a longer name, or how many or how much
		}
		said := l.text[m[6]:m[7]]
		if m[4] >= 0 {
			said = l.text[m[4]:m[5]] + said
		}
		if least {
			said += "+"
		}
		name := l.text[m[2]:m[3]]
		add(name, said, m[2], m[7])
		if _, last, two := strings.Cut(name, " "); two && !continues(name[:len(name)-len(last)]) {
			add(last, said, m[3]-len(last), m[7])
		}
	}
	if l.row() && versions.MatchString(l.head) {
		l.columns(add)
	}
	return found
}

// columns returns the names of a row that stand right before a cell with a version.
func (l *line) columns(add func(name, version string, from, to int)) {
	at, name, from := 0, "", 0
	for cell := range strings.SplitSeq(l.text, "|") {
		if m := versionCell.FindStringSubmatch(cell); m != nil && name != "" {
			add(name, strings.ReplaceAll(m[1]+m[2], " ", ""), from, at+len(strings.TrimRight(cell, " ")))
		}
		name = ""
		if m := nameCell.FindStringSubmatchIndex(cell); m != nil {
			name, from = cell[m[2]:m[3]], at+m[2]
		}
		at += len(cell) + 1
	}
}
