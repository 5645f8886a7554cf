package relevance

import (
	"bytes"
	"cmp"
	_ "embed"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"discussd/critique"
	"discussd/internal/text/terms"
)

// vocabulary is what a text is about: its distinct unusual words by their beginnings, and pairs of
// Chinese characters.
type vocabulary struct {
	words   counts // of alphabets, and numbers
	pairs   counts // of Chinese characters
	latin   int    // running words of an alphabet
	english int    // of those, function words of English
	chinese int    // running Chinese characters
}

func (v *vocabulary) add(text string) {
	if v.words == nil {
		v.words, v.pairs = counts{}, counts{}
	}
	before := ""
	for _, term := range terms.Of(text) {
		if terms.IsHan(term) {
			v.chinese++
			if pair := before + term; before != "" && !generic()[pair] && !strings.Contains(functionCharacters, before) && !strings.Contains(functionCharacters, term) {
				v.pairs[pair]++
			}
			before = term
			continue
		}
		before = ""
		if !terms.IsNumber(term) {
			v.latin++
		}
		switch {
		case isStop(term):
			v.english++
		case len(term) < 3 || generic()[term]:
		default:
			v.words[stemmed(term)]++
		}
	}
}

// stemmed is the beginning of a word, which its forms share.
func stemmed(word string) string {
	const length = 6
	for i, n := 0, 0; i < len(word); n++ {
		if n == length {
			return word[:i]
		}
		_, size := utf8.DecodeRuneInString(word[i:])
		i += size
	}
	return strings.TrimSuffix(word, "s")
}

// length is about how many words a text has: a word of Chinese takes some two characters.
func (v *vocabulary) length() int { return v.latin + v.chinese*3/5 }

// The languages that vocabularies can be compared in.
type language int

const (
	unknown language = iota
	english
	chinese
)

func (v *vocabulary) language() language {
	const rare = 33 // one English word in so many is a function word, at least
	switch {
	case v.chinese > v.latin:
		return chinese
	case v.english*rare >= v.latin && v.latin > 0:
		return english
	}
	return unknown
}

const (
	longEnough    = 60    // words an answer must have to be called foreign
	leastOwn      = 15    // of its own words; with fewer nobody can tell
	topics        = 60    // the documents' most frequent words, which tell what they are about
	mostTopics    = 0.1   // of an answer's words, that may be topics of documents it is not about
	byChance      = 0.013 // of an answer's words, times the root of the documents', that they share by chance
	chineseChance = 0.003 // the same for pairs of characters, of which there are more
	foreignTerms  = 8     // names in another alphabet, of which none is in the documents
	bothLanguages = 5     // a document has two languages if each has one word in so many
)

// IsForeign tells whether an answer is long enough and shares almost no vocabulary with the documents.
// An answer in another language shares names and numbers, if it holds enough of them.
func IsForeign(said string, documents []critique.Document) bool {
	var mine, theirs vocabulary
	mine.add(said)
	if mine.length() < longEnough {
		return false
	}
	for _, document := range documents {
		theirs.add(document.Path)
		theirs.add(string(bytes.ToValidUTF8(document.Content, nil)))
	}
	switch speaks := mine.language(); {
	case speaks == chinese && theirs.chinese*bothLanguages < theirs.length():
		return len(mine.words) >= foreignTerms && mine.words.in(theirs.words) == 0
	case speaks == chinese:
		return mine.all().few(theirs.all(), chineseChance)
	case speaks != english || theirs.latin*bothLanguages < theirs.length() || theirs.language() == unknown:
		return false
	}
	return mine.words.few(theirs.words, byChance)
}

// counts says how often each word occurs.
type counts map[string]int

func (v *vocabulary) all() counts {
	all := maps.Clone(v.words)
	maps.Copy(all, v.pairs)
	return all
}

func (c counts) in(others counts) int {
	count := 0
	for word := range c {
		if others[word] > 0 {
			count++
		}
	}
	return count
}

func (c counts) top(most int) counts {
	words := slices.SortedFunc(maps.Keys(c), func(a, b string) int {
		return cmp.Or(cmp.Compare(c[b], c[a]), cmp.Compare(a, b))
	})
	top := counts{}
	for _, word := range words[:min(most, len(words))] {
		top[word] = c[word]
	}
	return top
}

// few tells whether an answer shares no more words with documents than unrelated texts do, which is
// more the longer they are.
func (c counts) few(documents counts, chance float64) bool {
	if len(c) < leastOwn || len(documents) < leastOwn {
		return false
	}
	all := float64(len(c))
	return float64(c.in(documents)) < chance*math.Sqrt(float64(len(documents)))*all &&
		float64(c.in(documents.top(topics))) < mostTopics*all
}

// functionWords are the words of English that no other language has in such numbers.
const functionWords = ` the and of to is are that for with this not be it as on by from or which has have been was were will would should could can may must does do did but if when than then there their they them these those its into what who how why any all each every some such only also more most less very too so because while where whether about between after before over under without within out up own same other another both either neither nor `

// functionCharacters are those of Chinese that say nothing by themselves.
const functionCharacters = "的了和是在有不没为与及等对中也都就而或但并未于以从到被把将可能会应该要需这那其此一个些各每很更最较只仅还又再已上下内外前后时之者所无非请您我你他们得着过给让使用由向"

// IsOwn tells whether a term is a word that not every review and every document uses.
func IsOwn(term string) bool {
	return len(term) > 2 && !isStop(term) && !generic()[term] && !terms.IsHan(term)
}

func isStop(term string) bool { return strings.Contains(functionWords, " "+term+" ") }

// genericWords are words of all reviews and specifications, which tell nothing of the topic.
//
//go:embed words/generic.txt
var genericWords string

// generic is the set of those words, the English ones in the plural too.
var generic = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(genericWords) {
		words[word] = true
		words[word+"s"] = true
	}
	return words
})
