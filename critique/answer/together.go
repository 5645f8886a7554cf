package answer

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/lenient"
	"discussd/internal/text/terms"
)

// Asked is one of several perspectives that a single answer is for.
type Asked struct {
	Name string // that the answer is to use for it, such as "product"
	Role string // that models use in its place, such as "Product Manager"
	Expect
}

// Part is what an answer for several perspectives says for one of them.
type Part struct {
	critique.Critique
	Text []byte // of the answer, as far as it is for this perspective; [Read] reads it again
	Err  error  // why it is no critique, a [*critique.Failure]; nil when it is one
}

// ReadTogether reads one answer for several perspectives: an object with an object for
// each, a list of objects that say for whom they are, or such objects one after another.
// There is a part for each that was asked, in their order. A part that is missing, is no
// critique of its own, or says what another one says, has an error; where none is a critique
// the answer as a whole is a failure, of the classes of [Read].
func ReadTogether(ctx context.Context, raw []byte, asked []Asked) ([]Part, error) {
	text := clean(raw)
	g := newGathering(asked)
	said := lenient.Unwrap(ctx, text, g.shape)
	if err := lenient.Ended(ctx); err != nil {
		return nil, err
	}
	if thought, err := lenient.WithoutThinking(ctx, said, g.shape); err == nil {
		said = thought
	}
	found, err := find(ctx, said, g.shape)
	if err != nil {
		return nil, err
	}
	for _, o := range found.Found[:min(len(found.Found), lenient.MaxFound)] {
		g.take(o)
	}
	parts := g.parts()
	if !slices.ContainsFunc(g.found, func(objects []*lenient.Object) bool { return len(objects) > 0 }) {
		if _, err := Read(ctx, raw, asked[0].Expect); err != nil {
			return nil, err
		}
		return nil, critique.Failf(critique.Unusable, "the answer does not say for which perspective it is: %s", excerpt(said))
	}
	refuseCopies(parts, asked)
	if !slices.ContainsFunc(parts, func(p Part) bool { return p.Err == nil }) {
		at := max(0, slices.IndexFunc(parts, func(p Part) bool { return len(p.Text) > 0 }))
		return nil, parts[at].Err
	}
	return parts, nil
}

// gathering is what was found of an answer, by perspective.
type gathering struct {
	asked  []Asked
	names  map[string]int // by each name that a perspective goes by
	shapes []lenient.Shape
	found  [][]*lenient.Object
	failed []error
}

func newGathering(asked []Asked) *gathering {
	g := &gathering{asked: asked, names: map[string]int{}, found: make([][]*lenient.Object, len(asked)), failed: make([]error, len(asked))}
	for i, a := range asked {
		g.shapes = append(g.shapes, a.shape())
		for _, name := range []string{a.Role, a.Name} { // a name that is another one's role is the name
			for _, suffix := range []string{"", "perspective", "review", "视角"} {
				if plain := plainName(name); plain != "" {
					g.names[plain+suffix] = i
				}
			}
		}
	}
	return g
}

// addressees are the fields by which an object says for whom it is.
var addressees = [...]string{"perspective", "reviewer", "name", "role", "persona", "视角", "角色"}

// labelled returns which perspective an object says that it is for, -1 when it says none.
func (g *gathering) labelled(fields map[string]any) int {
	for _, label := range addressees {
		if text, isText := fields[label].(string); isText {
			if at, known := g.names[plainName(text)]; known && g.shapes[at](fields) {
				return at
			}
		}
	}
	return -1
}

// keyed returns which perspective a member of an object is for, -1 when it is for none.
func (g *gathering) keyed(key string, value any) int {
	at, known := g.names[plainName(key)]
	if !known {
		return -1
	}
	if fields, isObject := value.(map[string]any); isObject && (g.shapes[at](fields) || len(fields) == 0) {
		return at
	}
	return -1
}

// shape tells whether an object is for a perspective, or has one for some.
func (g *gathering) shape(fields map[string]any) bool {
	if g.labelled(fields) >= 0 {
		return true
	}
	for key, value := range fields {
		if g.keyed(key, value) >= 0 {
			return true
		}
	}
	return false
}

func (g *gathering) take(o *lenient.Object) {
	if at := g.labelled(o.Fields); at >= 0 {
		g.found[at] = append(g.found[at], o)
		return
	}
	for _, key := range sortedKeys(o.Fields) {
		at := g.keyed(key, o.Fields[key])
		inner := o.Inner[key]
		if at < 0 || inner == nil {
			continue
		}
		g.found[at] = append(g.found[at], inner)
		if slices.ContainsFunc(o.Repeated, func(r lenient.Repeat) bool { return r.Key == key }) {
			g.failed[at] = critique.Failf(critique.Contradictory, "the key %q has two values", tidy(key, maxExcerpt))
		}
	}
}

func (g *gathering) parts() []Part {
	parts := make([]Part, len(g.asked))
	for i, objects := range g.found {
		if len(objects) == 0 {
			parts[i].Err = critique.Failf(critique.EmptyOutput, "the answer says nothing for %s", g.asked[i].Name)
			continue
		}
		parts[i] = g.asked[i].part(objects)
		if g.failed[i] != nil {
			parts[i].Err = g.failed[i]
		}
	}
	return parts
}

func (e Expect) part(objects []*lenient.Object) (p Part) {
	var texts []string
	for _, o := range objects {
		text, _ := json.Marshal(o.Fields)
		texts = append(texts, string(text))
	}
	said := strings.Join(texts, "\n")
	p.Text = []byte(said)
	if e.Understanding {
		p.Critique, p.Err = chooseUnderstanding(objects, e)
	} else {
		p.Critique, p.Err = choose(objects, e)
	}
	if p.Err == nil {
		p.Err = usable(said, &p.Critique, e)
	}
	return p
}

// refuseCopies takes back parts that repeat one before them: nobody looked from that point of view.
func refuseCopies(parts []Part, asked []Asked) {
	first := map[string]int{}
	for i := range parts {
		if parts[i].Err != nil {
			continue
		}
		said := gist(&parts[i].Critique)
		if j, known := first[said]; known {
			parts[i].Err = critique.Failf(critique.Unusable, "the answer says for %s what it says for %s", asked[i].Name, asked[j].Name)
		} else {
			first[said] = i
		}
	}
}

// gist is what a critique faults, or all of it if it faults nothing, folded for comparison.
func gist(c *critique.Critique) string {
	var said []string
	for _, w := range c.Weaknesses {
		said = append(said, w.Text)
	}
	if len(said) == 0 {
		said = slices.Clone(c.MissingRequirements)
		for _, list := range c.Understanding.Lists() {
			said = append(said, *list...)
		}
		for p := range c.Points() {
			said = append(said, p.Text)
		}
	}
	return terms.Folded(strings.Join(said, " "))
}
