package mention

import (
	"testing"

	"discussd/critique/document"
)

// TestLeaves: a name is to go where another document says so.
func TestLeaves(t *testing.T) {
	notes := document.Parse("notes.md", []byte("Pages are kept by `src/users.go:keepAll()`.\n"))
	for text, leaves := range map[string]bool{
		"Remove `keepAll()` once the pages are gone.\n": true,
		"- `src/users.go` does NOT contain `keepAll`\n": true,
		"Call `keepAll()` once a day.\n":                false,
		"Remove `dropAll()` once the pages are gone.\n": false,
	} {
		plan := document.Parse("plan.md", []byte(text))
		names := Names(notes, Coming([]*document.Document{notes, plan}))
		if len(names) != 1 || names[0].Leaves() != leaves {
			t.Errorf("%q: %+v", text, names)
		}
	}
}
