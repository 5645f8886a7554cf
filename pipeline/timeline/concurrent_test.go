package timeline

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"discussd/critique"
	"discussd/pipeline/request"
)

const (
	processes = 4
	rounds    = 30 // a process
)

func TestMain(m *testing.M) {
	switch dir := os.Getenv("TIMELINE_DIR"); os.Getenv("TIMELINE_CHILD") {
	case "discussd":
		var first int
		fmt.Sscan(os.Getenv("TIMELINE_FIRST"), &first)
		discussAll(dir, first)
	case "foreign":
		rewrite(filepath.Join(dir, memoryName))
	default:
		os.Exit(m.Run())
	}
}

// command is the test binary as another process.
func command(kind, dir string, first int) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "TIMELINE_CHILD="+kind, "TIMELINE_DIR="+dir, fmt.Sprint("TIMELINE_FIRST=", first))
	c.Stderr = os.Stderr
	return c
}

func start(t *testing.T, c *exec.Cmd) *exec.Cmd {
	t.Helper()
	must(t, c.Start())
	t.Cleanup(func() { c.Process.Kill() })
	return c
}

// discussAll discusses rounds all at once.
func discussAll(dir string, first int) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		panic(err)
	}
	var all sync.WaitGroup
	for n := first; n < first+rounds; n++ {
		all.Go(func() {
			if _, err := Process(context.Background(), Options{Root: root, Discuss: insightOf}, request.Discussion{Round: n, Type: request.Deepen}); err != nil {
				panic(err)
			}
		})
	}
	all.Wait()
}

// insightOf answers with an insight that no other round has.
func insightOf(_ context.Context, q Question) (critique.Understanding, error) {
	return critique.Understanding{NewInsights: []string{fmt.Sprintf("insight of round %d", q.Round)}}, nil
}

// missing lists the rounds that are not exactly once in the timeline and the memory.
func missing(f *folder, upTo int) []string {
	f.t.Helper()
	var memory struct {
		Discussions []struct{ ID string }
		Current     struct {
			KeyInsights []string `json:"key_insights"`
		} `json:"current_understanding"`
	}
	must(f.t, json.Unmarshal([]byte(f.get(memoryName)), &memory))
	entries, insights := map[string]int{}, map[string]int{}
	for _, d := range memory.Discussions {
		entries[d.ID]++
	}
	for _, i := range memory.Current.KeyInsights {
		insights[i]++
	}
	var list []string
	for n := 1; n <= upTo; n++ {
		sections := strings.Count(f.get(discussionName), fmt.Sprintf("### Round %d - Discussion (", n))
		seen := [3]int{sections, entries[fmt.Sprintf("discussion-round-%d", n)], insights[fmt.Sprintf("insight of round %d", n)]}
		if seen != [3]int{1, 1, 1} {
			list = append(list, fmt.Sprintf("round %d: %v sections, entries, insights", n, seen))
		}
	}
	return list
}

// TestConcurrentMerges has several processes discuss 120 rounds at once.
func TestConcurrentMerges(t *testing.T) {
	t.Parallel()
	files := analyses()
	files[discussionName], files[memoryName] = "# Ours\n", `{"explorations": [], "keep": 1.50}`
	f := newFolder(t, files)
	var children []*exec.Cmd
	for p := range processes {
		children = append(children, start(t, command("discussd", f.dir, 1+p*rounds)))
	}
	for _, c := range children {
		must(t, c.Wait())
	}
	for _, m := range missing(f, processes*rounds) {
		t.Error(m)
	}
	if !strings.HasPrefix(f.get(memoryName), `{"explorations": [], "keep": 1.50,`) || !strings.HasPrefix(f.get(discussionName), "# Ours\n\n###") {
		t.Error("what was there before is gone")
	}
	entries, err := os.ReadDir(f.dir)
	must(t, err)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			t.Errorf("left behind: %s", e.Name())
		}
	}
}

// TestForeignWriters has another program rewrite both files at the worst moment,
// between the last look at them and their replacement, in both ways programs write.
func TestForeignWriters(t *testing.T) {
	t.Parallel()
	inPlace := func(name, content string) error { return os.WriteFile(name, []byte(content), 0o644) }
	renamed := func(name, content string) error {
		if err := inPlace(name+".tmp", content); err != nil {
			return err
		}
		return os.Rename(name+".tmp", name)
	}
	for name, write := range map[string]func(name, content string) error{"in place": inPlace, "renamed": renamed} {
		t.Run(name, func(t *testing.T) {
			files := analyses()
			files[discussionName], files[memoryName] = "# Before\n", `{"before": 1}`
			f := newFolder(t, files)
			wrote := map[string]bool{}
			f.Staged = func(name string) {
				if wrote[name] {
					return
				}
				wrote[name] = true
				theirs := map[string]string{discussionName: "# Before\n\nTheirs.\n", memoryName: `{"before": 1, "theirs": 2}`}[name]
				must(t, write(filepath.Join(f.dir, name), theirs))
			}
			f.process(request.Discussion{Round: 1, Type: request.Initial})
			if text := f.get(discussionName); !strings.HasPrefix(text, "# Before\n\nTheirs.\n\n### Round 1 - Discussion (") {
				t.Errorf("the timeline:\n%s", text)
			}
			if text := f.get(memoryName); !strings.HasPrefix(text, `{"before": 1, "theirs": 2,`) || !strings.Contains(text, `"id":"discussion-round-1"`) {
				t.Errorf("the memory:\n%s", text)
			}
			if len(wrote) != 2 {
				t.Errorf("only %v was rewritten", wrote)
			}
		})
	}
}

const (
	bursts = 20
	edits  = 8 // a burst
)

// rewrite adds keys to a memory, one at a time, without any lock, as agents do: it
// reads, and writes the whole file, in place or by a rename. Each line on its
// standard input asks for a burst of edits.
func rewrite(name string) {
	n := 0
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		for range edits {
			if err := rewriteOnce(name, n); err != nil {
				panic(err)
			}
			n++
		}
	}
}

func rewriteOnce(name string, n int) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var memory map[string]json.RawMessage
	if err := json.Unmarshal(text, &memory); err != nil {
		return fmt.Errorf("torn: %w:\n%s", err, text)
	}
	memory[fmt.Sprint("foreign-", n)] = json.RawMessage("true")
	text, err = json.MarshalIndent(memory, "", "  ")
	if err != nil {
		return err
	}
	if n%2 == 0 {
		return os.WriteFile(name, text, 0o644)
	}
	if err := os.WriteFile(name+".tmp", text, 0o644); err != nil {
		return err
	}
	return os.Rename(name+".tmp", name)
}

// TestAForeignProcess has a program that takes no lock rewrite the memory while
// rounds are written. It may overwrite a round that it had not read; the same
// requests again bring that back. What it wrote itself stays; one edit may fall into
// the window that is left, where about twenty were lost without the second looks.
func TestAForeignProcess(t *testing.T) {
	t.Parallel()
	files := analyses()
	files[memoryName] = "{}"
	f := newFolder(t, files)
	f.Discuss = insightOf
	foreign := command("foreign", f.dir, 0)
	orders, err := foreign.StdinPipe()
	must(t, err)
	start(t, foreign)
	f.Staged = func(name string) {
		if name == discussionName { // the memory is next
			fmt.Fprintln(orders, "go")
		}
	}
	for n := range bursts {
		f.process(request.Discussion{Round: n + 1, Type: request.Deepen})
	}
	f.Staged = nil
	orders.Close()
	must(t, foreign.Wait())
	t.Logf("the other program overwrote %d of %d rounds for a while", len(missing(f, bursts)), bursts)
	for n := range bursts {
		f.process(request.Discussion{Round: n + 1, Type: request.Deepen})
	}
	for _, m := range missing(f, bursts) {
		t.Error(m)
	}
	lost := 0
	for n := range bursts * edits {
		if !strings.Contains(f.get(memoryName), fmt.Sprintf(`"foreign-%d"`, n)) {
			lost++
			t.Logf("the other program's edit %d is lost", n)
		}
	}
	if lost > 1 {
		t.Errorf("%d of the other program's %d edits are lost", lost, bursts*edits)
	}
}
