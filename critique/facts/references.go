package facts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	// numbered is a part of a document by its number or letter.
	numbered = pattern.New(`(?i)\b(appendix|annex|table|figure|fig\.)[ \t]+([A-Z]\b|\d{1,2}\b)|(附录|附件|表|图)[ \t]*([A-Z]\b|\d{1,2}\b|[一二三四五六七八九十]{1,2}(?:[^一-鿿]|$))`)
	// outside is a text that speaks of the parts of somebody else's document.
	outside = pattern.New(`(?i)\b(?:RFC|ISO|IEC|IEEE|EN|DIN|GDPR|HIPAA|NIST|OWASP|WCAG|PCI|directive|regulation|standard|act|treaty|agreement|contract|template|docx?|spreadsheet|database|sql|row|column|datasheet|manual|guideline|paper|report by)\b|法|标准|规范|条例|合同|协议|手册|论文`)
)

// missingParts reports references to an appendix, a table or a figure that no document of
// the session has: in no heading, and in no line that begins with its name.
func (f *Found) missingParts(docs []*document.Document) {
	held := map[string]bool{}
	for _, d := range docs {
		if d.JSON != nil {
			continue
		}
		for _, section := range d.Sections {
			for _, part := range numbered.FindAllStringSubmatch(section.Title, 4) {
				held[partName(part)] = true
			}
		}
		for _, line := range append(itemSpans(d), d.Lines...) {
			text := strings.TrimLeft(d.Slice(line), " *_#>[]x")
			if m := numbered.FindStringSubmatchIndex(text); m != nil && m[0] == 0 {
				held[partName(numbered.FindStringSubmatch(text))] = true
			}
		}
	}
	for _, d := range docs {
		if d.JSON != nil {
			continue
		}
		for _, sentence := range document.Sentences(d) {
			f.missingPart(d, sentence, held)
		}
	}
}

func itemSpans(d *document.Document) []document.Span {
	var all []document.Span
	for _, item := range d.Items {
		all = append(all, item.Span)
	}
	return all
}

func (f *Found) missingPart(d *document.Document, at document.Span, held map[string]bool) {
	text := d.Prose[at.Start:at.End]
	if len(text) > longest {
		return
	}
	for _, m := range numbered.FindAllStringSubmatchIndex(text, 4) {
		f.look(Parts, d)
		part := numbered.FindStringSubmatch(text[m[0]:m[1]])
		if part == nil || endsWord(text, m[0]) || held[partName(part)] || outside.MatchString(text) {
			continue
		}
		f.report(Conflict{Parts, Place{d, at}, Place{d, at}, strings.TrimSpace(strings.TrimRight(text[m[0]:m[1]], " ,.;，。；的")), ""})
		return
	}
}

// endsWord tells whether 图 or 表 at an offset is the end of a longer word: 地图, 列表.
func endsWord(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	return unicode.Is(unicode.Han, before) && !strings.ContainsRune("见如在参照按与和及由从阅看是即的", before)
}

// partName is a part's kind and number, the same in every way of writing it.
func partName(m []string) string {
	kind, number := strings.ToLower(m[1]), m[2]
	if kind == "" {
		kind, number = m[3], string([]rune(m[4])[:1])
	}
	switch kind {
	case "fig.", "图":
		kind = "figure"
	case "annex", "附录", "附件":
		kind = "appendix"
	case "表":
		kind = "table"
	}
	return kind + " " + strings.ToUpper(number)
}
