package checks

import (
	"maps"
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// quantity is anything that makes a statement measurable: a number with a unit,
// a threshold, a percentage, a percentile or an absolute such as "zero" or 零.
var quantity = pattern.New(`(?i)[<>≤≥=]\s*=?\s*\$?\d|\d\s*(?:%|％|‰)|\bp(?:50|75|90|95|99)\b|` +
	`\b\d[\d,.]*\+(?:[^\d+]|$)|\d+(?:[.,]\d+)?\+?\s*(?:ms|µs|s|sec|secs|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|x|×|kb|mb|gb|tb|kib|mib|gib|bytes?|px|rps|qps|tps|fps|users?|requests?|req|items?|files?|rows?|records?|lines?|pages?|times?|percent|points?|clicks?|steps?|characters?|chars|people|teams?|errors?|retries|attempts|connections?|sessions?|commands?|modules?|levels?|nines)\b|` +
	`\d+\s*(?:条|个|次|处|份|项|类|种|张|行|人|倍|万|亿|千|百|秒|毫秒|微秒|分钟|分|小时|天|日|周|月|年|轮|级|层|页|段|套|台|步|位|元|字|名|家|款|期|成)|` +
	`\b\d+\s*/\s*\d+\b|[$¥€]\s*\d|\b(?:zero|100)\b|(?:^|[^\d.,])0\s+\p{L}|\b(?:at most|at least|no more than|no less than|within|under|over|below|above|up to|max(?:imum)?|min(?:imum)?)\s+\$?\d|` +
	`[一二两三四五六七八九十百半]+(?:毫秒|秒钟?|分钟|个?小时|天|周|个月|倍|成)|[两三四五六七八九十百千万]+(?:条|个|次|处|份|项|类|种|张|行|人|步|位|页)|[率数比]\s*[:：为]?\s*\d|零|全部|通过率|(?:测试|检查|校验|验证|评审)通过|\d+\s*[-–~到至]\s*\d+`)

// standard is a named norm that can be tested against.
var standard = pattern.New(`(?i)\b(?:WCAG|ISO(?:/IEC)?[ -]?\d+|IEEE|RFC[ -]?\d+|OWASP|GDPR|HIPAA|PCI[- ]DSS|SOC ?2|NIST|FIPS|AES-?\d+|TLS ?1|SHA-?\d+|ARIA|Section 508|EN 301|OAuth|SLSA|CWE|semver|等保|国标|GB/?T)\b|等保|国标`)

// measured tells whether a statement says how much.
func measured(text string) bool { return quantity.MatchString(text) }

// How many words or Chinese characters make a section say something: in prose,
// and in a list or table, where few words do.
const (
	leastSubstance = 6
	leastListed    = 3
)

var listed = pattern.New(`(?m)^\s*(?:[-*+]|\d+[.)]|\|)\s*\S`)

// nothing is what says that there is nothing to say: the word alone, or with
// what there is none of. "No server" and 无人机 say something.
var nothing = pattern.New(`(?i)^[\s\-*|_>()（]*(?:(?:none|n/?a|not applicable|nil)\b|nothing\b|no[.\s]*$|no (?:(?:open|known|further|other|outstanding|more|relevant|specific) )*(?:questions?|risks?|issues?|conflicts?|conflicting views|dependenc(?:y|ies)|findings?|changes?|disagreements?|assumptions?|constraints?|integrations?|gaps?|items?)\b|` +
	`(?:无|没有)(?:[\s。，,.;；（(）)|]|$|(?:已知|开放|未决|待定|其他|额外|外部|明显)?的?(?:问题|风险|冲突|分歧|依赖|假设|约束|变更|发现))|(?:不适用|不涉及)(?:[\s。，,.;；（(）)|]|$)|暂无)`)

// says tells whether a section has substance, or says explicitly that there is none
// of what need not be.
func says(d *document.Document, s *document.Section) bool {
	n := d.Substance(s)
	if due[s.Topic] && deniesAll(d, s) {
		return false
	}
	if n >= leastSubstance {
		return true
	}
	text := d.Slice(s.All())
	return n >= leastListed && listed.MatchString(text) || nothing.MatchString(text)
}

// saysOrDenies tells whether a section has substance or says that there is none,
// and not just that it stands somewhere else.
func saysOrDenies(d *document.Document, s *document.Section) bool {
	if due[s.Topic] && deniesAll(d, s) {
		return nothing.MatchString(d.Slice(s.All()))
	}
	return says(d, s)
}

// topic returns a document's best section about a topic: the first that says
// something, else the first, else nil.
func topic(d *document.Document, t document.Topic) *document.Section {
	sections := d.Find(t)
	for _, s := range sections {
		if says(d, s) {
			return s
		}
	}
	if len(sections) > 0 {
		return sections[0]
	}
	return nil
}

// headingOf is the span of a section's heading, to point at.
func headingOf(d *document.Document, s *document.Section) document.Span {
	line := d.LineAt(s.Start)
	if s.Body > s.Start && s.Body < line.End {
		line.End = s.Body
	}
	return line
}

// mentions returns the IDs a document names, with where it first does.
func mentions(docs ...*document.Document) map[string]document.Mention {
	found := map[string]document.Mention{}
	for _, d := range docs {
		for _, m := range d.IDs {
			if _, known := found[m.ID]; !known {
				found[m.ID] = m
			}
		}
	}
	return found
}

// contains tells whether a text holds one of the words.
func contains(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// emptyCell tells whether a cell says nothing.
func emptyCell(text string) bool {
	return strings.Trim(text, " -–—*_`?/") == "" || strings.EqualFold(strings.TrimSpace(text), "n/a")
}

// cellRule makes a rule that asks every row of the tables about some topics for
// a cell under one of the column words. A table without such a column is
// reported once, at its header.
func cellRule(on []document.Kind, topics []document.Topic, r Rule, column ...string) rule {
	return rule{Rule: r, on: on, look: func(s *session, d *document.Document, hit hit) bool {
		applied := false
		for _, t := range d.Tables {
			if !t.Section.Under(topics...) || len(t.Rows) == 0 || len(t.Header) < 2 {
				continue
			}
			applied = true
			unfilled(d, t, hit, column...)
		}
		return applied
	}}
}

// unfilled reports the rows of a table that leave the column so named empty, and
// a table without such a column.
func unfilled(d *document.Document, t *document.Table, hit hit, column ...string) {
	i := t.Column(column...)
	if i < 0 {
		name := t.Section.Title
		if name == "" {
			name = plain(t.Header[0].Text)
		}
		hit(d, d.LineAt(t.Span.Start), name)
		return
	}
	for _, row := range t.Rows {
		if (emptyCell(row[i].Text) || noneAtAll.MatchString(row[i].Text) || leftOpen.MatchString(row[i].Text) || saysLittle.MatchString(row[i].Text)) && !emptyCell(row[0].Text) {
			hit(d, row[0].Span, plain(row[0].Text))
		}
	}
}

// leftOpen is a cell that says no more than that it is still to be filled.
var leftOpen = pattern.New(`(?i)^\W*(?:tb[dac]|to be (?:decided|determined|defined|confirmed|checked|chosen|clarified|agreed)|unknown|unclear|undecided|open|not (?:yet )?(?:decided|known|defined)|待定|未定|待确认|待补充?|待评估|待明确|未知|不明)[^\p{L}\d]*$`)

// saysLittle is a cell whose words fit any row.
var saysLittle = pattern.New(`(?i)^[^\p{L}\p{N}]*(?:various|miscellaneous|misc|the usual|as usual|usual|as needed|as required|as appropriate|if needed|when needed|(?:see )?(?:above|below|elsewhere)|as discussed|self-?explanatory|obvious|ok|okay|fine|yes|(?:to )?follows?(?: later)?|later|some|several|whatever|anything|etc|according to (?:need|situation)|not (?:applicable|needed|relevant)|按需|视情况(?:而定)?|同常规|常规|见上文?|见下文?|如上|略|从略|各种|多种|若干|有|是|好|后续(?:补充|确定|再定)?|另行(?:确定|说明|约定)|酌情|不适用|不涉及)[^\p{L}\d]*$`)

var noneAtAll = pattern.New(`(?i)^(?:none|无|没有)[.。]?$`)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
