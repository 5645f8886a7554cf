package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"discussd/pipeline/session"
)

const scheme = "discussd"

// address is where a round's verdict or record can be read. A template's expression
// matches no plus sign, so that a space is %20.
func address(what string, place session.Place) string {
	return scheme + "://" + what + "/" + url.PathEscape(place.Round) + "?session=" + strings.ReplaceAll(url.QueryEscape(place.Session), "+", "%20")
}

// resources adds what can be read: the whole verdict, and the record for people.
func (s *server) resources(m *mcp.Server) {
	m.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "verdict", Description: "The last verdict of a round, whole", MIMEType: "application/json", URITemplate: scheme + "://verdict/{round}{?session}",
	}, s.read("verdict", "application/json", s.verdictText))
	m.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "record", Description: "The discussion record of a round, for people", MIMEType: "text/markdown", URITemplate: scheme + "://record/{round}{?session}",
	}, s.read("record", "text/markdown", s.Rounds.Record))
}

func (s *server) read(what, kind string, text func(session.Place) (string, error)) mcp.ResourceHandler {
	return func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		at, err := url.Parse(r.Params.URI)
		if err != nil || at.Scheme != scheme || at.Host != what || at.Path == "" {
			return nil, fmt.Errorf("%q is no address of a %s", r.Params.URI, what)
		}
		place, err := s.place(Place{Session: at.Query().Get("session"), Round: at.Path[1:]})
		if err != nil {
			return nil, err
		}
		read, err := text(place)
		if err != nil {
			return nil, err
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, MIMEType: kind, Text: read}}}, nil
	}
}

func (s *server) verdictText(place session.Place) (string, error) {
	v, err := s.Rounds.Last(place)
	if err != nil {
		return "", err
	}
	if v == nil {
		return "", fmt.Errorf("there is no verdict on %s of %s yet", place.Round, place.Session)
	}
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return "", fmt.Errorf("encode the verdict: %w", err)
	}
	return string(text) + "\n", nil
}
