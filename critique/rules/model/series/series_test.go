package series

import (
	"slices"
	"testing"

	"discussd/critique/document"
)

// TestRead: what is a series, what is named twice, nowhere, or left out.
func TestRead(t *testing.T) {
	const needs = "# Needs\n\n- **N-01** a\n- **N-02** b\n- **N-03** c\n- **N-04** d\n"
	any := func(string) bool { return false }
	for name, test := range map[string]struct {
		text           string
		twice, unknown []string
	}{
		"items":                                {needs + "\nSee N-02 and N-07.\n", nil, []string{"N-07"}},
		"no hyphen and no zeros mean the same": {needs + "\nSee N2 and N-4.\n", nil, nil},
		"a pattern of some":                    {needs + "\nN-0[1-4] and N-0[59].\n", nil, nil},
		"headings":                             {"# A\n\n## K1 One\n\n## K2 Two\n\n## K3 Three\n\n## K4 Four\n\n## K4 Five\n\nK9 is missing.\n", []string{"K4"}, []string{"K9"}},
		"headings, of which one stands twice":  {"# A\n\n## K1 a\n\n## K2 b\n\n## K3 c\n\n## K4 d\n\n## K5 e\n\n## K5 f\n", []string{"K5"}, nil},
		"items, of which one stands twice":     {"- **N-01** a\n- **N-02** b\n- **N-03** c\n- **N-04** d\n- **N-03** e\n", []string{"N-03"}, nil},
		"an item that speaks of another":       {"- **N-01** a\n- **N-02** b\n- **N-03** c\n- **N-04** d\n- N-03 is urgent\n", nil, nil},
		"what is said of one in bold":          {"- **N-01** a\n- **N-02** b\n- **N-03** c\n- **N-04** d\n- **N-05** e\n- **N-06** f\n- **N-03 also mapped** to the quay\n", nil, nil},
		"three are no series":                  {"- N-01 a\n- N-02 b\n- N-03 c\n\nSee N-09.\n", nil, nil},
		"far numbers are no series":            {"- N-10 a\n- N-40 b\n- N-70 c\n- N-99 d\n\nSee N-09.\n", nil, nil},
		"grades":                               {"| P1 | now |\n|---|---|\n| P1 | now |\n| P2 | soon |\n| P3 | later |\n| P4 | never |\n\nP7 is none.\n", nil, nil},
		"code and file names":                  {needs + "\n`N-09`, N-09-notes.md, docs/N-09, N-09.2 and N-09x2.\n", nil, nil},
		"parts of wholes":                      {"# A\n\n## E2-1 a\n\n## E2-2 b\n\n## E2-3 c\n\n## E2-4 d\n\n## E3-1 e\n\nE3-1 needs E2-6, E2-04 and E3-2-1.\n", nil, []string{"E2-6"}},
		"parts with letters":                   {"- E1-S1 a\n- E1-S2 b\n- E2-S1 c\n- E2-S2 d\n\nSee E2-S5 and E2-T5.\n", nil, []string{"E2-S5"}},
		"promises":                             {"P1.1 A bell.\n\nP1.2 12 bells.\n\nP2.1 No bell.\n\nP2.1 Two bells.\n\nP2.2 A gong.\n\nP2.3 A horn.\n\nP2.4 A drum.\n\nSee P1.1 to P2.2, and P3.1.\n", []string{"P2.1"}, []string{"P3.1"}},
		"two of a list of several letters":     {"- **REN-1** a\n- **REN-2** b\n- **REN-3** c\n- **REN-4** d\n- **EMG-1** e\n- **EMG-2** f\n\nSee EMG-3, REN-4 and TLS-3.\n", nil, []string{"EMG-3"}},
		"one behind another":                   {"## REN-1 a\n\n## REN-2 b\n\n## REN-3 / EMG-3: c\n\n## REN-4 d\n\n## EMG-1 e\n\n## EMG-2 f\n\nSee EMG-3 and EMG-4.\n", nil, []string{"EMG-4"}},
		"two alone":                            {"- **EMG-1** e\n- **EMG-2** f\n- **REN-7** g\n- **REN-9** h\n\nSee EMG-3 and REN-8.\n", nil, nil},
		"three in bold":                        {"- **W1** e\n- **W2** f\n- **W3** g\n\nSee W4.\n", nil, []string{"W4"}},
		"three without marks":                  {"- W1 e\n- W2 f\n- W3 g\n\nSee W4.\n", nil, nil},
		"two in bold, one twice":               {"**D-1 Box** e\n\n**D-2 Scan** f\n\n**D-2 Fold** g\n", []string{"D-2"}, nil},
		"more than grades":                     {"- P1 a\n- P2 b\n- P3 c\n- P4 d\n- P5 e\n- P6 f\n\nSee P9.\n", nil, []string{"P9"}},
		"versions":                             {"- V1.1 a\n- V1.2 b\n- V1.3 c\n- V1.4 d\n\nV2.1 comes.\n", nil, nil},
		"a range of wholes":                    {needs + "\nN1-N4 and N-02–N-04.\n", nil, nil},
		"an item about a range":                {needs + "- N-01 – N-03 weekly\n- N-01, N-02 daily\n", nil, nil},
		"an item about two":                    {"- **N-01** a\n- **N-02** b\n- **N-03** c\n- **N-04** d\n- **N-02** and **N-03** in parallel\n", nil, nil},
		"an item about two, in Chinese":        {"- **N-01** a\n- **N-02** b\n- **N-03** c\n- **N-04** d\n- **N-04** 与 N-01 并行\n", nil, nil},
		"what is given":                        {needs + "\nAdd N-05: a bell.\n\n新增需求 N-06：铃。\n\nAdd N-07 to the plan.\n", nil, []string{"N-07"}},
		"what is gone":                         {needs + "\nN-09 was withdrawn.\n", nil, nil},
		"tasks with boxes":                     {"- [ ] Z1 a\n- [x] Z2 b\n- [ ] Z3 c\n- [ ] Z4 d\n- [ ] Z5 e\n- [ ] Z5 f (after Z8)\n", []string{"Z5"}, []string{"Z8"}},
		"a table that comes back to each":      {"| Case | Run |\n|---|---|\n| TC-1 | a |\n| TC-1 | b |\n| TC-2 | a |\n| TC-2 | b |\n| TC-3 | a |\n| TC-4 | a |\n", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			all := Read([]*document.Document{document.Parse("docs/a.md", []byte(test.text))})
			if got := idsOf(all.Twice(any)); !slices.Equal(got, test.twice) {
				t.Errorf("twice %q, want %q", got, test.twice)
			}
			if got := idsOf(all.Unknown(any)); !slices.Equal(got, test.unknown) {
				t.Errorf("unknown %q, want %q", got, test.unknown)
			}
		})
	}
}

// TestLeft: what a plan leaves out that names all others, and what it need not name.
func TestLeft(t *testing.T) {
	const needs = "# Needs\n\n- **N-01** a\n- **N-02** b\n- **N-03** c\n- **N-04** d\n"
	none := func(string) bool { return false }
	for name, test := range map[string]struct {
		needs, path, plan string
		want              []string
	}{
		"one of five":                {needs + "- **N-05** e\n", "docs/plan.md", "1. N-01, N-02\n2. N-03 to N-04\n", []string{"N-05"}},
		"a column of two letters":    {needs + "- **Q-01** e\n- **Q-02** f\n", "docs/parts.md", "| Part | Does |\n|---|---|\n| a | N-01, N-02 (in part) |\n| b | N-03 to N-04 |\n| c | Q-01 |\n", []string{"Q-02"}},
		"a column of most":           {needs + "- **Q-01** e\n- **Q-02** f\n", "docs/parts.md", "| Part | Does |\n|---|---|\n| a | N-01, N-02 |\n| b | N-03 |\n| c | Q-01 |\n", nil},
		"a column of two tables":     {needs + "- **Q-01** e\n- **Q-02** f\n", "docs/parts.md", "| Part | Does |\n|---|---|\n| a | N-01, N-02 |\n| b | N-03, N-04 |\n| c | Q-01 |\n\nBy hand:\n\n| Part | Does |\n|---|---|\n| d | Q-02 |\n", nil},
		"a column of what is before": {needs + "- **Q-01** e\n- **Q-02** f\n", "docs/parts.md", "| Part | Depends on |\n|---|---|\n| a | N-01, N-02 |\n| b | N-03, N-04 |\n| c | Q-01 |\n", nil},
		"a column of words":          {needs + "- **N-05** e\n", "docs/parts.md", "| Part | Does |\n|---|---|\n| a | N-01 and the rest |\n| b | most of N-02, N-03 |\n| c | N-04 |\n", nil},
		"paragraphs":                 {"# Needs\n\n**N-01** a\n\n**N-02** b\n\n**N-03** c\n\n**N-04** d\n\n**N-05** e\n", "docs/test-plan.md", "N-01, N-02, N-03, N-04\n", []string{"N-05"}},
		"within a range":             {needs + "- **N-05** e\n", "docs/plan.md", "N-01 to N-05\n", nil},
		"no plan":                    {needs + "- **N-05** e\n", "docs/glossary.md", "N-01, N-02, N-03, N-04\n", nil},
		"a plan of some":             {needs + "- **N-05** e\n", "docs/plan.md", "N-01, N-02\n", nil},
		"what is not to be done":     {needs + "- **N-05** (won't) e\n", "docs/plan.md", "N-01, N-02, N-03, N-04\n", nil},
		"what is for another time":   {needs + "\n## Later\n\n- **N-05** e\n", "docs/plan.md", "N-01, N-02, N-03, N-04\n", nil},
		"what several specs share":   {"", "docs/plan.md", "N-01, N-02, N-03, N-04\n", nil},
		"what is told in its place":  {needs + "- ~~N-05~~ e\n", "docs/plan.md", "N-01, N-02, N-03, N-04\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			home := document.Parse("docs/needs.md", []byte(test.needs))
			if test.needs == "" {
				home = document.Parse("../needs.md", []byte(needs+"- **N-05** e\n"))
			}
			docs := []*document.Document{home, document.Parse(test.path, []byte("# All\n\n"+test.plan))}
			var got []string
			for _, g := range Read(docs).Left(docs, none) {
				got = append(got, g.ID)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("left out %q, want %q", got, test.want)
			}
		})
	}
}

func idsOf(mentions []Mention) (ids []string) {
	for _, m := range mentions {
		ids = append(ids, m.ID)
	}
	return ids
}
