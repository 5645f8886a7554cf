package handoff

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"path"

	"discussd/internal/text/shallow"
)

// judgedFiles are the bytes that each round was last judged on: what has changed since can
// be told by them alone.
type judgedFiles struct{ *directory }

// Judged are the files of a round as they were judged, by path.
type Judged struct {
	Fingerprint string            `json:"fingerprint"`
	Files       map[string]string `json:"files"`
}

// mostJudged bounds what is kept of a round, in bytes before it is compressed: of one with
// more nothing is.
const mostJudged = 512 << 10

func judgedName(round string) string { return path.Join(private, "judged", round+".json.gz") }

// KeepJudged keeps the bytes that a round was judged on, in place of those before.
func (j judgedFiles) KeepJudged(round string, judged Judged) error {
	j.sweep(path.Dir(judgedName(round)))
	text, err := json.Marshal(judged)
	if err != nil {
		return err
	}
	if len(text) > mostJudged {
		return j.remove(judgedName(round))
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return j.writeOwn(judgedName(round), packed.Bytes())
}

// Judged returns what was kept of a round; ok is false where there is nothing, or something
// else.
func (j judgedFiles) Judged(round string) (judged Judged, ok bool) {
	packed, err := j.own(judgedName(round))
	if err == nil {
		judged, err = readJudged(packed)
	}
	return judged, err == nil
}

// readJudged unpacks no more than can have been kept, whatever the file says of itself.
func readJudged(packed []byte) (judged Judged, err error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return Judged{}, err
	}
	text, err := io.ReadAll(io.LimitReader(r, mostJudged+1))
	if err != nil {
		return Judged{}, err
	}
	bounds := shallow.Bounds{Bytes: mostJudged, Containers: 10, Values: 10_000, Levels: 3}
	if err := bounds.Decode(text, &judged); err != nil {
		return Judged{}, err
	}
	if !question.MatchString(judged.Fingerprint) {
		return Judged{}, fmt.Errorf("it has no fingerprint")
	}
	return judged, nil
}
