package session

import (
	"slices"
	"strings"
)

// Kind is what a [Job] is about.
type Kind int

const (
	OfRound    Kind = iota // a round is to be judged
	OfRequest              // a file in the requests inbox is to be answered
	OfDecision             // a file in the decisions inbox is to be carried out
)

// Job is one thing that a session wants to have done: a round judged, or a file in an
// inbox seen to. [RoundJob], [Session.Inbox] and [Layout.Job] make one. The zero Job is
// that of a round without a name.
type Job struct {
	kind  Kind
	round Round  // of a round's job
	file  string // in the inbox: its name without a folder
}

// RoundJob is the job of having a round judged.
func RoundJob(round Round) Job { return Job{round: round} }

// RequestJob is the job of answering a file in the requests inbox, named without its folder.
func RequestJob(file string) Job { return Job{kind: OfRequest, file: file} }

// DecisionJob is the job of carrying out a file in the decisions inbox, named without its
// folder.
func DecisionJob(file string) Job { return Job{kind: OfDecision, file: file} }

// Job returns the job that [Job.ID] names; ok is false when that is a round which the
// layout does not have, of which the job knows nothing but the ID.
func (l Layout) Job(id string) (job Job, ok bool) {
	if job, ok := InboxJob(id); ok {
		return job, true
	}
	round, ok := l.Round(id)
	if !ok {
		round = Round{ID: id}
	}
	return RoundJob(round), ok
}

// InboxJob is the job of a file in an inbox that an ID names; ok is false of a round.
func InboxJob(id string) (job Job, ok bool) {
	folder, file, _ := strings.Cut(id, "/")
	at := slices.Index(inboxes[:], folder)
	if file == "" || at < 0 {
		return Job{}, false
	}
	return Job{kind: OfRequest + Kind(at), file: file}, true
}

// inboxes are the folders that [OfRequest] and [OfDecision] are found in.
var inboxes = [...]string{Requests, Decisions}

// KindOf returns the kind of the job that an ID names, whether or not its round is known.
func KindOf(id string) Kind {
	job, _ := InboxJob(id)
	return job.kind
}

// ID is the name of the job in its session, by which logs, the watcher and the commands
// know it: that of its round, or the folder and the name of its file, "requests/review.md".
func (j Job) ID() string {
	if j.kind == OfRound {
		return j.round.ID
	}
	return inboxes[j.kind-OfRequest] + "/" + j.file
}

// Kind tells what the job is about.
func (j Job) Kind() Kind { return j.kind }

// Round is the round that is to be judged; it is empty for a file in an inbox.
func (j Job) Round() Round { return j.round }

// Path is the file in the inbox, relative to the session; "" for a round.
func (j Job) Path() string {
	if j.kind == OfRound {
		return ""
	}
	return discussions + "/" + j.ID()
}
