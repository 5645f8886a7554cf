package timeline

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSources(t *testing.T) {
	const one = `{"insights": ["a"]}`
	file := func(name, content string) func(*folder) {
		return func(f *folder) { f.put(name, content) }
	}
	tests := map[string]struct {
		make  func(f *folder)
		read  []string
		notes []string
	}{
		"all places": {
			make: func(f *folder) {
				for i, name := range []string{"explorations/z.json", "explorations.json", "exploration-codebase.json", "perspectives.json", "analysis-1.json", "analyses/B.JSON", "analyses/a.json"} {
					f.put(name, fmt.Sprint(i))
				}
			},
			read: []string{"analyses/B.JSON", "analyses/a.json", "analysis-1.json", "perspectives.json", "explorations/z.json", "exploration-codebase.json", "explorations.json"},
		},
		"other files": {make: func(f *folder) {
			for _, name := range []string{"analyses/a.md", "analyses/.hidden.json", "analyses/a.json.tmp", "team-session.json", "my-analysis.json", "analyses/deeper/a.json"} {
				f.put(name, one)
			}
		}},
		"a copy":           {make: func(f *folder) { f.put("analyses/a.json", one); f.put("explorations/a.json", one) }, read: []string{"analyses/a.json"}, notes: []string{"Left out: explorations/a.json is a copy of analyses/a.json."}},
		"no JSON":          {make: file("analyses/a.json", "{\n \"a\": 'b'}"), notes: []string{`Left out: analyses/a.json: line 2, column 7: invalid character '\'' looking for beginning of value.`}},
		"half a file":      {make: file("analyses/a.json", `{"a": "中`), notes: []string{"Left out: analyses/a.json: line 1, column 9: unexpected end of JSON input."}},
		"an empty file":    {make: file("analyses/a.json", ""), notes: []string{"Left out: analyses/a.json: line 1, column 1: unexpected end of JSON input."}},
		"a file too large": {make: file("analyses/a.json", strings.Repeat(" ", sourceBounds().Bytes)+"1"), notes: []string{"Left out: output_refused: analyses/a.json is not a file of at most 1048576 bytes."}},
		"a named pipe": {make: func(f *folder) {
			f.put("analyses/x", "")
			must(f.t, syscall.Mkfifo(filepath.Join(f.dir, "analyses/a.json"), 0o644))
		}, notes: []string{"Left out: output_refused: analyses/a.json is not a file."}},
		"a folder": {make: file("analyses/a.json/b.json", one), notes: []string{"Left out: output_refused: analyses/a.json is not a file."}},
		"a link out": {make: func(f *folder) {
			outside := filepath.Join(f.t.TempDir(), "secret.json")
			must(f.t, os.WriteFile(outside, []byte(one), 0o644))
			f.put("analyses/x", "")
			must(f.t, os.Symlink(outside, filepath.Join(f.dir, "analyses/a.json")))
		}, notes: []string{"Left out: output_refused: analyses/a.json is not a file."}},
		"a folder that leads out":         {make: func(f *folder) { must(f.t, os.Symlink(f.t.TempDir(), filepath.Join(f.dir, "analyses"))) }, notes: []string{"Left out: analyses is not a folder that can be read."}},
		"a file in the place of a folder": {make: file("explorations", one), notes: []string{"Left out: explorations is not a folder that can be read."}},
		"a name that breaks lines":        {make: file("analyses/a\n# b.json", "?"), notes: []string{"Left out: analyses/a # b.json: line 1, column 1: invalid character '?' looking for beginning of value."}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFolder(t, nil)
			test.make(f)
			p := &process{input: input{Options: f.Options}}
			var read []string
			for _, s := range p.sources() {
				read = append(read, s.Path)
			}
			if diff := cmp.Diff(test.read, read); diff != "" {
				t.Errorf("read (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.notes, p.Notes); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSourcesAreBounded(t *testing.T) {
	f := newFolder(t, nil)
	for i := range maxSources + 2 {
		f.put(fmt.Sprintf("analyses/%03d.json", i), fmt.Sprint(i))
	}
	p := &process{input: input{Options: f.Options}}
	if sources := p.sources(); len(sources) != maxSources || !slices.Equal(p.Notes, []string{"2 more files are left out: at most 100 files and 8 MiB are read."}) {
		t.Errorf("%d sources, notes %q", len(sources), p.Notes)
	}
	f = newFolder(t, nil)
	for i := range 9 {
		f.put(fmt.Sprintf("analyses/%03d.json", i), fmt.Sprint(i+1)+strings.Repeat("1", sourceBounds().Bytes-1))
	}
	p = &process{input: input{Options: f.Options}}
	if sources := p.sources(); len(sources) != 8 || len(p.Notes) != 1 {
		t.Errorf("%d sources of 1 MiB, notes %q", len(sources), p.Notes)
	}
}
