package view

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/decision"
)

func TestPages(t *testing.T) {
	s := serve(t, &fakeSource{label: "brief"}, often)
	_, _, list := raw(t, s, get(s, s.site.home()))
	for _, want := range []string{`href="` + s.site.of(dir) + `"`, "TLS-parcel room", "✗H", "blocked HIGH", "you decide 002", "&lt;script&gt;"} {
		if !strings.Contains(list, want) {
			t.Errorf("the list does not say %q:\n%s", want, list)
		}
	}
	_, _, page := raw(t, s, get(s, s.site.of(dir)))
	for _, want := range []string{`href="` + s.site.decisionOn(dir, "DISCUSS-002") + `"`, `data-live="` + s.site.of(dir) + `live"`, "blocked HIGH"} {
		if !strings.Contains(page, want) {
			t.Errorf("the session does not say %q:\n%s", want, page)
		}
	}
	if n := strings.Count(page, `class="decide"`); n != 1 {
		t.Errorf("%d rounds can be decided", n)
	}
}

// TestDecide: the consequences come first, then the decision, with its reason, about the
// bytes whose consequences were shown.
func TestDecide(t *testing.T) {
	source := &fakeSource{label: "brief"}
	s := serve(t, source, time.Hour)
	at := s.site.decisionOn(dir, "DISCUSS-002")
	raw(t, s, get(s, s.site.of(dir))) // which is kept from now on
	_, _, form := raw(t, s, get(s, at))
	for _, want := range []string{"Settled: &lt;script&gt;", `name="fingerprint" value="abc"`, `value="accept"`} {
		if !strings.Contains(form, want) {
			t.Errorf("the form does not hold %q:\n%s", want, form)
		}
	}
	if strings.Contains(form, `value="revise"`) {
		t.Error("what has nothing to decide can be chosen")
	}
	status, _, page := raw(t, s, post(s, at, "choice=accept&because=&fingerprint=abc"))
	if status != http.StatusConflict || !strings.Contains(page, "say why") {
		t.Errorf("without a reason: %d\n%s", status, page)
	}
	status, _, page = raw(t, s, post(s, at, "choice=accept&because=Agreed+in+%3CMay%3E.&fingerprint=old"))
	if status != http.StatusConflict || !strings.Contains(page, ErrChanged.Error()) || !strings.Contains(page, "Agreed in &lt;May&gt;.") {
		t.Errorf("about other bytes: %d\n%s", status, page)
	}
	status, header, _ := raw(t, s, post(s, at, "choice=accept&because=Two%0D%0Alines&fingerprint=abc"))
	if status != http.StatusSeeOther || header.Get("Location") != s.site.of(dir)+"#s0-DISCUSS-002" {
		t.Errorf("%d, %s", status, header.Get("Location"))
	}
	if diff := cmp.Diff([]Decision{{decision.Accept, "Two\nlines", "abc"}}, source.decisions()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, _, page := raw(t, s, get(s, s.site.of(dir))); !strings.Contains(page, "settled") {
		t.Error("the page is that from before the decision")
	}
}

// listen opens the events of a page.
func listen(t *testing.T, s *Server, path string) *bufio.Reader {
	t.Helper()
	answer, err := http.Get("http://" + s.site.address + path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%s: %s", path, answer.Status)
	}
	return bufio.NewReader(answer.Body)
}

// next is the next event.
func next(t *testing.T, events *bufio.Reader) string {
	t.Helper()
	for {
		line, err := events.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			return data
		}
	}
}

func TestLive(t *testing.T) {
	source := &fakeSource{label: "brief"}
	s := serve(t, source, often)
	events := listen(t, s, s.site.of(dir)+"live")
	first := next(t, events)
	source.rename("brief, revised")
	if second := next(t, events); second == first {
		t.Error("another page, and the same event")
	}
	listening := listen(t, s, s.site.home()+"live")
	next(t, listening)
}

// TestLiveEnds: a session that has gone ends its events, and so does the server.
func TestLiveEnds(t *testing.T) {
	source := &fakeSource{label: "brief"}
	s := serve(t, source, often)
	events := listen(t, s, s.site.of(dir)+"live")
	next(t, events)
	source.mu.Lock()
	source.gone = true
	source.mu.Unlock()
	s.site.register.mu.Lock()
	s.site.register.at = time.Time{} // else it is looked for again in ten seconds
	s.site.register.mu.Unlock()
	if got := next(t, events); got != "gone\n" {
		t.Errorf("got %q", got)
	}
	if _, err := events.ReadString('x'); err == nil {
		t.Error("the events go on")
	}
}

// TestViewers: there is an end to how many pages can be looked at at once, and who leaves
// makes room.
func TestViewers(t *testing.T) {
	s := serve(t, &fakeSource{label: "brief"}, often)
	answer, err := http.Get(s.URL() + "live")
	if err != nil {
		t.Fatal(err)
	}
	for range mostViewers - 1 {
		next(t, listen(t, s, s.site.home()+"live"))
	}
	if status, _, _ := raw(t, s, get(s, s.site.home()+"live")); status != http.StatusServiceUnavailable {
		t.Errorf("one more is answered %d", status)
	}
	answer.Body.Close()
	deadline := time.Now().Add(10 * time.Second)
	for {
		again, err := http.Get(s.URL() + "live")
		if err != nil {
			t.Fatal(err)
		}
		again.Body.Close()
		if again.StatusCode == http.StatusOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(fmt.Errorf("nobody makes room: %s", again.Status))
		}
	}
}

// TestNoDeadline: events outlive the time that a request may take to be sent.
func TestNoDeadline(t *testing.T) {
	t.Parallel()
	const patience = 200 * time.Millisecond
	source := &fakeSource{label: "brief"}
	s := serveWith(t, source, often, patience)
	events := listen(t, s, s.site.of(dir)+"live")
	next(t, events)
	timer := time.AfterFunc(2*patience, func() { source.rename("late") })
	defer timer.Stop()
	next(t, events)
}
