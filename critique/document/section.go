package document

import (
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"discussd/internal/text/pattern"
)

// Section is a heading and what stands below it.
type Section struct {
	Title  string // as written, without marks
	Topic  Topic
	Also   []Topic // of a heading about several: "Vision & Problem Statement"
	Level  int     // 1–6; 0 before the first heading, 7 for a bold pseudo-heading
	Parent *Section
	Start  int // offset of the heading
	Body   int // offset after the heading
	End    int // where the next heading of any level starts
	Deep   int // where the next heading of the same or a higher level starts
}

// Own is the section's text up to the next heading.
func (s *Section) Own() Span { return Span{s.Body, s.End} }

// All is the section's text with its subsections.
func (s *Section) All() Span { return Span{s.Body, s.Deep} }

// Under tells whether the section or one around it is about one of the topics. What is in scope
// or a goal is no non-goal, though the heading around it speaks of both ("Goals / Non-Goals").
func (s *Section) Under(topics ...Topic) bool {
	meant := false
	for ; s != nil; s = s.Parent {
		if slices.Contains(topics, s.Topic) && !(meant && s.Topic == NonGoals) {
			return true
		}
		meant = meant || s.Topic == Goals || s.Topic == InScope
	}
	return false
}

// Titled tells whether the section or one around it has a title that matches.
func (s *Section) Titled(title *pattern.Pattern) bool {
	for ; s != nil; s = s.Parent {
		if title.MatchString(s.Title) {
			return true
		}
	}
	return false
}

// pseudoLevel is below every real heading.
const pseudoLevel = 7

func (b *builder) heading(n *ast.Heading) {
	span, ok := b.spanOf(n)
	if !ok {
		at := b.posOf(n)
		span = Span{b.LineAt(at).End, b.LineAt(at).End}
	}
	span = b.trimmed(span)
	start := b.LineAt(span.Start).Start
	end := b.LineAt(span.End).End
	if next := b.LineAt(min(end+1, len(b.Text))); span.Len() > 0 && next.Start > end && setext(b.Slice(next)) && b.Text[start:span.Start] == "" {
		end = next.End
	}
	if setextLabel.MatchString(b.Slice(span)) {
		return // a line of dashes below fields: a rule is meant, and not a heading
	}
	b.open(&Section{Title: plainTitle(b.Slice(span)), Level: n.Level, Start: start, Body: end})
}

// setextLabel is a field in bold, or what goes over several lines: no heading is like that.
var setextLabel = pattern.New(`^\*\*[^*\n]{1,60}(?:[:：]\*\*|\*\*\s*[:：])|\n`)

func setext(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && (strings.Trim(line, "=") == "" || strings.Trim(line, "-") == "")
}

// pseudo opens a section for a line such as **Definition of Done**: three items.
func (b *builder) pseudo(line Span) {
	text := b.Slice(line)
	if len(text) <= 48 && (strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")) && !strings.HasPrefix(text, "*") {
		if title := plainTitle(text); TopicOf(title) != "" {
			b.open(&Section{Title: title, Level: pseudoLevel, Start: line.Start, Body: line.End})
		}
		return
	}
	if !strings.HasPrefix(text, "**") {
		b.label(line, text)
		return
	}
	limit, named := 90, false
	if _, _, end := scanID(text, 2); end > 0 {
		limit, named = 240, true // a title behind an ID
	}
	end := strings.Index(text[2:min(len(text), limit)], "**")
	if end <= 0 {
		return
	}
	title, rest := text[2:2+end], text[4+end:]
	if note := noted.FindString(rest); note != "" {
		rest, end = rest[len(note)-1:], end+len(note)-1
	}
	colon := strings.HasSuffix(title, ":") || strings.HasSuffix(title, "：") || strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "：")
	sentence := (named || codeAhead.MatchString(title)) && (strings.HasSuffix(title, ".") || strings.HasSuffix(title, "。")) // **FR-101 Albums (Must).** A visitor ...
	if !colon && !sentence && strings.TrimSpace(rest) != "" {
		return
	}
	body := line.Start + 4 + end
	body += len(rest) - len(strings.TrimLeft(rest, ":： "))
	b.open(&Section{Title: plainTitle(title), Level: pseudoLevel, Start: line.Start, Body: body})
}

// codeAhead is the code of a story or a task before its name: ST-1.2 Login.
var codeAhead = pattern.New(`^[A-Z]{1,6}-?\d{1,3}(?:[.-]\d{1,3}){0,2}\s+\S`)

// noted is what a label says in brackets before its colon: **Success Criteria** (all of them):
var noted = pattern.New(`^\s*\([^()\n]{1,60}\)\s*:`)

// label opens a section for a line that says what is in or out of scope behind a
// label, such as "Out of scope for now: phones and tablets".
func (b *builder) label(line Span, text string) {
	colon := strings.Index(text[:min(len(text), 48)], ": ")
	if colon <= 0 {
		return
	}
	title := text[:colon]
	if topic := TopicOf(title); (topic == NonGoals || topic == InScope) && TopicOf(firstWords(title, 3)) == topic {
		b.open(&Section{Title: title, Level: pseudoLevel, Start: line.Start, Body: line.Start + colon + 2})
	}
}

func firstWords(text string, n int) string {
	for i, r := range text {
		if unicode.IsSpace(r) {
			if n--; n == 0 {
				return text[:i]
			}
		}
	}
	return text
}

// open starts a section and ends those it does not lie in.
func (b *builder) open(s *Section) {
	b.endFrom(s.Level, s.Start)
	if s.Level > 0 {
		s.Parent = b.current
		for s.Parent != nil && s.Parent.Level >= s.Level {
			s.Parent = s.Parent.Parent
		}
		if len(b.Sections) > 0 {
			b.Sections[len(b.Sections)-1].End = s.Start
		}
	}
	if len(b.Sections) < maxTopics {
		s.Topic = TopicOf(s.Title)
		s.Also = alsoOf(s.Title, s.Topic)
	}
	b.current = s
	b.Sections = append(b.Sections, s)
}

// alsoOf returns the topics of the parts of a heading that are joined, beside that of all of it. What such a heading leaves
// out and what it leaves open says nothing of what else is there.
func alsoOf(title string, of Topic) (also []Topic) {
	parts := joinedTitles.Split(title, 5)
	for _, part := range parts {
		topic := TopicOf(part)
		if topic == NonGoals || topic == OpenQuestions {
			return nil
		}
		if len(parts) > 1 && topic != "" && topic != of {
			also = append(also, topic)
		}
	}
	return also
}

// joinedTitles stands between the parts of a heading that is about several things.
var joinedTitles = pattern.New(`(?i) ?[&/,+、，] ?| and |[与和及]`)

// endFrom sets the deep end of the current section and those around it.
func (b *builder) endFrom(level, at int) {
	for s := b.current; s != nil && s.Level >= level; s = s.Parent {
		s.Deep = at
	}
}

func (b *builder) close() {
	b.endFrom(0, len(b.Text))
	b.Sections[len(b.Sections)-1].End = len(b.Text)
	if len(b.Sections) > 2 && b.Sections[1].Level == 1 && b.Sections[2].Level > 1 {
		b.Sections[1].Topic = "" // the document's title is about all of it
	}
}

// SectionAt returns the section the offset lies in.
func (d *Document) SectionAt(offset int) *Section {
	low, high := 0, len(d.Sections)
	for low < high {
		if mid := (low + high) / 2; d.Sections[mid].Start <= offset {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == 0 {
		return nil
	}
	return d.Sections[low-1]
}

// Find returns the sections about a topic, real headings first.
func (d *Document) Find(topic Topic) []*Section {
	var found, pseudo []*Section
	for _, s := range d.Sections {
		switch {
		case s.Topic != topic:
		case s.Level == pseudoLevel:
			pseudo = append(pseudo, s)
		default:
			found = append(found, s)
		}
	}
	return append(found, pseudo...)
}

// Beside returns the sections of a document that are about a topic beside another one.
func Beside(d *Document, topic Topic) (found []*Section) {
	for _, s := range d.Sections {
		if slices.Contains(s.Also, topic) {
			found = append(found, s)
		}
	}
	return found
}

// Labelled tells whether an item of a document's lists says in bold that it is about a topic, and then something: "- **Pain points:** ...".
func Labelled(d *Document, topic Topic) bool {
	return slices.ContainsFunc(d.Items, func(item *Item) bool {
		m := labelledItem.FindStringSubmatch(item.Text)
		ofOne := item.Section.Level > 2 && item.Section.Under(Users) // what one of the users suffers from
		return m != nil && !ofOne && TopicOf(m[1]) == topic
	})
}

// RunsIn tells whether a paragraph begins with a heading in bold about a topic, or one that hints at it, that is a
// sentence: "**Background.** Each week ...".
func RunsIn(d *Document, topic Topic) bool {
	return slices.ContainsFunc(d.Lines, func(line Span) bool {
		m := runIn.FindStringSubmatch(d.Slice(line))
		return m != nil && (TopicOf(m[1]) == topic || Hints(m[1], topic))
	})
}

var runIn = pattern.New(`^\*\*([^*\n]{2,40}?)[.。]\*\*\s*\S`)

var labelledItem = pattern.New(`^\*\*([^*\n]{2,40}?) ?(?:[:：]\*\*|\*\* ?[:：]) ?[^\s]`)

var marks = strings.NewReplacer("**", "", "__", "", "`", "")

// plainTitle strips marks, emoji and numbering from a heading.
func plainTitle(s string) string {
	s = marks.Replace(s)
	s = strings.TrimRight(strings.TrimSpace(s), "#:： \t")
	for {
		trimmed := strings.TrimLeftFunc(s, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '(' && r != '（' && r != '<' && r != '{' && r != '['
		})
		trimmed = cutNumbering(trimmed)
		if trimmed == s {
			break
		}
		s = trimmed
	}
	return strings.TrimRightFunc(s, func(r rune) bool { return unicode.Is(unicode.So, r) || unicode.IsSpace(r) || r == 0xfe0f })
}

// cutNumbering removes "1.", "2.3 ", "(4)", "一、" and "第三章 ".
func cutNumbering(s string) string {
	if rest := strings.TrimLeft(s, "0123456789."); rest != s && rest != "" {
		if r := rest[0]; s[len(s)-len(rest)-1] == '.' || r == ' ' || r == ')' || strings.HasPrefix(rest, "、") {
			return strings.TrimLeft(rest, " )、")
		}
		return s
	}
	rest := strings.TrimPrefix(s, "第")
	cut := strings.TrimLeft(rest, "一二三四五六七八九十")
	if cut == rest {
		return s
	}
	for _, mark := range [...]string{"、", "章", "节", "部分", ".", "．"} {
		if after, ok := strings.CutPrefix(cut, mark); ok {
			return strings.TrimLeft(after, " 、：:")
		}
	}
	return s
}
