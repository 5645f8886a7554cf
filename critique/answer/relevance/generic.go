package relevance

import (
	_ "embed"
	"strings"
	"sync"

	"discussd/internal/text/terms"
)

// functionWords are the words of English that no other language has in such numbers.
const functionWords = ` the and of to is are that for with this not be it as on by from or which has have been was were will would should could can may must does do did but if when than then there their they them these those its into what who how why any all each every some such only also more most less very too so because while where whether about between after before over under without within out up own same other another both either neither nor `

// functionCharacters are those of Chinese that say nothing by themselves.
const functionCharacters = "的了和是在有不没为与及等对中也都就而或但并未于以从到被把将可能会应该要需这那其此一个些各每很更最较只仅还又再已上下内外前后时之者所无非请您我你他们得着过给让使用由向"

// IsOwn tells whether a term is a word that not every review and every document uses.
func IsOwn(term string) bool {
	return len(term) > 2 && !isStop(term) && !generic()[term] && !terms.IsHan(term)
}

func isStop(term string) bool { return strings.Contains(functionWords, " "+term+" ") }

// genericWords are the words that reviews and specifications of everything use: they tell
// nothing of what a text is about.
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
