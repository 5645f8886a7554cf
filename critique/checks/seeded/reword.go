package seeded

import (
	"regexp"
	"strings"
)

// Some defects are a writer's change of one sentence, and a sentence stands in one session only. Their operators hold the
// sentences of all sessions, old and new in turn, and apply wherever one of the old ones stands.

// reword replaces the first old text that an artifact of the kind or one of its members holds.
func reword(kind string, oldNew ...string) apply {
	return func(files map[string][]byte) (map[string][]byte, string, bool) {
		for i := 0; i+1 < len(oldNew); i += 2 {
			for _, p := range group(files, kind) {
				if changed, path, ok := replaceOnce(p, oldNew[i], oldNew[i+1])(files); ok {
					return changed, path, true
				}
			}
		}
		return nil, "", false
	}
}

// rewordAll replaces each old text that the artifact of the kind holds, wherever it stands there.
func rewordAll(kind string, oldNew ...string) apply {
	return on(kind, replaceAll(oldNew))
}

// rewordEach replaces each old text wherever the artifact of the kind or one of its members holds it.
func rewordEach(kind string, oldNew ...string) apply {
	return each(kind, replaceAll(oldNew))
}

// replaceAll replaces each old text wherever it stands in a page.
func replaceAll(oldNew []string) func(*page) bool {
	all := strings.NewReplacer(oldNew...)
	return func(p *page) bool {
		p.lines = strings.Split(all.Replace(string(p.bytes())), "\n")
		return true
	}
}

// cellOf changes one cell of a table's row, counted from 0; a negative column counts from the end.
func cellOf(header *regexp.Regexp, row, column int, change func(*page, string) string) func(*page) bool {
	return func(p *page) bool {
		t, ok := p.table(header)
		if !ok || row >= len(t.rows) {
			return false
		}
		r := t.rows[row]
		if column < 0 {
			column += len(cells(p.lines[r]))
		}
		t.set(r, column, change(p, t.cell(r, column)))
		return true
	}
}
