package shallow

import (
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	bounds := Bounds{Bytes: 200, Containers: 4, Values: 8, Levels: 3}
	for name, tt := range map[string]struct{ text, want string }{
		"empty":                   {"", ""},
		"as many containers":      {`[{},{},{}]`, ""},
		"too many":                {`[{},{},{},{}]`, "holds more than 4 objects and lists"},
		"as many values":          {`[0,0,0,0,0,0,0,0]`, ""},
		"too many values":         {`[0,0,0,0,0,0,0,0,0]`, "holds more than 8 values"},
		"keys count":              {`{"a":0,"a":0,"a":0,"a":0}`, ""},
		"too many keys":           {`{"a":0,"a":0,"a":0,"a":0,"a":0}`, "holds more than 8 values"},
		"as deep":                 {`[[[]]]`, ""},
		"too deep":                {`[[[[`, "is nested more than 3 levels deep"},
		"one beside the other":    {`[[[]],[]]`, ""},
		"in a string":             {`"[[[[[[{{{{,,,,,,,,:::::"`, ""},
		"in a string with quotes": {`"\"[[[[[[\\\"{{{{"`, ""},
		"behind a string":         {`"\\"[[[[`, "is nested more than 3 levels deep"},
		"in a string that is cut": {`["[[[[[[\`, ""},
		"too long":                {`"` + strings.Repeat("x", 200) + `"`, "has 202 bytes, more than the 200 allowed"},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			if err := bounds.JSON([]byte(tt.text)); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestDecodeAsksFirst: nothing is decoded of what is too much.
func TestDecodeAsksFirst(t *testing.T) {
	var list []int
	if err := (Bounds{Bytes: 100, Containers: 1, Values: 2, Levels: 1}).Decode([]byte("[1,2,3]"), &list); err == nil || list != nil {
		t.Errorf("got %v, %v", list, err)
	}
}
