// Package records reads what documents list of things by their names, the rows of tables and
// the objects in blocks of JSON and YAML, and finds the one value that does not fit: where two
// lists of the same things agree in a column but for one of them, and where a total in the data
// is not the sum of the items beside it.
//
// Parsed documents come in; pairs of values and wrong totals go out. What a column means is
// learned from the values that agree, so that nothing here knows a word of what lists are about.
package records

import (
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"discussd/critique/document"
)

// Value is one value of a thing, and where it stands.
type Value struct {
	Key  string // what the thing is called
	Name string // of the column or the field
	Text string
	Doc  *document.Document
	At   document.Span
}

// List is what one table or one block says of several things: for each of them its values by
// column.
type List struct {
	keys    []string // in the order of the document
	values  map[string][]Value
	columns []string
	table   bool // and no block of data
}

// Bounds of what is read: of a document, and of a list.
const (
	mostData = 256 << 10 // bytes of blocks
	mostKeys = 500
	deepest  = 8
	least    = 3 // things that two lists share
)

// Read returns the lists of a document.
func Read(d *document.Document) []List {
	var all []List
	for _, t := range d.Tables {
		if l := ofTable(d, t); len(l.keys) >= least {
			all = append(all, l)
		}
	}
	for _, b := range blocks(d) {
		b.walk(b.root, 0, func(n *yaml.Node) {
			if l := b.ofNode(n); len(l.keys) >= least {
				all = append(all, l)
			}
		})
	}
	return all
}

// add adds a thing that no other of the list is called as.
func (l *List) add(key string, values []Value) {
	key = plain(key)
	if l.values[key] != nil || key == "" || len(l.keys) == mostKeys {
		return
	}
	l.keys = append(l.keys, key)
	l.values[key] = values
}

// ofTable reads a table whose rows begin with the names of things.
func ofTable(d *document.Document, t *document.Table) List {
	l := List{values: map[string][]Value{}, table: true}
	for _, cell := range t.Header {
		l.columns = append(l.columns, cell.Text)
	}
	for _, row := range t.Rows {
		var values []Value
		for i, cell := range row[1:] {
			values = append(values, Value{row[0].Text, l.columns[i+1], cell.Text, d, cell.Span})
		}
		l.add(row[0].Text, values)
	}
	return l
}

// block is a part of a document that holds data.
type block struct {
	doc   *document.Document
	lines []document.Span
	root  *yaml.Node
}

// blocks are the blocks of JSON and YAML of a document, or all of one that is data. YAML has JSON
// in it, so that one reader serves both.
func blocks(d *document.Document) (all []block) {
	spans := []document.Span{{Start: 0, End: len(d.Text)}}
	if ext := strings.ToLower(path.Ext(d.Path)); ext != ".json" && ext != ".yaml" && ext != ".yml" {
		spans = nil
		for _, f := range d.Fences {
			if f.Info == "" || strings.HasPrefix(f.Info, "json") || strings.HasPrefix(f.Info, "y") {
				spans = append(spans, f.Body)
			}
		}
	}
	size := 0
	for _, s := range spans {
		text := d.Slice(s)
		if size += s.Len(); size > mostData || !strings.ContainsRune(text, ':') {
			continue
		}
		var root yaml.Node
		if yaml.Unmarshal([]byte(text), &root) != nil || len(root.Content) != 1 {
			continue
		}
		b := block{doc: d, root: root.Content[0]}
		at := s.Start
		for line := range strings.SplitAfterSeq(text, "\n") {
			b.lines = append(b.lines, document.Span{Start: at, End: at + len(strings.TrimRight(line, "\r\n"))})
			at += len(line)
		}
		all = append(all, b)
	}
	return all
}

// walk calls f for each object and each list of objects.
func (b *block) walk(n *yaml.Node, depth int, f func(*yaml.Node)) {
	if depth > deepest || n.Kind != yaml.MappingNode && n.Kind != yaml.SequenceNode {
		return
	}
	f(n)
	for _, child := range n.Content {
		b.walk(child, depth+1, f)
	}
}

// value is a scalar of a block.
func (b *block) value(key, name string, n *yaml.Node) Value {
	at := b.lines[min(max(n.Line, 1), len(b.lines))-1]
	return Value{key, name, n.Value, b.doc, at}
}

// fields are the scalars of an object, in order.
func (b *block) fields(key string, n *yaml.Node) (all []Value) {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if v := n.Content[i+1]; v.Kind == yaml.ScalarNode {
			all = append(all, b.value(key, n.Content[i].Value, v))
		}
	}
	return all
}

// ofNode reads an object of objects, or a list of objects that the first field in which they all
// differ tells apart.
func (b *block) ofNode(n *yaml.Node) List {
	l := List{values: map[string][]Value{}}
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if fields := b.fields(n.Content[i].Value, n.Content[i+1]); len(fields) > 0 {
				l.add(n.Content[i].Value, fields)
			}
		}
	} else if len(n.Content) >= least && len(n.Content) <= mostKeys {
		first := b.fields("", n.Content[0])
		for _, field := range first {
			l = List{values: map[string][]Value{}}
			for _, one := range n.Content {
				fields := b.fields("", one)
				if i := slices.IndexFunc(fields, func(v Value) bool { return v.Name == field.Name }); i >= 0 {
					key := fields[i].Text
					fields = slices.Delete(fields, i, i+1)
					for j := range fields {
						fields[j].Key = key
					}
					l.add(key, fields)
				}
			}
			if len(l.keys) == len(n.Content) {
				break
			}
			l = List{}
		}
	}
	for _, key := range l.keys {
		for _, v := range l.values[key] {
			if !slices.Contains(l.columns, v.Name) {
				l.columns = append(l.columns, v.Name)
			}
		}
	}
	return l
}

// plain is a name without its marks and its case.
func plain(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.Trim(text, " *`_\"'")), " "))
}
