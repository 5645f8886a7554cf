package checks

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/critique/codebase"
)

// harbour is a small project of its own: what the documents of the tests below speak of.
var harbour = map[string]string{
	".gitignore":            "dist/\n",
	"package.json":          `{"scripts":{"build":"vite build","lint:styles":"stylelint","storybook":"storybook dev"},"dependencies":{"react":"^18.2.0","fastify":"^4.26.0","next":"14.2.0"},"devDependencies":{"vite":"^5.0.0"}}`,
	"Makefile":              "migrate: schema\n\tgo run ./cmd/migrate\n\nsnapshot:\n\ttar c .\n",
	"docker-compose.yml":    "services:\n  api:\n    ports:\n      - \"8471:8471\"\n",
	"src/berths/booking.ts": "export class BerthBooking {\n  holdBerth(minutes: number) {}\n  releaseBerth() {}\n}\n",
	"src/berths/tariffs.ts": "export const nightlyTariff = 24\nexport function priceFor(nights: number) { return nights * nightlyTariff }\n",
	"src/server/routes.ts":  "app.get('/api/berths/:id/bookings', list)\napp.post('/api/harbours', create)\napp.delete('/api/visitor-passes/:id', drop)\n",
	"src/server/config.ts":  "export const url = process.env.HARBOUR_DATABASE_URL\nexport const key = process.env.TIDE_TABLE_TOKEN\n",
	"src/tides/forecast.ts": "export interface TideForecast { highWater: Date }\nexport async function fetchForecast(harbour: string) {}\n",
	"docs/operations.md":    "# Operations\n",
}

// atHarbour is what is known of harbour, once it is large enough to be judged by.
func atHarbour(t *testing.T) *codebase.Project {
	t.Helper()
	var fixtures strings.Builder
	for i := range 300 {
		fmt.Fprintf(&fixtures, "const pontoonFixture%d = %d\n", i, i)
	}
	files := maps.Clone(harbour)
	files["src/fixtures.ts"] = fixtures.String()
	return projectOf(t, files)
}

// references are what harbour has, in sentences that say so: the part between the marks
// is what a seeded reference replaces.
var references = []string{
	"Bookings are kept by the existing `src/berths/«booking».ts`.",
	"价格由现有的 `src/berths/«tariffs».ts` 计算。",
	"- Affected code: `src/server/«routes».ts`, `src/tides/«forecast».ts`",
	"Tides live in `src/«tides»/` today.",
	"We extend the existing `Berth«Booking»` with one more state.",
	"The form calls `BerthBooking.«releaseBerth»()`, which already exists.",
	"Prices reuse `«nightlyTariff»` as they do today.",
	"复用 `«TideForecast»` 的字段。",
	"The server reads `HARBOUR_«DATABASE»_URL` at start.",
	"`TIDE_TABLE_«TOKEN»` is read by the forecast.",
	"Styles are checked by running `npm run «lint:styles»`.",
	"A reviewer opens it with `npm run «storybook»`.",
	"Run `make «migrate»` before the first start, and `make «snapshot»` after it.",
	"The API listens on port «8471».",
	"The page reads `GET /api/«berths»/{id}/bookings`.",
	"The form is answered by `POST /api/«harbours»`.",
	"The page is written with React «18».",
	"Requests are served by Fastify «4».",
	"- [x] T001 Keep bookings in src/berths/«booking».ts",
	"| File | Change |\n|---|---|\n| `src/«tides»/forecast.ts` | Modify: a second tide |",
	"## Affected code\n\n- src/server/«config».ts",
	"New forms will come. `src/berths/«tariffs».ts` stays unchanged.",
	"The tide is asked for in `src/tides/forecast.ts:«2»`.",
	"Pages keep using the existing package `«fastify»`.",
	"- [ ] 1. Check it\n  - Run `npm run «build»`",
}

func projectOf(t testing.TB, files map[string]string) *codebase.Project {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	index := codebase.Read(context.Background(), root, codebase.Default)
	words := codebase.ReadWords(context.Background(), root, index, codebase.OfWords)
	return &codebase.Project{
		Exists: func(name string) bool { _, err := root.Stat(name); return err == nil },
		Index:  func() *codebase.Index { return index },
		Words:  func() *codebase.Words { return words },
	}
}

// dead returns what the rules about the code say of a document.
func dead(t *testing.T, c *Checks, code critique.Code, path, text string) []critique.Finding {
	t.Helper()
	doc := critique.Document{Path: path, Content: []byte("# Berths\n\n" + text + "\n")}
	return c.Check(context.Background(), critique.Subject{Artifact: doc, Session: []critique.Document{doc}, Language: "en", Surroundings: critique.Surroundings{Code: code, Exists: func(string) bool { return false }}}).Findings
}

// seeds are what a writer could have put in the place of a name: a letter left out, two
// that changed places, and another word.
func seeds(name string) []string {
	switch {
	case len(name) == 4 && name[0] == '8':
		return []string{"8472", "9471"}
	case name == "2": // a line
		return []string{"3", "120"}
	case name[0] >= '0' && name[0] <= '9':
		return []string{"2", "99"}
	}
	var all []string
	for i := 1; i < len(name)-1; i++ {
		if without := name[:i] + name[i+1:]; name[i] != ':' {
			all = append(all, without)
		}
		if name[i] != name[i+1] && name[i] != ':' && name[i+1] != ':' {
			all = append(all, name[:i]+string(name[i+1])+string(name[i])+name[i+2:])
		}
	}
	other := "walrus"
	if strings.ToUpper(name) == name {
		other = "WALRUS"
	}
	slices.Sort(all)
	return append(slices.Compact(all), other)
}

// TestSeededReferences seeds references that lead nowhere, one at a time, into sentences
// about a project: nearly all are found, none before it was seeded, and none is HIGH.
func TestSeededReferences(t *testing.T) {
	code := atHarbour(t)
	c := onlyRules(t, "X-025", "X-026", "X-027")
	right := strings.NewReplacer("«", "", "»", "").Replace(strings.Join(references, "\n\n"))
	if found := dead(t, c, code, "design.md", right); len(found) > 0 {
		t.Errorf("of references that are right: %+v", found)
	}
	seeded, found := 0, 0
	for _, sentence := range references {
		for rest := sentence; strings.Contains(rest, "«"); {
			_, after, _ := strings.Cut(rest, "«")
			name, behind, _ := strings.Cut(after, "»")
			rest = behind
			for _, seed := range seeds(name) {
				text := strings.NewReplacer("«"+name+"»", seed, "«", "", "»", "").Replace(sentence)
				seeded++
				hits := dead(t, c, code, "design.md", text)
				if len(hits) > 0 {
					found++
				} else {
					t.Logf("not found: %s", text)
				}
				for _, f := range hits {
					if f.Severity == critique.High {
						t.Errorf("%s is HIGH: %s", f.Rule, text)
					}
				}
			}
		}
	}
	t.Logf("%d of %d seeded references found", found, seeded)
	if found*100 < seeded*94 {
		t.Errorf("only %d of %d seeded references found", found, seeded)
	}
}

// What nobody says is there, and nobody says is to come, is a remark, and only beside much
// that is there.
func TestReferencesThatAreLeftOpen(t *testing.T) {
	code := atHarbour(t)
	c := onlyRules(t, "X-025", "X-026", "X-027")
	for text, want := range map[string]string{
		"Bookings: `src/berths/booking.ts`, prices: `src/berths/tariffs.ts`, waiting: `src/berths/waitlist.ts`.": "the project has no src/berths/waitlist.ts",
		"Waiting: `src/berths/waitlist.ts`, mails: `src/berths/mails.ts`, prices: `src/berths/tariffs.ts`.":      "",
		"It has `BerthBooking`, `holdBerth`, `releaseBerth` and the `waitForBerth` of the platform.":             "",
		"It has `BerthBooking`, `waitForBerth` and `mailWhoWaits`.":                                              "",
		"```bash\nnpm run build\nnpm run waitlist\n```":                                                          "the project has no script waitlist",
	} {
		found := dead(t, c, code, "design.md", text)
		if want == "" && len(found) == 0 {
			continue
		}
		if len(found) != 1 || found[0].Severity != critique.Low || !strings.HasPrefix(found[0].Message, want) || want == "" {
			t.Errorf("%s\n%+v, want %q", text, found, want)
		}
	}
}

// BenchmarkReferences looks up what a document names in a project of some thousand files,
// a tenth of it not there.
func BenchmarkReferences(b *testing.B) {
	files := map[string]string{}
	var text strings.Builder
	for i := range 4000 {
		name := fmt.Sprintf("src/part%d/module%d/berth%d.ts", i%40, i%200, i)
		files[name] = fmt.Sprintf("export const berthOfQuay%d = %d\n", i, i)
		if i%10 == 0 {
			fmt.Fprintf(&text, "The existing `%s` keeps `berthOfQuay%d`.\n\n", name, i)
		}
		if i%100 == 0 {
			fmt.Fprintf(&text, "The existing `src/part%d/module%d/mole%d.ts` keeps `moleOfQuay%d`.\n\n", i%40, i%200, i, i)
		}
	}
	code := projectOf(b, files)
	var off []string
	for _, r := range Rules() {
		if !slices.Contains([]string{"X-025", "X-026", "X-027"}, r.ID) {
			off = append(off, r.ID)
		}
	}
	c, err := New(Options{Off: off})
	if err != nil {
		b.Fatal(err)
	}
	doc := critique.Document{Path: "design.md", Content: []byte("# Berths\n\n" + text.String())}
	subject := critique.Subject{Artifact: doc, Session: []critique.Document{doc}, Language: "en", Surroundings: critique.Surroundings{Code: code, Exists: func(string) bool { return false }}}
	b.ReportAllocs()
	for b.Loop() {
		c.library = &library{}
		c.Check(context.Background(), subject)
	}
}

// What is to come, an example, or nobody's claim is no dead reference.
func TestReferencesToWhatIsToCome(t *testing.T) {
	code := atHarbour(t)
	c := onlyRules(t, "X-025", "X-026", "X-027")
	for path, sentences := range map[string][]string{
		"design.md": {
			"A new file `src/berths/waitlist.ts` keeps who waits, and `src/berths/waitlst/` its tests.",
			"The page shows the booking of today and the Next 9 sailings.",
			"We will add `BerthWaitlist.enqueue()` next to the existing bookings.",
			"We introduce `HARBOUR_WAITLIST_URL`; the server will read it.",
			"新增 `BerthWaitlist`，保存候补名单。",
			"A script `npm run waitlist` shall be created.",
			"`POST /api/waitlists` will answer with 201.",
			"The waiting list is planned to listen on port 8473.",
			"The binary lies in `/usr/local/bin/harbour-tool` and is called by `/opt/tools/run`.",
			"The page sends `holdMinutes` and `hold_berth` in its request.",
			"See `https://example.org/api/waitlists`, e.g. `src/foo/bar.ts`.",
			"React will be upgraded to React 19.",
			"- React: ~40 KB gzipped\n- React: 30 kB\n- Fastify: ~1 MB",
			"React 40 % and React: 12 ms, React (9 lines), React 90 stars.",
			"- React：40 行\n- React: 3 秒",
			"Bookings already use a `BerthKeeper` or similar mechanism.",
			"## Glossary\n\n- **tide_book**: the printed tables\n\n## Sources\n\nThe existing `tide_book` is read.",
			"# Migration to React 18\n\nThe page is built with React 17 today, and with React 18 after it.",
			"| Package | Version |\n|---|---|\n| react | ^18.0.1 |",
			"```ts\nclass BerthWaitlist {}\n```\n\nThe existing `BerthWaitlist` sketch above is what we build.",
			"`dist/waitlist.js` is updated by the build.",
			"| File | Change |\n|---|---|\n| src/berths/waitlist.ts | New |\n| src/berths/booking.ts | Modify: a new state |",
			"The list follows the pattern in `src/berths/booking.ts`; create it as `src/berths/waitlist.ts`.",
			"It will use `@tide/waitlist`, or `tide-tables` instead.",
			"Already done in commit `f8c61cb`, and the existing page is called `berths.show`.",
			"Made by `mkdir -p src/waitlist/list.ts`, or [the list](src/berths/waitlist.ts).",
		},
		"tasks.md": {
			"- [ ] T001 Create `src/berths/waitlist.ts` with `HARBOUR_WAITLIST_URL` and `BerthWaitlist`\n- [ ] T002 Update `src/berths/waitlist.ts` to read `HARBOUR_WAITLIST_URL`, and extend `BerthWaitlist`",
		},
	} {
		for _, text := range sentences {
			if found := dead(t, c, code, path, text); len(found) > 0 {
				t.Errorf("%s\n%+v", text, found)
			}
		}
	}
}

// A drawn tree may have the project itself for its top, also where a folder has that name,
// and may leave folders out. What it calls there and is nowhere is a finding all the same.
func TestDrawnTrees(t *testing.T) {
	code := atHarbour(t)
	c := onlyRules(t, "X-025", "X-026", "X-027")
	for tree, want := range map[string]int{
		"src/\n├── package.json  # existing\n├── src/\n│   └── berths/\n│       ├── booking.ts  # existing\n│       └── tariffs.ts  # existing":          0,
		"src/\n└── kept/\n    ├── booking.ts  # existing\n    ├── tariffs.ts  # existing\n    ├── forecast.ts  # existing\n    └── stays.ts  # existing": 0,
		"src/\n├── berths/\n│   ├── booking.ts  # existing\n│   └── stays.ts  # existing\n└── tides/\n    └── forecast.ts  # existing":                   1,
	} {
		if found := dead(t, c, code, "design.md", "```\n"+tree+"\n```"); len(found) != want {
			t.Errorf("%s\n%+v, want %d", tree, found, want)
		}
	}
}

func TestNearestNameIsSaid(t *testing.T) {
	code := atHarbour(t)
	c := onlyRules(t, "X-025", "X-026", "X-027")
	for text, want := range map[string]string{
		"The existing `src/berths/bookings.ts` is kept.":    "the project has no src/berths/bookings.ts; it has src/berths/booking.ts",
		"It calls the existing `BerthBookng.holdBerth()`.":  "the project has nothing called BerthBookng.holdBerth; it has BerthBooking",
		"Run `npm run storybok`.":                           "the project has no script storybok; it has storybook",
		"Run `make migrat` first.":                          "the project has no target migrat; it has migrate",
		"It reads `TIDE_TABLE_TOKN`.":                       "the project has no variable TIDE_TABLE_TOKN; it has TIDE_TABLE_TOKEN",
		"It listens on port 8472.":                          "the project has no port 8472; it has 8471",
		"It reads `GET /api/berts/{id}`.":                   "the project has no route /api/berts/{id}; it has /api/berths/{id}",
		"It is in `src/tides/forecast.ts:90`.":              "the project has no src/tides/forecast.ts:90; it has src/tides/forecast.ts:2",
		"Pages keep using the existing `fastfy`.":           "the project has no package fastfy; it has fastify",
		"- [x] T001 Keep bookings in src/berths/stays.ts":   "the project has no src/berths/stays.ts",
		"- [x] Keep them in src/berths/booking_list.ts":     "the project has no src/berths/booking_list.ts; it has src/berths/booking.ts",
		"页面沿用 React 17 行为。":                                 "React 17 is named here, but package.json has react ^18.2.0",
		"The page is written with React 17 and is current.": "React 17 is named here, but package.json has react ^18.2.0",
	} {
		found := dead(t, c, code, "design.md", text)
		if len(found) != 1 || found[0].Message != want {
			t.Errorf("%s\n%+v, want %q", text, found, want)
		}
	}
}

// TestNamesThatAChangeAdds: what an OpenSpec change says shall be new is not there yet.
func TestNamesThatAChangeAdds(t *testing.T) {
	checks, code := onlyRules(t, "X-027"), atHarbour(t)
	for title, want := range map[string]int{"ADDED": 0, "MODIFIED": 1} {
		text := "## " + title + " Requirements\n\n### Requirement: Drain\nThe server SHALL list pumps.\n\n#### Scenario: Empty\n- **WHEN** the existing route `GET /api/pumps` is called\n- **THEN** a list is shown\n"
		if found := dead(t, checks, code, "specs/pumps/spec.md", text); len(found) != want {
			t.Errorf("%s: %+v, want %d", title, found, want)
		}
	}
}

// onlyRules returns checks that run some rules.
func onlyRules(t *testing.T, ids ...string) *Checks {
	t.Helper()
	var off []string
	for _, r := range Rules() {
		if !slices.Contains(ids, r.ID) {
			off = append(off, r.ID)
		}
	}
	c, err := New(Options{Off: off})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestNamesInOtherLanguages: whether a name is there already cannot be read in a language that no
// rule knows, so only what is said to be in a file that is there counts.
func TestNamesInOtherLanguages(t *testing.T) {
	const more = "\n\nO sistema não precisa de uma pessoa para a leitura, e os dados são guardados com a data em que foram medidos. Quando o cais está cheio, a página para e uma luz avisa a pessoa que cuida do porto, para que ela não tenha de olhar para o cais. As reservas são feitas por quem chega com um barco, e a lista mostra quanto tempo cada um fica.\n"
	checks, code := onlyRules(t, "X-027"), atHarbour(t)
	for text, want := range map[string]int{
		"# Nomes\n\nEvitar nomes genéricos como `BerthWidget`; usar `BerthBooking`, `TideForecast`, `nightlyTariff`, `priceFor()` e `fetchForecast()`." + more: 0,
		"# Names\n\nThe form calls the existing `BerthBoking.releaseBerth()`, `TideForecast`, `nightlyTariff`, `priceFor()` and `fetchForecast()`.\n":          1,
	} {
		if found := dead(t, checks, code, "design.md", text); len(found) != want {
			t.Errorf("%.60s: %v, want %d", text, found, want)
		}
	}
}
