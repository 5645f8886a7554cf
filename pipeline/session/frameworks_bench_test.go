package session

import (
	"fmt"
	"testing"

	"discussd/pipeline/layout"
	"discussd/pipeline/schemas"
)

// What is no framework's costs next to nothing more than without any: compare the two.
func BenchmarkFrameworks(b *testing.B) {
	dir := b.TempDir()
	for i := range 100 {
		tree(b, dir, map[string]string{fmt.Sprintf("a/b/TLS-%d/spec/product-brief.md", i): "x", fmt.Sprintf("a/b/TLS-%d/spec/requirements/REQ-1.md", i): "x"})
	}
	for name, frameworks := range map[string]*layout.Set{"without": nil, "with": layout.NewSet(layout.Builtin())} {
		l := table()
		l.Frameworks, l.Schemas = frameworks, &schemas.Shelf{}
		b.Run(name+"/find", func(b *testing.B) {
			for b.Loop() {
				found, err := l.Find(b.Context(), []string{dir}, 4)
				if err != nil || len(found) != 100 {
					b.Fatal(len(found), err)
				}
			}
		})
		b.Run(name+"/descend", func(b *testing.B) {
			for b.Loop() {
				for i := range 100 {
					wants := l.Descend(dir, fmt.Sprintf("%s/a/b/TLS-%d/spec", dir, i), 4)
					if !wants("requirements") || wants("other") {
						b.Fatal("descends wrongly")
					}
				}
			}
		})
		b.Run(name+"/route", func(b *testing.B) {
			for b.Loop() {
				for i := range 100 {
					if _, _, ok := l.Route(fmt.Sprintf("%s/a/b/TLS-%d/spec/requirements/REQ-1.md", dir, i)); !ok {
						b.Fatal("no route")
					}
				}
			}
		})
	}
}
