//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"discussd/pipeline/verdict/verdicttest"
)

// twoSessions are flawed copies of the sample below a working directory, one of them
// in a folder whose name needs care.
func twoSessions(t *testing.T) (dir string) {
	t.Helper()
	isolate(t)
	dir = t.TempDir()
	for _, name := range []string{"我的 项目#1", "parcel-room"} {
		d := &demo{console: &console{}, dir: filepath.Join(dir, name)}
		for _, scene := range scenes {
			for _, prefix := range scene.files {
				must(t, d.write("sample", prefix))
			}
		}
	}
	t.Chdir(dir)
	return dir
}

// published reads a schema of others, of draft 4, and says draft 7, where the words that
// it uses say the same. Call it before the working directory changes.
func published(t *testing.T, name string) []byte {
	t.Helper()
	schema, err := os.ReadFile(filepath.Join("..", "..", "testdata", "schemas", name))
	must(t, err)
	return bytes.Replace(schema, []byte("draft-04"), []byte("draft-07"), 1)
}

func valid(t *testing.T, schema []byte, document string) {
	t.Helper()
	if err := verdicttest.Validate(schema, []byte(document)); err != nil {
		t.Error(err)
	}
}

// spot is the text of a file that a result points to, by line and columns.
func spot(t *testing.T, name string, line, from, to int, bytes bool) string {
	t.Helper()
	content, err := os.ReadFile(name)
	must(t, err)
	text := strings.Split(string(content), "\n")[line-1]
	if bytes {
		return text[from-1 : to-1]
	}
	return string([]rune(text)[from-1 : to-1])
}

// TestSARIFOfSessions: every result leads to the very text it is about.
func TestSARIFOfSessions(t *testing.T) {
	schema := published(t, "sarif-2.1.0.json")
	dir := twoSessions(t)
	out, _, code := execute(t, "critique", "--checks-only", "--dry-run", "--format", "sarif", ".")
	if code != 2 {
		t.Errorf("exit %d, want 2", code)
	}
	valid(t, schema, out)
	var log struct {
		Runs []struct {
			OriginalURIBaseIDs map[string]struct{ URI string }
			Results            []struct {
				RuleID    string
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI, URIBaseID string }
						Region           struct {
							StartLine, StartColumn, EndColumn int
							Snippet                           struct{ Text string }
						}
					}
				}
				PartialFingerprints map[string]string
				Properties          struct{ Session string }
			}
		}
	}
	must(t, json.Unmarshal([]byte(out), &log))
	sessions, prints, spots := map[string]int{}, map[string]bool{}, 0
	base, err := url.Parse(log.Runs[0].OriginalURIBaseIDs["%SRCROOT%"].URI)
	must(t, err)
	if base.Path != dir+"/" {
		t.Errorf("relative to %q, want %q", base.Path, dir)
	}
	for _, r := range log.Runs[0].Results {
		at := r.Locations[0].PhysicalLocation
		sessions[r.Properties.Session]++
		prints[r.PartialFingerprints["discussdPlace/v1"]] = true
		reference, err := url.Parse(at.ArtifactLocation.URI)
		must(t, err)
		name := base.ResolveReference(reference).Path
		if _, err := os.Stat(name); err != nil {
			t.Errorf("%s leads nowhere: %v", at.ArtifactLocation.URI, err)
			continue
		}
		if at.Region.EndColumn == 0 {
			continue
		}
		spots++
		if got := spot(t, name, at.Region.StartLine, at.Region.StartColumn, at.Region.EndColumn, false); got != at.Region.Snippet.Text {
			t.Errorf("%s: %q there, want %q", r.RuleID, got, at.Region.Snippet.Text)
		}
	}
	if sessions["parcel-room"] == 0 || sessions["parcel-room"] != sessions["我的 项目#1"] || spots == 0 {
		t.Errorf("results by session %v, %d with an end", sessions, spots)
	}
	if len(prints) != len(log.Runs[0].Results) {
		t.Errorf("%d fingerprints of %d results", len(prints), len(log.Runs[0].Results))
	}
}

// TestRDJSONOfSessions: paths are relative below the working directory and absolute
// outside; columns count bytes.
func TestRDJSONOfSessions(t *testing.T) {
	schema := published(t, "rdjson.json")
	dir := twoSessions(t)
	t.Chdir(filepath.Join(dir, "parcel-room"))
	out, _, code := execute(t, "critique", "--checks-only", "--dry-run", "--format", "rdjson", "..")
	if code != 2 {
		t.Errorf("exit %d, want 2", code)
	}
	valid(t, schema, out)
	var result struct {
		Diagnostics []struct {
			Location struct {
				Path  string
				Range struct{ Start, End struct{ Line, Column int } }
			}
		}
	}
	must(t, json.Unmarshal([]byte(out), &result))
	relative, absolute := 0, 0
	for _, d := range result.Diagnostics {
		if filepath.IsAbs(d.Location.Path) {
			absolute++
		} else {
			relative++
		}
		if r := d.Location.Range; r.End.Column > 0 {
			if got := spot(t, d.Location.Path, r.Start.Line, r.Start.Column, r.End.Column, true); strings.TrimSpace(got) == "" {
				t.Errorf("nothing at %s:%d:%d", d.Location.Path, r.Start.Line, r.Start.Column)
			}
		} else if _, err := os.Stat(d.Location.Path); err != nil {
			t.Error(err)
		}
	}
	if relative == 0 || relative != absolute {
		t.Errorf("%d relative and %d absolute paths", relative, absolute)
	}
}

// TestFailureInDocuments: what could not be judged is told in every format, and on stderr.
func TestFailureInDocuments(t *testing.T) {
	dir := twoSessions(t)
	paths := []string{filepath.Join(dir, "nowhere"), filepath.Join(dir, "parcel-room", "spec", "product-brief.md")}
	for format, part := range map[string]string{
		"text":   "nowhere:1:1: ERROR session_not_found Session not found: ",
		"sarif":  `"executionSuccessful": false`,
		"rdjson": `"value": "session_not_found"`,
		"json":   `"code": "session_not_found"`,
	} {
		t.Run(format, func(t *testing.T) {
			out, errs, code := execute(t, append([]string{"critique", "--checks-only", "--dry-run", "--format", format}, paths...)...)
			if code != 4 || !strings.Contains(out, part) {
				t.Errorf("exit %d, want 4, and no %q in\n%s", code, part, out)
			}
			if (format == "sarif" || format == "rdjson") && !strings.Contains(errs, "session_not_found") {
				t.Errorf("stderr: %s", errs)
			}
		})
	}
}

// TestJSONOfAFolderIsAnArray: also of one without sessions, and of one without anything.
func TestJSONOfAFolderIsAnArray(t *testing.T) {
	dir := twoSessions(t)
	must(t, os.MkdirAll("notes", 0o755))
	must(t, os.MkdirAll("empty", 0o755))
	must(t, os.WriteFile("notes/cache.md", []byte("# Cache\n\nThe cache keeps 40 answers.\n"), 0o644))
	brief := filepath.Join(dir, "parcel-room", "spec", "product-brief.md")
	for path, opening := range map[string]string{dir: "[", "parcel-room": "[", "notes": "[", "empty": "[", brief: "{", "notes/cache.md": "{"} {
		if out, _, _ := execute(t, "critique", "--checks-only", "--dry-run", "--json", path); !strings.HasPrefix(out, opening) {
			t.Errorf("%s: %.20q, want %s", path, out, opening)
		}
	}
}

// TestFailureLeadsToItsFile: also one that is not there is named where it should be.
func TestFailureLeadsToItsFile(t *testing.T) {
	dir := twoSessions(t)
	must(t, os.RemoveAll(filepath.Join(dir, "parcel-room", "spec", "epics")))
	out, _, code := execute(t, "critique", "--checks-only", "--dry-run", "parcel-room/spec/epics/_index.md")
	want := "parcel-room/spec/epics/_index.md:1:1: ERROR artifact_not_found Artifact not found: spec/epics/_index.md\n" +
		"no findings in 1 session; 0 of 0 checks passed; 1 round could not be judged\n"
	if code != 4 || out != want {
		t.Errorf("exit %d, got\n%swant\n%s", code, out, want)
	}
}

// TestFailureOfABareSession: a session without artifacts is named by its own path.
func TestFailureOfABareSession(t *testing.T) {
	isolate(t)
	t.Chdir(t.TempDir())
	must(t, os.MkdirAll("bare/spec", 0o755))
	out, _, code := execute(t, "critique", "--checks-only", "--dry-run", "bare")
	if want := "bare:1:1: ERROR artifact_not_found "; code != 4 || !strings.HasPrefix(out, want) {
		t.Errorf("exit %d, got\n%swant\n%s", code, out, want)
	}
}

// TestVerdictsAsSARIF: without --checks-only the exit code is that of the verdict.
func TestVerdictsAsSARIF(t *testing.T) {
	schema := published(t, "sarif-2.1.0.json")
	twoSessions(t)
	t.Setenv("PATH", "") // no CLI is found: nobody reviews, and the facts gate
	judged, _, want := execute(t, "critique", "--dry-run", "--json", "parcel-room")
	out, _, code := execute(t, "critique", "--dry-run", "--format", "sarif", "parcel-room")
	valid(t, schema, out)
	if code != want || !strings.Contains(out, `"ruleId": "X-005"`) {
		t.Errorf("exit %d, want %d as with\n%s", code, want, judged)
	}
}

// TestText: one line a place that leads to its file, then the total.
func TestText(t *testing.T) {
	twoSessions(t)
	out, _, _ := execute(t, "critique", "--checks-only", "--dry-run", ".")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	place := regexp.MustCompile(`^(.+?):(\d+):(\d+): (HIGH|MEDIUM|LOW) ([A-Z]+-\d{3}) .+$`)
	if lines[0] != "Checks only: no model was asked." || lines[1] != "" {
		t.Errorf("who spoke does not come first: %q", lines[:2])
	}
	for _, line := range lines[2 : len(lines)-1] {
		m := place.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("no place: %q", line)
			continue
		}
		content, err := os.ReadFile(m[1])
		must(t, err)
		if n, _ := strconv.Atoi(m[2]); n > strings.Count(string(content), "\n") {
			t.Errorf("no such line: %s", line)
		}
	}
	total := regexp.MustCompile(`^\d+ HIGH, \d+ MEDIUM(, \d+ LOW)? (at \d+ places )?in 2 sessions; \d+ of \d+ checks passed$`)
	if last := lines[len(lines)-1]; !total.MatchString(last) {
		t.Errorf("no total: %q", last)
	}
}

// TestTerminal: source lines and colours are for terminals, colours only without $NO_COLOR.
func TestTerminal(t *testing.T) {
	twoSessions(t)
	t.Setenv("TERM", "xterm")
	for noColour, want := range map[string]string{"": "\x1b[31;1mHIGH", "1": ": HIGH X-005"} {
		t.Run("NO_COLOR="+noColour, func(t *testing.T) {
			t.Setenv("NO_COLOR", noColour)
			got := onTerminal(t, func(terminal *os.File) {
				runHere(t.Context(), []string{"critique", "--checks-only", "--dry-run", "parcel-room/spec/requirements"}, strings.NewReader(""), terminal, io.Discard)
			})
			if !strings.Contains(got, want) || !strings.Contains(got, "(REQ-003-pickup-code-handover.md)") || !strings.Contains(got, "^~~~") {
				t.Errorf("no %q, source line or caret in\n%s", want, got)
			}
			if noColour != "" && strings.Contains(got, "\x1b") {
				t.Errorf("colours in\n%s", got)
			}
		})
	}
}

// onTerminal returns what is written to a pseudo-terminal.
func onTerminal(t *testing.T, write func(*os.File)) string {
	t.Helper()
	master, terminal := openTerminal(t)
	defer master.Close()
	var out bytes.Buffer
	read := make(chan struct{})
	go func() {
		defer close(read)
		io.Copy(&out, master) // ends with EIO when the terminal is closed
	}()
	write(terminal)
	must(t, terminal.Close())
	<-read
	return out.String()
}

// openTerminal returns both ends of a pseudo-terminal. Closing the master hangs up.
func openTerminal(t testing.TB) (master, terminal *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminals: ", err)
	}
	must(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	must(t, err)
	must(t, unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 200}))
	terminal, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	must(t, err)
	return master, terminal
}

// TestReportPage: the page of a session that was judged, to standard output and to a file;
// what somebody else wrote is not replaced, and what lies in a verdict's place is no verdict.
func TestReportPage(t *testing.T) {
	isolate(t)
	dir := filepath.Join(t.TempDir(), "S")
	must(t, os.MkdirAll(filepath.Join(dir, "spec"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "spec", "product-brief.md"), []byte("# Brief\n\nSee [the table](gone.md).\n"), 0o644))
	if _, errs, code := execute(t, "critique", "--checks-only", dir); code != 2 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	dry := filepath.Join(t.TempDir(), "D")
	must(t, os.CopyFS(filepath.Join(dry, "spec"), os.DirFS(filepath.Join(dir, "spec"))))
	brief, _, _ := execute(t, "critique", "--checks-only", "--dry-run", "--format", "html", filepath.Join(dry, "spec", "product-brief.md"))
	whole, _, code := execute(t, "critique", "--checks-only", "--dry-run", "--format", "html", dry, filepath.Join(dry, "gone"))
	for _, out := range []string{brief, whole} {
		if !strings.Contains(out, "blocked HIGH") || !strings.Contains(out, "See [the table](<mark>gone.md</mark>).") {
			t.Errorf("a page of what is judged and not written:\n%s", out)
		}
	}
	if code != 4 || !strings.Contains(whole, "Artifact not found") || strings.Contains(brief, "Artifact not found") {
		t.Errorf("exit %d, and the path that is not there is not on the page:\n%s", code, whole)
	}
	out, errs, code := execute(t, "report", dir)
	if code != 0 || !strings.Contains(out, "blocked HIGH") || !strings.Contains(out, "See [the table](<mark>gone.md</mark>).") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	for range 2 { // a page of its own is replaced
		if _, errs, code := execute(t, "report", dir, "-o", file); code != 0 || !strings.Contains(errs, "about 1 session") {
			t.Fatalf("exit %d: %s", code, errs)
		}
	}
	must(t, os.WriteFile(file, []byte("<p>mine</p>"), 0o644))
	if _, errs, code := execute(t, "report", dir, "-o", file); code == 0 || !strings.Contains(errs, "discussd did not write it") {
		t.Errorf("exit %d: %s", code, errs)
	}
	verdict := filepath.Join(dir, "discussions", "DISCUSS-002-verdict.json")
	must(t, os.Remove(verdict))
	must(t, os.Symlink("/etc/hostname", verdict))
	if out, _, code := execute(t, "report", dir); code != 0 || strings.Contains(out, "blocked HIGH") {
		t.Errorf("a link in the place of a verdict: exit %d\n%s", code, out)
	}
	if _, errs, code := execute(t, "report", t.TempDir()); code == 0 || !strings.Contains(errs, "no session at or below it") {
		t.Errorf("exit %d: %s", code, errs)
	}
}
