package checks

import (
	"context"
	"strings"
	"testing"

	"discussd/critique"
)

// deadOf returns what the rules about the code say of the documents of a session.
func deadOf(t *testing.T, code critique.Code, docs map[string]string) (told []string) {
	t.Helper()
	c := onlyRules(t, "X-025", "X-026", "X-027")
	kinds := map[string]string{"tasks.md": "tasks"}
	var all []critique.Document
	for path, text := range docs {
		all = append(all, critique.Document{Path: path, Kind: kinds[path], Content: []byte(text + "\n")})
	}
	subject := critique.Subject{Artifact: all[0], Members: all[1:], Session: all, Language: "en", Surroundings: critique.Surroundings{Code: code, Exists: func(string) bool { return false }}}
	for _, f := range c.Check(context.Background(), subject).Findings {
		for _, place := range f.Places {
			told = append(told, string(f.Severity)+" "+place.Message)
		}
	}
	return told
}

// What stands among names that are there is one of the project's, however it is named, unless
// it is to come, gone, or a word of the documents' own. Each pair is a violation and its near miss.
func TestNamesAmongThoseThatAreThere(t *testing.T) {
	code := atHarbour(t)
	const open, finished = "- [ ] Book\n- [ ] Pay", "- [x] Book\n- [x] Pay\n- [x] Moor"
	const living = "# Berths\n\n## Purpose\n\nBerths.\n\n## Requirements\n\n### Requirement: Hold\n\n"
	for name, c := range map[string]struct {
		docs map[string]string
		want string // the beginning of the only finding; "" for none
	}{
		"a folder":                          {map[string]string{"notes.md": "- `src/`: code\n- `docs/`: texts\n- `fenders/`: fixtures"}, "LOW the project has no fenders"},
		"a folder that tools write":         {map[string]string{"notes.md": "- `src/`: code\n- `docs/`: texts\n- `coverage/`: written"}, ""},
		"a branch":                          {map[string]string{"notes.md": "- `src/`: code\n- `docs/`: texts\n- `bugfix/*`: mends"}, ""},
		"a file by its name":                {map[string]string{"notes.md": "- `booking.ts`, `tariffs.ts` and `moorings.ts`"}, "LOW the project has no moorings.ts"},
		"a package by its name":             {map[string]string{"notes.md": "- `booking.ts`, `tariffs.ts` and `fastify.js`"}, ""},
		"a demand of what holds today":      {map[string]string{"spec.md": living + "The server SHALL read `src/berths/moorings.ts` and `src/berths/booking.ts`."}, "LOW the project has no src/berths/moorings.ts"},
		"a demand of a change":              {map[string]string{"spec.md": strings.Replace(living, "## Requirements", "## ADDED Requirements", 1) + "The server SHALL read `src/berths/moorings.ts` and `src/berths/booking.ts`."}, ""},
		"the last of what has come":         {map[string]string{"plan.md": "Create `src/berths/booking.ts`.\n\nCreate `src/berths/tariffs.ts`.\n\nCreate `src/tides/forecast.ts`.\n\nCreate `src/tides/moorings.ts`."}, ""},
		"what has not come":                 {map[string]string{"plan.md": "Create `src/berths/booking.ts`.\n\nCreate `src/berths/quays.ts`.\n\nCreate `src/tides/moorings.ts`."}, ""},
		"an open task beside what has come": {map[string]string{"plan.md": "- [ ] Create `src/berths/booking.ts`\n- [ ] Create `src/berths/tariffs.ts`\n- [ ] Create `src/tides/forecast.ts`\n- [ ] Create `src/tides/moorings.ts`"}, ""},
		"a report":                          {map[string]string{"report.md": "- Added `releaseBerth()`\n- Added `holdBerth()`\n- Added `swapBerths()`"}, "LOW the project has nothing called swapBerths"},
		"what goes":                         {map[string]string{"report.md": "- It has `releaseBerth()`\n- It has `holdBerth()`\n- Removes `swapBerths()`"}, ""},
		"实现报告":                              {map[string]string{"report.md": "- 新增了 `releaseBerth()`\n- 实现了 `holdBerth()`\n- 实现了 `swapBerths()`"}, "LOW the project has nothing called swapBerths"},
		"将来":                                {map[string]string{"report.md": "- 有 `releaseBerth()`\n- 有 `holdBerth()`\n- 将新增 `swapBerths()`"}, ""},
		"文件":                                {map[string]string{"notes.md": "- `booking.ts`：预订\n- `tariffs.ts`：价格\n- `moorings.ts`：系泊"}, "LOW the project has no moorings.ts"},
		"例如":                                {map[string]string{"notes.md": "- `booking.ts`：预订\n- `tariffs.ts`：价格\n- 例如 `moorings.ts`"}, ""},
		"a claim alone":                     {map[string]string{"notes.md": "The existing `BerthKeeper` stays."}, "LOW the project has nothing called BerthKeeper"},
		"a name with more behind it":        {map[string]string{"notes.md": "The existing `BerthBookingKeeper` stays."}, "LOW the project has nothing called BerthBookingKeeper; it has BerthBooking"},
		"a claim with the file":             {map[string]string{"notes.md": "Prices come from `seasonTariff` in `src/berths/tariffs.ts`."}, "MEDIUM the project has nothing called seasonTariff"},
		"a word of a glossary beside it":    {map[string]string{"notes.md": "The existing `BerthKeeper` stays.", "words.md": "# Words\n\n## Glossary\n\n- **BerthKeeper**: who keeps berths"}, ""},
		"a key above a text":                {map[string]string{"notes.md": "The existing `threat_level` stays.", "plan.md": "---\nthreat_level: low\n---\n\n# Plan"}, ""},
		"a key that refers to a type":       {map[string]string{"notes.md": "The existing `TideForecast_id` stays."}, ""},
		"what is denied":                    {map[string]string{"notes.md": "It has `releaseBerth`, `holdBerth` and `priceFor`, and NOT a separate `swapBerths` table."}, ""},
		"a stand-in":                        {map[string]string{"notes.md": "- `src/berths/booking.ts`, `src/berths/tariffs.ts`, `src/berths/berth-[name].ts` and `src/[name].test.ts`"}, ""},
		"a file that is moved since":        {map[string]string{"plan.md": "- [x] Book\n- [x] Pay\n- [x] The form extends the existing `src/quays/booking.ts`"}, ""},
		"a list of work that is open":       {map[string]string{"tasks.md": "- [ ] Book\n- [ ] Pay", "design.md": "- `booking.ts`, `tariffs.ts` and `moorings.ts`"}, ""},
		"what open work puts somewhere":     {map[string]string{"tasks.md": "- [ ] Book\n- [ ] Pay", "design.md": "The worker uses `src/berths/booking.ts` and `BerthBooking`. Adapters live in `src/quays/dhl.ts` and `src/quays/ups.ts`. It reads `QUAY_API_KEY`. Run with `npm run quays`."}, ""},
		"开放任务的代码位置":                         {map[string]string{"tasks.md": "- [ ] 预订\n- [ ] 付款", "design.md": "适配器位于 `src/quays/dhl.ts`。通过 `npm run quays` 运行。"}, ""},
		"what open work says is there":      {map[string]string{"tasks.md": "- [ ] Book\n- [ ] Pay", "design.md": "The existing `src/berths/quays.ts` stays."}, "LOW the project has no src/berths/quays.ts"},
		"what a thing is extended with":     {map[string]string{"notes.md": "Extend `BerthBooking` with a method `swapBerths()`."}, ""},
		"what is added to a file":           {map[string]string{"notes.md": "`npm run quays` is added to `package.json`."}, ""},
		"what should be offered":            {map[string]string{"notes.md": "The service should expose `POST /api/harbours/batches`."}, ""},
		"应提供的接口":                            {map[string]string{"notes.md": "服务应提供 `POST /api/harbours/batches`，并为 `BerthBooking` 增加 `swapBerths()`。"}, ""},
		"what others have":                  {map[string]string{"research.md": "- `booking.ts`, `tariffs.ts` and `moorings.ts`"}, ""},
		"a place to be":                     {map[string]string{"notes.md": "The page will be located at `src/berths/page.ts`."}, ""},
		"a part of a bucket":                {map[string]string{"notes.md": "- `src/`: code\n- `docs/`: texts\n- `fenders/` in the S3 bucket: photographs"}, ""},
		"a name with the time":              {map[string]string{"notes.md": "- `src/berths/booking.ts`, `src/berths/tariffs.ts` and `src/berths/TIMESTAMP_berths.ts`"}, ""},
		"a file that may be there":          {map[string]string{"notes.md": "Check if `src/berths/mails.ts` exists."}, ""},
		"a way to spell":                    {map[string]string{"notes.md": "- `releaseBerth`, `holdBerth` and `priceFor` are in `camelCase`"}, ""},
		"a folder of a tree":                {map[string]string{"notes.md": "```\nsrc/\n├── berths/\n│   ├── booking.ts\n│   └── tariffs.ts\n├── tides/\n│   └── forecast.ts\n└── quays/\n    ├── moorings.ts\n    ├── bollards.ts\n    └── fenders.ts\n```"}, "LOW the project has no src/quays"},
		"a test of work that is done":       {map[string]string{"tasks.md": "- [x] Book\n- [x] Pay\n- [x] Moor", "design.md": "Add `vitest run src/berths/booking.ts::holdsTwice`."}, "LOW the project has nothing called holdsTwice"},
		"a test of work to be done":         {map[string]string{"tasks.md": "- [x] Book\n- [ ] Pay\n- [x] Moor", "design.md": "Add `vitest run src/berths/booking.ts::holdsTwice`."}, ""},
		"a version that there was":          {map[string]string{"tasks.md": "**Status:** done\n\nWritten with React 17."}, "LOW React 17 is named here"},
		"a version that is to be":           {map[string]string{"tasks.md": "**Status:** draft\n\nWritten with React 17."}, "LOW React 17 is named here"},
		"a version to choose from":          {map[string]string{"research.md": "## React\n\nWritten with React 17.\n\nAgain: React 17."}, "LOW React 17 is named here"},
		"a list of finished work":           {map[string]string{"tasks.md": finished, "plan.md": "- Prices in `src/berths/moorings.ts`"}, "LOW the project has no src/berths/moorings.ts"},
		"what finished work was to make":    {map[string]string{"tasks.md": finished, "plan.md": "- Create `src/berths/moorings.ts`"}, ""},
		"another end":                       {map[string]string{"tasks.md": open, "design.md": "Rows come in `src/berths/booking.js`."}, "LOW the project has no src/berths/booking.js; it has src/berths/booking.ts"},
		"another file beside it":            {map[string]string{"tasks.md": open, "design.md": "Rows come in `src/berths/booking.css`."}, ""},
		"a folder with more to its name":    {map[string]string{"tasks.md": open, "design.md": "Rows come in `src/tides-core/forecast.ts`."}, "MEDIUM the project has no src/tides-core/forecast.ts; it has src/tides/forecast.ts"},
		"named once beside one named often": {map[string]string{"design.md": "Rows: `src/berths/booking.ts`.\n\nKeys: `src/berths/booking.ts`.\n\nMoney: `src/berths/bookingKeeper.ts`.\n\nTime: `src/berths/moorings.ts`."}, "LOW the project has no src/berths/bookingKeeper.ts"},
		"named as often":                    {map[string]string{"design.md": "Rows: `src/berths/booking.ts`.\n\nKeys: `src/berths/bookingKeeper.ts`.\n\nMoney: `src/berths/bookingKeeper.ts`.\n\nTime: `src/berths/moorings.ts`."}, ""},
		"what open work does in a file":     {map[string]string{"tasks.md": open + "\n- [ ] Register berths in src/server/routesOld.ts"}, "LOW the project has no src/server/routesOld.ts; it has src/server/routes.ts"},
		"what open work makes":              {map[string]string{"tasks.md": open + "\n- [ ] Implement berths in src/server/routesOld.ts"}, ""},
		"what proposals are kept in":        {map[string]string{"tasks.md": open + "\n- [ ] Define routes (below proposals) in src/server/routesOld.ts"}, "LOW the project has no src/server/routesOld.ts"},
		"a row that says modify":            {map[string]string{"notes.md": "| File | Work | What |\n|---|---|---|\n| `src/berths/bookingOld.ts` | Modify | Add a key |"}, "LOW the project has no src/berths/bookingOld.ts"},
		"a row that says add":               {map[string]string{"notes.md": "| File | Work | What |\n|---|---|---|\n| `src/berths/bookingOld.ts` | Add | Modify a key |"}, ""},
		"a mark before a path":              {map[string]string{"1-PLAN.md": "<files>src/berths/bookingOld.ts</files>"}, "LOW the project has no src/berths/bookingOld.ts"},
		"只改此文件":                             {map[string]string{"notes.md": "仅修改 `src/berths/bookingOld.ts` 组件，将列表替换为表格。"}, "LOW the project has no src/berths/bookingOld.ts"},
		"被删除的文件":                            {map[string]string{"notes.md": "`src/berths/bookingOld.ts` 将被删除。"}, ""},
		"a variable with more to its name":  {map[string]string{"notes.md": "- `HARBOUR_DATABASE_URL_V2`"}, "LOW the project has no variable HARBOUR_DATABASE_URL_V2; it has HARBOUR_DATABASE_URL"},
		"a version of a link":               {map[string]string{"research.md": "- [Next.js 16 Documentation](https://example.org/next)"}, "LOW Next.js 16 is named here"},
		"a version in a cell":               {map[string]string{"research.md": "| Page | React 16 + Inertia.js | one page |"}, "LOW React 16 is named here"},
		"a version of three parts":          {map[string]string{"research.md": "- Next.js 16.1.6, deployed"}, "LOW Next.js 16.1.6 is named here"},
		"a drift of research":               {map[string]string{"research.md": "- Next.js 14.1.6, deployed"}, ""},
		"a version that is weighed":         {map[string]string{"research.md": "# Study\n\n## Alternatives\n\nReact 16 pages."}, ""},
		"what a version brought":            {map[string]string{"research.md": "Portals came in React 16."}, ""},
		"a variable that open work reads":   {map[string]string{"tasks.md": open, "design.md": "The worker SHALL read `HARBOUR_DATABASE_URL_V2`."}, "LOW the project has no variable HARBOUR_DATABASE_URL_V2; it has HARBOUR_DATABASE_URL"},
		"a variable that open work adds":    {map[string]string{"tasks.md": open, "design.md": "Add `HARBOUR_DATABASE_URL_V2`."}, ""},
		"a variable of several places":      {map[string]string{"tasks.md": open + "\n- [ ] Set `HARBOUR_DATABASE_URL_V2`", "design.md": "It reads `HARBOUR_DATABASE_URL_V2`."}, ""},
		"one letter more in a variable":     {map[string]string{"tasks.md": open, "proposal.md": "- the secret `TIDE_TABLE_TOKENS`"}, "LOW the project has no variable TIDE_TABLE_TOKENS; it has TIDE_TABLE_TOKEN"},
		"a variable in another tongue":      {map[string]string{"notes.md": "Der Dienst liest beim Start die Variable, die den Hafen beschreibt, und er wartet nicht auf die Gezeiten, sondern nimmt, was er schon hat: `TIDE_TABLE_TOKEN_V2`."}, "LOW the project has no variable TIDE_TABLE_TOKEN_V2"},
		"a version before a colon":          {map[string]string{"notes.md": "- **React 17**: set up"}, "MEDIUM React 17 is named here"},
		"a time of day":                     {map[string]string{"notes.md": "- Meet Next 12:30"}, ""},
		"where a variable is listed":        {map[string]string{"spec.md": "The server SHALL answer those listed in the `HARBOUR_DATABASE_URL_V2` variable."}, "LOW the project has no variable HARBOUR_DATABASE_URL_V2; it has HARBOUR_DATABASE_URL"},
		"a version beside the right one":    {map[string]string{"research.md": "Do not write React 17 pages here. React 18 has no use for them."}, ""},
		"another variable":                  {map[string]string{"notes.md": "- `HARBOUR_QUAY_URL`"}, ""},
		"a version that never was":          {map[string]string{"tasks.md": "**Status:** done\n\nWritten with React 19."}, "LOW React 19 is named here"},
	} {
		told := deadOf(t, code, c.docs)
		if c.want == "" && len(told) > 0 || c.want != "" && (len(told) != 1 || !strings.HasPrefix(told[0], c.want)) {
			t.Errorf("%s: %q, want %q", name, told, c.want)
		}
	}
}
