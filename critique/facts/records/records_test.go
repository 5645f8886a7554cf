package records

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"discussd/critique/document"
)

// sameNumber compares two texts that are numbers and nothing else.
func sameNumber(a, b string) (same, known bool) {
	x, wrong := strconv.ParseFloat(strings.Trim(a, "` "), 64)
	y, too := strconv.ParseFloat(strings.Trim(b, "` "), 64)
	known = wrong == nil && too == nil
	return known && x == y, known
}

const boats = "| Boat | Places | Fee | Kept |\n|---|---|---|---|\n| `gig` | 6 | 24 | north |\n| `skiff` | 2 | 9 | west |\n| `punt` | 4 | 15 | south |\n| `cutter` | 12 | 60 | east |\n| `dory` | 3 | 11 | quay |\n"

func TestOdd(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"an object of objects": {"```json\n{\"boats\": {\n  \"gig\": {\"fee\": 24, \"seats\": 6},\n  \"skiff\": {\"fee\": 9, \"seats\": 2},\n  \"punt\": {\"fee\": 15, \"seats\": 5},\n  \"cutter\": {\"fee\": 60, \"seats\": 12}\n}}\n```\n", []string{"punt: 4, 5"}},
		"a list of objects":    {"```yaml\nboats:\n  - {name: gig, fee: 24}\n  - {name: skiff, fee: 9}\n  - {name: punt, fee: 15}\n  - {name: cutter, fee: 66}\n```\n", []string{"cutter: 60, 66"}},
		"another table":        {"| Kept | Boat |\n|---|---|\n| north | x |\n\n| Boat | Berth |\n|---|---|\n| gig | north |\n| skiff | west |\n| punt | south |\n| cutter | quay |\n| dory | quay |\n", []string{"cutter: east, quay"}},
		"a copy of three":      {"```yaml\ngig: {fee: 24, seats: 6}\nskiff: {fee: 9, seats: 2}\npunt: {fee: 16, seats: 4}\n```\n", nil},
		"a wider copy":         {"```yaml\ngig: {fee: 24, seats: 6, berth: north}\nskiff: {fee: 9, seats: 2, berth: west}\npunt: {fee: 16, seats: 4, berth: south}\n```\n", []string{"punt: 15, 16"}},
		"one form":             {"| Item | Value |\n|---|---|\n| channel | a |\n| way | up |\n| takes | path |\n| gives | text |\n\n| Item | Value |\n|---|---|\n| channel | b |\n| way | up |\n| takes | path |\n| gives | text |\n", nil},
		"two blocks of data":   {"```yaml\n200: found\n400: refused\n401: unknown\n500: failed\n---\n```\n\n```yaml\na: {x: one, y: two}\nb: {x: three, y: four}\nc: {x: five, y: six}\nd: {x: p, y: q}\n```\n\n```yaml\na: {x: one}\nb: {x: three}\nc: {x: five}\nd: {x: z}\n```\n", nil},
		"all agree":            {"```yaml\ngig: {fee: 24}\nskiff: {fee: 9}\npunt: {fee: 15}\ncutter: {fee: 60}\n```\n", nil},
		"two differ":           {"```yaml\ngig: {fee: 24}\nskiff: {fee: 9}\npunt: {fee: 16}\ncutter: {fee: 61}\ndory: {fee: 11}\n```\n", nil},
		"of another time":      {"| Boat | Old fee |\n|---|---|\n| gig | 24 |\n| skiff | 9 |\n| punt | 15 |\n| cutter | 55 |\n", nil},
		"other things":         {"```yaml\ngig: {fee: 24}\nskiff: {fee: 9}\npram: {fee: 15}\nyawl: {fee: 60}\n```\n", nil},
		"not valid":            {"```yaml\ngig: {fee: 24\nskiff: [\n```\n", nil},
	} {
		var got []string
		for _, p := range Odd(Read(document.Parse("docs/boats.md", []byte(boats+"\n"+test.text))), sameNumber) {
			got = append(got, fmt.Sprintf("%s: %s, %s", plain(p.A.Key), p.A.Text, p.B.Text))
			if !strings.Contains(p.B.Doc.Slice(p.B.At), p.B.Text) {
				t.Errorf("%s: %q stands in %q", name, p.B.Text, p.B.Doc.Slice(p.B.At))
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestTotals(t *testing.T) {
	for text, want := range map[string][]string{
		`{"items": [{"eur": 12, "count": 1}, {"eur": 30, "count": 2}], "total_eur": 44}`: {"total_eur: 44, 42"},
		`{"items": [{"eur": 12}, {"eur": 30}], "total_eur": 42}`:                         nil,
		`{"items": [{"eur": 12}, {"eur": 30}], "eur_vat": 2, "total_eur": 44}`:           nil,
		`{"items": [{"id": 1}, {"id": 2}], "total": 57}`:                                 nil,
		`{"items": [{"grams": 12}, {"grams": 30}], "total_weight": 44}`:                  nil,
	} {
		var got []string
		for _, total := range Totals(document.Parse("docs/bill.json", []byte(text))) {
			got = append(got, fmt.Sprintf("%s: %s, %v", total.Name, total.Text, total.Sum))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
