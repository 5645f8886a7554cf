package session

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRoots(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home [1]")
	tree(t, home, map[string]string{
		"src/b 名/.workflow/":    "",
		"src/a/.workflow/":      "",
		"src/c/.workflow":       "a file",
		"src/d/":                "",
		"literal[x]/":           "",
		"src/a/deep/.workflow/": "",
	})
	tests := map[string]struct{ patterns, want []string }{
		"home":              {[]string{"~", "~/"}, []string{""}},
		"below home":        {[]string{"~/src/a"}, []string{"src/a"}},
		"not there yet":     {[]string{"~/later/.workflow"}, []string{"later/.workflow"}},
		"glob":              {[]string{"~/src/*/.workflow"}, []string{"src/a/.workflow", "src/b 名/.workflow"}},
		"two stars":         {[]string{"~/src/**/.workflow"}, []string{"src/a/.workflow", "src/a/deep/.workflow", "src/b 名/.workflow"}},
		"braces":            {[]string{"~/src/{d,a}"}, []string{"src/a", "src/d"}},
		"order, each once":  {[]string{"~/src/d", "~/src/[ad]", "~/src/d/../d/"}, []string{"src/d", "src/a"}},
		"matches nothing":   {[]string{"~/none/*"}, nil},
		"literal brackets":  {[]string{"~/literal[x]"}, []string{"literal[x]"}},
		"absolute, literal": {[]string{filepath.Join(home, "src/a")}, []string{"src/a"}},
		"none":              {nil, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var want []string
			for _, root := range test.want {
				want = append(want, filepath.Join(home, root))
			}
			got, err := Roots(test.patterns, home)
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRootsRelative(t *testing.T) {
	top := t.TempDir()
	tree(t, top, map[string]string{"a/.workflow/": "", "b/.workflow/": ""})
	t.Chdir(top)
	got, err := Roots([]string{"*/.workflow", "."}, "")
	want := []string{filepath.Join(top, "a/.workflow"), filepath.Join(top, "b/.workflow"), top}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestRootsErrors(t *testing.T) {
	tests := map[string]struct {
		pattern, home, want string
	}{
		"empty":        {"", "/h", `root "": is empty`},
		"another user": {"~bob/src", "/h", `root "~bob/src": only ~ and ~/ stand for a home folder`},
		"no home":      {"~/src", "", `root "~/src": the home folder is not known`},
		"bad glob":     {"/src/[a", "/h", `root "/src/[a": syntax error in pattern`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			roots, err := Roots([]string{test.pattern}, test.home)
			if err == nil || err.Error() != test.want {
				t.Errorf("got %q, error %v; want %s", roots, err, test.want)
			}
		})
	}
}
