package handoff

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the table of docs/security.md")

// TestSecurityTable has each user try in earnest what docs/security.md says of him: the
// daemon's, that of the agents, and one who has nothing to do with them. The agents own
// the session and have made its discussions folder; the daemon's user can write there
// by a group.
func TestSecurityTable(t *testing.T) {
	const seen = "discussions/" + round
	key := fmt.Sprintf("../state/%d/discussd/key", daemon)
	forge := "printf '%s' \"$FORGED\" >" + seen + "-verdict.new; mv -f " + seen + "-verdict.new " + seen + "-verdict.json; "
	succeeds := func(u *users, uid int, act string) bool { return !strings.HasPrefix(u.as(uid, act), "fails") }
	// counts tells whether a forged verdict, of the best rating, is believed.
	counts := func(look string) func(u *users, uid int, act string) bool {
		return func(u *users, uid int, act string) bool {
			u.as(uid, act, "FORGED="+string(marshalled(u.t, judged(1, "one", 5))))
			return u.as(map[bool]int{true: writer, false: daemon}[strings.HasPrefix(look, "read")], look) == "5"
		}
	}
	deeds := []struct {
		words, act string
		done       func(u *users, uid int, act string) bool
	}{
		{"read artifacts, verdicts, records, history", "cat spec/product-brief.md " + seen + "-verdict.json " + seen + "-discussion.md", succeeds},
		{"read what the tools said, in `.discussd/raw`", "cat discussions/.discussd/raw/" + round + "/quality-1.txt", succeeds},
		{"read the key that seals are made with", "cat " + key, succeeds},
		{"write an artifact, and so have it judged", "echo more >>spec/product-brief.md", succeeds},
		{"drop a request or a decision", "echo please >discussions/requests/a.md", succeeds},
		{"take a verdict away, which is judged anew", "mv " + seen + "-verdict.json away.json", succeeds},
		{"change history, seals, answers", "echo x >discussions/.discussd/seals/" + round + "-verdict.json", succeeds},
		{"put all of `.discussd` aside, which is judged anew", "mv discussions/.discussd discussions/.away", succeeds},
		{"open the lock of the session, and hold it", "exec 9<>discussions/.discussd/lock; flock -n 9", succeeds},
		{"put a verdict there by hand that the daemon believes", forge, counts("look")},
		{"put a verdict there by hand that `wait` believes", forge, counts("read-knowing")},
		{"have `wait` believe one where no daemon is known", forge, counts("read")},
	}
	var table strings.Builder
	table.WriteString("| may | the daemon's user | the agents' user | a stranger |\n|---|---|---|---|\n")
	for _, deed := range deeds {
		fmt.Fprintf(&table, "| %s |", deed.words)
		for _, uid := range []int{daemon, writer, stranger} {
			u := newUsers(t, writer, 0o775|os.ModeSetgid)
			must(t, os.Chown(u.session, writer, team))
			must(t, os.Chmod(u.session, 0o775|os.ModeSetgid))
			if said := u.as(writer, "umask 002; mkdir -p spec discussions/requests discussions/decisions; echo brief >spec/product-brief.md"); strings.HasPrefix(said, "fails") {
				t.Fatal(said)
			}
			if said := u.as(daemon, "judge"); said != "PASS" {
				t.Fatal(said)
			}
			fmt.Fprintf(&table, " %s |", map[bool]string{true: "yes", false: "no"}[deed.done(u, uid, deed.act)])
		}
		table.WriteString("\n")
	}
	const begin, end = "<!-- TestSecurityTable -->\n", "<!-- end -->\n"
	name := filepath.Join("..", "..", "docs", "security.md")
	text, err := os.ReadFile(name)
	must(t, err)
	before, rest, begun := strings.Cut(string(text), begin)
	old, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		t.Fatalf("%s has no place for the table", name)
	}
	if *update {
		must(t, os.WriteFile(name, []byte(before+begin+table.String()+end+after), 0o644))
	} else if diff := cmp.Diff(old, table.String()); diff != "" {
		t.Errorf("docs/security.md (-want +got):\n%s", diff)
	}
}
