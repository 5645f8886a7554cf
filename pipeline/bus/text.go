package bus

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"discussd/critique"
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
	Profile      string // "lifecycle", "coordinate", "spec-team" or "analyze"
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

// ours tells whether a sender is a bus like this one, of any profile.
func ours(from string) bool {
	return from == verdict.Tag("lifecycle") || from == verdict.Tag("spec-team") || from == verdict.Tag("analyze")
}

// message puts a summary under its tag.
func message(profile string, typ Type, data Data, summary string, args ...any) Message {
	from := verdict.Tag(profile)
	summary = short(fmt.Sprintf("["+from+"] "+summary, args...), longestSummary)
	return Message{From: from, Type: typ, Summary: summary, Data: data}
}

// Started says that the perspectives of a round are being asked.
func Started(r Round) Message {
	data := Data{Ref: r.Artifact}
	switch r.Profile {
	case "spec-team":
		return message(r.Profile, progress, data, "开始 %s: %d 个视角分析", cmp.Or(r.Label, r.ID), r.Perspectives)
	case "analyze":
		return message(r.Profile, progress, data, "DISCUSS started: %s", title(r.ID, r.Label))
	}
	return message(r.Profile, progress, data, "%s: started, %s", title(r.ID, r.Label), count(r.Perspectives, "perspective"))
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
	switch {
	case v.Outcome == verdict.Failed:
		data.Code, data.Reason = string(v.Error.Code), short(v.Error.Message, longestReason)
		return failure(v.Profile, v.Round, v.Label, v.Artifact.Path, data)
	case v.Profile == "analyze":
		return message(v.Profile, processed, data, "%sDISCUSS complete: %s: %s", limit(v), title(v.Round, v.Label), outcome(v))
	case v.Outcome == verdict.Reached || v.BlockedAt(critique.Low):
		return agreement(v, data)
	}
	return block(v, data)
}

// Told says that a round of a discussion timeline was written.
func Told(d Discussion) Message {
	data := Data{Ref: d.Ref}
	for _, note := range d.Notes[:min(len(d.Notes), mostNotes)] {
		data.Notes = append(data.Notes, short(note, longestDescription))
	}
	found := fmt.Sprintf("%s, %d corrected, %s", count(d.NewInsights, "new insight"), d.Corrected, count(d.OpenQuestions, "open question"))
	if d.Empty {
		found = "empty, no analysis results were found"
	}
	return message(d.Profile, processed, data, "DISCUSS complete: %s, round %d (%s): %s", cmp.Or(short(d.Topic, longestLabel), "no topic"), d.Number, d.Kind, found)
}

func agreement(v verdict.Verdict, data Data) Message {
	if v.Profile == "spec-team" {
		summary := fmt.Sprintf("%s%s讨论完成: %d个行动项, %d个开放问题", limit(v), cmp.Or(v.Label, v.Round), len(v.ActionItems), len(v.OpenQuestions))
		if v.Sentiment != nil {
			summary += ", 总体" + string(*v.Sentiment)
		}
		return message(v.Profile, ready, data, "%s", summary)
	}
	return message(v.Profile, ready, data, "%s%s: %s", limit(v), title(v.Round, v.Label), outcome(v))
}

func block(v verdict.Verdict, data Data) Message {
	decide := heaviest(v.Divergences)
	var reasons []string
	for _, d := range decide {
		reasons = append(reasons, verdict.OneLine(d.Description))
		if len(data.Options) < mostOptions {
			data.Options = append(data.Options, Option{
				Label:       short(d.Topic, longestLabel),
				Description: short(cmp.Or(strings.Join(d.Options, " vs "), d.Description), longestDescription),
			})
		}
	}
	data.Reason = short(strings.Join(reasons, "; "), longestReason)
	if v.Profile == "spec-team" {
		return message(v.Profile, blocked, data, "%s%s讨论阻塞: %d个关键分歧需决策", limit(v), cmp.Or(v.Label, v.Round), len(decide))
	}
	return message(v.Profile, blocked, data, "%s%s: %s, %s", limit(v), title(v.Round, v.Label), outcome(v), data.Recommendation)
}

func failure(profile, round, label, artifact string, data Data) Message {
	code := verdict.ErrorCode(data.Code)
	switch {
	case profile == "spec-team" && code == verdict.RoundUnknown:
		return message(profile, failed, data, "未知讨论轮次: %s", round)
	case profile == "spec-team" && strings.HasPrefix(data.Code, "artifact_"):
		return message(profile, failed, data, "无法加载制品: %s", artifact)
	case profile == "spec-team":
		return message(profile, failed, data, "%s讨论出错: %s", cmp.Or(label, round), data.Reason)
	}
	return message(profile, failed, data, "%s: %s: %s", title(round, label), data.Code, data.Reason)
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

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// short puts a text on one line of at most so many characters.
func short(text string, most int) string {
	text = verdict.OneLine(text)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
