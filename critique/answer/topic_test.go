package answer_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/critique/answer"
)

// said is one answer of testdata/topic, which README.md there describes.
type said struct{ about, text string }

func answersIn(t *testing.T, name string, oneLine bool) []said {
	t.Helper()
	content, err := os.ReadFile("testdata/topic/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all []said
	for part := range strings.SplitSeq("\n"+string(content), "\n=== ") {
		about, text, found := strings.Cut(part, "\n")
		if !found {
			continue
		}
		texts := []string{text}
		if oneLine {
			texts = strings.Split(strings.TrimSpace(text), "\n")
		}
		for _, text := range texts {
			all = append(all, said{about, text})
		}
	}
	return all
}

func document(t *testing.T, name string) []critique.Document {
	t.Helper()
	content, err := os.ReadFile("testdata/topic/" + name + ".md")
	if err != nil {
		t.Fatal(err)
	}
	return []critique.Document{{Path: "spec/" + name + ".md", Content: content}}
}

// read reads an answer about a document and tells whether it was refused, and as what.
func read(t *testing.T, text, about string) (critique.Critique, critique.Class) {
	t.Helper()
	c, err := answer.Read(t.Context(), []byte(text), answer.Expect{Rating: true, Documents: document(t, about)})
	var failure *critique.Failure
	if errors.As(err, &failure) {
		return c, failure.Class
	}
	return c, ""
}

// TestHonest: no honest answer is refused, however short, and whatever it names.
func TestHonest(t *testing.T) {
	kept, unanchored := 0, 0
	for _, a := range append(answersIn(t, "short.txt", true), append(answersIn(t, "long.txt", false), answersIn(t, "praise.txt", true)...)...) {
		c, class := read(t, a.text, a.about)
		if class != "" {
			t.Errorf("%s, about %s: %s", class, a.about, a.text)
			continue
		}
		kept++
		if c.Unanchored {
			unanchored++
			for _, p := range c.Weaknesses {
				if p.Severity.Weight() > critique.Medium.Weight() {
					t.Errorf("%s in %s", p.Severity, a.text)
				}
			}
		}
	}
	t.Logf("%d kept, of which %d unanchored", kept, unanchored)
}

func TestPraiseIsUnanchored(t *testing.T) {
	for _, a := range answersIn(t, "praise.txt", true) {
		if c, _ := read(t, a.text, a.about); !c.Unanchored || !strings.Contains(strings.Join(c.Notes, "\n"), "unanchored") {
			t.Errorf("anchored, with the notes %q: %s", c.Notes, a.text)
		}
	}
}

func TestAsksForTheDocument(t *testing.T) {
	for _, a := range answersIn(t, "asks.txt", true) {
		if _, class := read(t, a.text, a.about); class == "" {
			t.Errorf("kept: %s", a.text)
		}
	}
}

// TestForeign refuses nine of ten long answers about something else: about things
// of another world, and about another document of the same language.
func TestForeign(t *testing.T) {
	languages := map[string]string{"lockers": "en", "seeds": "en", "library": "zh"}
	for name, answers := range map[string][]said{"another world": answersIn(t, "foreign.txt", false), "another document": answersIn(t, "long.txt", false)} {
		refused, all := 0, 0
		for about, language := range languages {
			for _, a := range answers {
				if a.about == about || a.about != language && languages[a.about] != language || languageOf(a.text) != language {
					continue
				}
				all++
				if c, class := read(t, a.text, about); class == critique.OffTopic {
					refused++
				} else {
					t.Logf("%q, unanchored %v, about %s: %.150s", class, c.Unanchored, about, a.text)
				}
			}
		}
		t.Logf("%s: %d of %d refused", name, refused, all)
		if name == "another world" && 10*refused < 9*all { // of another document much may be the same
			t.Errorf("%s: %d of %d refused", name, refused, all)
		}
	}
}

// languageOf tells which of the two languages a text is in, "" where it is neither.
func languageOf(text string) string {
	switch {
	case len(han.FindAllString(text, -1)) > 20:
		return "zh"
	case strings.Contains(text, "the"):
		return "en"
	}
	return ""
}
