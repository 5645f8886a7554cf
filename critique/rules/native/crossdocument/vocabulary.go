package crossdocument

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// vocabulary is a closed set of words: states, types, roles.
type vocabulary struct {
	kind  string // one of vocabKinds
	words []thing
	drawn bool // a state machine, which shows all states
	doc   *document.Document
}

var (
	enumerated = pattern.New(`(?i)\b(states?|status(?:es)?|roles?|types?|severity|levels?|kinds?|categor(?:y|ies)|modes?|results?)\s*(?:[:(]|\b(?:is|are|can be|may be|has|have|include)\b(?: one of)?:?)\s*([^()\n|.;]{3,160}?)\s*(?:[).;]|$|\|)|(状态|角色|类型|级别|等级|类别|种类|模式|结果)(?:包括|分为|取值|为|有|是|：|:|（|\()+\s*([^（）()\n|。；;]{2,80})`)
	vocabKinds = [...]struct{ kind, words string }{
		{"state", "stat 状态"}, {"role", "role 角色"}, {"type", "type kind categor 类型 类别 种类"}, {"level", "level severity 级别 等级"}, {"mode", "mode 模式"}, {"result", "result 结果"},
	}
	// openEnd is how a list says that it is not all.
	openEnd = pattern.New(`(?i)\b(?:etc|e\.g|such as|for example|and so on)\b|\.{3}|…|等等?\s*$|例如`)
	setMark = pattern.New(`(?i)\s*[,，、/|]\s*(?:(?:and|or)\s+)?|\s+(?:and|or|→|->)\s+|→|->|[和或与]`)
)

// vocabKind returns what a word such as "states" calls a set of, or "".
func vocabKind(word string) string {
	word = strings.ToLower(word)
	for _, k := range vocabKinds {
		for stem := range strings.FieldsSeq(k.words) {
			if strings.HasPrefix(word, stem) || stem[0] >= 0x80 && strings.HasSuffix(word, stem) {
				return k.kind
			}
		}
	}
	return ""
}

// vocabulariesOf returns the sets of a document, found once.
func vocabulariesOf(d *document.Document) []vocabulary {
	return document.Once(d, "closed sets of words", vocabularies)
}

// vocabularies returns the sets of a document: in brackets after a word such as
// state, and the states of its machines.
func vocabularies(d *document.Document) []vocabulary {
	var found []vocabulary
	add := func(kind string, list document.Span) {
		if openEnd.MatchString(d.Slice(list)) {
			return
		}
		if v := (vocabulary{kind: vocabKind(kind), words: listedWords(d, list), doc: d}); v.kind != "" && len(v.words) > 1 {
			found = append(found, v)
		}
	}
	for _, m := range model.Find(d.Prose, enumerated, 100) {
		if m[2] >= 0 {
			add(d.Text[m[2]:m[3]], document.Span{Start: m[4], End: m[5]})
		} else {
			add(d.Text[m[6]:m[7]], document.Span{Start: m[8], End: m[9]})
		}
	}
	for _, machine := range d.StateMachines() {
		v := vocabulary{kind: "state", drawn: true, doc: d}
		seen := model.Ids{document.Outside: true}
		for _, e := range machine.Edges {
			for _, key := range [...]string{e.From, e.To} {
				if !seen[key] {
					seen[key] = true
					v.words = append(v.words, thing{name: model.Normal(machine.Labels[key]), text: machine.Labels[key], at: e.Span})
				}
			}
		}
		if len(v.words) > 1 {
			found = append(found, v)
		}
	}
	return found
}

// listedWords returns the words of a list, none when it holds more than words.
func listedWords(d *document.Document, list document.Span) []thing {
	var words []thing
	start := list.Start
	for _, word := range setMark.Split(d.Slice(list), 12) {
		name := strings.Trim(word, " `*\"'“”")
		if at := strings.Index(d.Text[start:], word); at >= 0 {
			start += at
		}
		if name == "" || document.Units(name) > 3 && !model.Han.MatchString(name) || document.Units(name) > 6 {
			return nil
		}
		words = append(words, thing{name: model.Normal(name), text: name, at: document.Span{Start: start, End: start + len(word)}})
	}
	return words
}

// without returns the words of a set that another one lacks.
func (v vocabulary) without(o vocabulary) []thing {
	return slices.DeleteFunc(slices.Clone(v.words), func(w thing) bool {
		return slices.ContainsFunc(o.words, func(t thing) bool { return t.name == w.name })
	})
}

// differingSets compares the sets of a document with those of earlier ones that
// are of one kind and share most of their words. A set may leave some of them out,
// a state machine may not.
func differingSets(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	var own []vocabulary
	for _, doc := range s.Docs {
		if doc == d || doc.Kind.Member() && doc.Kind.Phase() == d.Kind.Phase() {
			own = append(own, vocabulariesOf(doc)...)
		}
	}
	for _, other := range s.Docs {
		if len(own) == 0 || other.Kind.JSON() || other.Kind.Phase() == 0 || other.Kind.Phase() >= d.Kind.Phase() {
			continue
		}
		for _, theirs := range vocabulariesOf(other) {
			for _, v := range own {
				if v.kind != theirs.kind || !v.drawn && len(v.words) < 3 {
					continue
				}
				strange := v.without(theirs)
				shared := len(v.words) - len(strange)
				if shared < 2 || shared <= len(strange) || shared*2 < len(theirs.words) {
					continue
				}
				applied = true
				for _, w := range strange {
					hit(v.doc, w.at, model.Target(w.text), model.Note(theirs.String()+" ("+other.Path+")"))
				}
			}
		}
	}
	return applied
}

func (v vocabulary) String() string {
	words := make([]string, len(v.words))
	for i, w := range v.words {
		words[i] = w.text
	}
	return strings.Join(words, ", ")
}

// thing is an entity by its name.
type thing struct {
	name string // as normal returns it
	text string
	at   document.Span
}

// foreignCodes reports files whose ID has a code that the index does not use.
func foreignCodes(s *model.Session, d *document.Document, hit native.Hit) bool {
	codes := model.Ids{}
	for _, m := range d.IDs {
		if model.Family(m.ID, []string{"NFR"}) {
			codes[document.Prefix(m.ID)] = true
		}
	}
	applied := false
	for _, file := range s.Of(document.Quality) {
		id := model.FileID(file)
		if id == "" || len(codes) == 0 || folderOf(file) != folderOf(d) {
			continue
		}
		if applied = true; !codes[document.Prefix(id)] {
			hit(file, model.FirstHeading(file), model.Target(document.Prefix(id)), model.Note(codes.String()))
		}
	}
	return applied
}

func folderOf(d *document.Document) string { return path.Dir(d.Path) }
