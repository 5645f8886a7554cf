package document

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"discussd/internal/text/pattern"
)

// Link is one link to a file, inline or by reference.
type Link struct {
	Target string // URL-decoded, without fragment and query; "" for a link within the document
	Raw    string // as written
	Span   Span   // of the raw target
}

// Relative tells whether the target is a file beside the document, rather than
// a web address, an absolute path or a place within the document.
func (l Link) Relative() bool {
	if l.Target == "" || strings.HasPrefix(l.Target, "/") {
		return false
	}
	scheme, _, found := strings.Cut(l.Target, ":")
	return !found || strings.ContainsAny(scheme, "/.")
}

// readInline finds comments, code spans, links and quotations, and blanks them in Prose.
func (d reader) readInline() {
	prose := []byte(d.Text)
	blank(prose, d.Front.Span)
	for _, f := range d.Fences {
		blank(prose, Span{min(f.Open, f.Body.Start), min(d.LineAt(f.Body.End).End, len(prose))})
		if !f.Closed {
			blank(prose, Span{f.Open, f.Body.End})
		}
	}
	for _, code := range d.indented {
		blank(prose, code)
	}
	d.Comments = comments(prose)
	for _, c := range d.Comments {
		blank(prose, c)
	}
	scan := &inline{Document: d.Document, prose: prose}
	scan.blocks()
	quotations(prose)
	d.Prose = string(prose)
}

// comments returns the HTML comments outside code.
func comments(prose []byte) []Span {
	var found []Span
	for i := 0; ; {
		open := bytes.Index(prose[i:], []byte("<!--"))
		if open < 0 {
			return found
		}
		start := i + open
		end := bytes.Index(prose[start:], []byte("-->"))
		if end < 0 {
			return append(found, Span{start, len(prose)})
		}
		i = start + end + 3
		found = append(found, Span{start, i})
	}
}

// inline scans the prose line by line; a code span or link that crosses a line
// end is not recognised, which no rule needs.
type inline struct {
	*Document
	prose []byte
}

func (s *inline) blocks() {
	for i, start := range s.starts {
		end := len(s.prose)
		if i+1 < len(s.starts) {
			end = s.starts[i+1] - 1
		}
		line := Span{start, end}
		if bytes.IndexByte(s.prose[start:end], '`') >= 0 {
			s.codeSpans(line)
		}
		if bytes.IndexByte(s.prose[start:end], ']') >= 0 {
			s.links(line)
		}
	}
}

var ticks = pattern.New("`+")

// codeSpans blanks `code`: from one run of ticks to the next that is as long. Runs without a
// partner are remembered by length, so that each is searched once.
func (s *inline) codeSpans(line Span) {
	runs := ticks.FindAllStringIndex(string(s.prose[line.Start:line.End]), -1)
	alone := map[int]bool{}
	for i := 0; i < len(runs); i++ {
		length := runs[i][1] - runs[i][0]
		if alone[length] {
			continue
		}
		partner := slices.IndexFunc(runs[i+1:], func(r []int) bool { return r[1]-r[0] == length })
		if alone[length] = partner < 0; partner >= 0 {
			end := i + 1 + partner
			blank(s.prose, Span{line.Start + runs[i][0], line.Start + runs[end][1]})
			i = end
		}
	}
}

func (s *inline) links(line Span) {
	text := string(s.prose[line.Start:line.End])
	if def := strings.Index(text, "]:"); def > 0 && strings.HasPrefix(strings.TrimLeft(text, " "), "[") && !strings.HasPrefix(text, "[^") {
		fields := strings.Fields(text[def+2:])
		if len(fields) > 0 && strings.LastIndexByte(text[:def], '[') == strings.IndexByte(text, '[') {
			at := def + 2 + strings.Index(text[def+2:], fields[0])
			s.link(Span{line.Start + at, line.Start + at + len(fields[0])})
			return
		}
	}
	for i := 0; i < len(text); i++ {
		if strings.HasPrefix(text[i:], "[[") {
			if end := strings.Index(text[i:], "]]"); end > 0 {
				s.Wikilinks = append(s.Wikilinks, Span{line.Start + i, line.Start + i + end + 2})
				i += end + 1
				continue
			}
			return
		}
		if text[i] == ']' && i+1 < len(text) && text[i+1] == '(' {
			end := targetEnd(text, i+2)
			if end > i+2 {
				s.link(Span{line.Start + i + 2, line.Start + end})
			}
		}
	}
}

// targetEnd returns where the link target that starts at i ends, or 0.
func targetEnd(text string, i int) int {
	depth := 0
	for j := i; j < len(text) && j < i+2048; j++ {
		switch text[j] {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				return j
			}
			depth--
		case ' ':
			if text[i] == '<' {
				continue
			}
			if strings.IndexByte(text[j:min(len(text), j+2048)], ')') >= 0 {
				return j
			}
			return 0
		}
	}
	return 0
}

// escaped is a sign that a backslash takes its meaning in Markdown, as in "\_notes".
var escaped = pattern.New(`\\([!-/:-@\[-` + "`" + `{-~])`)

func (s *inline) link(span Span) {
	raw := s.Slice(span)
	target := strings.Trim(raw, "<>")
	target, _, _ = strings.Cut(target, "#")
	target, _, _ = strings.Cut(target, "?")
	target = escaped.ReplaceAllString(target, "$1")
	if decoded, err := url.PathUnescape(target); err == nil {
		target = decoded
	}
	s.Links = append(s.Links, Link{Target: target, Raw: raw, Span: span})
	blank(s.prose, span)
}

// quotations blanks "…", “…” and 「…」 within a line.
func quotations(prose []byte) {
	const longest = 240
	for i := 0; i < len(prose); i++ {
		var mark string
		switch {
		case prose[i] == '"':
			mark = `"`
		case prose[i] == 0xe2 && bytes.HasPrefix(prose[i:], []byte("“")):
			mark = "”"
		case prose[i] == 0xe3 && bytes.HasPrefix(prose[i:], []byte("「")):
			mark = "」"
		default:
			continue
		}
		window := prose[i+1 : min(i+longest, len(prose))]
		if line := bytes.IndexByte(window, '\n'); line >= 0 {
			window = window[:line]
		}
		if end := bytes.Index(window, []byte(mark)); end >= 0 {
			stop := i + 1 + end + len(mark)
			blank(prose, Span{i, stop})
			i = stop - 1
		}
	}
}

// visible is the text in which IDs count: all but comments.
func (d reader) visible() string {
	if len(d.Comments) == 0 {
		return d.Text
	}
	text := []byte(d.Text)
	for _, c := range d.Comments {
		blank(text, c)
	}
	return string(text)
}
