package themes

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// say builds a point: "quality: text [category: REQ-001, REQ-002]".
func say(line string) Point {
	voice, text, _ := strings.Cut(line, ": ")
	text, about, _ := strings.Cut(text, " [")
	category, targets, _ := strings.Cut(strings.TrimSuffix(about, "]"), ": ")
	p := Point{Voice: voice, Text: text, Category: category}
	if targets != "" {
		p.Targets = strings.Split(targets, ", ")
	}
	return p
}

func TestMerge(t *testing.T) {
	tests := map[string]struct {
		points []string
		want   []Group
	}{
		"nothing": {nil, nil},
		"the same words, by whomever": {
			[]string{"a: No way  back.", "a: no way back.", "b: NO WAY BACK."},
			[]Group{{0, 1, 2}},
		},
		"one category and target, and no word in common": {
			[]string{"a: give each a number [value: Goals]", "b: no pipeline runs them [value: Goals]", "c: xx [risk: REQ-001]", "d: yy [risk: REQ-001]"},
			[]Group{{0}, {1}, {2}, {3}},
		},
		"one category and no target": {
			[]string{"a: No competitive analysis [completeness]", "b: Browser constraints are not analysed [completeness]"},
			[]Group{{0}, {1}},
		},
		"one subject, one ID and two categories": {
			[]string{"a: SMS codes alone are vulnerable to SIM swapping [security: REQ-009]", "b: After how many wrong SMS codes is the signer locked out? [clarity: REQ-009]", "c: Signers abroad pay [value: REQ-011]"},
			[]Group{{0}, {1}, {2}},
		},
		"one category and one heading": {
			[]string{"a: Give each goal a target [testability: Goals]", "b: No CI job runs the tests of the goals [testability: Goals]"},
			[]Group{{0}, {1}},
		},
		"an ID in the texts, whatever the targets": {
			[]string{"a: REQ-005 is split over two epics [traceability: EPIC-001]", "b: REQ-005 appears in two epics [traceability: EPIC-003]", "c: the audit log is missing", "d: uploads break off"},
			[]Group{{0, 1}, {2}, {3}},
		},
		"the words tell which of two points under one target is meant": {
			[]string{"a: the upload has no size limit [completeness: REQ-001]", "a: the upload breaks off in a weak network [completeness: REQ-001]", "b: uploads break off where the network is weak [completeness: REQ-001]"},
			[]Group{{0}, {1, 2}},
		},
		"other words, other forms": {
			[]string{"a: Nobody says how refunds reach a patient who cancelled.", "b: Refunding after cancellation is not described", "c: The audit log is missing"},
			[]Group{{0, 1}, {2}},
		},
		"two categories and no ID, but the same words": {
			[]string{"a: The retention of audit logs and backups of encrypted passwords is undefined [completeness]", "b: Nobody says how long backups, audit logs and encrypted passwords are retained [security]", "c: uploads break off [risk]"},
			[]Group{{0, 1}, {2}},
		},
		"requirements of one family are two things": {
			[]string{"a: REQ-003 has no threshold for the export", "b: REQ-007 has no threshold for its printout", "c: REQ-003 lacks the threshold"},
			[]Group{{0, 2}, {1}},
		},
		"nothing but what every critique says": {
			[]string{"a: not clear", "b: the requirement must be defined", "c: 不清楚", "d: "},
			[]Group{{0}, {1}, {2}, {3}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var points []Point
			for _, line := range test.points {
				points = append(points, say(line))
			}
			if diff := gocmp.Diff(test.want, Merge(points)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestMergeAmongOthers merges among points of a voice that speaks of something else.
func TestMergeAmongOthers(t *testing.T) {
	tests := map[string]struct {
		points []string
		want   []Group
	}{
		"the same words of two, and nearly the same": {
			[]string{"a: refund of deposits undefined [value]", "b: refund of deposits undefined [value]", "c: deposits and their refund [value]"},
			[]Group{{0, 1, 2}},
		},
		"Chinese": {
			[]string{"a: 没有写明退款的流程 [completeness]", "b: 取消之后如何退款，退款流程未提 [completeness]", "c: 缺少审计日志 [completeness]"},
			[]Group{{0, 1}, {2}},
		},
		"a synonym, and one in the other language": {
			[]string{"a: rollback of migrations is not planned [risk]", "b: nobody can revert the migration [risk]", "c: 迁移没有回退方案 [risk]"},
			[]Group{{0, 1, 2}},
		},
		"one voice means two things": {
			[]string{"a: refund of deposits after strikes and storms [value]", "a: after storms and strikes, refund of deposits [value]", "b: refund of deposits after storms and strikes is missing [value]"},
			[]Group{{0}, {1, 2}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var points []Point
			for _, line := range test.points {
				points = append(points, say(line))
			}
			for i := range enough {
				points = append(points, say(fmt.Sprintf("z: cellar quartz %d [dependency: REQ-1%02d]", i, i)))
			}
			groups := Merge(points)
			if diff := gocmp.Diff(test.want, groups[:len(groups)-enough]); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestGroupOf(t *testing.T) {
	points := []Point{say("b: x [risk: REQ-002, Goals]"), say("a: y [risk: req-002, REQ-001]"), say("b: x")}
	group := Group{0, 1, 2}
	if diff := gocmp.Diff([]string{"b", "a"}, group.Voices(points)); diff != "" {
		t.Error(diff)
	}
	if diff := gocmp.Diff([]string{"REQ-002", "Goals", "REQ-001"}, group.Targets(points)); diff != "" {
		t.Error(diff)
	}
}

// somePoints draws points that have something to do with each other.
func somePoints(t *rapid.T) []Point {
	words := rapid.SampledFrom([]string{"refund", "deposit", "cancelled", "REQ-001", "REQ-002", "audit", "logs", "retry", "sms", "退款", "审计日志", "通知", "no", "slot"})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Point {
		return Point{
			Voice:    rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "voice"),
			Text:     strings.Join(rapid.SliceOfN(words, 0, 6).Draw(t, "words"), " "),
			Category: rapid.SampledFrom([]string{"risk", "scope"}).Draw(t, "category"),
			Targets:  rapid.SliceOfN(rapid.SampledFrom([]string{"REQ-001", "REQ-002", "Goals"}), 0, 2).Draw(t, "targets"),
		}
	}), 0, 24).Draw(t, "points")
}

func TestMergeLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := somePoints(t)
		groups := Merge(points)
		check(t, points, groups)
		if diff := gocmp.Diff(groups, Merge(points)); diff != "" {
			t.Fatalf("another time: %s", diff)
		}
		order := rapid.Permutation(positions(len(points))).Draw(t, "order")
		if diff := gocmp.Diff(texts(points, groups), texts(inOrder(points, order))); diff != "" {
			t.Fatalf("in another order: %s", diff)
		}
	})
}

// TestMergeInAnyOrder shuffles the labelled points: who speaks first must not matter.
func TestMergeInAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, language := range []string{"en", "zh"} {
		panels := [][]Point{{say("a: refund of deposits undefined"), say("a: deposits: refund undefined"), say("b: refund of deposits is missing")}} // two alike for b
		for _, p := range append(readPanels(t, "testdata/large.json", language), readPanels(t, "testdata/tuned.json", language)...) {
			panels = append(panels, p.points())
		}
		for _, points := range panels {
			want := texts(points, Merge(points))
			for range 5 {
				if diff := gocmp.Diff(want, texts(inOrder(points, random.Perm(len(points))))); diff != "" {
					t.Errorf("%v: %s", points[0], diff)
				}
			}
		}
	}
}

func positions(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// inOrder returns the points in an order, and their groups.
func inOrder(points []Point, order []int) ([]Point, []Group) {
	shuffled := make([]Point, len(points))
	for i, k := range order {
		shuffled[i] = points[k]
	}
	return shuffled, Merge(shuffled)
}

// texts says which points stand together, whatever their places.
func texts(points []Point, groups []Group) []string {
	var list []string
	for _, group := range groups {
		var said []string
		for _, i := range group {
			said = append(said, fmt.Sprint(points[i]))
		}
		slices.Sort(said)
		list = append(list, strings.Join(said, "\n"))
	}
	slices.Sort(list)
	return list
}

// check says what holds of any points: each is in one group, all in order, and one
// voice's points stand together only where their words are the same.
func check(t interface{ Fatalf(string, ...any) }, points []Point, groups []Group) {
	seen := make([]bool, len(points))
	for _, group := range groups {
		if !slices.IsSorted(group) || len(group) == 0 {
			t.Fatalf("not in order: %v", groups)
		}
		for k, i := range group {
			if seen[i] {
				t.Fatalf("point %d twice: %v", i, groups)
			}
			seen[i] = true
			for _, j := range group[:k] {
				same := strings.EqualFold(strings.Join(strings.Fields(points[i].Text), " "), strings.Join(strings.Fields(points[j].Text), " "))
				if points[i].Voice == points[j].Voice && !same {
					t.Fatalf("%q and %q of one voice", points[i].Text, points[j].Text)
				}
			}
		}
	}
	if slices.Contains(seen, false) || !slices.IsSortedFunc(groups, func(a, b Group) int { return cmp.Compare(a[0], b[0]) }) {
		t.Fatalf("points lost, or groups not in order: %v", groups)
	}
}

func FuzzMerge(f *testing.F) {
	f.Add("No rollback. REQ-001", "revert REQ-002", "没有回滚方案", "NFR-P-001: src/a.go 24h")
	f.Add("unun un- -1 a-1 ---", "'''% ½ ａｂ", "\xff\xfe", "的了的")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		points := []Point{{"v", a, b, []string{c}, d}, {"w", b, a, []string{d}, d}, {"v", c, b, []string{c, a}, ""}, {"x", d, "risk", nil, a}, {"w", a + d, b, []string{c}, b}}
		check(t, points, Merge(points))
	})
}
