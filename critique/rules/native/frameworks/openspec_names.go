package frameworks

import (
	"maps"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/nearest"
	"discussd/internal/text/pattern"
)

var (
	osCited = pattern.New("[(（\"“`]\\s*Requirement:\\s*([^()（）\"“”`\n]{3,120})[)）\"”`,]")
	osPath  = pattern.New("(?:^|[\\s(（`])(?:openspec/)?specs/([a-z0-9][a-z0-9/_-]*)/spec\\.md")
)

// citesNothing is about a requirement that is cited by its name, or a specification by its
// path, and that neither the change nor the current specification has.
func citesNothing(s Session, d *document.Document, hit Hit) bool {
	specs := slices.Concat(s.find(osSpec), s.find(osLiving))
	if len(s.find(osSpec)) == 0 || len(specs) >= 90 { // more than were read
		return false
	}
	known, capabilities := map[string]bool{}, map[string]bool{}
	for _, spec := range specs {
		capabilities[capability(spec.Path)] = true
		for _, r := range deltasOf(spec) {
			known[r.name] = true
		}
		from, to := renames(spec)
		for _, l := range from {
			known[l.text] = true
		}
		maps.Copy(known, to)
	}
	applied := false
	for _, l := range linesOf(d, all(d)) {
		for _, m := range osCited.FindAllStringSubmatchIndex(l.text, 10) {
			name := strings.TrimSpace(l.text[m[2]:m[3]])
			applied = true
			if !slices.ContainsFunc(slices.Collect(maps.Keys(known)), func(other string) bool { return strings.HasPrefix(name, other) }) {
				hit(d, l.at(m[2], m[3]), name, s.nearName(name, known))
			}
		}
		for _, m := range osPath.FindAllStringSubmatchIndex(l.text, 10) {
			name := l.text[m[2]:m[3]]
			applied = true
			if near := nearest.Meant(name, slices.Collect(maps.Keys(capabilities))); !capabilities[name] && near != "" {
				hit(d, l.at(m[2], m[3]), name, s.say("; there is "+near, "；现有 "+near))
			}
		}
	}
	return applied
}

// nearName says which of the known names one is nearest to.
func (s Session) nearName(name string, known map[string]bool) string {
	if other := nearest.Meant(name, slices.Sorted(maps.Keys(known))); other != "" {
		return s.say("; there is \""+other+"\"", "；现有“"+other+"”")
	}
	return note("")
}

// alreadyThere is about a requirement that a delta adds, or names another one anew, although
// the current specification or the delta itself has one of that name.
func alreadyThere(s Session, d *document.Document, hit Hit) bool {
	var added []delta
	for _, r := range deltasOf(d) {
		if r.verb == "ADDED" {
			added = append(added, r)
		}
	}
	from, to := renames(d)
	for _, r := range added {
		if to[r.name] {
			hit(d, heading(d, r.section), r.name, s.say("another requirement is renamed to it here", "此处另有需求更名为该名称"))
		}
	}
	current := s.living(d)
	if current == nil {
		return len(added)+len(from) > 0
	}
	known, gone := map[string]bool{}, map[string]bool{}
	for _, r := range deltasOf(current) {
		known[r.name] = true
	}
	for _, l := range from {
		gone[l.text] = true
	}
	there := slices.DeleteFunc(slices.Clone(added), func(r delta) bool { return !known[r.name] || gone[r.name] })
	if len(there) < len(added) { // of a change that has been taken over all are there
		for _, r := range there {
			hit(d, heading(d, r.section), r.name, s.say("the current specification has it", "现行规格已有该需求"))
		}
	}
	return len(added)+len(from) > 0
}
