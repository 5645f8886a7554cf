package request

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// What is no request says where and what to do: the wanted text is that of the
// error, from its start.
func TestErrors(t *testing.T) {
	const table = "| Perspective | CLI Tool | Role | Focus Areas |\n|---|---|---|---|\n"
	rows := func(n int) string {
		text := ""
		for i := range n {
			text += "| p" + string(rune('a'+i)) + " | gemini | r | f |\n"
		}
		return text
	}
	panel := func(rows string) string {
		return "## Multi-Perspective Critique: R\n- Artifact: a\n### Perspectives\n" + table + rows
	}
	tests := map[string]struct{ name, text, want string }{
		"extension":               {"x.yaml", "round: R", "the request is a .md, .json or .toml file"},
		"too large":               {"x.md", strings.Repeat("x", MaxFile+1), "the request is larger than 64 KiB"},
		"empty":                   {"x.md", "\ufeff \n", "the request is empty"},
		"empty JSON":              {"x.json", "", "the request is empty"},
		"no text":                 {"x.md", "round: R\n\xff\xfe\n", "line 2: \"\ufffd\": is no UTF-8 text"},
		"nothing asked":           {"x.md", "# Notes\n- Artifact: a.md\n", `line 1: "# Notes": neither a round nor the type`},
		"empty round":             {"x.md", "## Multi-Perspective Critique:\n- Round:\n", `line 2: "- Round:": neither a round`},
		"round as a sentence":     {"x.md", "\n- Round: the second one\n", `line 2: "- Round: the second one": "the second one" is no round id`},
		"round as a path":         {"x.md", "- Round: ../../etc\n", `line 1: "- Round: ../../etc": "../../etc" is no round id`},
		"long round":              {"x.md", "round: " + strings.Repeat("x", 65), `line 1: "round: xxx`},
		"other round in heading":  {"x.md", "## Multi-Perspective Critique: R-1\n### Input\n- Round: R-2\n", `line 3: "- Round: R-2": the heading on line 1 names another round, "R-1"`},
		"two rounds":              {"x.md", "round: A\nround: B\n", `line 2: "round: B": round is given on line 1 already`},
		"two critiques":           {"x.md", "## Multi-Perspective Critique: A\n\n## Multi-Perspective Critique: B\n", `line 3: "## Multi-Perspective Critique: B": a second critique begins here, the first is on line 1`},
		"placeholder":             {"x.md", "## Multi-Perspective Critique: <round-id>\n", `line 1: "## Multi-Perspective Critique: <round-id>": a placeholder was not filled in`},
		"placeholder in a path":   {"x.md", "- Round: R\n- Session: ${sessionFolder}/a\n", `line 2: "- Session: ${sessionFolder}/a": a placeholder`},
		"placeholder in a row":    {"x.md", panel("| <name> | gemini | r | f |\n"), `line 6: "| <name> | gemini | r | f |": a placeholder`},
		"misspelt label":          {"x.md", "## Multi-Perspective Critique: R\n- Perspectivs: a\n", `line 2: "- Perspectivs: a": there is no "perspectivs", did you mean "perspectives"?`},
		"watch":                   {"x.md", "round: R\nwatch: maybe\n", `line 2: "watch: maybe": watch is true or false`},
		"own without artifact":    {"x.md", "## Multi-Perspective Critique: R\n- Artifact:\n### Perspectives\n" + table + rows(1), `line 2: "- Artifact:": perspective "pa" is the request's own`},
		"no artifact line":        {"x.md", "## Multi-Perspective Critique: R\n### Perspectives\n" + table + rows(1), `line 1: "## Multi-Perspective Critique: R": perspective "pa" is`},
		"not in the first line":   {"x.md", "# Notes\n\n## Multi-Perspective Critique: R\n- Perspectives: a\n### Perspectives\n- a: gemini\n", `line 3: "## Multi-Perspective Critique: R": perspective "a"`},
		"in a fence":              {"x.md", "```\nround: R\nwatch: perhaps\n```\n", `line 3: "watch: perhaps": watch is`},
		"control in TOML":         {"x.toml", "round = \"a\x1bb\"\n", `line 1: "round = \"a\x1bb\"": is no valid TOML: TOML files cannot contain control`},
		"twice in the table":      {"x.md", panel("| A | gemini | r | f |\n| a | codex | r | f |\n"), `line 7: "| a | codex | r | f |": perspective "a" is defined twice`},
		"asked twice":             {"x.md", "round: R\nperspectives: a, b, A\n", `line 2: "perspectives: a, b, A": perspective "a" is asked twice`},
		"too many rows":           {"x.md", panel(rows(17)), `line 22: "| pq | gemini | r | f |": more than 16 perspectives`},
		"too many names":          {"x.md", "round: R\nperspectives: a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q\n", "line 2: "},
		"no tool":                 {"x.md", panel("| A | | r | f |\n"), `line 6: "| A | | r | f |": perspective "a" names no tool`},
		"a command":               {"x.md", panel("| A | rm -rf / | r | f |\n"), `line 6: "| A | rm -rf / | r | f |": "rm -rf /" is no name of a tool`},
		"no name":                 {"x.md", panel("| | gemini | r | f |\n"), `line 6: "| | gemini | r | f |": a perspective has no name`},
		"a path as a name":        {"x.md", panel("| ../x | gemini | r | f |\n"), `line 6: "| ../x | gemini | r | f |": "../x" is no name for a perspective`},
		"a name called all":       {"x.md", panel("| all | gemini | r | f |\n"), `line 6: "| all | gemini | r | f |": "all" is no name`},
		"long name":               {"x.md", "round: R\nperspectives: " + strings.Repeat("长", 65), "line 2: "},
		"long focus":              {"x.md", panel("| A | gemini | r | " + strings.Repeat("f", 601) + " |\n"), "line 6: "},
		"no header":               {"x.md", "## Multi-Perspective Critique: R\n### Perspectives\n| A | gemini |\n", `line 3: "| A | gemini |": the table's first row must name its columns`},
		"control characters":      {"x.md", "round: R\nrole: a\x1b[31mb\n", `line 2: "role: a\x1b[31mb": holds control characters`},
		"control in a path":       {"x.md", "round: R\nartifact: a\x00b\n", `line 2: "artifact: a\x00b": a path holds no control`},
		"long path":               {"x.md", "round: R\nartifact: " + strings.Repeat("a", 1025) + "\n", "line 2: "},
		"long feedback":           {"x.md", "type: deepen\nuser_feedback: " + strings.Repeat("a", 8001) + "\n", "line 2: "},
		"feedback as placeholder": {"x.md", "type: deepen\nuser_feedback: <user feedback>\n", `line 2: "user_feedback: <user feedback>": a placeholder`},
		"round of a timeline":     {"x.md", "type: deepen\nround: DISCUSS-002\n", `line 2: "round: DISCUSS-002": the round of a discussion is a number`},
		"round 0":                 {"x.md", "type: deepen\nround: 0\n", `line 2: "round: 0": the round of a discussion`},
		"timeline with artifact":  {"x.md", "type: deepen\nartifact: a\n", `line 2: "artifact: a": a request with a type, topic or feedback is about the timeline and has no artifact`},
		"timeline with rows":      {"x.md", "type: deepen\n### Perspectives\n- a: gemini\n", `line 3: "- a: gemini": a request with a type`},

		"no JSON":                {"x.json", "{\n \"round\": \"R\",\n}", `line 3: "}": is no valid JSON`},
		"half a JSON":            {"x.json", "{\n \"round\": \"R\"", "line 2: \"\\\"round\\\": \\\"R\\\"\": is no valid JSON"},
		"JSON list":              {"x.json", "[]", `line 1: "[]": a request is a JSON object`},
		"unknown key":            {"x.json", "{\"round\": \"R\",\n \"artefact\": \"a\"}", `line 2: "\"artefact\": \"a\"}": there is no key "artefact", did you mean "artifact"?`},
		"unknown key, far":       {"x.json", `{"q": 1}`, `line 1: "{\"q\": 1}": there is no key "q", known are round, artifact`},
		"key twice":              {"x.json", "{\"round\": \"R\",\n\"round\": \"R\"}", `line 2: "\"round\": \"R\"}": "round" is given on line 1 already`},
		"two contexts":           {"x.json", "{\"round\": \"R\",\n\"context\": \"a\", \"discovery_context\": \"b\"}", `line 2: "\"context\": \"a\", \"discovery_context\": \"b\"}": context is given on line 2`},
		"watch as a text":        {"x.json", `{"round": "R", "watch": "true"}`, `line 1: "{\"round\": \"R\", \"watch\": \"true\"}": watch is true or false, without quotes`},
		"artifact as a number":   {"x.json", `{"round": "R", "artifact": 2}`, `line 1: "{\"round\": \"R\", \"artifact\": 2}": artifact is a text`},
		"round as a fraction":    {"x.json", `{"type": "deepen", "round": 1.5}`, `line 1: "{\"type\": \"deepen\", \"round\": 1.5}": round is a text`},
		"perspectives as number": {"x.json", `{"round": "R", "perspectives": 2}`, `line 1: "{\"round\": \"R\", \"perspectives\": 2}": perspectives is a list`},
		"perspective as number":  {"x.json", "{\"round\": \"R\", \"perspectives\": [\n\"a\",\n2]}", `line 3: "2]}": a perspective is a name`},
		"key of a perspective":   {"x.json", "{\"round\": \"R\", \"perspectives\": [\n{\"name\": \"a\",\n\"tol\": \"gemini\"}]}", `line 3: "\"tol\": \"gemini\"}]}": there is no key "tol", did you mean "tool"?`},
		"nested":                 {"x.json", `{"round": [[[[[[]]]]]]}`, `line 1: "{\"round\": [[[[[[]]]]]]}": is nested too deeply`},

		"no TOML":               {"x.toml", "round = \"R\"\nartifact = a\n", `line 2: "artifact = a": is no valid TOML`},
		"unknown key, TOML":     {"x.toml", "round = \"R\"\n# artefact\nartefact = \"a\"\n", `line 3: "artefact = \"a\"": there is no key "artefact", did you mean "artifact"?`},
		"odd key, TOML":         {"x.toml", "round = \"R\"\n\"a b\" = 1\n", `line 2: "\"a b\" = 1": there is no key "a b"`},
		"escaped key, TOML":     {"x.toml", "round = \"R\"\n\"\\u0061\" = 1\n", `line 2: "\"\\u0061\" = 1": there is no key "a"`},
		"second table":          {"x.toml", "round = \"R\"\n[[perspectives]]\nname = \"a\"\ntool = \"b\"\n[[perspectives]]\nname = \"b\"\ntol = \"b\"\n", `line 7: "tol = \"b\"": there is no key "tol"`},
		"inline tables":         {"x.toml", "round = \"R\"\nperspectives = [\n \"a\",\n {name = \"b\", tol = \"c\"},\n]\n", `line 4: "{name = \"b\", tol = \"c\"},": there is no key "tol"`},
		"name in the list":      {"x.toml", "round = \"R\"\nperspectives = [\n \"a\",\n \"b/c\",\n]\n", `line 4: "\"b/c\",": "b/c" is no name`},
		"deep TOML":             {"x.toml", "round = \"R\"\na" + strings.Repeat(".a", 32000) + " = 1\n", `line 2: "a.a.a`},
		"a date":                {"x.toml", "round = 2026-01-01\n", `line 1: "round = 2026-01-01": round is a text`},
		"a table for the round": {"x.toml", "[round]\nid = 1\n", `line 1: "[round]": round is a text`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := Parse(tt.name, []byte(tt.text))
			if _, ok := errors.AsType[*Error](err); !ok || !strings.HasPrefix(err.Error(), tt.want) {
				t.Fatalf("got %+v and %v\nwant %s", got, err, tt.want)
			}
			if text := err.(*Error).Text; strings.ContainsAny(err.Error(), "\n\x1b") || utf8.RuneCountInString(text) > 160 {
				t.Errorf("not one short line: %q", err)
			}
		})
	}
}

// As long as a text may be, it is read.
func TestBounds(t *testing.T) {
	longest := func(n int) string { return strings.Repeat("长", n) }
	const nested = `{"round": "R", "artifact": null, "perspectives": [{"name": "a"}]}`
	rows := ""
	for i := range mostPerspectives {
		rows += "| " + longest(longestName-1) + string(rune('a'+i)) + " | gemini | " + longest(longestTitle) + " | " + longest(longestFocus) + " |\n"
	}
	for name, text := range map[string]string{
		"x.md":    "round: R\nartifact: " + strings.Repeat("a", longestPath) + "\n### Perspectives\n| Perspective | Tool | Role | Focus |\n|--|--|--|--|\n" + rows,
		"y.md":    "round: R\nperspectives: a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p\n",
		"z.md":    "type: deepen\ntopic: " + longest(longestTopic) + "\nuser_feedback: " + longest(longestFeedback) + "\n",
		"x.json":  strings.Repeat(" ", MaxFile-len(nested)) + nested,
		"cut.md":  "round: " + strings.Repeat("x", 64) + "\n",
		"id.toml": "type = \"deepen\"\nround = 9999\n",
	} {
		r, err := Parse(name, []byte(text))
		if err != nil {
			t.Errorf("%s of %d bytes: %v", name, len(text), err)
			continue
		}
		again, err := Parse("x.md", Marshal(r))
		if diff := cmp.Diff(r, again); diff != "" || err != nil {
			t.Errorf("%s, written and read back: %v\n%s", name, err, diff)
		}
	}
}
