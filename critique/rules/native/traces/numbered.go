package traces

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// numbered are the numbered headings of a document: of its sections under "", and of things
// that it numbers under their word: "decision" of "Decision 3: Stop late".
type numbered map[string]map[string]bool

var (
	numberedSection = pattern.New(`^(?:§ ?)?(\d{1,2}(?:\.\d{1,2})*)[.)、]?[ \t]+\S`)
	numberedThing   = pattern.New(`^\W{0,3}(\p{Lu}\p{Ll}{3,14}|\p{Han}{2,4}) ?(\d{1,2})(?:\W|$)`)
	// ofTime are words whose numbers go on behind what a document has.
	ofTime = pattern.New(`^(?:phase|week|day|sprint|iteration|stage|step|version|release|milestone|level|tier|year|quarter|wave|round|part|task|story|epic|requirement|chapter|section|figure|table|page|阶段|里程碑|迭代|版本|步骤|任务|故事|需求)$`)
	// citedSection is a section that a text cites, and citedThing a thing by its word.
	citedSection = pattern.New(`(?:§ ?|\b[Ss]ections? )(\d{1,2}(?:\.\d{1,2})*)|第 ?(\d{1,2}(?:\.\d{1,2})*) ?[节章]`)
	citedThing   = pattern.New(`(\p{Lu}\p{Ll}{3,14}|\p{Han}{2,4}) ?(\d{1,2})`)
	// elsewhere names what has sections of its own: a standard, a law, a contract.
	elsewhere = pattern.New(`(?:\b[A-Z]{2,}[A-Za-z]*\b|\b(?i:acts?|laws?|contract|policy|standard|paper|book|guide|article|agreement|regulation|specification|document|manual|references?|bibliography)\b|\.md\b|法|条例|标准|规范|合同|文档)[^.;。；]*$`)
	// literature is the title of a list of what others wrote.
	literature = pattern.New(`(?i)^\W*(?:\d+\W+)?(?:references|bibliography|literature|further reading|sources|参考(?:文献|资料))\W*$`)
	// goesOn is behind a number that is only the beginning of one.
	goesOn = pattern.New(`^[.-]?[\w/]`)
	// ofOther is behind a number whose section something else has: "section 3 of the contract".
	ofOther = pattern.New("^[)\\]*_`]*\\s*(?:of|in|from|der|des|du|de)\\s")
)

// partsOf reads the numbered headings of a document, once.
func partsOf(d *document.Document) numbered {
	return document.Once(d, "numbered headings", func(d *document.Document) numbered {
		all := numbered{}
		for _, section := range d.Sections {
			heading := strings.TrimLeft(d.Slice(d.LineAt(section.Start)), "# *")
			if m := numberedSection.FindStringSubmatch(heading); m != nil {
				all.add("", m[1])
			} else if m := numberedThing.FindStringSubmatch(heading); m != nil && !ofTime.MatchString(strings.ToLower(m[1])) {
				all.add(strings.ToLower(m[1]), m[2])
			}
		}
		for _, line := range d.Lines {
			if m := numberedThing.FindStringSubmatch(d.Slice(line)); m != nil && strings.HasPrefix(d.Slice(line), "**") && !ofTime.MatchString(strings.ToLower(m[1])) {
				all.add(strings.ToLower(m[1]), m[2]) // it heads what follows
			}
		}
		return all
	})
}

// add notes a number of a word.
func (p numbered) add(word, number string) {
	if p[word] == nil {
		p[word] = map[string]bool{}
	}
	p[word][number] = true
}

// leastParts is how many headings count something for the next number to be one too many.
const leastParts = 3

// count returns how many things of a word a document counts from 1 on without a gap, 0 where
// it does not.
func (p numbered) count(word string) (n int) {
	for p[word][strconv.Itoa(n+1)] {
		n++
	}
	if n < leastParts {
		return 0
	}
	for number := range p[word] {
		if top, _ := strconv.Atoi(strings.SplitN(number, ".", 2)[0]); top > n {
			return 0
		}
	}
	return n
}

// word returns the word that a text ends with and that a document counts things of: of 见决策
// it is 决策.
func (p numbered) word(text string) string {
	for at := range text {
		if _, is := p[text[at:]]; is && (at == 0 || text[at] >= utf8.RuneSelf) {
			return text[at:]
		}
	}
	return text
}

// lacks tells whether a document counts things of a word, and has none of a number: one
// behind the last, or a section below one whose others are numbered.
func (p numbered) lacks(word, number string) bool {
	n := p.count(word)
	if n == 0 || p[word][number] {
		return false
	}
	first, _, deep := strings.Cut(number, ".")
	top, _ := strconv.Atoi(first)
	return top > n || deep && top > 0 && p[word][first+".1"]
}

// ofAnother ends with the name of another document, whose part is meant: "`model.md` §6", "Brand Book §8".
var ofAnother = pattern.New("(?:\\.md[`)\\]]*|\\b[A-Z]\\w+ [A-Z]\\w+)[\\s`*]*(?:§ ?[\\d.]+ ?[/,] ?)*$")

// partUnknown reports parts that a document cites by their number and does not have. Of
// sections others have to be cited that are there: laws and standards have sections too.
func partUnknown(s *model.Session, d *document.Document, hit native.Hit) bool {
	own := partsOf(d)
	if model.Recounts(d) && !model.Instructs(d) {
		return false
	}
	looked := linkedParts(s, d, hit)
	looked = annexUnknown(s, d, hit) || looked
	var lost []document.Span
	there := 0
	for _, m := range model.Find(d.Prose, citedSection, 200) {
		at, number := document.Span{Start: m[0], End: m[1]}, d.Prose[max(m[2], m[4]):max(m[3], m[5])]
		switch {
		case ofNamed(s, d, at, number, hit):
			looked = true
		case d.Kind == document.Tasks, namesDocument.MatchString(d.Text[d.LineAt(at.Start).Start:at.Start]), !itsOwn(d, at), names(s, d, at), ofAnother.MatchString(d.Slice(document.Span{Start: d.LineAt(at.Start).Start, End: at.Start})), d.SectionAt(at.Start).Titled(literature):
		case own[""][number]:
			there++
		case own.lacks("", number):
			lost = append(lost, at)
		}
	}
	if there == 0 && len(lost) == 1 && own.count("") >= leastNumbered && d.Text[lost[0].Start]|0x20 == 's' && !elsewhere.MatchString(d.SectionAt(lost[0].Start).Title) {
		there = 1 // that it numbers all its own is enough for one
	}
	for _, at := range lost[:min(len(lost), there)] {
		hit(d, at, model.Target(d.Slice(at)), model.Target(model.Itoa(own.count(""))), model.Doubtful)
	}
	looked = looked || there > 0
	for _, m := range model.Find(d.Prose, citedThing, 400) {
		word, number := own.word(strings.ToLower(d.Prose[m[2]:m[3]])), d.Prose[m[4]:m[5]]
		if own.count(word) == 0 {
			continue
		}
		looked = true
		at := document.Span{Start: m[3] - len(word), End: m[1]}
		if own.lacks(word, number) && !goesOn.MatchString(d.Prose[m[1]:d.LineAt(m[1]).End]) && itsOwn(d, document.Span{Start: m[0], End: m[1]}) {
			hit(d, at, model.Target(d.Slice(at)), model.Target(model.Itoa(own.count(word))))
		}
	}
	return looked
}

var (
	// citedAnnex is an annex that a text leads to by its letter or number, and ofLaw a line about those of others.
	citedAnnex = pattern.New(`\b(?i:as in|see|in|of|per|to|by|under|with|from) ((?:Annexe?|Appendix|Anhang|Anlage|Anexo|Allegato) ([A-Z]|\d{1,2}))\b|(?:见|按|依|据|参见|详见)((?:附录|附件) ?([A-Z]|\d{1,2}|[一二三四五六七八九]))`)
	ofLaw      = pattern.New(`(?i)\b(?:ISO|IEC|EN|DIN|IEEE|WCAG|RFC|GMP|GDPR|EU|Directive|Regulation|Act|Code|Ordinance|Treaty|Convention|standard|contract|agreement|law|of the \w+)\b|国标|GB|标准|条例|合同|协议|法`)
	annexWord  = pattern.New(`(?i)^\W*(?:Annexe?|Appendix|Anhang|Anlage|Anexo|Allegato|附录|附件)`)
)

// annexUnknown reports an annex that is cited and that no document of the session has.
func annexUnknown(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	for _, m := range citedAnnex.FindAllStringSubmatchIndex(d.Prose, 50) {
		at := document.Span{Start: max(m[2], m[6]), End: max(m[3], m[7])}
		name, letter := d.Prose[at.Start:at.End], d.Prose[max(m[4], m[8]):max(m[5], m[9])]
		there, others := false, false
		for _, o := range s.Docs {
			for _, section := range o.Sections {
				if annexWord.MatchString(section.Title) {
					there, others = there || strings.Contains(section.Title, letter), true
				}
			}
			there = there || strings.Contains(strings.ToLower(o.Path), "annex") || strings.Contains(strings.ToLower(o.Path), "appendi") || strings.Contains(o.Path, "附")
		}
		if looked = true; there || ofLaw.MatchString(d.Prose[at.End:d.LineAt(at.End).End]) || ofLaw.MatchString(d.Prose[d.LineAt(at.Start).Start:at.Start]) {
			continue
		}
		told := []model.Detail{model.Target(name), model.Note(d.Sections[len(d.Sections)-1].Title)}
		if !others {
			told = append(told, model.Doubtful) // it may be kept elsewhere
		}
		hit(d, at, told...)
	}
	return looked
}

// namesDocument is the name of a document before one of its sections: `setup.md`: §1 and §6, action-plan §6, Features §5.5/§7.
var namesDocument = pattern.New("\\w\\.md`?\\)?[^.;]*$|(?:\\p{Lu}\\pL{3,}|\\pL+-\\pL+) (?:§[\\d.]+[/, ]*)*$")

// leastNumbered is how many sections a document numbers that speaks of its own where it cites one.
const leastNumbered = 5

// ofDocument is behind a section of another document, by a word of its name.
var ofDocument = pattern.New(`^ (?:of|in) the ([\pL-]{3,30})\b`)

// ofNamed tells whether a section is cited as one of the only other document that has a word in its
// name, and reports it where that document numbers its sections and has none of that number.
func ofNamed(s *model.Session, d *document.Document, at document.Span, number string, hit native.Hit) bool {
	m := ofDocument.FindStringSubmatch(d.Prose[at.End:d.LineAt(at.End).End])
	if m == nil {
		return false
	}
	var named []*document.Document
	for _, other := range s.Docs {
		if strings.Contains(strings.ToLower(path.Base(other.Path)), strings.ToLower(m[1])) {
			named = append(named, other)
		}
	}
	if len(named) != 1 || named[0] == d {
		return false
	}
	if partsOf(named[0]).lacks("", number) {
		hit(d, at, model.Target(named[0].Path+" §"+number), model.Target(model.Itoa(partsOf(named[0]).count(""))))
	}
	return true
}

// names tells whether the sentence of a place names another document of the session before it.
func names(s *model.Session, d *document.Document, at document.Span) bool {
	before := strings.ToLower(d.Text[d.LineAt(at.Start).Start:at.Start])
	before = before[strings.LastIndexAny(before, ";!?")+1:]
	if end := strings.LastIndex(before, ". "); end >= 0 {
		before = before[end:]
	}
	return slices.ContainsFunc(s.Docs, func(other *document.Document) bool {
		name := strings.Trim(strings.TrimSuffix(strings.ToLower(path.Base(other.Path)), ".md"), "0123456789-_. ")
		return other != d && len(name) >= leastOfName && strings.Contains(strings.ReplaceAll(before, " ", "-"), strings.ReplaceAll(name, "_", "-"))
	})
}

// leastOfName is how many letters a name has at least that a sentence does not hold by chance.
const leastOfName = 6

// itsOwn tells whether what a document cites at a place is a part of its own. A heading cites
// nothing.
func itsOwn(d *document.Document, at document.Span) bool {
	line, section := d.LineAt(at.Start), d.SectionAt(at.Start)
	return !elsewhere.MatchString(d.Prose[line.Start:at.Start]) && !namedWork.MatchString(d.Text[line.Start:at.Start]) && !ofOther.MatchString(d.Prose[at.End:line.End]) && (section == nil || at.Start >= section.Body)
}

// namedWork is the name of a change or a feature right before a part of it.
var namedWork = pattern.New("`[a-z0-9]+(?:-[a-z0-9]+)+`(?:['’]s)?\\s*(?:(?:tasks?|stor(?:y|ies)|epics?|phases?|的?(?:任务|故事|史诗|阶段))\\s*)?$")

// behindLink is a section that is cited right behind a link: it is one of the document there.
var behindLink = pattern.New(`^[)\]*_]*,? ?(?:§ ?|[Ss]ections? )(\d{1,2}(?:\.\d{1,2})*)`)

var (
	// namedBefore is a part that is cited right before the link to its document, and
	// namedBehind one behind it.
	namedBefore = pattern.New(`(?i)\b(appendix|annex|glossary)\s+(?:of|in|to)\s+(?:the\s+)?\[[^\]]*\]\($`)
	namedBehind = pattern.New(`^[)\]*_` + "`" + `]*\s?(?:的|中的|之)?(附录|术语表)`)
)

// namedPart reports an appendix or a glossary that is cited beside the link to a document which
// has no such word.
func namedPart(d, other *document.Document, link document.Link, hit native.Hit) (looked bool) {
	before := strings.ReplaceAll(d.Text[max(0, link.Span.Start-160):link.Span.Start], "\n", " ")
	part := ""
	if m := namedBefore.FindStringSubmatch(before); m != nil {
		part = strings.ToLower(m[1])
	} else if m := namedBehind.FindStringSubmatch(d.Text[link.Span.End:d.LineAt(link.Span.End).End]); m != nil {
		part = m[1]
	}
	if part != "" && other.Wild == "" && other.JSON == nil && !strings.Contains(strings.ToLower(other.Text), part) {
		hit(d, link.Span, model.Target(other.Path+" "+part), model.Note(other.Sections[len(other.Sections)-1].Title))
	}
	return part != ""
}

// linkedParts reports sections of other documents of the session.
func linkedParts(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	for _, link := range d.Links {
		m := behindLink.FindStringSubmatchIndex(d.Text[link.Span.End:d.LineAt(link.Span.End).End])
		if !link.Relative() {
			continue
		}
		for _, other := range s.Docs {
			if other == d || other.Path != path.Join(path.Dir(d.Path), link.Target) {
				continue
			}
			if looked = namedPart(d, other, link, hit) || looked; m == nil {
				continue
			}
			number := document.Span{Start: link.Span.End + m[2], End: link.Span.End + m[3]}
			if looked = true; partsOf(other).lacks("", d.Slice(number)) {
				hit(d, number, model.Target(other.Path+" §"+d.Slice(number)), model.Target(model.Itoa(partsOf(other).count(""))))
			}
		}
	}
	return looked
}
