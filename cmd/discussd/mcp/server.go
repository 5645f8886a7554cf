// Package mcp answers coding agents that ask for verdicts over the Model Context Protocol.
//
// A client's calls come in over a transport; what [Rounds] knows of sessions goes out. No
// tool decides anything for a person, and none reads or writes anything but a session of
// the user's own: see [Place]. The command mcp runs it over standard input and output.
package mcp

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"discussd/critique/checks"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// Rounds is how the server gets to know of rounds, and asks for verdicts.
type Rounds interface {
	// Locate is the round that an artifact's path names, or the path of a request.
	Locate(path string) (session.Place, error)
	// Named is the round, or the request, of a session that goes by a name.
	Named(dir, round string) (session.Place, error)
	// Verdict is that on the present bytes; nil while there is none. The error wraps
	// [session.ErrNoArtifact] when there is nothing to judge.
	Verdict(place session.Place) (*verdict.Verdict, error)
	// Last is the last verdict, whatever has become of the bytes; nil when there is none.
	Last(place session.Place) (*verdict.Verdict, error)
	// Record is the text for people that belongs to a round's last verdict.
	Record(place session.Place) (string, error)
	// Done tells the daemons that the round's writer is done, and whether there is one.
	Done(place session.Place) (watched bool)
	// Obstacle is what keeps a round from its verdict, in words; "" when nothing is known.
	Obstacle(place session.Place) string
	// Ask drops a request for a review, and returns its path.
	Ask(review Review) (path string, err error)
	// Status is how the rounds of a session stand; it can be encoded as JSON.
	Status(dir string) any
}

// Review is a request for a review of an artifact.
type Review struct {
	Path         string
	Round        string   // "" for the one that the artifact belongs to
	Perspectives []string // configured ones; none for those of the round
}

// Options are what a server is made of.
type Options struct {
	Version string
	Rounds  Rounds
	Rules   []checks.Rule
	User    int // whose sessions are shown
}

// server answers calls.
type server struct{ Options }

const instructions = "discussd judges what is written in a session's spec/ folder. After the last write of an artifact call submit, then wait_verdict " +
	"until its state is no longer pending. caller_action says what to do: report, proceed_with_notes, warn_and_proceed, or report_and_stop. A HIGH verdict is reported to the person, " +
	"not revised by yourself; deciding on it is the person's alone. Never edit files in discussions/."

// New makes a server that is ready to be run over a transport.
func New(o Options) *mcp.Server {
	s := &server{o}
	m := mcp.NewServer(&mcp.Implementation{Name: "discussd", Title: "discussd", Version: o.Version}, &mcp.ServerOptions{Instructions: instructions})
	reads, writes := &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: new(bool)}, &mcp.ToolAnnotations{DestructiveHint: new(bool), OpenWorldHint: new(bool)}
	add(m, "submit", "Say that an artifact is written, so that it is judged now. Returns at once.", writes, s.submit)
	add(m, "wait_verdict", "Wait for the verdict on an artifact's present bytes, for 45 seconds at most. While there is none its state is \"pending\": call again.", writes, s.wait)
	add(m, "get_verdict", "The last verdict on an artifact, at once, and whether it is about the present bytes.", reads, s.get)
	add(m, "findings", "What the embedded checks found in an artifact, the worst first, a page at a time.", reads, s.findings)
	add(m, "explain_rule", "What a rule of the checks looks for, with examples, and how to switch it off.", reads, s.explain)
	add(m, "request_review", "Ask for a review of an artifact once more, or from configured perspectives of your choice under a round of its own. Give the path it returns to wait_verdict.", writes, s.review)
	add(m, "session_status", "How the rounds of a session stand.", reads, s.status)
	s.resources(m)
	return m
}

// add adds a tool whose answer is out, as JSON, and whose errors are for the model to read.
func add[In, Out any](m *mcp.Server, name, description string, hints *mcp.ToolAnnotations, answer func(context.Context, call, In) (Out, error)) {
	mcp.AddTool(m, &mcp.Tool{Name: name, Description: description, Annotations: hints}, func(ctx context.Context, r *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := answer(ctx, call{r}, in)
		return nil, out, err
	})
}

// call is one call of a tool, to whose client progress is told.
type call struct{ *mcp.CallToolRequest }

// progress tells how far a call is. A client that does not want to know is told nothing,
// and one that has gone away is no error here: its call is cancelled.
func (c call) progress(ctx context.Context, done, total float64, message string) {
	if token := c.Params.GetProgressToken(); token != nil {
		_ = c.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: done, Total: total, Message: message})
	}
}
