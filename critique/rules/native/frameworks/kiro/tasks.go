package kiro

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// numberedTaskTwice is about two tasks of one count. Below one heading the numbers may fall back and
// count on from there: what comes then is another count.
func numberedTaskTwice(_ *model.Session, d *document.Document, hit native.Hit) bool {
	type place struct {
		section *document.Section
		count   int
		number  string
	}
	var all []numberedTask
	for m := range frameworks.Matches(task, frameworks.Lines(d)) {
		all = append(all, numberedTask{m.Group(2), d.SectionAt(m.Start), m.Line})
	}
	seen, count := map[place]bool{}, 0
	for i, t := range all {
		if i > 0 && beginsAgain(all[i-1], all[i:]) {
			count++
		}
		at := place{t.section, count, t.number}
		if seen[at] {
			hit(d, t.line.Span, model.Note(t.number))
		}
		seen[at] = true
	}
	return len(all) > 0
}

// numberedTask is a task with its number.
type numberedTask struct {
	number  string
	section *document.Section
	line    frameworks.Line
}

// beginsAgain tells whether a task begins another count: its number is lower than the one before, and
// the next of its level is the one behind it.
func beginsAgain(before numberedTask, from []numberedTask) bool {
	levels := func(number string) (all []int) {
		for part := range strings.SplitSeq(number, ".") {
			n, _ := strconv.Atoi(part)
			all = append(all, n)
		}
		return all
	}
	first := levels(from[0].number)
	if before.section != from[0].section || slices.Compare(first, levels(before.number)) >= 0 {
		return false
	}
	first[len(first)-1]++
	next := slices.IndexFunc(from[1:], func(t numberedTask) bool { return len(levels(t.number)) == len(first) })
	return next >= 0 && slices.Equal(levels(from[1+next].number), first)
}

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

var (
	taskBox   = pattern.New(`^\s*([-*+])\s+\[([^\]]{0,3})\]\*?\s+(\**\d)?`)
	plainList = pattern.New(`^\s*[-*]\s+(Requirements|Leverage):\s`)
	prompted  = pattern.New(`_Prompt:`)
)

// refused is about lines of a plan that the validator of spec-workflow refuses, each sort of them once.
func refused(s *model.Session, d *document.Document, hit native.Hit) bool {
	said, boxes, numbered := map[string]bool{}, 0, 0
	say := func(at document.Span, en, zh string) {
		if !said[en] {
			said[en] = true
			hit(d, at, s.Say(en, zh))
		}
	}
	var bare []frameworks.Line
	lines := frameworks.Lines(d)
	for i, l := range lines {
		if m := taskBox.FindStringSubmatch(l.Text); m != nil {
			boxes++
			if m[1] == "*" {
				say(l.Span, "a task begins with * here, and has to begin with -", "任务以 * 开头，应以 - 开头")
			}
			if len(m[2]) != 1 || !strings.Contains(" xX~-", m[2]) {
				say(l.Span, "the box ["+m[2]+"] is none of [ ], [x], [-] and [~]", "复选框 ["+m[2]+"] 不是 [ ]、[x]、[-] 或 [~]")
			}
			if m[3] == "" {
				bare = append(bare, l)
			} else if numbered++; len(bare) > 0 && numbered > 1 { // what stands below all tasks is another list
				say(bare[0].Span, "a task has no number, as the others have", "任务没有编号，而其他任务有")
			}
		}
		if boxes > 0 && plainList.MatchString(l.Text) {
			say(l.Span, "Requirements and Leverage have to stand between underscores: _Requirements: 1.1_", "Requirements 与 Leverage 应写在下划线之间：_Requirements: 1.1_")
		}
		if prompted.MatchString(l.Text) {
			end := i + 1
			for end < len(lines) && !taskBox.MatchString(lines[end].Text) {
				end++
			}
			if text := d.Text[l.Start:lines[end-1].End]; !strings.Contains(text, "Restrictions:") || !strings.Contains(text, "Success:") {
				say(l.Span, "a _Prompt has to name Role, Task, Restrictions and Success", "_Prompt 应包含 Role、Task、Restrictions 与 Success")
			}
		}
	}
	return boxes > 0
}
