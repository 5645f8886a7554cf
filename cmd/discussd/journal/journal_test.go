package journal

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/coreos/go-systemd/v22/journal"
	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/go-hclog"
)

// TestEntries: an entry says what the line said, and is found by what it is about; a level
// that is changed later counts.
func TestEntries(t *testing.T) {
	var got []map[string]string
	var out bytes.Buffer
	log := logger("discussd", hclog.Info, &out, func(message string, priority journal.Priority, fields map[string]string) error {
		fields["MESSAGE"], fields["PRIORITY"] = message, strconv.Itoa(int(priority))
		got = append(got, fields)
		return nil
	})
	round := log.Named("judge").With("session", "/srv/a b", "round", "DISCUSS-002")
	round.Info("round judged", "verdict", "consensus_blocked", "average", 2.5)
	round.Debug("nobody wants to know")
	log.Warn("two\nPRIORITY=0", "session", "/srv/x\nROUND=1")
	log.Error("an odd one", "round")
	log.SetLevel(hclog.Error)
	round.Info("not any more")
	want := []map[string]string{
		{"MESSAGE": `discussd.judge: round judged: round=DISCUSS-002 session="/srv/a b" verdict=consensus_blocked average=2.5`, "PRIORITY": "6", "SYSLOG_IDENTIFIER": "discussd", "SESSION": "/srv/a b", "ROUND": "DISCUSS-002", "VERDICT": "consensus_blocked"},
		{"MESSAGE": "discussd: two\nPRIORITY=0:\n  session=\n  | /srv/x\n  | ROUND=1", "PRIORITY": "4", "SYSLOG_IDENTIFIER": "discussd", "SESSION": "/srv/x\nROUND=1"},
		{"MESSAGE": "discussd: an odd one: EXTRA_VALUE_AT_END=round", "PRIORITY": "3", "SYSLOG_IDENTIFIER": "discussd"},
	}
	if diff := cmp.Diff(want, got); diff != "" || out.Len() > 0 {
		t.Errorf("(-want +got):\n%s\nbeside it: %s", diff, &out)
	}
}

// TestNoLineIsLost where the journal does not answer.
func TestNoLineIsLost(t *testing.T) {
	var out bytes.Buffer
	logger("discussd", hclog.Info, &out, func(string, journal.Priority, map[string]string) error { return errors.New("gone") }).Info("still here", "round", "X")
	if !strings.Contains(out.String(), "still here: round=X") {
		t.Errorf("%q", out.String())
	}
}

// TestHere: a variable that an earlier service has left is not believed.
func TestHere(t *testing.T) {
	t.Setenv("JOURNAL_STREAM", "1:1")
	if Here(os.Stderr) {
		t.Error("what is written here does not land in the journal")
	}
	t.Setenv("JOURNAL_STREAM", "")
	if Here(os.Stderr) {
		t.Error("there is no journal")
	}
}
