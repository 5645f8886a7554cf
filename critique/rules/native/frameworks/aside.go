package frameworks

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// Aside tells whether a line that names something between two places says that this is no more, is
// not yet, or stands in another document: then nothing bears out that it is missing here.
func Aside(s *model.Session, text string, from, to int) bool {
	if stops := sentenceEnd.FindAllStringIndex(text[:from], -1); stops != nil {
		cut := stops[len(stops)-1][1]
		text, from, to = text[cut:], from-cut, to-cut
	}
	if stop := sentenceEnd.FindStringIndex(text[to:]); stop != nil {
		text = text[:to+stop[0]]
	}
	if asideBefore.MatchString(text[:from]) || asideAfter.MatchString(text[to:]) || OtherDocument(s, text) {
		return true
	}
	m := ofAnother.FindStringSubmatch(text[to:])
	return m != nil && !ofThis.MatchString(m[1])
}

// OtherDocument tells whether a text names a document that is none of the session's, or one by the
// folder of its specification, which may be another: what is cited beside it may stand there.
func OtherDocument(s *model.Session, text string) bool {
	return slices.ContainsFunc(fileName.FindAllString(text, 8), func(name string) bool {
		return strings.Contains(name, "specs/") || !slices.ContainsFunc(s.Docs, func(d *document.Document) bool { return path.Base(d.Path) == path.Base(name) })
	})
}

const (
	// left is said of what is no more, or not yet.
	left = `(?:dropped|removed|deleted|withdrawn|merged|retired|cancell?ed|deprecated|superseded|replaced|renumbered|renamed|moved|descoped|rejected|skipped|deferred|postponed|reserved|planned|gone|obsolete|unused|out of scope|not (?:yet|part|used|given|in scope))`
	// joined is what else may be named with it.
	joined = "^(?:[\\s,/&+|*_`\\])）\"”~-]|\\band\\b|\\bor\\b|\\b[A-Z]{1,5}-?\\d[\\d.]*[a-z]?\\b|\\d[\\d.]*|[与和、及])*"
)

var (
	sentenceEnd = pattern.New(`[.!?;]["”)]?(?:\s+|$)|[。；！？]`)
	asideBefore = pattern.New("(?i)(?:\\b(?:old|former(?:ly)?|previous(?:ly)?|future|replac(?:es|ing)|supersed(?:es|ing)|instead of|was|system|hardware|business|" + left + "|e\\.g\\.,?|for example,?)[\\s*_`\"(\\[]*(?:the\\s)?|~~[*`\\[]*|(?:原|旧|未来|将来|取代|替代|代替|例如|废弃|作废)(?:的|了)?[\\s*_`(（\\[]*)$")
	asideAfter  = pattern.New(`(?i)` + joined + `(?:(?:is|are|was|were|(?:has|have) been|got|will be)\s(?:\w+ly\s|now\s|still\s){0,2}` + left + `\b|[(（:：—–]?\s?\b` + left + `(?:\W{0,3}(?:$|[|)）,.;—–])|\s(?:in|after|by|from|into|to|on|since|until|for|as|with)\b)|` +
		`(?:will |to |may |can )?(?:follows?|comes? (?:later|next)|no longer|for later|or (?:newer|later|higher|above)\b|(?:of|in|from) (?:the |an? |our )?(?:old|former|other|another|previous|legacy|parent|future|next|later)\b)|` +
		`[(（：]?\s*(?:已被?|被|暂不|推迟|留待|将在|以后|后续)|[(（](?:取消|删除|废弃|作废|合并|移除|撤销))`)
	ofAnother = pattern.New("(?i)" + joined + "(?:of|in|from) (?:the |an? |our )?[`*\"]*([\\w.-]+)[`*\"]*'?s? (?:\\w+ )?(?:PRD|spec|specification|feature|project|product|tracker|standard|contract|constitution)\\b")
	ofThis    = pattern.New(`(?i)^(?:this|current|same|above|present|main|feature|product|project|requirements?|our)$`)
	fileName  = pattern.New(`[\w./-]+\.md\b`)
)
