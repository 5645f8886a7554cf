package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/internal/process"
)

// command is a program that only the configuration knows. An exit status other than 0 is a failure.
func command(t *Tool) adapter {
	const promptFile = "{prompt_file}" // what stands in a configured command for the prompt's file name.
	inFile := strings.Contains(strings.Join(t.Command[1:], "\n"), promptFile)
	return adapter{
		program:      t.Command[0],
		promptIsFile: inFile,
		dialect: dialect{
			arguments: func(t *Tool, c call) ([]string, map[string]string, error) {
				var args []string
				for _, arg := range t.Command[1:] {
					args = append(args, strings.ReplaceAll(arg, promptFile, c.prompt))
				}
				return append(args, t.Args...), nil, nil
			},
			read: func(p printed) reading { return readCommand(t.Name, t.Output, p) },
		},
	}
}

func readCommand(name, output string, p printed) (r reading) {
	if p.exit != 0 {
		r.failure = noEnvelope(name, p, nil)
		return r
	}
	if output != "" && output != "text" {
		answer, err := pick(p.stdout, output)
		if err != nil {
			r.failure = noEnvelope(name, p, err)
		}
		r.text = answer
		return r
	}
	if loginPage(p.stdout) {
		r.failure = fail(critique.Auth, "%s asks for a login%s", name, process.LastWords(p.stdout))
		return r
	}
	if len(bytes.TrimSpace(p.stdout)) == 0 {
		r.failure = noEnvelope(name, p, nil)
	}
	r.text = p.stdout
	return r
}

// loginPage tells whether out is HTML, or so short that a mention of a login is no answer.
func loginPage(out []byte) bool {
	const short = 1 << 10 // bytes
	said := strings.ToLower(string(bytes.TrimSpace(out)))
	if strings.HasPrefix(said, "<!doctype html") || strings.HasPrefix(said, "<html") {
		return true
	}
	if len(said) > short || strings.Contains(said, "{") {
		return false
	}
	words := []string{"login required", "waiting for authentication", "authentication timed out", "not logged in", "please log in", "credit balance is too low"}
	return slices.ContainsFunc(words, func(words string) bool { return strings.Contains(said, words) })
}

var errNoAnswer = errors.New("no answer at the configured place")

// pick returns what stands at a dotted path in the first JSON object: the text of a string, else JSON.
func pick(out []byte, path string) ([]byte, error) {
	var value json.RawMessage
	if err := object(out, &value); err != nil {
		return nil, err
	}
	for key := range strings.SplitSeq(path, ".") {
		var list []json.RawMessage
		index, err := strconv.Atoi(key)
		if err == nil && json.Unmarshal(value, &list) == nil && index >= 0 && index < len(list) {
			value = list[index]
			continue
		}
		var found bool
		if value, found = fields(value)[key]; !found {
			return nil, errNoAnswer
		}
	}
	if said := text(value); said != "" || len(value) > 0 && value[0] == '"' {
		return []byte(said), nil
	}
	if string(value) == "null" {
		return nil, errNoAnswer
	}
	return value, nil
}
