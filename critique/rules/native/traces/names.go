package traces

import (
	"slices"
	"strings"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// title is what a document calls a thing that is numbered: "Stop late" of "Property 3: Stop late".
type title struct {
	kind, number string // "property" and "3", "FR-" and "5"
	at           document.Span
	words        model.Bag // of the title
	all          model.Bag // of all that stands below it
}

var (
	// titled is a thing in a heading, or in the bold words that begin an item: its word or the
	// letters of its ID, its number and its title.
	titled = pattern.New(`(?:\b(\p{Lu}\p{Ll}{3,12}|[A-Z]{1,8}(?:-[A-Z]{1,8})?-?)|(\p{Katakana}{3,8}|属性|性质|用户故事|史诗|需求|要件|决策)) ?(\d{1,3}[a-z]?)\*{0,2}(?: ?[:：]| [—–-])\s*([^()（）:：]{2,120})`)
	// leads are the lines that may say what something is called.
	leads = pattern.New(`^(?:#{1,6}\s|\s*(?:[-*+]\s+(?:\[[ xX]\]\s*)?|\d+[.)]\s+)?\*\*)`)
	// throughout are the words of things that are numbered through a whole session. Phases and
	// steps each document has of its own.
	throughout = pattern.New(`^(?:story|epic|requirement|property|decision|principle|属性|性质|用户故事|史诗|需求|要件|决策|\p{Katakana}+|[A-Z-]+)$`)
	// shared are those of them that all documents number alike: each has decisions, criteria and
	// tasks of its own.
	shared = pattern.New(`^(?:story|epic|requirement|property|principle|属性|性质|用户故事|史诗|需求|要件|\p{Katakana}+|FR|NFR|REQ|US|SC|EPIC|UJ|RF|RNF)$`)
	// labelled is an ID with words in brackets behind it.
	labelled = pattern.New(`\b([A-Z]{1,8}(?:-[A-Z]{1,8})?-?)(\d{1,3}[a-z]?)\*{0,2} ?[(（]([^()（）]{3,48})[)）]`)
	// called are words in brackets that can be a name: capitals, or Han.
	called = pattern.New(`^(?:[A-Z][A-Za-z/&-]*(?: (?:[A-Z][A-Za-z/&-]*|and|of|for|the|&)){0,4}|\p{Han}{3,10})$`)
	// remarked are words in brackets that tell how something stands.
	remarked = pattern.New(`(?i)^(?:new|updated?|done|fixed|open|must|should|could|won'?t|high|medium|low|mvp|optional|deferred|critical|partial(?:ly)?|covered|completed?|implemented|validated|verified|pending|draft|blocked|all|only|part|both|required|mandatory|see|via|from|per|pass(?:ed)?|fail(?:ed)?|gap|missing|satisfied|modified|added|removed|extended|phase|wave|sprint|stretch)\b|必须|应该|可选|已|未|新增|修改|完成|部分|全部|优先|阶段|高|中|低`)
	// priorityNote is behind many a title.
	priorityNote = pattern.New(`(?i)\(?(?:priority|优先级)\b.*$`)
)

// titlesOf reads what a document calls the things it numbers, each number once.
func titlesOf(s *model.Session, d *document.Document) []title {
	return model.Once(s, "titles of numbered things", d, func() []title {
		var all []title
		for _, at := range titleLines(d) {
			line := d.Prose[at.Start:at.End]
			if !leads.MatchString(line) {
				continue
			}
			for from := 0; ; {
				m := titled.FindStringSubmatchIndex(line[from:])
				if m == nil {
					break
				}
				for i := range m {
					if m[i] >= 0 {
						m[i] += from
					}
				}
				from = m[8] // "Phase 4: Story 2 - Stop late" names two
				word := line[max(m[2], m[4]):max(m[3], m[5])]
				t := title{kind: strings.ToLower(strings.TrimSuffix(word, "-")), number: strings.TrimLeft(line[m[6]:m[7]], "0")}
				if strings.ToUpper(word) == word && utf8.RuneCountInString(word) == len(word) {
					t.kind = strings.TrimSuffix(word, "-")
				}
				name := priorityNote.ReplaceAllString(line[m[8]:m[9]], "")
				t.at, t.words = document.Span{Start: at.Start + max(m[2], m[4]), End: at.Start + m[8] + len(strings.TrimRight(line[m[8]:m[9]], " *"))}, nameWords(name)
				if t.all = nameWords(line); strings.HasPrefix(line, "#") {
					section := d.SectionAt(at.End)
					t.all = nameWords(d.Prose[at.Start:min(section.Deep, at.Start+1200)])
				}
				if n := len(t.words); n > 0 && n <= mostNamed && throughout.MatchString(t.kind) {
					all = append(all, t)
				}
			}
		}
		return all
	})
}

// mostNamed is how many words a name has at most: longer ones say what holds, in other words here
// than there.
const mostNamed = 8

func titleLines(d *document.Document) (all []document.Span) {
	start := 0
	for line := range strings.Lines(d.Prose) {
		all = append(all, document.Span{Start: start, End: start + len(strings.TrimRight(line, "\n"))})
		start += len(line)
	}
	return all
}

// nameWords are the words of a name by what their forms share. Of a language whose forms nobody
// knows the beginnings of words count.
func nameWords(text string) model.Bag {
	words := model.Bag{}
	for word := range model.StemsOf(text) {
		runes := []rune(word)
		if len(runes) < 2 {
			continue
		}
		if runes[0] < 0x2e80 {
			word = string(runes[:min(len(runes), 5)])
		}
		words[word] = struct{}{}
	}
	return words
}

// otherNames reports things under whose number another document, or words in brackets, name
// something else: what has another number there, or what nothing there is called while most
// others are called alike.
func otherNames(s *model.Session, d *document.Document, hit native.Hit) bool {
	if model.Recounts(d) {
		return false
	}
	looked := false
	if own := sharedTitles(s, d); len(own) >= leastParts {
		homes := model.Once(s, "documents that title what they number", nil, func() []*document.Document {
			return slices.DeleteFunc(slices.Clone(s.Docs), func(o *document.Document) bool {
				return len(sharedTitles(s, o)) < leastParts || model.Recounts(o)
			})
		})
		for _, home := range homes {
			if home != d {
				looked = renumbered(d, own, home, sharedTitles(s, home), hit) || looked
			}
		}
	}
	return labelsOf(s, d, hit) || looked
}

// sharedTitles are the titles of a document of things that all documents number alike.
func sharedTitles(s *model.Session, d *document.Document) []title {
	return slices.DeleteFunc(slices.Clone(titlesOf(s, d)), func(t title) bool { return !shared.MatchString(t.kind) })
}

// renumbered compares the titles of a document with those of another that has more of them.
func renumbered(d *document.Document, titles []title, home *document.Document, known []title, hit native.Hit) bool {
	kinds := map[string][2][]title{}
	for _, t := range titles {
		both := kinds[t.kind]
		both[0] = append(both[0], t)
		kinds[t.kind] = both
	}
	for _, t := range known {
		both := kinds[t.kind]
		both[1] = append(both[1], t)
		kinds[t.kind] = both
	}
	looked := false
	for _, kind := range model.SortedKeys(kinds) {
		own, others := kinds[kind][0], kinds[kind][1]
		if len(own) < leastParts || len(others) < len(own) || len(own) == len(others) && (d.Kind.Phase() < home.Kind.Phase() || d.Kind.Phase() == home.Kind.Phase() && d.Path < home.Path) || numbersTwice(own) || numbersTwice(others) {
			continue
		}
		agree, swapped := 0, 0
		var apart []title
		for _, t := range own {
			i := slices.IndexFunc(others, func(o title) bool { return o.number == t.number })
			switch {
			case i < 0:
			case alike(t, others) != "" && len(t.words.And(others[i].words)) == 0:
				apart = append(apart, t)
				swapped++
			case len(t.words.And(others[i].all)) > 0 || len(t.all.And(others[i].words)) > 0:
				agree++
			default:
				apart = append(apart, t)
			}
		}
		looked = looked || agree > 0
		if swapped == 0 && (agree < 3*len(apart) || agree < 3) || swapped == 1 && agree == 0 {
			continue
		}
		for _, t := range apart {
			i := slices.IndexFunc(others, func(o title) bool { return o.number == t.number })
			hit(d, t.at, d.Slice(t.at), model.Note(home.Path+": "+home.Slice(others[i].at)))
		}
	}
	return looked
}

func numbersTwice(all []title) bool {
	seen := map[string]bool{}
	for _, t := range all {
		if seen[t.number] {
			return true
		}
		seen[t.number] = true
	}
	return false
}

// alike returns the number under which others have a title like that of a thing, "" without one.
func alike(t title, others []title) string {
	for _, o := range others {
		common := len(t.words.And(o.words))
		if o.number != t.number && common > 1 && common*3 >= len(t.words)*2 && common*3 >= len(o.words)*2 {
			return o.number
		}
	}
	return ""
}

// labelsOf reports the labels in brackets behind IDs that are not what the IDs are called.
func labelsOf(s *model.Session, d *document.Document, hit native.Hit) bool {
	type use struct {
		at    document.Span
		label model.Bag
		of    title
		home  *document.Document
	}
	var apart []use
	agree := 0
	for _, m := range model.Find(d.Prose, labelled, 400) {
		label := d.Prose[m[6]:m[7]]
		kind, number := strings.TrimSuffix(d.Prose[m[2]:m[3]], "-"), strings.TrimLeft(d.Prose[m[4]:m[5]], "0")
		if !called.MatchString(label) || remarked.MatchString(label) {
			continue
		}
		home, t := definition(s, d, kind, number)
		if home == nil || home == d && t.at.Start >= d.LineAt(m[0]).Start && t.at.Start < m[1] {
			continue
		}
		words := nameWords(label)
		if len(words) == 0 || len(words.And(t.all)) > 0 {
			agree++
			continue
		}
		apart = append(apart, use{document.Span{Start: m[0], End: m[1]}, words, t, home})
	}
	for _, u := range apart {
		if alike(title{number: u.of.number, words: u.label}, titlesOf(s, u.home)) != "" || agree >= 2*len(apart) {
			hit(d, u.at, d.Slice(u.at), model.Note(u.home.Path+": "+u.home.Slice(u.of.at)))
		}
	}
	return agree > 0
}

// definition returns the document that titles an ID: the one that names it, or the only one.
func definition(s *model.Session, d *document.Document, kind, number string) (home *document.Document, of title) {
	for _, o := range s.Docs {
		for _, t := range titlesOf(s, o) {
			switch {
			case t.kind != kind || t.number != number || home == d:
			case o == d || home == nil:
				home, of = o, t
			default:
				return nil, title{}
			}
		}
	}
	if kind == "AC" && home != d {
		return nil, title{} // each story has its own
	}
	return home, of
}
