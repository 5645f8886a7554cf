package kiro

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
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
