// Package request reads the files that agents drop into a session's
// requests inbox: to have an artifact judged from perspectives of their own
// choice, or to have a discussion's timeline brought up to date.
//
// The bytes of a file come in, in one of three forms (Markdown, JSON, TOML), and
// one [Request] goes out, the same for all of them, or an [*Error] that names the
// offending line. The Markdown form is the prompt that critique agents are called
// with, as it is. The package does no I/O and does not ask whether a round, a tool or a
// path exists: the pipeline does.
package request

import (
	"path"
	"strings"

	"discussd/pipeline/dropped"
)

// MaxFile is the length of the longest request file that is read, in bytes.
const MaxFile = dropped.MaxFile

// Error is why a file is no request that can be answered.
type Error = dropped.Error

// Request is what a request file asks for. All its texts are bounded and hold no
// control characters, line breaks of the feedback aside.
type Request struct {
	Round        string        // id of the round to be judged; "" in a timeline request
	Artifact     string        // path as given, "" for that of the round
	Session      string        // path as given, "" when none is
	Context      string        // path of the discovery context as given, "" when none is
	Perspectives []Perspective // who is asked, in this order; none: those of the round
	Role, Task   string        // of the caller, "" when it does not say
	Watch        bool          // judge again whenever the artifact changes
	Discussion   *Discussion   // set in a timeline request, and only there
}

// Perspective is one who is asked.
type Perspective struct {
	Name  string // in lower case when it is an identifier, else as given
	Tool  string // name of an LLM tool, never a command
	Role  string
	Focus string
	Own   bool // defined in the request: it names a tool; else all but Name is ""
}

// Discussion is what a timeline request asks for.
type Discussion struct {
	Topic     string
	Round     int    // from 1; 0 when it does not say: the next
	Type      string // [Initial], [Deepen], [DirectionAdjusted] or [SpecificQuestions]
	Feedback  string // the user's words, "" when there are none; may hold line breaks
	Ambiguity string // what was unclear, so that the request is taken for a Deepen; "" when nothing was
}

// Parse reads a request. The extension of name tells the form: .md, .json or
// .toml. The error is an [*Error].
func Parse(name string, content []byte) (Request, error) {
	text, err := dropped.Read("request", content)
	if err != nil {
		return Request{}, err
	}
	if strings.TrimSpace(text.All) == "" {
		return Request{}, text.Wrong(0, "is empty: name a round, or the type of a discussion")
	}
	d := &draft{source: source{text}, at: 1, fields: map[string]entry{}}
	var members []dropped.Member
	switch strings.ToLower(path.Ext(name)) {
	case ".md":
		err = markdown(d)
	case ".json":
		members, err = d.JSON(": { \"round\": \"…\", … }")
	case ".toml":
		members, err = d.TOML()
	default:
		err = text.Wrong(0, "is a .md, .json or .toml file: give it one of these extensions")
	}
	if err == nil {
		err = d.members(members)
	}
	var r Request
	if err == nil {
		r, err = d.request()
	}
	if err != nil {
		return Request{}, err
	}
	return r, nil
}
