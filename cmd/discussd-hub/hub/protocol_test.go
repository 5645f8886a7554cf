package hub

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"testing"

	"discussd/critique/cli"
)

// FuzzRead: whatever comes over the wire is read or refused, and what is read is whole.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", "{", "null", "[]", `{"version":1}`, `{"version":2,"id":"a"}`, `{"version":1,"id":"a","project":"p","tool":"t","prompt":{"bytes":"aGk="}}`,
		`{"version":1,"id":"a","class":"ok","text":{"object":"x"},"cost":{"usd":1e308}}`, `{"version":1e3}`, `{"version":1,"id":"a","seconds":"x"}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if a, err := readAsk(data); err == nil && (a.Version != Version || a.ID == "" || a.Project == "" || a.Tool == "") {
			t.Errorf("half an ask is taken: %+v", a)
		}
		if r, err := readReply(data, "a"); err == nil && (r.Version != Version || r.ID != "a") {
			t.Errorf("the answer to something else is taken: %+v", r)
		}
	})
}

// TestIdentity: what is asked of whom names an ask, and the word that marks documents does not.
func TestIdentity(t *testing.T) {
	base := cli.Prompt{Text: []byte("=== ABC BEGIN x ==="), Mark: "ABC", Schema: []byte("{}")}
	other := cli.Prompt{Text: []byte("=== XYZ BEGIN x ==="), Mark: "XYZ", Schema: []byte("{}")}
	id := identity("p", "t", "m", base)
	if identity("p", "t", "m", other) != id {
		t.Error("another mark is another ask")
	}
	for what, different := range map[string]string{
		"project": identity("q", "t", "m", base), "tool": identity("p", "u", "m", base), "model": identity("p", "t", "n", base),
		"text":   identity("p", "t", "m", cli.Prompt{Text: []byte("=== ABC BEGIN y ==="), Mark: "ABC", Schema: []byte("{}")}),
		"schema": identity("p", "t", "m", cli.Prompt{Text: base.Text, Mark: "ABC"}),
		"bounds": identity("pt", "", "m", base),
	} {
		if different == id {
			t.Errorf("another %s is the same ask", what)
		}
	}
}

// TestForm: what goes to other machines has the form that stands in testdata, with every field.
// Who changes it raises [Version] and writes the file of the new one.
func TestForm(t *testing.T) {
	text, err := os.ReadFile(fmt.Sprintf("testdata/version-%d.json", Version))
	if err != nil {
		t.Fatal(err)
	}
	var forms map[string]json.RawMessage
	if err := json.Unmarshal(text, &forms); err != nil {
		t.Fatal(err)
	}
	for name, message := range map[string]any{"ask": &ask{}, "reply": &reply{}, "claim": &claim{}, "held": &held{}, "word": &word{}, "books": &books{}} {
		decoder := json.NewDecoder(bytes.NewReader(forms[name]))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(message); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, field := range left(name, reflect.ValueOf(message).Elem()) {
			t.Errorf("%s is not in the file", field)
		}
		var want bytes.Buffer
		if err := json.Compact(&want, forms[name]); err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(message); err != nil || string(got) != want.String() {
			t.Errorf("%s is written as\n%s\nwant\n%s\n%v", name, got, want.String(), err)
		}
	}
}

// left are the fields of a value that hold nothing.
func left(name string, v reflect.Value) (all []string) {
	switch {
	case v.IsZero():
		return []string{name}
	case v.Kind() == reflect.Pointer:
		return left(name, v.Elem())
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		return left(name, v.Index(0))
	case v.Kind() == reflect.Map:
		return left(name, v.MapIndex(v.MapKeys()[0]))
	case v.Kind() == reflect.Struct && v.Type().PkgPath() != "time":
		for i, field := range reflect.VisibleFields(v.Type()) {
			if field.IsExported() {
				all = append(all, left(name+"."+field.Name, v.Field(i))...)
			}
		}
	}
	return all
}
