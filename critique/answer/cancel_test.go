package answer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/critique/answer"
)

// patience is a context that ends when it was asked often enough whether it has.
type patience struct {
	context.Context
	left, after int // asked before it ended, and since
}

func (p *patience) Err() error {
	if p.left > 0 {
		p.left--
		return nil
	}
	p.after++
	return context.Canceled
}

// TestCanceled reads a quarter of a MiB of everything while the context ends at several moments:
// what is left of the work then is to return. More bytes bring no other moment: each of
// the readers asks often enough to be ended in all three.
func TestCanceled(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a quarter of a MiB many times")
	}
	const few = 100
	for name, build := range costly() {
		raw := []byte(build(mebibyte / 4))
		for _, left := range []int{0, 10, 1000} {
			ctx := &patience{Context: t.Context(), left: left}
			_, err := answer.Read(ctx, raw, answer.Expect{Rating: true})
			if ctx.after > few {
				t.Errorf("%s, %d: %d steps after the end", name, left, ctx.after)
			}
			var failed *critique.Failure
			if ctx.after > 0 && (!errors.As(err, &failed) || failed.Class != critique.Canceled) {
				t.Errorf("%s, %d: %v, want that it was canceled", name, left, err)
			}
		}
	}
}

// costly lists answers that hold as many values as fit.
func costly() map[string]func(size int) string {
	list := func(before, unit, after string) func(int) string {
		return func(size int) string { return before + strings.Repeat(unit, size/len(unit)) + after }
	}
	all := map[string]func(size int) string{
		"texts":           list(`{"rating":3,"weaknesses":[`, `"ab",`, `"c"]}`),
		"missing":         list(`{"rating":3,"weaknesses":["a"],"missing_requirements":[`, `"ab",`, `"c"]}`),
		"numbers":         list(`{"rating":3,"weaknesses":[`, `7,`, `7]}`),
		"items":           list(`{"rating":3,"weaknesses":[`, `{"a":7},`, `7]}`),
		"empty items":     list(`{"rating":3,"weaknesses":[`, `{},`, `7]}`),
		"lists":           list(`{"rating":3,"weaknesses":[`, `[],`, `7]}`),
		"risks":           list(`{"rating":3,"weaknesses":["a"],"risks":[`, `{"description":"b"},`, `7]}`),
		"other":           list(`{"other":[`, `"ab",`, `"c"]}`),
		"records":         list("", `{"type":"a","text":"b"}`+"\n", ""),
		"deltas":          list("", `{"type":"message","delta":true,"text":"b"}`+"\n", ""),
		"parts":           list(`{"content":[`, `{"text":"a"},`, `{}]}`),
		"broken texts":    list(`{"rating":3,"weaknesses":[`, `"ab" `, `"c"]}`),
		"keys":            func(size int) string { return keys(size) },
		"bare":            list(`{rating:3,weaknesses:[`, `a,`, `b]}`),
		"bulleted":        list(`{"rating":3,"weaknesses":"`, `- a\n`, `"}`),
		"bullets":         list("Rating: 3\n# Weaknesses\n", "- a\n", ""),
		"in a text":       list(`{"result":"{\"rating\":3,\"weaknesses\":[`, `\"ab\",`, `\"c\"]}"}`),
		"objects in text": list("", `{"a":1} `, ""),
		"objects in list": list("[", `{"rating":3,"weaknesses":["a"]},`, "0]"),
		"targets":         list(`{"rating":3,"weaknesses":[{"text":"a","targets":"`, `a,`, `"}]}`),
	}
	for name, build := range hostile {
		all["hostile "+name] = build
	}
	return all
}

func keys(size int) string {
	var all strings.Builder
	all.WriteString(`{"rating":3,"weaknesses":["a"]`)
	for i := 0; all.Len() < size; i++ {
		fmt.Fprintf(&all, `,"%x":1`, i)
	}
	return all.String() + "}"
}
