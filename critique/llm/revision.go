package llm

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/pattern"
	"discussd/internal/text/stem"
	"discussd/internal/text/terms"
)

// leastRoom is how many bytes outlines of unchanged documents may have, or as many as have changed.
const leastRoom = 750

// revision is what a prompt shows of documents that were judged before.
type revision struct {
	names   names          // that stand in what has changed
	words   map[string]int // of what has changed; in how many lines of the rest
	room    int            // bytes
	settled []settled
}

// settled is a document that has not changed.
type settled struct {
	path  string
	lines []line
}

// changedIn begins a revision: nil where all that is judged is shown whole.
func changedIn(r critique.Request) *revision {
	var texts []string
	all := append([]critique.Document{r.Artifact}, r.Members...)
	for _, d := range all {
		if !outlined(d) {
			texts = append(texts, path.Base(d.Path)+"\n"+string(d.Content))
		}
	}
	if len(texts) == len(all) {
		return nil
	}
	text := strings.Join(texts, "\n")
	v := &revision{names: namesIn(text), words: map[string]int{}, room: max(leastRoom, len(text))}
	for _, word := range wordsOf(text) {
		v.words[word] = 0
	}
	return v
}

// wordsOf are the stems of the words of a text, each once, without IDs.
func wordsOf(text string) []string {
	all := terms.Of(identifier.ReplaceAllString(text, " "))
	for i, word := range all {
		all[i] = stem.English(word)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// addJudged shows a document that is judged, or its outline if it has not changed. A member without
// entries needs no outline where the artifact names its file.
func (v *view) addJudged(kind string, d critique.Document, artifact []byte) {
	if !outlined(d) {
		v.add(kind, d)
		return
	}
	v.Settled = true
	titled := !slices.ContainsFunc(outlineOf(string(d.Content)), func(l line) bool { return l.level == 0 })
	if kind == "member" && titled && bytes.Contains(artifact, []byte(path.Base(d.Path))) {
		return
	}
	v.settle(d, kind)
}

// settle takes a document into the outlines of a revision, whose place is that of the first.
func (v *view) settle(d critique.Document, what string) {
	one := settled{path: oneLine(d.Path) + " (" + what + ")", lines: outlineOf(neutral(string(d.Content)))}
	for i := range one.lines {
		if l := &one.lines[i]; l.level == 1 && what == "member" {
			l.level = 0 // one of many: its title is an entry like others
		}
	}
	for _, l := range one.lines {
		for _, word := range wordsOf(l.text) {
			if _, known := v.revised.words[word]; known {
				v.revised.words[word]++
			}
		}
	}
	if len(v.revised.settled) == 0 {
		v.Documents = append(v.Documents, page{Kind: settledKind})
	}
	v.revised.settled = append(v.revised.settled, one)
}

// outlines are as much of the unchanged as there is room for: titles, what binds and what names
// something changed; then entries by the number of words in common with it.
func (r *revision) outlines() string {
	var entries []*line
	kept := map[*line]bool{}
	worth := map[*line]float64{}
	room, said := r.room, map[string]bool{}
	for i := range r.settled {
		for j := range r.settled[i].lines {
			l := &r.settled[i].lines[j]
			switch {
			case l.binding && said[l.text]: // what constrains is often repeated
			case r.must(*l):
				room, said[l.text], kept[l] = room-len(r.told(*l))-1, true, true
			case l.level == 0:
				entries, worth[l] = append(entries, l), r.shared(*l)
			}
		}
	}
	slices.SortStableFunc(entries, func(a, b *line) int { return cmp.Compare(worth[b], worth[a]) })
	for _, l := range entries {
		if size := len(r.told(*l)) + 1; worth[l] > 0 && size <= room {
			kept[l], room = true, room-size
		}
	}
	var out strings.Builder
	for i := range r.settled {
		r.settled[i].write(&out, func(l *line) string {
			if kept[l] {
				return r.told(*l)
			}
			return ""
		})
	}
	return strings.TrimRight(out.String(), "\n")
}

func (r *revision) must(l line) bool {
	return l.level == 1 || l.binding || l.level == 0 && r.names.in(l.text)
}

func (r *revision) told(l line) string {
	const mostTold = 60 // how many characters are shown of an entry that names nothing changed.
	if l.level > 0 || r.must(l) {
		return beginning(l.text, mostWhole)
	}
	return beginning(strings.Trim(link.ReplaceAllString(l.text, "$1"), "| "), mostTold)
}

// shared weighs the words that a line has in common with what has changed, rare ones most.
func (r *revision) shared(l line) (sum float64) {
	for _, word := range wordsOf(l.text) {
		if n := r.words[word]; n > 0 {
			sum += 1 / float64(n)
		}
	}
	return sum
}

// write writes what is shown of a document below its path, and headings only above what is shown.
func (s settled) write(out *strings.Builder, shown func(*line) string) {
	head := "file: " + s.path + "\n"
	var above []line
	for i := range s.lines {
		l := &s.lines[i]
		text := shown(l)
		if l.level > 0 {
			above = slices.DeleteFunc(above, func(h line) bool { return h.level >= l.level })
			if text == "" {
				above = append(above, *l)
			}
		}
		if text == "" {
			continue
		}
		out.WriteString(head)
		head = ""
		for _, h := range above {
			out.WriteString(beginning(h.text, mostWhole) + "\n")
		}
		above = nil
		out.WriteString(text + "\n")
	}
}

// names are the IDs that stand in some documents.
type names map[string]bool

func namesIn(text string) names {
	found := names{}
	for _, id := range identifier.FindAllString(text, -1) {
		found[id] = true
	}
	return found
}

func (n names) in(text string) bool {
	return slices.ContainsFunc(identifier.FindAllString(text, -1), func(id string) bool { return n[id] })
}

// link is one of Markdown, of which the text says enough.
var link = pattern.New(`\[([^\[\]]*)\]\([^()]*\)`)

// identifier is an ID: REQ-003, FR12, NFR-P-001.
var identifier = pattern.New(`\b` + idForm + `\d+(?:\.\d+)*`)
