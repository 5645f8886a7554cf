package decision

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var digits = strings.Repeat("0123456789abcdef", 4)

func TestParse(t *testing.T) {
	accepted := Decision{Round: "DISCUSS-006", Fingerprint: digits, Choice: Accept, Rationale: "the pilot needs it"}
	signed := accepted
	signed.By = "Ada Lovelace"
	lines := accepted
	lines.Rationale = "the pilot needs it,\nand two reviewers agree:\n\n- legal\nnote: until May"
	revise := accepted
	revise.Choice = Revise
	tests := map[string]struct {
		name string // DISCUSS-006.md when empty
		text string
		want Decision
	}{
		"lines":              {"", "fingerprint: " + digits + "\ndecision: accept\nrationale: the pilot needs it\n", accepted},
		"capitals":           {"", "Fingerprint: " + strings.ToUpper(digits) + "\nDECISION: Accept\nRationale: the pilot needs it", accepted},
		"a list":             {"", "# Decision on DISCUSS-006\n\n- fingerprint: " + digits + "\n* decision: revise\n1. rationale: the pilot needs it", revise},
		"bold":               {"", "**Fingerprint**: `" + digits + "`\n**Decision:** accept\n**Rationale**: the pilot needs it\n- **By**: Ada  Lovelace", signed},
		"bold as a whole":    {"", "**fingerprint: " + digits + "**\n**decision: accept.**\nrationale: the pilot needs it", accepted},
		"quoted":             {"", "> fingerprint: " + digits + "\n> decision: accept\n> rationale: the pilot needs it", accepted},
		"Chinese":            {"", "指纹：" + digits + "\n决定：接受。\n理由：the pilot needs it\n决策人：Ada Lovelace", signed},
		"Chinese colons":     {"", "fingerprint：" + digits + "\ndecision：revise\nrationale：the pilot needs it", revise},
		"Windows line ends":  {"", "\ufefffingerprint: " + digits + "\r\ndecision: accept\r\nrationale: the pilot needs it\r\n", accepted},
		"several lines":      {"", "decision: accept\nrationale: the pilot needs it,\n  and two reviewers agree:\n\n  - legal\n  note: until May\n\nfingerprint: " + digits, lines},
		"no label before it": {"", "fingerprint: " + digits + "\ndecision: accept\n\nthe pilot needs it\n", accepted},
		"frontmatter":        {"", "---\nfingerprint: \"" + digits + "\"\ndecision: accept\nrationale: 'the pilot needs it'\nby: Ada Lovelace\n---\n", signed},
		"frontmatter over it": {"", "---\nfingerprint: " + digits + "\ndecision: accept\nby: Ada Lovelace\n---\n\nthe pilot needs it\n",
			signed},
		"a block in frontmatter": {"", "---\nfingerprint: " + digits + "\nrationale: |\n  the pilot needs it\ndecision: accept\n---\n", accepted},
		"a fence around it":      {"", "```yaml\nfingerprint: " + digits + "\ndecision: accept\nrationale: the pilot needs it\n```\n", accepted},
		"its own round":          {"", "Round: DISCUSS-006\nfingerprint: " + digits + "\ndecision: accept\nrationale: the pilot needs it\n", accepted},
		"a title with a colon":   {"", "Re: DISCUSS-006\nhello\nfingerprint: " + digits + "\ndecision: accept\nrationale: the pilot needs it\n", accepted},
		"in a folder":            {"discussions/decisions/DISCUSS-006.md", "fingerprint: " + digits + "\ndecision: accept\nrationale: the pilot needs it\n", accepted},
		"JSON": {"DISCUSS-006.json", `{"fingerprint": "` + digits + `", "decision": "accept", "rationale": "the pilot needs it", "by": "Ada Lovelace"}`,
			signed},
		"TOML": {"DISCUSS-006.toml", "fingerprint = '" + digits + "'\ndecision = \"revise\"\nrationale = \"\"\"\nthe pilot needs it\n\"\"\"\n",
			revise},
		"JSON with Chinese names": {"DISCUSS-006.json", `{"指纹": "` + digits + `", "决策": "接受", "理由": "the pilot needs it"}`, accepted},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if tt.name == "" {
				tt.name = "DISCUSS-006.md"
			}
			got, err := Parse(tt.name, []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What is written is read back, and the same words said again are other bytes.
func TestMarshal(t *testing.T) {
	want := Decision{Round: "DISCUSS-006", Fingerprint: digits, Choice: Revise, Rationale: "not yet:\ndecision: accept\n\"by\": <nobody>", By: "Ada"}
	now := time.Now()
	first, err := Marshal(want, now)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse("DISCUSS-006.json", first)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if again, _ := Marshal(want, now.Add(time.Nanosecond)); string(again) == string(first) {
		t.Error("said again it is the same file")
	}
}

func TestParseRejects(t *testing.T) {
	const md, js, tm = "DISCUSS-006.md", "DISCUSS-006.json", "DISCUSS-006.toml"
	good := "fingerprint: " + digits + "\ndecision: accept\nrationale: x\n"
	tests := map[string]struct{ name, text, want string }{
		"empty":                  {md, "", "the decision names no bytes: add `fingerprint: <artifact.fingerprint of the verdict>`"},
		"prose":                  {md, "I accept this.\n", "the decision names no bytes: add `fingerprint: <artifact.fingerprint of the verdict>`"},
		"no fingerprint":         {md, "decision: accept\nfingerprint:\nrationale: x\n", "line 2: \"fingerprint:\": names no bytes: add `fingerprint: <artifact.fingerprint of the verdict>`"},
		"half a fingerprint":     {md, "\nfingerprint: " + digits[:12] + "\ndecision: accept\nrationale: x\n", `line 2: "fingerprint: 0123456789ab": a fingerprint is the 64 hex digits that artifact.fingerprint of the verdict holds`},
		"no decision":            {md, "fingerprint: " + digits + "\nrationale: x\n", "the decision decides nothing: add `decision: accept` or `decision: revise`"},
		"undecided":              {md, "fingerprint: " + digits + "\ndecision: accept or revise\nrationale: x\n", `line 2: "decision: accept or revise": a decision is accept or revise`},
		"no reason":              {md, "fingerprint: " + digits + "\ndecision: accept\n", "the decision gives no reason: add `rationale: <why>`"},
		"an empty reason":        {md, "fingerprint: " + digits + "\ndecision: accept\nrationale: **\n\n", "line 3: \"rationale: **\": gives no reason: add `rationale: <why>`"},
		"two decisions":          {md, good + "decision: revise\n", `line 4: "decision: revise": decision is given on line 2 already: keep one of the two`},
		"two reasons":            {md, good + "rationale: y\n", `line 4: "rationale: y": rationale is given twice: keep one of the two`},
		"another round":          {md, good + "round: DISCUSS-005\n", `line 4: "round: DISCUSS-005": the file is named after another round, "DISCUSS-006"`},
		"too long a reason":      {md, good + strings.Repeat("x", longestRationale), `line 3: "rationale: x": the rationale is longer than 4000 characters`},
		"too long a name":        {md, good + "by: " + strings.Repeat("x", 300), `line 4: "by: ` + strings.Repeat("x", 155) + `…": the name is longer than 100 characters`},
		"control characters":     {md, good + "more \x1b[2J", `line 3: "rationale: x": the rationale holds control characters`},
		"an unprintable name":    {md, good + "by: \x07", `line 4: "by: \a": the name holds control characters`},
		"no UTF-8":               {md, "fingerprint: x\n\xff\xfe\n", "line 2: \"\ufffd\": is no UTF-8 text: save the file as UTF-8"},
		"too large":              {md, strings.Repeat(" ", MaxFile+1), "the decision is larger than 64 KiB"},
		"another form":           {"DISCUSS-006.yaml", good, "the decision must be a .md, .json or .toml file"},
		"no round":               {"a round.md", good, `the decision must be named after its round: "a round" is no round id`},
		"broken JSON":            {js, "{\n\"decision\": \"accept\",\n}", `line 3: "}": is no valid JSON: invalid character '}' looking for beginning of object key string`},
		"cut-off JSON":           {js, `{"decision": "accept"`, `line 1: "{\"decision\": \"accept\"": is no valid JSON: unexpected end of JSON input`},
		"no JSON object":         {js, "\n[]", `line 2: "[]": a decision is a JSON object with fingerprint, decision and rationale`},
		"two JSON objects":       {js, "{}\n{}", `line 2: "{}": is no valid JSON: invalid character '{' after top-level value`},
		"an unknown JSON key":    {js, "{\n\"fingerprnt\": \"x\"}", `line 2: "\"fingerprnt\": \"x\"}": there is no key "fingerprnt", known are fingerprint, decision, rationale, by and round`},
		"a number":               {js, "{\n\"decision\": 1}", `line 2: "\"decision\": 1}": decision is a text: write it in quotes`},
		"null":                   {js, "null", `line 1: "null": a decision is a JSON object with fingerprint, decision and rationale`},
		"the same key twice":     {js, `{"decision": "accept", "决定": "revise"}`, `line 1: "{\"decision\": \"accept\", \"决定\": \"revise\"}": decision is given on line 1 already: keep one of the two`},
		"broken TOML":            {tm, "decision = \"accept\"\nrationale = x\n", `line 2: "rationale = x": is no valid TOML: expected value but found "x" instead`},
		"TOML nested deeply":     {tm, "decision = 'accept'\na.b.c.d.e.f.g.h.i = 1\n", `line 2: "a.b.c.d.e.f.g.h.i = 1": is nested too deeply for a decision`},
		"an unknown TOML table":  {tm, "[decision]\nx = 1\n", `line 1: "[decision]": decision is a text: write it in quotes`},
		"a TOML key given twice": {tm, "decision = 'accept'\ndecision = 'revise'\n", `line 2: "decision = 'revise'": is no valid TOML: Key 'decision' has already been defined.`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := Parse(tt.name, []byte(tt.text))
			if err == nil {
				t.Fatalf("got %+v", got)
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"fingerprint: " + digits + "\ndecision: accept\nrationale: x\n",
		"---\nfingerprint: " + digits + "\ndecision: revise\nrationale: >-\n---\nx",
		`{"fingerprint": "` + digits + `", "decision": "accept", "rationale": "x"}`,
		"fingerprint = '" + digits + "'\ndecision = 'accept'\nrationale = 'x'\n",
		"**指纹**：\n- 决定：\n\x00\xff", "{\"\\u0000\":[[[", "[a.b]\nc = 2024-01-01", "\ufeff",
	} {
		for form := range 3 {
			f.Add(form, []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, form int, content []byte) {
		name := "R-1" + []string{".md", ".json", ".toml"}[uint(form)%3]
		got, err := Parse(name, content)
		if err != nil {
			problem, ok := errors.AsType[*Error](err)
			if !ok || problem.Message == "" || problem.Line < 0 || utf8.RuneCountInString(problem.Text) > 160 {
				t.Fatalf("error %#v", err)
			}
			if strings.ContainsFunc(err.Error(), unicode.IsControl) {
				t.Fatalf("control characters in %q", err)
			}
			return
		}
		if got.Round != "R-1" || !hash.MatchString(got.Fingerprint) || got.Choice != Accept && got.Choice != Revise ||
			strings.TrimSpace(got.Rationale) == "" || utf8.RuneCountInString(got.Rationale) > longestRationale ||
			controls(got.Rationale) || !utf8.ValidString(got.Rationale+got.By) || strings.ContainsFunc(got.By, unicode.IsControl) {
			t.Fatalf("got %#v", got)
		}
	})
}
