package bus

import (
	"cmp"
	"fmt"
	"strings"
	"sync"
	"text/template"

	"discussd/critique"
	"discussd/internal/text/markdown"
	"discussd/internal/text/printable"
	"discussd/pipeline/texts"
	"discussd/pipeline/verdict"
)

// How long the texts of a message may be, in characters, and how many options and
// notes it holds. The verdict holds everything.
const (
	longestSummary     = 300
	longestReason      = 1000
	longestLabel       = 100
	longestDescription = 300
	mostOptions        = 10
	mostNotes          = 10
)

// Round is a round that has no verdict yet.
type Round struct {
	Profile      string
	ID           string
	Label        string
	Artifact     string // relative to the session folder
	Perspectives int    // how many are asked
}

// Discussion is a round of a discussion timeline that was written.
type Discussion struct {
	Profile       string
	Topic         string
	Number        int    // of the round, from 1
	Kind          string // "initial", "deepen", "direction-adjusted" or "specific-questions"
	NewInsights   int
	Corrected     int
	OpenQuestions int
	Empty         bool     // there was nothing to discuss
	Notes         []string // what was unclear or degraded
	Ref           string   // the round's file, relative to the session folder
}

func ours(from string) bool { return texts.Builtin().Speaks(from) }

// worded are the templates of all profiles, read when the first line is worded.
var worded = sync.OnceValue(func() texts.Templates {
	templates, err := texts.Builtin().Templates(template.FuncMap{
		"count":          count,
		"grounds":        func() int { return 0 },
		"limit":          func() string { return "" },
		"outcome":        func() string { return "" },
		"recommendation": func() string { return "" },
		"short":          func(text string) string { return short(text, longestLabel) },
		"title":          title,
	}, "bus.tmpl")
	if err != nil {
		panic(err) // a test reads them
	}
	return templates
})

// message fills the template of that name and puts it under the profile's tag.
func message(profile string, typ Type, data Data, name string, calls template.FuncMap, about any) Message {
	from := verdict.Tag(profile)
	summary := short("["+from+"] "+worded().Fill(profile, name, calls, about), longestSummary)
	return Message{From: from, Type: typ, Summary: summary, Data: data}
}

// Started says that the perspectives of a round are being asked.
func Started(r Round) Message {
	return message(r.Profile, progress, Data{Ref: r.Artifact}, "started", nil, r)
}

// Dropped says that a round which was started will not be judged, because its
// artifact is gone.
func Dropped(r Round) Message {
	data := Data{Ref: r.Artifact, Code: string(verdict.ArtifactNotFound), Reason: "the artifact is gone, the round was not judged"}
	return failure(r.Profile, r.ID, r.Label, r.Artifact, data)
}

// Abandoned says that a round which was started will not be judged, because nobody
// asks for it any more.
func Abandoned(r Round) Message {
	data := Data{Code: string(verdict.RequestInvalid), Reason: "its request, or its place in the configuration, is gone; the round was not judged"}
	return failure(r.Profile, r.ID, r.Label, r.Artifact, data)
}

// Ended says what a round ended in. A block that is LOW is told as consensus: it
// asks nothing of anybody.
func Ended(v verdict.Verdict) Message {
	data := Data{Verdict: string(v.Outcome), CoordinatorAction: string(v.CoordinatorAction)}
	if v.Record != nil {
		data.Ref = v.Record.Path
	}
	if v.Severity != nil {
		data.Severity = string(*v.Severity)
	}
	if v.Recommendation != nil {
		data.Recommendation = string(*v.Recommendation)
	}
	for _, against := range v.Dissent[:min(len(v.Dissent), mostNotes)] {
		data.Dissent = append(data.Dissent, short(against, longestDescription))
	}
	if v.Outcome == verdict.Failed {
		data.Code, data.Reason = string(v.Error.Code), short(v.Error.Message, longestReason)
		return failure(v.Profile, v.Round, v.Label, v.Artifact.Path, data)
	}
	decide := heaviest(v.Divergences)
	name, typ := "reached", texts.Builtin().Of(v.Profile).Bus.Reached
	if v.Outcome == verdict.Blocked && !v.BlockedAt(critique.Low) {
		name, typ = "blocked", texts.Builtin().Of(v.Profile).Bus.Blocked
		data.Reason, data.Options = reasons(decide), options(decide)
	}
	return message(v.Profile, Type(typ), data, name, template.FuncMap{
		"grounds":        func() int { return len(decide) },
		"limit":          func() string { return limit(v) },
		"outcome":        func() string { return outcome(v) },
		"recommendation": func() string { return data.Recommendation },
	}, v)
}

// Told says that a round of a discussion timeline was written.
func Told(d Discussion) Message {
	data := Data{Ref: d.Ref}
	for _, note := range d.Notes[:min(len(d.Notes), mostNotes)] {
		data.Notes = append(data.Notes, short(note, longestDescription))
	}
	return message(d.Profile, processed, data, "told", nil, d)
}

// reasons say what has to be decided, in a line.
func reasons(decide []critique.Divergence) string {
	var texts []string
	for _, d := range decide {
		texts = append(texts, markdown.OneLine(d.Description))
	}
	return short(strings.Join(texts, "; "), longestReason)
}

// options are what there is to choose between.
func options(decide []critique.Divergence) []Option {
	var options []Option
	for _, d := range decide[:min(len(decide), mostOptions)] {
		options = append(options, Option{
			Label:       short(d.Topic, longestLabel),
			Description: short(cmp.Or(strings.Join(d.Options, " vs "), d.Description), longestDescription),
		})
	}
	return options
}

// problem is why a round has no verdict of a panel.
type problem struct {
	Code, Reason           string
	Round, Label, Artifact string
	AboutArtifact          bool // it is the artifact that is at fault
}

func failure(profile, round, label, artifact string, data Data) Message {
	about := problem{data.Code, data.Reason, round, label, artifact, strings.HasPrefix(data.Code, "artifact_")}
	return message(profile, failed, data, "error", nil, about)
}

// heaviest are the divergences of the highest severity there is: those that block.
func heaviest(all []critique.Divergence) (heaviest []critique.Divergence) {
	most := 0
	for _, d := range all {
		most = max(most, d.Severity.Weight())
	}
	for _, d := range all {
		if d.Severity.Weight() == most {
			heaviest = append(heaviest, d)
		}
	}
	return heaviest
}

// limit says who spoke, where that limits the verdict: it comes before everything else.
func limit(v verdict.Verdict) string {
	if said := v.Limit(); said != "" {
		return said + " "
	}
	return ""
}

// outcome is the verdict in numbers.
func outcome(v verdict.Verdict) string {
	said := "consensus reached"
	if v.Severity != nil {
		said = "consensus blocked (" + string(*v.Severity) + ")" + reason(v)
	}
	if v.AverageRating != nil {
		said += fmt.Sprintf(", average %.2f/5", *v.AverageRating)
	}
	if len(v.Dissent) > 0 {
		said += ", dissent: " + short(v.Dissent[0], longestLabel) + others(len(v.Dissent)-1)
	}
	return said + ", " + count(len(v.ActionItems), "action item") + ", " + count(len(v.OpenQuestions), "open question")
}

// reason is what a block is about first.
func reason(v verdict.Verdict) string {
	decide := heaviest(v.Divergences)
	if v.BlockedAt(critique.Low) || len(decide) == 0 || decide[0].Topic == "" {
		return ""
	}
	return ": " + short(decide[0].Topic, longestLabel) + others(len(decide)-1)
}

// others says that there are more of a kind than the one that is named.
func others(more int) string {
	if more == 0 {
		return ""
	}
	return fmt.Sprintf(" (+%d)", more)
}

// title names a round by its id and, unless that says the same, its label.
func title(id, label string) string {
	if label == "" || label == id {
		return id
	}
	return id + " (" + label + ")"
}

func count(n int, what string) string { return printable.Counted(n, what, what+"s") }

func short(text string, most int) string { return printable.Capped(markdown.OneLine(text), most) }
