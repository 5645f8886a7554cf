package config

import (
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"

	"discussd/internal/text/lineindex"
	"discussd/internal/text/pattern"
)

// Hub says where tools with via "hub" are asked, and those with via "auto" that are not installed.
type Hub struct {
	URL      string `toml:"url"`       // "tls://hub.example:4222", several with commas between, or "" for no hub
	Creds    string `toml:"creds"`     // the file of this daemon's key, mode 0600; "" where the hub asks for none
	CA       string `toml:"ca"`        // a PEM file of certificates to trust beside the system's
	Project  string `toml:"project"`   // whose prompts these are, as the hub knows it
	Prefix   string `toml:"prefix"`    // of all subjects, where one NATS serves several hubs
	WhenDown string `toml:"when_down"` // "fall" or "wait"
}

// Command is the argv that asks a tool of a hub's workers, nil without a hub.
func (h Hub) Command() []string {
	if h.URL == "" {
		return nil
	}
	return append(h.Call("ask"), "--when-down", h.WhenDown)
}

// Call is the argv of a command of discussd-hub-client for this hub and project, nil without a hub.
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

// Metrics says where the daemon tells in numbers what it does.
type Metrics struct {
	Listen string `toml:"listen"` // "unix:/path", "127.0.0.1:port", or "" for nowhere
}

// Address returns network and address to listen on, "" for nowhere.
func (m Metrics) Address() (network, address string) {
	if path, ok := strings.CutPrefix(m.Listen, "unix:"); ok {
		return "unix", path
	}
	return "tcp", m.Listen
}

func (m Metrics) validate(r *report) {
	const longestSocket = 107 // how long the path of a socket may be: what the kernel takes, less its NUL.
	if m.Listen == "" {
		return
	}
	if network, path := m.Address(); network == "unix" {
		switch {
		case !filepath.IsAbs(path) || strings.ContainsRune(path, 0):
			r.add("metrics.listen", "the path of a socket must be absolute (got %q)", m.Listen)
		case len(path) > longestSocket:
			r.add("metrics.listen", "the path of a socket must not be longer than %d bytes (got %d)", longestSocket, len(path))
		}
		return
	}
	if at, err := netip.ParseAddrPort(m.Listen); err != nil || !at.Addr().IsLoopback() || at.Port() == 0 {
		r.add("metrics.listen", `must be "unix:/path" or an address of this machine alone, such as "127.0.0.1:9754" (got %q)`, m.Listen)
	}
}
