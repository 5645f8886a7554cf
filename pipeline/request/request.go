// Package request reads and writes the files that agents drop into a session's
// requests inbox: to have an artifact judged from perspectives of their own
// choice, or to have a discussion's timeline brought up to date.
//
// The bytes of a file come in, in one of three forms (Markdown, JSON, TOML), and
// one [Request] goes out, the same for all of them, or an [*Error] that names the
// offending line. The Markdown form is the prompt that critique agents are called
// with, as it is. [Marshal] writes what [Parse] reads back. The package does no
// I/O and does not ask whether a round, a tool or a path exists: the pipeline does.
package request

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"
)

// MaxFile is the length of the longest request file that is read, in bytes.
const MaxFile = 64 << 10

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
	var read func(*draft) error
	switch strings.ToLower(path.Ext(name)) {
	case ".md":
		read = markdown
	case ".json":
		read = fromJSON
	case ".toml":
		read = fromTOML
	default:
		return Request{}, &Error{Message: "a request is a .md, .json or .toml file: give it one of these extensions"}
	}
	d, err := newDraft(content)
	if err == nil {
		err = read(d)
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

// newDraft makes the draft of a text that nothing has been read of yet.
func newDraft(content []byte) (*draft, error) {
	if len(content) > MaxFile {
		return nil, &Error{Message: "is larger than 64 KiB: a request names its artifact and does not hold it"}
	}
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(content))
	d := &draft{source: source{text: text, lines: strings.Split(text, "\n"), at: 1}, fields: map[string]entry{}}
	for i, line := range d.lines {
		if !utf8.ValidString(line) {
			return nil, d.wrong(i+1, "is no UTF-8 text: save the file as UTF-8")
		}
	}
	if strings.TrimSpace(text) == "" {
		return nil, &Error{Message: "is empty: name a round, or the type of a discussion"}
	}
	return d, nil
}
