package schedule

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// sound is a session with nothing wrong in it: a brief in its second revision, which a
// person accepted as the third, a request, and a discussion.
func sound(t *testing.T) (s Session, files map[string]string) {
	t.Helper()
	const brief, plan = "# Brief\n", "# Plan\n"
	decision := "decision: accept\n"
	request := `{"round": "Q"}`
	files = map[string]string{
		"spec/product-brief.md": brief, "notes/plan.md": plan, "spec/requirements/_index.md": "# R\n", "spec/requirements/a.md": "# A\n",
		"discussions/.discussd/.gitignore": "*\n", "discussions/.discussd/lock": "",
		"discussions/decisions/R2.md":         decision,
		"discussions/requests/q.json":         request,
		"discussions/R2-checks.json":          "{}",
		"discussion.md":                       "# Talk\n### Round 1 - Discussion (now)\n",
		"shared-memory.json":                  "{\n  \"owner\": \"Mara\",\n  \"discussions\": [\n    {\"id\": \"discussion-round-1\"}\n  ]\n}\n",
		"discussions/discussion-round-1.json": "{}",
	}
	told := ""
	say := func(kind, round, fingerprint string, revision int) {
		told += fmt.Sprintf(`{"id":"MSG-%03d","from":"discuss","type":%q,"data":{"round":%q,"fingerprint":%q,"revision":%d}}`+"\n", 1+strings.Count(told, "\n"), kind, round, fingerprint, revision)
	}
	judge := func(name, round, artifact, text string, revision int, decided bool, members ...file) {
		list := digest([]byte(text)) + "  " + artifact + "\n"
		for _, m := range members {
			list += m.SHA256 + "  " + m.Path + "\n"
		}
		fingerprint := digest([]byte(list))
		record := fmt.Sprintf("# Record %d\n%s\n", revision, fingerprint)
		var v verdictSeen
		v.Round, v.Revision, v.Verdict, v.Artifact.Path, v.Artifact.SHA256, v.Artifact.Members, v.Artifact.Fingerprint = round, revision, "consensus_reached", artifact, digest([]byte(text)), members, fingerprint
		v.Record = &file{"discussions/" + round + "-discussion.md", digest([]byte(record))}
		if decided {
			v.Decisions = append(v.Decisions, struct {
				SHA256   string `json:"sha256"`
				Decision string `json:"decision"`
			}{digest([]byte(decision)), "accept"})
		} else {
			say(starts, round, fingerprint, revision)
		}
		say("discussion_ready", round, fingerprint, revision)
		written, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		files[name+"verdict.json"], files[name+"discussion.md"] = string(written), record
	}
	judge("discussions/.discussd/history/R2/1-", "R2", "spec/product-brief.md", "# Draft\n", 1, false)
	judge("discussions/.discussd/history/R2/2-", "R2", "spec/product-brief.md", brief, 2, false)
	judge("discussions/R2-", "R2", "spec/product-brief.md", brief, 3, true)
	judge("discussions/R3-", "R3", "spec/requirements/_index.md", "# R\n", 1, false, file{"spec/requirements/a.md", digest([]byte("# A\n"))})
	judge("discussions/Q-", "Q", "notes/plan.md", plan, 1, false)
	say(starts, "discussion-round-1", "x", 1)
	say("discussion_processed", "discussion-round-1", "x", 1)
	files[busFile] = told
	for text, answer := range map[string]string{decision: `"outcome": "accept", "result": "discussions/R2-verdict.json"`, request: `"outcome": "consensus_reached", "result": "discussions/Q-verdict.json"`} {
		sum := digest([]byte(text))
		files["discussions/.discussd/answered/"+sum+".json"] = fmt.Sprintf("{\"sha256\": %q, %s,\n\"answered_at\": \"2026-03-05T09:14:02Z\"}\n", sum, answer)
	}
	s = Session{Dir: t.TempDir(), Rounds: []Round{
		{ID: "R1", Artifact: "spec/discovery-context.json"}, {ID: "R2", Artifact: "spec/product-brief.md"},
		{ID: "R3", Artifact: "spec/requirements/_index.md", Members: "spec/requirements/*.md"},
	}, Before: map[string]string{discussion: "# Talk\n", memory: `{"owner": "Mara", "discussions": []}`}}
	for name, text := range files {
		s.put(t, name, text)
	}
	var err error
	if s.Outside, err = Survey(s.Dir); err != nil {
		t.Fatal(err)
	}
	return s, files
}

func (s Session) put(t *testing.T, name, text string) {
	t.Helper()
	name = filepath.Join(s.Dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestNothingIsWrong(t *testing.T) {
	s, _ := sound(t)
	for _, v := range s.Violations() {
		t.Error(v)
	}
}

// answered is where the answer to a file in an inbox is noted.
func answered(text string) string {
	return "discussions/.discussd/answered/" + digest([]byte(text)) + ".json"
}

// TestViolations plants each of them. Text that is "" takes the file away.
func TestViolations(t *testing.T) {
	const v2, v3, record = "discussions/.discussd/history/R2/2-verdict.json", "discussions/R2-verdict.json", "discussions/R2-discussion.md"
	replace := func(old, new string) func(string) string {
		return func(text string) string {
			if !strings.Contains(text, old) {
				panic(old + " is not in " + text)
			}
			return strings.Replace(text, old, new, 1)
		}
	}
	is := func(text string) func(string) string { return func(string) string { return text } }
	more := func(text string) func(string) string { return func(old string) string { return old + text } }
	without := func(line int) func(string) string {
		return func(text string) string {
			lines := strings.SplitAfter(text, "\n")
			return strings.Join(slices.Delete(lines, line-1, line), "")
		}
	}
	tests := map[string]struct {
		file  string
		plant func(string) string
		want  string
	}{
		"no verdict":                     {"discussions/R3-verdict.json", is(""), "discussions/R3-verdict.json: there is no verdict on spec/requirements/_index.md"},
		"a verdict on other bytes":       {"spec/product-brief.md", is("# Another\n"), "discussions/R2-verdict.json:9: it is on other bytes than those of spec/product-brief.md"},
		"a verdict without a member":     {"spec/requirements/b.md", is("# B\n"), "discussions/R3-verdict.json:14: it is on other bytes than those of spec/requirements/_index.md"},
		"a verdict on what is gone":      {"spec/product-brief.md", is(""), "discussions/R2-verdict.json:6: its artifact spec/product-brief.md is gone"},
		"a decision of nobody":           {v3, replace(`"sha256": "`+digest([]byte("decision: accept\n")), `"sha256": "0`), "discussions/decisions/R2.md: it is noted as accept, and no verdict knows of it"},
		"a verdict under another name":   {"discussions/R1-verdict.json", is(`{"round": "R2", "revision": 4, "verdict": "error"}`), "discussions/R1-verdict.json:1: it is that of R2"},
		"bytes that never were":          {"discussions/Q-verdict.json", replace(digest([]byte("# Plan\n")), digest(nil)), "discussions/Q-verdict.json:7: it is on bytes that notes/plan.md never had"},
		"a fingerprint of nothing":       {"discussions/Q-verdict.json", replace(`"fingerprint": "`, `"fingerprint": "0`), "discussions/Q-verdict.json:9: its fingerprint is not that of the files it names"},
		"no record":                      {record, is(""), "its record discussions/R2-discussion.md is not there"},
		"another record":                 {record, more("!"), "discussions/R2-discussion.md:1: it is not the record that the verdict names"},
		"a verdict that names none":      {v3, replace(`"record": {`, `"record": null, "was": {`), "it has no record"},
		"a record in history":            {"discussions/.discussd/history/R2/2-discussion.md", more("!"), "it is not the record of the verdict beside it"},
		"no record in history":           {"discussions/.discussd/history/R2/2-discussion.md", is(""), v2 + ":11: its record is gone"},
		"a revision that is missing":     {v2, is(""), "discussions/R2-verdict.json:3: revision 3 of R2 follows 1: one is missing, or there twice"},
		"a revision that is there twice": {v2, replace(`"revision": 2`, `"revision": 3`), v2 + ":3: it holds revision 3 of R2"},
		"a revision judged again":        {v2, replace(`"revision": 2`, `"revision": 1`), v2 + ":3: it holds revision 1 of R2"},
		"a draft":                        {"discussions/.R2-verdict.json.ABCDEFGH.discussd-tmp", is("{"), "a temporary file was left"},
		"a draft in the session":         {".discussion.md.ABCDEFGH.discussd-tmp", is("#"), "a temporary file was left"},
		"a torn file":                    {"discussions/R2-checks.json", is("{"), "discussions/R2-checks.json:1: it is torn: no JSON"},
		"a pending mark":                 {"discussions/R2-pending.json", is("{\n\"fingerprint\": \"\"}"), "discussions/R2-pending.json:2: the round is marked pending, and nobody judges it"},
		"a foreign file":                 {"discussions/.discussd/history/R2/foreign-12345678.md", is("#"), "was taken for somebody else's"},
		"checks of no verdict":           {"discussions/R1-checks.json", is("{}"), "discussions/R1-checks.json: it belongs to no verdict"},
		"a record of no verdict":         {"discussions/R1-discussion.md", is("#"), "discussions/R1-discussion.md: it belongs to no verdict"},
		"git":                            {"discussions/.discussd/.gitignore", is("\n"), "discussions/.discussd/.gitignore:1: the private folder does not keep itself out of git"},
		"a round that never ends":        {busFile, without(2), ".msg/messages.jsonl:2: R2 begins again, and has begun in line 1 and not ended"},
		"the last round never ends":      {busFile, without(11), ".msg/messages.jsonl:10: discussion-round-1 began here and never ended"},
		"a round that ends twice":        {busFile, more(`{"id":"MSG-012","from":"discuss","type":"discussion_processed","data":{"round":"discussion-round-1","fingerprint":"x","revision":1}}` + "\n"), ".msg/messages.jsonl:12: discussion-round-1 is ended twice"},
		"a verdict nobody was told of":   {busFile, without(5), ".msg/messages.jsonl: nobody was told of revision 3 of R2"},
		"an id used twice":               {busFile, replace("MSG-002", "MSG-001"), ".msg/messages.jsonl:2: the id MSG-001 does not continue those before it"},
		"a request without an answer":    {answered(`{"round": "Q"}`), is(""), "discussions/requests/q.json: nobody has answered it"},
		"an answer that was begun":       {answered(`{"round": "Q"}`), replace("2026-03-05", "0001-01-01"), "the answer to discussions/requests/q.json was begun and not ended"},
		"an answer that is not there":    {answered(`{"round": "Q"}`), replace("Q-verdict", "Z-verdict"), "the answer discussions/Z-verdict.json is not there"},
		"a decision that is lost":        {v3, replace(`"decisions": [`, `"dropped": [`), "discussions/decisions/R2.md: it is noted as accept, and no verdict knows of it"},
		"a decision carried out twice":   {v3, replace(`"decisions": [`, `"decisions": [{"sha256": "`+digest([]byte("decision: accept\n"))+`"},`), "the decision in discussions/decisions/R2.md is in it 2 times"},
		"a decision ignored, and not":    {answered("decision: accept\n"), replace(`"outcome": "accept"`, `"outcome": "ignored"`), "discussions/decisions/R2.md: it is noted as ignored, and was carried out"},
		"no section":                     {discussion, is("# Talk\n"), "discussion.md: there is no section of round 1"},
		"a section twice":                {discussion, more("### Round 1 - Discussion\n"), "discussion.md:3: the section of round 1 is there 2 times"},
		"what others wrote is gone":      {discussion, replace("# Talk", "# Chat"), "discussion.md:1: what others wrote there is not as it was"},
		"no entry":                       {memory, replace("discussion-round-1", "mine"), "shared-memory.json: there is no entry of round 1"},
		"an entry twice":                 {memory, replace("    {", "    {\"id\": \"discussion-round-1\"},\n    {"), "shared-memory.json:4: the entry of round 1 is there 2 times"},
		"a key of others":                {memory, replace("Mara", "Ada"), "shared-memory.json:2: what others wrote under owner is not as it was"},
		"no JSON any more":               {memory, more("}"), "shared-memory.json:1: it is no JSON any more"},
		"an artifact that was changed":   {"notes/plan.md", more("!"), "notes/plan.md: it is not discussd's, and was changed or removed"},
		"a request that was changed":     {"discussions/requests/q.json", more(" "), "discussions/requests/q.json: it is not discussd's, and was changed or removed"},
		"a file that was made":           {"spec/new.md", is("!"), "spec/new.md: it was not there before, and discussd must not make it"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s, files := sound(t)
			if text := test.plant(files[test.file]); text != "" {
				s.put(t, test.file, text)
			} else if err := os.Remove(filepath.Join(s.Dir, test.file)); err != nil {
				t.Fatal(err)
			}
			var said []string
			for _, v := range s.Violations() {
				said = append(said, v.String())
			}
			if !slices.ContainsFunc(said, func(one string) bool { return strings.Contains(one, test.want) }) {
				t.Errorf("it does not say %q, but %q", test.want, said)
			}
		})
	}
}

// TestJudgedTwice has the same bytes judged again, and nobody decide about them.
func TestJudgedTwice(t *testing.T) {
	s, files := sound(t)
	name := "discussions/R2-verdict.json"
	s.put(t, name, strings.Replace(files[name], `"decisions": [`, `"dropped": [`, 1))
	if said := fmt.Sprint(s.Violations()); !strings.Contains(said, "revision 3 judges the bytes again that revision 2 has judged") {
		t.Errorf("got %s", said)
	}
}

func TestHeldLock(t *testing.T) {
	for _, name := range []string{ownFolder, private + "/lock", busFile} {
		s, _ := sound(t)
		file, err := os.Open(filepath.Join(s.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if err := syscall.Flock(int(file.Fd()), syscall.LOCK_SH); err != nil {
			t.Fatal(err)
		}
		if said := fmt.Sprint(s.Violations()); !strings.Contains(said, name+": somebody holds its lock") {
			t.Errorf("%s: got %s", name, said)
		}
	}
}

// TestUnbegun lets a round alone that nobody has begun.
func TestUnbegun(t *testing.T) {
	s, _ := sound(t)
	s.put(t, "spec/discovery-context.json", "{}")
	s.Outside["spec/discovery-context.json"] = []string{digest([]byte("{}"))}
	if len(s.Violations()) == 0 {
		t.Error("an artifact without a verdict is no violation")
	}
	if s.Unbegun = true; len(s.Violations()) > 0 {
		t.Errorf("got %v", s.Violations())
	}
}

// TestCheckerImports holds the checker to reading files by itself.
func TestCheckerImports(t *testing.T) {
	files, err := filepath.Glob("checker_*test.go")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, imported := range file.Imports {
			if strings.Contains(imported.Path.Value, "discussd/") {
				t.Errorf("%s imports %s", name, imported.Path.Value)
			}
		}
	}
}
