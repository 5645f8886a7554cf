package request

import (
	"slices"
	"strings"
	"unicode/utf8"

	"discussd/internal/text/identifier"
	"discussd/internal/text/pattern"
	"discussd/internal/text/printable"
	"discussd/pipeline/dropped"
)

// Bounds of the perspectives of one request, in characters.
const (
	mostPerspectives = 16
	longestName      = 64
	longestFocus     = 600
)

var freeName = pattern.New(`^[\pL\pN][\pL\pM\pN ._&+#()（）-]*$`)

// perspectives are those asked by name, with the definitions that rows give them;
// when nobody is asked by name, those of all rows.
func (d *draft) perspectives() ([]Perspective, error) {
	var defined, asked []Perspective
	for _, row := range d.rows {
		p, err := d.define(row)
		if err != nil {
			return nil, err
		}
		if named(defined, p.Name) >= 0 {
			return nil, d.Wrong(row.line, "perspective %q is defined twice: keep one of the two", p.Name)
		}
		if defined = append(defined, p); len(defined) > mostPerspectives {
			return nil, d.Wrong(row.line, "more than %d perspectives: ask fewer", mostPerspectives)
		}
	}
	for _, entry := range d.asked {
		name, err := d.name(entry)
		if err != nil {
			return nil, err
		}
		p := Perspective{Name: name}
		if at := named(defined, name); at >= 0 {
			p = defined[at]
		} else if at := named(defined, fold(withoutNote(name))); at >= 0 {
			p = defined[at]
		} else if short := withoutNote(name); identifier.Is(short) {
			p.Name = fold(short)
		}
		if named(asked, p.Name) >= 0 {
			return nil, d.Wrong(entry.line, "perspective %q is asked twice: name it once", p.Name)
		}
		if asked = append(asked, p); len(asked) > mostPerspectives {
			return nil, d.Wrong(entry.line, "more than %d perspectives: ask fewer", mostPerspectives)
		}
	}
	if asked == nil {
		return defined, nil
	}
	return asked, nil
}

// define judges one row.
func (d *draft) define(r row) (p Perspective, err error) {
	if p.Name, err = d.name(entry{r.name, r.line}); err != nil {
		return p, err
	}
	tool := strings.ToLower(dropped.Plain(r.tool))
	if p.Role, err = d.line(entry{r.role, r.line}, longestTitle); err != nil {
		return p, err
	}
	if p.Focus, err = d.line(entry{r.focus, r.line}, longestFocus); err != nil {
		return p, err
	}
	switch {
	case nothing(tool) && p.Role == "" && p.Focus == "":
		return Perspective{Name: p.Name}, nil
	case nothing(tool):
		return p, d.Wrong(r.line, "perspective %q names no tool: say which LLM tool answers for it, such as gemini", p.Name)
	case placeholder.MatchString(tool):
		return p, d.unfilled(r.line)
	case !identifier.Is(tool):
		return p, d.Wrong(r.line, "%q is no name of a tool: name one that is configured, such as gemini, and no command", printable.Capped(tool, longestName))
	}
	p.Tool, p.Own = tool, true
	return p, nil
}

// name judges the name of a perspective.
func (d *draft) name(e entry) (string, error) {
	name := strings.TrimRight(oneLine(dropped.Plain(e.text)), ".。 ")
	switch {
	case name == "":
		return "", d.Wrong(e.line, "a perspective has no name: give it one")
	case placeholder.MatchString(name):
		return "", d.unfilled(e.line)
	case utf8.RuneCountInString(name) > longestName:
		return "", d.Wrong(e.line, "the name of a perspective is longer than %d characters: shorten it", longestName)
	case !freeName.MatchString(name) || everybody.MatchString(name) || !balanced(name):
		return "", d.Wrong(e.line, "%q is no name for a perspective: write letters, digits, spaces and any of ._-&+#()", name)
	}
	return fold(name), nil
}

// named returns where a perspective of that name stands, whatever its case, or -1.
func named(all []Perspective, name string) int {
	return slices.IndexFunc(all, func(p Perspective) bool { return strings.EqualFold(p.Name, name) })
}

// fold writes an identifier in lower case.
func fold(name string) string {
	if identifier.Is(name) {
		return strings.ToLower(name)
	}
	return name
}

func balanced(name string) bool {
	depth := 0
	for _, r := range name {
		switch r {
		case '(', '（':
			depth++
		case ')', '）':
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0
}
