package document

import (
	"strings"
	"testing"
)

// TestTraditional reads Chinese in traditional characters: words are found in the simplified
// ones, places stay where they are, and names of files and code stay what they are.
func TestTraditional(t *testing.T) {
	const text = "# 灌溉需求\n\n系統應儘快關閉閥門，並以適當的方式記錄，見 [閥門](閥門說明.md) 與 `閥門表`。\n"
	d := Parse("a.md", []byte(text))
	if !Traditional(d) || len(d.Text) != len(text) {
		t.Fatalf("%q", d.Text)
	}
	for _, words := range []string{"应尽快", "适当的方式", "`閥門表`", "(閥門說明.md)"} {
		if !strings.Contains(d.Text, words) {
			t.Errorf("no %s in %s", words, d.Text)
		}
	}
	if len(d.Links) != 1 || d.Links[0].Target != "閥門說明.md" {
		t.Errorf("%+v", d.Links)
	}
	at := strings.Index(d.Text, "应尽快")
	if got := d.Written(Span{Start: at, End: at + len("应尽快")}); got != "應儘快" {
		t.Errorf("written %q", got)
	}
	if got := AsWritten(d, "适当的方式"); got != "適當的方式" {
		t.Errorf("written %q", got)
	}
	for name, text := range map[string]string{
		"simplified": "系统应尽快关闭阀门，并以适当的方式记录。\n",
		"a name":     "系统的作者是陳國華。\n",
		"Japanese":   "システムは設計書の通り動作し、記錄を殘し、關係者に應答を與え、處理を續けるものとする。\n",
	} {
		if d := Parse("a.md", []byte(text)); Traditional(d) || d.Text != text {
			t.Errorf("%s: %q", name, d.Text)
		}
	}
}
