package facts

import (
	_ "embed"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

//go:embed words/choices.txt
var choiceWords string

// family is what a product has one of for one purpose: a database, a queue.
type family struct {
	id    int
	heads []string // what the purpose is called
	sole  bool     // whether a product has only one whatever for
}

// member is one name of a family, by the stems of its words.
type member struct {
	*family
	words []string
	long  []int  // how many bytes each word has as it is written
	name  string // the same for all spellings
}

// choice is what a statement says is used.
type choice struct {
	*statement
	*member
	terms   []string
	at      document.Span
	version string
}

// choices finds names by the stem they begin with, and Chinese ones by themselves.
type choices struct {
	begin map[string][]member
	han   []member
}

func readChoices(words lexicon, list string) *choices {
	all := &choices{begin: map[string][]member{}}
	for i, line := range linesOf(list) {
		bar := slices.Index(line, "|")
		if bar < 0 {
			continue
		}
		of := &family{id: i, sole: line[0] == "!"}
		for _, head := range line[:bar] {
			of.heads = append(of.heads, head, words.stem(head))
		}
		for _, names := range line[bar+1:] {
			first, _, _ := strings.Cut(names, "=")
			for name := range strings.SplitSeq(names, "=") {
				m := member{family: of, name: strings.ReplaceAll(first, "_", " ")}
				if name[0] >= 0x80 {
					m.words = []string{name}
					all.han = append(all.han, m)
					continue
				}
				for _, t := range words.tokens(strings.ReplaceAll(name, "_", " ")) {
					m.words, m.long = append(m.words, t.stem), append(m.long, t.end-t.start)
				}
				if len(m.words) > 0 {
					all.begin[m.words[0]] = append(all.begin[m.words[0]], m)
				}
			}
		}
	}
	for _, list := range all.begin {
		slices.SortStableFunc(list, func(a, b member) int { return len(b.words) - len(a.words) })
	}
	return all
}

var (
	// notChosen is a statement that names what is not used, or used elsewhere.
	notChosen = pattern.New(`(?i)^\W*(?:rationale|reason|why|alternatives?|理由|备选)\b|\b(?:not|no|none|never|without|instead|unlike|avoid\w*|migrat\w*|remov\w*|replac\w*|legacy|existing|alternatives?|consider\w*|reject\w*|compatib\w*|similar|like|such as|e\.g|import\w*|third[- ]party|external|export\w* to|or)\b|不|非|替代|备选|考虑|迁移|兼容|现有|类似|或|外部|第三方`)
	versionAt = pattern.New(`^\s*(?:v|version |版本 ?)?(\d{1,2}(?:\.\d{1,2}){0,2})(\+|\.x| or (?:later|newer|above)|及以上|以上)?`)
	ofNodes   = pattern.New(`(?i)^\s*-?(?:nodes?|replicas?|shards?|instances?|clusters?|servers?|节点|个|台|副本|分片|主|从|实例)`)
	orLater   = pattern.New(`^(?:\+|\.x| ?(?:or|and) (?:later|newer|above|higher|\d)|及以上|以上)`)
)

// endsLongerName tells whether a name of one word ends a longer one, whose version is its own: Lucide React 1.7.
func endsLongerName(m *member, before string) bool {
	word := nameBefore.FindStringSubmatch(before)
	return len(m.words) == 1 && word != nil && !noPartOfName.MatchString(word[1])
}

var (
	nameBefore = pattern.New(`(?:^|[^\pL\d.])(\p{Lu}\p{Ll}{2,}) $`)
	// noPartOfName are verbs, makers and kinds of things that names follow, with a capital at the beginning of a line.
	noPartOfName = pattern.New(`^(?:Use[sd]?|Using|Upgrade[sd]?|Install(?:ed)?|Add(?:ed)?|Adopt(?:ed)?|Buil[dt]|Migrated?|Runs?|Pin(?:ned)?|Requires?|Targets?|Keep|Cho[os]se|Supports?|Needs?|Deploy(?:ed)?|Via|With|And|The|For|From|Frontend|Backend|Client|Server|Framework|Language|Runtime|Database|Version|Apache|Google|Microsoft|Oracle|Meta|Amazon|Eclipse|Mozilla|Latest|Current(?:ly)?|Managed|Hosted|Embedded)$`)
)

// openEnded ends a list of examples: what a product deals with, and not what it uses.
var openEnded = pattern.New(`(?i),? (?:etc\b|and others?\b|and more\b|or others?\b)`)

// choicesIn returns what a statement says is used.
func (x *choices) choicesIn(w *weights, s *statement) (all []choice) {
	if len(s.text) > longest || s.spoken || outcomeOf(s.text) > 0 || openEnded.MatchString(s.text) {
		return nil
	}
	add := func(m *member, start, end int) {
		if notChosen.MatchString(clauseAt(s.text, start, end)) || strings.Count(s.text[:start], `"`)%2 == 1 {
			return // not chosen, or what a page says
		}
		c := choice{statement: s, member: m, at: document.Span{Start: s.at.Start + start, End: s.at.Start + end}}
		if v := versionAt.FindStringSubmatch(s.text[min(end, len(s.text)):]); v != nil && v[2] == "" && !ofNodes.MatchString(s.text[min(end+len(v[0]), len(s.text)):]) && !endsLongerName(m, s.text[:start]) {
			c.version = v[1]
		} else if s.table != nil && len(s.text) == end-start+strings.Count(s.text, " ")-strings.Count(s.text[start:end], " ") {
			c.version = versionBeside(s)
		}
		all = append(all, c)
	}
	tokens := w.tokens(s.text)
	for i := 0; i < len(tokens); i++ {
		list := x.begin[tokens[i].stem]
		for j := range list {
			if n := list[j].at(tokens[i:], s.text, s.key); n > 0 {
				add(&list[j], tokens[i].start, tokens[i+n-1].end)
				i += n - 1
				break
			}
		}
	}
	for j := range x.han {
		if at := strings.Index(s.text, x.han[j].words[0]); at >= 0 {
			add(&x.han[j], at, at+len(x.han[j].words[0]))
		}
	}
	if len(all) == 0 {
		return nil
	}
	terms := without(w.terms(s.text+" "+s.label+" "+s.around), nil)
	for i := range all {
		all[i].terms = terms
	}
	return all
}

// standard is a name in capitals with the version of it: OCPP 2.0.1.
var standard = pattern.New(`\b([A-Z][A-Z0-9]{2,4}|OpenAPI|OAuth) v?(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?)(?:[^\d.+%]|\.(?:\D|$)|$)`)

// kindOfThing is a word in capitals that names no standard.
var kindOfThing = pattern.New(`^(?:API|CLI|SDK|ORM|CSS|PHP|THEN|WHEN|MUST|ADR|PRD|EPIC|TASK|STEP|PHASE)$`)

// standardsIn returns the standards that a statement says are used, of no family.
func standardsIn(s *statement) (all []choice) {
	if s.spoken || s.key || outcomeOf(s.text) > 0 {
		return nil
	}
	for _, m := range standard.FindAllStringSubmatchIndex(s.text, 4) {
		name := s.text[m[2]:m[3]]
		if _, unit := units[strings.ToLower(name)]; unit || kindOfThing.MatchString(name) || notChosen.MatchString(clauseAt(s.text, m[2], m[5])) || orLater.MatchString(s.text[m[5]:]) {
			continue
		}
		at := document.Span{Start: s.at.Start + m[2], End: s.at.Start + m[3]}
		all = append(all, choice{statement: s, member: &member{family: &family{id: -1}, name: name}, at: at, version: s.text[m[4]:m[5]]})
	}
	return all
}

// versionBeside returns the version that the row of a name gives in a column of its own.
func versionBeside(s *statement) string {
	for _, row := range s.table.Rows {
		if row[0].Start > s.at.Start || row[len(row)-1].End < s.at.End {
			continue
		}
		for i, head := range s.table.Header {
			if v := versionAt.FindStringSubmatch(strings.Trim(row[i].Text, "`*^~ ")); versionTitle.MatchString(head.Text) && v != nil && v[2] == "" {
				return v[1]
			}
		}
	}
	return ""
}

var versionTitle = pattern.New(`(?i)^\W*versions?\W*$|^版本`)

// clauseAt returns the clause of a text that holds a part of it.
func clauseAt(text string, start, end int) string {
	const marks = ",;:.，；：。"
	from := strings.LastIndexAny(text[:start], marks) + 1
	if to := strings.IndexAny(text[end:], marks); to >= 0 {
		return text[from : end+to]
	}
	return text[from:]
}

// at returns how many tokens the name takes at the beginning of some. Short names are names
// only with a capital letter, Go and REST, but in a setting: "image: mysql:8.4".
func (m *member) at(tokens []token, text string, setting bool) int {
	if len(tokens) < len(m.words) {
		return 0
	}
	for i, word := range m.words {
		const plural = 2 // bytes; an expression is of the same stem as Express and no framework, nor is NAT one of NATS
		if long := tokens[i].end - tokens[i].start; tokens[i].stem != word || long > m.long[i]+plural || long < m.long[i] {
			return 0
		}
	}
	if first := text[tokens[0].start]; !setting && len(m.words) == 1 && tokens[0].end-tokens[0].start <= 7 && first >= 'a' && first <= 'z' {
		return 0
	}
	return len(m.words)
}

// purposes returns the words that say what a choice is for: those of its family's purposes,
// as one, and all others of its statement but its name.
func (c *choice) purpose() bool {
	return slices.ContainsFunc(c.heads, func(head string) bool {
		return strings.IndexByte(head, 0) < 0 && (slices.Contains(c.terms, meant(head)) || head[0] >= 0x80 && strings.Contains(c.text+c.label, head))
	})
}

// chosenApart reports that two documents choose two things for one purpose, and neither
// names what the other has chosen; and that they choose two versions of one thing.
func chosenApart(f *Found, w *weights, all []statement, docs []*document.Document) {
	known := readChoices(w.lexicon, choiceWords)
	type key struct {
		doc    *document.Document
		family int
	}
	of := map[key][]choice{}
	versions := map[string][]choice{}
	for i := range all {
		for _, c := range append(known.choicesIn(w, &all[i]), standardsIn(&all[i])...) {
			if k := (key{c.doc, c.id}); c.id >= 0 && len(of[k]) < maxHolders {
				of[k] = append(of[k], c)
			}
			if c.version != "" && len(versions[c.name]) < maxHolders {
				versions[c.name] = append(versions[c.name], c)
			}
		}
	}
	naming := map[int][]*document.Document{}
	for _, d := range docs {
		for id := range linesOf(choiceWords) {
			k := key{d, id}
			if len(of[k]) == 0 {
				continue
			}
			for _, other := range naming[id] {
				apartOn(f, w, of[key{other, id}], of[k])
			}
			if len(naming[id]) < maxHolders {
				naming[id] = append(naming[id], d)
			}
		}
	}
	otherVersions(f, versions)
}

// What two choices of one family share for being of one purpose: all that their families' names
// for it do not say, and a little where their documents share another choice of the family.
const (
	onePurpose  = .8
	otherStores = .3
)

// apartOn reports the first choice of a document that another document makes otherwise. What both
// name is none: a system may have two of a kind, each for a purpose of its own.
func apartOn(f *Found, w *weights, early, late []choice) {
	f.look(Values, late[0].doc)
	named := func(list []choice, c choice) bool {
		return slices.ContainsFunc(list, func(o choice) bool { return o.name == c.name })
	}
	several := slices.ContainsFunc(early, func(a choice) bool { return named(late, a) })
	for _, b := range late {
		for _, a := range early {
			if named(early, b) || named(late, a) {
				continue
			}
			shared := 0.0
			for _, term := range a.terms {
				if slices.Contains(b.terms, term) && !slices.Contains(b.heads, term) {
					shared += w.weight(term)
				}
			}
			purposes := a.purpose() && b.purpose()
			if !several && (a.sole || purposes || shared >= onePurpose) || several && purposes && shared >= otherStores {
				f.report(between(Values, Place{a.doc, a.statement.at}, Place{b.doc, b.statement.at}, a.doc.Slice(a.at), b.doc.Slice(b.at)))
				return
			}
		}
	}
}

// otherVersions reports two versions of one thing.
func otherVersions(f *Found, of map[string][]choice) {
	names := make([]string, 0, len(of))
	for name := range of {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		list := of[name]
		if list[0].id < 0 && severalIn(list) {
			continue // its parts are numbered as well, or it is compared
		}
		for i := range list {
			if i > 0 && !agree(list[i].version, list[0].version) && (list[i].doc != list[0].doc || list[i].section != list[0].section) {
				a, b := list[0], list[i]
				says := func(c choice) string { return c.doc.Slice(c.at) + " " + c.version }
				f.report(between(Values, Place{a.doc, a.statement.at}, Place{b.doc, b.statement.at}, says(a), says(b)))
				break
			}
		}
	}
}

// severalIn tells whether one document names more than one version of a thing.
func severalIn(list []choice) bool {
	first := map[*document.Document]string{}
	return slices.ContainsFunc(list, func(c choice) bool {
		version, known := first[c.doc]
		first[c.doc] = c.version
		return known && version != c.version
	})
}

// agree tells whether one of two versions is the other, or begins with it.
func agree(a, b string) bool {
	return strings.HasPrefix(a+".", b+".") || strings.HasPrefix(b+".", a+".")
}
