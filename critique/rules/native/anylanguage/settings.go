package anylanguage

import (
	"fmt"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	codeSpan = pattern.New("`([^`\n]{1,80})`")
	// setting is the name of something that has one value: door.timeout, KEEP_DAYS.
	setting = pattern.New(`^[A-Za-z][A-Za-z0-9]*(?:[._][A-Za-z0-9]+)+$`)
)

// fileEnds are what names of files end with, which have no value.
var fileEnds = strings.Fields("md go py ts tsx js jsx mjs rb rs kt java sql json yaml yml toml html css txt csv sh png jpg jpeg svg pdf c h cpp cs php vue env lock xml ini conf")

// settingName tells whether a text in code marks names something with a value.
func settingName(text string) bool {
	return setting.MatchString(text) && !slices.Contains(fileEnds, strings.ToLower(text[strings.LastIndexByte(text, '.')+1:]))
}

// told is one amount that a document gives of something.
type told struct {
	amount
	doc     *document.Document
	section *document.Section
	at      document.Span // what says it
	text    string        // the amount as written
}

// settings is about a name in code marks that two places give two values.
func settings(s *model.Session, d *document.Document, hit native.Hit) bool {
	if !unread(s, d) {
		return false
	}
	known := model.Once(s, "values of settings", nil, func() map[string][]told {
		all := map[string][]told{}
		for _, other := range present(s) {
			settingsOf(s, other, all)
		}
		return all
	})
	applied := false
	for _, name := range sortedNames(known) {
		for _, here := range known[name] {
			if here.doc != d {
				continue
			}
			applied = true
			if other := contrary(here, known[name]); other != nil {
				hit(d, here.at, name, model.Note(here.text), model.Note(other.text), model.Note(fmt.Sprintf("%s (\"%s\")", other.doc.Path, quote(other.doc.Slice(other.at)))))
			}
		}
	}
	return applied
}

// contrary returns an earlier place that gives another amount of the same unit, unless one
// in either document gives both.
func contrary(here told, all []told) *told {
	for i := range all {
		other := &all[i]
		if other.base != here.base || same(other.value, here.value) || !before(other.doc, other.at.Start, here.doc, here.at.Start) || other.at == here.at {
			continue
		}
		if !slices.ContainsFunc(all, func(t told) bool {
			return t.base == here.base && (t.doc == here.doc && same(t.value, other.value) || t.doc == other.doc && same(t.value, here.value))
		}) {
			return other
		}
	}
	return nil
}

// settingsOf adds what a document says of settings: in the row that a name begins, or right
// beside the name.
func settingsOf(s *model.Session, d *document.Document, all map[string][]told) {
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			m := codeSpan.FindAllStringSubmatch(row[0].Text, 3)
			if len(m) != 1 || !settingName(m[0][1]) || len(row) < 2 {
				continue
			}
			cell := row[1]
			if found := amounts(cell.Text); len(found) == 1 && strings.TrimSpace(cell.Text[found[0].end:]) == "" {
				all[m[0][1]] = append(all[m[0][1]], told{found[0], d, t.Section, d.LineAt(cell.Start), cell.Text})
			}
		}
	}
	for _, one := range sentencesOf(s, d) {
		found := amounts(one.text)
		spans := codeSpan.FindAllStringSubmatchIndex(one.text, 20)
		for i, m := range spans {
			name := one.text[m[2]:m[3]]
			if !settingName(name) {
				continue
			}
			next := len(one.text)
			if i+1 < len(spans) {
				next = spans[i+1][0]
			}
			if a, ok := beside(one.text, m[0], m[1], next, found); ok {
				all[name] = append(all[name], told{a, d, one.section, one.at, one.text[a.start:a.end]})
			}
		}
	}
}

// beside returns the amount that stands right before a name in brackets, or right behind it.
func beside(text string, start, end, next int, found []amount) (amount, bool) {
	for _, a := range found {
		if gap := start - a.end; gap >= 0 && gap <= 4 && strings.Trim(text[a.end:start], " (（") == "" && strings.ContainsAny(text[a.end:start], "(（") {
			return a, true
		}
	}
	for _, a := range found {
		if a.start >= end && a.start < next && a.base != "" {
			gap := text[end:a.start]
			return a, len(gap) <= 24 && !strings.ContainsAny(gap, ",;.、。；") && !strings.ContainsAny(gap, "<>≤≥*/×")
		}
	}
	return amount{}, false
}

func sortedNames[T any](all map[string]T) []string {
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
