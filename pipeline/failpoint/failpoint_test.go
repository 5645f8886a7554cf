//go:build !failpoints

package failpoint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// plain and pointed do the same; pointed says at each step that it is done.
//
//go:noinline
func plain(n int, err error) (int, error) {
	for i := range n {
		n += i * i
	}
	if err != nil {
		return 0, err
	}
	return n, nil
}

//go:noinline
func pointed(n int, err error) (int, error) {
	Reach(JobTaken)
	for i := range n {
		Reach(Locked)
		n += i * i
	}
	if err = Fail(ArtifactRead, err); err != nil {
		return 0, err
	}
	if err := Fail(Compared, nil); err != nil {
		return 0, err
	}
	return n, nil
}

// TestCostsNothing compares the machine code of the two: it is the same.
func TestCostsNothing(t *testing.T) {
	without, _ := plain(9, nil)
	if with, err := pointed(9, nil); with != without || err != nil {
		t.Fatalf("got %d, %v, want %d", with, err, without)
	}
	binary := filepath.Join(t.TempDir(), "test")
	if out, err := exec.Command("go", "test", "-c", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	code := func(name string) []string {
		out, err := exec.Command("go", "tool", "objdump", "-s", `failpoint\.`+name+`$`, binary).Output()
		if err != nil {
			t.Fatal(err)
		}
		var steps []string
		for line := range strings.Lines(string(out)) {
			if fields := strings.Fields(line); len(fields) > 3 && strings.Contains(fields[0], ".go:") {
				steps = append(steps, address.ReplaceAllString(strings.Join(fields[3:], " "), "…"))
			}
		}
		return steps
	}
	want, got := code("plain"), code("pointed")
	if len(want) < 10 || !slices.Equal(want, got) {
		t.Errorf("with points:\n%s\nwithout:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestAll has every constant listed, once.
func TestAll(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "failpoint.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	constants := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			constants += len(spec.Names)
		}
		return true
	})
	listed := slices.Compact(slices.Sorted(slices.Values(All())))
	if len(listed) != constants || len(All()) != constants {
		t.Errorf("%d points are listed, %d of them different; there are %d constants", len(All()), len(listed), constants)
	}
}

// address is one in the code, or a name of a function in it.
var address = regexp.MustCompile(`0x[0-9a-f]+|discussd/pipeline/failpoint\.\w+\(SB\)`)
