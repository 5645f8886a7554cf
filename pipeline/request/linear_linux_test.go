package request

import (
	"testing"

	"discussd/internal/linear"
)

// TestLinear parses requests of every form and construct.
func TestLinear(t *testing.T) {
	for extension, texts := range map[string]linear.Texts{
		".md": {
			"fields":       linear.Repeat("round: R\n"),
			"bold fields":  linear.Repeat("**Round**: R\n"),
			"perspectives": linear.Between("round: R\nperspectives: ", "a, ", "\n"),
			"parentheses":  linear.Between("round: R\nperspectives: ", "(", "\n"),
			"fences":       linear.Repeat("```\nround: R\n"),
			"calls":        linear.Repeat("Task({ prompt: `"),
			"feedback":     linear.Between("type: deepen\nuser_feedback: |\n", "  a\n", ""),
			"blank lines":  linear.Between("round: R\n", "\n", ""),
			"frontmatter":  linear.Between("---\n", "round: R\n", "---\n"),
			"tables":       linear.Between("| a | b |\n|---|---|\n", "| x | y |\n", ""),
			"headings":     linear.Repeat("## Artifact\na.md\n"),
			"one line":     linear.Between("artifact: ", "a", "\n"),
			"ticks":        linear.Between("artifact: ", "`", "\n"),
			"Chinese":      linear.Repeat("轮次：R\n视角：全部（甲、乙）\n"),
		},
		".json": {
			"objects":      linear.Repeat(`{"a":`),
			"arrays":       linear.Between(`{"round":"R","perspectives":`, "[", ""),
			"perspectives": linear.Between(`{"round":"R","perspectives":[`, `{"name":"x"},`, `"y"]}`),
			"keys":         linear.Between(`{`, `"round":"R",`, `"a":1}`),
			"string":       linear.Between(`{"round":"R","artifact":"`, `\u00e9`, `"}`),
			"lines":        linear.Between("{", "\n", "}"),
		},
		".toml": {
			"keys":         linear.Repeat("round = 'R'\n"),
			"tables":       linear.Repeat("[a.b]\nc = 1\n"),
			"lists":        linear.Between("perspectives = [", "'a', ", "]\n"),
			"open lists":   linear.Between("perspectives = ", "[", "\n"),
			"text":         linear.Between("artifact = '''\n", "a\n", "'''\n"),
			"comments":     linear.Repeat("# a\n"),
			"array tables": linear.Repeat("[[perspectives]]\nname = 'a'\n"),
		},
	} {
		t.Run(extension, func(t *testing.T) {
			// Four times as much is as long as may be: what is longer is refused unread.
			linear.Test(t, texts, (MaxFile-128)/4, func(text []byte) { _, _ = Parse("x"+extension, text) })
		})
	}
}
