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
	"encoding/json"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"discussd/internal/text/identifier"
	"discussd/internal/text/pattern"
	"discussd/pipeline/dropped"
)

// MaxFile is the length of the longest file that is read, in bytes.
const MaxFile = dropped.MaxFile

// Error says what keeps a file from being a decision.
type Error = dropped.Error

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
	text, err := dropped.Read("decision", content)
	if err != nil {
		return Decision{}, err
	}
	round := strings.TrimSuffix(path.Base(name), path.Ext(name))
	if !identifier.Is(round) {
		return Decision{}, text.Wrong(0, "must be named after its round: %.100q is no round id", round)
	}
	d := &draft{text, map[string]field{}}
	var members []dropped.Member
	switch path.Ext(name) {
	case ".md":
		err = markdown(d)
	case ".json":
		members, err = d.JSON(" with fingerprint, decision and rationale")
	case ".toml":
		members, err = d.TOML()
	default:
		err = text.Wrong(0, "must be a .md, .json or .toml file")
	}
	if err == nil {
		err = d.take(members)
	}
	if err != nil {
		return Decision{}, err
	}
	return d.decision(round)
}

// draft is what was read of a file, before it is judged.
type draft struct {
	dropped.Text
	fields map[string]field
}

// field is a value, with the number of its line from 1.
type field struct {
	text string
	line int
}

func (d *draft) set(key, text string, line int) error {
	if old, given := d.fields[key]; given {
		return d.Wrong(line, "%s is given on line %d already: keep one of the two", key, old.line)
	}
	d.fields[key] = field{text, line}
	return nil
}

// take fills the draft in. Whoever writes a form that names its values exactly is
// told of every name that is not one.
func (d *draft) take(members []dropped.Member) error {
	for _, m := range members {
		key := keyOf(m.Key)
		text, isText := m.Value.(string)
		switch {
		case key == "":
			return d.Wrong(m.Line, "there is no key %.100q, known are fingerprint, decision, rationale, by and round", m.Key)
		case !isText:
			return d.Wrong(m.Line, "%s is a text: write it in quotes", key)
		}
		if err := d.set(key, text, m.Line); err != nil {
			return err
		}
	}
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
		if f := d.fields[needed.key]; dropped.Plain(f.text) == "" {
			return Decision{}, d.Wrong(f.line, "%s", needed.message)
		}
	}
	if f, given := d.fields[keyRound]; given && dropped.Plain(f.text) != round {
		return Decision{}, d.Wrong(f.line, "the file is named after another round, %q", round)
	}
	fingerprint := d.fields[keyFingerprint]
	if decision.Fingerprint = strings.ToLower(dropped.Plain(fingerprint.text)); !hash.MatchString(decision.Fingerprint) {
		return Decision{}, d.Wrong(fingerprint.line, "a fingerprint is the 64 hex digits that artifact.fingerprint of the verdict holds")
	}
	choice := d.fields[keyDecision]
	switch strings.ToLower(strings.TrimRight(dropped.Plain(choice.text), ".。")) {
	case string(Accept), "接受":
		decision.Choice = Accept
	case string(Revise), "修改":
		decision.Choice = Revise
	default:
		return Decision{}, d.Wrong(choice.line, "a decision is accept or revise")
	}
	rationale := d.fields[keyRationale]
	by := d.fields[keyBy]
	decision.Rationale, decision.By = strings.TrimSpace(rationale.text), strings.Join(strings.Fields(by.text), " ")
	switch {
	case controls(decision.Rationale):
		return Decision{}, d.Wrong(rationale.line, "the rationale holds control characters")
	case utf8.RuneCountInString(decision.Rationale) > longestRationale:
		return Decision{}, d.Wrong(rationale.line, "the rationale is longer than %d characters", longestRationale)
	case controls(decision.By):
		return Decision{}, d.Wrong(by.line, "the name holds control characters")
	case utf8.RuneCountInString(decision.By) > longestName:
		return Decision{}, d.Wrong(by.line, "the name is longer than %d characters", longestName)
	}
	return decision, nil
}

func controls(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' })
}

// Marshal writes a decision as the JSON that [Parse] reads back, with the time at which
// it was made: who decides the same again, after something else, means it again.
func Marshal(d Decision, at time.Time) ([]byte, error) {
	text, err := json.MarshalIndent(struct {
		Fingerprint string `json:"fingerprint"`
		Choice      Choice `json:"decision"`
		Rationale   string `json:"rationale"`
		By          string `json:"by,omitempty"`
		At          string `json:"decided_at"`
	}{d.Fingerprint, d.Choice, d.Rationale, d.By, at.UTC().Format(time.RFC3339Nano)}, "", "  ")
	return append(text, '\n'), err
}
