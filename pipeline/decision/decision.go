// Package decision reads the files in which people answer an escalation:
// discussions/decisions/<round>.md, .json or .toml.
//
// The bytes of a file come in, one [Decision] goes out, or an [*Error] that quotes
// the offending line. [Read] fetches the bytes together with what the opened file
// is, and [Trust] says from that whose words they are; what a decision does to a
// round is the pipeline's business.
//
// Agents that run as another user may be able to write into the folder: they can
// put files there, and can rename, link and delete those of others. What they
// cannot do is make a file that belongs to a trusted user and holds words of their
// own: a copy belongs to whoever made it, and a file that others may write is not
// trusted, nor one that has a second name. A file of a trusted user that is moved
// in from elsewhere says what that user once said, but its fingerprint binds it to
// the bytes it was said of. So at worst an agent hides a decision, or brings back
// an earlier one of the same person about the very same bytes. An agent that runs
// as a trusted user is that user.
package decision

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"discussd/internal/text/identifier"
	"discussd/internal/text/pattern"
)

// MaxFile is the length of the longest file that is read, in bytes.
const MaxFile = 64 << 10

// How long the texts of a decision may be, in characters.
const (
	longestRationale = 4000
	longestName      = 100
)

// Choice is what was decided.
type Choice string

// The choices.
const (
	Accept Choice = "accept" // the artifact stands, in spite of what blocked it
	Revise Choice = "revise" // the block stands
)

// Decision is what a person decided about a round.
type Decision struct {
	Round       string // from the file's name
	Fingerprint string // of the bytes it is about, 64 lower-case hex digits
	Choice      Choice
	Rationale   string // why; never empty, may hold line breaks
	By          string // who says so, in their own words; "" when they do not
}

// The keys.
const (
	keyRound       = "round"
	keyFingerprint = "fingerprint"
	keyDecision    = "decision"
	keyRationale   = "rationale"
	keyBy          = "by"
	keyAt          = "decided_at" // tells two decisions of the same words apart; nothing else is made of it
)

// keyOf returns the key that a name stands for, "" when it stands for none.
func keyOf(name string) string {
	switch name = strings.ToLower(name); name {
	case keyRound, keyFingerprint, keyDecision, keyRationale, keyBy, keyAt:
		return name
	case "轮次":
		return keyRound
	case "指纹":
		return keyFingerprint
	case "决定", "决策":
		return keyDecision
	case "理由":
		return keyRationale
	case "决策人":
		return keyBy
	}
	return ""
}

var hash = pattern.New(`^[0-9a-f]{64}$`)

// Parse reads a decision. The name of its file, with or without folders, says
// which round it is about and which form it has. The error is an [*Error].
func Parse(name string, content []byte) (Decision, error) {
	var read func(*draft) error
	switch path.Ext(name) {
	case ".md":
		read = markdown
	case ".json":
		read = fromJSON
	case ".toml":
		read = fromTOML
	default:
		return Decision{}, &Error{Message: "must be a .md, .json or .toml file"}
	}
	round := strings.TrimSuffix(path.Base(name), path.Ext(name))
	if !identifier.Is(round) {
		return Decision{}, &Error{Message: fmt.Sprintf("must be named after its round: %.100q is no round id", round)}
	}
	d, err := newDraft(content)
	if err == nil {
		err = read(d)
	}
	if err != nil {
		return Decision{}, err
	}
	return d.decision(round)
}

// draft is what was read of a file, before it is judged.
type draft struct {
	text   string
	lines  []string
	fields map[string]field
}

// field is a value, with the number of its line from 1.
type field struct {
	text string
	line int
}

func newDraft(content []byte) (*draft, error) {
	if len(content) > MaxFile {
		return nil, &Error{Message: "is larger than 64 KiB"}
	}
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(content))
	d := &draft{text: text, lines: strings.Split(text, "\n"), fields: map[string]field{}}
	for i, line := range d.lines {
		if !utf8.ValidString(line) {
			return nil, d.wrong(i+1, "is no UTF-8 text")
		}
	}
	return d, nil
}

func (d *draft) set(key, text string, line int) error {
	if old, given := d.fields[key]; given {
		return d.wrong(line, "%s is given on line %d already: keep one of the two", key, old.line)
	}
	d.fields[key] = field{text, line}
	return nil
}

// decision makes sure that everything is there and means something.
func (d *draft) decision(round string) (Decision, error) {
	decision := Decision{Round: round}
	for _, needed := range []struct{ key, message string }{
		{keyFingerprint, "names no bytes: add `fingerprint: <artifact.fingerprint of the verdict>`"},
		{keyDecision, "decides nothing: add `decision: accept` or `decision: revise`"},
		{keyRationale, "gives no reason: add `rationale: <why>`"},
	} {
		if f := d.fields[needed.key]; plain(f.text) == "" {
			return Decision{}, &Error{Line: f.line, Text: d.line(f.line), Message: needed.message}
		}
	}
	if f, given := d.fields[keyRound]; given && plain(f.text) != round {
		return Decision{}, d.wrong(f.line, "the file is named after another round, %q", round)
	}
	fingerprint := d.fields[keyFingerprint]
	if decision.Fingerprint = strings.ToLower(plain(fingerprint.text)); !hash.MatchString(decision.Fingerprint) {
		return Decision{}, d.wrong(fingerprint.line, "a fingerprint is the 64 hex digits that artifact.fingerprint of the verdict holds")
	}
	choice := d.fields[keyDecision]
	switch strings.ToLower(strings.TrimRight(plain(choice.text), ".。")) {
	case string(Accept), "接受":
		decision.Choice = Accept
	case string(Revise), "修改":
		decision.Choice = Revise
	default:
		return Decision{}, d.wrong(choice.line, "a decision is accept or revise")
	}
	rationale := d.fields[keyRationale]
	by := d.fields[keyBy]
	decision.Rationale, decision.By = strings.TrimSpace(rationale.text), strings.Join(strings.Fields(by.text), " ")
	switch {
	case controls(decision.Rationale):
		return Decision{}, d.wrong(rationale.line, "the rationale holds control characters")
	case utf8.RuneCountInString(decision.Rationale) > longestRationale:
		return Decision{}, d.wrong(rationale.line, "the rationale is longer than %d characters", longestRationale)
	case controls(decision.By):
		return Decision{}, d.wrong(by.line, "the name holds control characters")
	case utf8.RuneCountInString(decision.By) > longestName:
		return Decision{}, d.wrong(by.line, "the name is longer than %d characters", longestName)
	}
	return decision, nil
}

// plain is a short value without the marks that may stand around it.
func plain(text string) string {
	return strings.TrimSpace(strings.Trim(strings.TrimSpace(text), "*`\"'"))
}

func controls(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' })
}
