package traces

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// leastChain is how many states a chain has of which all but one are those of another.
const leastChain = 5

var (
	arrow = pattern.New(`\s*(?:→|⇒|➔|➜|─+[▶►>]|-{1,3}>|=>)\s*`)
	// state is a word that programs know, in code marks or without.
	state = pattern.New("^(?:`([^`\\s]{2,40})`|([a-z][a-z0-9]*(?:[_-][a-z0-9]+)*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|\\p{Han}{2,6}))")
	ended = pattern.New("(?:`([^`\\s]{2,40})`|(?:^|[\\s:：(（,，|*])([a-z][a-z0-9]*(?:[_-][a-z0-9]+)*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|\\p{Han}{2,6}))$")
	// alternatives are the values of a schema's enumeration.
	alternatives = pattern.New(`\benum\b["']?\s*[:(=]\s*\[([^\]\n]{5,300})\]`)
)

// chain is one list of all states of a thing, in their order or without one.
type chain struct {
	names   []string
	at      []document.Span
	ordered bool
}

// chainsOf returns the chains of a document: states between arrows, and the values of
// enumerations, in its text and its code.
func chainsOf(s *model.Session, d *document.Document) []chain {
	return model.Once(s, "chains of states", d, func() []chain {
		var all []chain
		for start := 0; start < len(d.Text); {
			line := d.LineAt(start)
			start = line.End + 1
			if c := arrowed(d, line); len(c.names) >= leastChain {
				all = append(all, c)
			}
			written := d.Slice(line)
			for _, m := range alternatives.FindAllStringSubmatchIndex(written, 4) {
				c := chain{}
				at := line.Start + m[2]
				for part := range strings.SplitSeq(written[m[2]:m[3]], ",") {
					c.add(strings.Trim(part, " \t\"'`"), document.Span{Start: at, End: at + len(part)})
					at += len(part) + 1
				}
				if len(c.names) >= leastChain {
					all = append(all, c)
				}
			}
		}
		return all
	})
}

func (c *chain) add(name string, at document.Span) {
	c.names, c.at = append(c.names, name), append(c.at, at)
}

// arrowed returns the states that a line leads through, none where what stands between its
// arrows is more than a name.
func arrowed(d *document.Document, line document.Span) chain {
	text := d.Slice(line)
	arrows := arrow.FindAllStringIndex(text, 40)
	c := chain{ordered: true}
	if len(arrows) < leastChain-1 {
		return c
	}
	one := func(m []int, from int) (string, document.Span) {
		start, end := max(m[2], m[4]), max(m[3], m[5])
		return text[start+from : end+from], document.Span{Start: line.Start + start + from, End: line.Start + end + from}
	}
	m := ended.FindStringSubmatchIndex(text[:arrows[0][0]])
	if m == nil {
		return chain{}
	}
	c.add(one(m, 0))
	for i, at := range arrows {
		next := len(text)
		if i+1 < len(arrows) {
			next = arrows[i+1][0]
		}
		m := state.FindStringSubmatchIndex(text[at[1]:next])
		if m == nil || i+1 < len(arrows) && at[1]+m[1] != next {
			return chain{}
		}
		c.add(one(m, at[1]))
	}
	return c
}

// onlyOther returns the place of the one state of a chain that another one lacks, and what that
// has in its stead: in order at the same place.
func (c chain) onlyOther(o chain) (own, their int, ok bool) {
	if len(c.names) != len(o.names) && c.ordered && o.ordered {
		return 0, 0, false
	}
	own, their = -1, -1
	for i, name := range c.names {
		if !o.has(name) {
			if own >= 0 {
				return 0, 0, false
			}
			own = i
		}
	}
	for i, name := range o.names {
		if !c.has(name) {
			if their >= 0 {
				return 0, 0, false
			}
			their = i
		}
	}
	return own, their, own >= 0 && their >= 0 && min(len(c.names), len(o.names)) >= leastChain && (own == their || !c.ordered || !o.ordered)
}

func (c chain) has(name string) bool {
	for _, other := range c.names {
		if strings.EqualFold(other, name) {
			return true
		}
	}
	return false
}

// chainApart reports the one state of a chain that has another name where the same states are
// given once more.
func chainApart(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for i, c := range chainsOf(s, d) {
		for _, other := range s.Docs {
			if other.JSON != nil || other.Kind.Phase() > d.Kind.Phase() || other.Kind.Phase() == d.Kind.Phase() && other.Path > d.Path {
				continue // the later one is told
			}
			for j, o := range chainsOf(s, other) {
				if other == d && j >= i {
					break
				}
				applied = true
				if own, their, ok := c.onlyOther(o); ok && !strings.Contains(other.Text, c.names[own]) {
					hit(d, c.at[own], c.names[own], o.names[their], model.Note(other.Path))
				}
			}
		}
	}
	return applied
}
