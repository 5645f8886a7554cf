package gsd

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// planOf is what the frontmatter of a plan says of its place among the others.
type planOf struct {
	doc     *document.Document
	number  string   // of the plan in its phase, as its file is called
	wave    string   // empty: not said
	closes  string   // "true": gaps that were found when the others were done
	needs   []string // numbers of plans of the same phase
	changes []string // files
}

// plansBeside returns the plans of the phase that a plan belongs to, by number.
func plansBeside(s *model.Session, d *document.Document) map[string]planOf {
	own := planFile.FindStringSubmatch(d.Path)
	found := map[string]planOf{}
	for _, p := range frameworks.Find(s, isPlan) {
		m := planFile.FindStringSubmatch(p.Path)
		if own == nil || m == nil || path.Dir(p.Path) != path.Dir(d.Path) || m[1] != own[1] {
			continue
		}
		one := planOf{doc: p, number: plainNumber(m[2]), wave: p.Front.Value("wave"), closes: p.Front.Value("gap_closure")}
		if field := p.Front.Field("depends_on"); field != nil {
			for _, value := range field.Values {
				switch v := planID.FindStringSubmatch(strings.TrimSpace(value)); {
				case v != nil && plainNumber(v[1]) == plainNumber(m[1]):
					one.needs = append(one.needs, plainNumber(v[2]))
				case v == nil && shortPlan.MatchString(strings.TrimSpace(value)):
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

var shortPlan = pattern.New(`^\d{1,2}$`)

// planOrder is about plans that wait for themselves, and for plans of the same wave or a
// later one.
func planOrder(s *model.Session, d *document.Document, hit native.Hit) bool {
	plans := plansBeside(s, d)
	m := planFile.FindStringSubmatch(d.Path)
	if m == nil {
		return phaseOrder(s, d, hit)
	}
	own := plans[plainNumber(m[2])]
	last, ordered := planOf{}, shortPlan.MatchString(own.wave)
	for _, need := range own.needs {
		other, known := plans[need]
		if ordered = ordered && known && shortPlan.MatchString(other.wave); ordered && frameworks.Before(last.wave, other.wave) {
			last = other
		}
		at, name := d.Front.Field("depends_on").Span, model.Target(m[1]+"-"+strings.Repeat("0", max(0, 2-len(need)))+need)
		switch numbered := shortPlan.MatchString(own.wave) && shortPlan.MatchString(other.wave); {
		case need == own.number:
			hit(d, at, name, s.Say("that is this plan itself", "即本计划自身"))
		case waitsFor(plans, need, own.number) && !(inWaves(plans) && frameworks.Before(other.wave, own.wave)): // of a circle what goes back is told
			hit(d, at, name, s.Say("that one waits for this plan in turn", "后者又依赖本计划"))
		case own.closes == "true" && other.closes != "true": // what closes gaps begins when the others are done, and counts its waves anew
		case known && numbered && plainNumber(other.wave) == plainNumber(own.wave):
			hit(d, at, name, s.Say("a plan of the same wave, "+own.wave, "两者同属 wave "+own.wave))
		case known && numbered && frameworks.Before(own.wave, other.wave):
			hit(d, at, name, s.Say("a plan of wave "+other.wave+", and this one is of wave "+own.wave+" already", "后者属 wave "+other.wave+"，本计划属 wave "+own.wave))
		}
	}
	if ordered && len(own.needs) > 0 && frameworks.Before(model.Itoa(wave(last)+1), own.wave) && !slices.ContainsFunc(slices.Collect(maps.Values(plans)), func(p planOf) bool {
		return wave(p) > wave(last) && wave(p) < wave(own) && slices.ContainsFunc(p.changes, func(file string) bool { return slices.Contains(own.changes, file) })
	}) {
		hit(d, d.Front.Field("wave").Span, s.Say("plan "+last.number, "计划 "+last.number), s.Say("it is of wave "+last.wave+", and this one of wave "+own.wave+", which could run in wave "+model.Itoa(wave(last)+1), "其 wave 为 "+last.wave+"，而此计划为 "+own.wave+"，可在 wave "+model.Itoa(wave(last)+1)+" 执行"), model.Doubtful)
	}
	return len(own.needs) > 0
}

// inWaves tells whether all plans of a phase say in which wave they are.
func inWaves(plans map[string]planOf) bool {
	for _, p := range plans {
		if !shortPlan.MatchString(p.wave) {
			return false
		}
	}
	return true
}

// wave is that of a plan as a number.
func wave(p planOf) int {
	n, _ := strconv.Atoi(p.wave)
	return n
}

// phaseOrder is about phases of a roadmap that wait for a later one: they are gone through by number.
func phaseOrder(s *model.Session, d *document.Document, hit native.Hit) bool {
	looked, dead := false, frameworks.Told(dependencies, s, d)
	for _, p := range phasesOf(d) {
		own, err := strconv.ParseFloat(p.number, 64)
		if err != nil {
			continue
		}
		for m := range frameworks.Matches(depends, frameworks.LinesOf(d, p.section.All())) {
			looked = true
			for need := range neededPhases(m) {
				if number, err := strconv.ParseFloat(need.Group(1), 64); err == nil && number >= own && !slices.Contains(dead, need.Group(0)) {
					hit(d, need.Place(0), model.Note(need.Group(0)), s.Say("phases are gone through by number, and this is Phase "+p.number, "阶段按编号进行，而此为 Phase "+p.number), model.Unwitnessed)
				}
			}
		}
	}
	return looked
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
func sameWave(s *model.Session, d *document.Document, hit native.Hit) bool {
	plans := plansBeside(s, d)
	m := planFile.FindStringSubmatch(d.Path)
	if m == nil {
		return false
	}
	own := plans[plainNumber(m[2])]
	if own.wave == "" || len(own.changes) == 0 {
		return false
	}
	for _, number := range slices.Sorted(maps.Keys(plans)) {
		other := plans[number]
		if other.wave != own.wave || other.closes != own.closes || !frameworks.Before(other.number, own.number) || waitsFor(plans, own.number, other.number) || waitsFor(plans, other.number, own.number) {
			continue
		}
		for _, file := range own.changes {
			if slices.Contains(other.changes, file) && strings.ContainsAny(file, "./") {
				hit(d, d.Front.Field("files_modified").Span, model.Target(file), model.Note(other.number))
				break
			}
		}
	}
	return true
}
