package verdict

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// Marshal returns the published JSON: indented by two spaces, ended by a newline,
// no character escaped that JSON does not ask for, no list null. It fails on
// numbers and times that JSON cannot express.
func Marshal(v Verdict) ([]byte, error) { return marshal(v) }

// Parse reads a published verdict. It fails on what is no JSON object, has another
// schema version or an unknown outcome, or is an error without saying which; fields
// it does not know are ignored. The JSON Schema says the rest.
func Parse(data []byte) (Verdict, error) {
	var v Verdict
	if err := json.Unmarshal(data, &v); err != nil {
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

func marshal[T any](value T) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(detached(value)); err != nil {
		return nil, fmt.Errorf("write json: %w", err)
	}
	return out.Bytes(), nil
}

// detached returns a deep copy in which every nil list is an empty one.
func detached[T any](value T) T {
	return copyOf(reflect.ValueOf(&value).Elem()).Interface().(T)
}

func copyOf(value reflect.Value) reflect.Value {
	switch value.Kind() {
	case reflect.Slice:
		list := reflect.MakeSlice(value.Type(), value.Len(), value.Len())
		for i := range value.Len() {
			list.Index(i).Set(copyOf(value.Index(i)))
		}
		return list
	case reflect.Pointer:
		if value.IsNil() {
			return value
		}
		pointer := reflect.New(value.Type().Elem())
		pointer.Elem().Set(copyOf(value.Elem()))
		return pointer
	case reflect.Struct:
		object := reflect.New(value.Type()).Elem()
		object.Set(value) // what is not exported, as inside time.Time, is copied as it is
		for i := range value.NumField() {
			if value.Type().Field(i).IsExported() {
				object.Field(i).Set(copyOf(value.Field(i)))
			}
		}
		return object
	}
	return value
}
