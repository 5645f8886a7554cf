package verdict

import (
	"math"
	"reflect"
	"slices"
)

// detached returns a copy of a value that shares nothing with it that can change,
// and in which every nil list is an empty one.
func detached[T any](value T) T { return shortened(value, math.MaxInt) }

// shortened is [detached] with at most so many entries a list, but for those of [whole].
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
