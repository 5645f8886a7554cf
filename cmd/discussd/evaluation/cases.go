// Package evaluation measures discussd on documents whose defects are known: a folder of
// cases comes in, and with the verdicts on them how many of the defects were found, how much
// that is none was called one, and what it cost.
package evaluation

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// File is what makes a folder a case: the defects of the documents below it.
const File = "defects.toml"

// Case is a session, a project or a folder of documents, with its known defects. A case
// without any holds good documents: whatever blocks them blocks them wrongly.
type Case struct {
	Name    string `toml:"-"`
	Dir     string `toml:"-"`
	Defects []Defect
}

// Defect is one thing that is wrong, as a reader wrote it down.
type Defect struct {
	ID    string   `toml:"id"`    // unique in its case
	Class string   `toml:"class"` // what recall is told by, such as "numbers" or "wording"
	Path  string   `toml:"path"`  // slash-separated, relative to the case
	Line  int      `toml:"line"`  // 1-based
	Also  []string `toml:"also"`  // "path:line" of other places where it can be told as well
	What  string   `toml:"what"`  // a sentence for people
	spots []spot
}

// spot is a place at which a defect can be told.
type spot struct {
	path string
	line int
}

// written is the file as people write it.
type written struct {
	Defects []Defect `toml:"defect"`
}

// Cases reads every case below a folder, in the order of their names. Its error names every
// problem of every file.
func Cases(folder string) ([]Case, error) {
	var cases []Case
	var problems []error
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != File || entry.IsDir() {
			return err
		}
		one, err := read(folder, name)
		cases, problems = append(cases, one), append(problems, err)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%s: no case at or below this folder: a case is a folder with documents and a %s that names their defects, or is empty where there are none", folder, File)
	}
	slices.SortFunc(cases, func(a, b Case) int { return strings.Compare(a.Name, b.Name) })
	return cases, nil
}

func read(folder, name string) (Case, error) {
	c := Case{Dir: filepath.Dir(name)}
	c.Name, _ = filepath.Rel(folder, c.Dir)
	if c.Name == "." {
		c.Name = filepath.Base(c.Dir)
	}
	var file written
	meta, err := toml.DecodeFile(name, &file)
	if err != nil {
		return c, fmt.Errorf("%s: %w", name, err)
	}
	var problems []error
	for _, key := range meta.Undecoded() {
		problems = append(problems, fmt.Errorf("%s: unknown key %s", name, key))
	}
	known := map[string]bool{}
	for i := range file.Defects {
		d := &file.Defects[i]
		if d.ID == "" || known[d.ID] {
			problems = append(problems, fmt.Errorf("%s: defect %d: id must be there, and unlike the others (got %q)", name, i+1, d.ID))
		}
		known[d.ID] = true
		d.Class = cmp.Or(d.Class, "other")
		for _, place := range append([]string{d.Path + ":" + strconv.Itoa(d.Line)}, d.Also...) {
			at, err := spotOf(c.Dir, place)
			if err != nil {
				problems = append(problems, fmt.Errorf("%s: defect %s: %w", name, d.ID, err))
			}
			d.spots = append(d.spots, at)
		}
	}
	c.Defects = file.Defects
	return c, errors.Join(problems...)
}

// spotOf reads "docs/api.md:12" and looks whether there is such a line.
func spotOf(dir, place string) (spot, error) {
	name, number := place, ""
	if i := strings.LastIndex(place, ":"); i >= 0 {
		name, number = place[:i], place[i+1:]
	}
	line, err := strconv.Atoi(number)
	if err != nil || line < 1 || !filepath.IsLocal(filepath.FromSlash(name)) {
		return spot{}, fmt.Errorf("%q is no place: write path:line, the path relative to the case", place)
	}
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return spot{}, err
	}
	if lines := strings.Count(string(text), "\n") + 1; line > lines {
		return spot{}, fmt.Errorf("%s has %d lines, no line %d", name, lines, line)
	}
	return spot{path.Clean(name), line}, nil
}
