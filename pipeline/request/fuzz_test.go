package request

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

var extensions = [...]string{".md", ".json", ".toml"}

// FuzzParse: whatever a file holds, there is a request within its bounds, which
// comes back when it is written, or one short line that says why not.
func FuzzParse(f *testing.F) {
	examples, err := filepath.Glob("testdata/*.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range examples {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for form, extension := range extensions {
			if filepath.Ext(name) == extension {
				f.Add(uint8(form), content)
			}
		}
	}
	f.Add(uint8(0), []byte(prompt))
	f.Add(uint8(0), []byte("Task({ prompt: `"+prompt+"`})"))
	f.Add(uint8(0), []byte("```\nround: R\nperspectives: all 2 (a, b（c）)\n```"))
	f.Add(uint8(0), []byte("type: 深入\nuser_feedback:\n\n\tx\n    y: z\n"))
	f.Add(uint8(1), []byte(`{"round":"R","artifact":"(a).md (b)","perspectives":["all",{"name":"x (y)","tool":"z","focus":"a\\|b|"}]}`))
	f.Add(uint8(1), []byte(`{"type":"deepen","user_feedback":"a\r\n# b\n\n  c: d\u0085","topic":"\"Multi-Perspective Critique: x"}`))
	f.Add(uint8(2), []byte("round = 1\nperspectives = [{name='a'}, 'b']\nartifact = '''\n`x`'''"))
	f.Fuzz(func(t *testing.T, form uint8, content []byte) {
		name := "x" + extensions[int(form)%len(extensions)]
		r, err := Parse(name, content)
		if err != nil {
			e, ok := errors.AsType[*Error](err)
			if !ok || e.Message == "" || e.Line < 0 {
				t.Fatalf("%#v", err)
			}
			if strings.ContainsFunc(e.Error(), unicode.IsControl) || len(e.Error()) > 8*160 {
				t.Fatalf("not one short line: %q", e)
			}
			if diff := cmp.Diff(Request{}, r); diff != "" {
				t.Fatalf("a request beside an error:\n%s", diff)
			}
			return
		}
		if (r.Round == "") == (r.Discussion == nil) || len(r.Perspectives) > mostPerspectives {
			t.Fatalf("%+v", r)
		}
		for _, p := range r.Perspectives {
			if p.Name == "" || strings.ContainsAny(p.Name, "/\\\n|,") || p.Own != (p.Tool != "") || !p.Own && p.Role+p.Focus != "" {
				t.Fatalf("%+v", p)
			}
		}
		text := Marshal(r)
		again, err := Parse("x.md", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Fatalf("written and read back (-was +is):\n%s\n%s", diff, text)
		}
	})
}

// FuzzMarshal: texts of all kinds survive being written and read.
func FuzzMarshal(f *testing.F) {
	f.Add("R", "a.md", "/s p", "product", "gemini", "Lead", "x | y \\", "topic", "feedback\n\n  more")
	f.Add("R", "a (b).md (c)", "'q'", "成本 (EU)", "codex", "**x**", "\\|", "- t", "```\nround: 2")
	f.Add("1", "", "0", "", "", "deepen", "", "0", ">")
	f.Add("1", "", "0", "", "", "deepen", "", "0", "|-\nmore")
	f.Fuzz(func(t *testing.T, round, artifact, session, name, tool, role, focus, topic, feedback string) {
		d := &draft{fields: map[string]entry{
			keyRound: {text: round}, keyArtifact: {text: artifact}, keySession: {text: session}, keyRole: {text: role}, keyTask: {text: focus},
		}, rows: []row{{name: name, tool: tool, role: role, focus: focus}}, asked: []entry{{text: topic}, {text: name}}}
		check(t, d)
		d.asked = nil
		check(t, d)
		check(t, &draft{fields: map[string]entry{
			keyRound: {text: round}, keyTopic: {text: topic}, keyType: {text: role}, keyFeedback: {text: feedback}, keySession: {text: session},
		}})
	})
}

// check writes and reads what becomes of a draft, if it is a request.
func check(t *testing.T, d *draft) {
	r, err := d.request()
	if err != nil || !valid(r) {
		return
	}
	got, err := Parse("x.md", Marshal(r))
	if diff := cmp.Diff(r, got); diff != "" || err != nil {
		t.Fatalf("%v\n%s\n%s", err, diff, Marshal(r))
	}
}

// valid tells whether all texts are UTF-8: what Parse reads always is.
func valid(r Request) bool {
	text := string(Marshal(r))
	return strings.ToValidUTF8(text, "") == text
}
