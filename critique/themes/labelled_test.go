package themes

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"
)

// labelled is a point with the theme it belongs to.
type labelled struct {
	Point
	kind, topic, theme string
}

// readLabelled reads the labelled points of a language, those of one half: even for
// setting thresholds, odd for reporting.
func readLabelled(t testing.TB, language string, half uint32) []labelled {
	t.Helper()
	file, err := os.Open("testdata/" + language + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []labelled
	var head []string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		fields := strings.Split(line, " | ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case len(fields) == 1:
			if head = strings.Fields(line); len(head) != 3 {
				t.Fatalf("%s: %q is no head of a theme", language, line)
			}
		case len(fields) != 4:
			t.Fatalf("%s: %q is no point", language, line)
		default:
			hash := fnv.New32a()
			hash.Write([]byte(head[1]))
			if hash.Sum32()%2 != half {
				continue
			}
			p := labelled{Point{Voice: fields[0], Category: fields[1], Text: fields[3]}, head[0], head[1], head[2]}
			if fields[2] != "-" {
				p.Targets = strings.Split(fields[2], ", ")
			}
			all = append(all, p)
		}
	}
	return all
}

// score counts pairs of points: put together rightly, wrongly, and left apart wrongly.
type score struct{ right, wrong, missed int }

func (s score) f1() float64        { return 2 * float64(s.right) / float64(2*s.right+s.wrong+s.missed) }
func (s score) precision() float64 { return float64(s.right) / float64(s.right+s.wrong) }
func (s score) recall() float64    { return float64(s.right) / float64(s.right+s.missed) }
func (s score) String() string {
	return fmt.Sprintf("F1 %.2f (precision %.2f, recall %.2f)", s.f1(), s.precision(), s.recall())
}

// pairs says how well Merge does on labelled points, each kind for itself.
func pairs(all []labelled) (s score) {
	byKind := map[string][]labelled{}
	for _, p := range all {
		byKind[p.kind] = append(byKind[p.kind], p)
	}
	for _, list := range byKind {
		points := make([]Point, len(list))
		for i, p := range list {
			points[i] = p.Point
		}
		in := make([]int, len(points))
		for g, group := range Merge(points) {
			for _, i := range group {
				in[i] = g
			}
		}
		for i := range list {
			for j := range i {
				switch together, belong := in[i] == in[j], list[i].topic == list[j].topic && list[i].theme == list[j].theme; {
				case together && belong:
					s.right++
				case together:
					s.wrong++
				case belong:
					s.missed++
				}
			}
		}
	}
	return s
}

// wordsAlone returns the points without what they say about themselves.
func wordsAlone(all []labelled) []labelled {
	bare := slices.Clone(all)
	for i := range bare {
		bare[i].Category, bare[i].Targets = "", nil
	}
	return bare
}

// TestLabelledPoints prints how well points are merged, by the words alone and by
// all that they say. What counts is the half on which nothing was set.
func TestLabelledPoints(t *testing.T) {
	const enough = 0.8
	for _, language := range []string{"english", "chinese"} {
		for half, name := range []string{"set on", "reported"} {
			all := readLabelled(t, language, uint32(half))
			words, everything := pairs(wordsAlone(all)), pairs(all)
			t.Logf("%s, %s: words alone %v; with category and targets %v", language, name, words, everything)
			if words.f1() < enough || everything.f1() < enough {
				t.Errorf("%s, %s: below %.2f", language, name, enough)
			}
		}
	}
}

// TestLabelledSet says what the labelled points are good for: enough of them, of
// every perspective, and praise and blame of one thing among them.
func TestLabelledSet(t *testing.T) {
	for _, language := range []string{"english", "chinese"} {
		all := append(readLabelled(t, language, 0), readLabelled(t, language, 1)...)
		themes, voices, kinds := map[string]map[string]bool{}, map[string]int{}, map[string]map[string]bool{}
		for _, p := range all {
			theme := p.kind + " " + p.topic + " " + p.theme
			if themes[theme] == nil {
				themes[theme] = map[string]bool{}
			}
			if themes[theme][p.Voice] {
				t.Errorf("%s: %s speaks twice in %q", language, p.Voice, theme)
			}
			themes[theme][p.Voice] = true
			voices[p.Voice]++
			if kinds[p.topic] == nil {
				kinds[p.topic] = map[string]bool{}
			}
			kinds[p.topic][p.kind] = true
		}
		shared, alone, bothSides := 0, 0, 0
		for _, of := range themes {
			if len(of) > 1 {
				shared++
			} else {
				alone++
			}
		}
		for _, of := range kinds {
			if of["strength"] && of["weakness"] {
				bothSides++
			}
		}
		t.Logf("%s: %d sentences, %d themes of two and more, %d single points, %d topics praised and blamed", language, len(all), shared, alone, bothSides)
		if len(all) < 120 || shared < 25 || alone < 5 || bothSides < 3 || len(voices) != 5 {
			t.Errorf("%s: too little", language)
		}
	}
}
