package decision

import (
	"testing"

	"discussd/internal/linear"
)

// TestLinear parses decisions of every form and construct, but for a rationale of many lines:
// the YAML library takes some ten times as long for four times as many, which at the most
// that is read, 64 KiB, is a tenth of a second.
func TestLinear(t *testing.T) {
	for extension, texts := range map[string]linear.Texts{
		".md": {
			"fields":      linear.Repeat("decision: accept\n"),
			"bold fields": linear.Repeat("**Decision**: accept\n"),
			"frontmatter": linear.Between("---\n", "decision: accept\n", "---\n"),
			"one line":    linear.Between("rationale: ", "a", "\n"),
			"Chinese":     linear.Repeat("**决定**：接受\n"),
		},
		".json": {
			"objects": linear.Repeat(`{"a":`),
			"arrays":  linear.Between(`{"decision":`, "[", ""),
			"keys":    linear.Between(`{`, `"decision":"accept",`, `"a":1}`),
			"string":  linear.Between(`{"rationale":"`, `\u00e9`, `"}`),
		},
		".toml": {
			"keys":       linear.Repeat("decision = 'accept'\n"),
			"tables":     linear.Repeat("[a.b]\nc = 1\n"),
			"open lists": linear.Between("decision = ", "[", "\n"),
			"text":       linear.Between("rationale = '''\n", "a\n", "'''\n"),
		},
	} {
		t.Run(extension, func(t *testing.T) {
			// Four times as much is as long as may be: what is longer is refused unread.
			linear.Test(t, texts, (MaxFile-128)/4, func(text []byte) { _, _ = Parse("R-1"+extension, text) })
		})
	}
}
