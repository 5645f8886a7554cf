package openspec

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	reason    = pattern.New(`(?i)\b(?:reason|why|because|since|rationale|obsolete|replaced)\b|原因|理由|因为|由于|不再`)
	migration = pattern.New(`(?i)\bmigrat|\b(?:replaced by|instead|superseded|moves? to|moved|merged|covered by|nothing|none)\b|迁移|替代|改为|改用|合并|无需`)
)

// removedSilently is about requirements that a delta removes without a reason, or without a word on what becomes of those
// who need them.
func removedSilently(s *model.Session, d *document.Document, hit native.Hit) bool {
	removed := of(d, "REMOVED")
	for _, r := range removed {
		text := d.Slice(r.section.All())
		switch {
		case !reason.MatchString(text):
			hit(d, model.HeadingOf(d, r.section), model.Target(r.name), s.Say("reason (**Reason**: …)", "原因（**Reason**：…）"))
		case !migration.MatchString(text):
			hit(d, model.HeadingOf(d, r.section), model.Target(r.name), s.Say("migration (**Migration**: …)", "迁移方式（**Migration**：…）"))
		}
	}
	return len(removed) > 0
}
