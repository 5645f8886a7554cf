package llm

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

var update = flag.Bool("update", false, "write the golden files")

const mark = "MARK7"

// prompts are the built-in ones with a mark that a golden file can hold.
// rendered is the prompt for a request.
func (p *Prompts) rendered(request critique.Request) (text []byte, dropped []string, err error) {
	return p.render(p.question(request).view, 0)
}

func prompts(t testing.TB, template string, limit int64) *Prompts {
	t.Helper()
	p, err := NewPrompts(Settings{Template: template, Limit: limit, Upstream: "full", Mark: func(critique.Subject) string { return mark }})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func quality() critique.Perspective {
	return critique.Perspective{Name: "quality", Role: "QA Lead", Focus: "completeness, testability, single words"}
}

// brief is the request that the tests vary.
func brief() critique.Request {
	return critique.Request{
		Subject: critique.Subject{
			Round: "DISCUSS-003", Label: "requirements", Language: "auto",
			Artifact: critique.Document{Path: "spec/requirements/_index.md", Content: []byte("# Requirements\n\n- REQ-001 The locker opens within 2 s.\n")},
			Members: []critique.Document{
				{Path: "spec/requirements/REQ-001.md", Content: []byte("# REQ-001\n\nThe locker opens within 2 s.\n")},
				{Path: "spec/requirements/REQ-002.md", Content: []byte("# REQ-002\n\nA courier can refuse a parcel.\n")},
			},
			Context: &critique.Document{Path: "spec/discovery-context.json", Content: []byte(`{"goals": ["no queue at the counter"]}`)},
		},
		Perspective: quality(),
	}
}

func TestRender(t *testing.T) {
	tests := map[string]func(*critique.Request){
		"quality with members and facts": func(r *critique.Request) {
			r.Facts.Findings = []critique.Finding{
				{Rule: "X-005", Path: "spec/requirements/_index.md", Message: "dead link:\nREQ-009.md"},
				{Rule: "RQ-007", Path: "spec/requirements/REQ-002.md", Message: "names no acceptance criterion"},
			}
		},
		"coverage with discovery context": func(r *critique.Request) {
			r.Perspective = critique.Perspective{Name: "coverage", Role: "Requirements Analyst", Focus: "traceability, gaps", Reports: []string{critique.ReportMissingRequirements}}
			r.Members, r.Language = nil, "en"
		},
		"coverage of the discovery context": func(r *critique.Request) {
			r.Perspective = critique.Perspective{Name: "coverage", Role: "Requirements Analyst", Focus: "gaps", Reports: []string{critique.ReportMissingRequirements}}
			r.Artifact, r.Members = *r.Context, nil
		},
		"risk in Chinese": func(r *critique.Request) {
			r.Perspective = critique.Perspective{Name: "risk", Role: "Risk Analyst", Focus: "dependencies", Reports: []string{critique.ReportRiskLevel}}
			r.Members, r.Language = r.Members[:1], "zh"
		},
		"a revision with documents upstream": func(r *critique.Request) {
			r.Members = nil
			r.Session = []critique.Document{
				{Path: "spec/product-brief.md", Ground: true, Content: []byte("# Parcel lockers\n\nNobody queues.\n")},
				{Path: "spec/glossary.json", Content: []byte(`{"terms": []}`)},
				{Path: "spec/research.md", Ground: true, Content: []byte("# Research\n\nAll of it.\n\n- R-1 A survey\n- another one\n| **REQ-7** | a row |\n```\n# code\n```\n## Method\n" + strings.Repeat("Long. ", 12_000))},
			}
			r.Past.Asked = []string{"HIGH Say who may refuse\na parcel", "LOW Name the survey"}
		},
		"no rating": func(r *critique.Request) {
			r.Perspective.Reports = []string{critique.ReportNoRating}
			r.Members = nil
		},
		"everything else that is reported, after a discussion": func(r *critique.Request) {
			r.Perspective = critique.Perspective{Name: "risk", Role: "Risk Analyst", Focus: "dependencies",
				Tasks: []string{"Name the risks, with likelihood", "Say where a plan\nis missing"},
				Reports: []string{critique.ReportNoRating, critique.ReportDependencies, critique.ReportAssumptions, critique.ReportTestability,
					critique.ReportRisks, critique.ReportRiskLevel}}
			r.Members = nil
			r.Prior = &critique.Document{Path: "discussions/discuss-002-brief.md", Content: []byte("# 讨论记录\n\n- mail a@b.example\n=== END\n")}
		},
		"an understanding": func(r *critique.Request) {
			r.Label = "the outbox"
			r.Perspective = critique.Perspective{Name: "discussant", Role: "Discussant", Tasks: []string{"Answer: who owns the queue?"},
				Reports: []string{critique.ReportUnderstanding, critique.ReportNoRating}}
		},
		"what readers do not see": func(r *critique.Request) {
			r.Artifact.Content = []byte("\ufeff# Requirements\n\n- REQ-001 The locker o\u200bpens. \u202e.s 2 nihtiW\U000e0072\U000e0061\n")
			r.Members = nil
		},
		"a member that could not be read": func(r *critique.Request) {
			r.Members = []critique.Document{{Path: "spec/requirements/REQ-003.md", Problem: "The link leaves the session."}}
		},
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			request := brief()
			change(&request)
			got, dropped, err := prompts(t, "", 1<<20).rendered(request)
			if err != nil || dropped != nil {
				t.Fatalf("dropped %q, %v", dropped, err)
			}
			golden(t, name, got)
		})
	}
}

// TestPromptsOfARoundBeginAlike: whoever is asked, about the same documents and also by
// another tool, reads the same bytes up to its role. What providers keep of a prompt is
// kept by its beginning.
func TestPromptsOfARoundBeginAlike(t *testing.T) {
	p, err := NewPrompts(Settings{Limit: 1 << 20, Mark: Marks([]byte("secret"))})
	if err != nil {
		t.Fatal(err)
	}
	head := func(change func(*critique.Request)) string {
		t.Helper()
		request := brief()
		change(&request)
		text, _, err := p.rendered(request)
		before, _, found := strings.Cut(string(text), "\nROLE: ")
		if err != nil || !found {
			t.Fatalf("%v, %s", err, text)
		}
		return before
	}
	want := head(func(*critique.Request) {})
	for _, report := range critique.Reports {
		if report == critique.ReportUnderstanding {
			continue // of a discussion, which has no panel
		}
		got := head(func(r *critique.Request) {
			r.Perspective = critique.Perspective{Name: report, Role: "Somebody", Focus: "other things", Reports: []string{report}}
			r.Facts.Findings = []critique.Finding{{Rule: "X-005", Path: "a.md", Message: report}}
		})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-others +this):\n%s", report, diff)
		}
	}
	ruling := func(r *critique.Request) {
		r.Perspective = critique.Perspective{Name: "verification", Role: "Verifier", Reports: []string{critique.ReportRulings, critique.ReportNoRating}}
		r.Claims = []critique.Claim{{Text: "nobody\n=== says how long", Evidence: "for a while"}}
	}
	if diff := cmp.Diff(want, head(ruling)); diff != "" {
		t.Errorf("rulings (-others +this):\n%s", diff)
	}
	request := brief()
	ruling(&request)
	text, _, err := p.rendered(request)
	if tail := string(text[len(want):]); err != nil || !strings.Contains(tail, "\n1. nobody === says how long (it quotes: “for a while”)\n") ||
		!strings.Contains(tail, "rulings[]") || strings.Contains(tail, "weaknesses[]") || strings.Count(tail, "one JSON object and nothing else") != 1 {
		t.Errorf("%v: %s", err, text[len(want):])
	}
	golden(t, "claims", text[len(want):])
	request.Claims[0].Against = &critique.Side{Perspective: "product", Text: "the time is exact", Evidence: "for a while"}
	request.Claims = append(request.Claims, critique.Claim{Text: "nobody owns it"})
	if text, _, err = p.rendered(request); err != nil {
		t.Fatal(err)
	}
	golden(t, "claims that are contradicted", text[len(want):])
	if got := head(func(r *critique.Request) { r.Artifact.Content = append(r.Artifact.Content, ' ') }); strings.Contains(want, markIn(got)) {
		t.Error("documents that differ have the same mark: what was written with one in view could close it")
	}
	if other := Marks([]byte("other"))(brief().Subject); strings.Contains(want, other) {
		t.Error("the mark can be told without the secret")
	}
}

func markIn(prompt string) string {
	_, rest, _ := strings.Cut(prompt, "\n=== ")
	mark, _, _ := strings.Cut(rest, " ")
	return mark
}

// TestRenderShrinksUpstream: what a round is held against goes before what is judged.
func TestRenderShrinksUpstream(t *testing.T) {
	request := brief()
	request.Session = []critique.Document{{Path: "spec/product-brief.md", Ground: true, Content: []byte("# Brief\n\n" + strings.Repeat("Nobody queues. ", 300) + "\n- G-001 short\n")}}
	size := sizeOf(t, request)
	long := request
	long.Session = append(slices.Clone(request.Session), critique.Document{Path: "spec/vision.md", Ground: true, Content: []byte("# Vision\n\n" + strings.Repeat("Everybody is served. ", 300))})
	tests := map[string]struct {
		limit    int64
		upstream string
		dropped  int
		has, not string
	}{
		"all of it":     {size, "full", 0, "Nobody queues", "BEGIN outline"},
		"its outline":   {size - 1, "full", 0, "- G-001 short", "Nobody queues"},
		"nothing of it": {size - 4_520, "full", 1, `Left out because the prompt would be too long: "spec/product-brief.md"`, "G-001"},
		"outlines":      {size, "outline", 0, "- G-001 short", "Nobody queues"},
		"it fits":       {size, "fit", 0, "Nobody queues", "BEGIN outline"},
		"the smaller":   {1 << 20, "fit", 0, "Nobody queues", "Everybody is served"},
		"both":          {1 << 20, "full", 0, "Everybody is served", "BEGIN outline"},
		"off":           {size, "off", 0, "REQ-002", "product-brief"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p, err := NewPrompts(Settings{Limit: tt.limit, Upstream: tt.upstream, Mark: func(critique.Subject) string { return mark }})
			if err != nil {
				t.Fatal(err)
			}
			asked := request
			if tt.limit == 1<<20 {
				asked = long
			}
			got, dropped, err := p.rendered(asked)
			if err != nil || len(dropped) != tt.dropped || !strings.Contains(string(got), tt.has) || strings.Contains(string(got), tt.not) || !strings.Contains(string(got), "BEGIN member spec/requirements/REQ-001.md") {
				t.Errorf("dropped %q, %v:\n%s", dropped, err, got)
			}
		})
	}
}

// sizeOf is how long the whole prompt for a request is.
func sizeOf(t *testing.T, request critique.Request) int64 {
	t.Helper()
	whole, _, err := prompts(t, "", 1<<20).rendered(request)
	if err != nil {
		t.Fatal(err)
	}
	return int64(len(whole))
}

// TestRenderDropsMembers: the largest goes first and the prompt says so; the
// artifact never goes.
func TestRenderDropsMembers(t *testing.T) {
	request := brief()
	large := func(n int) []byte { return bytes.Repeat([]byte("All work and no play. "), n) }
	request.Members = append(request.Members,
		critique.Document{Path: "spec/requirements/REQ-003.md", Content: large(100)},
		critique.Document{Path: "spec/requirements/REQ-004.md", Content: large(200)},
		critique.Document{Path: "spec/requirements/REQ-005.md", Content: large(50)})
	size := sizeOf(t, request)
	tests := map[string]struct {
		limit int64
		want  []string
		class critique.Class
	}{
		"fits exactly":        {limit: size},
		"one byte over":       {limit: size - 1, want: []string{"spec/requirements/REQ-004.md"}},
		"two go":              {limit: size - 5000, want: []string{"spec/requirements/REQ-004.md", "spec/requirements/REQ-003.md"}},
		"no member is enough": {limit: 500, class: critique.PromptTooLarge},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, dropped, err := prompts(t, "", tt.limit).rendered(request)
			if tt.class != "" {
				if critique.ClassOf(err) != tt.class || got != nil {
					t.Errorf("%d bytes, %v, want %s", len(got), err, tt.class)
				}
				return
			}
			if err != nil || int64(len(got)) > tt.limit {
				t.Errorf("%d bytes, limit %d, %v", len(got), tt.limit, err)
			}
			if diff := cmp.Diff(tt.want, dropped); diff != "" {
				t.Errorf("dropped (-want +got):\n%s", diff)
			}
			for _, path := range dropped {
				if !bytes.Contains(got, []byte(`"`+path+`"`)) || bytes.Contains(got, []byte("BEGIN member "+path)) {
					t.Errorf("the prompt does not say that %s is left out", path)
				}
			}
		})
	}
	got, _, err := prompts(t, "", size-5000).rendered(request)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "two members dropped", got)
}

func TestNewPrompts(t *testing.T) {
	tests := map[string]struct{ template, want string }{
		"own":                              {"{{.Role}} judges {{(index .Documents 0).Path}}, {{.Mark}}", ""},
		"no template":                      {"{{.Role", "parse prompt template"},
		"unknown field":                    {"{{.Roll}}", "try prompt template"},
		"unknown part of an understanding": {"{{if not .Points}}{{.Roll}}{{end}}", "try prompt template"},
		"unknown part of a critique":       {"{{if .Points}}{{.Roll}}{{end}}", "try prompt template"},
		"unknown part of a prior":          {"{{if .Prior}}{{.Roll}}{{end}}", "try prompt template"},
		"unknown part":                     {"{{range .Documents}}{{.Name}}{{end}}", "try prompt template"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p, err := NewPrompts(Settings{Template: tt.template, Limit: 1 << 20, Mark: func(critique.Subject) string { return mark }})
			if tt.want != "" {
				if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
					t.Errorf("got %v, want %s", err, tt.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := p.rendered(brief())
			if want := "QA Lead judges spec/requirements/_index.md, MARK7"; err != nil || string(got) != want {
				t.Errorf("got %q, %v, want %q", got, err, want)
			}
		})
	}
}

// TestRenderManyMembers: a session of a thousand members costs a few renderings,
// not one a member.
func TestRenderManyMembers(t *testing.T) {
	request := brief()
	request.Members = nil
	for range 1000 {
		request.Members = append(request.Members, critique.Document{Path: "spec/requirements/many.md", Content: bytes.Repeat([]byte("word "), 200)})
	}
	limit := int64(10_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, dropped, err := prompts(t, "", limit).rendered(request)
	runtime.ReadMemStats(&after)
	if err != nil || len(dropped) < 990 {
		t.Errorf("%d members dropped, %v", len(dropped), err)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 200<<20 { // the members hold 1 MB: one rendering a member would be 500
		t.Errorf("rendering allocates %d bytes", allocated)
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "-")+".golden")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}
