package timeline

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"discussd/internal/text/runs"
	"discussd/internal/text/stem"
)

// gist is what a statement is about, for comparing it with others.
type gist struct {
	normal    string              // the words without case, width and punctuation
	words     map[string]struct{} // stems of words that are not Chinese
	run       []rune              // Chinese characters, in their order
	pairs     map[string]struct{} // of neighbours among these, or one that stands alone
	order     []string            // the same, in their order
	names     map[string]bool     // those that only one thing is called: JWT, REQ-003, src/auth.go
	numbers   string
	negations int
}

// normal is a text without the ways of writing it: case, full and half width,
// punctuation.
func normal(text string) string {
	words := strings.FieldsFunc(strings.ToLower(width.Fold.String(text)), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsPunct(r) && !strings.ContainsRune("%#@/&", r)
	})
	return strings.Join(words, " ")
}

func gistOf(text string) gist {
	text = width.Fold.String(text)
	g := gist{normal: normal(text), words: map[string]struct{}{}, names: map[string]bool{}, pairs: map[string]struct{}{}}
	first := true
	for run := range runs.Of(text, "._-/:'’") {
		switch run.Kind {
		case runs.Mark:
			continue
		case runs.Chinese:
			g.chinese(run.Text)
		default:
			g.latin(run.Text, first)
		}
		first = false
	}
	return g
}

// latin takes in a word. The first one of a text has a capital in any case.
func (g *gist) latin(word string, first bool) {
	lower := strings.ToLower(strings.ReplaceAll(word, "’", "'"))
	switch {
	case unicode.IsDigit([]rune(word)[0]):
		unit := strings.TrimLeft(lower, "0123456789.:/-")
		g.numbers += strings.TrimSuffix(lower, unit) + " "
		if unit != "" {
			g.word(unit)
		}
		return
	case strings.HasSuffix(lower, "n't") || slices.Contains(denying, lower):
		g.negations++
		return
	case slices.Contains(stopWords, lower):
		return
	case isName(word, first):
		g.names[g.word(lower)] = true
		return
	}
	for part := range strings.FieldsFuncSeq(lower, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		g.word(part)
	}
}

// word adds a word and returns its stem.
func (g *gist) word(word string) string {
	word = stem.English(word)
	g.words[word] = struct{}{}
	g.order = append(g.order, word)
	return word
}

// isName tells whether a word is what one thing alone is called.
func isName(word string, first bool) bool {
	for i, r := range word {
		if unicode.IsDigit(r) || strings.ContainsRune("_/:.", r) || unicode.IsUpper(r) && (i > 0 || !first) {
			return true
		}
	}
	return false
}

// denying are words that turn a statement into its opposite.
var denying = []string{"no", "not", "never", "without", "cannot", "non", "none", "neither", "nor", "lack", "lacks", "lacking", "missing", "absent"}

// stopWords say nothing about what a statement is about.
var stopWords = []string{
	"a", "an", "and", "are", "as", "at", "be", "been", "by", "do", "does", "for", "from", "has", "have", "in", "into", "is", "it", "its", "of", "on", "or",
	"so", "that", "the", "their", "there", "they", "this", "to", "was", "we", "were", "when", "which", "will", "with", "currently", "also", "how", "what", "where", "who", "why",
}

// chinese takes in a run of Chinese characters: what denies is counted, what only
// joins separates.
func (g *gist) chinese(run string) {
	run = innocent.Replace(run)
	for _, no := range []string{"没有", "缺少", "缺乏", "不", "没", "无", "未", "非"} {
		g.negations += strings.Count(run, no)
		run = strings.ReplaceAll(run, no, " ")
	}
	for part := range strings.FieldsFuncSeq(run, func(r rune) bool { return strings.ContainsRune(" 的了与和是被把在该已也都", r) }) {
		g.run = append(g.run, []rune(part)...)
		for piece := range strings.FieldsSeq(asking.Replace(part)) {
			g.pair([]rune(piece))
		}
	}
}

func (g *gist) pair(runes []rune) {
	if len(runes) == 1 {
		g.pairs[string(runes)] = struct{}{}
	}
	for i := 1; i < len(runes); i++ {
		g.pairs[string(runes[i-1:i+1])] = struct{}{}
	}
}

// asking are words that questions have in common, whatever they ask about.
var asking = strings.NewReplacer("为什么", " ", "什么", " ", "怎么", " ", "如何", " ", "为何", " ", "是否", " ", "哪些", " ", "哪个", " ", "多少", " ", "吗", " ", "呢", " ")

// innocent are words in which a character that denies elsewhere denies nothing.
var innocent = strings.NewReplacer("非常", "很", "无论", "任", "不仅", "仅", "未来", "将来", "不断", "常", "不同", "异", "仅", "只")

// enough is the part of the longer of two wordings that the shorter one must have
// for them to be one statement. It was set on the labelled pairs in testdata so
// that none that differ are taken for the same.
const enough = 0.6

// same tells whether two statements say the same in other words: one says nothing
// that the other does not, and not much less. For that, every word of it must stand
// in the other one, in any order; Chinese, which does not show where words begin,
// must have its characters in the same order. Against it speak other numbers, a
// denial in one of them alone, and the same names in another order. What is not
// recognised costs a confirmation; what is taken for the same by mistake becomes an
// established fact.
func (g gist) same(other gist) bool {
	switch {
	case g.normal == other.normal:
		return true
	case g.numbers != other.numbers, g.negations%2 != other.negations%2:
		return false
	}
	return (g.within(other) || other.within(g)) && slices.Equal(g.named(other), other.named(g))
}

// named lists the names that stand in both statements, in the order of this one. At
// the beginning of one, only the other tells that a word is a name.
func (g gist) named(other gist) []string {
	return slices.DeleteFunc(slices.Clone(g.order), func(word string) bool {
		_, shared := other.words[word]
		return !shared || !g.names[word] && !other.names[word]
	})
}

// within tells whether a statement says nothing that another one does not, and not
// much less.
func (g gist) within(other gist) bool {
	for word := range g.words {
		if _, ok := other.words[word]; !ok {
			return false
		}
	}
	at := 0
	for _, r := range other.run {
		if at < len(g.run) && r == g.run[at] {
			at++
		}
	}
	return at == len(g.run) && g.length() > 0 && g.length() >= enough*other.length()
}

// length is how much a statement says, in words: a Chinese one has two characters.
func (g gist) length() float64 { return float64(len(g.words)) + float64(len(g.run))/2 }

// nearness is the share of the words of a text that a statement has, 0 to 1; of a
// text of several sentences, that of the nearest one.
func nearness(g gist, sentences []gist) float64 {
	nearest := 0.0
	for _, s := range sentences {
		all := len(s.words) + len(s.pairs)
		nearest = max(nearest, float64(shared(s.words, g.words)+shared(s.pairs, g.pairs))/float64(all))
	}
	return nearest
}

func shared(a, b map[string]struct{}) int {
	n := 0
	for word := range a {
		if _, ok := b[word]; ok {
			n++
		}
	}
	return n
}

// sentences are the gists of the sentences of a text.
func sentences(text string) []gist {
	var list []gist
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("\n?？!！。;；", r) }) {
		if g := gistOf(part); len(g.words)+len(g.pairs) > 0 {
			list = append(list, g)
		}
	}
	return list
}
