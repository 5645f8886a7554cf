package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSections(t *testing.T) {
	const text = "---\nid: X\n---\n# Title\n\nLead.\n\n## 1. 🎯 Goals & Metrics\n\nG.\n\n### Goal 1: fewer\n\n**Metric**: 3\n**Definition of Done**:\n- a\n\n二、愿景\n---\n\nV\n\nAcceptance criteria:\n- b\n"
	d := Parse("spec/product-brief.md", []byte(text))
	var got []string
	for _, s := range d.Sections {
		got = append(got, strings.Join([]string{strings.Repeat("#", s.Level), s.Title, string(s.Topic), strings.Join(strings.Fields(d.Slice(s.Own())), " ")}, "|"))
	}
	want := []string{
		"|||",
		"#|Title||Lead.",
		"##|Goals & Metrics|goals|G.",
		"###|Goal 1: fewer|goals|",
		"#######|Metric|metrics|3",
		"#######|Definition of Done|definition of done|- a",
		"##|愿景|vision|V",
		"#######|Acceptance criteria|acceptance criteria|- b",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if goals := d.Find(Goals)[0]; !strings.Contains(d.Slice(goals.All()), "- a") || strings.Contains(d.Slice(goals.All()), "V") {
		t.Errorf("goals hold %q", d.Slice(goals.All()))
	}
	if s := d.SectionAt(strings.Index(text, "- a")); !s.Under(Goals) || !s.Under(Done) || s.Under(Vision) {
		t.Errorf("item is under %+v", s)
	}
}

// TestGoalsAmongNonGoals: an explicit label inside a heading of several topics decides.
func TestGoalsAmongNonGoals(t *testing.T) {
	text := "# D\n\n## Goals / Non-Goals\n\n**Goals:**\n\n- a\n\n**Non-Goals**\n\n- b\n\n## 范围与非目标\n\n### 范围内\n\n- c\n\n### 非目标\n\n- d\n"
	d := Parse("design.md", []byte(text))
	for item, not := range map[string]bool{"- a": false, "- b": true, "- c": false, "- d": true} {
		if got := d.SectionAt(strings.Index(text, item)).Under(NonGoals); got != not {
			t.Errorf("%q stands under non-goals: %v, not %v", item, got, not)
		}
	}
}

func TestTopics(t *testing.T) {
	for title, want := range map[string]Topic{
		"Non-Goals": NonGoals, "Out of Scope ❌": NonGoals, "Open Questions": OpenQuestions, "Problem Statement": Problem,
		"目标用户": Users, "目标与成功指标": Goals, "非目标": NonGoals, "Success Metrics": Metrics, "Requirement Traceability": Traces,
		"Non-Functional Requirements": NonFunctional, "非功能需求": NonFunctional, "功能需求": Functional, "MVP Definition of Done": Done,
		"MVP Definition": MVP, "Architecture Decision Records": Decisions, "Risks & Mitigations": Risks, "Overview": "",
		"开放问题": OpenQuestions, "Component Descriptions": Components, "User Story": Story, "Design": "",
	} {
		if got := TopicOf(plainTitle(title)); got != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
}

func TestPositionsCountCharacters(t *testing.T) {
	d := Parse("a.md", []byte("\ufeff一二三\r\n需求 REQ-001 见\n"))
	line, column := d.Position(d.IDs[0].Start)
	if line != 2 || column != 4 {
		t.Errorf("REQ-001 at %d:%d, want 2:4", line, column)
	}
	if got := d.Slice(d.LineAt(d.IDs[0].Start)); got != "需求 REQ-001 见" {
		t.Errorf("line %q", got)
	}
}

func TestFindIDs(t *testing.T) {
	for text, want := range map[string]string{
		"REQ-001..003, NFR-SEC-001":        "REQ-001 REQ-002 REQ-003 NFR-SEC-001",
		"EPIC-002~004":                     "EPIC-002 EPIC-003 EPIC-004",
		"EPIC-001 ~ EPIC-003":              "EPIC-001 EPIC-002 EPIC-003",
		"REQ-001 至 REQ-003":                "REQ-001 REQ-002 REQ-003",
		"REQ-001到003":                      "REQ-001 REQ-002 REQ-003",
		"REQ-1–REQ-2":                      "REQ-001 REQ-002",
		"**REQ-001**..**REQ-002**":         "REQ-001 REQ-002",
		"[REQ-004](REQ-004-agents-doc.md)": "REQ-004 REQ-004",
		"NFR-usability-002, NFR-related-docs, NFR-maintainability-003": "NFR-USABILITY-002 NFR-MAINTAINABILITY-003",
		"STORY-002-001 and NFR-A11Y-001":                               "STORY-002-001 NFR-A11Y-001",
		"Goal 1: x → 目标 2：y":                                           "G-001 G-002",
		"目标 30 秒, Goal 99%, goals 1, MyREQ-001":                        "",
		"REQ-00001, REQ-A, SHA-256, UTF-8":                             "",
		"REQ-001, REQ-005":                                             "REQ-001 REQ-005",
		"REQ-900..100000":                                              "REQ-900",
		"REQ-001, 002, 004; NFR-R-001":                                 "REQ-001 REQ-002 REQ-004 NFR-R-001",
		"EPIC-001/002、003":                                             "EPIC-001 EPIC-002 EPIC-003",
		"REQ-001, 200 users, 0.5 s, 007-x":                             "REQ-001",
		"STORY-001-001, 001-002":                                       "STORY-001-001 STORY-001-002",
		"FR-011-002; FR-011-001..003":                                  "FR-011-002 FR-011-001 FR-011-002 FR-011-003",
		"REQ-001-002-import.md REQ-003-2fa.md":                         "REQ-001 REQ-003",
	} {
		var got []string
		for _, m := range FindIDs(text) {
			got = append(got, m.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}

func TestProseIsWhatReadersRead(t *testing.T) {
	const text = "See `TBD` and [a](TBD.md \"t\") and “TBD” <!-- TBD\nTBD --> end TBD\n```sh\nTBD\n```\n[ref]: TBD.md\n[[TBD|x]]\n```` `TBD` ````\n"
	d := Parse("notes.md", []byte(text))
	if len(d.Prose) != len(d.Text) {
		t.Fatalf("prose has %d bytes, text %d", len(d.Prose), len(d.Text))
	}
	if n := strings.Count(d.Prose, "TBD"); n != 2 { // the plain one and the wikilink
		t.Errorf("%d TBD left in %q", n, d.Prose)
	}
	var targets []string
	for _, l := range d.Links {
		targets = append(targets, l.Target)
	}
	if diff := cmp.Diff([]string{"TBD.md", "TBD.md"}, targets); diff != "" {
		t.Error(diff)
	}
	if len(d.Wikilinks) != 1 || len(d.Comments) != 1 {
		t.Errorf("%d wikilinks, %d comments", len(d.Wikilinks), len(d.Comments))
	}
}

func TestRelativeLinks(t *testing.T) {
	for raw, want := range map[string]bool{
		"a.md": true, "../b/c%20d.md#x": true, "#here": false, "https://x.org/a": false, "mailto:a@b.c": false, "/etc": false, "a/b:c.md": true,
	} {
		d := Parse("x.md", []byte("[t]("+raw+")\n"))
		if got := len(d.Links) == 1 && d.Links[0].Relative(); got != want {
			t.Errorf("%s: relative %v, want %v", raw, got, want)
		}
	}
}

func TestChinese(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want bool
	}{
		"Chinese":               {"校验器每晚读回每个备份。", true},
		"English with a name":   {"The verifier reads back each backup of 张伟 at night.", false},
		"Chinese between links": {"---\nsession_id: SPEC-2026-04-20-backup-verifier\n---\n- [REQ-001](../requirements/REQ-001-verify-every-backup.md)：校验备份\n- `verifier.read_back(every_backup)`：读回备份\n", true},
		"JSON":                  {"{\"topic\": \"校验每个备份\"}", true},
	} {
		path := "notes.md"
		if name == "JSON" {
			path = "spec-config.json"
		}
		if got := Parse(path, []byte(test.text)).Chinese(); got != test.want {
			t.Errorf("%s: Chinese = %v", name, got)
		}
	}
}

func TestForeign(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want bool
	}{
		"English":           {"The verifier reads each backup and tells the admin when it is broken.", false},
		"Chinese":           {"校验器每晚读回每个备份，并在备份损坏时通知管理员。", false},
		"names and numbers": {strings.Repeat("| REQ-001 | Restore | Must | 5 min | en/de |\n", 20), false},
		"Spanish":           {"El verificador lee cada copia de la noche y avisa a los administradores que no la han probado en una semana.", true},
		"German":            {"Die Prüfung liest jede Sicherung und meldet der Verwaltung, wenn sie nicht zu lesen ist und das Band fehlt.", true},
		"Russian":           {"Проверка читает каждую копию ночью и сообщает администратору, если она повреждена или не найдена.", true},
		"Japanese":          {"検証プログラムは毎晩すべてのバックアップを読み出し、壊れているときは管理者にメールで知らせることになっています。そのあとで次のバックアップがはじまります。", true},
		"English over code": {"The verifier must stop when it is told to.\n\n```sql\n" + strings.Repeat("select de, la, el from para;\n", 9) + "```\n", false},
	} {
		if got := Parse("notes.md", []byte(test.text)).Foreign; got != test.want {
			t.Errorf("%s: foreign = %v", name, got)
		}
	}
}

func TestNestedFences(t *testing.T) {
	const text = "```markdown\n---\n## Inner\n```bash\nls\n```\n[x](y)\n```\n\n## Outer\n\nend\n"
	d := Parse("x.md", []byte(text))
	if len(d.Fences) != 1 || !d.Fences[0].Closed || len(d.Links) != 0 {
		t.Errorf("fences %+v links %v", d.Fences, d.Links)
	}
	if len(d.Sections) != 2 || d.Sections[1].Title != "Outer" {
		t.Errorf("sections %+v", d.Sections)
	}
	if open := Parse("x.md", []byte("a\n\n```go\nfunc")); len(open.Fences) != 1 || open.Fences[0].Closed {
		t.Errorf("an unclosed fence: %+v", open.Fences)
	}
}

func TestTables(t *testing.T) {
	d := Parse("x.md", []byte("## T\n\n| ID | Name | |\n|---|:--|---|\n| REQ-001 | a \\| b | c | d |\n| REQ-002 |\n\nafter\n"))
	table := d.Tables[0]
	if table.Section.Title != "T" || table.Column("name") != 1 || len(table.Rows) != 2 {
		t.Fatalf("%+v", table)
	}
	if got := table.Rows[0][1]; got.Text != `a \| b` || d.Slice(got.Span) != got.Text {
		t.Errorf("cell %+v", got)
	}
	if got := table.Rows[1][2]; got.Text != "" {
		t.Errorf("absent cell %+v", got)
	}
}

func TestItems(t *testing.T) {
	d := Parse("x.md", []byte("- [ ] open\n- [x] done\n  1. inner\n- plain\n  wrapped\n"))
	var got []Item
	for _, item := range d.Items {
		got = append(got, Item{Text: item.Text, Box: item.Box, Depth: item.Depth, Ordered: item.Ordered})
	}
	want := []Item{{Text: "open", Box: ' ', Depth: 1}, {Text: "done", Box: 'x', Depth: 1}, {Text: "inner", Depth: 2, Ordered: true}, {Text: "plain\n  wrapped", Depth: 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestGraphs(t *testing.T) {
	d := Parse("x.md", []byte("```mermaid\ngraph LR\n  %% note\n  E1[EPIC-001 Base] --> E2(\"EPIC-002: UI\") -- then --> E3\n  E1 -->|data| E3 & E4\n  EPIC-005 -.-> E1; A --- B\n  subgraph x\n  end\n```\n```mermaid\nerDiagram\n  A ||--o{ B : x\n```\n"))
	graphs := d.Graphs()
	if len(graphs) != 1 {
		t.Fatalf("%d graphs", len(graphs))
	}
	var got []string
	for _, e := range graphs[0].Edges {
		got = append(got, e.From+">"+e.To)
	}
	if diff := cmp.Diff([]string{"E1>E2", "E2>E3", "E1>E3", "E1>E4", "EPIC-005>E1", "A>B"}, got); diff != "" {
		t.Error(diff)
	}
	if graphs[0].Labels["E2"] != "EPIC-002: UI" {
		t.Errorf("labels %v", graphs[0].Labels)
	}
}

func TestFrontmatter(t *testing.T) {
	d := Parse("x.md", []byte("---\nid: REQ-001\ntraces_to: [G-001, G-002]\nempty:\n---\nbody\n"))
	if d.Front.Value("id") != "REQ-001" || len(d.Front.Field("traces_to").Values) != 2 || d.Front.Value("empty") != "" {
		t.Errorf("%+v", d.Front)
	}
	if got := d.Slice(d.Front.Field("traces_to").Span); got != "traces_to: [G-001, G-002]" {
		t.Errorf("line %q", got)
	}
	if bad := Parse("x.md", []byte("---\na: [\n---\n")); bad.Front.Err == nil {
		t.Error("bad YAML passed")
	}
}

func TestJSON(t *testing.T) {
	d := Parse("spec/discovery-context.json", []byte("{\n \"a\": {\"b\": [1, \"x\\n\"]}\n}\n"))
	v := d.JSON.Get("a.b")
	if v == nil || len(v.Members) != 2 || v.Members[1].String != "x\n" || d.Slice(v.Members[1].Span) != `"x\n"` || d.Slice(v.Span) != `[1, "x\n"]` {
		t.Errorf("%+v", v)
	}
	for text, want := range map[string]string{
		`{"a": 1,}`: "{\"a\": 1,", `{"a": `: `{"a": `, `{} {}`: "{} ", "": "", `{"a" 1}`: `{"a" `,
	} {
		d := Parse("discovery-context.json", []byte(text))
		if d.JSONError == nil || d.JSON != nil {
			t.Errorf("%s passed", text)
		} else if d.JSONError.Offset > len(text) || d.JSONError.Offset < len(want)-2 {
			t.Errorf("%s: stops at %d, want about %d (%s)", text, d.JSONError.Offset, len(want), d.JSONError.Reason)
		}
	}
}

func TestWildDocumentsAreNotRead(t *testing.T) {
	for name, text := range map[string]string{
		"line":    strings.Repeat("a", maxLine+1),
		"quotes":  strings.Repeat(">", 1000) + " a",
		"lists":   strings.Repeat("- ", 1000) + "a",
		"columns": "|" + strings.Repeat("a|", 50_000),
	} {
		if d := Parse("x.md", []byte(text)); d.Wild == "" || len(d.Sections) > 0 {
			t.Errorf("%s: read", name)
		}
	}
	deep := Parse("x.json", []byte(strings.Repeat("[", 1000)+strings.Repeat("]", 1000)))
	if deep.Wild == "" || deep.JSONError != nil {
		t.Errorf("deep JSON: %q %v", deep.Wild, deep.JSONError)
	}
}

// TestTagsOfAgents: what stands between tags that HTML does not have is text, what stands in
// HTML, and in the tags of files and commands, is none.
func TestTagsOfAgents(t *testing.T) {
	d := Parse("01-01-PLAN.md", []byte("<decisions>\n## Choices\n- One\n</decisions>\n\n<task type=\"auto\">\n  <name>Two</name>\n  <files>src/a.js</files>\n  <action>Three\n    and four</action>\n    - Five\n</task>\n\n<div>\nSix\n</div>\n"))
	var lines, items []string
	for _, l := range d.Lines {
		lines = append(lines, d.Slice(l))
	}
	for _, i := range d.Items {
		items = append(items, i.Text)
	}
	if got := strings.Join(lines, "|") + "; " + strings.Join(items, "|") + "; " + d.Sections[len(d.Sections)-1].Title; got != "Two|Three|and four; One|Five; Choices" {
		t.Errorf("%s", got)
	}
}
