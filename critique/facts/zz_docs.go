package facts

import (
	"fmt"
	"os"

	"discussd/critique/document"
)

func dumpDocs(docs []*document.Document, chosen bool) {
	if os.Getenv("FACTS_DOCS") != "" {
		for _, d := range docs {
			fmt.Fprintln(os.Stderr, "DOC", chosen, d.Path, d.Kind, d.Kind.Phase(), d.Wild, d.Foreign, superseded(d))
		}
	}
}
