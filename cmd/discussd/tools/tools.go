// Package tools makes what a configuration names into what can be asked: a CLI, a service
// over HTTP, or the workers of a hub.
package tools

import (
	"fmt"
	"strings"
	"time"

	"discussd/cmd/discussd/config"
	"discussd/critique/api"
	"discussd/critique/cli"
	"discussd/critique/llm"
)

// New is what a tool of the configuration is asked through. Nothing needs to stand by. The
// error says what is wrong with the tool's keys.
func New(name string, t config.Tool, hub config.Hub, standing cli.Standing) (llm.Tool, error) {
	if t.Via == "api" {
		return &api.Tool{
			Name: name, BaseURL: t.BaseURL, Dialect: t.Dialect, Model: t.Model, Family: t.Family,
			KeyEnv: t.KeyEnv, KeyFile: t.KeyFile, CA: t.CA, Timeout: time.Duration(t.Timeout),
		}, nil
	}
	tool := &cli.Tool{
		Name: name, Via: t.Via, Command: t.Command, Args: t.Args, Model: t.Model, Family: t.Family,
		Timeout: time.Duration(t.Timeout), Env: t.Env, Output: answerPath(t.Output), Standing: standing,
	}
	if t.Via == "hub" || t.Via == "auto" {
		tool.Command = hub.Command()
	}
	return tool, tool.Validate()
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
