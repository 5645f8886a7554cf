package answer_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"discussd/critique/answer"
	"discussd/internal/linear"
)

// hostile lists what answers may consist of to make a reader slow.
var hostile = linear.Texts{
	"braces":          linear.Repeat("{"),
	"brackets":        linear.Repeat(`{"a":[`),
	"nested":          linear.Repeat(`{"a":`),
	"open strings":    linear.Repeat(`{"`),
	"quotes":          func(size int) string { return `{"a":"` + strings.Repeat(`"`, size) },
	"quoted commas":   func(size int) string { return `{"a":"` + strings.Repeat(`",`, size/2) },
	"quoted brackets": func(size int) string { return `{"a":"` + strings.Repeat(`"]`, size/2) },
	"near keys":       func(size int) string { return `{"a":"` + strings.Repeat(`","key`, size/6) },
	"string list":     func(size int) string { return `{"a":[` + strings.Repeat(`"b" "c",`, size/8) },
	"backslashes":     func(size int) string { return `{"a":"` + strings.Repeat(`\`, size) },
	"escaped braces":  linear.Repeat(`{\"a\":`),
	"fences":          linear.Repeat("```json\n{"),
	"comments":        linear.Repeat(`{"a"/*`),
	"hashes":          linear.Repeat("{#"),
	"thinking":        linear.Repeat("<think>\n"),
	"thoughts":        linear.Repeat("<think>\n</think>\n"),
	"empty thoughts":  linear.Repeat("<think></think>"),
	"talk of thought": linear.Repeat("a <think> "),
	"orphans":         linear.Repeat("a</think> "),
	"orphans, spaced": func(size int) string { return strings.Repeat("</think>"+strings.Repeat(" ", 500), size/508) },
	"parts":           func(size int) string { return `{"content":[` + strings.Repeat(`{"text":"a"},`, size/13) + `{}]}` },
	"labels":          linear.Repeat("- **[HIGH]** a (low): b\n"),
	"label in label":  linear.Repeat("[HIGH] "),
	"brackets, prose": func(size int) string { return "Rating: 3\n- " + strings.Repeat("(", size) },
	"bold":            func(size int) string { return "Rating: 3\n" + strings.Repeat("**a** ", size/6) },
	"table": func(size int) string {
		return "Rating: 3\n| a | severity |\n|---|---|\n" + strings.Repeat("| b | high |\n", size/13)
	},
	"cells":  func(size int) string { return "Rating: 3\n" + strings.Repeat("| ", size/2) },
	"titles": func(size int) string { return "Rating: 3\n# Issues\n" + strings.Repeat("## a\nb\n", size/7) },
	"key findings": func(size int) string {
		return "Rating: 3\n# Key findings\n" + strings.Repeat("- [HIGH] a\nb\n", size/13)
	},
	"dots": func(size int) string { return "Rating: 3\nIssues:\n- a" + strings.Repeat("…", size/3) },
	"points": func(size int) string {
		return `{"rating":3,"weaknesses":[` + strings.Repeat(`"[HIGH] a (low): b",`, size/20) + `"c"]}`
	},
	"repeated keys": func(size int) string {
		return `{"rating":3,"weaknesses":["a"]` + strings.Repeat(`,"risk_level":"low","risk_level":"high"`, size/38) + `}`
	},
	"envelopes":     linear.Repeat("{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"{\",\"delta\":true}\n"),
	"headings":      linear.Repeat("## Weaknesses\n- a\n"),
	"ratings":       linear.Repeat("rating: 4/5. I rate it. "),
	"one line":      linear.Repeat("the document lacks an owner "),
	"indented":      func(size int) string { return "Rating: 3\nWeaknesses:\n- a\n" + strings.Repeat("  b\n", size/4) },
	"objects":       linear.Repeat(`{"rating":3,"weaknesses":["a"]}`),
	"other objects": linear.Repeat(`{"a":{"b":"{}"}}`),
	"markup":        linear.Repeat("*_#>`|-"),
	"spaces":        func(size int) string { return `{"a":"b"` + strings.Repeat(" ", size) },
	"same keys":     linear.Repeat(`{"a":1,"a":2,"a":`),
}

const mebibyte = 1 << 20

// BenchmarkHostile reads 1 MiB and 8 MiB of each hostile answer and reports how
// much longer the eightfold takes: about 8 when reading is linear.
func BenchmarkHostile(b *testing.B) {
	for name, build := range hostile {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			one, eight := []byte(build(mebibyte)), []byte(build(8*mebibyte))
			var short, long time.Duration
			for b.Loop() {
				short += timeOf(one)
				long += timeOf(eight)
			}
			b.ReportMetric(float64(long)/float64(short), "ratio")
			b.ReportMetric(long.Seconds()/float64(b.N)*1000, "ms/8MiB")
		})
	}
}

func timeOf(raw []byte) time.Duration {
	start := time.Now()
	_, _ = answer.Read(context.Background(), raw, answer.Expect{Rating: true})
	return time.Since(start)
}

func BenchmarkReadStrict(b *testing.B) { benchmarkFile(b, "strict-plain.txt") }

func BenchmarkReadInnerQuotes(b *testing.B) { benchmarkFile(b, "inner-quotes-word-list.txt") }

func BenchmarkReadProse(b *testing.B) { benchmarkFile(b, "markdown-sections.txt") }

func benchmarkFile(b *testing.B, name string) {
	content, err := os.ReadFile("testdata/messy/" + name)
	if err != nil {
		b.Fatal(err)
	}
	_, raw, _ := strings.Cut(string(content), "\n=== answer\n")
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := answer.Read(b.Context(), []byte(raw), answer.Expect{Rating: true}); err != nil {
			b.Fatal(err)
		}
	}
}
