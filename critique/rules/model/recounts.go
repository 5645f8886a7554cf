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
	return ofHouse.MatchString(name) || recounting.MatchString(strings.ReplaceAll(name, "_", "-")) || recountingFolder.MatchString(folder) || recountingTitle.MatchString(title) && !aboutDemands.MatchString(title)
}

// IsRecord tells whether a section keeps what was done or found: it demands nothing, whatever
// the headings inside it are called.
func IsRecord(section *document.Section) bool { return section.Titled(record) }

// record is the title of a section that records what was done, in a story or elsewhere.
var record = pattern.New(`(?i)^\W*(?:(?:dev(?:eloper)?|agent|sm|po) agent record|completion notes?|(?:debug|change|decision|review|progress|session|deviation|supersession)s? ?log|file list|qa (?:results?|review|notes)|(?:senior developer |code |po |sm |adversarial )?review (?:notes?|results?|record|findings|follow-?ups)|(?:senior developer|code) review|review date\b.*|(?:implementation|validation|test(?:ing)?|verification|delivery) (?:notes?|summary|record|results?|report)|(?:previous|prior) (?:story|phase) (?:learnings|intelligence|notes)|(?:what was|work) (?:done|completed|built)|completed (?:work|tasks)|lessons learned|retrospective)\b|^\W*agent record\b|变更记录|变更日志|修订记录|文件清单|完成说明|开发记录|评审记录|测试结果`)

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
	recounting       = pattern.New(`(?i)(?:^|[-_. ])(?:reports?|research|surveys?|findings|reviews?|retro(?:spective)?s?|change-?logs?|release-?notes|readme|runbooks?|guides?|tutorials?|how-?to|quick-?start|faq|contribut(?:ing|ors)|contrib|minutes|interviews?|lessons|code-of-conduct|maintainers|governance|concerns)(?:$|[-_. \d])|调研|研究|报告|评审|指南|手册|教程|变更日志|更新日志|发布说明|复盘|纪要|访谈`)
	ofHouse          = pattern.New(`(?i)^(?:licen[cs]e|copying|agents|claude|gemini|support)$`) // how people, or agents, work
	instructing      = pattern.New(`(?i)(?:^|[-_. ])(?:runbooks?|guides?|manuals?)(?:$|[-_. \d])|指南|手册`)
	recountingFolder = pattern.New(`(?i)^(?:research|reports?|reviews?|guides?|tutorials?|retrospectives?|interviews?|minutes)$`)
	recountingTitle  = pattern.New(`(?i)\b(?:report|runbook|changelog|release notes|user guide|tutorial|quick ?start)\W*$|(?:报告|指南|手册|教程|更新日志|变更日志)\W*$`)
)
