package config

import (
	"net/netip"
	"path/filepath"
	"strings"
)

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

// longestSocket is how long the path of a socket may be: what the kernel takes, less its NUL.
const longestSocket = 107

func (m Metrics) validate(r *report) {
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
