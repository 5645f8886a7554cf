package frameworks

import (
	"maps"
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// roadmapPlans returns the numbers of the plans that a roadmap lists below a phase.
func roadmapPlans(s Session, number string) map[string]bool {
	listed := map[string]bool{}
	roadmaps := s.find(gsRoadmap)
	if len(roadmaps) != 1 {
		return listed
	}
	for _, p := range phasesOf(roadmaps[0]) {
		if plainNumber(p.number) != plainNumber(number) {
			continue
		}
		for _, one := range planLines(roadmaps[0], p.section) {
			listed[one.number] = true
		}
	}
	return listed
}

// givenTo returns the phases that the roadmap gives each requirement to.
func givenTo(s Session) map[string][]string {
	given := map[string][]string{}
	roadmaps := s.find(gsRoadmap)
	if len(roadmaps) != 1 {
		return given
	}
	for number, lines := range takes(roadmaps[0]) {
		for _, l := range lines {
			for _, id := range demanded(l.text) {
				given[id.id] = append(given[id.id], number)
			}
		}
	}
	return given
}

var (
	gsVerification = pattern.New(`(?:^|/)(\d+(?:\.\d+)?)(?:-\d+)?-VERIFICATION\.md$`)
)

// coverageRows returns the rows of a verification's table of requirements, by ID.
func coverageRows(d *document.Document) map[string]document.Span {
	rows := map[string]document.Span{}
	for _, t := range d.Tables {
		if t.Column("requirement", "req", "需求") != 0 || t.Column("status", "状态") < 0 {
			continue
		}
		for _, cells := range t.Rows {
			for _, id := range idsIn(gsID, cells[0].Text) {
				rows[id.id] = cells[0].Span
			}
			if strings.ContainsAny(cells[0].Text, "–~…") || strings.Contains(cells[0].Text, "..") || strings.Contains(cells[0].Text, " to ") {
				return nil // a range of them
			}
		}
	}
	return rows
}

// verifiedOthers is about a verification that leaves out a requirement which the roadmap
// gives to its phase, or that names one which no list of requirements has.
func verifiedOthers(s Session, d *document.Document, hit Hit) bool {
	m := gsVerification.FindStringSubmatch(d.Path)
	rows := coverageRows(d)
	if m == nil || len(rows) == 0 || strings.EqualFold(d.Front.Value("status"), "gaps_found") {
		return false
	}
	number, own, out := plainNumber(m[1]), 0, []string{}
	given := givenTo(s)
	for id, phases := range given {
		if !slices.Contains(phases, number) {
			continue
		}
		own++
		if _, there := rows[id]; !there && !strings.Contains(d.Text, id) {
			out = append(out, id)
		}
	}
	known := listed(s)
	prefixes := map[string]bool{}
	for id := range known {
		prefixes[id[:strings.LastIndexByte(id, '-')]] = true
	}
	for _, id := range slices.Sorted(maps.Keys(rows)) {
		switch {
		case !known[id] && prefixes[id[:strings.LastIndexByte(id, '-')]]:
			hit(d, rows[id], id, s.say("no list of requirements has it", "需求列表中没有"))
		case own > 0 && len(given[id]) == 1 && given[id][0] != number:
			hit(d, rows[id], id, s.say("the roadmap gives it to phase "+given[id][0], "路线图将其分配给阶段 "+given[id][0]), Doubtful)
		}
	}
	slices.Sort(out)
	if len(out)*2 < own || own < 3 && len(out) < own {
		for _, id := range out {
			hit(d, lastOf(rows), id, s.say("the roadmap gives it to this phase, and the verification leaves it out", "路线图将其分配给本阶段，但验证报告未提及"), Unwitnessed)
		}
	}
	return own > 0
}

var (
	gsLink     = pattern.New(`(?m)^\s+-?\s*(?:from|to):\s*["']?([^\s"'#]+)["']?\s*$`)
	gsLinkFile = pattern.New(`^(?:[\w@.\[\]()-]+/)+[\w@.\[\]-]+\.[a-z]{1,5}$`)
)

// strayLinks is about a file that a plan's links lead to or from, and that neither the
// project has nor a plan of the phase makes.
func strayLinks(s Session, d *document.Document, hit Hit) bool {
	front := d.Slice(d.Front.Span)
	at := strings.Index(front, "key_links:")
	if at < 0 || s.Exists == nil {
		return false
	}
	made := ""
	folders := map[string]bool{}
	for _, p := range plansBeside(s, d) {
		for _, file := range p.changes {
			folders[path.Dir(file)] = true
			made += " " + file
		}
		for _, m := range gsFiles.FindAllStringSubmatch(p.doc.Text, 60) {
			made += " " + m[1]
		}
	}
	applied := false
	for _, m := range gsLink.FindAllStringSubmatchIndex(front[at:], 40) {
		place := document.Span{Start: d.Front.Span.Start + at + m[2], End: d.Front.Span.Start + at + m[3]}
		file := d.Slice(place)
		if !gsLinkFile.MatchString(file) {
			continue
		}
		applied = true
		if strings.Contains(made, base(file)) || s.Has != nil && s.Has(file) || strings.Contains(d.Text[d.Front.Span.End:], base(file)) {
			continue
		}
		targets := []string{file}
		if !folders[path.Dir(file)] {
			targets = append(targets, Doubtful) // of a phase that is still to be executed
		}
		hit(d, place, targets...)
	}
	return applied
}

// lastOf returns the last of some rows: below it one is missing.
func lastOf(rows map[string]document.Span) (last document.Span) {
	for _, at := range rows {
		if at.Start > last.Start {
			last = at
		}
	}
	return last
}
