package answer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/critique/answer"
)

// TestFormats reads reviews in the formats of testdata/formats, which README.md
// there describes.
func TestFormats(t *testing.T) {
	files, err := filepath.Glob("testdata/formats/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no formats: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			head, raw, _ := strings.Cut(string(content), "\n=== answer\n")
			c, err := answer.Read(t.Context(), []byte(raw), answer.Expect{Rating: true})
			if err != nil {
				t.Fatal(err)
			}
			read := listed(c)
			for line := range strings.Lines(head) {
				key, want, _ := strings.Cut(strings.TrimSpace(line), ": ")
				switch {
				case key == "risk" && c.RiskLevel != want:
					t.Errorf("risk level %q, want %s", c.RiskLevel, want)
				case key == "missing" && strconv.Itoa(len(c.MissingRequirements)) != want:
					t.Errorf("%s missing requirements wanted, got %q", want, c.MissingRequirements)
				case key == "want":
					read = without(t, read, want)
				}
			}
			for _, more := range read {
				if strings.HasPrefix(more, "weakness") {
					t.Errorf("not wanted: %s", more)
				}
			}
		})
	}
}

// listed renders the points of a critique, one a line.
func listed(c critique.Critique) []string {
	var all []string
	for _, list := range []struct {
		name   string
		points []critique.Point
	}{{"weakness", c.Weaknesses}, {"strength", c.Strengths}, {"suggestion", c.Suggestions}, {"question", c.OpenQuestions}} {
		for _, p := range list.points {
			all = append(all, fmt.Sprintf("%s %s %s", list.name, p.Severity, p.Text))
		}
	}
	return all
}

// without returns the points without one that begins as wanted and holds the last
// words of it.
func without(t *testing.T, read []string, want string) []string {
	t.Helper()
	parts := strings.SplitN(want, " ", 3)
	for i, point := range read {
		if strings.HasPrefix(point, parts[0]+" "+parts[1]+" ") && strings.Contains(point, parts[2]) {
			return append(append([]string{}, read[:i]...), read[i+1:]...)
		}
	}
	t.Errorf("%s: not among\n\t%s", want, strings.Join(read, "\n\t"))
	return read
}
