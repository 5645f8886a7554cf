package verdict

import (
	"testing"

	"discussd/internal/linear"
)

// TestLinear reads back verdicts and marks that others may have filled.
func TestLinear(t *testing.T) {
	const begin = `{"schema_version":1,"verdict":"consensus_reached",`
	texts := linear.Texts{
		"empty perspectives": linear.Between(begin+`"perspectives":[`, "{},", "{}]}"),
		"perspectives":       linear.Between(begin+`"perspectives":[`, `{"weaknesses":[{"text":"a","quote":"b"}]},`, "{}]}"),
		"findings":           linear.Between(begin+`"checks":{"findings":[`, `{"places":[{"line":1}]},`, "{}]}}"),
		"notes":              linear.Between(begin+`"notes":[`, `"a",`, `"b"]}`),
		"decisions":          linear.Between(begin+`"decisions":[`, `{"decision":"accept"},`, "{}]}"),
		"repeated keys":      linear.Between(begin, `"notes":["a"],`, `"round":"R"}`),
		"other keys":         linear.Between(begin, `"a":{"b":[1]},`, `"round":"R"}`),
		"arrays":             linear.Between(begin+`"notes":`, "[", ""),
		"objects":            linear.Repeat(`{"a":`),
		"string":             linear.Between(begin+`"message":"`, `\u00e9`, `"}`),
		"spaces":             linear.Between(begin, " \n", `"round":"R"}`),
		"digits":             linear.Between(begin+`"revision":`, "9", "}"),
	}
	for name, read := range map[string]func([]byte){
		"verdict": func(text []byte) { _, _ = Parse(text) },
		"mark":    func(text []byte) { _, _ = ParsePending(text) },
	} {
		t.Run(name, func(t *testing.T) { linear.Test(t, texts, 1<<20, read) })
	}
}
