package facts

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
	"discussd/internal/text/runs"
	"discussd/internal/text/stem"
)

//go:embed words/ignored.txt
var ignoredWords string

//go:embed words/same.txt
var sameWords string

//go:embed words/qualifiers.txt
var qualifierWords string

var (
	ignored    = stemmed(wordSet(ignoredWords))
	meanings   = wordLines(sameWords)
	qualifiers = qualifiersOf(qualifierWords)

	chineseQualifiers = slices.Sorted(func(yield func(string) bool) {
		for word := range qualifiers {
			if word[0] >= 0x80 && !yield(word) {
				return
			}
		}
	})
)

// qualifier is one side of a distinction: "write" of the line "read write".
type qualifier struct {
	line int
	name string
}

// qualifiersOf reads a list whose lines tell things apart. Words joined by a slash are one.
func qualifiersOf(list string) map[string][]qualifier {
	all := map[string][]qualifier{}
	for i, line := range linesOf(list) {
		for _, names := range line {
			name, _, _ := strings.Cut(names, "/")
			for word := range strings.SplitSeq(names, "/") {
				all[word] = append(all[word], qualifier{i + 1, name})
			}
		}
	}
	return all
}

// wordSet reads the words of a list, one or more a line.
func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, line := range linesOf(list) {
		for _, word := range line {
			set[word] = true
		}
	}
	return set
}

// stemmed adds the stems of the words of a set.
func stemmed(set map[string]bool) map[string]bool {
	for word := range wordSet(ignoredWords) {
		set[stem.English(word)] = true
	}
	return set
}

// wordLines reads a list whose lines hold words of one kind: each word with the number of
// its line. A word may stand on several lines.
func wordLines(list string) map[string][]int {
	lines := map[string][]int{}
	for i, line := range linesOf(list) {
		for _, word := range line {
			lines[word] = append(lines[word], i+1)
		}
	}
	return lines
}

func linesOf(list string) (lines [][]string) {
	for line := range strings.Lines(list) {
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			lines = append(lines, words)
		}
	}
	return lines
}

// spaced returns a word of a list with the spaces that "_" stands for.
func spaced(word string) string { return strings.ReplaceAll(word, "_", " ") }

// phrases returns the words of a list by the titles that its lines begin with.
func phrases(list string) map[string][]string {
	words := map[string][]string{}
	for _, line := range linesOf(list) {
		for _, word := range line[1:] {
			words[line[0]] = append(words[line[0]], spaced(word))
		}
	}
	return words
}

// lexicon knows the stems of words, and remembers them: texts say few words often.
type lexicon struct {
	stems   map[string]string
	foreign bool // whether the words are of a language whose stems nobody here knows
	commas  bool // whether a comma parts the decimals of a number, and a full stop thousands
	rounded bool // whether numbers count that are said to be about right
}

// newLexicon returns a lexicon for the language of most of some documents.
func newLexicon(docs ...*document.Document) lexicon {
	foreign, commas := 0, 0
	for _, d := range docs {
		if d.Foreign {
			foreign++
		}
		if decimalCommas(d) {
			commas++
		}
	}
	return lexicon{stems: map[string]string{}, foreign: foreign*2 > len(docs), commas: commas*2 > len(docs)}
}

// decimalCommas tells whether a document writes 0,5 and 2.000, as most of Europe does.
func decimalCommas(d *document.Document) bool {
	return d.Foreign && document.Once(d, "decimal commas", func(d *document.Document) bool {
		return (afterComma.MatchString(d.Text) || thousands.MatchString(d.Text)) && !commaThousands.MatchString(d.Text)
	})
}

var (
	afterComma     = pattern.New(`[ (]\d{1,3},\d{1,2}(?:[^\d,]|$)`)
	thousands      = pattern.New(`[ (]\d{1,3}\.\d{3}(?:[^\d.]|$)`)
	commaThousands = pattern.New(`[ (]\d{1,3},\d{3}(?:[^\d,]|$)`)
)

// plain writes the numbers of a text as in English, at their places.
func (l lexicon) plain(text string) string {
	if !l.commas {
		return text
	}
	plain := []byte(text)
	for i := 1; i+1 < len(plain); i++ {
		if !digit(text[i-1]) || !digit(text[i+1]) {
			continue
		}
		switch rest := text[i+1:]; {
		case text[i] == ',':
			plain[i] = '.'
		case text[i] == '.' && thousandAt(rest) && text[i-1] != '0':
			plain[i] = ' '
		}
	}
	return string(plain)
}

// How many letters of a word tell what it is about in a language whose stems are not known.
// That many are as good as a stemmer in most of Europe (McNamee and Mayfield, Character N-Gram
// Tokenization for European Language Text Retrieval, 2004).
const (
	tellingLetters = 6
	fewestLetters  = 4
)

// stem returns the stem of a word in lower case.
func (l lexicon) stem(word string) string {
	known, ok := l.stems[word]
	if !ok {
		if known = strings.ToLower(word); l.foreign {
			known = firstLetters(known, tellingLetters)
		} else {
			known = stem.English(known)
		}
		if l.stems != nil && len(l.stems) < 1<<15 {
			l.stems[strings.Clone(word)] = known
		}
	}
	return known
}

// terms returns what a text is about: the stems of its English words, those of names
// word by word, and each pair of neighbours among Chinese characters. Words that mean the
// same count as one.
func (l lexicon) terms(text string) []string {
	terms := l.stemsOf(text)
	for i, term := range terms {
		terms[i] = meant(term)
	}
	return terms
}

// stemsOf returns the terms of a text, each as it is.
func (l lexicon) stemsOf(text string) []string {
	var terms []string
	add := func(term string) {
		if !ignored[term] {
			terms = append(terms, term)
		}
	}
	for run := range runs.Of(text, "") {
		switch run.Kind {
		case runs.Chinese:
			for _, pair := range pairs(run.Text) {
				add(pair)
			}
		case runs.Word:
			for _, word := range camel(run.Text) {
				if len(word) > 1 && (!l.foreign || utf8.RuneCountInString(word) >= fewestLetters) && (word[0] < '0' || word[0] > '9') {
					add(l.stem(word))
				}
			}
		}
	}
	return terms
}

// meant returns the term that stands for a term and all that mean the same.
func meant(term string) string {
	if lines := meanings[term]; len(lines) > 0 {
		return "=" + string(rune('0'+lines[0]))
	}
	return term
}

// camel cuts a name such as maxRetries where a capital begins a word.
func camel(name string) []string {
	var words []string
	start, lower := 0, false
	for i, r := range name {
		if unicode.IsUpper(r) && lower {
			words = append(words, name[start:i])
			start = i
		}
		lower = unicode.IsLower(r)
	}
	return append(words, name[start:])
}

// vacant are Chinese characters that join words rather than make them.
const vacant = "的了在是和与或及为对中其将被把从到由以于个每各该此不得必须应当可能会时后前内外上下按则若如有无且并等"

// pairs returns each two neighbours of a run of Chinese characters.
func pairs(text string) []string {
	var all []string
	previous := rune(0)
	for _, r := range text {
		if strings.ContainsRune(vacant, r) {
			previous = 0
			continue
		}
		if previous != 0 {
			all = append(all, string([]rune{previous, r}))
		}
		previous = r
	}
	return all
}

// hanRun returns the Chinese characters a text begins with.
func hanRun(text string) string {
	for i, r := range text {
		if !unicode.Is(unicode.Han, r) {
			return text[:i]
		}
	}
	return text
}

// firstLetters returns the first so many characters of a text.
func firstLetters(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
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

// weights tells how much a term says: terms that stand in few statements say most.
type weights struct {
	lexicon
	counted map[string]int
	of      int
}

// add counts the terms of a document's statements.
func (w *weights) add(d *document.Document) {
	name := "statements with a stem"
	if w.foreign {
		name = "statements with a word's first letters"
	}
	for term, n := range document.Once(d, name, w.termsCounted) {
		w.counted[term] += n
	}
	w.of += len(statementsOf(d))
}

// termsCounted returns in how many statements of a document each term is.
func (l lexicon) termsCounted(d *document.Document) map[string]int {
	counted, seenIn := map[string]int{}, map[string]int{}
	for i, s := range statementsOf(d) {
		for _, term := range l.terms(s.label + " " + s.text) {
			if seenIn[term] != i+1 {
				seenIn[term] = i + 1
				counted[term]++
			}
		}
	}
	return counted
}

// fewStatements is how many a session is taken to have at least: in a handful of sentences no
// word is common.
const fewStatements = 60

// weight is 1 for a term of one statement and 0 for one that all hold.
func (w *weights) weight(term string) float64 {
	n := max(w.counted[term], 1)
	weight := 1 - math.Log(float64(n))/math.Log(float64(max(w.of, fewStatements)+2))
	if term[0] >= 0x80 {
		weight *= .7 // a pair of characters says less than a word
	}
	return weight
}
