package view

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// raw sends bytes as a browser, or nobody's browser, would, and returns the answer.
func raw(t *testing.T, s *Server, request string) (status int, header http.Header, body string) {
	t.Helper()
	conn, err := net.Dial("tcp4", s.site.address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	go io.WriteString(conn, request) // the server may answer before it has read everything
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("%.200q: %v", request, err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, answer.Header, string(text)
}

// get is a request as a browser makes it when its user opens an address.
func get(s *Server, path string) string {
	return "GET " + path + " HTTP/1.1\r\nHost: " + s.site.address + "\r\nConnection: close\r\n\r\n"
}

// post is the form that a page of the server sends.
func post(s *Server, path, form string, lines ...string) string {
	if len(lines) == 0 {
		lines = []string{"Host: " + s.site.address, "Origin: http://" + s.site.address, "Sec-Fetch-Site: same-origin"}
	}
	return "POST " + path + " HTTP/1.1\r\n" + strings.Join(lines, "\r\n") +
		fmt.Sprintf("\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", len(form), form)
}

const accepts = "choice=accept&because=The+pilot+has+ten+users.&fingerprint=abc"

// TestAttacks: who does not come from the server's own page with its token learns nothing
// and changes nothing.
func TestAttacks(t *testing.T) {
	source := &fakeSource{}
	s := serve(t, source, often)
	home, session := s.site.home(), s.site.of(dir)
	decide := s.site.decisionOn(dir, "DISCUSS-002")
	host, origin := "Host: "+s.site.address, "Origin: http://"+s.site.address
	_, port, _ := net.SplitHostPort(s.site.address)
	from := func(path string, lines ...string) string {
		return "GET " + path + " HTTP/1.1\r\n" + strings.Join(lines, "\r\n") + "\r\nConnection: close\r\n\r\n"
	}
	tests := map[string]struct {
		request string
		want    int
	}{
		"no token":                   {get(s, "/"), 404},
		"no token on a session":      {get(s, strings.TrimPrefix(session, home[:len(home)-1])), 404},
		"a wrong token":              {get(s, "/"+strings.Repeat("A", 26)+"/"), 404},
		"half a token":               {get(s, home[:10]+"/"), 404},
		"a token in small letters":   {get(s, strings.ToLower(home)), 404},
		"a token in the query":       {get(s, "/?token="+s.site.token), 404},
		"a rebound name":             {from(home, "Host: evil.example:"+port), 403},
		"a rebound name, no port":    {from(home, "Host: evil.example"), 403},
		"localhost":                  {from(home, "Host: localhost:"+port), 403},
		"another port":               {from(home, "Host: 127.0.0.1:1"), 403},
		"an absolute address":        {from("http://evil.example"+home, host), 403},
		"no host":                    {from(home, "X: y"), 400},
		"two hosts":                  {from(home, host, "Host: evil.example"), 400},
		"another origin reads":       {from(home, host, "Origin: http://evil.example"), 403},
		"origin null reads":          {from(home, host, "Origin: null"), 403},
		"two origins":                {from(home, host, origin, "Origin: http://evil.example"), 403},
		"another origin listens":     {from(home+"live", host, "Origin: http://evil.example"), 403},
		"another origin decides":     {post(s, decide, accepts, host, "Origin: http://evil.example"), 403},
		"the secure twin decides":    {post(s, decide, accepts, host, "Origin: https://"+s.site.address), 403},
		"another port decides":       {post(s, decide, accepts, host, "Origin: http://127.0.0.1:1"), 403},
		"origin null decides":        {post(s, decide, accepts, host, "Origin: null"), 403},
		"no origin decides":          {post(s, decide, accepts, host), 403},
		"a cross-site form decides":  {post(s, decide, accepts, host, origin, "Sec-Fetch-Site: cross-site"), 403},
		"a same-site form decides":   {post(s, decide, accepts, host, origin, "Sec-Fetch-Site: same-site"), 403},
		"no token decides":           {post(s, strings.TrimPrefix(decide, home[:len(home)-1]), accepts), 404},
		"a wrong token decides":      {post(s, "/"+strings.Repeat("A", 26)+strings.TrimPrefix(decide, home[:len(home)-1]), accepts), 404},
		"a path for a session":       {get(s, home+"etc/"), 404},
		"a path, escaped":            {get(s, home+"%2fetc%2fpasswd/"), 404},
		"a path, escaped twice":      {get(s, home+"%252fetc/"), 404},
		"the real path":              {get(s, home+url.PathEscape(dir)+"/"), 404},
		"up":                         {get(s, home+"../../etc/passwd"), 307},
		"up, escaped":                {get(s, home+"%2e%2e/%2e%2e/etc/passwd"), 404},
		"up from a session":          {get(s, session+"..%2f..%2fetc/decide"), 404},
		"up with backslashes":        {get(s, session+`..\..\etc/decide`), 404},
		"a round that there is not":  {get(s, session+"DISCUSS-009/decide"), 404},
		"a round with a path":        {get(s, session+"DISCUSS-002%00/decide"), 404},
		"an escaped token":           {get(s, "/%"+fmt.Sprintf("%X", s.site.token[0])+s.site.token[1:]+"/"), 404},
		"a session of another token": {get(s, home+newSite(source, s.site.address, "other", time.Second).id(dir)+"/"), 404},
		"PUT":                        {strings.Replace(post(s, decide, accepts), "POST", "PUT", 1), 405},
		"DELETE":                     {strings.Replace(post(s, session, accepts), "POST", "DELETE", 1), 405},
		"POST to a page":             {post(s, home, accepts), 405},
		"OPTIONS":                    {strings.Replace(get(s, home), "GET", "OPTIONS", 1), 403},
		"TRACE":                      {strings.Replace(post(s, home, ""), "POST", "TRACE", 1), 405},
		"CONNECT":                    {strings.Replace(get(s, "evil.example:80"), "GET", "CONNECT", 1), 403},
		"OPTIONS *":                  {strings.Replace(get(s, "*"), "GET", "OPTIONS", 1), 403},
		"no choice":                  {post(s, decide, "because=x&fingerprint=abc"), 400},
		"another choice":             {post(s, decide, "choice=delete&because=x&fingerprint=abc"), 400},
		"no fingerprint":             {post(s, decide, "choice=accept&because=x"), 400},
		"a choice in the query":      {post(s, decide+"?"+accepts, ""), 400},
		"a form of another kind":     {strings.Replace(post(s, decide, accepts), "application/x-www-form-urlencoded", "text/plain", 1), 400},
		"a huge header":              {from(home, host, "Accept: "+strings.Repeat("a", 1<<20)), 431},
		"many headers":               {from(home, host+strings.Repeat("\r\nAccept: text/html", 1<<16)), 431},
		"a long address":             {get(s, home+strings.Repeat("a", 1<<20)), 431},
		"a huge form":                {post(s, decide, accepts+"&x="+strings.Repeat("a", 1<<20)), 413},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			status, header, body := raw(t, s, tt.request)
			if status != tt.want {
				t.Errorf("answered %d, want %d: %.200s", status, tt.want, body)
			}
			if strings.Contains(body, "TLS-parcel") || strings.Contains(header.Get("Location"), "etc/passwd") && status != 307 {
				t.Errorf("it says something: %.300s", body)
			}
		})
	}
	if said := source.decisions(); len(said) > 0 {
		t.Errorf("somebody decided: %v", said)
	}
	for _, asked := range source.asked {
		if !strings.Contains(asked, dir) {
			t.Errorf("the source was asked about something that it has not listed: %s", asked)
		}
	}
}

// TestHeaders: what every answer says to a browser, also one that refuses.
func TestHeaders(t *testing.T) {
	s := serve(t, &fakeSource{}, often)
	for _, path := range []string{s.site.home(), s.site.of(dir), s.site.decisionOn(dir, "DISCUSS-002"), s.site.home() + "view.js", "/"} {
		_, header, body := raw(t, s, get(s, path))
		policy := header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy %q lacks %s", path, policy, want)
			}
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("%s: %s", path, policy)
		}
		for _, name := range []string{"X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Cache-Control", "Cross-Origin-Resource-Policy"} {
			if header.Get(name) == "" {
				t.Errorf("%s: no %s", path, name)
			}
		}
		if header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s may be read by others", path)
		}
		if strings.Contains(body, "<script>alert") || strings.Contains(body, "<img") {
			t.Errorf("%s: what sessions hold became a part of the page", path)
		}
	}
}

// TestTokens: no two servers have one, and it cannot be guessed.
func TestTokens(t *testing.T) {
	first, second := serve(t, &fakeSource{}, often), serve(t, &fakeSource{}, often)
	if first.site.token == second.site.token || len(first.site.token) < 26 || first.site.id(dir) == second.site.id(dir) {
		t.Errorf("%s and %s", first.URL(), second.URL())
	}
	if host, _, _ := net.SplitHostPort(first.listener.Addr().String()); host != "127.0.0.1" {
		t.Errorf("it listens on %s", host)
	}
}
