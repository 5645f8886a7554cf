package checks

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestParse(t *testing.T) {
	texts := map[string]string{}
	got, err := Parse("brief.txt", `
# What is planted in briefs.
let vision "^vision$"
let both $vision+"|^愿景$"
set 2 held

BR-001 structure "no vision" wide or X-004 BR-002
  brief section $both cut

X-001 "no defect" silent except en-rota zh-logarc
  brief replace A
    B
BR-001 fires "nothing said" "-- spec/a.md --\n# A\n-- spec/b.md --\nB"
BR-002 silent "-- spec/a.md --\n"+$vision
`, texts)
	if err != nil {
		t.Fatal(err)
	}
	want := []Operator{
		{Name: "no vision", Rule: "BR-001", Alternatives: []string{"X-004", "BR-002"}, Category: "structure", Label: Held, Set: 2, Wide: true, Where: "brief.txt:7"},
		{Name: "no defect", Rule: "X-001", Label: Open, Set: 2, Silent: true, Except: []string{"en-rota", "zh-logarc"}, Where: "brief.txt:10"},
		{Name: "nothing said", Rule: "BR-001", Label: labelOf("nothing said", Held), Set: 2, Where: "brief.txt:13"},
		{Name: "brief.txt:14", Rule: "BR-002", Label: labelOf("brief.txt:14", Held), Set: 2, Silent: true, Where: "brief.txt:14"},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Operator{})); diff != "" {
		t.Error(diff)
	}
	if texts["both"] != "^vision$|^愿景$" {
		t.Errorf("%q", texts)
	}
	written, _, _ := got[2].Apply(nil)
	if diff := cmp.Diff(map[string][]byte{"spec/a.md": []byte("# A\n"), "spec/b.md": []byte("B")}, written); diff != "" {
		t.Error(diff)
	}
}

func TestParseErrors(t *testing.T) {
	const one = "X-001 \"one\"\n"
	for text, want := range map[string]string{
		"  brief cut\n":                               "f.txt:1: a step before the first operator",
		"brief cut\n":                                 `f.txt:1: "brief" is no rule, let or set`,
		one + "  brief\n":                             "f.txt:2: what to do is missing",
		one + "  brief cutt\n":                        `f.txt:2: unknown word "cutt"`,
		one + "  breif cut\n":                         `f.txt:2: unknown artifact "breif"`,
		one + "  brief cut it\n":                      `f.txt:2: "it" is too much`,
		one + "  brief section\n":                     "f.txt:2: a pattern is missing",
		one + "  brief section ( cut\n":               "f.txt:2: error parsing regexp: missing closing ): `(?m)(`",
		one + "  brief section $goals cut\n":          "f.txt:2: no text is named $goals",
		one + "  brief set \"a\n":                     `f.txt:2: no end of the text "a`,
		one + "  brief set\n":                         "f.txt:2: a text is missing",
		one + "  brief reword a\n":                    "f.txt:2: reword takes pairs of texts",
		one + "  brief cell a b\n":                    "f.txt:2: rows is missing",
		one + "  context json a set {\n":              "f.txt:2: value: unexpected end of JSON input",
		one + "  write a\n":                           "f.txt:2: a text is missing",
		one + "  else brief cut\n":                    "f.txt:2: no step before this one",
		one + "  or\n":                                "f.txt:2: no step before this one",
		one:                                           `f.txt:1: "one" plants nothing`,
		one + "  brief cut\n  or\n":                   `f.txt:1: "one" plants nothing`,
		one + "  brief cut\n" + one + "  brief cut\n": `f.txt:3: X-001 has two operators "one"`,
		"X-001 \"one\" loud\n  brief cut\n":           `f.txt:1: "loud" says nothing of an operator`,
		"X-001 fires\n":                               "f.txt:1: a text is missing",
		"let a\n":                                     "f.txt:1: a text is missing",
		"let a b\nlet a c\n":                          "f.txt:2: two texts are named $a",
		"set x held\n":                                `f.txt:1: strconv.Atoi: parsing "x": invalid syntax`,
		strings.Repeat("#", maxFile+1):                "f.txt: more than 1048576 bytes",
		one + "  brief cutt\n\n  brief setx\n":        "f.txt:2: unknown word \"cutt\"\nf.txt:4: unknown word \"setx\"",
	} {
		_, err := Parse("f.txt", text, map[string]string{})
		if err == nil || err.Error() != want {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}

func TestLoad(t *testing.T) {
	files := fstest.MapFS{
		"o/a.txt":     {Data: []byte("let own x\nX-001 \"one\"\n  brief replace $shared $own\n")},
		"o/names.txt": {Data: []byte("let shared \"A\"\n")},
		"o/z.txt":     {Data: []byte("let own y\nX-002 \"two\"\n  brief replace $shared $own\n")},
	}
	operators, err := Load(files, "o")
	if err != nil || len(operators) != 2 {
		t.Fatalf("%v %v", operators, err)
	}
	for i, want := range []string{"x", "y"} {
		changed, _, _ := operators[i].Apply(map[string][]byte{"spec/product-brief.md": []byte("A")})
		if got := string(changed["spec/product-brief.md"]); got != want {
			t.Errorf("%s: %q, want %q", operators[i].Name, got, want)
		}
	}
	files["o/b.txt"] = &fstest.MapFile{Data: []byte("let shared B\nX-9\n")}
	if _, err := Load(files, "o"); err == nil || err.Error() != "b.txt:1: two texts are named $shared\nb.txt:2: \"X-9\" is no rule, let or set" {
		t.Error(err)
	}
}

// FuzzParse reads whatever text; what it understands leaves the session as it is and plants
// no more than it may.
func FuzzParse(f *testing.F) {
	f.Add("let a `x`\nX-001 structure \"one\" or X-002\n  brief section $a+\"b\" rest replace \"(.)\" \"$1$1\"\n  or\n  each requirements cell \"ID\" 1 ..2 set \"\"\n")
	f.Add("X-001 \"one\"\n  context json a/0/b set `1`\n  maybe requirements REQ-001 drop-column a last\n  else first epics reword \"a\" \"b\"\n")
	f.Add("X-001 silent \"-- a --\\nb\"\nX-002 \"two\"\n  unless \"a\" b\n  rename a b\n  delete a\n  write c d\n  brief share 2/3\n")
	files := map[string][]byte{
		"spec/product-brief.md": []byte("# P\n\n- a\n\n| ID | B |\n|---|---|\n| a | b |\n"), "spec/requirements/_index.md": []byte("| ID |\n|---|\n| \\| |\n"),
		"spec/discovery-context.json": []byte(`{"a": [{"b": 1}]}`),
	}
	f.Fuzz(func(t *testing.T, text string) {
		operators, err := Parse("f.txt", text, map[string]string{})
		if err != nil {
			return
		}
		for _, o := range operators {
			changed, _, ok := o.Apply(files)
			for path, content := range changed {
				if ok && len(content) > maxPlanted {
					t.Errorf("%s: %d bytes in %s", o.Name, len(content), path)
				}
			}
		}
	})
}
