package document

import (
	"cmp"
	"strings"

	"discussd/internal/text/pattern"
)

// maxEdges is how many arrows of one graph are read.
const maxEdges = 20_000

// Edge is one arrow of a mermaid graph or flowchart.
type Edge struct {
	From, To string // node keys
	Label    string // what is written on it
	Span     Span   // the line's text
}

// Graph is one mermaid graph or flowchart.
type Graph struct {
	Labels map[string]string // node key to its label; the key itself without one
	Edges  []Edge
	Span   Span
}

// Graphs returns the mermaid graphs and flowcharts of the document.
func (d *Document) Graphs() []Graph {
	var graphs []Graph
	for _, fence := range d.Fences {
		if fence.Info != "mermaid" {
			continue
		}
		if g, ok := parseGraph(d.Slice(fence.Body), fence.Body.Start); ok {
			graphs = append(graphs, g)
		}
	}
	return graphs
}

// Outside is the node [*] of a state machine: where it starts and ends.
const Outside = "[*]"

// StateMachines returns the mermaid state diagrams of the document.
func (d *Document) StateMachines() []Graph {
	var machines []Graph
	for _, fence := range d.Fences {
		if body := d.Slice(fence.Body); fence.Info == "mermaid" && strings.HasPrefix(strings.TrimSpace(body), "stateDiagram") {
			machines = append(machines, parseMachine(body, fence.Body.Start))
		}
	}
	return machines
}

var (
	stateName  = pattern.New(`^state "([^"]*)" as ([^ {]+)`)
	transition = pattern.New(`^([^\s-].*?|\S)\s*-->\s*([^:]*[^:\s])`)
)

// parseMachine reads lines such as "draft --> published : publish" and
// `state "In review" as review`.
func parseMachine(body string, base int) Graph {
	g := Graph{Labels: map[string]string{}, Span: Span{base, base + len(body)}}
	for line := range strings.Lines(body) {
		text := strings.TrimSpace(line)
		start := base + len(line) - len(strings.TrimLeft(line, " \t"))
		base += len(line)
		if name := stateName.FindStringSubmatch(text); name != nil {
			g.Labels[name[2]] = name[1]
		} else if m := transition.FindStringSubmatch(text); m != nil && len(g.Edges) < maxEdges {
			for _, key := range m[1:] {
				g.Labels[key] = cmp.Or(g.Labels[key], key)
			}
			g.Edges = append(g.Edges, Edge{From: m[1], To: m[2], Span: Span{start, start + len(text)}})
		}
	}
	return g
}

// parseGraph reads the body of a mermaid block that starts at the offset base.
func parseGraph(body string, base int) (Graph, bool) {
	g := Graph{Labels: map[string]string{}, Span: Span{base, base + len(body)}}
	header := false
	for line := range strings.Lines(body) {
		start := base
		base += len(line)
		text := strings.TrimSpace(line)
		word, _, _ := strings.Cut(text, " ")
		switch word {
		case "":
			continue
		case "graph", "flowchart":
			header = true
			continue
		case "subgraph", "end", "style", "classDef", "class", "linkStyle", "direction", "click":
			continue
		}
		if !header {
			if strings.HasPrefix(text, "%%") || strings.HasPrefix(text, "---") {
				continue
			}
			return g, false
		}
		start += len(line) - len(strings.TrimLeft(line, " \t"))
		for statement := range strings.SplitSeq(text, ";") {
			g.statement(strings.TrimSpace(statement), Span{start, start + len(text)})
		}
	}
	return g, header
}

// statement reads one chain such as A[label] --> B & C -- text --> D.
func (g *Graph) statement(s string, span Span) {
	var from []string
	written := ""
	for s != "" {
		var group []string
		for {
			key, rest := g.node(s)
			if key == "" {
				return
			}
			group = append(group, key)
			s = strings.TrimSpace(rest)
			if next, more := strings.CutPrefix(s, "&"); more {
				s = strings.TrimSpace(next)
				continue
			}
			break
		}
		for _, a := range from {
			for _, b := range group {
				if len(g.Edges) < maxEdges {
					g.Edges = append(g.Edges, Edge{a, b, written, span})
				}
			}
		}
		from = group
		label, rest, ok := arrow(s)
		if !ok {
			return
		}
		written = strings.Trim(label, "\" -")
		s = strings.TrimSpace(rest)
	}
}

func (g *Graph) node(s string) (key, rest string) {
	i := 0
	for i < len(s) {
		c := s[i]
		if alphanumeric(c) || c == '_' || c >= 0x80 || c == '-' && i+1 < len(s) && alphanumeric(s[i+1]) && i > 0 {
			i++
			continue
		}
		break
	}
	key, rest = s[:i], s[i:]
	if key == "" {
		return "", s
	}
	if _, known := g.Labels[key]; !known {
		g.Labels[key] = key
	}
	if rest != "" && strings.IndexByte("[({>", rest[0]) >= 0 {
		end := labelEnd(rest)
		g.Labels[key] = strings.Trim(rest[:end], `[](){}<>"/\ `)
		rest = rest[end:]
	}
	if after, ok := strings.CutPrefix(rest, ":::"); ok {
		rest = strings.TrimLeft(after, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
	}
	return key, rest
}

func labelEnd(s string) int {
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '(' || c == '{' || c == '>' && i == 0:
			depth++
		case c == ']' || c == ')' || c == '}':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// arrow reads -->, ---, -.->, ==>, --text-->, -->|text| and the like.
func arrow(s string) (label, rest string, ok bool) {
	i := 0
	for i < len(s) && strings.IndexByte("<-=.>ox", s[i]) >= 0 {
		if (s[i] == 'o' || s[i] == 'x') && (i < 2 || i+1 < len(s) && s[i+1] != ' ' && s[i+1] != '|') {
			break
		}
		i++
	}
	head := s[:i]
	if len(head) < 2 || !strings.ContainsAny(head, "-=") {
		return "", s, false
	}
	rest = s[i:]
	if !strings.HasSuffix(head, ">") && len(head) == 2 { // -- text -->
		if at := strings.IndexByte(rest, '>'); at >= 0 {
			return rest[:at], rest[at+1:], true
		}
	}
	if after, labelled := strings.CutPrefix(strings.TrimSpace(rest), "|"); labelled {
		if at := strings.IndexByte(after, '|'); at >= 0 {
			return after[:at], after[at+1:], true
		}
	}
	return "", rest, true
}
