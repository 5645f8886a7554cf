package decision

import (
	"strings"

	"discussd/internal/text/pattern"
	"discussd/pipeline/dropped"
)

var (
	// label is "key: value", maybe as an item of a list, maybe with marks around the
	// key.
	label = pattern.New("^\\s*(?:[-*+•>]\\s+|\\d{1,2}[.)]\\s+)?[*_`\"]{0,3}(\\pL{2,12})[*_`\"]{0,3}\\s*[:：][*_]{0,3}\\s*(.*?)\\s*$")
	// frame is what may stand around all of it: the lines around frontmatter, and
	// those of a fence.
	frame = pattern.New("^\\s*(?:-{3,}|`{3,}.*|~{3,}.*)\\s*$")
	// block says in frontmatter that a text follows.
	block = pattern.New(`^[|>][+-]?$`)
)

// markdown reads labelled lines. What stands below the first of them without a
// label of its own belongs to the rationale; what stands above is a title.
func markdown(d *draft) error {
	var rationale field
	labelled := false // is the rationale
	say := func(text string, line int) {
		if rationale.line == 0 {
			rationale.line = line
		}
		rationale.text += text + "\n"
	}
	for i, line := range d.Lines {
		key, value := split(line)
		switch {
		case frame.MatchString(line):
		case key == keyRationale && labelled:
			return d.Wrong(i+1, "%s is given twice: keep one of the two", key)
		case key == keyRationale:
			labelled = true
			if !block.MatchString(value) {
				say(dropped.Unquoted(value), i+1)
			}
		case key != "":
			if err := d.set(key, value, i+1); err != nil {
				return err
			}
		case labelled || len(d.fields) > 0:
			if blank := strings.TrimSpace(line) == ""; !blank || rationale.text != "" {
				say(strings.TrimSpace(line), i+1)
			}
		}
	}
	if labelled || rationale.text != "" {
		return d.set(keyRationale, rationale.text, rationale.line)
	}
	return nil
}

// split returns the key and the value of a labelled line, no key for any other.
func split(line string) (key, value string) {
	found := label.FindStringSubmatch(line)
	if found == nil {
		return "", ""
	}
	return keyOf(found[1]), found[2]
}
