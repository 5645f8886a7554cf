package config

import (
	"encoding"
	"fmt"
	"testing"
)

// Each text is read and written again; "" stands for a text that is refused.
func testValues[T fmt.Stringer](t *testing.T, read func(value *T) encoding.TextUnmarshaler, texts map[string]string) {
	t.Helper()
	for text, want := range texts {
		t.Run(text, func(t *testing.T) {
			var value T
			err := read(&value).UnmarshalText([]byte(text))
			if (err != nil) != (want == "") {
				t.Fatalf("got %v", err)
			}
			if err == nil && value.String() != want {
				t.Errorf("got %s, want %s", value, want)
			}
		})
	}
}

func TestDuration(t *testing.T) {
	testValues(t, func(d *Duration) encoding.TextUnmarshaler { return d }, map[string]string{
		"2s": "2s", "0s": "0s", "120s": "2m", "1m30s": "1m30s", "24h": "24h", "90m": "1h30m", "1h0m5s": "1h0m5s",
		"10s": "10s", "20m": "20m", "250ms": "250ms", "-1s": "-1s", "1.5h": "1h30m", "1ns": "1ns",
		"": "", "0": "", "+0": "", "2": "", "2 s": "", "2d": "", "s": "", "all": "", "9999999h": "",
	})
}

func TestCatchUp(t *testing.T) {
	testValues(t, func(c *CatchUp) encoding.TextUnmarshaler { return c }, map[string]string{
		"all": "all", "none": "none", "24h": "24h", "ALL": "", "0": "", "": "",
	})
	if !(CatchUpNone < -1 && CatchUpAll > 1) {
		t.Error("an age cannot be compared with the ends of the scale")
	}
}

func TestSize(t *testing.T) {
	testValues(t, func(s *Size) encoding.TextUnmarshaler { return s }, map[string]string{
		"1MiB": "1MiB", "512KiB": "512KiB", "1024KiB": "1MiB", "1025B": "1025B", "2048MiB": "2GiB", "0GiB": "0B",
		"8589934591GiB": "8589934591GiB",
		"":              "", "1": "", "1MB": "", "1 MiB": "", "-1B": "", "1.5MiB": "", "8589934592GiB": "", "99999999999999999999B": "", "1MiB\n": "",
	})
}
