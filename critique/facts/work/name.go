package work

import (
	_ "embed"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// words are the words of all languages: what stands before that which must be done first, and what
// steps are called.
//
//go:embed words.txt
var words string

// Name is what a step is called.
type Name struct {
	text   string // as it is written
	id     string // T009, STORY-002-03
	kind   string // "story" of "Story 1.3", in any language; "" of 1.3
	number string
}

// deep tells whether a name is the number of a part: 4.1.
func (n Name) deep() bool { return strings.Contains(n.number, ".") }

// key is the same wherever a step is named: stories and epics are those of all documents, tasks and
// phases are counted anew in each.
func (n Name) key(d *document.Document) string {
	switch {
	case n.id != "":
		if ids := document.FindIDs(n.id); len(ids) == 1 && ids[0].Len() == len(n.id) {
			return ids[0].ID // EPIC-01 is EPIC-001
		}
		return n.id
	case n.kind == "story" || n.kind == "epic" || n.kind == "module":
		return n.kind + " " + n.number
	case n.kind == "task" || n.kind == "step":
		return d.Path + "# " + n.number
	}
	return d.Path + "#" + n.kind + " " + n.number
}

// whole returns the key of what the number of a step makes it a part of: Story 1.3 is of Epic 1, and 4.1 of 4.
func whole(key string) string {
	dot := strings.LastIndexByte(key, '.')
	if dot < strings.LastIndexByte(key, ' ') || !strings.Contains(key, " ") {
		return ""
	}
	if number, is := strings.CutPrefix(key[:dot], "story "); is {
		return "epic " + number
	}
	return key[:dot]
}

var (
	kinds = kindsOf(words)
	// before is what stands before that which must be done first.
	before = pattern.New(`(?i)(?:^|[^\pL\pN])(?:` + alternatives("needs", words) + `)[*_\x60]*\s*[:：]?`)
	// isNeeded is the title of a column, or the key of a field, that tells what must be done first.
	isNeeded = pattern.New(`(?i)^(?:` + alternatives("needs", words) + `|depends?|dependenc(?:y|ies)|depends[ _]on|blocked[ _]by|依赖.*|前置.*)$`)
	// code is the ID of a step, number its number, and noun what it is called.
	code   = pattern.New(`^EPIC-[A-Z]\b|^[A-Z][A-Za-z]{0,9}(?:-[A-Z]{1,8})*-?\d+(?:[.-]\d+)*\b`)
	number = pattern.New(`^\d{1,2}(?:(?:\.\d{1,2}){1,2}[a-z]?)?\b`)
	noun   = pattern.New(`^(?i:(` + alternatives("task|step|story|epic|phase|module", words) + `))[\s*_]*#?`)
	cited  = pattern.New(`(?i)(?:^|[^\pL\pN.-])(?:` + alternatives("task|story|epic|phase", words) + `)\s*\d`)
	// joins is what stands before and between the names of a list: "1.2 and, for the lock, on 1.4".
	joins = pattern.New(`(?i)^(?:, for [^,.;]{1,40},|[\s:：,，、;/&+*\x60\[\]()（）–-]|(?:and|or|to|und|et|e|y|en|och|og|i|bis|on|the|von|der|den|de|la|le|les|des|del)\b|(?:и|à)\s|和|与|及|至)+`)
)

// needles are what lines hold, in lower case, that may say something: large expressions are slow, and few
// lines do.
var (
	needing = needles("needs")
	citing  = needles("task|story|epic|phase")
)

// short is the length of words that stand within many others.
const short = 4

func needles(titles string) (all []string) {
	for line := range strings.Lines(words) {
		fields := strings.Fields(line)
		if len(fields) < 2 || !slices.Contains(strings.Split(titles, "|"), fields[0]) {
			continue
		}
		for _, word := range fields[1:] {
			if word = strings.ReplaceAll(word, "_", " "); len(word) <= short && word[0] < 0x80 && word[0] != '(' {
				all = append(all, " "+word+" ", "("+word+" ", "*"+word+" ", word+":")
			} else {
				all = append(all, word)
			}
		}
	}
	return all
}

// mayHold tells whether a text has a digit and one of some needles.
func mayHold(text string, all []string) bool {
	if !strings.ContainsAny(text, "0123456789") {
		return false
	}
	lower := " " + strings.ToLower(text)
	return slices.ContainsFunc(all, func(needle string) bool { return strings.Contains(lower, needle) })
}

// alternatives are the words of the lines of a list that begin with some titles, longer ones first.
func alternatives(titles, list string) string {
	var all []string
	for line := range strings.Lines(list) {
		fields := strings.Fields(line)
		if len(fields) > 1 && slices.Contains(strings.Split(titles, "|"), fields[0]) {
			all = append(all, fields[1:]...)
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
	return strings.NewReplacer("_", `\s+`, "(", `\(`).Replace(strings.Join(all, "|"))
}

// kindsOf reads what each word that steps are called by says.
func kindsOf(list string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(list) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] != "needs" && fields[0] != "#" {
			for _, word := range fields[1:] {
				all[strings.ReplaceAll(word, "_", " ")] = fields[0]
			}
		}
	}
	return all
}

// Begins returns the step that a text begins with.
func Begins(text string) (Name, bool) {
	if at := code.FindString(text); at != "" && !kindWord(at) {
		return Name{text: at, id: at}, true
	}
	kind, rest := kindOf(text)
	at := number.FindString(rest)
	if at == "" || kind == "" && strings.HasPrefix(rest[len(at):], "%") {
		return Name{}, false
	}
	return Name{text: text[:len(text)-len(rest)] + at, kind: kind, number: at}, true
}

// kindWord tells whether an ID is a word and a number in one: Task3.
func kindWord(id string) bool {
	_, is := kinds[strings.ToLower(strings.TrimRight(id, "0123456789."))]
	return is
}

// kindOf returns what the word that a text begins with says of a step, and the text behind it.
func kindOf(text string) (kind, rest string) {
	m := noun.FindStringSubmatchIndex(text)
	if m == nil || number.FindString(text[m[1]:]) == "" {
		return "", text
	}
	return kinds[strings.Join(strings.Fields(strings.ToLower(text[m[2]:m[3]])), " ")], text[m[1]:]
}

// listed returns the steps that a text begins with, up to the first other word: what comes after
// "depends on T001, T002" may be about anything. A number alone is one of the kind that was named
// before it, or that the step is of which it is said. The rest is what comes behind them.
func listed(text string, of Name) (names []Name, rest string) {
	kind, said := of.kind, false
	text = strings.ReplaceAll(text, "_", " ") // which marks the whole line: _Depends: 1.1, 4.2_
	for {
		text = text[len(joins.FindString(text)):]
		if word, rest := kindOf(text); word != "" {
			kind, said, text = word, true, rest
		}
		name, ok := Begins(text)
		if !ok || name.id == "" && !said && (counts.MatchString(text[len(name.text):]) || !name.deep() && !alone(text[len(name.text):])) {
			return names, text
		}
		text = text[len(name.text):]
		names = append(names, name.of(kind))
	}
}

// of returns the name of a step that is called by its number alone as one of a kind.
func (n Name) of(kind string) Name {
	if n.id == "" {
		n.kind = kind
		if kind != "" && kind != "task" && kind != "step" {
			n.text = strings.ToUpper(kind[:1]) + kind[1:] + " " + n.number
		}
	}
	return n
}

// counts is behind a number that counts or measures something: no step is called so.
var counts = pattern.New(`^ ?(?:%|°|(?:m?s|min|h|k?g|[kcm]?m|[kKMGT]i?B|[mk]?[VAW]|[kMG]?Hz|l|EUR|USD|px|pt|x)\b|(?:seconds?|minutes?|hours?|days?|weeks?|times|percent)\b|[秒分时天周月次个])`)

// alone is what stands behind a whole number that counts nothing.
func alone(rest string) bool {
	return rest == "" || strings.ContainsAny(rest[:1], "),.;") || rest[0] == ' ' && len(joins.FindString(rest)) > 1
}

// Key returns the key of a step that a document names.
func Key(d *document.Document, text string) string {
	name, _ := Begins(text)
	return name.key(d)
}

// Cited is a step that a text names by its word and its number, and where.
type Cited struct {
	Kind, Number string
	At           document.Span
}

// Cites returns the steps that a text names: task 4.1, stories 2.1 and 2.3, Epic 4.
func Cites(text string) (all []Cited) {
	start := 0
	for line := range strings.Lines(text) {
		for _, c := range citesIn(line) {
			all = append(all, Cited{c.Kind, c.Number, document.Span{Start: start + c.At.Start, End: start + c.At.End}})
		}
		start += len(line)
	}
	return all
}

func citesIn(text string) (all []Cited) {
	if !mayHold(text, citing) {
		return nil
	}
	for _, m := range cited.FindAllStringIndex(text, 200) {
		at := m[0]
		for noun.FindStringIndex(text[at:]) == nil && at < m[1] {
			at++
		}
		kind, rest := kindOf(text[at:])
		names, _ := listed(rest, Name{kind: kind})
		for _, n := range names {
			at = len(text) - len(rest) + strings.Index(rest, n.number)
			if rest = text[at+len(n.number):]; n.id == "" && counted(kind, n) {
				all = append(all, Cited{kind, n.number, document.Span{Start: at, End: at + len(n.number)}})
			}
		}
	}
	return all
}

// Part returns the number of a task that is needed, and whether it is one of a part: 4.1.
func (n Need) Part() (number string, deep bool) {
	name, _ := Begins(n.Name)
	return name.number, name.deep() && (name.kind == "" || name.kind == "task")
}

// Worded tells whether a step is called by a word and a number.
func (s *Step) Worded() bool {
	name, _ := Begins(s.Name)
	return name.kind != ""
}

// counted tells whether a number is one that steps of a kind are counted by: tasks and stories are parts.
func counted(kind string, n Name) bool {
	return n.deep() == (kind == "task" || kind == "story") && kind != "step" && kind != "module"
}

// Counted returns the kind and the number of a step where those of its kind are counted: 4.1, Story 2.3, Epic 4.
func (s *Step) Counted() (kind, number string) {
	name, _ := Begins(s.Name)
	if name.kind == "" && name.id == "" {
		name.kind = "task"
	}
	if name.id != "" || !counted(name.kind, name) {
		return "", ""
	}
	return name.kind, name.number
}
