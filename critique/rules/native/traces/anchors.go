package traces

import (
	"net/url"
	"path"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	// setAnchor is an anchor that a document sets itself.
	setAnchor = pattern.New(`(?i)<\w+[^>\n]*\b(?:id|name)\s*=\s*["']([^"'\n]+)["']|\{[^}\n]*#([\w.:-]+)[^}\n]*\}`)
	// counted is the number behind the anchor of a heading that stands more than once.
	counted = pattern.New(`-\d{1,2}$`)
	// lineAnchor leads to a line of a file.
	lineAnchor = pattern.New(`^L\d+`)
)

// anchorsOf returns the anchors of a document: one for each heading, and those it sets itself.
// Hosts make them of headings in different ways, so only their letters and digits count.
func anchorsOf(d *document.Document) map[string]bool {
	return document.Once(d, "anchors", func(d *document.Document) map[string]bool {
		all := map[string]bool{}
		for _, section := range d.Sections {
			if section.Level > 0 {
				line := strings.TrimLeft(d.Slice(d.LineAt(section.Start)), "# ")
				all[model.Normal(line)], all[model.Normal(section.Title)] = true, true
			}
		}
		for _, m := range setAnchor.FindAllStringSubmatch(d.Text, 2000) {
			all[model.Normal(m[1]+m[2])] = true
		}
		return all
	})
}

// begins tells whether an anchor begins with a text.
func begins(anchors map[string]bool, text string) bool {
	for anchor := range anchors {
		if strings.HasPrefix(anchor, text) {
			return true
		}
	}
	return false
}

// leastAlive is how many links to headings lead to theirs for one that does not to be a slip,
// and not another way to make anchors.
const leastAlive = 2

// sectionOf is a section that a text names by its title, and by the file that has it: architecture.md, section *Data*.
var sectionOf = pattern.New(`([\w./-]+\.md)[\x60)\]]*,? (?:in )?(?:the )?(?:section|chapter|Abschnitt|Kapitel) ["*_“„]+([^"*_“”\n]{3,60})["*_”“]+`)

// deadSections reports sections that a text names and the document it names does not have.
func deadSections(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	for _, m := range model.Find(d.Text, sectionOf, 200) {
		name, title := d.Text[m[2]:m[3]], d.Text[m[4]:m[5]]
		for _, other := range s.Docs {
			if other.Path != path.Join(path.Dir(d.Path), name) || other.JSON != nil {
				continue
			}
			if looked = true; !holdsTitle(anchorsOf(other), model.Normal(title)) {
				hit(d, document.Span{Start: m[0], End: m[1]}, model.Target(name+": "+title))
			}
		}
	}
	return looked
}

// holdsTitle tells whether a heading is or holds a title.
func holdsTitle(anchors map[string]bool, title string) bool {
	for anchor := range anchors {
		if strings.Contains(anchor, title) {
			return true
		}
	}
	return false
}

// deadAnchors reports links to a heading that the document they lead to does not have, where
// other links of their document lead to headings that are there.
func deadAnchors(s *model.Session, d *document.Document, hit native.Hit) bool {
	looked := deadPointers(d, hit)
	looked = deadEntries(s, d, hit) || looked
	looked = deadSections(s, d, hit) || looked
	alive := 0
	var dead []document.Span
	told := map[string]bool{}
	for _, link := range d.Links {
		_, fragment, has := strings.Cut(link.Raw, "#")
		target := d
		if link.Target != "" {
			target = nil
			leads := path.Join(path.Dir(d.Path), link.Target)
			for _, other := range s.Docs {
				if link.Relative() && other.Path == leads {
					target = other
				}
			}
		}
		if name, err := url.PathUnescape(fragment); err == nil {
			fragment = name
		}
		if !has || target == nil || target.JSON != nil || model.Normal(fragment) == "" || lineAnchor.MatchString(fragment) {
			continue
		}
		anchors := anchorsOf(target)
		switch {
		case anchors[model.Normal(fragment)], anchors[model.Normal(counted.ReplaceAllString(fragment, ""))]:
			alive++
		case begins(anchors, model.Normal(fragment)): // some leave out what stands in code marks or brackets
		case !told[link.Raw]:
			told[link.Raw] = true
			dead = append(dead, link.Span)
		}
	}
	var doubt []model.Detail // whether anchors are made here as everywhere
	switch {
	case alive >= leastAlive && len(dead)*2 <= alive:
	case len(dead) == 1:
		doubt = []model.Detail{model.Doubtful}
	default:
		return alive > 0 || looked
	}
	for _, at := range dead {
		hit(d, at, append([]model.Detail{model.Target(d.Slice(at))}, doubt...)...)
	}
	return true
}

var (
	// pointer leads to a part of the same contract.
	pointer = pattern.New(`\$ref["']?:\s*["']?#/(?:[\w.~-]+/)*([\w.~-]+)`)
	// keyOf begins a line with a name, as a part of a contract does.
	keyOf = pattern.New(`^\s*["']?([\w.~-]+)["']?:`)
)

// deadPointers reports what a contract refers to within itself and does not have.
func deadPointers(d *document.Document, hit native.Hit) bool {
	pointers := model.Find(d.Text, pointer, 500)
	if len(pointers) == 0 {
		return false
	}
	keys := map[string]bool{}
	for _, m := range model.Find(d.Text, keyOf, 5000) {
		keys[d.Text[m[2]:m[3]]] = true
	}
	for _, m := range pointers {
		if at := (document.Span{Start: m[2], End: m[3]}); !keys[d.Slice(at)] && len(keys) > len(pointers) {
			keys[d.Slice(at)] = true
			hit(d, at, model.Target(d.Slice(document.Span{Start: m[0], End: m[1]})))
		}
	}
	return true
}

var (
	contents = pattern.New(`(?i)^(?:table of )?contents$|^toc$|^目\s?录$`)
	// entryEnd is what stands behind the title in an entry: a page, or what is said of it.
	entryEnd = pattern.New(`\s*(?:\.{3,}.*|[—–:：].*| - .*)$`)
)

// deadEntries reports the entry of a table of contents without a heading, where nearly all have theirs.
func deadEntries(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	there, has := 0, anchorsOf(d)
	var gone []document.Span
	for _, item := range d.Items {
		if item.Section == nil || !contents.MatchString(item.Section.Title) || strings.Contains(item.Text, "](") {
			continue
		}
		title := strings.Trim(entryEnd.ReplaceAllString(item.Text, ""), "*_` ")
		if has[model.Normal(title)] || has[model.Normal(ordinal.ReplaceAllString(title, ""))] || begins(has, model.Normal(title)) {
			there++
		} else {
			gone = append(gone, item.Span)
		}
	}
	if there > leastAlive && len(gone)*4 <= there {
		for _, at := range gone {
			hit(d, at, model.Target(d.Slice(at)))
		}
	}
	return there > 0
}

// ordinal is the number or the ID that a heading begins with.
var ordinal = pattern.New(`^(?:§ ?)?(?:\d{1,3}(?:\.\d{1,2})*[.)、:：]?|[A-Z]{1,3}-?\d{1,3}[.:：]?)\s+`)
