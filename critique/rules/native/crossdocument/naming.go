package crossdocument

import (
	"discussd/critique/rules/model"
)

func namingsOf(texts []string) []model.Naming {
	found := make([]model.Naming, len(texts))
	for i, text := range texts {
		found[i] = model.NamingOf(text)
	}
	return found
}
