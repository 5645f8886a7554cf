package facts

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed words/opposites.txt
var oppositeWords string

// axis is what a thing is one way or the other: synchronous or not, optional or required.
type axis struct {
	id    int
	side  int // 1 or -1
	whole bool
	words []string // the stems of a phrase; "…" is a gap
	chars string   // of a Chinese phrase
	exact string   // the one word of a phrase: a stem is shared by too many
}

// axes finds the phrases of words/opposites.txt in a text: English ones by the stem they
// begin with.
type axes struct {
	begin map[string][]axis
	han   []axis
}

// gap is how many words stand between the parts of a phrase at most.
const gap = 4

func readAxes(words lexicon, list string) *axes {
	all := &axes{begin: map[string][]axis{}}
	id := 0
	for line := range strings.Lines(list) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		id++
		for i, side := range strings.SplitN(line, "|", 2) {
			for phrase := range strings.SplitSeq(side, ",") {
				phrase, whole := strings.CutPrefix(strings.TrimSpace(phrase), "~")
				a := axis{id: id, side: 1 - 2*i, whole: whole}
				if r, _ := utf8.DecodeRuneInString(phrase); unicode.Is(unicode.Han, r) {
					a.chars = phrase
					all.han = append(all.han, a)
					continue
				}
				for _, t := range words.tokens(phrase) {
					a.words = append(a.words, t.stem)
				}
				if a.words = withGaps(a.words, phrase, words); len(a.words) == 1 {
					a.exact = phrase
				}
				all.begin[a.words[0]] = append(all.begin[a.words[0]], a)
			}
		}
	}
	for _, list := range all.begin {
		slices.SortStableFunc(list, func(a, b axis) int { return len(b.words) - len(a.words) })
	}
	slices.SortStableFunc(all.han, func(a, b axis) int { return len(b.chars) - len(a.chars) })
	return all
}

// token is a word of a text with its stem and place. Marks that end clauses are tokens
// without a stem.
type token struct {
	stem       string
	start, end int
}

// tokens returns the words of a text that are not Chinese.
func (l lexicon) tokens(text string) []token {
	var all []token
	start := -1
	flush := func(end int) {
		if start >= 0 {
			all = append(all, token{l.stem(text[start:end]), start, end})
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Han, r):
			if start < 0 {
				start = i
			}
			continue
		case strings.ContainsRune(",;:().，；：（）。", r):
			flush(i)
			all = append(all, token{"", i, i + utf8.RuneLen(r)})
		}
		flush(i)
	}
	flush(len(text))
	return all
}

// stance is what a statement says of a thing on one axis.
type stance struct {
	*statement
	axis
	near  []string        // what the clause is about
	head  []string        // of it, what stands before the phrase: of whom it is said
	terms map[string]bool // what the statement is about, with its headings
	marks map[int][]string
	says  string
}

// withGaps returns the stems of a phrase with its gaps, which are no words.
func withGaps(stems []string, phrase string, words lexicon) []string {
	if !strings.Contains(phrase, "…") {
		return stems
	}
	var all []string
	for _, word := range strings.Fields(phrase) {
		if word == "…" {
			all = append(all, word)
		} else {
			all = append(all, words.stem(word))
		}
	}
	return all
}

// matchAt returns how many tokens a phrase takes at a place, 0 where it does not stand there.
func (a *axis) matchAt(all []token) int {
	i := 0
	for j := 0; j < len(a.words); j++ {
		if a.words[j] != "…" {
			if i >= len(all) || all[i].stem != a.words[j] {
				return 0
			}
			i++
			continue
		}
		j++
		for skipped := 0; i < len(all) && all[i].stem != a.words[j]; i++ {
			if skipped++; skipped > gap || all[i].stem == "" {
				return 0
			}
		}
		if i >= len(all) {
			return 0
		}
		i++
	}
	return i
}

// reach is how many words before a phrase a negation stands that turns it round.
const reach = 3

// negated tells whether a negation stands right before the token at a place.
func negated(all []token, at int) bool {
	for i := at - 1; i >= 0 && i >= at-reach && all[i].stem != ""; i-- {
		switch all[i].stem {
		case "not", "never", "no", "cannot", "without", "t", "neither", "nor", "prevent", "forbid", "refus", "reject", "prohibit", "remov", "elimin", "replac", "avoid", "stop":
			return true
		}
	}
	return false
}

// hanNegated tells whether a negation stands right before a place of a Chinese text.
func hanNegated(before string) bool {
	n := len(before)
	for range 4 {
		r, size := utf8.DecodeLastRuneInString(before[:n])
		if !unicode.Is(unicode.Han, r) {
			return false
		}
		if strings.ContainsRune("不无未非勿禁", r) {
			return true
		}
		n -= size
	}
	return false
}

// stancesOf returns what a statement says on the axes: one of each.
func (x *axes) stancesOf(w *weights, s *statement) []stance {
	if len(s.text) > 400 || scenarioStep.MatchString(s.text) || spokenOf(s.text) || excepted.MatchString(s.text) || s.key || outcomeOf(s.text) > 0 {
		return nil
	}
	var all []stance
	text := []byte(s.text)
	add := func(a axis, start, end int, turned bool) {
		if turned {
			a.side = -a.side
		}
		clause := clauseAt(s.text, start, end)
		before, _, _ := strings.Cut(clause, s.text[start:end])
		phrase := w.terms(strings.Join(a.words, " ") + a.chars)
		all = append(all, stance{statement: s, axis: a, says: strings.TrimSpace(s.text[start:end]),
			near: without(w.terms(clause+" "+s.label), phrase), head: without(w.terms(before+" "+s.row), phrase)})
		v := value{statement: s, marks: map[int][]string{}}
		v.mark(w.lexicon, clause+" "+s.label)
		all[len(all)-1].marks = v.marks
		for i := start; i < end; i++ {
			text[i] = ' '
		}
	}
	column(x, w, s, add)
	tokens := w.tokens(s.text)
	for i := 0; i < len(tokens); i++ {
		for _, a := range x.begin[tokens[i].stem] {
			if n := a.matchAt(tokens[i:]); n > 0 && tokens[i].stem != "" && (a.exact == "" || strings.EqualFold(a.exact, s.text[tokens[i].start:tokens[i].end])) {
				add(a, tokens[i].start, tokens[i+n-1].end, negated(tokens, i) || len(a.words) > 2 && n > 2 && slices.Contains(a.words, "…") && negated(tokens, i+n-1))
				i += n - 1
				break
			}
		}
	}
	if strings.IndexFunc(s.text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) >= 0 {
		for _, a := range x.han {
			if at := strings.Index(string(text), a.chars); at >= 0 {
				add(a, at, at+len(a.chars), hanNegated(s.text[:at]))
			}
		}
	}
	all = slices.DeleteFunc(all, func(a stance) bool { // who says both speaks of two things
		return slices.ContainsFunc(all, func(b stance) bool { return a.id == b.id && a.side != b.side })
	})
	rest := string(text)
	for i := range all {
		if len(all[i].near) == 0 {
			all[i].near = w.terms(rest)
		}
		all[i].terms = map[string]bool{}
		for _, term := range w.terms(s.text + " " + s.label + " " + s.around) {
			all[i].terms[term] = true
		}
	}
	return all
}

// column reads a cell with yes or no below a title that names one side of an axis: Required.
func column(x *axes, w *weights, s *statement, add func(axis, int, int, bool)) {
	word := strings.ToLower(strings.Trim(s.text, " \"'*"))
	if s.table == nil || s.column == 0 || !positive[word] && !negative[word] && word != "✓" && word != "✅" && word != "y" && word != "n" {
		return
	}
	title := w.tokens(s.title)
	for i := range title {
		for _, a := range x.begin[title[i].stem] {
			if a.matchAt(title[i:]) == len(title) {
				add(a, 0, len(s.text), negative[word] || word == "n")
				return
			}
		}
	}
	for _, a := range x.han {
		if strings.HasSuffix(strings.TrimSpace(s.title), a.chars) {
			add(a, 0, len(s.text), negative[word])
			return
		}
	}
}

// without returns the terms that are not among others, each once.
func without(terms, others []string) []string {
	var left []string
	for _, term := range terms {
		if !slices.Contains(others, term) && !slices.Contains(left, term) {
			left = append(left, term)
		}
	}
	return left
}

// clauseAt returns the clause of a text around a part of it.
func clauseAt(text string, start, end int) string {
	const marks = ",;:()，；：（）、。"
	from := strings.LastIndexAny(text[:start], marks) + 1
	for from < start && !utf8.RuneStart(text[from]) {
		from++
	}
	if to := strings.IndexAny(text[end:], marks); to >= 0 {
		return text[from : end+to]
	}
	return text[from:]
}

// cover tells how much of what a statement's clause is about another statement names.
func (s *stance) cover(o *stance, w *weights) (cover, shared float64) {
	whole := 0.0
	for _, term := range s.near {
		whole += w.weight(term)
		if o.terms[term] {
			shared += w.weight(term)
		}
	}
	if whole == 0 {
		return 0, 0
	}
	return shared / whole, shared
}

// How much two statements on the two sides of an axis must share to be about one thing: of
// the one that says less, of the one that says more, and in all.
const (
	stanceMost   = .66
	stanceLeast  = .34
	stanceShared = .45
)

// against tells how surely two statements contradict each other, 0 where they do not.
func (s *stance) against(o *stance, w *weights) float64 {
	if s.id != o.id || s.side == o.side || s.statement == o.statement || s.table != nil && s.table == o.table {
		return 0
	}
	if s.doc == o.doc && s.section == o.section {
		return 0
	}
	if (&value{marks: s.marks}).apart(&value{marks: o.marks}, true) {
		return 0
	}
	if s.whole && o.whole {
		if s.doc == o.doc {
			return 0
		}
		return 1
	}
	if of, other := s.head, o.head; len(of) > 0 && len(other) > 0 && !named(of, o.terms) && !named(other, s.terms) {
		return 0
	}
	a, shared := s.cover(o, w)
	b, other := o.cover(s, w)
	shared = min(shared, other)
	if a == 1 && b == 1 && shared > 0 {
		return 1 + shared
	}
	if shared >= stanceShared && sameHead(s.head, o.head, w) {
		return a + b + shared
	}
	if max(a, b) == 1 && min(a, b) >= .2 && shared >= .6 {
		return a + b + shared
	}
	if max(a, b) < stanceMost || min(a, b) < stanceLeast || shared < stanceShared {
		return 0
	}
	return a + b + shared
}

// named tells whether any of some terms is among others.
func named(terms []string, others map[string]bool) bool {
	return slices.ContainsFunc(terms, func(term string) bool { return others[term] })
}

// sameHead tells whether one of two statements is said of all that the other is said of, and
// that is a thing of its own: two words, or a rare one.
func sameHead(a, b []string, w *weights) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	whole := 0.0
	for _, term := range a {
		if !slices.Contains(b, term) {
			return false
		}
		whole += w.weight(term)
	}
	return whole >= stanceShared && len(b) <= 2*len(a)
}

// opposed reports statements of which one says the opposite of the other.
func opposed(f *Found, w *weights, all []statement) {
	axes := readAxes(w.lexicon, oppositeWords)
	sides := map[int][]stance{}
	total := 0
	for i := range all {
		for _, s := range axes.stancesOf(w, &all[i]) {
			if total++; total > most || len(sides[s.id*s.side]) > maxDemands {
				break
			}
			f.look(Demands, s.doc)
			sides[s.id*s.side] = append(sides[s.id*s.side], s)
		}
	}
	told := map[Place]bool{}
	for _, id := range sortedKeys(sides) {
		if id < 0 {
			continue
		}
		for i := range sides[id] {
			one := &sides[id][i]
			var best *stance
			most := 0.0
			for j := range sides[-id] {
				if sure := one.against(&sides[-id][j], w); sure > most {
					best, most = &sides[-id][j], sure
				}
			}
			if best == nil {
				continue
			}
			if c := between(Demands, Place{one.doc, one.at}, Place{best.doc, best.at}, one.says, best.says); !told[c.Here] {
				told[c.Here] = true
				f.report(c)
			}
		}
	}
}

func sortedKeys[V any](of map[int]V) []int {
	keys := make([]int, 0, len(of))
	for key := range of {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
