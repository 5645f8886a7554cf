package checks

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
)

// step reads one step of an operator, or the word that begins another way to plant it.
func (p *parser) step(o *Operator) {
	way := &o.ways[len(o.ways)-1]
	other, maybe := p.take("else"), p.take("maybe")
	switch {
	case len(*way) == 0 && (other || len(p.left) == 1 && p.left[0].text == "or"):
		p.fail("no step before this one")
	case p.take("or"):
		o.ways = append(o.ways, nil)
	case other:
		last := &(*way)[len(*way)-1]
		last.others = append(last.others, p.change())
	default:
		*way = append(*way, step{maybe: maybe, change: p.change()})
	}
}

// change reads what is edited and how.
func (p *parser) change() change {
	switch {
	case p.take("write"):
		return write(p.word("a path"), p.word("a text"))
	case p.take("delete"):
		return remove(p.pattern())
	case p.take("rename"):
		return rename(p.word("a name"), p.word("another name"))
	case p.take("if"):
		return holds(true, p.files(), p.pattern())
	case p.take("unless"):
		return holds(false, p.files(), p.pattern())
	case p.take("first"):
		return inFiles(false, p.files(), p.edit())
	case p.take("each"):
		return inFiles(true, p.files(), p.edit())
	}
	kind := p.word("an artifact")
	if kinds[kind] == "" {
		p.fail("unknown artifact %q", kind)
	}
	if len(p.left) > 0 && ruleID.MatchString(p.left[0].text) {
		return inMember(kind, p.word(""), p.edit())
	}
	return inFiles(false, func(files map[string][]byte) []string { return []string{artifact(files, kind)} }, p.edit())
}

// files reads an artifact, which means it and its members, or the pattern of paths.
func (p *parser) files() func(map[string][]byte) []string {
	if len(p.left) > 0 && !p.left[0].quoted && kinds[p.left[0].text] != "" {
		kind := p.word("")
		return func(files map[string][]byte) []string { return group(files, kind) }
	}
	path := p.pattern()
	return func(files map[string][]byte) []string { return matching(files, path.MatchString) }
}

// edit reads the words that narrow a page and the one that acts on what is left.
func (p *parser) edit() edit {
	switch word := p.word("what to do"); word {
	case "section", "table":
		find := map[string]func(*regexp.Regexp, []string) (int, int, bool){"section": section, "table": table}[word]
		pattern := p.pattern()
		return within(func(lines []string) (int, int, bool) { return find(pattern, lines) }, p.edit())
	case "line", "from":
		text := p.pattern()
		return within(func(lines []string) (int, int, bool) {
			i := slices.IndexFunc(lines, text.MatchString)
			if word == "line" {
				return i, i + 1, i >= 0
			}
			return i, len(lines), i >= 0
		}, p.edit())
	case "lead":
		return within(lead, p.edit())
	case "rest":
		return within(func(lines []string) (int, int, bool) { return min(1, len(lines)), len(lines), true }, p.edit())
	case "cell":
		return inCells(p.pattern(), p.column(), p.word("rows"), p.edit())
	case "drop-column":
		return dropColumn(p.pattern(), p.column())
	case "reword", "reword-all":
		oldNew := p.list()
		if len(oldNew) == 0 || len(oldNew)%2 != 0 {
			p.fail("%s takes pairs of texts", word)
			return nil
		}
		return reword(word == "reword-all", oldNew)
	case "json":
		place, verb := p.word("a key"), p.word("a verb")
		var value any
		if verb != "remove" {
			if err := json.Unmarshal([]byte(p.word("a value")), &value); err != nil {
				p.fail("value: %w", err)
			}
		}
		return inJSON(place, verb, value)
	default:
		return p.act(word)
	}
}

// act reads the arguments of a word that changes what it is given: patterns, and a text
// or two, of which the second is for Chinese sessions.
func (p *parser) act(word string) edit {
	a, ok := acts[word]
	if !ok {
		p.fail("unknown word %q", word)
		return nil
	}
	var patterns []*regexp.Regexp
	for range a.patterns {
		patterns = append(patterns, p.pattern())
	}
	var text, chinese string
	if a.text {
		text = p.word("a text")
		if chinese = text; len(p.left) > 0 {
			chinese = p.word("")
		}
	}
	return func(lines []string, zh bool) ([]string, bool) {
		if zh {
			return a.act(lines, patterns, chinese)
		}
		return a.act(lines, patterns, text)
	}
}

// column takes the number of a column, from 1, or "last", or the pattern of its title.
func (p *parser) column() column {
	if len(p.left) > 0 {
		if n, err := strconv.Atoi(p.left[0].text); err == nil {
			p.left = p.left[1:]
			return func([]string) int { return n }
		}
	}
	if p.take("last") {
		return func(header []string) int { return len(header) - 2 }
	}
	title := p.pattern()
	return func(header []string) int {
		for i := 1; i < len(header)-1; i++ {
			if title.MatchString(cell(header, i)) {
				return i
			}
		}
		return -1
	}
}
