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

// unlistedFiles compares an index with the files beside it. An index that lists none of them
// is no list of files.
func unlistedFiles(s *model.Session, d *document.Document, hit native.Hit) bool {
	folder := path.Dir(d.Path)
	linked, linkedIDs := map[string]bool{}, map[string]bool{}
	for _, l := range d.Links {
		linked[path.Base(l.Target)] = true
		for _, m := range document.FindIDs(strings.ToUpper(path.Base(l.Target))) {
			linkedIDs[m.ID] = true
		}
	}
	for _, w := range d.Wikilinks {
		target := wikilink(d.Slice(w))
		linked[path.Base(target)], linked[path.Base(target)+".md"] = true, true
	}
	named := namedIn(d)
	applied, listed := false, 0
	var unlisted []string
	for _, file := range s.Docs {
		if path.Dir(file.Path) != folder || !file.Kind.Member() {
			continue
		}
		id := model.FileID(file)
		if id == "" {
			continue
		}
		applied = true
		if other := otherID(file, id); other != "" {
			hit(file, model.FirstHeading(file), model.Target(id+" / "+other), s.Say("one ID in its name, another in its text", "文件名与正文的编号不同"))
		}
		old := model.Superseded(file.Front.Value("status")) || file.Front.Field("superseded_by") != nil
		told := linked[path.Base(file.Path)] || named[id] && !linkedIDs[id]
		if !old && !told {
			unlisted = append(unlisted, path.Base(file.Path))
		} else if told {
			listed++
		}
	}
	if listed == 0 {
		return applied
	}
	fileless(s, d, hit)
	for _, name := range unlisted {
		hit(d, rowBefore(d, name), model.Target(name), s.Say("not listed in the index", "未列入索引"))
	}
	return applied
}

// rowBefore returns the line behind which an index would list a file: the last that links one whose name begins alike, or
// else the last row that links one beside it.
func rowBefore(d *document.Document, name string) (line document.Span) {
	letters, _, _ := strings.Cut(name, "-")
	var row document.Span
	for _, l := range d.Links {
		at := d.LineAt(l.Span.Start)
		switch {
		case strings.HasPrefix(l.Target, letters+"-"):
			line = at
		case !strings.Contains(l.Target, "/") && strings.HasSuffix(l.Target, ".md") && strings.HasPrefix(strings.TrimSpace(d.Slice(at)), "|"):
			row = at
		}
	}
	if line.Len() == 0 {
		return row
	}
	return line
}

// namedIn returns the IDs that an index names: where tables of it link files, those of these tables.
func namedIn(d *document.Document) map[string]bool {
	listing := slices.DeleteFunc(slices.Clone(d.Tables), func(t *document.Table) bool {
		return !slices.ContainsFunc(d.Links, func(l document.Link) bool { return t.Span.Holds(l.Span.Start) && strings.HasSuffix(l.Target, ".md") })
	})
	named := map[string]bool{}
	for _, m := range d.IDs {
		if len(listing) == 0 || slices.ContainsFunc(listing, func(t *document.Table) bool { return t.Span.Holds(m.Start) }) {
			named[m.ID] = true
		}
	}
	return named
}

// fileless reports the one entry of an index that leads to no file, where all others of its kind have theirs.
func fileless(s *model.Session, d *document.Document, hit native.Hit) {
	m := model.Defined(s)
	for _, list := range [...]*model.Entries{m.Requirements, m.Qualities, m.Decisions, m.Epics} {
		bare := slices.DeleteFunc(slices.Clone(list.List), func(e *model.Entry) bool { return e.File != nil })
		if len(bare) != 1 || bare[0].Doc != d || len(list.List) < leastIndexed {
			continue
		}
		row := d.LineAt(bare[0].At.Start)
		if !unwritten.MatchString(d.Slice(row)) && !slices.ContainsFunc(d.Links, func(l document.Link) bool { return row.Holds(l.Span.Start) }) {
			hit(d, row, model.Target(bare[0].ID), s.Say("no file, as the others have one", "没有文件，而其他各项都有"))
		}
	}
}

// unwritten is said of what has no file yet, and need not have one.
var unwritten = pattern.New(`(?i)~~|\b(?:later|deferred|backlog|future|v[2-9]|planned|todo|tbd|dropped|withdrawn|removed|optional|inline)\b|后续|以后|待|暂缓|未来|删除|撤销`)

// leastIndexed is how many files of a folder an index names for the one that it does not to be forgotten.
const leastIndexed = 4

// indexName is what a file is called that tells what a folder holds.
var indexName = pattern.New(`(?i)^(?:readme|_?index|summary|contents|toc|00[-_].*|overview|目录)\.md$`)

// plainIndex reports the one file of a folder that an index of no known kind leaves out.
func plainIndex(s *model.Session, d *document.Document, hit native.Hit) bool {
	if !indexName.MatchString(path.Base(d.Path)) || len(d.Links) == 0 {
		return false
	}
	listed, out, last := map[string]int{}, map[string][]string{}, map[string]int{}
	for _, file := range s.Docs {
		folder, name := path.Dir(file.Path), path.Base(file.Path)
		switch {
		case file == d || file.JSON != nil || file.Wild != "" || strings.HasPrefix(file.Path, "../") || indexName.MatchString(name) || model.Superseded(file.Front.Value("status")):
		case strings.Contains(d.Text, strings.TrimSuffix(name, path.Ext(name))):
			listed[folder]++
			last[folder] = max(last[folder], strings.Index(d.Text, strings.TrimSuffix(name, path.Ext(name))))
		default:
			out[folder] = append(out[folder], name)
		}
	}
	for folder, names := range out {
		if len(names) == 1 && listed[folder] >= leastIndexed {
			hit(d, d.LineAt(last[folder]), model.Target(names[0]), s.Say("not listed in the index", "未列入索引"), model.Doubtful)
		}
	}
	return len(listed) > 0
}

// otherID returns what a member's title or name calls it when that is another ID
// of the same family than the one it claims, else "".
func otherID(d *document.Document, id string) string {
	title := ""
	if len(d.Sections) > 1 {
		title = d.Sections[1].Title
	}
	for _, text := range [...]string{strings.ToUpper(path.Base(d.Path)), title} {
		if ids := document.FindIDs(text); len(ids) > 0 && ids[0].Start == 0 && ids[0].ID != id && model.KindOf(ids[0].ID) == model.KindOf(id) {
			return ids[0].ID
		}
	}
	return ""
}

// wikilink returns the target of [[target|text]], in a table also with an escaped bar.
func wikilink(link string) string {
	target, _, _ := strings.Cut(strings.Trim(link, "[]"), "|")
	return strings.TrimSuffix(target, `\`)
}

// claimedTwice reports files beside an index that have the ID of a file before them. Where
// both name it in their heading or front matter it has two definitions, and every trace to
// it leads to either; a file with it in its name alone may be an appendix.
func claimedTwice(s *model.Session, d *document.Document, hit native.Hit) bool {
	folder := path.Dir(d.Path)
	owners := map[string]*document.Document{}
	applied := false
	for _, file := range s.Docs {
		id := ""
		if path.Dir(file.Path) == folder && file.Kind.Member() {
			id = model.FileID(file)
		}
		if id == "" || model.Superseded(file.Front.Value("status")) || file.Front.Field("superseded_by") != nil {
			continue
		}
		applied = true
		first := owners[id]
		if first == nil {
			owners[id] = file
			continue
		}
		if file.Front.Field("replaces") != nil || file.Front.Field("supersedes") != nil {
			continue
		}
		details := []model.Detail{model.Target(id), model.Target(path.Base(first.Path)), model.Other{Doc: first, At: model.FirstHeading(first)}}
		if !saysItsID(first, id) || !saysItsID(file, id) {
			details = append(details, model.Unwitnessed)
		}
		hit(file, model.FirstHeading(file), details...)
	}
	return applied
}

// saysItsID tells whether a file says itself that it is about an ID: "# REQ-003: Export", or
// a field of its front matter.
func saysItsID(file *document.Document, id string) bool {
	if len(file.Sections) > 1 && strings.HasPrefix(strings.ToUpper(strings.TrimLeft(file.Sections[1].Title, "[(*`_ ")), id) {
		return true
	}
	return strings.EqualFold(model.DeclaredID(file), id)
}

// otherTitles reports files and sections whose title has not a word of their row's,
// where those of the others are told by their rows: a file of another thing.
func otherTitles(s *model.Session, d *document.Document, hit native.Hit) bool {
	m, applied := model.Defined(s), false
	for _, list := range [...]*model.Entries{m.Requirements, m.Qualities, m.Decisions, m.Epics} {
		alike := 0
		var strange []*model.Entry
		for _, e := range list.List {
			if e.Row == nil || e.Doc != d || e.File == nil && e.Detail == nil {
				continue
			}
			title := headedTitle(e)
			row, file := model.BagOf(e.Title), model.BagOf(title)
			switch {
			case len(row) == 0 || len(file) == 0 || model.Han.MatchString(e.Title) != model.Han.MatchString(title):
			case row.Shared(file) > 0:
				alike++
			default:
				strange = append(strange, e)
			}
		}
		applied = applied || alike > 0
		if alike < 2 || len(strange) != 1 {
			continue
		}
		for _, e := range strange {
			if e.File != nil {
				hit(e.File, model.FirstHeading(e.File), model.Target(e.ID+" / "+model.Clip(e.Title, 40)), s.Say("the title in the index is another", "与索引中的标题不同"))
			} else {
				hit(e.Doc, model.HeadingOf(e.Doc, e.Detail), model.Target(e.ID+" / "+model.Clip(e.Title, 40)), s.Say("the title in the index is another", "与索引中的标题不同"))
			}
		}
	}
	return applied
}

// headedTitle is what an entry is called where it is written: in its file, or in its
// section of the document with its row.
func headedTitle(e *model.Entry) string {
	if e.File != nil || e.Detail == nil {
		return ownTitle(e)
	}
	return strings.TrimLeft(strings.TrimPrefix(strings.TrimSpace(e.Detail.Title), e.ID), " :：-–—.")
}

// fewestAgreeing is how many documents must name one session before another name is a slip.
const fewestAgreeing = 3

// otherSession reports a document that says that it is of another session than all others say.
func otherSession(s *model.Session, d *document.Document, hit native.Hit) bool {
	own, at := sessionID(d)
	if own == "" {
		return false
	}
	names := model.Once(s, "the session that heads name", nil, func() sessionNames { return namesOfSession(s) })
	others := names.all - names.counted[names.usual]
	if own != names.usual && others == names.counted[own] && names.counted[names.usual] >= fewestAgreeing && names.counted[names.usual] > 2*others {
		hit(d, at, model.Target(own), model.Note(names.usual), names.first)
	}
	return len(names.counted) > 1 || names.all < len(s.Docs)
}

// sessionNames are the names that the heads of documents give their session.
type sessionNames struct {
	counted map[string]int // of documents
	all     int            // of documents that name one
	usual   string         // the one that most name
	first   model.Other    // where one of them does
}

func namesOfSession(s *model.Session) sessionNames {
	names := sessionNames{counted: map[string]int{}}
	for _, d := range s.Docs {
		id, at := sessionID(d)
		if id == "" {
			continue
		}
		names.all++
		if names.counted[id]++; names.usual == "" || names.counted[id] > names.counted[names.usual] {
			names.usual, names.first = id, model.Other{Doc: d, At: at}
		}
	}
	return names
}

// sessionID is the name of the session that the head of a document gives, and where.
func sessionID(d *document.Document) (id string, at document.Span) {
	if field := d.Front.Field("session_id"); field != nil {
		return d.Front.Value("session_id"), field.Span
	}
	if d.JSON != nil {
		if v := d.JSON.Get("session_id"); v != nil && v.Kind == '"' {
			return v.String, v.Span
		}
	}
	return "", document.Span{}
}
