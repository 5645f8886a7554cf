package requirements

import (
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// sameTexts reports requirements that hold the text of another one: what they demand,
// word for word, and half of all they say at least. Titles are left aside, for a copied
// requirement keeps its own.
func sameTexts(list []*model.Entry, hit native.Hit) {
	first := map[string]int{} // the first requirement with a demand
	said := make([]map[string]bool, len(list))
	for i, e := range list[:min(len(list), model.MaxCompared)] {
		demand := ""
		if demand, said[i] = e.Saying(); demand == "" || model.Superseded(e.Text()) || e.File != nil && model.GivenUp.MatchString(e.File.Front.Value("status")) {
			continue
		}
		j, known := first[demand]
		if !known {
			first[demand] = i
			continue
		}
		shared := 0
		for line := range said[i] {
			if said[j][line] {
				shared++
			}
		}
		if shared*2 >= max(len(said[i]), len(said[j])) {
			doc, at := e.Doc, e.At
			if e.File != nil {
				doc, at = e.File, model.FirstHeading(e.File)
			}
			hit(doc, at, list[j].ID, e.ID)
		}
	}
}
