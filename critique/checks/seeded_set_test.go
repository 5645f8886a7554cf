// The seeded_*_test.go plant known defects in specification sessions, to tell what rules find
// of them: six sample sessions that are good by the rule catalogue, operators that each
// plant one defect in a copy, and the reader of the files in which operators are written.
//
// A session comes in as a map from slash path to bytes, and goes out as such a map with
// one defect more ([Operator.Apply]). The embedded operators ([Operators]) are the
// yardstick of the built-in rules; [Load] and [Parse] read others. Tests of rules call it.
//
// A file of operators is a text, one family each. A line at its beginning starts an operator: its rule, its
// category, its name, then the other rules that would be right catches. The indented lines
// below are its steps, which all must find a place in a session:
//
//	let constraints `(?i)^(constraints|约束)$`
//
//	X-002 structure "constraint that is to be confirmed"
//	  brief section $constraints item "Who pays: to be confirmed" "谁付费：待确认"
//
// Words: "maybe" before a step that may find no place, "else" before one that is tried when
// the step before it found none, "or" alone in a line between whole ways to plant a defect.
// A step names an artifact (context, brief, requirements, architecture, epics, report), an
// artifact and the ID of one of its parts, or "first" or "each" of an artifact's files or
// of those whose path matches a pattern. What follows narrows it: section, lead (up to the
// next heading), rest (without the first line), table, line, from, cell (the table, the
// column, the rows). The last word acts: cut, set, append, prepend, item, after (the last
// line), before (a match), again (repeats a line), replace, replace-all, without (lines that
// match), share (the first 2/3), drop-column, reword and reword-all (pairs of texts), json.
// Where two texts stand, the second is for Chinese sessions. "if" and "unless" with files
// and a pattern only look; "write", "delete" and "rename" are about whole files. "silent"
// behind a name says that it is no defect, "except" in which sessions it is not. Lines
// indented by four are one with the line above; texts are written as in Go, joined by +.
//
// "RULE fires TEXT" and "RULE silent TEXT" are operators in one line: they write the files
// of a text in txtar form.
package checks

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// The prefix all: takes in the _index.md files, which a plain pattern leaves out.
//
//go:embed all:testdata/seeded-sessions testdata/seeded-operators
var data embed.FS

// Session is one clean session of the yardstick.
type Session struct {
	// Name is the folder's name, such as "en-rota".
	Name string
	// Language is "en" or "zh".
	Language string
	// Files maps slash paths relative to the session folder, such as "spec/product-brief.md", to content.
	Files map[string][]byte
}

// Operators returns the embedded operators, family by family. It fails only when they are
// written wrongly.
func Operators() ([]Operator, error) { return embedded() }

var embedded = sync.OnceValues(func() ([]Operator, error) { return Load(data, "testdata/seeded-operators") })

// namesFile is the file of a folder whose texts all others may use.
const namesFile = "names.txt"

// Load reads the operators of a folder's text files, in order of their names. What let
// names in names.txt, all of them may use. The error joins what is wrong with any.
func Load(files fs.FS, folder string) ([]Operator, error) {
	names, err := fs.Glob(files, path.Join(folder, "*.txt"))
	if err != nil {
		return nil, fmt.Errorf("list operators: %w", err)
	}
	if i := slices.Index(names, path.Join(folder, namesFile)); i > 0 {
		names = slices.Insert(slices.Delete(names, i, i+1), 0, path.Join(folder, namesFile))
	}
	shared := map[string]string{}
	var all []Operator
	var problems []error
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("read operators: %w", err)
		}
		texts := shared
		if path.Base(name) != namesFile {
			texts = maps.Clone(shared)
		}
		operators, err := Parse(path.Base(name), string(text), texts)
		all, problems = append(all, operators...), append(problems, err)
	}
	return all, errors.Join(problems...)
}

// Sessions returns the clean sessions in order of their names. It fails only when the embedded files cannot be read.
func Sessions() ([]Session, error) {
	folders, err := fs.ReadDir(data, "testdata/seeded-sessions")
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
	root := "testdata/seeded-sessions/" + name
	err := fs.WalkDir(data, root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[strings.TrimPrefix(path, root+"/")], err = data.ReadFile(path)
		return err
	})
	return files, err
}
