package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// place writes a configuration that can be told from others by its budget.
func place(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestLoadTakesTheFirst(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	place(t, at("flag.toml"), "panel.budget = 1")
	place(t, at("variable.toml"), "panel.budget = 2")
	place(t, at("xdg/discussd/discussd.toml"), "panel.budget = 3")
	place(t, at("home/.config/discussd/discussd.toml"), "panel.budget = 4")
	place(t, at("etc/discussd.toml"), "panel.budget = 5")
	full := environment{at("variable.toml"), at("xdg"), at("home"), at("etc/discussd.toml")}

	tests := map[string]struct {
		path   string
		env    environment
		budget int
		source Source
	}{
		"--config":       {at("flag.toml"), full, 1, Source{at("flag.toml"), "--config"}},
		"variable":       {"", full, 2, Source{at("variable.toml"), "$DISCUSSD_CONFIG"}},
		"xdg":            {"", environment{"", full.xdg, full.home, full.system}, 3, Source{at("xdg/discussd/discussd.toml"), "user"}},
		"home":           {"", environment{"", "", full.home, full.system}, 4, Source{at("home/.config/discussd/discussd.toml"), "user"}},
		"relative xdg":   {"", environment{"", "xdg", full.home, full.system}, 4, Source{at("home/.config/discussd/discussd.toml"), "user"}},
		"no user file":   {"", environment{"", at("none"), full.home, full.system}, 5, Source{at("etc/discussd.toml"), "system"}},
		"no environment": {"", environment{system: full.system}, 5, Source{at("etc/discussd.toml"), "system"}},
		"relative home":  {"", environment{home: "home", system: full.system}, 5, Source{at("etc/discussd.toml"), "system"}},
		"nothing":        {"", environment{"", at("none"), "", at("none.toml")}, 60, Source{"", "defaults"}},
	}
	t.Chdir(dir) // where a relative folder would lead somewhere
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, source, err := test.env.load(test.path)
			if err != nil {
				t.Fatal(err)
			}
			if c.Panel.Budget != test.budget {
				t.Errorf("the budget is %d, want that of another file, %d", c.Panel.Budget, test.budget)
			}
			if diff := cmp.Diff(test.source, source); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLoadNeverReadsTheWorkingDirectory(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"discussd.toml", ".discussd.toml", "discussd/discussd.toml", ".config/discussd/discussd.toml", "etc/discussd/discussd.toml"} {
		place(t, filepath.Join(dir, name), "this is no TOML")
	}
	t.Chdir(dir)
	t.Setenv("DISCUSSD_CONFIG", "")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	_, source, err := Load("")
	if err != nil || source.Why == "user" || strings.HasPrefix(source.Path, dir) {
		t.Errorf("read %v: %v", source, err)
	}
}

func TestLoadReadsItsEnvironment(t *testing.T) {
	dir := t.TempDir()
	place(t, filepath.Join(dir, "a.toml"), "panel.budget = 1")
	place(t, filepath.Join(dir, "discussd/discussd.toml"), "panel.budget = 2")
	place(t, filepath.Join(dir, ".config/discussd/discussd.toml"), "panel.budget = 3")
	tests := map[string]struct {
		variable, xdg, home string
		budget              int
	}{
		"variable": {filepath.Join(dir, "a.toml"), dir, dir, 1},
		"xdg":      {"", dir, dir, 2},
		"home":     {"", "", dir, 3},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Setenv("DISCUSSD_CONFIG", test.variable)
			t.Setenv("XDG_CONFIG_HOME", test.xdg)
			t.Setenv("HOME", test.home)
			c, _, err := Load("")
			if err != nil || c.Panel.Budget != test.budget {
				t.Errorf("got %d, %v, want %d", c.Panel.Budget, err, test.budget)
			}
		})
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	bad := filepath.Join(dir, "bad.toml")
	place(t, bad, "panel.budget = -1")
	place(t, filepath.Join(dir, "user/discussd/discussd.toml"), "panel.budget = -1")
	place(t, filepath.Join(dir, "template.toml"), "panel.template = '~/t.tmpl'")
	place(t, filepath.Join(dir, "no-template.toml"), "[panel]\n# relative to this file\ntemplate = 'none.tmpl'")
	place(t, filepath.Join(dir, "two.toml"), "panel.budget = -1\npanel.template = 'none.tmpl'")
	var problem *Problem
	tests := map[string]struct {
		path   string
		env    environment
		source Source
		is     error
		as     any
		text   string
	}{
		"a missing file by flag":     {"none.toml", environment{}, Source{filepath.Join(dir, "none.toml"), "--config"}, fs.ErrNotExist, nil, "none.toml"},
		"a missing file by variable": {"", environment{variable: "/none/x.toml"}, Source{"/none/x.toml", "$DISCUSSD_CONFIG"}, fs.ErrNotExist, nil, "/none/x.toml"},
		"a relative variable":        {"", environment{variable: "bad.toml"}, Source{"bad.toml", "$DISCUSSD_CONFIG"}, nil, nil, "must be an absolute path"},
		"a bad file":                 {"bad.toml", environment{}, Source{bad, "--config"}, nil, &problem, bad + ":1: panel.budget: must not be negative (got -1)"},
		"a bad user file":            {"", environment{xdg: filepath.Join(dir, "user")}, Source{filepath.Join(dir, "user/discussd/discussd.toml"), "user"}, nil, &problem, "must not be negative"},
		"a folder":                   {dir, environment{}, Source{dir, "--config"}, nil, nil, "is a directory"},
		"a template without a home":  {"template.toml", environment{home: "x"}, Source{filepath.Join(dir, "template.toml"), "--config"}, nil, &problem, "template.toml:1: panel.template: the home folder is not known"},
		"a template that is missing": {"no-template.toml", environment{}, Source{filepath.Join(dir, "no-template.toml"), "--config"}, nil, &problem, "no-template.toml:3: panel.template: open " + filepath.Join(dir, "none.tmpl") + ": no such file or directory"},
		"a template and a value":     {"two.toml", environment{}, Source{filepath.Join(dir, "two.toml"), "--config"}, nil, &problem, "two.toml:1: panel.budget: must not be negative (got -1)\n" + filepath.Join(dir, "two.toml") + ":2: panel.template: open "},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, source, err := test.env.load(test.path)
			if err == nil || !strings.Contains(err.Error(), test.text) {
				t.Errorf("got %v, want %q", err, test.text)
			}
			if test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("%v is not %v", err, test.is)
			}
			if test.as != nil && !errors.As(err, test.as) {
				t.Errorf("%v is no Problem", err)
			}
			if diff := cmp.Diff(test.source, source); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLoadMakesTheTemplateAbsolute(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "etc", "c.toml")
	for template, want := range map[string]string{
		"":                  "",
		"prompt.tmpl":       filepath.Join(dir, "etc/prompt.tmpl"),
		"../x/p.tmpl":       filepath.Join(dir, "x/p.tmpl"),
		"~/prompt.tmpl":     filepath.Join(dir, "home/prompt.tmpl"),
		dir + "/srv/p.tmpl": filepath.Join(dir, "srv/p.tmpl"),
	} {
		t.Run(template, func(t *testing.T) {
			place(t, file, "panel.template = '"+template+"'")
			if want != "" {
				place(t, want, "{{.Role}}")
			}
			c, _, err := environment{home: filepath.Join(dir, "home")}.load(file)
			if err != nil || c.Panel.Template != want {
				t.Errorf("got %q, %v, want %q", c.Panel.Template, err, want)
			}
		})
	}
}
