//go:build linux

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The bounds of what one reader can hold in mind. A struct that only holds data may
// have more fields, and a function that is a single table more lines.
const (
	mostMethods = 15 // of a type
	mostFields  = 9  // of a struct with functions, channels or interfaces among them
	mostLines   = 60 // of a function
	mostFiles   = 25 // of a folder, without tests
)

// beyond is what exceeds a bound today, and how large it is. Nothing is added here and no
// number gets larger; what keeps its bound is taken out, and the test says when.
var beyond = map[string]int{}

// TestBounds measures the program's own Go.
func TestBounds(t *testing.T) {
	found := exceeding(t, filepath.Join("..", ".."))
	for _, what := range slices.Sorted(maps.Keys(found)) {
		switch most, known := beyond[what]; {
		case !known:
			t.Errorf("%s: %d is too many; split it", what, found[what])
		case found[what] > most:
			t.Errorf("%s: %d, it had %d: what is too large already does not grow", what, found[what], most)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(beyond)) {
		if found[what] == 0 {
			t.Errorf("%s keeps its bound now: take it out of the list", what)
		}
	}
}

// exceeding is what exceeds a bound in the tree below a folder: "methods of watcher.tree".
func exceeding(t *testing.T, root string) map[string]int {
	t.Helper()
	counted := map[string]int{} // files and methods, to be compared at the end
	found := map[string]int{}
	set := token.NewFileSet()
	must(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); path != root && (name == "testdata" || strings.HasPrefix(name, ".")) && name != ".." {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, _ := filepath.Rel(root, filepath.Dir(path))
		counted["files in "+dir]++
		for _, declared := range file.Decls {
			switch declared := declared.(type) {
			case *ast.FuncDecl:
				if declared.Recv != nil {
					counted["methods of "+dir+"."+receiver(declared)]++
				}
				if n := length(set, declared); n > mostLines {
					found["lines of "+dir+"."+strings.TrimPrefix(receiver(declared)+"."+declared.Name.Name, ".")] = n
				}
			case *ast.GenDecl:
				for _, spec := range declared.Specs {
					if named, ok := spec.(*ast.TypeSpec); ok && mixedFields(named) > mostFields {
						found["fields of "+dir+"."+named.Name.Name] = mixedFields(named)
					}
				}
			}
		}
		return nil
	}))
	if len(counted) == 0 {
		t.Fatal("no Go was found")
	}
	for what, n := range counted {
		if strings.HasPrefix(what, "files") && n > mostFiles || strings.HasPrefix(what, "methods") && n > mostMethods {
			found[what] = n
		}
	}
	return found
}

// receiver names the type of a method, "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	kind := f.Recv.List[0].Type
	for {
		switch inner := kind.(type) {
		case *ast.StarExpr:
			kind = inner.X
		case *ast.IndexExpr:
			kind = inner.X
		case *ast.IndexListExpr:
			kind = inner.X
		case *ast.Ident:
			return inner.Name
		default:
			return strconv.Itoa(int(kind.Pos()))
		}
	}
}

// length is how many lines a function has; 0 of one that is a table: three statements at
// the most.
func length(set *token.FileSet, f *ast.FuncDecl) int {
	if f.Body == nil || len(f.Body.List) <= 3 {
		return 0
	}
	return set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1
}

// mixedFields counts the fields of a struct; 0 of one that is plain data.
func mixedFields(named *ast.TypeSpec) int {
	structure, ok := named.Type.(*ast.StructType)
	if !ok {
		return 0
	}
	fields, mixed := 0, false
	for _, field := range structure.Fields.List {
		fields += max(1, len(field.Names))
		switch field.Type.(type) {
		case *ast.FuncType, *ast.ChanType, *ast.InterfaceType:
			mixed = true
		}
	}
	if !mixed {
		return 0
	}
	return fields
}
