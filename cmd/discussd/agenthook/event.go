package agenthook

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
)

// largestEvent bounds what is read of an event, in bytes: a tool's input holds the whole
// file that it wrote, and most agents its old text as well.
const largestEvent = 32 << 20

// Event is what an agent tells its hook.
type Event struct {
	Moment  Moment
	Name    string   // as the agent calls it
	Session string   // the agent's own, never empty
	Worker  string   // the sub-agent; "" for the main agent
	Dir     string   // the agent's working folder, absolute; "" when it does not say
	Paths   []string // absolute, of files that the tool wrote or may have written
	Shell   bool     // the tool was a shell, which may have written anything
	Prompt  string   // what the agent was asked
	Leaving bool     // the agent goes when its turn is over, and hears nothing that is said then
	Model   string   // the one that works, "" when the agent does not say
}

// wire holds the fields of all agents' events; each agent has some of them.
type wire struct {
	Event        string   `json:"hook_event_name"`
	Session      string   `json:"session_id"`
	Conversation string   `json:"conversation_id"` // cursor
	OpenSession  string   `json:"sessionID"`       // opencode
	Agent        string   `json:"agent_id"`
	Cwd          string   `json:"cwd"`
	Roots        []string `json:"workspace_roots"` // cursor
	Tool         string   `json:"tool_name"`
	Input        struct {
		FilePath     string          `json:"file_path"`
		NotebookPath string          `json:"notebook_path"`
		CamelPath    string          `json:"filePath"`
		Command      json.RawMessage `json:"command"`
	} `json:"tool_input"`
	FilePath string `json:"file_path"`
	Prompt   string `json:"prompt"`
	Leaving  bool   `json:"leaving"` // opencode
	Model    any    `json:"model"`   // a name, or an object that has one
}

// errUnknown says that standard input holds no event of the agent.
var errUnknown = errors.New("this is no event of the agent's")

// Read reads one event. Fields that it does not know are left alone; an event that names
// no session, or is no JSON object, is an error.
func (d Dialect) Read(r io.Reader) (Event, error) {
	text, err := io.ReadAll(io.LimitReader(r, largestEvent+1))
	if err != nil {
		return Event{}, fmt.Errorf("read the event: %w", err)
	}
	if len(text) > largestEvent {
		return Event{}, fmt.Errorf("the event has more than %d MiB", largestEvent>>20)
	}
	var w wire
	if err := json.Unmarshal(text, &w); err != nil {
		return Event{}, fmt.Errorf("%w: %w", errUnknown, err)
	}
	e := Event{Name: w.Event, Moment: d.moments[w.Event], Session: cmp.Or(w.Session, w.Conversation, w.OpenSession), Worker: w.Agent, Dir: w.Cwd, Prompt: w.Prompt, Leaving: w.Leaving, Model: modelName(w.Model)}
	if e.Session == "" {
		return Event{}, fmt.Errorf("%w: it names no session", errUnknown)
	}
	if e.Dir == "" && len(w.Roots) > 0 {
		e.Dir = w.Roots[0]
	}
	if !filepath.IsAbs(e.Dir) {
		e.Dir = ""
	}
	e.paths(w)
	return e, nil
}

// paths notes what a tool wrote.
func (e *Event) paths(w wire) {
	named := []string{w.Input.FilePath, w.Input.NotebookPath, w.Input.CamelPath, w.FilePath}
	command, isCommand := commandLine(w.Input.Command)
	if isCommand {
		patched := patchedFiles(command)
		named = append(named, patched...)
		e.Shell = len(patched) == 0
	}
	for _, name := range named {
		switch {
		case name == "" || strings.ContainsRune(name, 0):
		case filepath.IsAbs(name):
			e.Paths = append(e.Paths, filepath.Clean(name))
		case e.Dir != "":
			e.Paths = append(e.Paths, filepath.Join(e.Dir, name))
		}
	}
}

// commandLine is what a shell or a patch tool was called with: a text, or its words.
func commandLine(raw json.RawMessage) (line string, ok bool) {
	if len(raw) == 0 {
		return "", false
	}
	var words []string
	if json.Unmarshal(raw, &line) == nil {
		return line, true
	}
	if json.Unmarshal(raw, &words) == nil {
		return strings.Join(words, " "), true
	}
	return "", false
}

var patchHeader = regexp.MustCompile(`(?m)^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\s*$`)

// patchedFiles lists the files that a patch names.
func patchedFiles(patch string) (names []string) {
	for _, match := range patchHeader.FindAllStringSubmatch(patch, -1) {
		names = append(names, match[1])
	}
	return names
}
