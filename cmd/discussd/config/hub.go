package config

import (
	"net/url"
	"path/filepath"
	"strings"

	"discussd/internal/text/lineindex"
	"discussd/internal/text/pattern"
)

// Hub says where tools of other machines are asked, for those with via "hub" and for those
// with via "auto" that are not installed here.
type Hub struct {
	URL      string `toml:"url"`       // "tls://hub.example:4222", several with commas between, or "" for no hub
	Creds    string `toml:"creds"`     // the file of this daemon's key, mode 0600; "" where the hub asks for none
	CA       string `toml:"ca"`        // a PEM file of certificates to trust beside the system's
	Project  string `toml:"project"`   // whose prompts these are, as the hub knows it
	Prefix   string `toml:"prefix"`    // of all subjects, where one NATS serves several hubs
	WhenDown string `toml:"when_down"` // "fall" or "wait"
}

// Command is what asks a tool of a hub's workers, nil where the configuration names no hub:
// a program of its own, so that the daemon does not carry its code.
func (h Hub) Command() []string {
	argv := h.Call("ask")
	if argv == nil {
		return nil
	}
	return append(argv, "--when-down", h.WhenDown)
}

// Call is what runs a command of discussd-hub-client on this hub, for this project; nil without a
// hub.
func (h Hub) Call(command string) []string {
	if h.URL == "" {
		return nil
	}
	argv := []string{"discussd-hub-client", command, "--hub", h.URL, "--project", h.Project, "--prefix", h.Prefix}
	if h.Creds != "" {
		argv = append(argv, "--creds", h.Creds)
	}
	if h.CA != "" {
		argv = append(argv, "--ca", h.CA)
	}
	return argv
}

// subjectPart is what NATS takes between two dots, and what an object store is named by.
var subjectPart = pattern.New(`^[a-z0-9][a-z0-9_-]{0,62}$`)

func (h Hub) validate(r *report, tools map[string]Tool) {
	for _, one := range [...]struct{ name, value string }{{"project", h.Project}, {"prefix", h.Prefix}} {
		if !subjectPart.MatchString(one.value) {
			r.add("hub."+one.name, "must be of small letters, digits, - and _ (got %q)", one.value)
		}
	}
	for _, one := range [...]struct{ name, value string }{{"creds", h.Creds}, {"ca", h.CA}} {
		if one.value != "" && !filepath.IsAbs(one.value) {
			r.add("hub."+one.name, "must be an absolute path (got %q)", one.value)
		}
	}
	r.oneOf("hub.when_down", h.WhenDown, "fall", "wait")
	if h.URL == "" {
		for _, name := range keys(tools) {
			if tools[name].Via == "hub" {
				r.add(lineindex.Join(lineindex.Join("tools", name), "via"), `"hub" needs hub.url`)
			}
		}
		return
	}
	for address := range strings.SplitSeq(h.URL, ",") {
		at, err := url.Parse(strings.TrimSpace(address))
		switch {
		case err != nil || at.Host == "" || at.Scheme != "nats" && at.Scheme != "tls":
			r.add("hub.url", `must be an address such as "tls://hub.example:4222" (got %q)`, address)
		case at.User != nil:
			r.add("hub.url", "must hold no user or password: name a key with hub.creds")
		case at.Scheme == "nats" && !onThisMachine(at.Hostname()) && h.CA == "":
			r.add("hub.url", `prompts go to other machines over "tls://" only (got %q)`, address)
		}
	}
}
