package verdict

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"

	"discussd/internal/text/shallow"
)

// Largest is how long a verdict's JSON may be, in bytes, written or read: some ten
// times what a large one needs.
const Largest = 2 << 20

// bounds are those of a verdict's JSON. What is beyond them is none of discussd's.
func bounds() shallow.Bounds {
	return shallow.Bounds{Bytes: Largest, Containers: 10_000, Values: 100_000, Levels: 32}
}

// Marshal returns the published JSON: indented by two spaces, ended by a newline,
// no character escaped that JSON does not ask for, no list null. It fails on
// numbers and times that JSON cannot express.
func Marshal(v Verdict) ([]byte, error) { return marshal(detached(v)) }

// Parse reads a published verdict. It fails on what is longer than [Largest], or
// holds more than any verdict of discussd's, is no JSON object, has another schema version or an unknown outcome, or is an error without
// saying which; fields it does not know are ignored. The JSON Schema says the rest.
func Parse(data []byte) (Verdict, error) {
	var v Verdict
	if err := bounds().Decode(data, &v); err != nil {
		return Verdict{}, fmt.Errorf("read verdict: %w", err)
	}
	if v.SchemaVersion != SchemaVersion {
		return Verdict{}, fmt.Errorf("read verdict: schema version %d, not %d", v.SchemaVersion, SchemaVersion)
	}
	switch v.Outcome {
	case Reached, Blocked, Failed:
	default:
		return Verdict{}, fmt.Errorf("read verdict: unknown verdict %q", v.Outcome)
	}
	if (v.Outcome == Failed) != (v.Error != nil) {
		return Verdict{}, fmt.Errorf("read verdict: error does not go with verdict %q", v.Outcome)
	}
	return detached(v), nil
}

// Fitting returns a verdict that [Parse] reads again when it is written: one that is
// too long for that has its lists cut, and a note says so.
func Fitting(v Verdict) (Verdict, error) {
	whole := v
	for most := 100; ; most /= 2 {
		text, err := Marshal(v)
		if err == nil {
			err = bounds().JSON(text)
		}
		if err == nil || text == nil || most == 0 {
			return v, err
		}
		v = shortened(whole, most)
		v.Notes = append(v.Notes, fmt.Sprintf("the verdict is cut to %d entries a list: as a whole it %v", most, err))
		v.Summary, v.Message = summary(v), message(v)
	}
}

func marshal[T any](value T) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("write json: %w", err)
	}
	return out.Bytes(), nil
}

// Hash is a SHA-256 as 64 lower-case hex digits. The empty Hash is one that was
// not computed, and null in JSON.
type Hash string

// MarshalJSON writes null for the empty Hash.
func (h Hash) MarshalJSON() ([]byte, error) {
	if h == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(h))
}

//go:embed schema.json
var schemaJSON string

// Schema returns the JSON Schema (draft 2020-12) of the verdict.
func Schema() []byte { return []byte(schemaJSON) }

// detached returns a copy of a value that shares nothing with it that can change,
// and in which every nil list is an empty one.
func detached[T any](value T) T { return shortened(value, math.MaxInt) }

// shortened is [detached] with at most so many entries a list, except those of [whole].
func shortened[T any](value T, most int) T {
	detach(reflect.ValueOf(&value).Elem(), most, most)
	return value
}

// whole are the lists that are never cut: who was asked, what was decided, and what happened.
var whole = [...]string{"Accepts", "AnsweredWith", "Attempts", "Checklist", "Decisions", "Perspectives", "Reports", "Writers"}

// detach has a value, which may still share with another, share nothing: pointers lead to
// copies, and lists are copies of at most so many entries, most in those below.
func detach(v reflect.Value, entries, most int) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			copied := reflect.New(v.Type().Elem())
			copied.Elem().Set(v.Elem())
			v.Set(copied)
			detach(v.Elem(), most, most)
		}
	case reflect.Slice:
		n := min(v.Len(), entries)
		copied := reflect.MakeSlice(v.Type(), n, n)
		reflect.Copy(copied, v)
		v.Set(copied)
		for i := range n {
			detach(v.Index(i), most, most)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Field(i)
			switch kind := field.Kind(); {
			case !field.CanSet(): // of a time
			case kind == reflect.Slice && slices.Contains(whole[:], v.Type().Field(i).Name):
				detach(field, math.MaxInt, most)
			case kind == reflect.Slice, kind == reflect.Pointer, kind == reflect.Struct:
				detach(field, most, most)
			}
		}
	}
}
