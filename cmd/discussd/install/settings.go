package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// literal is a value as JSON. Values are texts, numbers and lists of texts, which can all
// be encoded.
func literal(value any) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(fmt.Sprintf("a setting cannot be encoded: %v", err))
	}
	return strings.ReplaceAll(strings.TrimSpace(text.String()), `","`, `", "`)
}

// object is an entry in one line, in the words of the target's kind.
func (h hook) object(k kind) string {
	var fields []string
	for _, f := range h.entry {
		fields = append(fields, literal(f.name)+": "+literal(f.value))
	}
	entry := "{" + strings.Join(fields, ", ") + "}"
	if k == flat {
		return entry
	}
	if h.matcher == "" {
		return `{"hooks": [` + entry + `]}`
	}
	return `{"matcher": ` + literal(h.matcher) + `, "hooks": [` + entry + `]}`
}

// errShape says that a settings file has something else where hooks belong.
var errShape = errors.New("cannot be added to")

// document is a settings file: JSON, maybe with comments and commas at ends.
type document struct {
	text []byte
	line string // how a line ends
	tab  string // one step of indentation
	root hujson.Value
}

func parse(text []byte, k kind) (*document, error) {
	d := &document{text: text, line: "\n", tab: "  "}
	if bytes.Contains(text, []byte("\r\n")) {
		d.line = "\r\n"
	}
	if len(bytes.TrimSpace(text)) == 0 {
		d.text = []byte("{}" + d.line)
		if k == flat {
			d.text = []byte("{" + d.line + `  "version": 1` + d.line + "}" + d.line)
		}
	}
	for line := range bytes.Lines(d.text) {
		if indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]; len(indent) > 0 && len(bytes.TrimSpace(line)) > 0 {
			d.tab = string(indent)
			break
		}
	}
	var err error
	if d.root, err = hujson.Parse(d.text); err != nil {
		return nil, fmt.Errorf("is not JSON, nor JSON with comments: %w", err)
	}
	if _, ok := d.root.Value.(*hujson.Object); !ok {
		return nil, fmt.Errorf("%w: it is no JSON object", errShape)
	}
	return d, nil
}

func (d *document) at(v hujson.Value) string {
	return fmt.Sprintf("line %d", 1+bytes.Count(d.text[:min(max(v.StartOffset, 0), len(d.text))], []byte("\n")))
}

// member is the value of an object's member.
func member(o *hujson.Object, name string) *hujson.Value {
	for i := range o.Members {
		if key, ok := o.Members[i].Name.Value.(hujson.Literal); ok && key.String() == name {
			return &o.Members[i].Value
		}
	}
	return nil
}

// list returns the entries of an event, making what is missing where that is wanted.
func (d *document) list(event string, wanted bool) (*hujson.Array, error) {
	root := d.root.Value.(*hujson.Object)
	hooks := member(root, "hooks")
	if hooks == nil {
		if !wanted {
			return nil, nil
		}
		hooks = d.put(root, "hooks", &hujson.Object{}, 1)
	}
	events, ok := hooks.Value.(*hujson.Object)
	if !ok {
		return nil, fmt.Errorf("%w: %s: \"hooks\" is no object", errShape, d.at(*hooks))
	}
	entries := member(events, event)
	if entries == nil {
		if !wanted {
			return nil, nil
		}
		entries = d.put(events, event, &hujson.Array{}, 2)
	}
	array, ok := entries.Value.(*hujson.Array)
	if !ok {
		return nil, fmt.Errorf("%w: %s: %q is no list", errShape, d.at(*entries), event)
	}
	return array, nil
}

// indent is the white space before something at a depth, on a line of its own.
func (d *document) indent(depth int) []byte {
	return []byte(d.line + strings.Repeat(d.tab, depth))
}

// put adds a member at the end of an object.
func (d *document) put(o *hujson.Object, name string, value hujson.ValueTrimmed, depth int) *hujson.Value {
	key, last := hujson.Value{Value: hujson.String(name)}, hujson.Value{BeforeExtra: hujson.Extra(" "), Value: value}
	if n := len(o.Members); n > 0 && o.Members[n-1].Value.AfterExtra != nil { // there is a comma at the end
		last.AfterExtra = hujson.Extra("")
	}
	key.BeforeExtra, o.AfterExtra = d.room(o.AfterExtra, len(o.Members) == 0, depth)
	o.Members = append(o.Members, hujson.ObjectMember{Name: key, Value: last})
	return &o.Members[len(o.Members)-1].Value
}

// add adds an entry at the end of a list.
func (d *document) add(a *hujson.Array, text string, depth int) error {
	value, err := hujson.Parse([]byte(text))
	if err != nil {
		return fmt.Errorf("an entry of discussd's own: %w", err)
	}
	if n := len(a.Elements); n > 0 && a.Elements[n-1].AfterExtra != nil {
		value.AfterExtra = hujson.Extra("")
	}
	value.BeforeExtra, a.AfterExtra = d.room(a.AfterExtra, len(a.Elements) == 0, depth)
	a.Elements = append(a.Elements, value)
	return nil
}

// room is the white space before a new last part at a depth, and after it. Comments that
// stood at the end stay before it.
func (d *document) room(extra hujson.Extra, empty bool, depth int) (before, after hujson.Extra) {
	before, after = d.indent(depth), d.indent(depth-1)
	if comments := bytes.TrimSpace(extra); len(comments) > 0 {
		before = slices.Concat([]byte(" "), comments, before)
	} else if !empty && bytes.Contains(extra, []byte("\n")) {
		after = extra
	}
	return before, after
}

// event is one of an agent's, with all that it is to call, as JSON.
type event struct {
	name    string
	entries []string
}

// events are those of a target, in its order.
func (t Target) events() (all []event) {
	for _, h := range t.hooks {
		i := slices.IndexFunc(all, func(e event) bool { return e.name == h.event })
		if i < 0 {
			i, all = len(all), append(all, event{name: h.event})
		}
		all[i].entries = append(all[i].entries, h.object(t.kind))
	}
	return all
}

// depths of what is below "hooks".
const entryDepth = 3

// installed returns the document with the hooks in it.
func (d *document) installed(t Target) ([]byte, error) {
	for _, event := range t.events() {
		a, err := d.list(event.name, true)
		if err != nil {
			return nil, err
		}
		missing := func(wanted string) bool {
			return !slices.ContainsFunc(a.Elements, func(v hujson.Value) bool { return same(v, wanted) })
		}
		if !slices.ContainsFunc(event.entries, missing) {
			continue
		}
		d.drop(a, t.Agent)
		for _, wanted := range event.entries {
			if err := d.add(a, wanted, entryDepth); err != nil {
				return nil, err
			}
		}
	}
	return d.root.Pack(), nil
}

// uninstalled returns the document without the hooks, and without what was empty then; what
// it was before where it has none.
func (d *document) uninstalled(t Target, before []byte) ([]byte, error) {
	root, dropped := d.root.Value.(*hujson.Object), false
	for _, event := range t.events() {
		a, err := d.list(event.name, false)
		if err != nil || a == nil || !d.drop(a, t.Agent) {
			continue // whoever made it something else, it holds nothing of discussd's
		}
		if dropped = true; len(a.Elements) == 0 {
			remove(member(root, "hooks").Value.(*hujson.Object), event.name)
		}
	}
	if !dropped {
		return before, nil
	}
	if hooks := member(root, "hooks"); hooks != nil {
		if events, ok := hooks.Value.(*hujson.Object); ok && len(events.Members) == 0 && len(bytes.TrimSpace(events.AfterExtra)) == 0 {
			remove(root, "hooks")
		}
	}
	return d.root.Pack(), nil
}

// remove takes a member out of an object.
func remove(o *hujson.Object, name string) {
	o.Members = slices.DeleteFunc(o.Members, func(m hujson.ObjectMember) bool {
		key, ok := m.Name.Value.(hujson.Literal)
		return ok && key.String() == name
	})
}

// drop takes the agent's entries out of a list, alone or among others of a group, and
// tells whether there were any.
func (d *document) drop(a *hujson.Array, agent string) (dropped bool) {
	a.Elements = slices.DeleteFunc(a.Elements, func(v hujson.Value) bool {
		o, ok := v.Value.(*hujson.Object)
		if !ok {
			return false
		}
		if _, ok := ours(v, agent); ok {
			dropped = true
			return true
		}
		inner := member(o, "hooks")
		if inner == nil {
			return false
		}
		group, ok := inner.Value.(*hujson.Array)
		if !ok {
			return false
		}
		before := len(group.Elements)
		group.Elements = slices.DeleteFunc(group.Elements, func(v hujson.Value) bool { _, ok := ours(v, agent); return ok })
		if len(group.Elements) == before {
			return false
		}
		dropped = true
		return len(group.Elements) == 0
	})
	return dropped
}

// command is what a hook's entry calls: a line for a shell, or a program with arguments.
type command struct {
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

// parts are the program and its arguments, none where it is not called as a hook.
func (c command) parts() (program string, args []string) {
	if len(c.Args) > 0 {
		return c.Command, c.Args
	}
	program, rest, ok := strings.Cut(c.Command, " hook ")
	if !ok {
		return program, nil
	}
	return unquoted(program), append([]string{"hook"}, strings.Fields(rest)...)
}

// ours is what an entry calls, if that is `discussd hook AGENT`, from whatever folder.
func ours(v hujson.Value, agent string) (c command, ok bool) {
	if plain, err := hujson.Standardize(v.Pack()); err != nil || json.Unmarshal(plain, &c) != nil {
		return c, false
	}
	program, args := c.parts()
	return c, path.Base(program) == "discussd" && len(args) > 1 && slices.Equal(args[:2], []string{"hook", agent})
}

// same tells whether a value is that of a text, white space and comments aside.
func same(v hujson.Value, text string) bool {
	var one, other any
	plain, err := hujson.Standardize(v.Pack())
	return err == nil && json.Unmarshal(plain, &one) == nil && json.Unmarshal([]byte(text), &other) == nil && literal(one) == literal(other)
}
