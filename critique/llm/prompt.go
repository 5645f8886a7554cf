package llm

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	_ "embed" // the built-in template
	"encoding/base32"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/bmatcuk/doublestar/v4"

	"discussd/critique"
)

//go:embed prompt.tmpl
var builtin string

// checklist is what any template may call to ask a checklist.
//
//go:embed checklist.tmpl
var checklist string

// Prompts renders requests into prompts.
type Prompts struct {
	template *template.Template
	source   string             // of the template
	together *template.Template // of what several perspectives are asked
	with     Settings
}

// Settings say how requests become prompts.
type Settings struct {
	Template string                                     // its text; "" takes the built-in one
	Limit    int64                                      // bytes of the longest prompt
	Upstream string                                     // how documents of earlier rounds are shown: "fit", "full", "outline" or "off"
	Ask      func(critique.Request) []critique.Question // the checklist of a request; nil asks none
	Mark     func(critique.Subject) string              // an unguessable word for each subject, see [Marks]
}

// Marks returns what gives each subject a word that nobody can guess without the secret. All prompts
// about a subject have the same, so that they begin with the same bytes.
func Marks(secret []byte) func(critique.Subject) string {
	return func(s critique.Subject) string {
		digest := hmac.New(sha256.New, secret)
		add := func(text []byte) {
			fmt.Fprintf(digest, "%d ", len(text))
			digest.Write(text)
		}
		add([]byte(s.Round))
		for _, d := range s.Shown() {
			add([]byte(d.Path))
			add(d.Content)
		}
		return base32.StdEncoding.EncodeToString(digest.Sum(nil))[:16] // 80 bits
	}
}

// NewPrompts parses the template and tries it out.
func NewPrompts(with Settings) (*Prompts, error) {
	source := cmp.Or(with.Template, builtin)
	parsed, err := template.New("prompt").Option("missingkey=error").Parse(checklist)
	if err == nil {
		parsed, err = parsed.Parse(source)
	}
	if err != nil {
		return nil, fmt.Errorf("parse prompt template: %w", err)
	}
	together := template.Must(template.Must(template.New("together").Option("missingkey=error").Parse(checklist)).Parse(togetherText))
	p := &Prompts{parsed, source, together, with}
	for _, reports := range [][]string{{critique.ReportRisks}, {critique.ReportUnderstanding, critique.ReportNoRating}} {
		sample := p.view(critique.Request{Perspective: critique.Perspective{Reports: reports}}, nil)
		sample.Dropped, sample.Facts, sample.Asked, sample.Prior, sample.Marked, sample.Grounds, sample.Settled = []string{""}, []string{""}, []string{""}, true, true, true, true
		sample.Checklist, sample.Disputed = []string{""}, true
		sample.Changes = "+"
		for _, sample.Claims = range [][]string{nil, {""}} {
			if err := parsed.Execute(io.Discard, sample); err != nil {
				return nil, fmt.Errorf("try prompt template: %w", err)
			}
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
	Documents                       []page
	Marked                          bool     // whether invisible characters of a document are marked
	Prior                           bool     // whether one of the documents is the discussion before this one
	Settled                         bool     // whether some are outlines of what the revision before was judged with
	Grounds                         bool     // whether there are documents that what is judged is held against
	Members                         bool     // whether the artifact has members
	Dropped                         []string // paths of documents that did not fit
	Checklist                       []string // questions to answer first, each with its ID
	Facts                           []string
	Asked                           []string // what the last discussion of this artifact asked for
	Disputed                        bool     // whether some claims are contradicted
	Changes                         string   // what has changed since then, [-taken away-] and {+added+}
	Claims                          []string // what is to be ruled on, each with its number; then nothing else is asked for
	Categories                      string
	Language                        string // a sentence: which language to answer in

	revised *revision // nil where all that is judged is shown whole
}

// page is a document that is shown, or several outlines of a kind, which have no path of their own.
type page struct{ Kind, Path, Text string }

// LeftOut names the documents that did not fit.
func (v view) LeftOut() string { return someOf(v.Dropped) }

// Outlined tells whether a document upstream is shown by its outline.
func (v view) Outlined() bool {
	return slices.ContainsFunc(v.Documents, func(d page) bool { return d.Kind == outlineKind })
}

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

// render returns the prompt with room for so many bytes more, and the paths of the documents that it
// left out. Upstream documents shrink to outlines first, then go, then members go, the largest first.
// A prompt that is still too long is a failure of the class prompt_too_large.
func (p *Prompts) render(v view, more int64) (text []byte, dropped []string, err error) {
	v.Documents = slices.Clone(v.Documents) // they may shrink
	for {
		var out bytes.Buffer
		shown := v
		shown.Documents = gathered(v.Documents)
		if err := p.template.Execute(&out, shown); err != nil {
			return nil, nil, critique.Failf(critique.Crashed, "render prompt: %w", err)
		}
		size := int64(out.Len()) + more
		if size <= p.with.Limit {
			return out.Bytes(), v.Dropped, nil
		}
		if !v.shorten(size - p.with.Limit) {
			return nil, nil, critique.Failf(critique.PromptTooLarge, "the prompt has %d bytes, panel.max_prompt is %d", size, p.with.Limit)
		}
	}
}

// view is what the template sees of a request and its checklist.
func (p *Prompts) view(r critique.Request, checklist []critique.Question) view {
	v := view{
		Round: oneLine(r.Round), Label: oneLine(r.Label),
		Role: oneLine(r.Perspective.Role), Perspective: oneLine(r.Perspective.Name),
		Tasks:      tasks(r.Perspective),
		Points:     !reports(r.Perspective, critique.ReportUnderstanding),
		Rating:     !reports(r.Perspective, critique.ReportNoRating),
		Mark:       p.with.Mark(r.Subject),
		Categories: strings.Join(critique.Categories[:], " "),
		Language:   "Answer in " + cmp.Or(map[string]string{"en": "English", "zh": "Chinese"}[r.Language], "the language of the artifact") + ".",
	}
	for _, field := range fieldsOf(r.Perspective) {
		v.Fields = append(v.Fields, field.asks)
	}
	v.revised, v.Members = changedIn(r), len(r.Members) > 0
	v.addJudged("artifact", r.Artifact, nil)
	for _, m := range r.Members {
		if readsPath(r.Perspective, m.Path) {
			v.addJudged("member", m, r.Artifact.Content)
		}
	}
	beside := r.Context != nil && r.Context.Path != r.Artifact.Path
	v.Grounds = beside
	if beside && !r.Context.Settled {
		v.add(contextKind, *r.Context)
	}
	p.addUpstream(&v, slices.DeleteFunc(r.Upstream(), func(d critique.Document) bool { return !readsPath(r.Perspective, d.Path) }), len(r.Claims) > 0)
	if at := slices.IndexFunc(v.Documents, func(d page) bool { return d.Kind == settledKind }); at >= 0 {
		v.Documents[at].Text = v.revised.outlines()
	}
	if r.Prior != nil {
		v.add("prior-discussion", *r.Prior)
		v.Prior = true
	}
	if beside && r.Context.Settled && reports(r.Perspective, critique.ReportMissingRequirements) {
		v.add(contextKind, *r.Context) // last: up to here the prompts of a revision are the same
	}
	for _, asked := range r.Past.Asked {
		v.Asked = append(v.Asked, oneLine(asked))
	}
	for _, q := range checklist {
		v.Checklist = append(v.Checklist, q.ID+": "+oneLine(cmp.Or(q.English, q.Chinese)))
	}
	v.Changes = strings.TrimRight(neutral(r.Past.Changes), "\n")
	for i, claim := range r.Claims {
		text := fmt.Sprintf("%d. ", i+1)
		if claim.Kind == critique.ItemMissing {
			text += "Missing: "
		}
		text += quoting(claim.Text, claim.Evidence)
		if claim.Against != nil {
			v.Disputed = true
			text += " Against it: " + quoting(claim.Against.Text, claim.Against.Evidence)
		}
		v.Claims = append(v.Claims, text)
	}
	v.Facts = known(r, v)
	return v
}

// questions are the checklist of a request, none where documents are shown as outlines.
func (p *Prompts) questions(r critique.Request) []critique.Question {
	if p.with.Ask == nil || outlined(r.Artifact) || slices.ContainsFunc(r.Members, outlined) {
		return nil
	}
	return p.with.Ask(r)
}

// quoting is what somebody says, with what he quotes for it.
func quoting(text, evidence string) string {
	text = oneLine(text)
	if evidence != "" {
		text += fmt.Sprintf(" (it quotes: “%s”)", oneLine(evidence))
	}
	return text
}

func readsPath(p critique.Perspective, file string) bool {
	return len(p.Reads) == 0 || slices.ContainsFunc(p.Reads, func(glob string) bool {
		fits, err := doublestar.Match(glob, file)
		return fits && err == nil
	})
}

// tasks are what a perspective is to do, by default to evaluate its focus.
func tasks(p critique.Perspective) []string {
	var tasks []string
	for _, task := range p.Tasks {
		tasks = append(tasks, oneLine(task))
	}
	if len(tasks) == 0 {
		tasks = []string{"Evaluate " + oneLine(p.Focus)}
	}
	return tasks
}
