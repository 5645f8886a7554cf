package unfinished

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// Standing tells of each placeholder of a document whether it certainly waits for a value:
// it is all that a field, a heading, a cell, an item or a line holds, perhaps behind a label.
// In the middle of a sentence the same characters may be an example, a variable of the
// product or a caption: they are believed only beside one that is certain. What a document
// for agents or a template asks for is asked of whoever reads it.
func Standing(d *document.Document, found []document.Span) []bool {
	certain := make([]bool, len(found))
	if Guides(d) {
		return certain
	}
	for i, at := range found {
		certain[i] = stands(d, at)
	}
	if slices.Contains(certain, true) {
		for i, at := range found {
			certain[i] = certain[i] || variable(d.Slice(at)) && !anything.MatchString(strings.TrimSpace(d.Slice(at)))
		}
	}
	return certain
}

// Guides tells whether a document is for agents or a template: what it leaves to be filled in
// is for whoever uses it.
func Guides(d *document.Document) bool { return guides.MatchString(d.Path) }

// Usual tells whether what does not certainly wait for a value is how people write something else: any
// letters, the choices of a command, and in the documents of a framework a variable of the product in a
// sentence, or a caption.
func Usual(text string, framed bool) bool {
	plain := strings.TrimSpace(text)
	return anything.MatchString(plain) || inBraces.MatchString(plain) || framed && variable(plain)
}

var inBraces = pattern.New(`^\{[^{}]*[|,][^{}]*\}$`)

func stands(d *document.Document, at document.Span) bool {
	text, line := strings.TrimSpace(d.Slice(at)), d.LineAt(at.Start)
	switch {
	case d.Kind == document.Other && strings.HasPrefix(text, "_____"):
		return false // it may be a form, whose blanks are filled in by hand
	case at.Start < d.Front.Span.End, marks.MatchString(text):
		return true
	case shape.MatchString(text) && !sentenceOf.MatchString(d.Slice(line)):
		return false // "by [User] on [Date]" is what a screen shows
	case toBuild.MatchString(text), anyAmount.MatchString(text), slices.ContainsFunc(instructions[:], func(p *pattern.Pattern) bool { return p.MatchString(text) }):
		return false // a sentence demands a length
	case !variable(text):
		return true
	case anything.MatchString(text):
		return false // "ValidationError: xxx" is any of them
	}
	before, after := d.Text[line.Start:at.Start], d.Text[at.End:line.End]
	if slices.Contains(stating[:], d.Kind) && named.MatchString(text) && (!strings.HasPrefix(strings.TrimSpace(before), "|") || model.Obliges(before)) {
		return true
	}
	if strings.HasPrefix(strings.TrimSpace(before), "|") || fields.MatchString(d.Slice(line)) {
		before = before[max(0, strings.LastIndex(before, "|")):]
		after, _, _ = strings.Cut(after, "|")
	}
	return document.Units(after) == 0 && (document.Units(before) == 0 || label.MatchString(before))
}

// stating are the kinds of documents in whose sentences no program fills anything in.
var stating = [...]document.Kind{document.Brief, document.Requirements, document.Requirement, document.Quality}

// named is a variable that is called like one of a program: a generator should have filled it in.
var named = pattern.New(`^\{\{?\s*[a-z]\w*\s*\}?\}$`)

// variable tells whether a placeholder is one of the forms that programs and screens have too.
func variable(text string) bool {
	m := Bracketed.FindStringIndex(text)
	return m != nil && m[0] == 0 && m[1] == len(text)
}

var (
	marks = pattern.New(`(?i)^[\[【](?:todo|tbd|tbc|tba|placeholder|insert|enter|describe|fill in|to be|###|(?-i:REMOVE IF UNUSED)|待|占位|请?填写|请?输入)|^lorem|^_{5}`)
	// shape are two names in brackets, and sentenceOf the words of a story or a criterion in which a template has them.
	shape      = pattern.New(`^[\[<【〈《].*[\[<【〈《]`)
	sentenceOf = pattern.New(`(?i)\b(?:as an?|as the|i (?:want|need|can)|given|when|then|so that|must|shall|should|will|for)\b|作为|我|当|给定|则|应|须|将`)
	// toBuild is a sentence that tells what to put in place of a part of the product.
	toBuild  = pattern.New(`(?i)^[.。].*\bplaceholder with\b`)
	anything = pattern.New(`(?i)^(?:x+|\?+)$`)
	// anyAmount is a bound with a letter for its number, which may be a parameter.
	anyAmount = pattern.New(`(?:^|[^\pL])X\s*(?:\pL|[%％]|$)`)
	// fields are those of a line that has one beside the other: **Branch**: x | **Date**: y.
	fields = pattern.New(`^[\s>*+_-]*\*\*[^*|]{1,40}\*\*\s*[:：][^|]*\|\s*\*\*`)
	label  = pattern.New(`^\W*[\p{L}\d][^.。;；,，]{0,40}[:：][\s*_]*$`)
	guides = pattern.New(`(?i)(?:^|/)(?:agents|claude|gemini|copilot-instructions)\.md$|(?:^|/)(?:[\w.-]*templates?|[\w.-]*prompts?|commands|skills)/|template\.md$|(?:^|/)prompt[\w.-]*\.md$|模[板版][^/]*(?:\.md$|/)`)
)
