package handoff

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJudged(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	kept := Judged{Fingerprint: asked(1), Files: map[string]string{"spec/a.md": strings.Repeat("# A\n", 1000)}}
	must(t, f.KeepJudged("R", kept))
	got, ok := open(t, dir).Judged("R")
	if diff := cmp.Diff(kept, got); diff != "" || !ok {
		t.Errorf("kept %v (-want +got):\n%s", ok, diff)
	}
	file := filepath.Join(dir, Dir, private, "judged", "R.json.gz")
	if info, err := os.Stat(file); err != nil || info.Size() > 500 {
		t.Errorf("%v %v", info, err)
	}
	if _, ok := f.Judged("S"); ok {
		t.Error("another round was judged")
	}
	for _, spoiled := range [][]byte{nil, []byte("{}"), packed(t, "{"), packed(t, `{"fingerprint": "x"}`), packed(t, strings.Repeat(" ", 100*mostJudged))} {
		must(t, os.WriteFile(file, spoiled, 0o644))
		if got, ok := f.Judged("R"); ok {
			t.Errorf("%d bytes are read as %+v", len(spoiled), got)
		}
	}
	must(t, f.KeepJudged("R", kept))
	must(t, f.KeepJudged("R", Judged{Fingerprint: asked(2), Files: map[string]string{"a": strings.Repeat("x", mostJudged)}}))
	if _, ok := f.Judged("R"); ok {
		t.Error("what was judged before is kept in place of what is too large")
	}
}

func packed(t testing.TB, text string) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// FuzzReadJudged: whatever stands in the file, it is read within bounds.
func FuzzReadJudged(f *testing.F) {
	f.Add(packed(f, `{"fingerprint": "`+asked(1)+`", "files": {"a": "b"}}`))
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if judged, err := readJudged(text); err == nil && len(judged.Fingerprint) != 64 {
			t.Errorf("read %+v", judged)
		}
	})
}
