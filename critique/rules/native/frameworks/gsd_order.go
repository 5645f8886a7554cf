package frameworks

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// planOf is what the frontmatter of a plan says of its place among the others.
type planOf struct {
	doc     *document.Document
	number  string   // of the plan in its phase, as its file is called
	wave    string   // empty: not said
	needs   []string // numbers of plans of the same phase
	changes []string // files
}

// plansBeside returns the plans of the phase that a plan belongs to, by number.
func plansBeside(s Session, d *document.Document) map[string]planOf {
	own := gsPlanFile.FindStringSubmatch(d.Path)
	found := map[string]planOf{}
	for _, p := range s.find(gsPlan) {
		m := gsPlanFile.FindStringSubmatch(p.Path)
		if own == nil || m == nil || path.Dir(p.Path) != path.Dir(d.Path) || m[1] != own[1] {
			continue
		}
		one := planOf{doc: p, number: plainNumber(m[2]), wave: p.Front.Value("wave")}
		if field := p.Front.Field("depends_on"); field != nil {
			for _, value := range field.Values {
				switch v := gsPlanID.FindStringSubmatch(strings.TrimSpace(value)); {
				case v != nil && plainNumber(v[1]) == plainNumber(m[1]):
					one.needs = append(one.needs, plainNumber(v[2]))
				case v == nil && gsShortPlan.MatchString(strings.TrimSpace(value)):
					one.needs = append(one.needs, plainNumber(strings.TrimSpace(value)))
				}
			}
		}
		if field := p.Front.Field("files_modified"); field != nil {
			one.changes = field.Values
		}
		found[one.number] = one
	}
	return found
}

var gsShortPlan = pattern.New(`^\d{1,2}$`)

// planOrder is about plans that wait for themselves, and for plans of the same wave or a
// later one.
func planOrder(s Session, d *document.Document, hit Hit) bool {
	plans := plansBeside(s, d)
	m := gsPlanFile.FindStringSubmatch(d.Path)
	if m == nil {
		return false
	}
	own := plans[plainNumber(m[2])]
	for _, need := range own.needs {
		other, known := plans[need]
		at := d.Front.Field("depends_on").Span
		switch {
		case waitsFor(plans, need, own.number):
			hit(d, at, note(need), s.say("it waits for this one itself", "后者又依赖本计划"))
		case known && gsShortPlan.MatchString(own.wave) && gsShortPlan.MatchString(other.wave) && !before(other.wave, own.wave):
			hit(d, at, note(need), s.say("it is of wave "+other.wave+", this one of wave "+own.wave, "其 wave 为 "+other.wave+"，本计划为 "+own.wave))
		}
	}
	return len(own.needs) > 0
}

// before compares whole numbers.
func before(a, b string) bool {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return len(a) < len(b) || len(a) == len(b) && a < b
}

// waitsFor tells whether a plan waits for another one, directly or through others.
func waitsFor(plans map[string]planOf, plan, other string) bool {
	seen := map[string]bool{}
	for next := []string{plan}; len(next) > 0; {
		at := next[0]
		next = next[1:]
		if at == other {
			return true
		}
		if !seen[at] {
			seen[at] = true
			next = append(next, plans[at].needs...)
		}
	}
	return false
}

// sameWave is about files that two plans change which are executed at once.
func sameWave(s Session, d *document.Document, hit Hit) bool {
	plans := plansBeside(s, d)
	m := gsPlanFile.FindStringSubmatch(d.Path)
	if m == nil {
		return false
	}
	own := plans[plainNumber(m[2])]
	if own.wave == "" || len(own.changes) == 0 {
		return false
	}
	for _, other := range plans {
		if other.wave != own.wave || !before(other.number, own.number) || waitsFor(plans, own.number, other.number) || waitsFor(plans, other.number, own.number) {
			continue
		}
		for _, file := range own.changes {
			if slices.Contains(other.changes, file) && strings.ContainsAny(file, "./") {
				hit(d, d.Front.Field("files_modified").Span, file, note(other.number))
				break
			}
		}
	}
	return true
}

// namedOtherwise is about frontmatter that another plan's file was copied with, and that
// the tasks contradict.
func namedOtherwise(s Session, d *document.Document, hit Hit) bool {
	m := gsPlanFile.FindStringSubmatch(d.Path)
	if m == nil {
		return false
	}
	applied := false
	for i, key := range [...]string{"phase", "plan"} {
		field := d.Front.Field(key)
		if field == nil || len(field.Values) != 1 {
			continue
		}
		said := gsLeadingNumber.FindStringSubmatch(field.Values[0])
		if key == "plan" {
			if v := gsPlanID.FindStringSubmatch(field.Values[0]); v != nil {
				said = []string{"", v[2]}
			}
		}
		if said == nil {
			continue
		}
		applied = true
		if plainNumber(said[1]) != plainNumber(m[i+1]) {
			hit(d, field.Span, note(key+": "+field.Values[0]), s.say("the file is "+base(d.Path), "文件名为 "+base(d.Path)))
		}
	}
	if field := d.Front.Field("autonomous"); field != nil && strings.EqualFold(d.Front.Value("autonomous"), "true") {
		applied = true
		if at := gsCheckpoint.FindStringIndex(d.Text[d.Front.Span.End:]); at != nil {
			hit(d, field.Span, note("autonomous: true"), s.say("it has a checkpoint at which somebody is asked", "其中有需要人工介入的检查点"))
		}
	}
	return applied
}

var (
	gsLeadingNumber = pattern.New(`^(\d+(?:\.\d+)?)\b`)
	gsCheckpoint    = pattern.New(`(?m)^\s*<task\b[^>\n]*type="checkpoint:(?:human|decision)`)
)

// phaseOrder is about phases that depend on a phase which comes after them.
func phaseOrder(_ Session, d *document.Document, hit Hit) bool {
	place := map[string]int{}
	phases := phasesOf(d)
	for i, p := range phases {
		if _, twice := place[plainNumber(p.number)]; !twice {
			place[plainNumber(p.number)] = i
		}
	}
	applied := false
	for i, p := range phases {
		for _, l := range linesOf(d, p.section.All()) {
			m := gsDepends.FindStringSubmatchIndex(l.text)
			if m == nil {
				continue
			}
			text := l.text[m[2]:m[3]]
			if cut := strings.IndexAny(text, "(（;—"); cut >= 0 {
				text = text[:cut]
			}
			for _, at := range gsPhaseOf.FindAllStringSubmatchIndex(text, 10) {
				applied = true
				number := plainNumber(text[at[2]:at[3]])
				if there, known := place[number]; known && there >= i && place[plainNumber(p.number)] == i {
					hit(d, l.at(m[2]+at[0], m[2]+at[1]), note(p.number), note(number))
				}
			}
		}
	}
	return applied
}

// planFiles is about plans that the roadmap lists and that are not there, and the other
// way round.
func planFiles(s Session, d *document.Document, hit Hit) bool {
	m := gsPlanFile.FindStringSubmatch(d.Path)
	roadmaps, plans := s.find(gsRoadmap), s.find(gsPlan)
	if m == nil || len(roadmaps) != 1 || plans[0] != d { // said once
		return false
	}
	listed, there := map[string]bool{}, map[string]bool{}
	for _, p := range plans {
		if v := gsPlanFile.FindStringSubmatch(p.Path); plainNumber(v[1]) == plainNumber(m[1]) {
			there[plainNumber(v[2])] = true
		}
	}
	for _, p := range phasesOf(roadmaps[0]) {
		if plainNumber(p.number) != plainNumber(m[1]) {
			continue
		}
		for _, one := range planLines(roadmaps[0], p.section) {
			listed[one.number] = true
		}
	}
	if len(listed) == 0 {
		return false
	}
	for _, number := range inOrder(listed) {
		if !there[number] {
			hit(d, top(d), note(m[1]+"-"+number), s.say("on the roadmap, but there is no such plan", "路线图中列出，但没有该计划"), Unwitnessed)
		}
	}
	for _, number := range inOrder(there) {
		if !listed[number] {
			hit(d, top(d), note(m[1]+"-"+number), s.say("there, but not on the roadmap", "存在，但路线图中未列出"), Unwitnessed)
		}
	}
	return true
}

// decisions is about decisions of a phase's context: one number for two of them, and
// plans that cite one which nobody took.
func decisions(s Session, d *document.Document, hit Hit) bool {
	contexts := s.find(func(p string) bool { return gsContext.MatchString(p) && path.Dir(p) == path.Dir(d.Path) })
	defined := map[string]document.Span{}
	for _, c := range contexts {
		for _, l := range linesOf(c, all(c)) {
			for _, m := range gsDecided.FindAllStringSubmatchIndex(l.text, 1) {
				number := plainNumber(l.text[m[2]:m[3]])
				if _, again := defined[number]; again && c == d {
					hit(d, l.at(m[0], m[1]), note(number), s.say("is taken twice", "出现两次"))
				}
				defined[number] = l.Span
			}
		}
	}
	if len(contexts) != 1 || len(defined) < 2 {
		return false
	}
	if contexts[0] == d {
		return true
	}
	said := map[string]bool{}
	for _, m := range gsDecision.FindAllStringSubmatchIndex(d.Text, 300) {
		number := plainNumber(d.Text[m[2]:m[3]])
		if m[0] > 0 && strings.IndexByte("-_/.@#", d.Text[m[0]-1]) >= 0 || said[number] {
			continue
		}
		if _, known := defined[number]; !known {
			said[number] = true
			hit(d, document.Span{Start: m[0], End: m[1]}, note(number), s.say("is cited, but "+base(contexts[0].Path)+" has no such decision", "被引用，但 "+base(contexts[0].Path)+" 中没有该决策"))
		}
	}
	return true
}

var (
	gsContext  = pattern.New(`(?:^|/)\d[\d.]*-CONTEXT\.md$`)
	gsDecided  = pattern.New(`^\s*(?:[-*]|#+)\s+\**D-(\d{1,3})\b\**\s*[:：(—–-]`)
	gsDecision = pattern.New(`\bD-(\d{1,3})\b`)
)
