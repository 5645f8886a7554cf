package llm

import (
	"bytes"
	_ "embed" // the built-in template
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"discussd/critique"
	"discussd/internal/text/invisible"
)

//go:embed prompt.tmpl
var builtin string

// Prompts renders requests into prompts.
type Prompts struct {
	template *template.Template
	limit    int64
	mark     func() string
}

// NewPrompts parses the template text; "" takes the built-in one. Limit is the
// longest prompt in bytes. Mark returns an unguessable word for each prompt. The
// template is tried out: one that names what there is not is an error now, not a
// failure of every tool later.
func NewPrompts(text string, limit int64, mark func() string) (*Prompts, error) {
	if text == "" {
		text = builtin
	}
	parsed, err := template.New("prompt").Option("missingkey=error").Parse(text)
	if err != nil {
		return nil, fmt.Errorf("parse prompt template: %w", err)
	}
	p := &Prompts{parsed, limit, mark}
	for _, reports := range [][]string{{critique.ReportRisks}, {critique.ReportUnderstanding, critique.ReportNoRating}} {
		sample := p.view(critique.Request{Perspective: critique.Perspective{Reports: reports}})
		sample.Dropped, sample.Facts, sample.Prior, sample.Marked = []string{""}, []string{""}, true, true
		if err := parsed.Execute(io.Discard, sample); err != nil {
			return nil, fmt.Errorf("try prompt template: %w", err)
		}
	}
	return p, nil
}

// view is what a prompt template sees.
type view struct {
	Round, Label, Role, Perspective string
	Tasks                           []string
	Points, Rating                  bool     // whether points and a rating are asked for
	Fields                          []string // what else is, in words
	Mark                            string
	Documents                       []document
	Marked                          bool     // whether invisible characters of a document are marked
	Prior                           bool     // whether one of the documents is the discussion before this one
	Dropped                         []string // paths of members that did not fit
	Facts                           []string
	Categories                      string
	Language                        string // a sentence: which language to answer in
}

type document struct{ Kind, Path, Text string }

// LeftOut names the members that did not fit.
func (v view) LeftOut() string { return someOf(v.Dropped) }

// someOf is a list of names that stays readable when there are hundreds.
func someOf(names []string) string {
	const most = 20
	var list []string
	for _, name := range names[:min(most, len(names))] {
		list = append(list, strconv.Quote(name))
	}
	if more := len(names) - most; more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, ", ")
}

// Render returns the prompt for a request and the paths of the members that it
// had to leave out. Members are dropped whole, the largest first, and a prompt
// that is still too long is a failure of the class prompt_too_large.
func (p *Prompts) Render(request critique.Request) (text []byte, dropped []string, err error) {
	v := p.view(request)
	for {
		var out bytes.Buffer
		if err := p.template.Execute(&out, v); err != nil {
			return nil, nil, critique.Failf(critique.Crashed, "render prompt: %w", err)
		}
		if int64(out.Len()) <= p.limit {
			return out.Bytes(), v.Dropped, nil
		}
		if !v.shorten(int64(out.Len()) - p.limit) {
			return nil, nil, critique.Failf(critique.PromptTooLarge, "the prompt has %d bytes, panel.max_prompt is %d", out.Len(), p.limit)
		}
	}
}

func (p *Prompts) view(r critique.Request) view {
	v := view{
		Round: oneLine(r.Round), Label: oneLine(r.Label),
		Role: oneLine(r.Perspective.Role), Perspective: oneLine(r.Perspective.Name),
		Tasks:      tasks(r.Perspective),
		Points:     !reports(r.Perspective, critique.ReportUnderstanding),
		Rating:     !reports(r.Perspective, critique.ReportNoRating),
		Mark:       p.mark(),
		Categories: strings.Join(critique.Categories[:], " "),
		Language:   language(r.Language),
	}
	for _, field := range fieldsOf(r.Perspective) {
		v.Fields = append(v.Fields, field.asks)
	}
	v.add("artifact", r.Artifact)
	for _, m := range r.Members {
		v.add("member", m)
	}
	if reports(r.Perspective, critique.ReportMissingRequirements) && r.Context != nil && r.Context.Path != r.Artifact.Path {
		v.add("discovery-context", *r.Context)
	}
	if r.Prior != nil {
		v.add("prior-discussion", *r.Prior)
		v.Prior = true
	}
	for _, f := range r.Facts.Findings {
		v.Facts = append(v.Facts, oneLine(fmt.Sprintf("%s %s: %s", f.Rule, f.Path, f.Message)))
	}
	return v
}

// tasks are what a perspective is to do: its own, else to evaluate what its focus
// lists.
func tasks(p critique.Perspective) []string {
	var tasks []string
	for _, task := range p.Tasks {
		tasks = append(tasks, oneLine(task))
	}
	if len(tasks) == 0 {
		for focus := range strings.SplitSeq(oneLine(p.Focus), ", ") {
			tasks = append(tasks, "Evaluate "+focus)
		}
	}
	return tasks
}

func (v *view) add(kind string, d critique.Document) {
	text := neutral(string(d.Content))
	v.Marked = v.Marked || len(text) != len(invisible.Unmarked(text))
	if d.Problem != "" {
		text = "(This file could not be read: " + oneLine(d.Problem) + ")"
	}
	v.Documents = append(v.Documents, document{kind, oneLine(d.Path), text})
}

// shorten drops members until their texts make up for the excess, at least one,
// and tells whether there was one.
func (v *view) shorten(excess int64) bool {
	dropped := false
	for !dropped || excess > 0 {
		size, ok := v.drop()
		if !ok {
			break
		}
		dropped, excess = true, excess-size
	}
	return dropped
}

// drop leaves the largest member out and returns how long it was. There may be
// none left to drop.
func (v *view) drop() (size int64, ok bool) {
	largest := -1
	for i, d := range v.Documents {
		if d.Kind == "member" && (largest < 0 || len(d.Text) > len(v.Documents[largest].Text)) {
			largest = i
		}
	}
	if largest < 0 {
		return 0, false
	}
	size = int64(len(v.Documents[largest].Text))
	v.Dropped = append(v.Dropped, v.Documents[largest].Path)
	v.Documents = slices.Delete(v.Documents, largest, largest+1)
	return size, true
}

func language(code string) string {
	switch code {
	case "en":
		return "Answer in English."
	case "zh":
		return "Answer in Chinese."
	}
	return "Answer in the language of the artifact."
}
