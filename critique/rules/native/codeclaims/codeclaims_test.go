package codeclaims

import "testing"

// TestCompiled: a module of JavaScript is made of the source beside it.
func TestCompiled(t *testing.T) {
	for _, test := range []struct {
		name, nearest string
		is            bool
	}{
		{"src/loader.js", "src/loader.ts", true},
		{"config/loader.js", "src/config/loader.ts", true},
		{"src/loader.js", "src/loaders.ts", false},
		{"src/loader.ts", "src/loader.ts", false},
	} {
		if compiled(test.name, test.nearest) != test.is {
			t.Errorf("%s is made of %s: %v", test.name, test.nearest, !test.is)
		}
	}
	for text, is := range map[string]bool{`import type { A } from './`: true, "npx tsx -e \"import('./": true, "see `./": false} {
		if importing.MatchString(text) != is {
			t.Errorf("%s imports: %v", text, !is)
		}
	}
}
