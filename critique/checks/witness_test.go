package checks

import (
	"context"
	"slices"
	"testing"

	"discussd/critique"
	"discussd/critique/rules/model"
)

// TestWitness asks for the severity of rules that report both what stands in the text
// and what is missing from it.
func TestWitness(t *testing.T) {
	const (
		goals = "-- spec/product-brief.md --\n## Goals\n\n- G-001: no lost file in 30 days\n- G-002: restore within 5 minutes\n-- spec/requirements/_index.md --\n| ID | Title | Goal |\n|---|---|---|\n| REQ-001 | Verify | G-001 |\n"
		plan  = "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n-- spec/epics/_index.md --\n| Requirement | Epic |\n|---|---|\n| REQ-001 | EPIC-001 |\n"
		order = "-- spec/epics/_index.md --\n| Epic | Title | Depends on |\n|---|---|---|\n| EPIC-001 | Verify | - |\n| EPIC-002 | Store | EPIC-001 |\n| EPIC-003 | Share | EPIC-001 |\n\n## Execution Order\n\n"
		notes = "-- spec/notes.md --\n## Risks\n\n"
		story = "-- spec/epics/EPIC-001-shed.md --\n# EPIC-001: Shed\n\n### STORY-001-001: Close it\n\nThe keeper closes the shed at night.\n\n### STORY-001-002: Open it\n\nThe keeper opens the shed in the morning.\n"
		musts = "-- spec/requirements/REQ-001-fill.md --\n---\npriority: Must\n---\n# REQ-001: Fill\n\nThe pump must fill the tank.\n-- spec/requirements/REQ-002-empty.md --\n---\npriority: Must\n---\n# REQ-002: Empty\n\nThe pump must empty the tank.\n"
		cut   = "-- spec/product-brief.md --\n## Vision\n\nNo file is lost.\n\n## Goals\n\n"
	)
	for name, test := range map[string]struct {
		rule, text string
		graded     critique.Severity // by the user, if at all
		want       critique.Severity
		first      string // of the places, the line of the first
	}{
		"a goal no requirement names":     {rule: "XD-001", text: goals, want: critique.Medium},
		"a goal nobody defines":           {rule: "XD-001", text: goals + "| REQ-002 | Share | G-002, G-009 |\n", want: critique.High},
		"both":                            {rule: "XD-001", text: goals + "| REQ-002 | Share | G-009 |\n", want: critique.High, first: "G-009"},
		"a Must in no epic":               {rule: "XD-002", text: plan, want: critique.Medium},
		"a requirement nobody defines":    {rule: "XD-002", text: plan + "| REQ-002, REQ-009 | EPIC-001 |\n", want: critique.High},
		"an epic before what it needs":    {rule: "EP-020", text: order + "1. EPIC-002\n2. EPIC-001\n3. EPIC-003\n", want: critique.High},
		"an end without a full stop":      {rule: "X-015", text: cut + "Each backup is verified, and\n", want: critique.Medium},
		"an open fence":                   {rule: "X-015", text: cut + "```bash\nls\n", want: critique.High},
		"an open bracket":                 {rule: "X-015", text: cut + "Each backup is verified (with the checksum of\n", want: critique.High},
		"a fence too many":                {rule: "X-015", text: cut + "```bash\nls\n\n## Risks\n\nA full disk stops it.\n", want: critique.Medium},
		"a dead link":                     {rule: "X-005", text: "-- spec/product-brief.md --\nSee [the plan](plan.md).\n", want: critique.High},
		"a dead input":                    {rule: "X-005", text: "-- spec/product-brief.md --\n# Brief\n\nSources:\n\n- [The plan](plan.md)\n\n## Vision\n\nNo lost file.\n", want: critique.Medium},
		"a dead link to a page":           {rule: "X-005", text: "-- spec/product-brief.md --\nSee [the plan](plan.html).\n", want: critique.Medium},
		"a dead link of a readme":         {rule: "X-005", text: "-- README.md --\nSee [the plan](plan.md).\n", want: critique.Medium},
		"a link to what lies beside":      {rule: "X-005", text: "-- spec/product-brief.md --\nSee [the plan](../plans/plan.md).\n-- spec/plan.md --\n# Plan\n", want: critique.Medium},
		"a choice":                        {rule: "X-001", text: "-- spec/requirements/REQ-001-fill.md --\n# REQ-001: Fill\n\n**Priority**: Must / Should / Could\n", want: critique.Medium},
		"a choice of notes":               {rule: "X-001", text: notes + "**Priority**: Must / Should / Could\n", want: critique.Low},
		"what a screen shows":             {rule: "X-001", text: "-- spec/requirements/REQ-001-fill.md --\n# REQ-001: Fill\n\n- Metadata: filled by [User] on [Date]\n", want: critique.Low},
		"a field of a protocol":           {rule: "X-001", text: "-- spec/test-results.md --\n# Runs\n\n- Seen: {what_was_seen}\n", want: critique.Low},
		"a field that waits":              {rule: "X-001", text: notes + "- Owner: [TO_BE_NAMED]\n", want: critique.High},
		"a field of the title":            {rule: "X-001", text: "-- spec/plan.md --\n# Plan: [TO_BE_NAMED]\n\n## Risks\n\nA full disk.\n", want: critique.Medium},
		"a caption in a sentence":         {rule: "X-001", text: notes + "- the chips [DISK_FULL] and others are shown\n", want: critique.Low},
		"one beside a field that waits":   {rule: "X-001", text: notes + "- [DISK_FULL] is shown to\n\n[TO_BE_NAMED]\n", want: critique.High, first: "[DISK_FULL]"},
		"a length the product is to have": {rule: "X-001", text: notes + "**Each check (1-2 sentences each):**\n", want: critique.Low},
		"a variable in a demand":          {rule: "X-001", text: "-- spec/product-brief.md --\n## Goals\n\n- Backups are kept for {retention_days} days\n", want: critique.High},
		"待填写的字段":                          {rule: "X-001", text: notes + "- 负责人：[TO_BE_NAMED]\n", want: critique.High},
		"句中的标签":                           {rule: "X-001", text: notes + "- 显示 [DISK_FULL] 等标签\n", want: critique.Low},
		"a list in the sentence":          {rule: "FT-002", text: notes + "The pilot runs in five clinics: Oakfield, Rowan, Birch and Elm.\n", want: critique.Low},
		"a list of names in code":         {rule: "FT-002", text: notes + "There are four scopes: `read`, `write` and `share`.\n", want: critique.Medium},
		"a list below its count":          {rule: "FT-002", text: notes + "A pump has five states:\n\n- idle\n- filling\n- full\n- broken\n", want: critique.Medium},
		"a list of steps":                 {rule: "FT-002", text: notes + "Register two handlers:\n\n- Import the first\n- Import the second\n- Add both\n", want: critique.Low},
		"an opposite":                     {rule: "FT-005", text: "-- spec/requirements/REQ-001-board.md --\n# REQ-001: Board\n\nThe lobby screen MUST display the names of absent members.\n-- spec/requirements/NFR-002-privacy.md --\n# NFR-002: Privacy\n\nA public screen MUST NOT display the names of members.\n", want: critique.Medium},
		"no story has criteria":           {rule: "EP-016", text: story, want: critique.Low},
		"another story has criteria":      {rule: "EP-016", text: story + "\n**Acceptance criteria**\n\n- The door opens at eight in the morning\n", want: critique.Medium},
		"no Must has criteria":            {rule: "RQ-018", text: musts, want: critique.Low},
		"another Must has criteria":       {rule: "RQ-018", text: musts + "\n## Acceptance Criteria\n\n- The tank is empty within ten minutes\n", want: critique.Medium},
		"what is open":                    {rule: "X-002", text: notes + "The size of the tank is TBD.\n", want: critique.Medium},
		"an open value":                   {rule: "X-002", text: notes + "| Limit | Value |\n|---|---|\n| Litres | TBD |\n", want: critique.Medium},
		"an open owner":                   {rule: "X-002", text: notes + "- Owner: TBD\n", want: critique.Low},
		"what is put off":                 {rule: "X-002", text: "-- spec/notes.md --\n## Security\n\nThis section will be written after the review.\n", want: critique.Low},
		"a circle of fields":              {rule: "FT-006", text: "-- spec/epics/later.md --\n# Later\n\n## Epic 3: Harvest\n\n**Depends on:** Epic 4\n\n## Epic 4: Store\n\nDepends on: Epic 3\n", want: critique.High},
		"a circle of a sentence":          {rule: "FT-006", text: "-- spec/epics/later.md --\n# Later\n\n## Epic 3: Harvest\n\nIt depends on Epic 4 for the lock.\n\n## Epic 4: Store\n\nDepends on: Epic 3\n", want: critique.Medium},
		"two versions of one thing":       {rule: "FT-001", text: "-- spec/requirements/REQ-001-app.md --\n# REQ-001: App\n\nThe app runs on React 18 in every browser.\n-- spec/architecture/ADR-001-app.md --\n# ADR-001: App\n\nThe app runs on React 19 in every browser.\n", want: critique.Medium},
		"two values under one ID":         {rule: "FT-001", text: "-- spec/requirements/NFR-001-lock.md --\n# NFR-001: Lock\n\nThe delivery log locks an entry after 30 days.\n-- spec/epics/EPIC-001-log.md --\n# EPIC-001: Log\n\n- [ ] An entry of the delivery log is locked after 14 days (NFR-001)\n", want: critique.Medium},
		"two values of like sentences":    {rule: "FT-001", text: "-- spec/requirements/REQ-004-log.md --\n# REQ-004: Delivery log\n\nThe delivery log MUST keep every delivery attempt for 30 days.\n-- spec/architecture/ADR-002-store.md --\n# ADR-002: Store\n\nThe store holds each delivery attempt of the log for 14 days on its disk.\n", want: critique.Low},
		"made HIGH by the user":           {rule: "XD-001", text: goals, graded: critique.High, want: critique.High},
		"made LOW by the user":            {rule: "XD-001", text: goals + "| REQ-002 | Share | G-009 |\n", graded: critique.Low, want: critique.Low},
	} {
		t.Run(name, func(t *testing.T) {
			var options Options
			if test.graded != "" {
				options.Severity = map[string]critique.Severity{test.rule: test.graded}
			}
			c, err := New(options)
			if err != nil {
				t.Fatal(err)
			}
			found := slices.DeleteFunc(c.Check(context.Background(), whole(files(Rule{}, test.text))).Findings, func(f critique.Finding) bool { return f.Rule != test.rule })
			if len(found) == 0 || found[0].Severity != test.want || len(found) > 1 && found[1].Severity == test.want {
				t.Fatalf("%+v, want the first %s, and the others of other severities", found, test.want)
			}
			if got := found[0].Places[0]; test.first != "" && got.Quote != test.first {
				t.Errorf("first %+v, want %s", got, test.first)
			}
		})
	}
}

// TestMissingNeverBlocks runs every rule over a brief of headings: what is missing is
// MEDIUM at most.
func TestMissingNeverBlocks(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	brief := "---\nsession_id: S-1\ndocument_type: product-brief\nstatus: draft\n---\n# Brief: Lockers\n\n"
	for _, heading := range []string{"Vision", "Problem Statement", "Target Users", "Goals", "Scope", "Risks"} {
		brief += "## " + heading + "\n\n"
	}
	report := c.Check(context.Background(), whole([]critique.Document{{Path: "spec/product-brief.md", Content: []byte(brief)}}))
	for _, f := range report.Findings {
		if f.Severity == critique.High {
			t.Errorf("%+v", f)
		}
	}
	if report.Overall > 2 {
		t.Errorf("headings alone are rated %v", report.Overall)
	}
}

// TestOnlyMarks writes the same mark below every heading of a brief, or below one.
func TestOnlyMarks(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	brief := func(mark string, marks int) critique.Subject {
		text := "---\nsession_id: S-1\ndocument_type: product-brief\nstatus: draft\n---\n# Brief: Lockers\n"
		for i, heading := range []string{"Vision", "Problem Statement", "Target Users", "Goals", "Scope", "Risks"} {
			if text += "\n## " + heading + "\n\n"; i < marks {
				text += mark + "\n"
			} else {
				text += "Couriers wait at the counter of house " + model.Itoa(i) + ".\n"
			}
		}
		return whole([]critique.Document{{Path: "spec/product-brief.md", Content: []byte(text)}})
	}
	for _, mark := range []string{"TODO", "TBD.", "- TODO: ask Kim", "NEEDS INPUT", "**NEEDS INPUT**", "`NEEDS INPUT`", "`TBD`", "[NEEDS CLARIFICATION: which house?]", "`[NEEDS CLARIFICATION]`", "> TBD", "待定", "【待补充】"} {
		report := c.Check(context.Background(), brief(mark, 6))
		if len(report.Findings) == 0 || report.Findings[0].Rule != model.SkeletonRule || report.Findings[0].Severity != critique.High || report.Overall > 1 {
			t.Errorf("%s: rated %v, %+v", mark, report.Overall, report.Findings)
		}
		report = c.Check(context.Background(), brief(mark, 2))
		if !slices.ContainsFunc(report.Findings, func(f critique.Finding) bool { return f.Rule == "X-001" || f.Rule == "X-002" }) {
			t.Errorf("%s is no mark: %+v", mark, report.Findings)
		}
	}
	alone := critique.Document{Path: "spec/product-brief.md", Content: []byte("# Product brief\n\nTODO\n")}
	if found := c.Check(context.Background(), whole([]critique.Document{alone})).Findings; len(found) != 1 || found[0].Rule != model.SkeletonRule {
		t.Errorf("nothing but a mark: %+v", found)
	}
	for _, prose := range []string{"The TODO list holds 200 items.", "`TODO` is the first state.", "No NEEDS CLARIFICATION marks are left.", "There is no `NEEDS CLARIFICATION`.", "A line with `NEEDS INPUT` markers is yellow.", "See `TBD.md`."} {
		for _, f := range c.Check(context.Background(), brief(prose, 6)).Findings {
			if f.Rule == model.SkeletonRule || f.Rule == "X-001" || f.Rule == "X-002" {
				t.Errorf("%s: %+v", prose, f)
			}
		}
	}
}

// TestSeverityOfPlaces asks how grave places are that only say how something is worded, or
// that something is missing: as grave as the rule says where a demand is worded so, or where
// the layout asks for what is missing, and LOW elsewhere.
func TestSeverityOfPlaces(t *testing.T) {
	const framework = "X-*"
	for name, test := range map[string]struct {
		rule, kind, text string
		layout           []string
		want             []critique.Severity // of its findings
	}{
		"a vague demand":               {rule: "LX-001", kind: "requirements", text: "## Alarms\n\n- The pump SHALL stop quickly when the tank is full\n", want: []critique.Severity{critique.Medium}},
		"in Chinese":                   {rule: "LX-001", kind: "requirements", text: "## 报警\n\n- 水箱满时水泵应迅速停止\n", want: []critique.Severity{critique.Medium}},
		"a vague entry under an ID":    {rule: "LX-001", kind: "requirements", text: "## Functional Requirements\n\n- **FR-004**: An intuitive page of all pumps\n", want: []critique.Severity{critique.Medium}},
		"the same words in a brief":    {rule: "LX-001", kind: "brief", text: "## Goals\n\n- G-001: The pump must stop quickly when the tank is full\n"},
		"a brief in Chinese":           {rule: "LX-001", kind: "brief", text: "## 目标\n\n- G-001：水箱满时水泵必须迅速停止\n"},
		"in a plain document":          {rule: "LX-001", kind: "plain", text: "# Pumps\n\nThe pump must stop quickly when the tank is full.\n", want: []critique.Severity{critique.Low}},
		"a reason beside a demand":     {rule: "LX-001", kind: "requirements", text: "## Alarms\n\n- The pump SHALL stop within 2 s\n- Rationale: operators must be able to work comfortably\n"},
		"a sentence that demands less": {rule: "LX-001", kind: "requirements", text: "## Alarms\n\nThe old pump stopped quickly for nobody. The new one must stop within 2 s.\n"},
		"both":                         {rule: "LX-001", kind: "requirements", text: "## Alarms\n\n- The pump SHALL stop quickly\n- Rationale: operators must be able to work comfortably\n", want: []critique.Severity{critique.Medium}},
		"one inside the other":         {rule: "LX-001", kind: "requirements", text: "## Alarms\n\n- Each pump SHALL be labelled where appropriate\n"},
		"the same title twice":         {rule: "RQ-026", kind: "requirements", text: "| ID | Title |\n|---|---|\n| REQ-001 | Stop the pump when the tank is full |\n| REQ-002 | Stop pump when the tank is full |\n", want: []critique.Severity{critique.Medium}},
		"under two headings":           {rule: "RQ-026", kind: "requirements", text: "## Pumps\n\n| ID | Title |\n|---|---|\n| REQ-001 | Stop the pump when the tank is full |\n\n## Valves\n\n| ID | Title |\n|---|---|\n| REQ-002 | Stop pump when the tank is full |\n", want: []critique.Severity{critique.Low}},
		"what comes of a demand":       {rule: "LX-001", kind: "requirements", text: "## Alarms\n\n- The panel SHALL show litres in steps of ten, making the pump feel modern\n", want: []critique.Severity{critique.Low}},
		"told once":                    {rule: "LX-002", kind: "requirements", text: "## Alarms\n\n- Each pump SHALL be labelled where appropriate\n", want: []critique.Severity{critique.Medium}},
		"missing by the layout":        {rule: "X-004", kind: "requirements", text: "## Alarms\n\n## Pumps\n\n- The pump SHALL stop within 2 s\n", want: []critique.Severity{critique.Medium}},
		"missing in another layout":    {rule: "X-004", kind: "requirements", layout: []string{framework}, text: "## Alarms\n\n## Pumps\n\n- The pump SHALL stop within 2 s\n", want: []critique.Severity{critique.Low}},
		"missing in another, Chinese":  {rule: "X-004", kind: "requirements", layout: []string{framework}, text: "## 报警\n\n## 水泵\n\n- 水泵应在 2 秒内停止\n", want: []critique.Severity{critique.Low}},
		"a dead link in any layout":    {rule: "X-005", kind: "requirements", layout: []string{framework}, text: "## Pumps\n\nSee [the plan](plan.md).\n", want: []critique.Severity{critique.High}},
		"a rule of the layout's own":   {rule: "KI-004", kind: "requirements", layout: []string{"KI-*"}, text: "### Requirement 1: Fill\n\n1. THE pump SHALL run\n\n### Requirement 2: Drain\n\n1. THE pump SHALL stop\n\n### Requirement 2: Rinse\n\n1. THE pump SHALL wait\n", want: []critique.Severity{critique.High}},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := New(Options{})
			if err != nil {
				t.Fatal(err)
			}
			doc := critique.Document{Path: "requirements.md", Kind: test.kind, Content: []byte(test.text)}
			report := c.Check(context.Background(), critique.Subject{
				Artifact: doc, Session: []critique.Document{doc}, Language: "auto", Rules: test.layout,
				Surroundings: critique.Surroundings{Exists: func(string) bool { return false }},
			})
			var got []critique.Severity
			for _, found := range report.Findings {
				if found.Rule == test.rule {
					got = append(got, found.Severity)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}
