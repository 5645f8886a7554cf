package document

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"discussd/internal/text/pattern"
)

var (
	// markTag is a tag at the start or the end of a line.
	markTag = pattern.New(`^\s*</?([A-Za-z][A-Za-z0-9_-]*)(?:\s[^<>]*)?>`)
	endTag  = pattern.New(`\s*</?[A-Za-z][A-Za-z0-9_-]*(?:\s[^<>]*)?>\s*$`)
	marker  = pattern.New(`^\s*(?:[-*+]|\d{1,3}[.)])\s+`)
)

// elements are the names of HTML; a tag of another name only marks a part of a text:
// <decisions>, <task>, <action>.
var elements = strings.Fields(`a abbr address article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col colgroup
	data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html
	i iframe img input ins kbd label legend li link main map mark menu meta meter nav noscript object ol optgroup option output p picture pre progress q
	rp rt ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead
	time title tr track tt u ul var video wbr`)

// namesOfCode are marks around paths and commands, which are no sentences.
var namesOfCode = [...]string{"files", "read_first", "automated", "verify", "context", "execution_context", "canonical_refs"}

// partMark returns the name of the tag that a line begins with, where HTML has none of that name.
func partMark(line string) (name string, length int) {
	m := markTag.FindStringSubmatch(line)
	if m == nil || slices.Contains(elements, strings.ToLower(m[1])) {
		return "", 0
	}
	return strings.ToLower(m[1]), len(m[0])
}

// tags reads HTML as Markdown does, except that a code block or a table ends it as a blank line
// would: writers set no blank line between <action> and the marks of the code below it.
type tags struct{ parser.BlockParser }

// Continue takes in one more line of HTML.
func (t tags) Continue(n ast.Node, reader text.Reader, context parser.Context) parser.State {
	if html, ok := n.(*ast.HTMLBlock); ok && (html.HTMLBlockType == ast.HTMLBlockType6 || html.HTMLBlockType == ast.HTMLBlockType7) {
		line, _ := reader.PeekLine()
		if rest := strings.TrimLeft(string(line), " "); len(line)-len(rest) < 4 && (fence([]byte(rest)) != nil || strings.HasPrefix(rest, "|")) {
			return parser.Close
		}
	}
	return t.BlockParser.Continue(n, reader, context)
}

// deepFences notes the code blocks in HTML that stand so far in that Markdown sees none.
func deepFences(b *builder, n *ast.HTMLBlock) []Span {
	var found []Span
	var marks string
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		line := strings.TrimSpace(string(segment.Value(b.source)))
		inside, opened := marks != "", fence([]byte(line))
		switch {
		case inside && strings.HasPrefix(line, marks) && strings.Trim(line, marks[:1]) == "":
			marks = ""
		case !inside && opened != nil:
			marks = string(opened)
		case !inside:
			continue
		}
		if !inside {
			found = append(found, Span{segment.Start, segment.Stop})
		}
		found[len(found)-1].End = segment.Stop
	}
	for _, span := range found {
		b.indented = append(b.indented, Span{b.base + span.Start, b.base + span.End})
	}
	return found
}

// tagged reads what stands between tags that HTML does not have. To Markdown all of it is HTML
// up to a blank line; writers of plans for agents mark the parts of a text that way.
func (b *builder) tagged(n *ast.HTMLBlock, depth int) {
	lines, source, base := n.Lines(), b.source, b.base
	if lines.Len() == 0 {
		return
	}
	deep := []Span(nil)
	if n.HTMLBlockType >= ast.HTMLBlockType6 {
		deep = deepFences(b, n)
	}
	first := lines.At(0)
	if name, _ := partMark(string(first.Value(source))); name == "" {
		return
	}
	code, free := false, Span{-1, -1}
	read := func() { // the lines since the last mark
		if part := free; part.Start >= 0 {
			free = Span{-1, -1}
			b.source, b.base = source[part.Start:part.End], base+part.Start
			root := blocks().Parse(text.NewReader(b.source))
			for c := root.FirstChild(); c != nil; c = c.NextSibling() {
				b.block(c, depth)
			}
			b.source, b.base = source, base
		}
	}
	for i := range lines.Len() {
		segment := lines.At(i)
		if len(deep) > 0 && deep[0].End <= segment.Start {
			deep = deep[1:]
		}
		if len(deep) > 0 && deep[0].Holds(segment.Start) {
			read()
			continue
		}
		whole := string(segment.Value(source))
		rest, marked := whole, false
		for range 8 {
			name, length := partMark(rest)
			if name == "" {
				break
			}
			marked = true
			code = slices.Contains(namesOfCode[:], name) && !strings.Contains(rest[:length], "</")
			rest = rest[length:]
		}
		indented := len(rest)-len(strings.TrimLeft(rest, " \t")) >= 4
		if !marked && !code && !indented && endTag.FindStringIndex(rest) == nil {
			if free.Start < 0 {
				free.Start = segment.Start
			}
			free.End = segment.Stop
			continue
		}
		read()
		if !code {
			sentence(b, Span{base + segment.Start + len(whole) - len(rest), base + segment.Stop}, marked)
		}
	}
	read()
}

// sentence notes a line of text less the tags behind it, as an item where it begins as one does.
func sentence(b *builder, at Span, marked bool) {
	for range 8 {
		m := endTag.FindStringIndex(b.Slice(at))
		if m == nil {
			break
		}
		at.End = at.Start + m[0]
	}
	if m := marker.FindStringIndex(b.Slice(at)); m != nil && !marked {
		at.Start += m[1]
		if at = b.trimmed(at); at.Len() > 0 {
			b.Items = append(b.Items, &Item{Section: b.current, Depth: 1, Text: b.Slice(at), Span: at})
		}
		return
	}
	if at = b.trimmed(at); at.Len() > 0 {
		b.Lines = append(b.Lines, at)
	}
}
