package checks

import (
	"strings"
	"time"

	"discussd/critique/checks/document"
)

// stamps are the keys of frontmatter and JSON that say when a document was
// written, those of its last change first.
var stamps = [...]string{"updated_at", "last_updated", "updated", "generated_at", "created_at", "created", "date", "timestamp"}

// stamp is when a document says it was written.
type stamp struct {
	at    time.Time
	exact bool // to the second, not only to the day
	said  string
	span  document.Span
}

func stampOf(d *document.Document) (stamp, bool) {
	for _, key := range stamps {
		found := stamp{said: d.Front.Value(key)}
		if field := d.Front.Field(key); field != nil {
			found.span = field.Span
		} else if v := d.JSON.Get(key); v != nil {
			found.said, found.span = v.String, v.Span
		}
		for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02"} {
			if at, err := time.Parse(layout, strings.TrimSpace(found.said)); err == nil {
				found.at, found.exact = at, len(layout) > len("2006-01-02")
				return found, true
			}
		}
	}
	return stamp{}, false
}

// before tells whether one document was written before another, as far as both
// say.
func (s stamp) before(other stamp) bool {
	ahead := other.at.Sub(s.at)
	return ahead > 0 && (ahead >= 24*time.Hour || s.exact)
}

func impossibleDates(s *session, d *document.Document, hit hit) bool {
	own, ok := stampOf(d)
	if !ok {
		return false
	}
	if own.at.After(s.now.Add(48 * time.Hour)) {
		hit(d, own.span, note(own.said), s.say("in the future", "晚于当前时间"))
		return true
	}
	for _, source := range s.docs {
		if source.Kind.Member() || source.Kind.Phase() == 0 || source.Kind.Phase() >= d.Kind.Phase() {
			continue
		}
		if upstream, ok := stampOf(source); ok && own.before(upstream) {
			hit(d, own.span, note(own.said), s.say("before that of its source "+source.Path, "早于上游文档 "+source.Path))
			break
		}
	}
	return true
}
