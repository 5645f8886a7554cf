//go:build linux

package main

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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
	readme := documentation(t)["README.md"]
	if len(readme) > mostOfREADME {
		t.Errorf("README.md has %d bytes, at most %d: say it in docs/", len(readme), mostOfREADME)
	}
	prose := regexp.MustCompile("(?ms)^```.*?^```|^\\|.*?$|^#.*?$").ReplaceAllString(readme, "\n\n")
	for paragraph := range strings.SplitSeq(regexp.MustCompile(`(?m)^- `).ReplaceAllString(prose, "\n\n"), "\n\n") {
		for _, sentence := range regexp.MustCompile(`[.:;?!](?:\*\*)?\s`).Split(paragraph, -1) {
			if words := strings.Fields(sentence); len(words) > 30 {
				t.Errorf("a sentence of %d words: %s", len(words), strings.Join(words, " "))
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
