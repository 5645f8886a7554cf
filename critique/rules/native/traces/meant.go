package traces

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/series"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// meaning is what an ID stands for where it is defined.
type meaning struct {
	of    series.Mention
	words model.Bag
}

// retold is an ID with what a document says that it stands for: an item, a row, or words in brackets behind it.
var retold = pattern.New(`^[\s|>*_-]*([A-Z]{1,8}(?:-[A-Z]{1,8})?-?\d{1,4})[*_\x60]*\s*[:：|—–]\s*([^\n]{6,240})|[^\w-]([A-Z]{1,8}(?:-[A-Z]{1,8})?-?\d{1,4})[*_\x60]*\s*[(（]([^()（）]{6,120})[)）]`)

// meanings are those of the IDs of all series, by the letters before their numbers.
func meanings(s *model.Session) map[string][]meaning {
	return model.Once(s, "what IDs stand for", nil, func() map[string][]meaning {
		all := map[string][]meaning{}
		for _, list := range numbers(s).Series {
			for _, m := range list.Defined {
				said := m.Doc.Text[m.At.End:m.Doc.LineAt(m.At.Start).End]
				if !anyID.MatchString(said) && !strings.HasSuffix(strings.TrimRight(said, " *"), ":") { // else it is about another one, or goes on
					all[list.Prefix] = append(all[list.Prefix], meaning{m, model.StemsOf(model.Plain(said))})
				}
			}
		}
		return all
	})
}

// anotherMeaning reports an ID that a document tells with what another ID of the same numbering stands for, where
// not a word of it is in what its own stands for.
func anotherMeaning(s *model.Session, d *document.Document, hit native.Hit) bool {
	all := meanings(s)
	if len(all) == 0 {
		return false
	}
	type place struct {
		at      document.Span
		details []model.Detail
	}
	var others []place
	agreeing := 0
	for _, m := range model.Find(d.Text, retold, 400) {
		at := document.Span{Start: max(m[2], m[6]), End: max(m[3], m[7])}
		id := d.Slice(at)
		said := model.StemsOf(model.Plain(d.Text[max(m[4], m[8]):max(m[5], m[9])]))
		of := all[strings.TrimRight(strings.TrimRight(id, "0123456789"), "-")]
		own := slices.IndexFunc(of, func(o meaning) bool { return same(o.of.ID, id) })
		if own < 0 || len(of[own].of.ID) != len(id) || of[own].of.Doc == d || len(said) < leastWords || len(of[own].words) < leastWords {
			continue
		}
		if akin(of[own].words, said) {
			agreeing++
			continue
		}
		for _, other := range of {
			if shared := other.words.Shared(said); shared >= leastWords && shared*2 >= min(len(said), len(other.words)) {
				others = append(others, place{at, []model.Detail{model.Target(id), model.Note(other.of.ID), model.Other{Doc: of[own].of.Doc, At: of[own].of.At}}})
				break
			}
		}
	}
	for _, o := range others {
		if len(others) <= agreeing { // else it has numbers of its own
			hit(d, o.at, o.details...)
		}
	}
	return agreeing+len(others) > 0
}

// akin tells whether two texts share a word, or the beginning of one: init and initialization.
func akin(a, b model.Bag) bool {
	for one := range a {
		for other := range b {
			if short := min(len(one), len(other)); one == other || short >= leastLetters && one[:leastLetters] == other[:leastLetters] {
				return true
			}
		}
	}
	return false
}

// leastLetters is how many letters words that are akin begin with.
const leastLetters = 4

// anyID is an ID of any form.
var anyID = pattern.New(`\b[A-Z]{1,8}-?\d{1,4}\b`)

// leastWords is how many words an ID must share with another for it to be that one's.
const leastWords = 2

// same tells whether two IDs are one, with or without zeros and a hyphen.
func same(a, b string) bool { return plainID(a) == plainID(b) }

func plainID(id string) string {
	letters := strings.TrimRight(id, "0123456789")
	return strings.TrimRight(letters, "-") + strings.TrimLeft(id[len(letters):], "0")
}
