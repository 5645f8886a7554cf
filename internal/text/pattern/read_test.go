package pattern

import "testing"

// BenchmarkRead is what the patterns of the project cost before they find
// anything: a command that looks at one document pays for each it uses.
func BenchmarkRead(b *testing.B) {
	all := project(b)
	for b.Loop() {
		for _, expression := range all {
			read(expression)
		}
	}
}
