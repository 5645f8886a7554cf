package pattern

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// odd are expressions whose beginnings are hard to tell.
var odd = []string{
	``, `a*`, `(?i)k`, `(?i)straße|ſ`, `\bab\b`, `\Bab`, `^ab`, `(?m)^ab$`, `\Aab\z`, `(?m)^\s*$`, `[^a]b`, `\x{fffd}`, `.b`, `(?s).b`,
	`(a|b)(c)?d`, `a{2,3}b`, `x*y|快速|é`, `\bé`, `[\p{Han}]{2}`, `(?:ab|abc)(?:d|)`, `\b(?:go|no)`, `q\b`, `(?:a+)+b`, `[a-c]z|\n`, `[^\x00-\x7f]`,
	`\d+\s*(?:ms|s)`, `(?i)(\w+) then (\w+)`, `a[^z]*z`, `\w+ing\b`, `[\x{10000}-\x{10ffff}]`, `z|[^\S\n]q`, `(?:)|a`, `\b\d`, `-\b`, `(?:a*|b)*c`, `[ck]s?\b|(?:x\W)+`,
}

// project returns every expression of the project's sources: the constant
// arguments of pattern.New, and of words, which package checks makes patterns of.
func project(t testing.TB) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir("../../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			var texts []string
			for _, arg := range call.Args {
				if text, constant := constant(arg); constant {
					texts = append(texts, text)
				}
			}
			switch name := callee(call); {
			case name == "pattern.New" && len(texts) == 1:
				found = append(found, texts[0])
			case name == "words" && len(texts) == 2:
				found = append(found, `(?i)\b(?:`+texts[0]+`)\b|`+texts[1])
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 100 {
		t.Fatalf("only %d patterns in the project's sources", len(found))
	}
	return found
}

func callee(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
	}
	return ""
}

func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := constant(e.X)
		right, also := constant(e.Y)
		return left + right, ok && also && e.Op == token.ADD
	}
	return "", false
}

// lines returns the distinct lines of the sample sessions, and pieces of them
// that begin and end anywhere.
func lines(t testing.TB) []string {
	t.Helper()
	known := map[string]bool{}
	random := rand.New(rand.NewPCG(1, 2))
	err := filepath.WalkDir("../../../critique/checks/testdata/seeded-sessions", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(content)) {
			known[line] = true
			from := random.IntN(len(line))
			known[line[from:from+random.IntN(len(line)-from)]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(known))
}

// agree compares a pattern with its regular expression on a text.
func agree(t *testing.T, p *Pattern, re *regexp.Regexp, text string) {
	t.Helper()
	same := func(method string, got, want any) {
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s of %q in %q: %v, want %v", method, re, text, got, want)
		}
	}
	same("match", p.MatchString(text), re.MatchString(text))
	same("all", p.FindAllStringSubmatchIndex(text, -1), re.FindAllStringSubmatchIndex(text, -1))
	same("two", p.FindAllStringIndex(text, 2), re.FindAllStringIndex(text, 2))
	same("three", p.FindAllString(text, 3), re.FindAllString(text, 3))
	same("texts", p.FindAllStringSubmatch(text, 4), re.FindAllStringSubmatch(text, 4))
	same("first", p.FindStringSubmatch(text), re.FindStringSubmatch(text))
	same("blanked", p.ReplaceAllString(text, " "), re.ReplaceAllString(text, " "))
	same("replaced", p.ReplaceAllString(text, "<$0>"), re.ReplaceAllString(text, "<$0>"))
}

func TestPatternsFindWhatRegexpFinds(t *testing.T) {
	all := lines(t)
	for i, expression := range slices.Concat(project(t), odd) {
		p, re := New(expression), regexp.MustCompile(expression)
		for j, line := range all {
			if (i+j)%199 == 0 {
				agree(t, p, re, line)
			}
		}
		if t.Failed() {
			return
		}
	}
}

func FuzzPattern(f *testing.F) {
	expressions := slices.Concat(project(f), odd)
	for i := range expressions {
		f.Add(uint8(i), "a\xffb ab Abab\n快速\x80 12 ms; K then ſ é\xc3\nThe REQ-001 must be fast: TBD\n")
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		expression := expressions[int(which)%len(expressions)]
		if p, re := New(expression), regexp.MustCompile(expression); len(text) < 4096 {
			agree(t, p, re, text)
		}
	})
}

// TestPlacesInVain holds the bound of what a text of near misses costs: past it
// the regexp package reads the text by itself, and finds the same.
func TestPlacesInVain(t *testing.T) {
	text := strings.Repeat("given ", 2*maxFailed) + "x given y then"
	const expression = `given [^g]* then`
	agree(t, New(expression), regexp.MustCompile(expression), text)
}

// BenchmarkPattern compares with the regexp package over lines of sample sessions.
func BenchmarkPattern(b *testing.B) {
	all := lines(b)
	size := 0
	for _, line := range all {
		size += len(line)
	}
	var patterns []*Pattern
	var plain []*regexp.Regexp
	for _, expression := range project(b) {
		patterns = append(patterns, New(expression))
		plain = append(plain, regexp.MustCompile(expression))
	}
	for name, match := range map[string]func(i int, line string) bool{
		"pattern": func(i int, line string) bool { return patterns[i].MatchString(line) },
		"regexp":  func(i int, line string) bool { return plain[i].MatchString(line) },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size * len(patterns)))
			for b.Loop() {
				for i := range patterns {
					for _, line := range all {
						match(i, line)
					}
				}
			}
		})
	}
}

// TestAnyOf: apart, expressions find what they find together, but for what one of them hides from
// the next.
func TestAnyOf(t *testing.T) {
	texts := []string{`(?i)\b(?:as soon as possible|soon)\b`, `(?i)\b(?:possible delays?|often)\b`, `尽快|适当`}
	apart, together := AnyOf(texts...), New(texts[0]+"|"+texts[1]+"|"+texts[2])
	for _, text := range []string{"", "It starts soon, and often.", "As soon as possible delays are told.", "系统应尽快启动，often 适当。", "OFTEN soon often soon", "never"} {
		for _, n := range []int{-1, 1, 2} {
			if got, want := apart.FindAllStringIndex(text, n), together.FindAllStringIndex(text, n); !slices.EqualFunc(got, want, slices.Equal[[]int]) {
				t.Errorf("%q, %d: %v, want %v", text, n, got, want)
			}
		}
		if apart.MatchString(text) != together.MatchString(text) || !slices.Equal(apart.FindStringIndex(text), together.FindStringIndex(text)) {
			t.Errorf("%q: another first match", text)
		}
	}
}
