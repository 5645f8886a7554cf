// Package seeded is the yardstick of the embedded checks: six sessions that are good by the rule catalogue, and operators
// that each plant one known defect in a copy. Tests of the checks ask which planted defects are found and which findings
// the clean sessions raise; nothing else calls it.
//
// What comes in is a session as a map from slash path to bytes, what goes out is such a map with one defect more. Half of
// the operators are held back ([Held]): whoever writes a rule looks at the other half, and the held half tells how well
// the rule generalises.
package seeded

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// The prefix all: takes in the _index.md files, which a plain pattern leaves out.
//
//go:embed all:testdata
var testdata embed.FS

// Session is one clean session of the yardstick.
type Session struct {
	// Name is the folder's name, such as "en-rota".
	Name string
	// Language is "en" or "zh".
	Language string
	// Files maps slash paths relative to the session folder, such as "spec/product-brief.md", to content.
	Files map[string][]byte
}

// Operator plants one defect.
type Operator struct {
	// Name is unique and says what is done to which document.
	Name string
	// Rule is the rule of the catalogue that must fire on the changed session and not on the clean one.
	Rule string
	// Alternatives are other rules that would be a right catch of the same defect.
	Alternatives []string
	// Family is "structure", "trace" or "language".
	Family string
	// Wide reports that the defect takes more than one file.
	Wide bool
	// Apply returns a copy of files with the defect planted and the path of the (first) file it was planted in. A finding may
	// rightly stand in a later document. It reports false when the session offers no place for the defect.
	Apply func(files map[string][]byte) (changed map[string][]byte, path string, ok bool)
}

// Families in which results are counted.
const (
	structure = "structure"
	trace     = "trace"
	language  = "language"
)

// Operators returns all operators in a fixed order.
func Operators() []Operator {
	return slices.Concat(
		documentOperators(), frontmatterOperators(), contextOperators(), briefOperators(), requirementOperators(),
		memberOperators(), architectureOperators(), decisionOperators(), epicOperators(), storyOperators(),
		readinessOperators(), languageOperators(), crossingOperators())
}

// Held reports whether the operator of this name is held back while rules are written: the lowest bit of the first byte of
// the SHA-256 of its name decides.
func Held(name string) bool {
	return sha256.Sum256([]byte(name))[0]&1 == 1
}

// Sessions returns the clean sessions in order of their names. It fails only when the embedded files cannot be read.
func Sessions() ([]Session, error) {
	folders, err := fs.ReadDir(testdata, "testdata")
	if err != nil {
		return nil, fmt.Errorf("list embedded sessions: %w", err)
	}
	var sessions []Session
	for _, folder := range folders {
		files, err := read(folder.Name())
		if err != nil {
			return nil, fmt.Errorf("read session %q: %w", folder.Name(), err)
		}
		lang, _, _ := strings.Cut(folder.Name(), "-")
		sessions = append(sessions, Session{Name: folder.Name(), Language: lang, Files: files})
	}
	return sessions, nil
}

func read(name string) (map[string][]byte, error) {
	files := map[string][]byte{}
	root := "testdata/" + name
	err := fs.WalkDir(testdata, root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[strings.TrimPrefix(path, root+"/")], err = testdata.ReadFile(path)
		return err
	})
	return files, err
}

func copyOf(files map[string][]byte) map[string][]byte { return maps.Clone(files) }
