package answer_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"discussd/critique/answer"
)

// TestExtractStrict writes random JSON whose texts look like JSON, and expects
// it back unchanged with nothing forgiven.
func TestExtractStrict(t *testing.T) {
	text := rapid.StringOf(rapid.SampledFrom([]rune("ab1 \"\"\"',,::{}[]\\/\n\t#*`~-“”，：é😀\u2028")))
	scalar := rapid.OneOf(
		text.AsAny(),
		rapid.Float64Range(-1e9, 1e9).AsAny(),
		rapid.Bool().AsAny(),
		rapid.Just[any](nil),
	)
	var value func(depth int) *rapid.Generator[any]
	value = func(depth int) *rapid.Generator[any] {
		if depth == 0 {
			return scalar
		}
		inner := rapid.Deferred(func() *rapid.Generator[any] { return value(depth - 1) })
		return rapid.OneOf(scalar, rapid.SliceOfN(inner, 0, 4).AsAny(), rapid.MapOfN(text, inner, 0, 4).AsAny())
	}
	rapid.Check(t, func(t *rapid.T) {
		object := rapid.MapOfN(text, value(3), 1, 5).Draw(t, "object")
		indent := rapid.SampledFrom([]string{"", " ", "\t\t"}).Draw(t, "indent")
		raw, err := json.MarshalIndent(object, "", indent)
		if err != nil {
			t.Fatal(err)
		}
		if indent == "" {
			raw, _ = json.Marshal(object)
		}
		var want map[string]any
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.UseNumber()
		if err := decoder.Decode(&want); err != nil {
			t.Fatal(err)
		}
		got, forgiven, err := answer.Extract(raw, func(map[string]any) bool { return true })
		if err != nil || len(forgiven) > 0 {
			t.Fatalf("%v, forgiven %v\n%s", err, forgiven, raw)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s\n(-want +got):\n%s", raw, diff)
		}
	})
}
