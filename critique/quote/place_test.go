package quote_test

import (
	"strings"
	"testing"

	"discussd/critique/quote"
)

// TestPlaces: lines of files, however they are set, and nothing that only looks like one.
func TestPlaces(t *testing.T) {
	tests := map[string]struct {
		text string
		want string
	}{
		"in a sentence":           {"The loop in src/tide.go:12 never ends.", "src/tide.go:12"},
		"in code, a range":        {"see `./src/tide.go:12-40`", "src/tide.go:12"},
		"as on GitHub":            {"(web/berth.tsx#L7)", "web/berth.tsx:7"},
		"a bare file, twice":      {"tide.go:3 and tide.go:3, then tide.go:4", "tide.go:3 tide.go:4"},
		"in brackets of a router": {"app/[id]/page.tsx:9", "app/[id]/page.tsx:9"},
		"in Chinese":              {"函数（src/tide.go:12）没有返回", "src/tide.go:12"},
		"hidden":                  {".github/workflows/ci.yml:31", ".github/workflows/ci.yml:31"},
		"a machine with a port":   {"api.example.com:443, localhost:8080, db.internal:5432", ""},
		"an address":              {"https://example.org/a.html:80", ""},
		"a ratio, a time, line 0": {"1.5:1, v2.b:0, at 12.30:15", ""},
		"outside of the project":  {"/etc/passwd.txt:1 and C:\\a.go:1", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, p := range quote.Places(tt.text) {
				got = append(got, p.Text)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
