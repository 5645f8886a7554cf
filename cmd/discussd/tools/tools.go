// Package tools makes what a configuration names into what can be asked: a CLI, a service
// over HTTP, or the workers of a hub.
package tools

import (
	"fmt"
	"os"
	"strings"
	"time"

	"discussd/cmd/discussd/config"
	"discussd/critique/api"
	"discussd/critique/cli"
	"discussd/critique/hub"
	"discussd/critique/llm"
	"discussd/internal/process/supervisor"
)

// Maker is what tools of one process share.
type Maker struct {
	Reserve *supervisor.Reserve // of supervisors; nil when none stands by
	Link    *hub.Link           // to the hub, nil where the configuration names none
}

// Link is the connection to the hub of a configuration, nil when it names none. It is made
// when somebody asks.
func Link(h config.Hub) *hub.Link {
	if h.URL == "" {
		return nil
	}
	return hub.NewLink(Options(h))
}

// Options are those of a configuration, for a daemon on this machine.
func Options(h config.Hub) hub.Options {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return hub.Options{
		URL: h.URL, Creds: h.Creds, CA: h.CA, Project: h.Project, Host: host, WhenDown: h.WhenDown, Names: hub.Names{Prefix: h.Prefix},
	}
}

// Tool is what a tool of the configuration is asked through. The error says what is wrong
// with its keys.
func (m Maker) Tool(name string, t config.Tool) (llm.Tool, error) {
	far := &hub.Tool{Name: name, Model: t.Model, Family: t.Family, Timeout: time.Duration(t.Timeout), Link: m.Link}
	switch t.Via {
	case "api":
		return &api.Tool{
			Name: name, BaseURL: t.BaseURL, Dialect: t.Dialect, Model: t.Model, Family: t.Family,
			KeyEnv: t.KeyEnv, KeyFile: t.KeyFile, CA: t.CA, Timeout: time.Duration(t.Timeout),
		}, nil
	case "hub":
		return far, nil
	}
	near := &cli.Tool{
		Name: name, Via: t.Via, Command: t.Command, Args: t.Args, Model: t.Model, Family: t.Family,
		Timeout: time.Duration(t.Timeout), Env: t.Env, Output: answerPath(t.Output), Reserve: m.Reserve,
	}
	if t.Via == "auto" && m.Link != nil {
		return &hub.Near{Tool: near, Far: far}, near.Validate()
	}
	return near, near.Validate()
}

// Setup is what of a tool's configuration decides who answers, and how: an answer of another
// model is another answer.
func Setup(t config.Tool) string {
	return fmt.Sprintf("%q %q %q %q %q %q %q %q", t.Via, t.Command, t.Args, t.Model, t.Family, t.BaseURL, t.Dialect, t.Output)
}

// answerPath turns tools.<name>.output into what package cli takes: "" for plain
// text, else the path of the answer in the JSON that the tool prints.
func answerPath(output string) string {
	path, _ := strings.CutPrefix(output, "json:")
	if path == "text" {
		return ""
	}
	return path
}
