package checks

import "testing"

func TestTrialsOfTraces(t *testing.T) {
	runTrials(t, map[string]trial{
		"a row that traces elsewhere":        {rule: "RQ-016", path: reqIndex, edit: sub(`(?m)^(\|.*REQ-002.*)G-00[123]( \|)`, "${1}G-009$2")},
		"a row that traces to another goal":  {rule: "RQ-016", path: reqIndex, edit: sub(`(?m)^(\|.*REQ-005.*)G-00[13]( \|)`, "${1}G-002$2"), but: "en-water zh-logarc zh-stocktake en-vault"},
		"a matrix that traces elsewhere":     {rule: "RQ-016", path: reqIndex, edit: sub(`(?m)^(\| G-003 \| )`, "${1}REQ-002, "), but: "zh-logarc"},
		"a matrix that leaves one out":       {rule: "RQ-016", path: reqIndex, edit: sub(`(?m)^(\| G-00\d \|.*?)(?:REQ-003, |, REQ-003|REQ-003$)`, "$1")},
		"a row without a goal":               {rule: "RQ-016", path: requirementDocs, edit: each(all(`(?m)^(\|.*REQ-003.*\| )G-00\d(?:, G-00\d)*( \|)`, "$1-$2"))},
		"a link to a lost file":              {rule: "X-005", path: reqIndex, edit: sub(`REQ-001-[a-z-]+\.md`, "REQ-001-gone.md"), but: "zh-lostfound"},
		"an index without MVP":               {rule: "EP-001", path: epicDocsFiles, edit: all(`(?i)mvp`, "first"), every: true},
		"a component of nobody":              {rule: "AR-017", path: archIndex, edit: sub(`(?m)^(\| (?:Component|组件) .*\n\|[-| ]*\n)`, "${1}| Quartermaster | Counts boxes | REQ-001 |\n"), but: oneFile},
		"a Chinese component of nobody":      {rule: "AR-017", path: archIndex, edit: sub(`(?m)^(\| (?:Component|组件) .*\n\|[-| ]*\n)`, "${1}| 军需官 | 清点箱子 | REQ-001 |\n"), but: oneFile},
		"a quality gone from the attributes": {rule: "AR-021", path: archIndex, edit: all(`(?m)^\| NFR-(U|USE|UX|A|M)-001 \|.*\n`, ""), but: "zh-lostfound"}, // where a decision is about it,
		"a quality gone from the design":     {rule: "AR-021", path: architectureDocs, edit: all(`NFR-(U|USE|UX|A|M)-001`, "REQ-001"), every: true},
		"a total of users":                   {rule: "DC-011", path: seedFile, edit: sub(`"target_users": \[`, `"total_target_users": 9, "target_users": [`)},
		"a count of users":                   {rule: "DC-011", path: seedFile, edit: sub(`"target_users": \[`, `"target_users_count": 9, "target_users": [`)},
		"a number of constraints":            {rule: "DC-011", path: seedFile, edit: sub(`"constraints": \[`, `"num_constraints": 19, "constraints": [`)},
		"another session":                    {rule: "X-020", path: reqIndex, edit: sub(`(?m)^session_id: .*$`, "session_id: TLS-other-2024-01-01")},
		"another session in a file":          {rule: "X-020", path: reqFile, edit: sub(`(?m)^session_id: .*$`, "session_id: TLS-other-2024-01-01")},
		"older than its source":              {rule: "X-019", path: archIndex, edit: sub(`(?m)^generated_at: .*$`, "generated_at: 2024-01-01T00:00:00Z")},
		"from the future":                    {rule: "X-019", path: report, edit: sub(`(?m)^generated_at: .*$`, "generated_at: 2031-01-01T00:00:00Z")},
		"a dependency that is gone":          {rule: "X-018", path: archIndex, edit: sub(`(?m)^dependencies:\n`, "dependencies:\n  - ../gone.md\n")},
		"an ID twice":                        {rule: "X-006", path: reqIndex, edit: again(`\|.*REQ-002`, `zz`, "")},
		"an ID twice, other words":           {rule: "X-006", path: reqIndex, edit: sub(`(?m)^(\|.*)REQ-003(.*\n)`, "${1}REQ-002$2"), but: "en-rota zh-stocktake"},
		"an epic twice":                      {rule: "X-006", path: epicIndex, edit: again(`\|.*EPIC-002.*(?:Must|必须)`, `zz`, "")},
		"two files of one ID":                {rule: "XD-005", path: reqFile, edit: sub(`(?m)^id: REQ-00\d`, "id: REQ-002")},
	})
}

// TestTrialsOfCarriers tries rows, files, matrices and stories that differ in what
// they say an epic or a decision carries out.
func TestTrialsOfCarriers(t *testing.T) {
	const flat = "en-water zh-logarc"
	runTrials(t, map[string]trial{
		"an epic's row with one more":        {rule: "XD-018", path: epicIndex, edit: sub(`(?m)^(\|.*EPIC-002.*\| )(REQ-00\d)`, "${1}REQ-001, $2"), but: flat},
		"an epic's row with one less":        {rule: "XD-018", path: epicIndex, edit: sub(`(?m)^(\|.*EPIC-001.*\| )REQ-001, `, "$1")},
		"an epic's row with another":         {rule: "XD-018", path: epicIndex, edit: sub(`(?m)^(\|.*EPIC-001.*\| )REQ-001, `, "${1}REQ-004, ")},
		"an epic's row without a quality":    {rule: "XD-018", path: epicIndex, edit: sub(`(?m)^(\|.*EPIC-001.*REQ.*), NFR-[A-Z]+-001 \|`, "$1 |")},
		"an epic's file with one less":       {rule: "XD-018", path: epicFile, edit: sub(`(?m)^requirements: \[REQ-00\d, `, "requirements: [")},
		"an epic's file with one more":       {rule: "XD-018", path: epicFile, edit: sub(`(?m)^requirements: \[`, "requirements: [REQ-006, ")},
		"a matrix that moves a requirement":  {rule: "XD-018", path: epicIndex, edit: sub(`(?m)^(\| REQ-002 \| )EPIC-00\d`, "${1}EPIC-003")},
		"a matrix that moves a quality":      {rule: "XD-018", path: epicIndex, edit: sub(`(?m)^(\| NFR-[A-Z]+-001 \| )EPIC-001`, "${1}EPIC-003")},
		"a matrix that leaves one out":       {rule: "XD-018", path: epicIndex, edit: sub(`(?m)^\| REQ-003 \| EPIC.*\n`, "")},
		"a matrix that leaves a quality out": {rule: "XD-018", path: epicIndex, edit: sub(`(?m)^\| NFR-[A-Z]+-001 \| EPIC.*\n`, "")},
		"a matrix with another decision":     {rule: "XD-018", path: epicIndex, edit: sub(`(?m)^(\| REQ-003 \|.*)ADR-00\d`, "${1}ADR-001"), but: flat},
		"a decision's row with one more":     {rule: "XD-018", path: archIndex, edit: sub(`(?m)^(\|.*ADR-002.*Accepted \| )`, "${1}REQ-001, "), but: flat + " en-vault zh-lostfound"},
		"a decision's file with one less":    {rule: "XD-018", path: adrFile, edit: sub(`(?m)^traces_to: \[REQ-00\d, `, "traces_to: [")},
		"a story of another epic's duty":     {rule: "XD-018", path: epicText, edit: sub(`(?m)^((?:\*\*)?(?:Traces to|追溯)(?:\*\*)?[:：] ?\[?)REQ-00[123](.*)$`, "${1}REQ-006"), but: flat},
		"a flat story of another's duty":     {rule: "XD-018", path: epicText, edit: sub(`(?m)^((?:\*\*)?(?:Traces to|追溯)(?:\*\*)?[:：] ?)REQ-00[123].*$`, "${1}REQ-005"), but: "en-rota en-vault zh-lostfound zh-stocktake"},
		"fewer epics in the matrix":          {rule: "XD-018", path: epicIndex, edit: sub(`(?m)^(\| EPIC-003 .*\| )(REQ-00\d.*)$`, "${1}REQ-001, $2"), but: "en-rota en-vault zh-lostfound zh-stocktake", quiet: true},

		"a matrix with another story":           {rule: "XD-018", path: epicIndex, edit: sub(`(?m)^(\| REQ-002 .*)STORY-001-002`, "${1}STORY-002-001"), but: flat + " en-vault zh-lostfound"},
		"a requirement that lost its story":     {rule: "XD-018", path: epicText, edit: sub(`(?m)^((?:\*\*)?(?:Traces to|追溯)(?:\*\*)?[:：] ?\[?)REQ-005`, "${1}REQ-006"), but: "en-rota zh-stocktake"},
		"another goal in fields than in text":   {rule: "RQ-016", path: reqFile, edit: sub(`(?m)^traces_to: \[G-001, G-003\]|^traces_to: \[G-002, G-003\]`, "traces_to: [G-003]"), but: "zh-lostfound en-vault"},
		"an ID twice in the summary":            {rule: "RQ-015", path: reqIndex, edit: sub(`(?m)^(\| Must \| 4 \| REQ-001, )REQ-002`, "${1}REQ-003")},
		"a quality dropped, its traces left":    {rule: "XD-017", path: reqIndex, edit: all(`(?m)^\| NFR-[ACMU]\S*-001 .*\n`, ""), but: "en-rota en-vault zh-lostfound zh-stocktake"},
		"a quality's sentence another bound":    {rule: "RQ-031", path: nfrFile, edit: sub(`(?m)^(A backup of 200 GB .* within |系统应在|.*within |A killed backup SHALL repeat at most )(?:60|5|1\.5|2|15)( ?(?:min|s|秒|毫秒))`, "${1} 77$2")},
		"a quality's target cell another bound": {rule: "RQ-031", path: nfrFile, edit: sub(`(?m)^(.*(?:Target\*\*: |目标值\*\*：|\| )≤ )(?:5 min|1\.5 秒|2 s|500 毫秒)`, "${1}77 s")},
		"a title of another quality":            {rule: "XD-005", path: nfrFile, edit: sub(`(?m)^# NFR-[A-Z]+-001`, "# NFR-XX-001")},
	})
}

// TestTrialsOfReferences tries the ways in which what one document says of
// another's parts goes wrong.
func TestTrialsOfReferences(t *testing.T) {
	const flat = "en-water zh-logarc"
	runTrials(t, map[string]trial{
		"an unknown epic in the matrix":          {rule: "XD-017", path: epicIndex, edit: sub(`(?m)^(\| REQ-002 \| )EPIC-00\d`, "${1}EPIC-019")},
		"an unknown epic in the order":           {rule: "XD-017", path: epicIndex, edit: sub(`(?m)^2\. EPIC-002`, "2. EPIC-012")},
		"an unknown epic in the MVP":             {rule: "XD-017", path: epicIndex, edit: sub(`EPIC-001( and |, | 与 |、)EPIC-002`, "EPIC-001${1}EPIC-014")},
		"an epic for later":                      {rule: "XD-017", path: epicIndex, edit: sub(`(?m)^(2\. EPIC-002.*)$`, "$1\n3. EPIC-012 in a later release（后续）"), quiet: true},
		"an unknown quality in the matrix":       {rule: "XD-017", path: reqIndex, edit: sub(`(?m)^(\| G-00\d .*NFR-[A-Z]+)-001`, "${1}-007")},
		"an unknown decision in a requirement":   {rule: "XD-017", path: reqFile, edit: sub(`\[ADR-001\]`, "[ADR-009]"), but: "en-vault zh-lostfound"},
		"an unknown requirement in a summary":    {rule: "XD-017", path: reqIndex, edit: sub(`(?m)^(\| (?:Could) \| 1 \| )REQ-006`, "${1}REQ-016")},
		"an unknown epic in the brief's risks":   {rule: "XD-017", path: briefFile, edit: sub(`before EPIC-003 starts`, "before EPIC-008 starts")},
		"a requirement that was dropped":         {rule: "XD-017", path: reqIndex, edit: more("\n## Notes\n\nREQ-019 was dropped in May. REQ-018 已删除。\n"), quiet: true},
		"an unknown goal in the brief's summary": {rule: "XD-017", path: briefFile, edit: more("\n## Summary\n\nG-007 decides whether the pilot goes on. 试点是否继续取决于 G-007。\n")},

		"a row that links another file":        {rule: "XD-005", path: reqIndex, edit: sub(`(REQ-00)1(-[a-z-]+(?:\.md\)|\\\|))`, "${1}2$2"), but: "en-vault " + flat},
		"a row that names another":             {rule: "XD-005", path: archIndex, edit: sub(`ADR-001(\]\(|\]\])`, "ADR-002$1"), but: "en-vault " + flat + " zh-lostfound"},
		"a story that links another":           {rule: "XD-005", path: epicFile, edit: sub(`\[REQ-001\]`, "[REQ-002]"), but: "en-vault zh-lostfound"},
		"a title unlike the file's name":       {rule: "XD-005", path: reqFile, edit: sub(`(?m)^# REQ-00\d`, "# REQ-005")},
		"a quality's title unlike its name":    {rule: "XD-005", path: nfrFile, edit: sub(`(?m)^(# NFR-[A-Z]+)-001`, "${1}-002")},
		"an epic's title unlike its name":      {rule: "XD-005", path: epicFile, edit: sub(`(?m)^# EPIC-00\d`, "# EPIC-007")},
		"an ID in frontmatter unlike the file": {rule: "XD-005", path: epicFile, edit: sub(`(?m)^id: EPIC-001`, "id: EPIC-009")},

		"a quality gone from the matrix":      {rule: "RQ-016", path: reqIndex, edit: sub(`(?m)^(\| G-00\d .*), NFR-[A-Z]+-001`, "$1"), but: flat},
		"a quality under another goal":        {rule: "RQ-016", path: reqIndex, edit: each(sub(`(?m)^(\| G-001 .*), NFR-[A-Z]+-001`, "$1"), sub(`(?m)^(\| G-002 .*)( \|)$`, "$1, NFR-P-001, NFR-REL-001, NFR-UX-001$2")), but: flat},
		"a quality's file with another goal":  {rule: "RQ-016", path: nfrFile, edit: sub(`(?m)^traces_to: \[G-00\d`, "traces_to: [G-009")},
		"a quality's file with one goal more": {rule: "RQ-016", path: nfrFile, edit: sub(`(?m)^traces_to: \[(G-00[13])\]`, "traces_to: [$1, G-002]")},

		"a requirement whose row is cut": {rule: "XD-005", path: reqIndex, edit: sub(`(?m)^\| (\[+(requirements/)?)?REQ-003.*\n`, ""), but: flat},
		"a quality whose row is cut":     {rule: "XD-005", path: reqIndex, edit: sub(`(?m)^\| (\[+(requirements/)?)?NFR-S.*\n`, ""), but: flat},
		"an epic whose row is cut":       {rule: "XD-005", path: epicIndex, edit: sub(`(?m)^\| (\[+(epics/)?)?EPIC-003.*\n`, ""), but: flat},

		"one goal for all": {rule: "RQ-030", path: reqIndex, edit: sub(`(?m)^(\| G-001 \| ).*$`, "${1}REQ-001, REQ-002, REQ-003, REQ-004, REQ-005, REQ-006 |")},

		"a file of another thing":       {rule: "XD-005", path: reqFile, edit: allOf(sub(`(?m)^(# REQ-00\d: ).*`, "${1}Print invoices for suppliers"), sub(`(?m)^(# REQ-00\d：).*`, "${1}打印供应商发票"))},
		"an epic's file of another":     {rule: "XD-005", path: epicFile, edit: allOf(sub(`(?m)^(# EPIC-00\d: ).*`, "${1}Print invoices"), sub(`(?m)^(# EPIC-00\d：).*`, "${1}打印供应商发票"))},
		"a file about what is excluded": {rule: "XD-007", path: reqFile, edit: sub(`(?m)^(# REQ-00\d(?:: |：)).*`, "${1}Automatic generation of rotas"), but: "en-vault zh-lostfound zh-stocktake"},
		"a decision that was given up":  {rule: "XD-012", path: adrFile, edit: sub(`(?m)^status: accepted`, "status: superseded")},
		"a count unlike the discovery":  {rule: "XD-006", path: contextFile, edit: allOf(all(`12 wards`, "14 wards"), all(`46 sensors`, "64 sensors"), all(`24 台主机`, "42 台主机")), but: "en-water"},
	})
}
