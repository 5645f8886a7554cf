package cli

import (
	"bytes"
	"maps"
	"os"
	"strings"
	"unicode/utf8"

	"discussd/critique"
	"discussd/internal/process"
	"discussd/internal/text/pattern"
)

// adapter is everything known of one CLI. There is a file for each.
type adapter struct {
	program      string // the name looked up on PATH
	family       string // of its models
	limits       promptLimits
	promptIsFile bool             // the prompt is named on the command line instead of being standard input
	settings     process.Settings // what it reads in its working folder, where nothing else is
	// variables names those of the environment that are its vendor's; nil for none.
	variables func(*Tool) []string
	// expandsAt says that it reads the files which a prompt names after an @.
	expandsAt func(*Tool) bool
	dialect
}

// promptLimits say how long a prompt a CLI can take; 0 is no limit.
type promptLimits struct{ bytes, runes int }

// dialect is how a CLI is spoken to and understood.
type dialect struct {
	// arguments returns what stands behind the program's name, and additions to the environment.
	arguments func(*Tool, call) (args []string, env map[string]string, err error)
	// read unwraps what it printed.
	read func(printed) reading
	// abandon says, from the output so far, why the run is hopeless, nil if it is not. It may be nil.
	abandon func(sofar process.Ended) *critique.Failure
}

// call is what an adapter makes arguments of.
type call struct {
	run    process.Folder
	prompt string // file name
	schema []byte // nil when there is none
}

// printed is what a CLI that exited by itself left.
type printed struct {
	stdout, stderr []byte
	exit           int
}

// reading is what an envelope held. Cost and model are told with a failure, too.
type reading struct {
	text    []byte
	model   string
	cost    critique.Cost
	failure *critique.Failure
}

func natives() map[string]adapter {
	return map[string]adapter{"claude": claude(), "codex": codex(), "gemini": gemini()}
}

// caller is an adapter for one tool, resolved to a program that exists.
type caller struct {
	adapter
	via    string // "native", "ccw", "command" or "hub"
	path   string // absolute
	expand bool
	own    []string // its vendor's variables
	notes  []string
}

// resolve finds the program to start, for each run: a CLI may be installed meanwhile.
func (t *Tool) resolve() (*caller, *critique.Failure) {
	if err := t.Validate(); err != nil {
		return nil, fail(critique.Misconfigured, "%w", err)
	}
	ways := []string{t.Via}
	if t.Via == "" || t.Via == "auto" {
		ways = []string{"native", "ccw", "hub"}
	}
	var tried []string
	for _, via := range ways {
		c := caller{via: via}
		switch native := natives()[t.Name]; {
		case via == "native":
			c.adapter = native
		case via == "ccw" && !toolsStayOn[t.Name]:
			c.adapter = ccw(native)
		case via == "hub" && len(t.Command) > 0:
			stay := func(t *Tool, _ call) ([]string, map[string]string, error) {
				return append(t.Command[1:len(t.Command):len(t.Command)], "--stay"), nil, nil
			}
			c.adapter = adapter{program: t.Command[0], family: native.family, dialect: dialect{arguments: stay}}
		case via == "command":
			c.adapter = command(t)
		default:
			continue
		}
		tried = append(tried, c.program)
		if c.path = process.LookPath(c.program, t.variable("PATH")); c.path == "" {
			continue
		}
		if c.variables != nil {
			c.own = c.variables(t)
		}
		c.expand = c.expandsAt != nil && c.expandsAt(t)
		if c.via == "ccw" {
			c.notes = ccwNotes(t)
		}
		return &c, nil
	}
	return nil, fail(critique.NotInstalled, "no %s on PATH", strings.Join(tried, " or "))
}

// variable is an environment variable as the tool's run will see it.
func (t *Tool) variable(name string) string {
	if value, set := t.environment()[name]; set {
		return value
	}
	return os.Getenv(name)
}

// environment is t.Env, where "$NAME" is the value of discussd's own variable of that name.
func (t *Tool) environment() map[string]string {
	values := maps.Clone(t.Env)
	for name, value := range values {
		if own, named := strings.CutPrefix(value, "$"); named && variableName.MatchString(own) {
			values[name] = os.Getenv(own)
		}
	}
	return values
}

var variableName = pattern.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

// fits says whether the CLI can take the prompt, before it is started.
func (c *caller) fits(text []byte) *critique.Failure {
	text = c.guard(text)
	if c.limits.bytes > 0 && len(text) > c.limits.bytes {
		return fail(critique.PromptTooLarge, "the prompt has %d bytes, %s takes %d", len(text), c.program, c.limits.bytes)
	}
	if runes := utf8.RuneCount(text); c.limits.runes > 0 && runes > c.limits.runes {
		return fail(critique.PromptTooLarge, "the prompt has %d characters, %s takes %d", runes, c.program, c.limits.runes)
	}
	return nil
}

// wordJoiner is invisible. After an @ it keeps a CLI from reading a file name.
const wordJoiner = "\u2060"

// guard makes a text safe as a prompt: it does not begin like a command, and no @name reads a file.
func (c *caller) guard(text []byte) []byte {
	if start := bytes.TrimSpace(text); len(start) > 0 && (start[0] == '/' || start[0] == '!') {
		text = append([]byte("Please read on.\n\n"), text...)
	}
	if c.expand {
		text = bytes.ReplaceAll(text, []byte("@"), []byte("@"+wordJoiner))
	}
	return text
}

// restore undoes in an answer what guard did to what the answer quotes.
func (c *caller) restore(text []byte) []byte {
	if c.expand {
		text = bytes.ReplaceAll(text, []byte("@"+wordJoiner), []byte("@"))
		text = bytes.ReplaceAll(text, []byte(`@\u2060`), []byte("@"))
	}
	return text
}
