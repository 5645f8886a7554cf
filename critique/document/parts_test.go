package document

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// whole parses a text with parts of at least so many bytes.
func whole(text string, part int) *Document {
	d := &Document{Path: "a.md", Text: clean([]byte(text))}
	reader{d}.index()
	if d.Wild = wildness(d.Text); d.Wild == "" {
		reader{d}.readMarkdown(part)
	}
	return d
}

// samples are texts where a part could end in the wrong place.
var samples = []string{
	"# A\n\ntext\n\n- one\n- two\n\n## B\n\n1. x\n- y\nand\n- z\n\n> quote\n- item\n\nword\n===\n",
	"a\n\n```go\n# no heading\n\nb\n```\n# B\n\n~~~\n```\n# no\n~~~\nc\n\nd\n",
	"- ```\n  # code\n  ```\n- b\n\n- ```\n# heading\n```\n\n# code\n```\n",
	"1. ```\n   # a\n   ```\n# b\n\n   ```\n# c\n   ```\n\n# d\n",
	"<!--\n# no\n\nb\n-->\n# A\n\n<div>\n# no\n\n# B\n</div>\n\n<pre>\n\n# no\n</pre>\n\n# C\n",
	"| a | b |\n|---|---|\n| 1 | 2 |\n- x\n\n| a |\n|---|\ntext\n\n# A\n| c |\n|---|\n| d |\n",
	"    ```\n\n# A\n\n\t```\n# B\n```\n\n# C\n```\n", "> ```\n# A\n\n```\n\n# B\n", "<x y\n```\n\n# A\n```\n", "```\n\t```\n\n# A\n```\n# B\n",
	"- a\n\n  b\n\nc\n\n  d\n\n- [ ] e\n+ f\n* g\n***\n* * *\n- - -\n",
}

func TestPartsReadAsTheWhole(t *testing.T) {
	all := samples
	err := filepath.WalkDir("../checks/testdata/seeded-sessions", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".md") {
			return err
		}
		content, err := os.ReadFile(path)
		all = append(all, string(content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	split := 0
	for _, text := range all {
		if !reflect.DeepEqual(whole(text, 1), whole(text, len(text)+1)) {
			t.Errorf("in parts it reads otherwise: %q", text)
		}
		for range parts([]byte(text), 1) {
			split++
		}
	}
	if split < 10*len(all) {
		t.Errorf("%d texts have only %d parts", len(all), split)
	}
}

// TestPartsOfAnyLines puts together lines that open and close blocks, at random.
func TestPartsOfAnyLines(t *testing.T) {
	margins := []string{"", "", "", "", "", " ", "  ", "   ", "    ", "      ", "\t", "- ", "1. ", "> "}
	lines := []string{
		"# a", "## b", "text", "- a", "* b", "+ p", "- [ ] c", "1. x", "2) y", "```", "```go", "````", "~~~", "<!--", "-->", "<!-- x -->", "<div>", "</div>",
		"<pre>", "</pre>", "<x y", "<?", "?>", "| a | b |", "|---|---|", "a | b", "--|--", "> q", "> ```", "> - z", "---", "===", "***", "\t", "é", "- ", "-", "#", "",
	}
	random := rand.New(rand.NewPCG(7, 9))
	for range 5000 {
		var text strings.Builder
		for range 2 + random.IntN(10) {
			text.WriteString(margins[random.IntN(len(margins))] + lines[random.IntN(len(lines))] + "\n")
			if random.IntN(4) == 0 {
				text.WriteByte('\n')
			}
		}
		if !reflect.DeepEqual(whole(text.String(), 1), whole(text.String(), text.Len()+1)) {
			t.Fatalf("in parts %q reads otherwise: %q", text.String(), spans(text.String()))
		}
	}
}

func FuzzParts(f *testing.F) {
	for _, text := range samples {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !reflect.DeepEqual(whole(text, 1), whole(text, len(text)+1)) {
			t.Errorf("in parts %q reads otherwise: %q", text, spans(text))
		}
	})
}

func spans(text string) []string {
	var found []string
	for s := range parts([]byte(text), 1) {
		found = append(found, text[s.Start:s.End])
	}
	return found
}
