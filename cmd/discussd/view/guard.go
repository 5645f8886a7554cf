package view

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"

	"discussd/cmd/discussd/htmlreport"
)

// gate is where a server is reached, and by whom.
type gate struct {
	address string // host and port
	token   string
}

func (g gate) home() string         { return "/" + g.token + "/" }
func (g gate) of(dir string) string { return g.home() + g.id(dir) + "/" }
func (g gate) decisionOn(dir, round string) string {
	return (&url.URL{Path: g.of(dir) + round + "/decide"}).EscapedPath()
}

// id names a session in addresses. It says nothing of the path, and another server has
// another one.
func (g gate) id(dir string) string {
	mac := hmac.New(sha256.New, []byte(g.token))
	mac.Write([]byte(dir))
	return hex.EncodeToString(mac.Sum(nil)[:12])
}

// ServeHTTP answers a request that may be answered. What is refused learns nothing: a page
// that is not there and a token that is wrong look the same.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	for name, value := range s.headers {
		header.Set(name, value)
	}
	switch {
	case r.Host != s.address: // a name of somebody else's that leads here (DNS rebinding)
		http.Error(w, "this is discussd view at another address", http.StatusForbidden)
	case !s.ours(r):
		http.Error(w, "a page of another origin asks", http.StatusForbidden)
	case r.URL.RawPath != "" || !s.knows(r.URL.Path): // nothing here needs an escaped path
		http.NotFound(w, r)
	default:
		r.Body = http.MaxBytesReader(w, r.Body, bodyLimit)
		s.pages.ServeHTTP(w, r)
	}
}

// ours tells whether a request comes from a page of this server, or from no page: the
// person opens an address. What changes something has to say where it comes from.
func (g gate) ours(r *http.Request) bool {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	origins, site := r.Header.Values("Origin"), r.Header.Get("Sec-Fetch-Site")
	if len(origins) > 1 || len(origins) == 1 && origins[0] != "http://"+g.address {
		return false
	}
	return reads || len(origins) == 1 && (site == "" || site == "same-origin")
}

func (g gate) knows(path string) bool {
	given, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return subtle.ConstantTimeCompare([]byte(given), []byte(g.token)) == 1
}

// headers are what every answer says to a browser: nothing from elsewhere, in nobody's
// frame, kept nowhere. The address, with its token, is told to no other server.
func headers() map[string]string {
	style := sha256.Sum256([]byte(htmlreport.Style()))
	return map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
			"style-src 'sha256-" + base64.StdEncoding.EncodeToString(style[:]) + "'",
		"X-Content-Type-Options":       "nosniff",
		"X-Frame-Options":              "DENY",
		"Referrer-Policy":              "same-origin",
		"Cache-Control":                "no-store",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
	}
}
