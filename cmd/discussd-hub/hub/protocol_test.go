package hub

import (
	"testing"

	"discussd/critique/cli"
)

// FuzzRead: whatever comes over the wire is read or refused, and what is read is whole.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", "{", "null", "[]", `{"version":1}`, `{"version":2,"id":"a"}`, `{"version":1,"id":"a","project":"p","tool":"t","prompt":{"bytes":"aGk="}}`,
		`{"version":1,"id":"a","class":"ok","text":{"object":"x"},"cost":{"usd":1e308}}`, `{"version":1e3}`, `{"version":1,"id":"a","seconds":"x"}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if a, err := readAsk(data); err == nil && (a.Version != Version || a.ID == "" || a.Project == "" || a.Tool == "") {
			t.Errorf("half an ask is taken: %+v", a)
		}
		if r, err := readReply(data, "a"); err == nil && (r.Version != Version || r.ID != "a") {
			t.Errorf("the answer to something else is taken: %+v", r)
		}
	})
}

// TestIdentity: what is asked of whom names an ask, and the word that marks documents does not.
func TestIdentity(t *testing.T) {
	base := cli.Prompt{Text: []byte("=== ABC BEGIN x ==="), Mark: "ABC", Schema: []byte("{}")}
	other := cli.Prompt{Text: []byte("=== XYZ BEGIN x ==="), Mark: "XYZ", Schema: []byte("{}")}
	id := identity("p", "t", "m", base)
	if identity("p", "t", "m", other) != id {
		t.Error("another mark is another ask")
	}
	for what, different := range map[string]string{
		"project": identity("q", "t", "m", base), "tool": identity("p", "u", "m", base), "model": identity("p", "t", "n", base),
		"text":   identity("p", "t", "m", cli.Prompt{Text: []byte("=== ABC BEGIN y ==="), Mark: "ABC", Schema: []byte("{}")}),
		"schema": identity("p", "t", "m", cli.Prompt{Text: base.Text, Mark: "ABC"}),
		"bounds": identity("pt", "", "m", base),
	} {
		if different == id {
			t.Errorf("another %s is the same ask", what)
		}
	}
}
