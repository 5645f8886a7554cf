package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"discussd/pipeline/durable"
)

// Problem is why a file cannot be judged. Of an artifact it is an error verdict,
// of a member a finding.
type Problem struct {
	Code    string // one of the codes below
	Message string // a sentence for people, without the path
}

// The codes of a [Problem]. The bytes of a file with one of the first three were
// read; of all others there are none. Unreadable may pass, so callers try again.
const (
	Empty       = "artifact_empty"
	NotUTF8     = "artifact_not_utf8"
	InvalidJSON = "artifact_invalid_json" // of .json files
	NotRegular  = "artifact_not_regular"
	Outside     = "artifact_outside"
	TooLarge    = "artifact_too_large"
	Unreadable  = "artifact_unreadable"
	BadName     = "artifact_bad_name" // of members: an artifact's name is configuration
)

// ErrNoArtifact says that a round's artifact does not exist, or is an [Unwritten] one: the round waits.
var ErrNoArtifact = errors.New("no artifact yet")

// Unwritten is an [ErrNoArtifact]: the artifact is there, as its framework has laid it out, and says itself
// that it is yet to be written.
type Unwritten struct{ Path, Says string }

func (u *Unwritten) Error() string {
	return fmt.Sprintf("%s is not written yet: it ends with %q", u.Path, u.Says)
}

func (u *Unwritten) Unwrap() error { return ErrNoArtifact }

// inspect says what is wrong with the bytes of a file, or nil.
func inspect(name string, content []byte) *Problem {
	switch {
	case len(bytes.TrimSpace(content)) == 0:
		return &Problem{Empty, "The file is empty."}
	case !utf8.Valid(content):
		return &Problem{NotUTF8, "The file is not UTF-8 text."}
	case bytes.IndexByte(content, 0) >= 0:
		return &Problem{NotUTF8, "The file holds NUL bytes: it is binary or UTF-16, not UTF-8 text."}
	case path.Ext(name) == ".json" && !json.Valid(content):
		return &Problem{InvalidJSON, "The file is not valid JSON: " + whyInvalid(content) + "."}
	}
	return nil
}

func whyInvalid(content []byte) string {
	var raw json.RawMessage
	err := json.Unmarshal(content, &raw)
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return fmt.Sprint(err)
	}
	line := 1 + bytes.Count(content[:min(syntax.Offset, int64(len(content)))], []byte("\n"))
	return fmt.Sprintf("line %d: %v", line, syntax)
}

// refusal says why a file or folder could not be opened.
func (r *reader) refusal(err error) *Problem {
	if durable.Shortage(err) {
		r.short.Store(&err)
	}
	switch {
	case r.leaves(err):
		return &Problem{Outside, "The path is a link that leaves the session folder."}
	case errors.Is(err, syscall.ELOOP):
		return &Problem{NotRegular, "The path is a link that leads in a circle."}
	case errors.Is(err, fs.ErrPermission):
		return &Problem{Unreadable, "The permission to read the file is missing."}
	}
	var inner *fs.PathError
	if errors.As(err, &inner) {
		err = inner.Err // the path is told beside the problem
	}
	return &Problem{Unreadable, fmt.Sprintf("The file cannot be read: %v.", err)}
}

// leaves tells whether os.Root refused to follow a path out of the session.
func (r *reader) leaves(err error) bool { return r.escapes != nil && errors.Is(err, r.escapes) }

// standIn is the digest of a file whose bytes cannot be had, so that a verdict
// about that is bound to it like any other and is not given again: the SHA-256 of
// "discussd:<code>:<size>". Size is 0 for what is no regular file.
func standIn(code string, size int64) string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "discussd:%s:%d", code, size)))
}

// badName refuses names that JSON or a line of text cannot carry unchanged: two
// of them could become the same string.
func badName(name string) bool {
	return !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl)
}
