package verdict

import (
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fill makes every list of a value, and what every pointer points to, so that
// nothing of it is nil.
func fill(value reflect.Value) {
	switch value.Kind() {
	case reflect.Slice:
		value.Set(reflect.MakeSlice(value.Type(), 1, 1))
		fill(value.Index(0))
	case reflect.Pointer:
		value.Set(reflect.New(value.Type().Elem()))
		fill(value.Elem())
	case reflect.Struct:
		for i := range value.NumField() {
			if value.Type().Field(i).IsExported() {
				fill(value.Field(i))
			}
		}
	}
}

// shared lists what two values of one type have in common that can change, and the
// lists of the first that are nil.
func shared(path string, a, b reflect.Value) (found []string) {
	switch a.Kind() {
	case reflect.Slice:
		if a.IsNil() {
			return []string{path + " is nil"}
		}
		for i := range min(a.Len(), b.Len()) {
			if a.Index(i).Addr().Pointer() == b.Index(i).Addr().Pointer() {
				return []string{path + " is shared"}
			}
			found = append(found, shared(path+"[]", a.Index(i), b.Index(i))...)
		}
	case reflect.Pointer:
		if !a.IsNil() && a.Pointer() == b.Pointer() {
			return []string{path + " is shared"}
		}
	case reflect.Struct:
		for i := range a.NumField() {
			if f := a.Type().Field(i); f.IsExported() {
				found = append(found, shared(path+"."+f.Name, a.Field(i), b.Field(i))...)
			}
		}
	}
	return found
}

// TestDetached: a field that is added to a verdict is copied, too.
func TestDetached(t *testing.T) {
	var v Verdict
	fill(reflect.ValueOf(&v).Elem())
	for name, from := range map[string]Verdict{"full": v, "empty": {}, "empty lists": {Perspectives: []Perspective{{}}}} {
		got := detached(from)
		if found := shared("verdict", reflect.ValueOf(&got).Elem(), reflect.ValueOf(&from).Elem()); len(found) > 0 {
			t.Errorf("%s: %s", name, strings.Join(found, ", "))
		}
	}
	if diff := cmp.Diff(v, detached(v)); diff != "" {
		t.Error(diff)
	}
	var c Checks
	fill(reflect.ValueOf(&c).Elem())
	got := detached(c)
	if found := shared("checks", reflect.ValueOf(&got).Elem(), reflect.ValueOf(&c).Elem()); len(found) > 0 {
		t.Error(strings.Join(found, ", "))
	}
}

// TestParseBounds: what a stranger writes in the place of a verdict costs a few times
// its length at most, or is refused before anything is made of it.
func TestParseBounds(t *testing.T) {
	head := `{"schema_version":1,"verdict":"consensus_reached",`
	for name, text := range map[string]string{
		"perspectives":   head + `"perspectives":[` + strings.Repeat("{},", 80_000) + `{}]}`,
		"findings":       head + `"checks":{"findings":[` + strings.Repeat("{},", 80_000) + `{}]}}`,
		"places":         head + `"checks":{"findings":[{"places":[` + strings.Repeat("{},", 80_000) + `{}]}]}}`,
		"the same key":   "{" + strings.Repeat(`"perspectives":[{},{},{}],`, 20_000) + head[1:] + `"notes":[]}`,
		"texts":          head + `"notes":[` + strings.Repeat(`"",`, 300_000) + `""]}`,
		"numbers":        head + `"notes":[` + strings.Repeat(`0,`, 300_000) + `0]}`,
		"nested":         head + `"notes":` + strings.Repeat("[", 500_000),
		"nested unknown": head + `"x":` + strings.Repeat(`{"x":`, 100_000) + "0" + strings.Repeat("}", 100_000) + "}",
		"one long text":  head + `"summary":"` + strings.Repeat("x", 10<<20) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			data := []byte(text)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			v, err := Parse(data)
			runtime.ReadMemStats(&after)
			if err == nil {
				t.Errorf("read, with %d perspectives", len(v.Perspectives))
			}
			if made := after.TotalAlloc - before.TotalAlloc; made > 16<<20 {
				t.Errorf("%d MiB were allocated for %d KiB", made>>20, len(text)>>10)
			}
		})
	}
}

// TestFitting: a verdict that is too long to be read again is cut, and says so; one
// that is not stays what it is.
func TestFitting(t *testing.T) {
	v := scenarios()["reached"]
	if got, err := Fitting(v); err != nil || cmp.Diff(v, got) != "" {
		t.Errorf("%v\n%s", err, cmp.Diff(v, got))
	}
	var huge Verdict
	fill(reflect.ValueOf(&huge).Elem())
	huge.SchemaVersion, huge.Outcome, huge.Error, huge.StartedAt, huge.FinishedAt = SchemaVersion, Reached, nil, v.StartedAt, v.FinishedAt
	one := huge.Checks.Findings[0]
	huge.Checks.Findings = nil
	for i := range 300 {
		f := one
		f.Rule = fmt.Sprint("X-", i)
		f.Places = nil
		for range 200 {
			f.Places = append(f.Places, one.Places[0])
		}
		huge.Checks.Findings = append(huge.Checks.Findings, f)
	}
	got, err := Fitting(huge)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse(text)
	if err != nil {
		t.Fatalf("what is cut to fit cannot be read: %v", err)
	}
	if n := len(again.Notes); n == 0 || !strings.Contains(again.Notes[n-1], "the verdict is cut to") {
		t.Errorf("notes %q", again.Notes)
	}
	if n := len(again.Checks.Findings); n < 10 {
		t.Errorf("%d findings are left", n)
	}
	if !json.Valid(text) || len(huge.Checks.Findings) != 300 {
		t.Error("what came in was changed")
	}
}
