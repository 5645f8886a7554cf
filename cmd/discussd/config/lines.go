package config

import (
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// longestValue is the number of lines after which a value is taken to be endless
// and the lines below it stay unknown.
const longestValue = 1000

// lineIndex maps the places of a TOML text to lines. A place is a dotted key in
// which the tables of an array are counted: "perspectives[1].focus".
//
// The parser tells the lines of its own errors only, and of two [[perspectives]]
// it remembers the last. So it is asked again, statement by statement: a
// statement ends with the first line at which the parser is content.
type lineIndex struct {
	lines map[string]int
	count map[string]int // tables so far of each array of tables
	table string         // the place that the keys below a header belong to
}

// indexLines takes a text that is valid TOML.
func indexLines(text string) map[string]int {
	index := lineIndex{lines: map[string]int{}, count: map[string]int{}}
	number, start, statement := 0, 0, ""
	for line := range strings.Lines(text) {
		number++
		if statement == "" {
			start = number
		}
		statement += line
		var value map[string]any
		meta, err := toml.Decode(statement, &value)
		if err == nil {
			index.add(strings.TrimLeft(statement, "\ufeff \t"), meta.Keys(), start)
			statement = ""
		} else if number-start > longestValue {
			break
		}
	}
	return index.lines
}

func (x *lineIndex) add(statement string, keys []toml.Key, line int) {
	switch {
	case strings.HasPrefix(statement, "[["):
		last := len(keys[0]) - 1
		x.count[join(x.place("", keys[0][:last], line), keys[0][last])]++
		x.table = x.place("", keys[0], line)
	case strings.HasPrefix(statement, "["):
		x.table = x.place("", keys[0], line)
	default:
		for _, key := range keys {
			x.place(x.table, key, line)
		}
	}
}

// place resolves a key below base and notes the line of every table and value on
// the way that is mentioned for the first time.
func (x *lineIndex) place(base string, key toml.Key, line int) string {
	note := func() {
		if _, ok := x.lines[base]; !ok {
			x.lines[base] = line
		}
	}
	for _, name := range key {
		base = join(base, name)
		note()
		if n := x.count[base]; n > 0 {
			base = element(base, n-1)
			note()
		}
	}
	return base
}

// join appends a name to a dotted key, quoted where TOML would quote it.
func join(key, name string) string {
	name = toml.Key{name}.String()
	if key == "" {
		return name
	}
	return key + "." + name
}

func element(key string, i int) string { return key + "[" + strconv.Itoa(i) + "]" }
