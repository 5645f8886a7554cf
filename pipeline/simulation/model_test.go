package simulation

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// The model says what must be true of a session on disk when nothing is going on any
// more. It reads files with the standard library alone, and shares no code with what it
// checks.

// modelRound is a row of the rounds table.
type modelRound struct {
	id, artifact, members string // members is a pattern, "" for none
}

// modelVerdict is what counts of a verdict.
type modelVerdict struct {
	Round    string
	Revision int
	Verdict  string
	Error    struct{ Code string }
	Artifact struct {
		Path        string
		SHA256      *string
		Fingerprint string
	}
}

// wrongIn says what is wrong in a session's folder. Larger files than that are not read
// by a daemon.
func wrongIn(session string, rounds []modelRound, largest int64) (wrong []string) {
	note := func(format string, args ...any) {
		wrong = append(wrong, filepath.Base(session)+": "+fmt.Sprintf(format, args...))
	}
	for _, r := range rounds {
		if problem := wrongRound(session, r, largest); problem != "" {
			note("%s %s", r.id, problem)
		}
	}
	err := filepath.WalkDir(filepath.Join(session, "discussions"), func(path string, _ fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case strings.HasSuffix(path, "-pending.json"):
			note("%s is there", filepath.Base(path))
		case strings.HasSuffix(path, ".discussd-tmp"):
			note("%s is left", path)
		}
		return nil
	})
	if err != nil {
		note("%v", err)
	}
	for _, problem := range slices.Concat(wrongBus(session), wrongInbox(session, largest)) {
		note("%s", problem)
	}
	return wrong
}

// wrongRound says what is wrong with the verdict of a round.
func wrongRound(session string, r modelRound, largest int64) string {
	v, judged, err := readVerdict(session, r.id)
	if err != nil {
		return err.Error()
	}
	content, err := os.ReadFile(filepath.Join(session, r.artifact))
	if errors.Is(err, fs.ErrNotExist) {
		if judged && v.Error.Code != "artifact_not_found" { // which a request has been told
			return "is judged, and is not there"
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	if !judged {
		return "is not judged"
	}
	if v.Revision < 1 || v.Artifact.Path != r.artifact {
		return fmt.Sprintf("has the verdict %+v", v)
	}
	switch {
	case judgable(r.artifact, content, largest) != (v.Verdict != "error"):
		return fmt.Sprintf("is %s", v.Verdict)
	case !slices.Contains([]string{"error", "consensus_reached", "consensus_blocked"}, v.Verdict):
		return fmt.Sprintf("has the outcome %q", v.Verdict)
	}
	if now := fingerprintOf(session, r, largest); v.Artifact.Fingerprint != now {
		return fmt.Sprintf("is judged on other bytes, %.8s and not %.8s", v.Artifact.Fingerprint, now)
	}
	return ""
}

// judgable tells whether a file can be judged: any other one has an error verdict.
func judgable(name string, content []byte, largest int64) bool {
	return int64(len(content)) <= largest && utf8.Valid(content) && len(bytes.TrimSpace(content)) > 0 &&
		(!strings.HasSuffix(name, ".json") || json.Valid(content))
}

func readVerdict(session, round string) (v modelVerdict, ok bool, err error) {
	text, err := os.ReadFile(filepath.Join(session, "discussions", round+"-verdict.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return v, false, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err == nil && v.Round != round {
		err = fmt.Errorf("its verdict is that of %q", v.Round)
	}
	return v, err == nil, err
}

// fingerprintOf is the fingerprint of a round's files as they are now; "" without an
// artifact. What is too large is known by its size alone.
func fingerprintOf(session string, r modelRound, largest int64) string {
	files := []string{r.artifact}
	if r.members != "" {
		found, _ := filepath.Glob(filepath.Join(session, r.members))
		for _, file := range found {
			name, _ := filepath.Rel(session, file)
			if name != r.artifact && !strings.HasPrefix(filepath.Base(name), ".") {
				files = append(files, name)
			}
		}
	}
	slices.Sort(files)
	sum := sha256.New()
	for _, name := range files {
		content, err := os.ReadFile(filepath.Join(session, name))
		if err != nil {
			return ""
		}
		if int64(len(content)) > largest {
			content = fmt.Appendf(nil, "discussd:artifact_too_large:%d", len(content))
		}
		fmt.Fprintf(sum, "%s  %s\n", digest(content), name)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// wrongBus says what is wrong with the lines of a session's message bus: of each round
// what began is ended once, and nothing is said twice.
func wrongBus(session string) (wrong []string) {
	text, err := os.ReadFile(filepath.Join(session, ".msg/messages.jsonl"))
	if err != nil || len(text) == 0 { // whoever made it was killed, or met a full disk
		return nil
	}
	begun, ended, last := map[string]string{}, map[string]string{}, ""
	for number, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		var m struct {
			ID, Type string
			Data     struct {
				Round, Fingerprint string
				Revision           int
			}
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			wrong = append(wrong, fmt.Sprintf("line %d of the bus: %v", number+1, err))
			continue
		}
		if want := fmt.Sprintf("MSG-%03d", number+1); m.ID != want {
			wrong = append(wrong, fmt.Sprintf("line %d of the bus is %s after %s", number+1, m.ID, last))
		}
		last = m.ID
		key := fmt.Sprint(m.Data.Round, " ", m.Data.Fingerprint, " ", m.Data.Revision)
		switch was, open := begun[m.Data.Round]; {
		case m.Type == "impl_progress" && open:
			wrong = append(wrong, fmt.Sprintf("%s on the bus begins %s, which %s has begun", m.ID, m.Data.Round, was))
		case m.Type == "impl_progress":
			begun[m.Data.Round] = m.ID
		case !open && ended[key] != "":
			wrong = append(wrong, fmt.Sprintf("%s on the bus ends %s, which %s has ended", m.ID, m.Data.Round, ended[key]))
		default:
			delete(begun, m.Data.Round)
			ended[key] = m.ID
		}
	}
	for round, id := range begun {
		wrong = append(wrong, fmt.Sprintf("%s on the bus begins %s, and nothing ends it", id, round))
	}
	return wrong
}

// wrongInbox says which files in the inboxes are not answered.
func wrongInbox(session string, largest int64) (wrong []string) {
	for _, inbox := range []string{"requests", "decisions"} {
		files, _ := filepath.Glob(filepath.Join(session, "discussions", inbox, "*.json"))
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				wrong = append(wrong, err.Error())
				continue
			}
			name := inbox + "/" + filepath.Base(file)
			if _, err := os.Lstat(filepath.Join(session, "discussions/.discussd/answered", digest(content)+".json")); err != nil {
				wrong = append(wrong, name+" is not answered")
			}
			if inbox == "requests" {
				wrong = append(wrong, wrongRequest(session, name, content, largest)...)
			}
		}
	}
	return wrong
}

// wrongRequest says what is wrong with the answer to a request.
func wrongRequest(session, name string, content []byte, largest int64) (wrong []string) {
	var r struct {
		Round, Artifact string
		Watch           bool
		Perspectives    []string
	}
	if json.Unmarshal(content, &r) != nil || r.Round == "" {
		v, judged, err := readVerdict(session, strings.TrimSuffix(filepath.Base(name), ".json"))
		if err != nil || !judged || v.Verdict != "error" {
			wrong = append(wrong, fmt.Sprintf("%s makes no sense, and the answer is %+v, %v", name, v, err))
		}
		return wrong
	}
	if r.Artifact == "" {
		return nil // about a round of the table
	}
	v, judged, err := readVerdict(session, r.Round)
	artifact, missing := os.ReadFile(filepath.Join(session, r.Artifact))
	switch {
	case err != nil:
		wrong = append(wrong, name+": "+err.Error())
	case !judged && !(r.Watch && missing != nil):
		wrong = append(wrong, name+" has no verdict")
	case judged && r.Watch && missing != nil && v.Verdict != "error":
		wrong = append(wrong, name+" is judged, and what it is about is not there")
	case r.Watch && missing == nil && !judgable(r.Artifact, artifact, largest):
		if v.Verdict != "error" {
			wrong = append(wrong, name+" is judged, and cannot be")
		}
	case judged && r.Watch && missing == nil && (v.Artifact.SHA256 == nil || *v.Artifact.SHA256 != digest(artifact)):
		wrong = append(wrong, fmt.Sprintf("%s is judged on other bytes: %s", name, v.Verdict))
	}
	return wrong
}

// modelMark is what counts of a pending mark.
type modelMark struct {
	round              string
	Fingerprint, State string
}

func readMark(session, round string) (m modelMark, ok bool) {
	text, err := os.ReadFile(filepath.Join(session, "discussions", round+"-pending.json"))
	m.round = round
	return m, err == nil && json.Unmarshal(text, &m) == nil
}
