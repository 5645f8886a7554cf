package themes

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkMerge merges panels of five voices with forty points each, made of the
// labelled ones, and one of points as long as an answer may have them.
func BenchmarkMerge(b *testing.B) {
	panels := map[string][]Point{}
	for _, language := range []string{"en", "zh"} {
		var all []Point
		for _, p := range readPanels(b, "testdata/large.json", language) {
			all = append(all, p.points()...)
		}
		for i := range 200 {
			p := all[i%len(all)]
			p.Voice = fmt.Sprint(i % 5)
			p.Text = fmt.Sprint(i/len(all), " ", p.Text)
			panels[language] = append(panels[language], p)
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	for i := range 1000 {
		text := &strings.Builder{}
		for text.Len() < longestText {
			fmt.Fprintf(text, "w%d REQ-%d %c%c ", random.IntN(300), random.IntN(50), '一'+random.IntN(100), '一'+random.IntN(100))
		}
		p := Point{Voice: fmt.Sprint(i), Text: text.String()}
		for range 20 {
			p.Targets = append(p.Targets, fmt.Sprintf("REQ-%d", random.IntN(1000)))
		}
		panels["hostile"] = append(panels["hostile"], p)
	}
	for _, name := range []string{"en", "zh", "hostile"} {
		b.Run(name, func(b *testing.B) {
			before := cpu(b)
			for b.Loop() {
				Merge(panels[name])
			}
			b.ReportMetric(float64((cpu(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// cpu returns how long this process has computed. On a machine that others use
// too, time that passed says little.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
