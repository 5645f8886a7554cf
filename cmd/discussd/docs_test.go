//go:build linux

package main

import (
	"fmt"
	"html"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/critique/checklists"
)

// mostOfREADME is how much of it somebody reads who has not decided yet.
const mostOfREADME = 8 << 10 // bytes

// documentation is the README and the documentation, by their path from the project's root.
func documentation(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../docs/*.md")
	must(t, err)
	all := map[string]string{}
	for _, name := range append(names, "../../README.md") {
		text, err := os.ReadFile(name)
		must(t, err)
		all[strings.TrimPrefix(name, "../../")] = string(text)
	}
	return all
}

// blocks are the code blocks of a page with the given language.
func blocks(page, language string) (all []string) {
	for _, m := range regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```").FindAllStringSubmatch(page, -1) {
		if m[1] == language {
			all = append(all, m[2])
		}
	}
	return all
}

func TestREADMEIsShort(t *testing.T) {
	if readme := documentation(t)["README.md"]; len(readme) > mostOfREADME {
		t.Errorf("README.md has %d bytes, at most %d: say it in docs/", len(readme), mostOfREADME)
	}
}

// TestSentencesOfPages: no page has a sentence that a reader loses on the way.
func TestSentencesOfPages(t *testing.T) {
	parts := regexp.MustCompile("(?ms)^```.*?^```|^#.*?$|\n\n|^ *(?:-|\\d+\\.) |\\|")
	ends := regexp.MustCompile(`[.;?!](?:\*\*)?\s| · `)
	code := regexp.MustCompile("`[^`]*`")
	for name, page := range documentation(t) {
		for _, part := range parts.Split(code.ReplaceAllString(page, "code"), -1) {
			for _, sentence := range ends.Split(part, -1) {
				if words := strings.Fields(sentence); len(words) > 30 {
					t.Errorf("%s: a sentence of %d words: %s", name, len(words), strings.Join(words, " "))
				}
			}
		}
	}
}

// TestLinksOfPages: every relative link leads to a file that is there.
func TestLinksOfPages(t *testing.T) {
	for name, page := range documentation(t) {
		for _, m := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(page, -1) {
			target, _, _ := strings.Cut(m[1], "#")
			if target == "" || strings.Contains(target, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join("../..", filepath.Dir(name), target)); err != nil {
				t.Errorf("%s: the link %s leads nowhere", name, m[1])
			}
		}
	}
}

// TestConfigurationOfPages: what pages show of a configuration is one.
func TestConfigurationOfPages(t *testing.T) {
	seen := 0
	for name, page := range documentation(t) {
		for _, block := range blocks(page, "toml") {
			if !regexp.MustCompile(`(?m)^\[`).MatchString(block) || strings.Contains(block, "[[rule]]") || strings.Contains(block, "[[defect]]") {
				continue // a request, a rule or a known defect
			}
			if strings.Contains(block, "[[question]]") {
				questions, err := checklists.Read(name, block)
				if err == nil {
					_, err = checklists.Builtin().With(questions)
				}
				if err != nil {
					t.Error(err)
				}
				continue
			}
			seen++
			file := filepath.Join(t.TempDir(), "discussd.toml")
			block = regexp.MustCompile(`(?m)^rules = .*$`).ReplaceAllString(block, "rules = []") // of files that are not here
			must(t, os.WriteFile(file, []byte(block), 0o644))
			if _, _, err := config.Load(file); err != nil {
				t.Errorf("%s: %v\n%s", name, err, block)
			}
		}
	}
	if seen < 3 {
		t.Errorf("%d configurations found", seen)
	}
}

// TestCommandsOfPages: every call of discussd that a page shows names a command and flags
// that there are.
func TestCommandsOfPages(t *testing.T) {
	root := newRoot(&console{stdout: os.Stdout, stderr: os.Stderr})
	seen := 0
	for name, page := range documentation(t) {
		calls := regexp.MustCompile("`discussd ([a-z][^`]*)`").FindAllStringSubmatch(page, -1)
		for _, block := range blocks(page, "") {
			calls = append(calls, regexp.MustCompile(`(?m)^(?:\$ )?discussd ([a-z].*)$`).FindAllStringSubmatch(block, -1)...)
		}
		for _, m := range calls {
			call, _, _ := strings.Cut(m[1], "#")
			words := strings.Fields(call)
			command, _, err := root.Find(words[:1])
			if err != nil || command == root {
				if !slices.Contains([]string{"stops", "starts", "runs", "died"}, words[0]) {
					t.Errorf("%s: discussd %s: no such command", name, call)
				}
				continue
			}
			if deeper, _, err := root.Find(words); err == nil && deeper != root {
				command = deeper
			}
			seen++
			if command.DisableFlagParsing { // they are discussd-hub's, whose tests run these calls
				continue
			}
			for _, word := range words {
				if flag, found := strings.CutPrefix(word, "--"); found {
					flag, _, _ = strings.Cut(strings.TrimRight(flag, ".,;)]"), "=")
					if !hasFlag(command, flag) {
						t.Errorf("%s: discussd %s: no flag --%s", name, call, flag)
					}
				}
			}
		}
	}
	if seen < 30 {
		t.Errorf("%d calls found", seen)
	}
}

func hasFlag(command *cobra.Command, flag string) bool {
	return flag == "help" || flag == "version" || command.Flags().Lookup(flag) != nil || command.InheritedFlags().Lookup(flag) != nil
}

// picture draws lines of a terminal.
func picture(lines []string) string {
	const line, width = 18, 8
	widest := 0
	for _, l := range lines {
		widest = max(widest, utf8.RuneCountInString(l))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" xml:space=\"preserve\" role=\"img\" aria-label=\"discussd demo\">\n", (widest+4)*width, (len(lines)+2)*line)
	b.WriteString("<style>rect{fill:#f6f8fa}text{font:13px ui-monospace,monospace;fill:#1f2328;white-space:pre}.high{fill:#a40e26}.reached{fill:#116329}\n" +
		"@media(prefers-color-scheme:dark){rect{fill:#161b22}text{fill:#e6edf3}.high{fill:#ff7b72}.reached{fill:#56d364}}</style>\n<rect width=\"100%\" height=\"100%\" rx=\"6\"/>\n")
	for i, l := range lines {
		class := ""
		switch {
		case strings.Contains(l, "HIGH"):
			class = ` class="high"`
		case strings.Contains(l, "reached"):
			class = ` class="reached"`
		}
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\"%s>%s</text>\n", 2*width, (i+2)*line-4, class, html.EscapeString(l))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// TestBlocksOfPages: every call of discussd in a block of a page is run as it stands there,
// by a shell, in a project that has what the pages speak of. Its exit code is none that
// says that it was called wrongly.
func TestBlocksOfPages(t *testing.T) {
	t.Parallel()
	s := newStage(t, "[panel]\nfacts = \"gate\"\n"+everyRule)
	home := filepath.Join(s.dir, "home")
	project := filepath.Join(home, "src", "my-project")
	session := filepath.Join(project, ".workflow", ".team", "TLS-lockers")
	self, err := os.Executable()
	must(t, err)
	must(t, os.Symlink(self, filepath.Join(s.dir, "bin", "discussd")))
	must(t, os.Symlink("/bin/true", filepath.Join(s.dir, "bin", "discussd-hub"))) // whose tests run these calls
	must(t, os.MkdirAll(filepath.Join(home, ".claude"), 0o755))
	must(t, os.CopyFS(filepath.Join(project, "testdata", "eval"), os.DirFS("../../testdata/eval")))
	for name, text := range map[string]string{"spec/requirements/_index.md": "# Requirements\n", "spec/readiness-report.md": "# Readiness\n\nSee [the index](gone.md).\n"} {
		file := filepath.Join(session, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(t, os.WriteFile(file, []byte(text), 0o644))
	}
	s.environment = append(s.environment, "DISCUSSD_CONFIG="+s.configuration)
	s.run("critique", "--checks-only", session) // somebody has judged it
	ran := 0
	for name, page := range documentation(t) {
		for _, block := range blocks(page, "") {
			for _, m := range regexp.MustCompile(`(?m)^(discussd [a-z][^#\n]*?)(?: &)?(?: *#.*)?$`).FindAllStringSubmatch(block, -1) {
				line := strings.ReplaceAll(strings.ReplaceAll(m[1], "PATH...", session), "~/", home+"/")
				cmd := exec.Command("sh", "-c", "exec "+line)
				cmd.Dir, cmd.Env = project, s.environment
				if strings.Contains(line, " spec/") {
					cmd.Dir = session
				}
				var said strings.Builder
				cmd.Stdout, cmd.Stderr = &said, &said
				must(t, cmd.Start())
				if strings.HasPrefix(line, "discussd run ") {
					s.expect("READY=1")
					must(t, cmd.Process.Signal(syscall.SIGTERM))
				}
				_ = cmd.Wait() // its exit code says how it went
				if code := cmd.ProcessState.ExitCode(); !slices.Contains([]int{0, 2, 3}, code) {
					t.Errorf("%s: %s: exit %d\n%s", name, line, code, &said)
				}
				ran++
			}
		}
	}
	if ran < 10 {
		t.Errorf("%d calls found", ran)
	}
}

// TestTestsOfPages: every test and benchmark that a page would have run is there.
func TestTestsOfPages(t *testing.T) {
	there := ""
	must(t, filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			text, err := os.ReadFile(path)
			there += strings.Join(regexp.MustCompile(`(?m)^func (?:Test|Benchmark|Fuzz)\w+`).FindAllString(string(text), -1), "\n") + "\n"
			return err
		}
		return err
	}))
	for name, page := range documentation(t) {
		for _, m := range regexp.MustCompile(`go test [^\n`+"`"+`]*-(run|bench) '?([^' `+"`"+`]+)`).FindAllStringSubmatch(page, -1) {
			kind := "Test"
			if m[1] == "bench" {
				kind = "Benchmark"
			}
			for alternative := range strings.SplitSeq(strings.Trim(m[2], "^$"), "|") {
				alternative, _, _ = strings.Cut(strings.Trim(alternative, "^$()."), "/")
				if alternative != "" && !regexp.MustCompile(`func `+kind+`\w*`+regexp.QuoteMeta(strings.TrimPrefix(alternative, kind))).MatchString(there) {
					t.Errorf("%s: %s has no match for %s", name, m[0], alternative)
				}
			}
		}
	}
}
