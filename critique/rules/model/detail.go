package model

import (
	"slices"

	"discussd/critique/document"
	"discussd/critique/rules"
)

// MaxPlaces is how many places a finding shows; its message counts them all.
const MaxPlaces = 200

// Detail is one thing that a rule says of a place: a [Target], a [Note], a [Mark] or an [Other].
type Detail interface{ detail() }

// Target is what a place is about: an ID, a heading, where a link leads. It tells the finding
// from others.
type Target string

// Note is only for the message: it names nothing, or it changes without the finding becoming
// another one.
type Note string

// Mark is how a place is to be taken.
type Mark int

// The marks of a place.
const (
	// Unwitnessed: no text bears the place out. It is about something that is missing, or that
	// may be whole.
	Unwitnessed Mark = iota
	// Lesser: the place stops nobody, however plain it is. It is MEDIUM at most.
	Lesser
	// Doubtful: the same words are as often right as wrong. The place is a remark, whatever the
	// rule says.
	Doubtful
	// Foremost: a reader sees at the place best what the rule means. It is named before the others.
	Foremost
	// Hinted: what is missing may stand under a heading that hints at it. Nothing is told of it; it is only
	// no sign that the document follows the template that has the part.
	Hinted
	// Elsewhere: the place may stand in a document of another round. What the round wrote leaves
	// out what stands there.
	Elsewhere
)

// Other is where the words stand that a place is held against.
type Other struct {
	Doc *document.Document
	At  document.Span
}

// String is the path and the line, as compilers write them.
func (o Other) String() string {
	line, _ := o.Doc.Position(o.At.Start)
	return o.Doc.Path + ":" + Itoa(line)
}

func (Target) detail() {}
func (Note) detail()   {}
func (Mark) detail()   {}
func (Other) detail()  {}

// Marked tells whether a mark is among what is said of a place.
func Marked(details []Detail, mark Mark) bool { return slices.Contains(details, Detail(mark)) }

// Shown returns what a message shows of a detail, and whether it is one to be shown.
func Shown(detail Detail) (words string, shown bool) {
	switch detail := detail.(type) {
	case Target:
		return string(detail), true
	case Note:
		return string(detail), true
	case Other:
		return detail.String(), true
	}
	return "", false
}

// Say is a note in the round's language.
func (s *Session) Say(en, zh string) Note {
	return Note(rules.Text{EN: en, ZH: zh}.In(s.Chinese))
}
