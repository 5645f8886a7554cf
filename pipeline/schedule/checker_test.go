// What this and the other checker_*_test.go hold says what is wrong with a session at rest. Tests give it a session
// folder and what they know of it: the rounds, and what lay in it before; sentences come
// out, each with file and line. It shares no code with what it checks, and reads the
// files as the contract describes them: a mistake in how discussd reads its own files
// does not hide here as well.
package schedule

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Round is a configured round. Its paths are relative to the session.
type Round struct {
	ID       string
	Artifact string
	Members  string // a pattern, "" when it has none
}

// Session is a session folder, and what is known of it. Nobody works in it.
type Session struct {
	Dir     string
	Rounds  []Round
	Outside map[string][]string // the files that are not discussd's, with the digests that each may have; "" is that of a file that is gone
	Before  map[string]string   // what discussion.md and shared-memory.json held, where they were there
	Unbegun bool                // a round of which nothing was begun needs no verdict
	Unsaid  bool                // the bus has failed: of what never began there, the end may be missing
}

// Violation is one thing that is wrong.
type Violation struct {
	File string // relative to the session
	Line int    // from 1; 0 when it is the whole file, or its absence
	What string
}

func (v Violation) String() string {
	if v.Line == 0 {
		return v.File + ": " + v.What
	}
	return fmt.Sprintf("%s:%d: %s", v.File, v.Line, v.What)
}

// The places that discussd may write to.
const (
	ownFolder  = "discussions"
	private    = ownFolder + "/.discussd"
	busFile    = ".msg/messages.jsonl"
	discussion = "discussion.md"
	memory     = "shared-memory.json"
)

// Survey lists the files of a session that discussd must leave as they are, each with
// the digest that it has now, for [Session.Outside].
func Survey(dir string) (map[string][]string, error) {
	found := map[string][]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		switch {
		case err != nil:
			return err
		case rel == ownFolder:
			return fs.SkipDir
		case entry.IsDir() || rel == busFile || rel == discussion || rel == memory:
			return nil
		}
		text, err := os.ReadFile(name)
		found[rel] = []string{digest(text)}
		return err
	})
	for _, inbox := range []string{"requests", "decisions"} {
		dropped, _ := os.ReadDir(filepath.Join(dir, ownFolder, inbox))
		for _, entry := range dropped {
			name := path.Join(ownFolder, inbox, entry.Name())
			text, failed := os.ReadFile(filepath.Join(dir, name))
			found[name], err = []string{digest(text)}, cmp.Or(err, failed)
		}
	}
	return found, err
}

// Violations lists what is wrong, in the order of the files.
func (s Session) Violations() []Violation {
	c := &check{Session: s, contents: contents{files: map[string][]byte{}}, chains: map[string][]verdictSeen{}}
	c.read(s.Dir)
	c.outside()
	c.leftovers()
	c.verdicts()
	c.rounds()
	c.bus()
	c.inboxes()
	c.timeline()
	c.locks()
	slices.SortStableFunc(c.found, func(a, b Violation) int { return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line) })
	return slices.Compact(c.found)
}

// check is one look at a session.
type check struct {
	Session
	contents
	chains map[string][]verdictSeen // of a round, oldest first
}

// contents are the files of a session, and what is wrong with them.
type contents struct {
	files map[string][]byte // all of them, by their path in the session
	found []Violation
}

func (c *contents) wrong(file string, line int, format string, args ...any) {
	c.found = append(c.found, Violation{file, line, fmt.Sprintf(format, args...)})
}

func (c *contents) read(dir string) {
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err == nil {
			c.files[rel], err = os.ReadFile(name)
		}
		return err
	})
	if err != nil {
		c.wrong(".", 0, "the session cannot be read: %v", err)
	}
}

// names lists the files that a pattern matches.
func (c *contents) names(pattern string) (names []string) {
	for name := range c.files {
		if ok, _ := path.Match(pattern, name); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (c *contents) has(name string) bool { _, ok := c.files[name]; return ok }

// outside compares what discussd must not touch with what it was.
func (c *check) outside() {
	now, err := Survey(c.Dir)
	if err != nil {
		c.wrong(".", 0, "the session cannot be read: %v", err)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Outside)) {
		is := ""
		if digests := now[name]; len(digests) > 0 {
			is = digests[0]
		}
		if !slices.Contains(c.Outside[name], is) {
			c.wrong(name, 0, "it is not discussd's, and was changed or removed")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if _, known := c.Outside[name]; !known && !unfinished(name) {
			c.wrong(name, 0, "it was not there before, and discussd must not make it")
		}
	}
}

// unfinished tells whether a name is that of a draft.
func unfinished(name string) bool {
	return strings.HasPrefix(path.Base(name), ".") && strings.HasSuffix(name, ".discussd-tmp")
}

// leftovers finds what somebody began to write and did not end, and what has no place.
func (c *check) leftovers() {
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		text := c.files[name]
		inner, inside := strings.CutPrefix(name, ownFolder+"/")
		switch {
		case unfinished(name):
			c.wrong(name, 0, "a temporary file was left")
		case !inside:
		case strings.HasPrefix(inner, "requests/") || strings.HasPrefix(inner, "decisions/"):
		case strings.HasPrefix(name, private+"/seals/"):
		case strings.HasSuffix(name, "-pending.json"):
			c.wrong(name, line(text, "fingerprint"), "the round is marked pending, and nobody judges it")
		case name == private+"/.gitignore" && string(text) != "*\n":
			c.wrong(name, 1, "the private folder does not keep itself out of git")
		case strings.HasSuffix(name, ".json") && !json.Valid(text):
			c.wrong(name, 1, "it is torn: no JSON")
		case strings.Contains(inner, "/foreign-"):
			c.wrong(name, 0, "a file of discussd's own was taken for somebody else's")
		case strings.HasSuffix(name, "-discussion.md") && !strings.Contains(inner, "/"),
			strings.HasSuffix(name, "-checks.json"):
			if round := name[:strings.LastIndex(name, "-")]; !c.has(round + "-verdict.json") {
				c.wrong(name, 0, "it belongs to no verdict")
			}
		}
	}
}

// fingerprint is that of a round's files: the digest of the lines that sha256sum prints.
func (c *contents) fingerprint(names []string) string {
	var list bytes.Buffer
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		fmt.Fprintf(&list, "%s  %s\n", digest(c.files[name]), name)
	}
	return digest(list.Bytes())
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// line is where a key of a JSON text stands first; 1 when it does not.
func line(text []byte, key string) int {
	before, _, found := bytes.Cut(text, []byte(`"`+key+`":`))
	if !found {
		return 1
	}
	return 1 + bytes.Count(before, []byte("\n"))
}

// locks checks that nobody holds one.
func (c *check) locks() {
	for _, name := range []string{ownFolder, private + "/lock", private + "/timeline.lock", busFile} {
		file, err := os.Open(filepath.Join(c.Dir, name))
		if err != nil {
			continue // who is not there holds nothing
		}
		if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
			c.wrong(name, 0, "somebody holds its lock")
		}
		file.Close()
	}
}
