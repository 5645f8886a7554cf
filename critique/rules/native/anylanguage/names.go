package anylanguage

import (
	"slices"
	"strings"
	"unicode"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// nameAt is a text in code marks.
type nameAt struct {
	text string
	doc  *document.Document
	at   document.Span
}

// namesIn returns what a document has in code marks, in order.
func namesIn(s *model.Session, d *document.Document) []nameAt {
	return model.Once(s, "names in code marks", d, func() []nameAt {
		var found []nameAt
		for _, m := range codeSpan.FindAllStringSubmatchIndex(d.Text, 4000) {
			if inFence(d, m[0]) {
				continue
			}
			found = append(found, nameAt{d.Text[m[2]:m[3]], d, document.Span{Start: m[2], End: m[3]}})
		}
		return found
	})
}

func inFence(d *document.Document, at int) bool {
	return slices.ContainsFunc(d.Fences, func(f document.Fence) bool { return at >= f.Open && at < f.Body.End })
}

// counts is how often each name stands in a session.
func counts(s *model.Session) map[string]int {
	return model.Once(s, "how often names stand there", nil, func() map[string]int {
		all := map[string]int{}
		for _, d := range present(s) {
			for _, n := range namesIn(s, d) {
				all[n.text]++
			}
			for _, f := range d.Fences {
				for _, word := range strings.FieldsFunc(d.Slice(f.Body), func(r rune) bool {
					return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' && r != '.'
				}) {
					all[word]++
				}
			}
		}
		return all
	})
}

// member is a name that may be one of a closed set.
var member = pattern.New(`^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$`)

// nameList is a list of names in code marks: states, kinds, roles.
type nameList struct {
	names []string
	doc   *document.Document
	at    document.Span
	lead  string // the words before it
}

// listsOf returns the lists of three names or more in a document.
func listsOf(s *model.Session, d *document.Document) []nameList {
	return model.Once(s, "lists of names", d, func() []nameList {
		var found []nameList
		var current nameList
		flush := func() {
			if len(current.names) >= 3 {
				found = append(found, current)
			}
			current = nameList{}
		}
		for _, n := range namesIn(s, d) {
			if !member.MatchString(n.text) {
				flush()
				continue
			}
			if len(current.names) > 0 && !joined(d.Text[current.at.End+1:n.at.Start-1]) {
				flush()
			}
			if len(current.names) == 0 {
				current.doc, current.at.Start = d, n.at.Start
				current.lead = d.Text[max(d.LineAt(n.at.Start).Start, n.at.Start-60) : n.at.Start-1]
			}
			current.names, current.at.End = append(current.names, n.text), n.at.End
		}
		flush()
		return found
	})
}

// joined tells whether what stands between two names only joins them to a list.
func joined(gap string) bool {
	if len(gap) > 12 || strings.ContainsAny(gap, "\n(:=。；：") {
		return false
	}
	rest := strings.Trim(gap, " ,、/|，")
	return !strings.ContainsAny(rest, " .→>-") && len([]rune(rest)) <= 4
}

// listedNames is about two lists of one thing in which one name is another: it stands
// nowhere else, and the one that it takes the place of does.
func listedNames(s *model.Session, d *document.Document, hit native.Hit) bool {
	own := listsOf(s, d)
	for _, here := range own {
		for _, other := range present(s) {
			if other == d {
				continue // lists of one document are of two things
			}
			for _, there := range listsOf(s, other) {
				if odd, instead, ok := oneApart(here, there); ok && counts(s)[odd] == 1 && wordsNamed(s, instead) >= 2 && !slices.Contains(here.names, instead) {
					targets := []string{odd, instead, model.Note(other.Path)}
					switch anchored := sharesWord(here.lead, there.lead); {
					case len(here.names) < 4 && !anchored:
						continue
					case len(here.names) < 4 || !anchored:
						targets = append(targets, native.Doubtful)
					}
					hit(d, here.at, targets...)
					return true
				}
			}
		}
	}
	return len(own) > 0
}

func sharesWord(a, b string) bool {
	return slices.ContainsFunc(words(a), func(word string) bool {
		return slices.ContainsFunc(words(b), func(other string) bool { return alike(word, other) })
	})
}

// oneApart returns the one name of each list that the other does not have.
func oneApart(a, b nameList) (odd, instead string, ok bool) {
	if len(a.names) != len(b.names) {
		return "", "", false
	}
	for _, name := range a.names {
		if slices.Contains(b.names, name) {
			continue
		}
		if odd != "" {
			return "", "", false
		}
		odd = name
	}
	for _, name := range b.names {
		if !slices.Contains(a.names, name) {
			instead = name
		}
	}
	return odd, instead, odd != "" && instead != ""
}

// turnedNames is about a name that has the parts of another one in another order, or a route
// of another version; it stands once, and the other one more often.
func turnedNames(s *model.Session, d *document.Document, hit native.Hit) bool {
	all := counts(s)
	applied := false
	for _, n := range namesIn(s, d) {
		key := partsOf(n.text)
		if key == "" {
			continue
		}
		applied = true
		if all[n.text] > 1 {
			continue
		}
		for _, name := range model.Once(s, "names by their parts", nil, func() map[string][]string { return byParts(all) })[key] {
			if name == n.text || all[name] < 2 && !strings.HasPrefix(key, "upper") || all[name] < 2 && !earlier(s, name, n) {
				continue
			}
			targets := []string{n.text, name}
			if strings.ContainsAny(n.text, "/ ") {
				targets = append(targets, native.Doubtful) // two versions may live side by side
			}
			hit(d, n.at, targets...)
		}
	}
	return applied
}

func byParts(all map[string]int) map[string][]string {
	found := map[string][]string{}
	for _, name := range sortedNames(all) {
		if key := partsOf(name); key != "" {
			found[key] = append(found[key], name)
		}
	}
	return found
}

var routeVersion = pattern.New(`/v\d+/`)

// partsOf returns the parts of a name in order of the alphabet, or a route without its
// version; "" of a name of few parts: agent_run and run_agent are two things.
func partsOf(name string) string {
	if strings.Contains(name, "/") {
		if routeVersion.MatchString(name) {
			return routeVersion.ReplaceAllString(name, "/v/")
		}
		return ""
	}
	if !settingName(name) {
		return ""
	}
	parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '.' || r == '_' })
	if len(parts) < 2 || len(parts) == 2 && strings.ToUpper(name) != name || slices.ContainsFunc(parts, func(p string) bool { return len(p) < 2 }) {
		return ""
	}
	shape := "lower "
	if strings.ToUpper(name) == name {
		shape = "upper "
	}
	head, _, dotted := strings.Cut(name, ".")
	if dotted {
		shape += head + " "
	}
	slices.Sort(parts)
	return shape + strings.Join(parts, " ")
}

// earlier tells whether a name stands in a place that the writer of another one could know.
func earlier(s *model.Session, name string, than nameAt) bool {
	for _, d := range present(s) {
		if slices.ContainsFunc(namesIn(s, d), func(n nameAt) bool { return n.text == name && before(d, n.at.Start, than.doc, than.at.Start) }) {
			return true
		}
	}
	return false
}

// wordsNamed counts how often a name stands in a session, in code marks or not.
func wordsNamed(s *model.Session, name string) (n int) {
	for _, d := range present(s) {
		for at := 0; n < 2; {
			next := strings.Index(d.Text[at:], name)
			if next < 0 {
				break
			}
			at += next + len(name)
			if !letterOrDigit(" "+d.Text[:at-len(name)]) && (at == len(d.Text) || !letterOrDigit(d.Text[at:at+1])) {
				n++
			}
		}
	}
	return n
}
