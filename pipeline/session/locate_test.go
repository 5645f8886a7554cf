package session

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
)

func TestLocate(t *testing.T) {
	top := workplace(t)
	one := "app/.workflow/.team/TLS-1"
	tests := map[string]Place{
		one + "/spec/product-brief.md":                      {Session: one, Round: "R2"},
		one + "/spec/epics.md":                              {Session: one, Round: "R5"}, // not written yet
		"app/.workflow/.team/学习 два/spec/requirements/A.md": {Session: "app/.workflow/.team/学习 два", Round: "R3"},
		"app/.workflow/.team/学习 два/spec/requirements":      {Session: "app/.workflow/.team/学习 два", Round: "R3"},
		one + "/spec":                     {Session: one},
		one:                               {Session: one},
		one + "/":                         {Session: one},
		"app/.workflow/flat":              {Session: "app/.workflow/flat"},
		"app/.workflow/flat/requirements": {Session: "app/.workflow/flat", Round: "R3"},
		"app/.workflow/.team":             {Folder: "app/.workflow/.team"},
		"app":                             {Folder: "app"},
		"app/spec":                        {Folder: "app/spec"},
		"spec":                            {Folder: "spec"},
		"lib":                             {Session: "lib"},
		"gone/spec/product-brief.md":      {Session: "gone", Round: "R2"}, // opening it tells
	}
	for name, want := range tests {
		if want.Session != "" {
			want.Session = filepath.Join(top, want.Session)
		}
		if want.Folder != "" {
			want.Folder = filepath.Join(top, want.Folder)
		}
		got, err := table().Locate(filepath.Join(top, name))
		if err != nil || got != want {
			t.Errorf("%s: got %+v, error %v; want %+v", name, got, err, want)
		}
	}
}

func TestLocateRelative(t *testing.T) {
	top := workplace(t)
	t.Chdir(filepath.Join(top, "lib/spec"))
	for name, round := range map[string]string{"product-brief.md": "R2", "./../spec/product-brief.md": "R2", ".": "", "..": ""} {
		got, err := table().Locate(name)
		if want := (Place{Session: filepath.Join(top, "lib"), Round: round}); err != nil || got != want {
			t.Errorf("%s: got %+v, error %v; want %+v", name, got, err, want)
		}
	}
}

func TestLocateErrors(t *testing.T) {
	top := workplace(t)
	if _, err := table().Locate(filepath.Join(top, "gone")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if _, err := table().Locate(filepath.Join(top, "loose/product-brief.md")); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no round: %v", err)
	}
}
