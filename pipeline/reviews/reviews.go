// Package reviews writes a verdict where a framework reads reviews: NN-REVIEWS.md beside
// the plans of a GSD phase, review-discussd.md beside the document of a BMAD run folder.
//
// A verdict and the layout of its session come in; a file in the session goes out, in the
// form that the framework's own commands read. It is off unless the user asks for it, and
// the only thing that discussd writes beside its own folder: a file that somebody else
// wrote, or has edited since, is never touched.
package reviews

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"discussd/internal/text/pattern"
	"discussd/pipeline/durable"
	"discussd/pipeline/verdict"
)

// ErrForeign says that the place is taken by a file that discussd did not write, or that
// somebody has edited.
var ErrForeign = errors.New("somebody else's review stands there")

// largest bounds what is read of a file that stands at the place of a review.
const largest = 4 << 20

// Review is what is written, and where: a slash path from the session's folder.
type Review struct {
	Path string
	Text []byte
}

var phase = pattern.New(`^(\d+(?:\.\d+)*[a-z]?)-`)

// Of returns the review that a verdict makes in a session of a layout, whose folder has the
// name given. It is false where the layout has no place for one, or nothing was judged.
func Of(layout, folder string, v verdict.Verdict) (Review, bool) {
	if v.Outcome == verdict.Failed {
		return Review{}, false
	}
	switch layout {
	case "gsd":
		number := phase.FindStringSubmatch(folder)
		if number == nil || v.Round != "DISCUSS-005" {
			return Review{}, false
		}
		return Review{number[1] + "-REVIEWS.md", sealed(plans(number[1], folder, v))}, true
	case "bmad":
		dir := path.Dir(v.Artifact.Path)
		if !runFolder.MatchString(dir) {
			return Review{}, false
		}
		return Review{path.Join(dir, "review-discussd.md"), sealed(document(v))}, true
	}
	return Review{}, false
}

// runFolder is where a run of BMAD keeps one document and the reviews of it.
var runFolder = pattern.New(`^planning-artifacts/(?:prds|briefs|architecture)/[^/]+$`)

const (
	sealStart = "\n<!-- written by discussd; sha256 of the text above: "
	sealEnd   = " -->\n"
)

// sealed is a text with a last line by which it is known as discussd's own, unedited.
func sealed(text string) []byte {
	return fmt.Appendf(nil, "%s%s%x%s", text, sealStart, sha256.Sum256([]byte(text)), sealEnd)
}

// own tells whether a file was written by discussd and not edited since.
func own(file []byte) bool {
	at := bytes.LastIndex(file, []byte(sealStart))
	return at >= 0 && bytes.Equal(file, sealed(string(file[:at])))
}

// Write writes a review into a session's folder, as a whole. The error is [ErrForeign]
// where somebody else's stands, and wraps [durable.ErrRefused] where a link or anything
// but a file does.
func Write(session *os.Root, r Review) error {
	there, err := durable.Read(session, r.Path, largest)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !own(there):
		return fmt.Errorf("%s: %w", r.Path, ErrForeign)
	}
	return durable.Write(session, r.Path, r.Text)
}

// title is a name as a heading has it.
func title(name string) string {
	if name == "" {
		return name
	}
	return strings.ToUpper(name[:1]) + name[1:]
}
