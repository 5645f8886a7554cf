package answer_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"discussd/critique/answer"
)

// hostile lists what answers may consist of to make a reader slow.
var hostile = map[string]func(size int) string{
	"braces":          repeat("{"),
	"brackets":        repeat(`{"a":[`),
	"nested":          repeat(`{"a":`),
	"open strings":    repeat(`{"`),
	"quotes":          func(size int) string { return `{"a":"` + strings.Repeat(`"`, size) },
	"quoted commas":   func(size int) string { return `{"a":"` + strings.Repeat(`",`, size/2) },
	"quoted brackets": func(size int) string { return `{"a":"` + strings.Repeat(`"]`, size/2) },
	"near keys":       func(size int) string { return `{"a":"` + strings.Repeat(`","key`, size/6) },
	"string list":     func(size int) string { return `{"a":[` + strings.Repeat(`"b" "c",`, size/8) },
	"backslashes":     func(size int) string { return `{"a":"` + strings.Repeat(`\`, size) },
	"escaped braces":  repeat(`{\"a\":`),
	"fences":          repeat("```json\n{"),
	"comments":        repeat(`{"a"/*`),
	"hashes":          repeat("{#"),
	"thinking":        repeat("<think>\n"),
	"thoughts":        repeat("<think>\n</think>\n"),
	"empty thoughts":  repeat("<think></think>"),
	"talk of thought": repeat("a <think> "),
	"orphans":         repeat("a</think> "),
	"orphans, spaced": func(size int) string { return strings.Repeat("</think>"+strings.Repeat(" ", 500), size/508) },
	"parts":           func(size int) string { return `{"content":[` + strings.Repeat(`{"text":"a"},`, size/13) + `{}]}` },
	"labels":          repeat("- **[HIGH]** a (low): b\n"),
	"label in label":  repeat("[HIGH] "),
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
	"envelopes":     repeat("{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"{\",\"delta\":true}\n"),
	"headings":      repeat("## Weaknesses\n- a\n"),
	"ratings":       repeat("rating: 4/5. I rate it. "),
	"one line":      repeat("the document lacks an owner "),
	"indented":      func(size int) string { return "Rating: 3\nWeaknesses:\n- a\n" + strings.Repeat("  b\n", size/4) },
	"objects":       repeat(`{"rating":3,"weaknesses":["a"]}`),
	"other objects": repeat(`{"a":{"b":"{}"}}`),
	"markup":        repeat("*_#>`|-"),
	"spaces":        func(size int) string { return `{"a":"b"` + strings.Repeat(" ", size) },
	"same keys":     repeat(`{"a":1,"a":2,"a":`),
}

func repeat(unit string) func(size int) string {
	return func(size int) string { return strings.Repeat(unit, size/len(unit)) }
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

// TestHostile refuses or reads 8 MiB of each, and prints how long that takes. A
// reader that is not linear runs into the test's own time limit.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 8 MiB many times")
	}
	for name, build := range hostile {
		raw := []byte(build(8 * mebibyte))
		start := time.Now()
		_, err := answer.Read(raw, answer.Expect{Rating: true})
		t.Logf("%-16s %4d ms: %.80v", name, time.Since(start).Milliseconds(), err)
	}
}

func timeOf(raw []byte) time.Duration {
	start := time.Now()
	_, _ = answer.Read(raw, answer.Expect{Rating: true})
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
		if _, err := answer.Read([]byte(raw), answer.Expect{Rating: true}); err != nil {
			b.Fatal(err)
		}
	}
}
