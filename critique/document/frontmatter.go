package document

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

const maxFront = 64 << 10 // bytes

// Front is a document's frontmatter.
type Front struct {
	Span   Span // with its fences; empty when there is none
	Err    error
	Fields []Field
}

// Field is one key of the frontmatter.
type Field struct {
	Key    string
	Values []string // one for a scalar, all for a list
	Span   Span     // the line of the key
}

// Field returns the field with the key, or nil.
func (f *Front) Field(key string) *Field {
	for i := range f.Fields {
		if strings.EqualFold(f.Fields[i].Key, key) {
			return &f.Fields[i]
		}
	}
	return nil
}

// Value returns the first value of a key, or "".
func (f *Front) Value(key string) string {
	if field := f.Field(key); field != nil && len(field.Values) > 0 {
		return field.Values[0]
	}
	return ""
}

func (d reader) readFront() {
	if !strings.HasPrefix(d.Text, "---\n") {
		return
	}
	end := strings.Index(d.Text[3:], "\n---")
	if end < 0 || end > maxFront {
		return
	}
	body := d.Text[4 : 3+end+1]
	close := d.LineAt(3 + end + 1)
	if strings.TrimRight(d.Slice(close), "- \t") != "" {
		return
	}
	d.Front.Span = Span{0, close.End}
	var root yaml.Node
	if d.Front.Err = yaml.Unmarshal([]byte(body), &root); d.Front.Err != nil || len(root.Content) == 0 {
		return
	}
	if top := root.Content[0]; top.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(top.Content); i += 2 {
			key := top.Content[i]
			line := d.LineAt(d.starts[min(key.Line, len(d.starts)-1)]) // body starts on line 2
			d.Front.Fields = append(d.Front.Fields, Field{key.Value, scalars(top.Content[i+1]), line})
		}
	}
}

func scalars(n *yaml.Node) []string {
	switch n.Kind {
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			return nil
		}
		return []string{n.Value}
	case yaml.SequenceNode:
		var values []string
		for _, item := range n.Content {
			if item.Kind == yaml.ScalarNode {
				values = append(values, item.Value)
			}
		}
		return values
	}
	return nil
}
