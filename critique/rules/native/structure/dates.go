package structure

import (
	"slices"
	"time"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

func impossibleDates(s *model.Session, d *document.Document, hit native.Hit) bool {
	if old := model.Replaced(s, d); old != nil {
		own, before := model.DecidedOn(d), model.DecidedOn(old)
		if own.Len() == 0 || before.Len() == 0 {
			return false
		}
		if d.Slice(own) < old.Slice(before) {
			hit(d, own, model.Note(d.Slice(own)), s.Say("before that of the decision that it supersedes: "+old.Path, "早于它所取代的决策："+old.Path))
		}
		return true
	}
	own, ok := model.StampOf(d)
	if !ok || !slices.Contains(dated, d.Kind) {
		return false
	}
	if own.At.After(s.Now.Add(48 * time.Hour)) {
		hit(d, own.Span, model.Note(own.Said), s.Say("in the future", "晚于当前时间"))
		return true
	}
	for _, source := range s.Docs {
		if source.Kind.Member() || source.Kind.Phase() == 0 || source.Kind.Phase() >= d.Kind.Phase() {
			continue
		}
		if upstream, ok := model.StampOf(source); ok && own.Before(upstream) {
			hit(d, own.Span, model.Note(own.Said), s.Say("before that of its source "+source.Path, "早于上游文档 "+source.Path))
			break
		}
	}
	return true
}
