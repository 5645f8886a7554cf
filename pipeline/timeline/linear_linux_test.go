package timeline

import (
	"testing"

	"discussd/internal/linear"
)

// TestLinear adds a round to memories that others may have filled.
func TestLinear(t *testing.T) {
	linear.Test(t, linear.Texts{
		"rounds":        linear.Between(`{"discussions":[`, `{"round":1},`, `{}]}`),
		"established":   linear.Between(`{"current_understanding":{"established":[`, `"A",`, `"B"]}}`),
		"repeated keys": linear.Between(`{`, `"discussions":[],`, `"a":1}`),
		"other keys":    linear.Between(`{`, `"a":{"b":[1]},`, `"c":1}`),
		"arrays":        linear.Between(`{"discussions":`, "[", ""),
		"objects":       linear.Repeat(`{"a":`),
		"string":        linear.Between(`{"a":"`, `\u00e9`, `"}`),
		"spaces":        linear.Between(`{`, " \n", `"discussions":[]}`),
	}, 1<<16, func(text []byte) { _, _ = remember(text, remembered) })
}
