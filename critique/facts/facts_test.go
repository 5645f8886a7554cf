package facts

import (
	"strings"
	"testing"

	"discussd/critique/document"
)

// session parses documents that are divided by lines such as "-- spec/product-brief.md --".
func session(t *testing.T, text string) []*document.Document {
	t.Helper()
	var docs []*document.Document
	for _, part := range strings.Split(text, "-- spec/")[1:] {
		path, body, ok := strings.Cut(part, " --\n")
		if !ok {
			t.Fatalf("no file in %q", part)
		}
		docs = append(docs, document.Parse("spec/"+path, []byte(body)))
	}
	return docs
}

// TestOtherLanguages reads what documents in a language that no word list is made for state in numbers.
func TestOtherLanguages(t *testing.T) {
	const costs = `-- spec/product-brief.md --
# Kosten

Die Kosten sind im Haushalt der Gemeinde und nicht in der Planung des Vereins, und das ist so vereinbart.

| Posten | Betrag |
|---|---|
| Strom | 1.120,50 € |
| Miete | 400 € |
| Wasser | 0,50 € |
`
	for name, test := range map[string]struct {
		text       string
		says, said string // "" for documents that agree
		kind       Kind
	}{
		"two values in Spanish": {`-- spec/product-brief.md --
# Riego

El aviso llega tarde, y en el huerto no se sabe que la bomba se ha parado.

El aviso se envía 10 minutos después de la última lectura de la bomba.
-- spec/architecture.md --
# Arquitectura

El sistema no lee de noche, y por eso el servicio para las lecturas se para en invierno.

El servicio envía el aviso 15 minutos después de la última lectura de la bomba.
`, "15 minutos", "10 minutos", Values},
		"a limit in German, and its case": {`-- spec/product-brief.md --
# Hafen

Der Plan ist für die Gäste und nicht für die Werft, und das ist mit dem Verein so vereinbart.

Eine Reservierung verfällt, wenn das Boot nicht innerhalb von 2 Stunden am Steg anlegt.
-- spec/architecture.md --
# Architektur

Das System ist für die Gäste und nicht für die Werft, und das ist mit dem Verein so vereinbart.

Eine Reservierung verfällt nicht, wenn das Boot innerhalb von 2 Stunden am Steg anlegt; der Strom wird nach 30 Minuten frei.
`, "", "", Values},
		"a total in German":               {costs + "| Summe | 1.541 € |\n", "1541 €", "1521 €", Sums},
		"a total of days is told in days": {"-- spec/product-brief.md --\n# Plan\n\n| Part | Effort |\n|---|---|\n| Engine | 12 days |\n| Gates | 10 days |\n| Screen | 6 days |\n| **Total** | **30 days** |\n", "30 days", "28 days", Sums},
		"a total in German that holds": {costs + `| Summe | 1.521 € |

Das sind 4 Wochen × 7 Tage = 28 Tage, und bei 22 Plätzen 22 × 1.100 = 24.200 Buchungen.
`, "", "", Sums},
		"a product in French": {`-- spec/product-brief.md --
# Tarifs

Le club ne loue pas les bateaux dans le port, et les prix sont dans une liste pour les membres.

Exemple : une matinée annulée coûte 0,30 × 38,00 × 7 = 97,80 €.
`, "97,80 €", "79.8", Sums},
	} {
		found := Read(session(t, test.text), true).Conflicts
		if test.says == "" && len(found) > 0 || test.says != "" && (len(found) != 1 || found[0].Kind != test.kind || found[0].Says != test.says || found[0].Said != test.said) {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// TestQuantities reads one number of a text with its unit.
func TestQuantities(t *testing.T) {
	for text, want := range map[string]struct {
		value float64
		unit  string
		bound Bound
		role  role
	}{
		"answers within 200 ms":       {.2, "s", Most, deadline},
		"keeps them for 2 years":      {2 * 365 * 86400, "s", Exact, delay},
		"every 5 minutes":             {300, "s", Exact, interval},
		"at least 3 working days":     {3, "workday", Least, anyRole},
		"up to 1 200 files a day":     {1200, "", Most, anyRole},
		"saves EUR 50":                {50, "EUR", Exact, anyRole},
		"until 17:30":                 {17*3600 + 30*60, "clock", Exact, anyRole},
		"between −25 °C and the yard": {-25, "°", Exact, anyRole},
		"缓存至少 72 小时":                  {72 * 3600, "s", Least, anyRole},
		"每隔 30 秒上报":                   {30, "s", Exact, interval},
		"five clinics":                {5, "", Exact, anyRole},
		"共五张表":                        {5, "", Exact, anyRole},
		"10 MiB":                      {10 << 20, "byte", Exact, anyRole},
		"a limit of 3万 件":             {30000, "", Most, anyRole},
		"(for 4.5k users)":            {4500, "", Exact, delay},
		"after half an hour":          {1800, "s", Exact, delay},
		"every quarter of an hour":    {900, "s", Exact, interval},
		"after an hour and a half":    {5400, "s", Exact, delay},
		"within two and a half days":  {2.5 * 86400, "s", Most, deadline},
		"a fortnight":                 {14 * 86400, "s", Exact, anyRole},
		"等待半小时":                       {1800, "s", Exact, anyRole},
		"超过一个半小时":                     {5400, "s", Least, delay},
		"a score of at least 60":      {60, "", Least, anyRole},
		"über 3 Werktage":             {3, "workday", Least, anyRole},
		"toutes les cinq heures":      {5 * 3600, "s", Exact, interval},
		"не более 2 минут":            {120, "s", Most, anyRole},
		"tiles of 20 × 20 mm":         {.02, "m", Exact, anyRole},
		"lab 5 rooms":                 {5, "", Exact, anyRole},
		"500 pence":                   {5, "GBP", Exact, anyRole},
	} {
		got := lexicon{}.quantities(text, 0)
		if len(got) != 1 || got[0].value != want.value || got[0].unit != want.unit || got[0].bound != want.bound || got[0].role != want.role {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
	for _, text := range []string{"REQ-003", "v1.2.3", "2026-03-04", "section 4.2.1", "about 5 minutes", "the 3rd try", "HTTP/1.1", "第 3 次", "src/2/main.go", "下半年", "half of them"} {
		if got := (lexicon{}).quantities(text, 0); len(got) != 0 {
			t.Errorf("%s: %+v, want none", text, got)
		}
	}
}

// TestConflicts plants one contradiction in two documents, and what only looks like one.
func TestConflicts(t *testing.T) {
	const requirement, decision = "-- spec/requirements/REQ-007-lamp.md --\n# REQ-007: Street lamps\n\n", "-- spec/architecture/ADR-002-lamp.md --\n# ADR-002: Lamp control\n\n"
	const tasks = "-- spec/tasks.md --\n# Tasks\n\n- [ ] T001 Store\n- [ ] T002 Glaze check through the lookup of T004\n- [ ] T003 Page\n- [ ] T004 Lookup\n- [ ] T005 Report\n"
	const sizes = "-- spec/epics/EPIC-001.md --\n# EPIC-001: Lamps\n\n## Switch (8 points)\n\nOn.\n\n## Dim (3 points)\n\nLess.\n-- spec/epics/_index.md --\n# Epics\n\n| Epic | Title | Points |\n|---|---|---|\n"
	for name, test := range map[string]struct {
		text string
		want Kind // "" for none
	}{
		"what an earlier task makes":         {strings.Replace(tasks, "of T004", "of T001", 1), ""},
		"another time":                       {requirement + "A lamp controller MUST report its burning hours every 15 minutes.\n" + decision + "Each lamp controller reports its burning hours every 40 minutes.\n", Values},
		"the same in other units":            {requirement + "A lamp controller MUST report its burning hours every 2 hours.\n" + decision + "Each lamp controller reports its burning hours every 120 minutes.\n", ""},
		"a division with units":              {requirement + "A night of 12 hours takes 26,400 kWh ÷ 12 h ≈ 2,400 kW from the grid.\n", Sums},
		"a division with units, right":       {requirement + "A night of 12 hours takes 26,400 kWh ÷ 12 h ≈ 2,200 kW from the grid, (14 + 6) × 3 × 40 ms = 2.4 s for each lamp.\n", ""},
		"times what is said":                 {requirement + "Each street pays 4 × 1500/2 = 750 for its lamps, and all of them 1.5k × 1000 = 1.5M in a year.\n", ""},
		"a share in brackets":                {requirement + "In a trial of 140 lamps 119 lamps answered at once (88 %).\n", Sums},
		"a share in brackets, right":         {requirement + "In a trial of 140 lamps 119 lamps answered at once (85 %).\n", ""},
		"so many of so much in another unit": {requirement + "A depot has 14 tanks of 30 litres beside the door; they hold 0.36 m³.\n", Sums},
		"a rate for a time":                  {requirement + "The gang paints 240 poles a day. In five days it paints 1,400 poles.\n", Sums},
		"a rate for a time, right":           {requirement + "The gang paints 240 poles a day. In five days it paints 1,200 poles.\n", ""},
		"a total before its parts":           {requirement + "There are 31 poles: 9 on the quay, 8 for the school, 12 in the park.\n", Sums},
		"parts of a total in letters, right": {requirement + "There are 16 poles: five on the quay, four for the school, seven in the park.\n", ""},
		"some of a total":                    {requirement + "There are 31 poles (19 checked, 12 open, 3 damaged).\n", ""},
		"names in code marks":                {requirement + "Ein Programm mit drei Befehlen: `an`, `aus`, `dimmen` und `melden`\n", Listed},
		"names in code marks, right":         {requirement + "Ein Programm mit drei Befehlen: `an`, `aus` und `melden`\n", ""},
		"times of the day":                   {requirement + "| Street | Checks in winter | Checks in summer |\n|---|---|---|\n| Quay | 06:00, 18:00 | 21:00 |\n| Park | 07:00, 19:00 | 22:00 |\n\nThat makes five checks a day.\n", Sums},
		"a formula beside its example":       {requirement + "| Field | Formula | Example |\n|---|---|---|\n| gross | | 4,160 |\n| tare | | 1,480 |\n| net | gross − tare | 2,860 |\n", Sums},
		"a multiple but for a slip":          {requirement + "| Speed | Lamps | Watts |\n|---|---|---|\n| slow | 120 | 2,160 |\n| fast | 90.5 | 1,692 |\n| fastest | 60 | 1,080 |\n", Sums},
		"so many of so much, right":          {requirement + "Three attempts of 10 s each, 30 s in all.\n" + decision, ""},
		"a change that holds":                {requirement + "The outage falls from 40 to 25 minutes, 38 % less.\n" + decision, ""},
		"a column above its sum":             {requirement + "The depot looks after 312 lamps.\n\n| Town | Lamps |\n|---|---|\n| A | 120 |\n| B | 98 |\n| C | 90 |\n" + decision, Sums},
		"a column and its sum":               {requirement + "The depot looks after 308 lamps.\n\n| Town | Lamps |\n|---|---|\n| A | 120 |\n| B | 98 |\n| C | 90 |\n" + decision, ""},
		"a key in its range":                 {requirement + "| Key | Allowed |\n|---|---|\n| max_hours | 4 to 10 |\n" + decision + "```yaml\nmax_hours: 8\n```\n", ""},
		"an example within its schema":       {requirement + "```yaml\nproperties:\n  lamps: { type: integer, minimum: 1, maximum: 84 }\nexample: { pole: \"N4\", lamps: 12 }\n```\n", ""},
		"an example that is refused":         {requirement + "```sql\nlamps SMALLINT CHECK (lamps <= 84),\n```\n" + decision + "This pole is refused:\n\n```json\n{ \"pole\": \"N4\", \"lamps\": 112 }\n```\n", ""},
		"a setting as is said":               {requirement + "The city may set `dim_percent` from 10 to 30.\n" + decision + "```json\n{ \"dim_percent\": 18 }\n```\n", ""},
		"a file of several requirements":     {"-- spec/requirements/functional.md --\n# Functional requirements\n\n- A lamp controller MUST report its burning hours every 15 minutes.\n" + decision + "Each lamp controller reports its burning hours every 40 minutes.\n", Values},
		"another percentile":                 {requirement + "The lamp map opens within 2 s (p95).\n" + decision + "The lamp map opens within 1 s (p50).\n", ""},
		"another role":                       {requirement + "A lamp controller reports a broken lamp within 5 minutes.\n" + decision + "A lamp controller reports a broken lamp every 2 minutes.\n", ""},
		"a key and a sentence":               {requirement + "A broken lamp MUST be reported again after at most 6 hours.\n" + decision + "```yaml\nlamp:\n  broken_report_again_hours: 9\n```\n", Values},
		"an option not taken":                {requirement + "A lamp controller MUST report its burning hours every 15 minutes.\n" + decision + "## Alternatives\n\nEach lamp controller reports its burning hours every 40 minutes.\n", ""},
		"both values in both":                {requirement + "Street lamps dim after 22:00, lamps at crossings dim after 23:30.\n" + decision + "Street lamps dim after 22:00. Lamps at crossings dim after 23:30.\n", ""},
		"on and off":                         {requirement + "Dimming of lamps is enabled by default.\n" + decision + "Dimming of lamps is off by default.\n", Values},
		"sizes that add up":                  {sizes + "| [EPIC-001](EPIC-001.md) | Lamps | 11 |\n", ""},
		"another epic's size":                {sizes + "| [EPIC-002](EPIC-002.md) | Poles | 14 |\n", ""},
		"a sum of sums that is right":        {requirement + "| District | Lamps |\n|---|---|\n| Quay | 120 |\n| Mole | 30 |\n| Sum north | 150 |\n| Mill | 200 |\n| Ford | 40 |\n| Sum south | 240 |\n| Total | 390 |\n", ""},
		"prices that happen to be a product": {requirement + "| Fare | Adult | Child | Dog |\n|---|---|---|---|\n| short | 4.20 € | 2.10 € | 2.00 € |\n| long | 7.60 € | 3.80 € | 2.00 € |\n| day | 14.00 € | 7.00 € | 4.00 € |\n", ""},
		"shares of a hundred each":           {requirement + "| Gang | Done |\n|---|---|\n| north | 82 % |\n| south | 50 % |\n| west | 0 % |\n| Total | 36 % |\n", ""},
		"marks that are much the same":       {requirement + "| Lamp | Light | Price | Looks |\n|---|---|---|---|\n| a | 4 | 4 | 8 |\n| b | 4 | 4 | 8 |\n| c | 5 | 4 | 8 |\n| d | 4 | 4 | 8 |\n", ""},
		"a part of those in brackets":        {requirement + "Four of the\nfive pages (`Lamps`, `Poles`, `Keys`, `Maps`) are new.\n", ""},
		"what each of the names has":         {requirement + "Define the lamps, 4 lamp kinds: `{ key, label }` for `quay`, `mill`, `ford`, `weir`\n", ""},
		"sums of a number and nothing":       {requirement + "| Priority | Lamps | Poles | Sum |\n|---|---|---|---|\n| Must | 7 | 4 | 11 |\n| Should | 2 | 0 | 2 |\n| Could | 3 | 0 | 3 |\n", ""},
		"two sums":                           {requirement + "| District | Lamps |\n|---|---|\n| North | 120 |\n| South | 230 |\n| Total | 360 |\n", Sums},
		"a sum that stands out":              {requirement + "| Step | Minutes |\n|---|---|\n| Drive | 20 |\n| Climb | 10 |\n| Swap | 15 |\n| **Visit** | **40** |\n", Sums},
		"a row that stands out":              {requirement + "| Step | Minutes |\n|---|---|\n| Drive | 20 |\n| Climb | 10 |\n| Swap | 15 |\n| **Limit** | **90** |\n", ""},
		"a size within its limit":            {requirement + "| Key | Range |\n|---|---|\n| `log.max_bytes` | 64 MiB to 16 GiB |\n" + decision + "```yaml\nlog:\n  max_bytes: 4294967296\n```\n", ""},
		"an average":                         {requirement + "| District | Score |\n|---|---|\n| North | 80 |\n| South | 90 |\n| Total | 85 |\n", ""},
		"shares":                             {requirement + "| Part | Share |\n|---|---|\n| Poles | 50 % |\n| Lamps | 30 % |\n| Cables | 15 % |\n", Sums},
		"too few listed":                     {requirement + "A lamp has four states: on, dimmed and off.\n", Listed},
		"as many listed":                     {requirement + "A lamp has three states: on, dimmed and off.\n", ""},
		"a list below":                       {requirement + "The controller knows two states:\n\n- on\n- dimmed\n- off\n", Listed},
		"parts that are all":                 {requirement + "- A district has 46 lamps: 24 small, 16 medium and 6 large.\n", ""},
		"what is left fits":                  {requirement + "The city has 90 lamps. 60 lamps are old; the other 30 are new.\n", ""},
		"parts of a total":                   {requirement + "The city has 320 lamps in 140 streets.\n\nThe stock consists of 194 small lamps, 96 large lamps and 30 poles.\n", ""},
		"all parts in Chinese":               {requirement + "- 全区有 24 盏路灯：大型 12 盏、中型 8 盏、小型 4 盏。\n", ""},
		"all parts by their classifier":      {requirement + "- 全市的灯装在 46 只灯箱里：大灯箱 16 只、小灯箱 12 只、壁灯箱 10 只、地灯箱 8 只。\n", ""},
		"values of names":                    {requirement + "各灯型的系数：壁灯=8.0、地灯=7.0、路灯=6.0。\n", ""},
		"an equation":                        {requirement + "At most 14 + 8 + 24 = 48 lamps burn.\n", Sums},
		"an equation that holds":             {requirement + "At most 14 + 8 + 24 = 46 lamps burn, that is 26 × 90 s = 39 min.\n", ""},
		"a product in Chinese":               {requirement + "每月电费 12.5 × 70 = 885 元。\n", Sums},
		"a product that holds":               {requirement + "每月电费 12.5 × 70 = 875 元。\n", ""},
		"a quotient":                         {requirement + "Example: ceil(1,700 / 32) = 45 boxes.\n", Sums},
		"a quotient that holds":              {requirement + "Example: ceil(1,700 / 32) = 54 boxes, 2/3 = 66.7 %, 48 × 12 / 100 = 5.76.\n", ""},
		"a list and its sum":                 {requirement + "The halls have 14, 22 and 22 lamps (68 in total).\n", Sums},
		"a list and its sum that hold":       {requirement + "The halls have 14, 22 and 22 lamps (58 in total).\n", ""},
		"what a product is":                  {requirement + "It stores 2,600 switches a day and district (46 lamps × 50 switches).\n", Sums},
		"what a product is, and holds":       {requirement + "It stores 2,300 switches a day and district (46 lamps × 50 switches) on 2 screens (1920 × 1080).\n", ""},
		"parts that are rounded":             {requirement + "| Lamp | EUR |\n|---|---|\n| small | 10.33 |\n| large | 10.33 |\n| wall | 10.33 |\n| **Total** | 31.00 |\n", ""},
		"a group with its number":            {requirement + "- **Keeper** (9 people): lights, cleans, counts.\n", ""},
		"a group by its number":              {requirement + "- The lamp has 5 keepers: lights, cleans, counts.\n", Listed},
		"a task waits for a later one below": {requirement + "- [ ] 1. Pole\n- [ ] 2. Cable\n  - Depends on task 1\n- [ ] 3. Lamp\n  - Depends on tasks 2 and 4\n- [ ] 4. Switch\n  - Depends on tasks 1 and 2\n- [ ] 5. Map\n", Order},
		"tasks wait for earlier ones":        {requirement + "- [ ] 1. Pole\n- [ ] 2. Cable\n  - Depends on task 1\n- [ ] 3. Lamp\n  - Depends on tasks 1 and 2, and is ready after 4 days\n- [ ] 4. Switch\n  - Depends on tasks 1 and 2\n- [ ] 5. Map\n", ""},
		"done before what it needs":          {requirement + "- [x] T001 Pole\n- [ ] T002 Cable\n- [x] T003 Lamp (needs T002)\n- [ ] T004 Switch\n- [ ] T005 Map\n", Unready},
		"done after what it needs":           {requirement + "- [x] T001 Pole\n- [x] T002 Cable\n- [x] T003 Lamp (needs T002)\n- [ ] T004 Switch\n- [ ] T005 Map (needs T004)\n", ""},
		"parts need parts of each other":     {requirement + "- [ ] 5. Glocke (nach 6.2)\n- [ ] 5.1 Motor\n- [ ] 6. Uhr (nach 5.1)\n- [ ] 6.2 Ruhe\n", Cycles},
		"a part needs what is done":          {requirement + "- [ ] 5. Glocke (nach 5.1)\n- [ ] 5.1 Motor\n- [ ] 6. Uhr (nach 5)\n- [ ] 6.2 Ruhe (nach 5.1)\n", ""},
		"a file that a later task makes":     {requirement + "- [ ] 1. Pole\n  - File: src/pole.ts\n  - Leverage: src/lamp.ts\n- [ ] 2. Lamp\n  - File: src/lamp.ts\n  - Leverage: src/pole.ts\n", Cycles},
		"counted above a table":              {requirement + "A lamp controller holds each lamp in one of five states.\n\n| State | Meaning |\n|---|---|\n| on | lit |\n| dim | half |\n| off | dark |\n| lost | silent |\n", Listed},
		"as many above a table":              {requirement + "A lamp controller holds each lamp in one of three states.\n\n| State | Meaning |\n|---|---|\n| on | lit |\n| dim | half |\n| off | dark |\n", ""},
		"an end before its start":            {requirement + "| Step | Day |\n|---|---|\n| Pilot (two streets) | 2027-05-01 |\n| Pilot end | 2027-04-01 |\n", Reversed},
		"nights of a season":                 {requirement + "The lamps burn from 15 June to 30 September (122 nights).\n", Sums},
		"nights that fit":                    {requirement + "The lamps burn from 15 June to 30 September (107 nights), and du 1er mai au 12 mai (12 jours).\n", ""},
		"milestones out of order":            {requirement + "## Milestones\n\n| Milestone | Date |\n|---|---|\n| North lit | 2027-03-04 |\n| South lit | 2027-06-15 |\n| Old lamps gone | 2027-05-03 |\n| West lit | 2027-08-03 |\n", Reversed},
		"milestones in order":                {requirement + "## Milestones\n\n| Milestone | Date |\n|---|---|\n| North lit | 4 October |\n| South lit | 15 December |\n| Old lamps gone | 3 February |\n| West lit | 3 May |\n", ""},
		"halls that were looked at":          {requirement + "| District | Visited |\n|---|---|\n| North | 2027-03-04 |\n| South | 2027-06-15 |\n| East | 2027-05-03 |\n| West | 2027-08-03 |\n", ""},
		"phases that were done":              {requirement + "| Phase | Date | Status |\n|---|---|---|\n| 1 | 2027-03-04 | done |\n| 2 | 2027-06-15 | done |\n| 3 | 2027-05-03 | done |\n| 4 | 2027-08-03 | open |\n", ""},
		"a stop before the last one is left": {requirement + "| 站次 | 进场 | 退场 |\n|---|---|---|\n| 1 | 2 月 10 日 | 3 月 15 日 |\n| 2 | 4 月 5 日 | 4 月 28 日 |\n| 3 | 4 月 26 日 | 5 月 25 日 |\n| 4 | 6 月 12 日 | 7 月 16 日 |\n", Reversed},
		"steps out of order":                 {requirement + "## Roll-out\n\n1. Light the north from 1 April to 30 April 2027.\n2. Light the south on 20 April 2027.\n3. Take the old lamps down on 1 June 2027.\n", Reversed},
		"steps in order":                     {requirement + "## Roll-out\n\n1. Light the north from 1 April to 30 April 2027.\n2. Light the south on 2 May 2027.\n3. Take the old lamps down on 1 June 2027.\n", ""},
		"a share of an amount":               {requirement + "The battery keeps 45 % of 1,200 Wh: 660 Wh.\n", Sums},
		"a share that holds":                 {requirement + "The battery keeps 45 % of 1,200 Wh: 540 Wh.\n", ""},
		"what it comes to":                   {requirement + "The city gets 460 calls a week. Each takes 6 minutes, that is 64 hours.\n", Sums},
		"a share of it":                      {requirement + "The battery holds 1,200 Wh. At night it keeps 45 % of it: 660 Wh.\n", Sums},
		"a share of it that holds":           {requirement + "The battery holds 1,200 Wh. At night it keeps 45 % of it: 540 Wh.\n", ""},
		"part of all":                        {requirement + "Of the keepers asked (n = 640) 224 keepers, that is 45 %, want it.\n", Sums},
		"what it falls and rises by":         {requirement + "Lamps fall from 500 W to 300 W, that is 40 %. Poles rise from 300 to 420 poles, that is 40 %.\n", ""},
		"part of all that holds":             {requirement + "Of the keepers asked (n = 640) 224 keepers, that is 35 %, want it.\n", ""},
		"waves and their sum":                {requirement + "| Wave | Lamps | Start | End |\n|---|---|---|---|\n| 1 | 20 | 2027-08-24 | 2027-08-28 |\n| 2 | 480 | 2027-09-07 | 2027-09-11 |\n| 3 | 800 | 2027-09-29 | 2027-09-20 |\n| **Total** | **1,300** | | |\n", Reversed},
		"what it comes to, rounded":          {requirement + "The city gets 457 calls a week in 3 offices. Each takes 6 minutes, that is 46 hours.\n", ""},
		"a series but for one":               {requirement + "Lamp classes: A (any height), B (up to 18 m), C (up to 12 m).\n" + decision + "Heights: lamp class C to 12 m, lamp class B to 16 m, lamp class A above.\n", Values},
		"a series":                           {requirement + "Lamp classes: A (any height), B (up to 18 m), C (up to 12 m).\n" + decision + "Heights: lamp class C to 12 m, lamp class B to 18 m, lamp class A above.\n", ""},
		"quoted where reasons stand":         {requirement + "A lamp MUST burn without the mains for 8 hours.\n" + decision + "## Context\n\nREQ-001 asks for 4 hours without the mains.\n", Values},
		"quoted as it is":                    {requirement + "A lamp MUST burn without the mains for 8 hours.\n" + decision + "## Context\n\nREQ-001 asks for 8 hours without the mains.\n", ""},
		"an end after its start":             {requirement + "| Step | Day |\n|---|---|\n| Pilot (two streets) | 2027-05-01 |\n| Pilot end | 2027-06-01 |\n", ""},
		"digits of a number":                 {requirement + "Each lamp is found by its three-digit number on the pole.\n" + decision + "A lamp on a pole is addressed by a four-digit number.\n", Values},
		"the same digits":                    {requirement + "Each lamp is found by its three-digit number on the pole.\n" + decision + "A lamp on a pole is addressed by a three-digit number.\n", ""},
		"traditional characters":             {requirement + "路燈照片自上傳日起保存 90 天。\n" + decision + "路燈照片保存六個月。\n", Values},
		"a row beside the others":            {requirement + "| Lamp | W | Battery | Lasts |\n|---|---|---|---|\n| small | 2 W | 40 Wh | 20 h |\n| large | 8 W | 480 Wh | 80 h |\n| wall | 3 W | 240 Wh | 80 h |\n| ground | 0.5 W | 48 Wh | 96 h |\n", Sums},
		"rows that hold":                     {requirement + "| Lamp | W | Battery | Lasts |\n|---|---|---|---|\n| small | 2 W | 40 Wh | 20 h |\n| large | 8 W | 480 Wh | 60 h |\n| wall | 3 W | 240 Wh | 80 h |\n| ground | 0.5 W | 48 Wh | 96 h |\n", ""},
		"a product with spares":              {requirement + "| Lamp | Pieces | EUR | Sum |\n|---|---|---|---|\n| small | 10 (1 spare) | 86 | 860 |\n| large | 60 (6 spare) | 105 | 5,700 |\n| wall | 20 | 60 | 1,200 |\n", Sums},
		"nine parts and rounding":            {requirement + "| Street | km |\n|---|---|\n| A | 0.4 |\n| B | 0.8 |\n| C | 1.3 |\n| D | 1.9 |\n| E | 2.2 |\n| F | 1.8 |\n| G | 1.2 |\n| H | 0.7 |\n| **Total** | **10.7** |\n", Sums},
		"a quotient in brackets":             {requirement + "This takes 424,000 / (140 × 25) = 112 weeks.\n", Sums},
		"chained equations":                  {requirement + "A year costs 480 × 34 + 690 + 12 × 45 = 16,320 + 690 + 540 = 17,550 EUR.\n", ""},
		"a rate":                             {requirement + "A walk needs 360 s × 60 mm/s = 21.6 m.\n", ""},
		"a bare product":                     {requirement + "With 24 lamps 36,480 values arrive a day (24 × 1,440).\n", Sums},
		"together":                           {requirement + "| District | Lamps | Days |\n|---|---|---|\n| A | 12 | 17 |\n| B | 14 | 19 |\n| C | 16 | 21 |\n\nTogether 42 lamps and 59 days.\n", Sums},
		"estimates of two stories":           {"-- spec/epics/EPIC-001.md --\n# EPIC-001\n\n## STORY-001-01 Lamps\n\nTraces: REQ-003. Estimate: 5 days\n\n## STORY-001-02 Poles\n\nTraces: REQ-003. Estimate: 3 days\n", ""},
		"两个故事的估算":                            {"-- spec/epics/EPIC-001.md --\n# EPIC-001\n\n## STORY-001-01 监测\n\n追溯：REQ-003（AC-3.1）　估算：5 人天　依赖：无\n-- spec/epics/EPIC-002.md --\n# EPIC-002\n\n## STORY-002-05 日志\n\n追溯：NFR-001　估算：3 人天　依赖：无\n", ""},
		"servers of a store":                 {requirement + "- Redis 7 keeps the sessions of lamps.\n" + decision + "Sessions of lamps are kept by Redis 3 nodes.\n", ""},
		"two versions of a store":            {requirement + "- Redis 7 keeps the sessions of lamps.\n" + decision + "Sessions of lamps are kept by Redis 6.\n", Values},
		"an abbreviation like a queue":       {requirement + "- The message queue of lamps is RabbitMQ.\n" + decision + "The message queue of lamps stands behind NAT.\n", ""},
		"a word like a framework":            {requirement + "- The API server of lamps takes a filter expression.\n" + decision + "The API server of lamps runs on Laravel.\n", ""},
		"two frameworks":                     {requirement + "- The API server of lamps runs on Express.\n" + decision + "The API server of lamps runs on Laravel.\n", Values},
		"two stores":                         {requirement + "- Storage: TimescaleDB on PostgreSQL 16 keeps the readings of lamps.\n" + decision + "InfluxDB stores the readings of lamps; users stay in PostgreSQL 16.\n", Values},
		"one store in a diagram":             {requirement + "| Layer | Choice |\n|---|---|\n| Database | MariaDB |\n" + decision + "```mermaid\ngraph LR\n  API --> DB[(PostgreSQL 16)]\n```\n", Values},
		"a version and a code":               {requirement + "The lamp map needs Svelte 5 components and answers HTTP 201.\n" + decision + "The lamp map has 4 components and answers HTTP 400.\n", ""},
		"an example at a limit":              {requirement + "## Scenarios\n\n- Given a lamp with 6 open faults, when a further fault arrives, then it is refused.\n" + decision + "A lamp has at most 6 open faults.\n", ""},
		"a range in words":                   {requirement + "A lamp is dimmed between 90 and 30 minutes before dawn.\n", Reversed},
		"a range to choose from":             {requirement + "The lamp can be set from 80 % to 20 %.\n", Reversed},
		"a range that is gone through":       {requirement + "The lamp dims from 80 % to 20 %.\n", ""},
		"a range behind a dash":              {requirement + "The controller answers after 30–10 seconds.\n", Reversed},
		"a countdown behind a dash":          {requirement + "The controller warns 30–10 minutes before dawn, at level 9–2 and -8–-12 °C.\n", ""},
		"a range in a cell":                  {requirement + "| Lamp | Allowed range |\n|---|---|\n| small | 90–40 lm |\n", Reversed},
		"a night in a cell":                  {requirement + "| Lamp | Range |\n|---|---|\n| burning hours | 22–6 |\n", ""},
		"the least behind the most":          {requirement + "The lamp has a minimum of 40 % and a maximum of 25 %.\n", Reversed},
		"columns for the ends":               {requirement + "| Lamp | Min | Max |\n|---|---|---|\n| small | 40 | 9 |\n", Reversed},
		"a thing that is not to be there":    {requirement + "The lamp map MUST NOT use pop-ups.\n" + decision + "Pop-ups of the lamp map hold the name of a street.\n", Broken},
		"a thing behind a label":             {requirement + "The lamp map MUST NOT use pop-ups.\n" + decision + "Layout of the lamp map: pop-ups left, streets right.\n", Broken},
		"a thing of another":                 {requirement + "The lamp map MUST NOT use pop-ups.\n" + decision + "Pop-ups of the street list hold a name. The lamp map has no pop-ups.\n", ""},
		"a deed that is not to be":           {requirement + "Positions of owners MUST NOT be sent to other cities.\n" + decision + "The controller sends positions of owners to other cities at night.\n", Broken},
		"a deed that is prevented":           {requirement + "Positions of owners MUST NOT be sent to other cities.\n" + decision + "The controller fails when it sends positions of owners to other cities.\n", ""},
		"说有不得有的":                             {requirement + "路灯地图不得使用弹窗口。\n" + decision + "路灯地图的弹窗口显示街名。\n", Broken},
		"the average of others":              {requirement + "The lamps score 92, the average of 70, 80 and 75.\n", Sums},
		"the average of others, right":       {requirement + "The lamps score 75, the average of 70, 80 and 75; 3, 4 and 5 is what is left, 4.5 the average of 4 and 5.\n", ""},
		"其余各项的平均":                            {requirement + "路灯得分：70、80 和 75 的平均分为 92。\n", Sums},
		"an average in a row":                {requirement + "| Lamp | Light | Price | Average |\n|---|---|---|---|\n| small | 4 | 5 | 4.5 |\n| large | 2 | 3 | 4.8 |\n| wall | 3 | 2 | 2.5 |\n", Sums},
		"an average that is weighed":         {requirement + "| Lamp | Light | Price | Average |\n|---|---|---|---|\n| small | 4 | 5 | 4.2 |\n| large | 2 | 3 | 2.2 |\n| wall | 3 | 2 | 2.9 |\n", ""},
		"retries in a row and in a sentence": {requirement + "A failed report is retried at most 2 times.\n" + decision + "| Report | Time-out | Retries |\n|---|---|---|\n| Failed report | 10 s | 4 |\n", Values},
		"retries of another":                 {requirement + "A failed report is retried at most 2 times.\n" + decision + "| Work | Time-out | Retries |\n|---|---|---|\n| Switch | 10 s | 4 |\n", ""},
		"the prefix of a unit":               {requirement + "The switch answers within 500 µs.\n" + decision + "The switch answers within 500 ns on the bench.\n", Values},
		"a zero too few":                     {requirement + "The switch of a lamp answers within 160 ms.\n" + decision + "The switch of each lamp answers within 16 ms on the bench.\n", Values},
		"much less of another":               {requirement + "The switch of a lamp answers within 160 ms.\n" + decision + "The read of a switch takes 16 ms of it.\n", ""},
		"off unless":                         {requirement + "The night cache MUST be off unless an operator turns it on.\n" + decision + "The night cache is on by default.\n", Values},
		"默认开启与必须关闭":                          {requirement + "夜间缓存默认必须关闭。\n" + decision + "| 参数 | 默认值 |\n|---|---|\n| 夜间缓存 | 开启 |\n", Values},
		"counted in a heading":               {requirement + "## The three lamp classes\n\n- small\n- large\n- wall\n- ground\n", Listed},
		"counted in a heading, right":        {requirement + "## The four lamp classes\n\n- small\n- large\n- wall\n- ground\n\n## 3 Goals\n\n- light\n- night\n", ""},
		"listed in another document":         {requirement + "The map MUST show all three lamp classes.\n" + decision + "The lamp classes are small, large, wall and ground.\n", Listed},
		"listed in another document, right":  {requirement + "The map MUST show all four lamp classes and one of three street classes.\n" + decision + "The lamp classes are small, large, wall and ground.\n", ""},
		"a count by the first of two words":  {requirement + "The example has 16 lamps.\n" + decision + "| Key | Value |\n|---|---|\n| `plan.lamp_poles` | 100 |\n", ""},
		"what cannot be, and the other way":  {requirement + "Map code cannot include lamp code. Map code MUST NOT include lamp code.\n" + decision + "Lamp code includes map code.\n", ""},
		"a part of a name in the code":       {requirement + "The controller MUST NOT use `process.env`.\n" + decision + "## Map\n\nThe process starts at dusk. The controller uses a process for each lamp.\n", ""},
		"a difference":                       {requirement + "The lamps save 900 EUR – 300 EUR = 600 EUR, that is 900 EUR–300 EUR.\n", Reversed},
		"a difference alone":                 {requirement + "The lamps save 900 EUR – 300 EUR = 600 EUR.\n", ""},
		"bounds in words":                    {requirement + "A district has at least 500 and at most 50 lamps.\n", Reversed},
		"a change in words":                  {requirement + "The time to find a broken lamp falls from 90 to 30 minutes.\n", ""},
		"dates":                              {requirement + "| Step | Day |\n|---|---|\n| Pilot start | 2027-05-01 |\n| Pilot end | 2027-04-01 |\n", Reversed},
		"forbidden twice":                    {requirement + "The controller MUST make sure that logs do not store the position of the lamp owner.\n" + decision + "A controller MUST NOT store the position of a lamp owner in logs.\n", ""},
		"两处都禁止":                              {requirement + "系统必须确保日志、错误消息和页面不包含访问密钥、会话令牌。\n" + decision + "响应不得包含访问密钥、会话令牌。\n", ""},
		"demanded and forbidden":             {requirement + "The controller MUST store the position of the lamp owner.\n" + decision + "A controller MUST NOT store the position of a lamp owner.\n", Demands},
		"outcomes of two scenarios":          {requirement + "- **WHEN** the owner agreed\n- **THEN** the controller MUST store the position of the lamp owner\n" + decision + "- **WHEN** the owner refused\n- **THEN** a controller MUST NOT store the position of a lamp owner\n", ""},
		"stories in a circle":                {"-- spec/epics/EPIC-001-lamps.md --\n# EPIC-001: Lamps\n\n## STORY-001-01 Switch\n\n- Depends on: STORY-001-02\n\n## STORY-001-02 Dim\n\n- Depends on: STORY-001-01\n", Cycles},
		"tasks in a row":                     {"-- spec/epics/EPIC-001-lamps.md --\n# EPIC-001: Lamps\n\n- T001 Switch\n- T002 Dim, depends on T001 - can run in parallel with T003\n- T003 Map, depends on T001 and T002; blocks T004\n", ""},
		"a story, its case, a rule": {"-- spec/requirements/_index.md --\n# Requirements\n\n## Stories\n\n### Story 2\n\nThe city reminds owners 2 days before the end of a lease.\n\n**Acceptance Scenarios**:\n\n1. **Given** a lease that ends in 2 days, **When** the clock passes noon, **Then** the owner gets a letter.\n\n" +
			"## Rules\n\n### Functional Requirements\n\n- **FR-002**: The city MUST remind owners 3 days before the end of a lease.\n", Values},
		"a setting and its source":          {requirement + "A dimmed lamp brightens again 40 seconds after the last step.\n" + decision + "| Key | Default | From |\n|---|---|---|\n| `brighten.seconds` | 90 | REQ-007 |\n| `brighten.steps` | 4 | REQ-007 |\n", Values},
		"a setting as its source":           {requirement + "A dimmed lamp brightens again 40 seconds after the last step.\n" + decision + "| Key | Default | From |\n|---|---|---|\n| `brighten.seconds` | 40 | REQ-007 |\n| `fade.seconds` | 90 | REQ-007 |\n", ""},
		"a setting and all others":          {requirement + "A lamp that is not inspected for 30 days is marked. The list shows what waits for inspection after 30 days.\n" + decision + "```yaml\ninspection_max_days: 45\n```\n", Values},
		"a setting, and no one says":        {requirement + "A lamp that is not inspected for 30 days is marked. A pole waits for inspection 60 days.\n" + decision + "```yaml\ninspection_max_days: 45\n```\n", ""},
		"a date beside a count":             {requirement + "The trial lights streets A and B, that is 28 lamps on 14 poles, from 1 May to 31 May 2027.\n" + decision + "| Stage | Content |\n|---|---|\n| Trial | streets A and B, 24 lamps |\n", Values},
		"so many in each":                   {requirement + "The city has nine districts. It counts 45 depots (six in each district).\n", Sums},
		"so many in each, right":            {requirement + "The city has nine districts. It counts 54 depots (six in each district).\n", ""},
		"so many by letters":                {requirement + "The park has 48 lamps, rows A to F with 6 lamps each.\n", Sums},
		"so many by letters, right":         {requirement + "The park has 36 lamps, rows A to F with 6 lamps each.\n", ""},
		"two of a standard":                 {requirement + "A controller speaks DALI 2.0 with its lamps.\n" + decision + "| Part | Interface |\n|---|---|\n| Controller | DALI 1.3 over two wires |\n", Values},
		"a standard and its parts":          {requirement + "A controller speaks DALI 2.0 with its lamps; DALI 2.1 is tried.\n" + decision + "| Part | Interface |\n|---|---|\n| Controller | DALI 1.3 over two wires |\n", ""},
		"one of so many":                    {requirement + "`state` is one of five: `on`, `dim`, `off`, `lost`.\n", Listed},
		"one of as many":                    {requirement + "`state` is one of four: `on`, `dim`, `off`, `lost`.\n", ""},
		"parts that are named first":        {requirement + "A swap takes 26 minutes: walk 6, climb 3, change 11, climb 3, walk 5. Then it burns.\n", Sums},
		"parts that are named first, right": {requirement + "A swap takes 28 minutes: walk 6, climb 3, change 11, climb 3, walk 5. Then it burns.\n", ""},
		"a total across":                    {requirement + "| | Quay | Park | Both |\n|---|---|---|---|\n| Lamps | 6 | 4 | 10 |\n| Height | 4.6 m | 2.3 m | |\n| Cable | 624 m | 352 m | 976 m |\n| Load | 900 W | 180 W | 1,100 W |\n", Sums},
		"totals across that hold":           {requirement + "| | Quay | Park | Both |\n|---|---|---|---|\n| Lamps | 6 | 4 | 10 |\n| Height | 4.6 m | 2.3 m | 4.6 m |\n| Cable | 624 m | 352 m | 976 m |\n| Load | 900 W | 180 W | 1,080 W |\n", ""},
		"a price for so many":               {requirement + "| Cost | EUR |\n|---|---|\n| Work | 142,000 |\n| 14 lamps at 1,150 | 13,800 |\n", Sums},
		"a price for so many, right":        {requirement + "| Cost | EUR |\n|---|---|\n| Work | 142,000 |\n| 12 lamps at 1,150 | 13,800 |\n", ""},
		"a part with a count in it":         {requirement + "A budget of 38,000 EUR: 24,000 EUR poles, 6,500 EUR wires and two lamps, 4,500 EUR for maps, 3,000 EUR reserve.\n", ""},
		"what is said, and a sum":           {requirement + "6,300 wires cost 0.45 EUR each, 2,835 EUR in all. With two lamps at 410 EUR each the sum is 3,655 EUR.\n", ""},
		"measure words":                     {requirement + "换灯依次经过以下三道工序：\n\n1. 断电\n2. 拆除\n3. 安装\n4. 通电\n", Listed},
		"fields below a list":               {requirement + "**Success** (what must be true):\n  1. A walk takes less than 60 seconds: 10 to the pole, 40 up, 20 down\n**Plans**: none\n", Sums},
		"three values of one thing":         {requirement + "The map TTL is 30 s.\n" + decision + "The map TTL is 60 s.\n\n| Setting | Value |\n|---|---|\n| map TTL | 300 s |\n", Values},
		"three values of three things":      {requirement + "The map TTL is 30 s.\n" + decision + "The map of streets has a TTL of 60 s.\n\n| Setting | Value |\n|---|---|\n| map TTL at night | 300 s |\n", ""},
		"a limit in a row":                  {requirement + "A map file is at most 32 MB.\n" + decision + "| Setting | Value |\n|---|---|\n| Map file limit | 10 MB |\n", Values},
		"what was measured in a row":        {requirement + "A map file is at most 32 MB.\n" + decision + "| Measured | Value |\n|---|---|\n| Map file | 10 MB |\n", ""},
		"a block below a row":               {decision + "| Setting | Value |\n|---|---|\n| Map TTL | 60 s |\n\n```yaml\nmap:\n  ttl: 300s\n```\n", Values},
		"a block below a row, right":        {decision + "| Setting | Value |\n|---|---|\n| Map TTL | 5 min |\n\n```yaml\nmap:\n  ttl: 300s\n  sweep: 60s\n```\n", ""},
		"a key of another word":             {requirement + "At most 6 faulty deliveries a year are accepted.\n" + decision + "```yaml\ndelivery:\n  hurdles: 3\n```\n", ""},
		"a count behind an ID":              {requirement + "- REQ-007: A lamp has the following three states:\n  - on\n  - off\n  - dim\n  - lost\n", Listed},
		"a count behind an ID, right":       {requirement + "- REQ-007: A lamp has the following four states:\n  - on\n  - off\n  - dim\n  - lost\n", ""},
		"最小与最大":                             {requirement + "- REQ-007：路灯亮度：最小 60 %，最大 10 %。\n", Reversed},
		"a column of nothing":               {requirement + "| Lamp | From | To | Step |\n|---|---|---|---|\n| small | −45 | 45 | 6 |\n| large | 0 | 100 | 30 |\n| wall | 0 | 70 | 25 |\n| tall | 0 | 100 | 40 |\n| old | 0 | 800 | 30 |\n", ""},
		"bits and bytes":                    {requirement + "Each of 34 lamps records 120 s: 34 × 120 s × 64 kbit/s = 32.6 MB.\n", ""},
		"two launches":                      {requirement + "- Private launch on 6 October 2027.\n" + decision + "- Public launch on 13 October 2027.\n", ""},
		"a day and a bound":                 {requirement + "- The launch is on 6 October 2027.\n" + decision + "- Lamps are mounted before the launch, by 1 October 2027.\n", ""},
		"a table below":                     {requirement + "There are three roles.\n\n| Role | May |\n|---|---|\n| Owner | all |\n| Guard | switch |\n", Listed},
		"two words are one":                 {requirement + "The form has four steps: what, where and when, about you, check and send.\n", ""},
		"a version before a date":           {requirement + "版本：1.0 日期：2027-05-12\n" + decision + "版本：1.3 日期：2027-05-20\n", ""},
		"before and to be":                  {requirement + "In summer 212 complaints mentioned the lamps.\n\n## Goal\n\nFewer than 60 complaints mention the lamps.\n", ""},
		"a block's unit":                    {requirement + "Lamps at a crossing burn for 8 hours.\n" + decision + "```yaml\nburn_minutes:\n  crossing_lamps: 600\n```\n", Values},
		"a range from naught":               {requirement + "A pause of 0 to 45 minutes at dusk can be added to a plan of lamps.\n" + decision + "The map MUST let a keeper add a pause of 0 to 60 minutes to a plan of lamps.\n", Values},
		"a range that is one":               {requirement + "A pause of 0 to 45 minutes at dusk can be added to a plan of lamps.\n" + decision + "The map MUST let a keeper add a pause of 0 to 45 minutes to a plan of lamps.\n", ""},
		"below zero":                        {requirement + "The largest peak of a lamp's hum is -1 dBFS.\n" + decision + "The largest peak of the hum of a lamp is -2 dBFS.\n", Values},
		"所有路灯":                              {requirement + "全部 46 座灯塔在线。\n" + decision + "灯塔 42 座，均已改造。把 42 座灯塔接入。\n\n42 座灯塔各有一名负责人。\n-- spec/product-brief.md --\n# 简报\n\n42 座灯塔。\n", Values},
		"所有路灯，无误":                           {requirement + "全部 42 座灯塔在线。\n" + decision + "灯塔 42 座，均已改造。把 42 座灯塔接入。\n\n42 座灯塔各有一名负责人。\n-- spec/product-brief.md --\n# 简报\n\n42 座灯塔。\n", ""},
		"多次判定":                              {requirement + "失联判据：连续 3 个亮灯周期（90 分钟）没有有效数据。\n" + decision + "| 事件 | 判据 | 处理 |\n|---|---|---|\n| 路灯失联 | 连续 3 个亮灯周期（60 分钟）无有效数据 | 工单 |\n", Values},
		"a switch and its source":           {requirement + "- **REQ-006**: A lamp MUST be able to speak its state aloud; this is off unless the keeper switches it on.\n" + decision + "| Key | Default | Meaning |\n|---|---|---|\n| speak_state | true | speaks aloud (REQ-006) |\n", Values},
		"a switch as its source says":       {requirement + "- **REQ-006**: A lamp MUST be able to speak its state aloud; this is off unless the keeper switches it on.\n" + decision + "| Key | Default | Meaning |\n|---|---|---|\n| speak_state | false | speaks aloud (REQ-006) |\n", ""},
		"a class in a row":                  {requirement + "A lamp of class B is mended within 28 days.\n" + decision + "| Class | Meaning | Mended in | Lamp |\n|---|---|---|---|\n| A | no light | 1 day | off |\n| B | weak light | 30 days | on |\n", Values},
		"another class in a row":            {requirement + "A lamp of class B is mended within 28 days.\n" + decision + "| Class | Meaning | Mended in | Lamp |\n|---|---|---|---|\n| A | no light | 1 day | off |\n| C | weak light | 30 days | on |\n", ""},
		"one for each":                      {requirement + "260 spares are bought: one for each of the 240 lamps and 20 more spares.\n", ""},
		"phases one by one":                 {requirement + "A phase starts only when the phase before it has ended.\n\n| Phase | Start | End |\n|---|---|---|\n| 1 | 7 September 2026 | 2 October 2026 |\n| 2 | 21 September 2026 | 13 November 2026 |\n| 3 | 23 November 2026 | 18 December 2026 |\n", Reversed},
		"phases that overlap":               {requirement + "Phases may overlap.\n\n| Phase | Start | End |\n|---|---|---|\n| 1 | 7 September 2026 | 2 October 2026 |\n| 2 | 21 September 2026 | 13 November 2026 |\n| 3 | 23 November 2026 | 18 December 2026 |\n", ""},
		"a case that takes too long":        {requirement + "## Lamps\n\n### Notice\n\nThe city tells the keeper within 2 minutes.\n\n#### At night\n\n- **WHEN** a lamp goes out at 03:12\n- **THEN** the keeper has a text by 03:17\n", Values},
		"a case that holds":                 {requirement + "## Lamps\n\n### Notice\n\nThe city tells the keeper within 2 minutes.\n\n#### At night\n\n- **WHEN** a lamp goes out at 23:59\n- **THEN** the keeper has a text by 00:01\n", ""},
		"a circle of stories":               {"-- spec/epics/EPIC-001.md --\n# EPIC-001\n\n## STORY-001-01 Lamps\n\nDepends on: STORY-002-01\n-- spec/epics/EPIC-002.md --\n# EPIC-002\n\nDepends on: EPIC-001\n\n## STORY-002-01 Poles\n\nDepends on: STORY-001-01\n", Cycles},
		"a default and its source":          {requirement + "- **REQ-004**: The level MUST be settable between -3.0 °C and +2.0 °C; the default is -0.5 °C.\n" + decision + "| Field | Type | Values |\n|---|---|---|\n| level_c | REAL | -3.0 to 2.0, default -1.0 (REQ-004) |\n", Values},
		"a default as its source says":      {requirement + "- **REQ-004**: The level MUST be settable between -3.0 °C and +2.0 °C; the default is -0.5 °C.\n" + decision + "| Field | Type | Values |\n|---|---|---|\n| level_c | REAL | -3.0 to 2.0, default -0.5 (REQ-004) |\n", ""},
		"a part of one":                     {requirement + "A lamp with a confidence below 0.70 is shown as unknown.\n" + decision + "A lamp with a confidence below 0.75 is shown as unknown.\n", Values},
		"a version that is no part of one":  {requirement + "A lamp with firmware 0.70 is shown as unknown.\n" + decision + "A lamp with firmware 0.75 is shown as unknown.\n", ""},
		"the liker of two":                  {requirement + "In normal mode a lamp sends one reading every 5 minutes.\n\nIn watch mode a lamp sends one reading every 60 seconds.\n" + decision + "A lamp in watch mode sends every 90 seconds.\n", Values},
		"forbidden but for one":             {requirement + "The controller MUST store the position of the lamp owner.\n" + decision + "A controller MUST NOT store the position of a lamp owner unless they agreed.\n", ""},
	} {
		found := Read(session(t, test.text), false).Conflicts
		if test.want == "" && len(found) > 0 || test.want != "" && (len(found) != 1 || found[0].Kind != test.want) {
			t.Errorf("%s: %v, want %q", name, found, test.want)
		}
	}
}

// TestPlansOfAgents: what stands between tags that HTML does not have is read, and so are
// ports, versions in a column, and the first one beyond a limit.
func TestPlansOfAgents(t *testing.T) {
	const context = "-- spec/phases/01-a/01-CONTEXT.md --\n<decisions>\n- **D-04:** A track is thinned to 300 points\n- **D-06:** Mail leaves through the relay on port 465\n</decisions>\n\n<deferred>\n- Clustering of boats at the berth\n</deferred>\n\nUp to 400 scans wait on the handheld.\n"
	for text, want := range map[string]string{
		"Tracks are thinned to 500 points (D-04).":   "500 points",
		"Tracks are thinned to 300 points (D-04).":   "",
		"Mail leaves through the relay on port 587.": "587",
		"Mail leaves through the relay on port 465.": "",
		"On the handheld the 501st scan is refused.": "501st",
		"On the handheld the 401st scan is refused.": "",
	} {
		docs := session(t, context+"-- spec/phases/01-a/01-01-PLAN.md --\n<task type=\"auto\">\n  <name>One</name>\n  <action>"+text+"</action>\n</task>\n")
		said := ""
		for _, c := range Read(docs, true).Conflicts {
			said += c.Says + " / " + c.Said
		}
		if (want == "") != (said == "") || !strings.Contains(said, want) {
			t.Errorf("%s: %q, want %q", text, said, want)
		}
	}
	docs := session(t, "-- spec/prd.md --\n- PostgreSQL 16 keeps the readings\n-- spec/architecture.md --\n| Part | Technology | Version |\n|---|---|---|\n| Database | PostgreSQL | 15 |\n")
	if found := Read(docs, true).Conflicts; len(found) != 1 || found[0].Says != "PostgreSQL 15" {
		t.Errorf("versions: %+v", found)
	}
}

// TestPartsOfACount: 30 lamps and 12 standing lamps are 42 lamps, and no other number of them.
func TestPartsOfACount(t *testing.T) {
	lamps := func(n float64) quantity { return quantity{value: n, noun: []string{"lamp"}} }
	parts := value{quantity: lamps(30), others: []quantity{lamps(12), {value: 7, noun: []string{"pole"}}}}
	for n, want := range map[float64]bool{42: true, 12: true, 49: false, 40: false} {
		if got := parts.holds(&value{quantity: lamps(n)}); got != want {
			t.Errorf("%v lamps: %v, want %v", n, got, want)
		}
	}
}
