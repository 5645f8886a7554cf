package llm

import (
	"bytes"
	_ "embed" // the built-in template
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"discussd/critique"
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
// longest prompt in bytes. Mark returns an unguessable word for each prompt.
func NewPrompts(text string, limit int64, mark func() string) (*Prompts, error) {
	if text == "" {
		text = builtin
	}
	parsed, err := template.New("prompt").Option("missingkey=error").Parse(text)
	if err != nil {
		return nil, fmt.Errorf("parse prompt template: %w", err)
	}
	return &Prompts{parsed, limit, mark}, nil
}

// view is what a prompt template sees.
type view struct {
	Round, Label, Role, Perspective        string
	Focus                                  []string
	Rating, RiskLevel, MissingRequirements bool
	Mark                                   string
	Documents                              []document
	Dropped                                []string // paths of members that did not fit
	Facts                                  []string
	Categories, Claims                     string
	Language                               string // a sentence: which language to answer in
}

type document struct{ Kind, Path, Text string }

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
		if !v.drop() {
			return nil, nil, critique.Failf(critique.PromptTooLarge, "the prompt has %d bytes, panel.max_prompt is %d", out.Len(), p.limit)
		}
	}
}

func (p *Prompts) view(r critique.Request) view {
	reports := func(field string) bool { return slices.Contains(r.Perspective.Reports, field) }
	v := view{
		Round: r.Round, Label: r.Label, Role: r.Perspective.Role, Perspective: r.Perspective.Name,
		Focus:               strings.Split(r.Perspective.Focus, ", "),
		Rating:              !reports(critique.ReportNoRating),
		RiskLevel:           reports(critique.ReportRiskLevel),
		MissingRequirements: reports(critique.ReportMissingRequirements),
		Mark:                p.mark(),
		Categories:          strings.Join(critique.Categories[:], " "),
		Claims:              strings.Join(critique.Claims[:], " "),
		Language:            language(r.Language),
	}
	v.add("artifact", r.Artifact)
	for _, m := range r.Members {
		v.add("member", m)
	}
	if v.MissingRequirements && r.Context != nil && r.Context.Path != r.Artifact.Path {
		v.add("discovery-context", *r.Context)
	}
	for _, f := range r.Facts.Findings {
		v.Facts = append(v.Facts, fmt.Sprintf("%s %s: %s", f.Rule, oneLine(f.Path), oneLine(f.Message)))
	}
	return v
}

func (v *view) add(kind string, d critique.Document) {
	v.Documents = append(v.Documents, document{kind, oneLine(d.Path), neutral(string(d.Content))})
}

// drop leaves the largest member out and tells whether there was one.
func (v *view) drop() bool {
	largest := -1
	for i, d := range v.Documents {
		if d.Kind == "member" && (largest < 0 || len(d.Text) > len(v.Documents[largest].Text)) {
			largest = i
		}
	}
	if largest < 0 {
		return false
	}
	v.Dropped = append(v.Dropped, v.Documents[largest].Path)
	v.Documents = slices.Delete(v.Documents, largest, largest+1)
	return true
}

// delimiter is a line that looks like one of ours, whatever its mark.
var delimiter = regexp.MustCompile(`(?m)^([ \t]*)===(.*\b(?:BEGIN|END)\b)`)

// mention is an @ that a CLI could take for a file to read.
var mention = regexp.MustCompile(`@([\pL\pN./~\\"'_-])`)

// neutral makes document text harmless to the frame around it: look-alikes of
// our delimiters lose their shape, and an @ becomes its full-width twin so that
// no CLI reads the file behind it. Quotes are compared width-folded, so a quote
// of neutralised text is still found.
func neutral(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	text = delimiter.ReplaceAllString(text, "$1＝＝＝$2")
	return mention.ReplaceAllString(text, "＠$1")
}

func oneLine(s string) string { return neutral(strings.Join(strings.Fields(s), " ")) }

func language(code string) string {
	switch code {
	case "en":
		return "Answer in English."
	case "zh":
		return "Answer in Chinese."
	}
	return "Answer in the language of the artifact."
}
