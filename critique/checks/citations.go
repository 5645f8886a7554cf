package checks

import (
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// cites is what makes a quotation of an ID and what follows it, and quotes what
// makes one of the bound that follows: brackets, a colon, or that it is the ID's own.
var (
	cites    = pattern.New(`(?i)^[\s*_\x60)）\]]*(?:asks? for|requires?|allows?|demands?|limits?|permits?|calls? for|specif(?:y|ies)|(?:is|are|was|counts as|will be)[ \n](?:met|reached|fulfilled|achieved|attained|hit|done|satisfied|complete)\b|要求|限制|规定|允许|约定|限定|以[^，。；\n]{0,24}为准|(?:在|当|以)?[^，。；\n(（:：<>≤≥\d]{0,16}(?:时|即|才|方)?(?:视为|算作|算|即为)?(?:达成|达到|实现)(?:的?(?:标准|条件))?(?:是|为)?)`)
	citedEnd = pattern.New(`[;；。]|\.(?:\s|$)|\n`)
	quotes   = pattern.New(`(?i)^(?:\]\([^)\n]*\))?[\s*_\x60\]]*(?:[(（:：]|['’]s\s|的)[\s*_]*(?:(?:target|limit|bound|budget|threshold|目标值?|上限|下限|阈值|指标)(?: of| is|为|是)?[\s*_]*[:：]?[\s*_]*)?` +
		`(?:(?:[<>≤≥]=?|within|at most|at least|under|below|no more than|no less than|less than|more than|up to|不超过|不低于|不少于|至少|至多|最多|不大于|不小于)\s*(` + amountOnly + `)|(` + amountOnly + `)[\s-]*(?:limit|target|bound|budget|threshold|之?内|以内|上限|下限|目标|限制|要求|指标)|(?:target|目标值?|上限|下限|阈值)[:：]\s*(` + amountOnly + `))`)
	quotedOf = pattern.New(`(?i)(` + amountOnly + `)[\s-]*(?:limit|target|bound|budget|threshold) (?:of|from|in|set by|given by) [*_\x60\[]*$`)
)

const amountOnly = `\d+(?:[.,]\d+)?\s*(?:(?:ms|seconds?|secs?|s|minutes?|mins?|hours?|h|days?|weeks?|months?|years?|KB|MB|GB|TB|KiB|MiB|GiB)\b|毫秒|秒|分钟|小时|天|周|个月|年|%)`

// misquoted reports sentences such as "REQ-002 asks for an alarm within 12 h" of
// which the requirement or the goal knows no such amount, but others of the same unit.
func (s *session) misquoted(d *document.Document, hit hit) bool {
	applied := false
	for _, doc := range s.docs {
		if doc != d && !(doc.Kind.Member() && doc.Kind.Phase() == d.Kind.Phase()) {
			continue
		}
		for i, m := range doc.IDs {
			e := s.measuredEntry(m.ID)
			if e == nil || e.doc.Kind.Phase() >= doc.Kind.Phase() {
				continue
			}
			end := len(doc.Prose)
			if i+1 < len(doc.IDs) && doc.IDs[i+1].Start > m.End {
				end = doc.IDs[i+1].Start
			}
			text, quoted := quotation(doc, m, end)
			if text == "" {
				continue
			}
			shares := quoted && (doc.Kind.Phase() == document.Architecture.Phase() || document.Prefix(e.id) == "G") // of a budget
			said, known := amountsIn(text), amountsIn(s.demanded(e))
			for _, unit := range sortedKeys(said) {
				if applied = true; len(known[unit]) > 0 && !sharesAmount(said[unit], known[unit]) && !(shares && tighter(text, said[unit], known[unit])) {
					hit(doc, m.Span, note(strings.TrimSpace(text)), e.id, e.doc.Path)
				}
			}
		}
	}
	return applied
}

// quotation returns what a document says an ID demands: a sentence, or a bound alone
// when quoted is true. Of a range of IDs nobody knows whose it is.
func quotation(doc *document.Document, m document.Mention, end int) (text string, quoted bool) {
	rest := doc.Prose[m.End:end]
	if cites.MatchString(rest[:min(len(rest), 40)]) {
		if at := citedEnd.FindStringIndex(rest); at != nil {
			rest = rest[:at[0]]
		}
		return rest, false
	}
	if m.Len() > len(m.ID) {
		return "", false
	}
	line := doc.LineAt(m.Start)
	if found := quotes.FindStringSubmatchIndex(doc.Prose[m.End:min(end, line.End)]); found != nil {
		return strings.TrimLeft(doc.Prose[m.End:m.End+max(found[3], found[5], found[7])], " *_`])(（:："), true
	}
	if found := quotedOf.FindStringSubmatch(doc.Prose[max(line.Start, m.Start-60):m.Start]); found != nil {
		return found[1], true
	}
	return "", false
}

// tighter tells whether a text takes its share of a budget: it demands more than
// some of what is known.
func tighter(text string, said, known []float64) bool {
	for _, amount := range said {
		for _, other := range known {
			if boundOf(text) == '<' && amount < other || boundOf(text) == '>' && amount > other {
				return true
			}
		}
	}
	return false
}

// measuredEntry returns a goal or a requirement of either family, or nil.
func (s *session) measuredEntry(id string) *entry {
	if e := s.requirement(id); e != nil {
		return e
	}
	return s.defined().goals.byID[id]
}

// requirement returns a requirement of either family, or nil.
func (s *session) requirement(id string) *entry {
	if e := s.defined().requirements.byID[id]; e != nil {
		return e
	}
	return s.defined().qualities.byID[id]
}

// demanded is all that a requirement says in its row, its section and its file.
func (s *session) demanded(e *entry) string {
	text := e.text()
	if e.detail != nil {
		text += "\n" + e.doc.Slice(e.detail.All())
	}
	if e.file != nil {
		text += "\n" + e.file.Text[e.file.Front.Span.End:]
	}
	return text
}
