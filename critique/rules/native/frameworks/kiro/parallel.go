package kiro

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	boundary = pattern.New(`_Boundary:\s*([^_\n]+?)_?\s*$`)
	needs    = pattern.New(`_Depends:\s*([^_\n]+?)_?\s*$`)
	needed   = pattern.New(`^\d{1,3}(?:\.\d{1,3})*$`)
	atOnce   = pattern.New(`\(P\)`)
)

// planned is one task of a plan with what it says below.
type planned struct {
	number   string
	line     document.Span
	parallel bool
	within   []string // its boundaries
	waits    []string // numbers of tasks
	at       document.Span
}

// of is the number of the task that a task is a part of.
func (p planned) of() string { return p.number[:max(0, strings.LastIndexByte(p.number, '.'))] }

func plannedIn(d *document.Document) []planned {
	var found []planned
	for _, l := range frameworks.Lines(d) {
		if m := task.FindStringSubmatchIndex(l.Text); m != nil {
			found = append(found, planned{number: l.Text[m[4]:m[5]], line: l.Span, parallel: atOnce.MatchString(l.Text)})
			continue
		}
		if len(found) == 0 {
			continue
		}
		last := &found[len(found)-1]
		if m := boundary.FindStringSubmatch(l.Text); m != nil {
			last.within = listed(m[1])
		}
		if m := needs.FindStringSubmatchIndex(l.Text); m != nil {
			last.waits, last.at = listed(l.Text[m[2]:m[3]]), l.At(m[2], m[3])
		}
	}
	return found
}

// listed are the parts of a list with commas.
func listed(text string) []string {
	parts := strings.Split(strings.NewReplacer("、", ",", "，", ",", "`", "").Replace(text), ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// notParallel is about tasks that are done at once and change the same part, and about one that waits
// for a task which is not there.
func notParallel(s *model.Session, d *document.Document, hit native.Hit) bool {
	all := plannedIn(d)
	applied := false
	for i, one := range all {
		applied = applied || len(one.within)+len(one.waits) > 0
		for _, number := range one.waits {
			if needed.MatchString(number) && !slices.ContainsFunc(all, func(p planned) bool { return p.number == number || strings.HasPrefix(p.number, number+".") }) {
				hit(d, one.at, model.Note(one.number), s.Say("depends on task "+number+", which is not there", "依赖任务 "+number+"，而该任务不存在"))
			}
		}
		for _, other := range all[:i] {
			if !one.parallel || !other.parallel || one.of() != other.of() || slices.Contains(one.waits, other.number) || slices.Contains(other.waits, one.number) {
				continue
			}
			if part := slices.IndexFunc(one.within, func(part string) bool { return slices.Contains(other.within, part) }); part >= 0 {
				hit(d, one.line, model.Note(one.number), s.Say("is marked (P) as task "+other.number+" is, and both change "+one.within[part], "与任务 "+other.number+" 均标为 (P)，而两者都修改 "+one.within[part]))
				break
			}
		}
	}
	return applied
}
