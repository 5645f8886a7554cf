package model

import (
	"path"
	"slices"
	"strings"
	"time"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// stamps are the keys of frontmatter and JSON that say when a document was
// written, those of its last change first.
var stamps = [...]string{"updated_at", "last_updated", "updated", "generated_at", "created_at", "created", "date", "timestamp"}

// Stamp is when a document says it was written.
type Stamp struct {
	At    time.Time
	exact bool // to the second, not only to the day
	Said  string
	Span  document.Span
}

// StampOf returns when a document says it was written, false where it does not.
func StampOf(d *document.Document) (Stamp, bool) {
	for _, key := range stamps {
		found := Stamp{Said: d.Front.Value(key)}
		if field := d.Front.Field(key); field != nil {
			found.Span = field.Span
		} else if v := d.JSON.Get(key); v != nil {
			found.Said, found.Span = v.String, v.Span
		}
		for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02"} {
			if at, err := time.Parse(layout, strings.TrimSpace(found.Said)); err == nil {
				found.At, found.exact = at, len(layout) > len("2006-01-02")
				return found, true
			}
		}
	}
	return Stamp{}, false
}

// Before tells whether one document was written before another, as far as both
// say.
func (s Stamp) Before(other Stamp) bool {
	ahead := other.At.Sub(s.At)
	return ahead > 0 && (ahead >= 24*time.Hour || s.exact)
}

// Root is a folder above or at the session of which is known what it holds.
type Root string

// Nowhere is a name that no file has: where it exists, nobody knows what does.
const Nowhere = "no-such-file.b1946ac9"

// Roots are the folders from the session upwards in which files can be looked
// for, at most five levels up.
func Roots(s *Session) []Root {
	var found []Root
	if s.Around.Exists == nil {
		return nil
	}
	for up := "."; len(up) <= len("../../../../../"); up = path.Join(up, "..") {
		if s.Around.Exists(path.Join(up, Nowhere)) {
			break
		}
		found = append(found, Root(up))
	}
	return found
}

var (
	finishedWords = pattern.New(`(?i)\b(?:complete|completed|approved|final|finali[sz]ed|accepted|done|released|published)\b|完成|批准|定稿|终稿|已通过`)
	unfinishedYet = pattern.New(`(?i)\b(?:not|in|un|pending|nearly|almost)\b|未|待`)
)

// Finished tells whether a status says that its document is.
func Finished(status string) bool {
	return finishedWords.MatchString(status) && !unfinishedYet.MatchString(strings.ReplaceAll(status, "_", " "))
}

// Whole is what the definition of an entry says, and its file where it has one.
func (e *Entry) Whole() string {
	if e.File != nil && e.File != e.Doc {
		return e.Text() + "\n" + e.File.Text
	}
	return e.Text()
}

// Family returns the definitions of goals, requirements, qualities, decisions or epics.
func (m *model) Family(name string) []*Entry {
	if e := map[string]*Entries{"goal": m.Goals, "requirement": m.Requirements, "quality": m.Qualities, "decision": m.Decisions, "epic": m.Epics}[name]; e != nil {
		return e.List
	}
	return nil
}

// Find returns the definition of an ID, nil where there is none.
func (m *model) Find(id string) *Entry {
	if ids := document.FindIDs(id); len(ids) == 1 {
		id = ids[0].ID
	}
	for _, all := range [...]*Entries{m.Goals, m.Requirements, m.Qualities, m.Decisions, m.Epics} {
		if e := all.ByID[id]; e != nil {
			return e
		}
	}
	return nil
}

// Underway is a status that says that its document is not done.
var Underway = pattern.New(`(?i)^\W*(?:drafts?|drafting|in[ _-]?progress|wip|work in progress|pending|todo|to[ _-]do|started|not[ _-]started|incomplete|unfinished|open|outline|stub|草稿|草案|初稿|起草中?|进行中|编写中|撰写中|未完成|待完成|待编写|未开始)\W*$`)

const (
	// SkeletonRule speaks of templates that nobody filled in.
	SkeletonRule = "X-008"
	// UnreadRule speaks of files that could not be read.
	UnreadRule = "X-022"
)

// Beside tells whether a path leads somewhere from a document or from the session.
func (a Surroundings) Beside(d *document.Document, name string) bool {
	return a.Exists != nil && (a.Exists(name) || a.Exists(path.Join(path.Dir(d.Path), name)))
}

// VerdictTitle is a heading that gives the value of what it names.
var VerdictTitle = pattern.New(`(?i)^(?:[\w-]+ )?(?:gate|verdict|status|score|result|decision|conclusion|recommendation|rating|门禁|结论|判定|状态|评分|总分|结果)\s*[:：—–-]\s*\W*(?:pass|fail|go\b|no-go|review|ready|approved|accepted|draft|complete|proceed|blocked|\d|通过|不通过|未通过|合格|就绪|草稿|完成)`)

// Superseded tells whether a text says that the thing it is about was replaced.
func Superseded(text string) bool {
	text = strings.ToLower(text)
	return Contains(text, "supersed", "replaces", "replaced by", "deprecated", "obsolete", "取代", "替代", "废弃", "作废", "已废止")
}

// Gone tells whether a document says that an ID is used no longer: where it names it, it says
// that what bore it was replaced, left the specification, or was never given.
func Gone(d *document.Document, id string) bool {
	for _, m := range d.Mentions(id) {
		if line := d.Slice(d.LineAt(m.Start)); Superseded(line) || withdrawn.MatchString(line) {
			return true
		}
	}
	return false
}

var withdrawn = pattern.New(`(?i)\b(?:removed|dropped|deleted|withdrawn|merged|retired|skipped|reserved|(?:is|was|were|are) not (?:given|used|assigned|taken)|left (?:out|free|empty|unused))\b|删除|合并|取消|撤销|移除|预留|保留编号|未使用|空缺|不再使用`)

// Has tells whether a path is one of the session's documents.
func Has(s *Session, target string) bool {
	for _, d := range s.Docs {
		if d.Path == target || strings.HasPrefix(d.Path, target+"/") {
			return true
		}
	}
	return false
}

// Indexes are the documents that start with a full frontmatter.
var Indexes = []document.Kind{document.Brief, document.Requirements, document.Architecture, document.Epics, document.Readiness}

// Identified tells whether a document says in its frontmatter what it is. A title
// and a status are in the frontmatter of any tool.
func Identified(d *document.Document) bool {
	return d.Front.Value("session_id") != "" || d.Front.Value("document_type") != "" || d.Front.Value("phase") != ""
}

// Outdated tells whether a document is of a day, by the date in its name, and the session has one of the same
// name and a later day: what it says of other documents was so then.
func Outdated(s *Session, d *document.Document) bool {
	day := dayInName.FindStringIndex(d.Path)
	if day == nil {
		return false
	}
	before, behind := d.Path[:day[0]], d.Path[day[1]:]
	return slices.ContainsFunc(s.Docs, func(o *document.Document) bool {
		return o.Path > d.Path && len(o.Path) == len(d.Path) && strings.HasPrefix(o.Path, before) && strings.HasSuffix(o.Path, behind)
	})
}

// dayInName is a date in the name of a file.
var dayInName = pattern.New(`(?:19|20)\d\d-\d\d-\d\d`)
