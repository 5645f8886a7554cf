//go:build linux

package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"discussd/cmd/discussd/fakecli"
	"discussd/critique"
	"discussd/pipeline/verdict"
)

var (
	tokensOf = flag.String("discussd.tokens", "", "a session `folder` of which TestTokens counts what judging it sends; else a small one of its own")
	panelsOf = flag.String("discussd.panels", "", "what TestTokens measures instead of its own list: ask, upstream and revision in `words`, with commas between panels")
	before   = flag.String("discussd.before", "", "the `program` of an earlier build, which TestTokens measures beside this one")
)

// countingServer plays every service that can be asked and counts what it is sent: the
// whole bodies of the requests, whatever is in them, at four bytes a token.
type countingServer struct {
	*httptest.Server
	dialects modelServer
	mu       sync.Mutex
	sent
}

// sent is what came to a server.
type sent struct{ requests, bytes, prompts int } // prompts: bytes of what discussd itself asked

func newCountingServer(t testing.TB) *countingServer {
	c := &countingServer{}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	return c
}

// take returns what came since it was called last.
func (c *countingServer) take() sent {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := c.sent
	c.sent = sent{}
	return taken
}

func (s sent) tokens() int { return s.bytes / 4 }

func (c *countingServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if r.Method != http.MethodPost {
		return
	}
	var asked any
	json.Unmarshal(body, &asked)
	prompt := longestText(asked)
	c.mu.Lock()
	c.requests, c.bytes, c.prompts = c.requests+1, c.bytes+len(body), c.prompts+len(prompt)
	c.mu.Unlock()
	said := string(playedAnswer(prompt, asked))
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/chat/completions"):
		fakecli.Reply(w, object{"model": "played", "usage": object{"prompt_tokens": len(body) / 4, "completion_tokens": len(said) / 4},
			"choices": []any{object{"message": object{"content": said}, "finish_reason": "stop"}}})
	case strings.HasSuffix(path, "/messages"):
		d := deed{says: said}
		if strings.Contains(string(body), `"StructuredOutput"`) && !strings.Contains(string(body), `"tool_result"`) {
			d.tool = "StructuredOutput"
			json.Unmarshal([]byte(said), &d.input)
		}
		c.dialects.anthropic(w, d)
	case strings.HasSuffix(path, "/responses"):
		c.dialects.openai(w, deed{says: said})
	case strings.Contains(path, "enerateContent"):
		c.dialects.google(w, deed{says: said}, strings.Contains(path, ":stream"))
	default:
		fakecli.Reply(w, object{})
	}
}

// playedAnswer is a critique for each perspective that a prompt asks for. It has whatever
// the schema in the request demands besides.
func playedAnswer(prompt string, request any) []byte {
	_, asked, behind := strings.Cut(prompt, "\nROLE: ")
	if !behind { // an earlier build puts the role first
		asked = prompt
	}
	quote := passage(prompt)
	all := playedFor("the reviewer", quote, asked)
	if several := fakecli.Reviewers([]byte(asked)); len(several) > 0 {
		all = object{}
		for i, section := range strings.Split(asked, "\nREVIEWER ")[1:] {
			all[several[i]] = playedFor(several[i], quote, section)
		}
	}
	if schema := schemaIn(request); schema != nil {
		all = fill(schema, all).(object)
	}
	answer, _ := json.Marshal(all)
	return answer
}

// schemaIn is the JSON Schema of the answer in a request, nil without one.
func schemaIn(value any) (found object) {
	switch value := value.(type) {
	case []any:
		for _, inner := range value {
			if found = schemaIn(inner); found != nil {
				return found
			}
		}
	case object:
		for _, key := range []string{"input_schema", "schema"} {
			if schema, ok := value[key].(object); ok && schema["properties"] != nil {
				return schema
			}
		}
		for _, inner := range value {
			if found = schemaIn(inner); found != nil {
				return found
			}
		}
	}
	return found
}

// fill adds to a value what a schema demands and it lacks, as empty as may be.
func fill(schema object, value any) any {
	properties, _ := schema["properties"].(object)
	switch {
	case (schema["type"] == "array" || schema["$ref"] != nil) && value == nil: // what is described apart are lists
		return []any{}
	case schema["type"] == "object":
		filled, _ := value.(object)
		if filled == nil {
			filled = object{}
		}
		for name, inner := range properties {
			filled[name] = fill(inner.(object), filled[name])
		}
		return filled
	case value != nil:
		return value
	case schema["enum"] != nil:
		return schema["enum"].([]any)[0]
	case schema["type"] == "string":
		return ""
	}
	return 1
}

// passage is a line of the artifact in a prompt.
func passage(prompt string) string {
	_, artifact, _ := strings.Cut(prompt, " BEGIN artifact ")
	longest := ""
	for line := range strings.Lines(artifact) {
		if strings.HasPrefix(line, "===") {
			break
		}
		for part := range strings.SplitSeq(line, `"`) { // of JSON, what stands between quotes
			if part = strings.TrimSpace(part); len(part) > len(longest) && len(part) <= 200 && !strings.ContainsAny(part, "\\`*[") {
				longest = part
			}
		}
	}
	return longest
}

// playedFor is what the model says in one role.
func playedFor(name, quote, asked string) object {
	said := object{
		"weaknesses": []any{}, "open_questions": []any{}, "key_finding": "all is well", "rating": 4,
		"strengths": []any{object{"quote": quote, "text": "whoever is " + name + " finds what " + name + " needs", "targets": []string{}, "category": "clarity"}},
	}
	if strings.Contains(asked, "\n- risk_level: ") {
		said["risk_level"] = "low"
	}
	if strings.Contains(asked, "\n- missing_requirements[]") {
		said["missing_requirements"] = []string{}
	}
	return said
}

// longestText is all text of the list or the text in a value that has the most, and one that
// shows documents before all others: where a prompt lies in a request.
func longestText(value any) string {
	longest := ""
	shows := func(text string) bool { return strings.Contains(text, " BEGIN artifact ") }
	keep := func(text string) {
		if shows(text) && !shows(longest) || shows(text) == shows(longest) && len(text) > len(longest) {
			longest = text
		}
	}
	switch value := value.(type) {
	case string:
		return value
	case []any:
		parts := ""
		for _, inner := range value {
			keep(longestText(inner))
			if part, ok := inner.(map[string]any); ok {
				if text, ok := part["text"].(string); ok {
					parts += text
				}
			}
		}
		keep(parts)
	case map[string]any:
		for _, inner := range value {
			keep(longestText(inner))
		}
	}
	return longest
}

// viaAPI are all tools as services on this machine.
func viaAPI(*stage) func(url string) string {
	return func(url string) string {
		text := ""
		for _, tool := range []string{"gemini", "codex", "claude"} {
			text += fmt.Sprintf("[tools.%s]\nvia = \"api\"\nbase_url = \"%s/v1\"\nmodel = \"m\"\n", tool, url)
		}
		return text
	}
}

// viaCLIs are the real programs, each with a home of its own.
func viaCLIs(s *stage) func(url string) string {
	home := filepath.Join(s.dir, "home")
	must(s.t, os.MkdirAll(filepath.Join(home, ".gemini"), 0o700))
	must(s.t, os.WriteFile(filepath.Join(home, ".gemini", "settings.json"), []byte(`{"security":{"auth":{"selectedType":"gemini-api-key"}}}`), 0o600))
	return func(url string) string {
		return fmt.Sprintf(`[tools.gemini]
env = { GOOGLE_GEMINI_BASE_URL = %[1]q, GEMINI_API_KEY = "k" }
[tools.claude]
env = { ANTHROPIC_BASE_URL = %[1]q, ANTHROPIC_API_KEY = "k" }
[tools.codex]
env = { CODEX_API_KEY = "k" }
args = ["-c", 'openai_base_url="%[1]s/v1"']
`, url)
	}
}

// spent is what judging a session sent: all of it, one round of it once more, and that round
// behind a change of one of its members.
type spent struct {
	all, first, revision sent
	voices               int // perspectives of all rounds
}

// counting is a stage whose tools are asked at a server that counts.
func counting(t testing.TB, panel, real string, configure func(*stage) func(url string) string) (*stage, *countingServer) {
	t.Helper()
	server := newCountingServer(t)
	s := newStage(t, "")
	s.patience = 5 * time.Minute
	must(t, os.WriteFile(s.configuration, []byte("[panel]\n"+panel+"[handoff]\nbus = \"off\"\n"+configure(s)(server.URL)), 0o644))
	s.environment = append(s.environment, "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1")
	if real != "" {
		for i, variable := range s.environment {
			if rest, ok := strings.CutPrefix(variable, "PATH="); ok {
				s.environment[i] = "PATH=" + filepath.Join(real, "node_modules", ".bin") + ":" + filepath.Dir(node(t)) + ":" + rest
			}
		}
	}
	return s, server
}

// realCLIs is the folder that holds the real programs.
func realCLIs(t testing.TB) string {
	folder := os.Getenv("DISCUSSD_REAL_CLIS")
	if folder == "" {
		t.Skip("THE REAL CLIs ARE NOT MEASURED: DISCUSSD_REAL_CLIS names no folder into which npm has installed them")
	}
	return folder
}

// measure judges a whole session, and one round of it again behind a change of one member,
// with the program that is named or, without a name, this one.
func measure(t *testing.T, program, panel, real string, copies int, configure func(*stage) func(url string) string) spent {
	t.Helper()
	s, server := counting(t, panel, real, configure)
	s.binary = program
	if *tokensOf != "" {
		must(t, os.RemoveAll(s.session))
		must(t, os.CopyFS(s.session, os.DirFS(*tokensOf)))
		must(t, os.RemoveAll(filepath.Join(s.session, "discussions")))
	} else {
		for _, scene := range scenes {
			s.write(scene)
		}
		enlarge(t, filepath.Join(s.session, "spec", "requirements"), copies)
	}
	var came spent
	judged := s.session
	if copies > 0 { // what else there is says no more than that of a small one
		judged = filepath.Join(s.session, "spec", "requirements", "_index.md")
	}
	out, errs, code := s.run("critique", judged)
	came.all = server.take()
	if code > 3 || strings.Contains(out, "NO MODEL") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	verdicts, err := filepath.Glob(filepath.Join(strings.ReplaceAll(s.session, "[", "\\["), "discussions", "*-verdict.json"))
	must(t, err)
	for _, file := range verdicts {
		text, err := os.ReadFile(file)
		must(t, err)
		var v verdict.Verdict
		must(t, json.Unmarshal(text, &v))
		for _, p := range v.Perspectives {
			if p.TookPart() {
				came.voices++
			}
			for _, a := range p.Attempts {
				if a.Outcome != critique.Answered {
					t.Errorf("%s, %s: %s is %s: %s", v.Round, p.Name, a.Tool, a.Outcome, a.Error)
				}
			}
		}
	}
	index := filepath.Join(s.session, "spec", "requirements", "_index.md")
	members, err := filepath.Glob(filepath.Join(strings.ReplaceAll(s.session, "[", "\\["), "spec", "requirements", "[RN]*.md"))
	must(t, err)
	if len(members) == 0 {
		t.Fatal("the session has no requirements")
	}
	s.run("critique", "--force", index)
	came.first = server.take()
	text, err := os.ReadFile(members[len(members)-1])
	must(t, err)
	changed := regexp.MustCompile(`(?m)^([A-Z][a-z].*)$`).ReplaceAll(text, []byte("$1 Also on holidays."))
	must(t, os.WriteFile(members[len(members)-1], changed, 0o644))
	s.run("critique", index)
	came.revision = server.take()
	return came
}

// enlarge copies every functional requirement so many times, under new IDs and about other
// things, and lists them in the index.
func enlarge(t *testing.T, folder string, copies int) {
	t.Helper()
	index, err := os.ReadFile(filepath.Join(folder, "_index.md"))
	must(t, err)
	originals, err := filepath.Glob(filepath.Join(strings.ReplaceAll(folder, "[", "\\["), "REQ-*.md"))
	must(t, err)
	for i := range copies * len(originals) {
		text, err := os.ReadFile(originals[i%len(originals)])
		must(t, err)
		id, old := fmt.Sprintf("REQ-%03d", 101+i), filepath.Base(originals[i%len(originals)])
		thing := []string{"bicycle", "key", "meter", "mailbox", "visitor", "cleaning", "lift", "heating"}[i/len(originals)%8]
		name := strings.Replace(old, old[:7], id, 1)
		renamed := strings.NewReplacer(old[:7], id, "parcel", thing, "Parcel", thing).Replace(string(text))
		must(t, os.WriteFile(filepath.Join(folder, name), []byte(renamed), 0o644))
		row := fmt.Sprintf("| [%s](%s) | %s | Should | G-001 |\n", id, name, strings.TrimSuffix(strings.NewReplacer("-", " ", "parcel", thing).Replace(old[8:]), ".md"))
		index = []byte(strings.Replace(string(index), "\n## Non-Functional", row+"\n## Non-Functional", 1))
	}
	must(t, os.WriteFile(filepath.Join(folder, "_index.md"), index, 0o644))
}

func node(t testing.TB) string {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if _, err := os.Stat(filepath.Join(dir, "node")); err == nil {
			return filepath.Join(dir, "node")
		}
	}
	t.Skip("THE REAL CLIs ARE NOT MEASURED: there is no node")
	return ""
}

// sentBefore is how many tokens the CLIs of today are sent for the sample session by the build
// before prompts and CLIs were changed (a96c2a2); -discussd.before measures it anew.
const sentBefore = 228_304

// TestTokens counts what judging a session sends, one call for each perspective and one for
// each tool, and what a revision sends that touches one member. It holds the numbers to what
// must be; with -v it prints them.
func TestTokens(t *testing.T) {
	t.Parallel()
	for _, path := range []struct {
		name string
		via  func(*stage) func(url string) string
		real bool
		most float64 // of what was sent before
	}{{"api", viaAPI, false, 0.25}, {"CLIs", viaCLIs, true, 0.35}} {
		t.Run(path.name, func(t *testing.T) {
			real := ""
			if path.real {
				real = realCLIs(t)
			}
			show := func(panel string, c spent) {
				t.Logf("%-20s %3d requests, %6d tokens, %2d %% of them prompts; the requirements %5d, their revision %5d in %d requests",
					panel, c.all.requests, c.all.tokens(), 100*c.all.prompts/c.all.bytes, c.first.tokens(), c.revision.tokens(), c.revision.requests)
			}
			if *before != "" && path.real {
				show("before", measure(t, *before, "", real, 0, path.via))
			}
			const byDefault = ""
			counted, panels := map[string]spent{}, []string{"each fit", "tool fit", byDefault}
			switch {
			case *panelsOf != "":
				panels = strings.Split(*panelsOf, ",")
			case *tokensOf != "":
				panels = []string{"each full", "each fit", "each fit changed", "each outline", "tool fit", "tool fit changed", byDefault}
			}
			for _, panel := range panels {
				keys := ""
				if panel != byDefault {
					words := append(strings.Fields(panel), "full")
					keys = fmt.Sprintf("ask = %q\nupstream = %q\nrevision = %q\n", words[0], words[1], words[2])
				}
				c := measure(t, "", keys, real, 0, path.via)
				counted[panel] = c
				show(panel, c)
			}
			if *panelsOf != "" {
				return
			}
			if *tokensOf == "" {
				large := measure(t, "", "", real, 8, path.via)
				show("eight times as many", large)
				small := counted[byDefault]
				for c, most := range map[spent]float64{small: 0.40, large: 0.20} {
					if share := float64(c.revision.bytes) / float64(c.first.bytes); share > most {
						t.Errorf("a revision that touches one member sends %d tokens, the round sent %d first: %.3f, at most %.2f was said", c.revision.tokens(), c.first.tokens(), share, most)
					}
				}
			}
			each, tool := counted["each fit"], counted["tool fit"]
			if tool.all.requests >= each.all.requests || tool.all.bytes >= each.all.bytes {
				t.Errorf("one call a tool sends %d requests and %d tokens, one a perspective %d and %d", tool.all.requests, tool.all.tokens(), each.all.requests, each.all.tokens())
			}
			if most := int(path.most * sentBefore); *tokensOf == "" && counted[byDefault].all.tokens() > most {
				t.Errorf("a session sends %d tokens by default, at most %d was said", counted[byDefault].all.tokens(), most)
			}
			if c := counted[byDefault]; c.revision.bytes > each.first.bytes/2 {
				t.Errorf("a revision that touches one member sends %d tokens, judging it all by one call a perspective %d", c.revision.tokens(), each.first.tokens())
			}
			if each.voices == 0 || each.all.requests != each.voices {
				t.Errorf("%d requests of %d perspectives when nothing fails and nothing blocks", each.all.requests, each.voices)
			}
			if tool.all.requests > 6*3 {
				t.Errorf("%d requests of six rounds and three tools", tool.all.requests)
			}
		})
	}
}

// BenchmarkRoundOfRealCLIs is a round of three perspectives, each answered by another of the
// real programs, whose models answer at once: "slowest" is how many times as long as the
// slowest of them it takes, "cpu-s" what all of it costs, and "own-cpu-s" what the same round costs over
// HTTP, where no program is started.
func BenchmarkRoundOfRealCLIs(b *testing.B) {
	real := realCLIs(b)
	round := func(real string, via func(*stage) func(url string) string) (took, slowest, cpu time.Duration) {
		s, _ := counting(b, "", real, via)
		spec := filepath.Join(s.session, "spec")
		must(b, os.RemoveAll(filepath.Join(s.session, "discussions")))
		must(b, os.WriteFile(filepath.Join(spec, "product-brief.md"), []byte("# Brief\n\nReadings are kept for 400 days, and then they go.\n"), 0o644))
		command := s.command("critique", "--format", "json", filepath.Join(spec, "product-brief.md"))
		started := time.Now()
		out, err := command.CombinedOutput()
		took = time.Since(started)
		v := s.await("DISCUSS-002")
		if command.ProcessState.ExitCode() > 3 || v.Basis != critique.BasisPanel {
			b.Fatalf("%v, %s\n%s", err, v.Basis, out)
		}
		for _, p := range v.Perspectives {
			for _, attempt := range p.Attempts {
				slowest = max(slowest, time.Duration(attempt.DurationMS)*time.Millisecond)
			}
		}
		return took, slowest, command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	}
	var ratios []float64
	var cpu, own time.Duration
	for b.Loop() {
		took, slowest, spent := round(real, viaCLIs)
		ratios, cpu = append(ratios, took.Seconds()/slowest.Seconds()), cpu+spent
		_, _, spent = round("", viaAPI)
		own += spent
	}
	b.ReportMetric(quantile(ratios, 0.5), "slowest")
	b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s")
	b.ReportMetric(own.Seconds()/float64(b.N), "own-cpu-s")
}
