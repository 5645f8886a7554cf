package model

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Recounts tells whether a document tells what was found, what happened or how something is
// done: a report, research, a guide, a list of changes. It demands nothing, and what it
// repeats of the requirements is defined elsewhere. One about requirements is none by its name.
func Recounts(d *document.Document) bool {
	if slices.Contains(demandingKinds[:], d.Kind) {
		return false
	}
	name := strings.TrimSuffix(path.Base(d.Path), path.Ext(d.Path))
	folder := path.Base(path.Dir(d.Path))
	title := ""
	if len(d.Sections) > 1 {
		title = d.Sections[1].Title
	}
	return recounting.MatchString(name) || recountingFolder.MatchString(folder) || recountingTitle.MatchString(title) && !aboutDemands.MatchString(title)
}

// Instructs tells whether a document that demands nothing says how something is done once it is
// built, as a guide or a runbook does: what it says holds, unlike what a report says of what was,
// and what a quick start takes on a developer's machine.
func Instructs(d *document.Document) bool {
	return instructing.MatchString(strings.TrimSuffix(path.Base(d.Path), path.Ext(d.Path)))
}

// StoryFile is a story in a file of its own, by its path: what it counts is its own.
var StoryFile = pattern.New(`(?i)(?:^|/)(?:implementation-artifacts|stories)/(?:[^/]+/)*\d+[-.]\d+[a-z]?[-.][^/]+\.md$`)

// demandingKinds are those of documents that may be called by what they are about: the
// requirement of a report is called by it, and the report of a gate is what is judged.
var demandingKinds = [...]document.Kind{document.Requirement, document.Quality, document.Epic, document.Tasks, document.Readiness}

var (
	recounting       = pattern.New(`(?i)(?:^|[-_. ])(?:reports?|research|surveys?|findings|reviews?|retro(?:spective)?s?|change-?logs?|release-?notes|readme|runbooks?|guides?|tutorials?|how-?to|quick-?start|faq|contribut(?:ing|ors)|contrib|minutes|interviews?|lessons)(?:$|[-_. \d])|调研|研究|报告|评审|指南|手册|教程|变更日志|更新日志|发布说明|复盘|纪要|访谈`)
	instructing      = pattern.New(`(?i)(?:^|[-_. ])(?:runbooks?|guides?|manuals?)(?:$|[-_. \d])|指南|手册`)
	recountingFolder = pattern.New(`(?i)^(?:research|reports?|reviews?|guides?|tutorials?|retrospectives?|interviews?|minutes)$`)
	recountingTitle  = pattern.New(`(?i)\b(?:report|runbook|changelog|release notes|user guide|tutorial|quick ?start)\W*$|(?:报告|指南|手册|教程|更新日志|变更日志)\W*$`)
)
