package checks

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"discussd/critique"
)

// generated is a whole session of 36 files and about 100 KB without defects
// worth naming.
func generated() []critique.Document {
	front := func(kind string) string {
		return "---\nsession_id: TLS-bench\ndocument_type: " + kind + "\nstatus: draft\n---\n"
	}
	filler := strings.Repeat("The verifier reads each backup back and compares its checksum with the one in the catalogue. ", 20) + "\n\n"
	var docs []critique.Document
	add := func(path, text string) {
		docs = append(docs, critique.Document{Path: path, Content: []byte(text)})
	}
	add("spec/discovery-context.json", `{"seed_analysis": {"problem_statement": "Admins restore backups that nobody verified", "target_users": ["admins"], "constraints": ["offline"], "risks": ["slow disks"]}}`)
	add("spec/product-brief.md", front("product-brief")+"# Brief\n\n## Vision\n\n"+filler+"## Problem\n\n"+filler+"## Target Users\n\n- Admins of small sites\n\n## Goals\n\n- G-001: 100% of backups verified\n- G-002: restore within 5 minutes\n")
	var index, matrix strings.Builder
	for i := range 20 {
		id := fmt.Sprintf("REQ-%03d", i+1)
		fmt.Fprintf(&index, "| [%s](%s.md) | Requirement %d | Must | G-00%d |\n", id, id, i, i%2+1)
		fmt.Fprintf(&matrix, "| %s | EPIC-%03d |\n", id, i%7+1)
		add("spec/requirements/"+id+".md", "---\nid: "+id+"\nstatus: draft\npriority: Must\n---\n# "+id+": Requirement\n\n## Description\n\n"+filler+"## Acceptance Criteria\n\n- [ ] A backup is read back within 60 s\n- [ ] A broken backup raises an error within 5 s\n")
	}
	add("spec/requirements/_index.md", front("requirements-index")+"# Requirements\n\n## Functional Requirements\n\n| ID | Title | Priority | Goal |\n|---|---|---|---|\n"+index.String()+"\n## Non-Functional Requirements\n\n| ID | Title | Target |\n|---|---|---|\n| NFR-PERF-001 | Speed | 5 min |\n\n"+filler)
	for i := range 4 {
		id := fmt.Sprintf("ADR-%03d", i+1)
		add("spec/architecture/"+id+".md", "---\nid: "+id+"\nstatus: accepted\n---\n# "+id+": Store\n\n## Context\n\n"+filler+"## Decision\n\n"+filler)
	}
	add("spec/architecture/_index.md", front("architecture-index")+"# Architecture\n\n## Components\n\n```mermaid\ngraph TD\n  A[Verifier] --> B[Store]\n```\n\n| Component | Duty |\n|---|---|\n| Verifier | reads |\n\n## ADRs\n\nADR-001..ADR-004\n\n"+filler)
	var epics strings.Builder
	for i := range 7 {
		id := fmt.Sprintf("EPIC-%03d", i+1)
		fmt.Fprintf(&epics, "| [%s](%s.md) | Epic %d | yes |\n", id, id, i)
		add("spec/epics/"+id+".md", "---\nid: "+id+"\nstatus: draft\nmvp: true\n---\n# "+id+": Epic\n\n## Stories\n\n### STORY-001-001: Read back\n\nAs an admin, I want each backup read back so that a restore works.\n\n"+filler)
	}
	add("spec/epics/_index.md", front("epics-index")+"# Epics\n\n| Epic | Title | MVP |\n|---|---|---|\n"+epics.String()+"\n## Traceability Matrix\n\n| Requirement | Epic |\n|---|---|\n"+matrix.String())
	add("spec/readiness-report.md", front("readiness-report")+"# Readiness\n\nREQ-001..020 are verified.\n\n## Gate\n\nPass.\n\n"+filler)
	return docs
}

// cpu returns how long this process has computed. On a machine that others use
// too, time that passed says little.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// BenchmarkSession judges every round of a session on one core: warm, as a daemon
// does that has read the files before; edited, as it does when one of the files has
// changed since; and cold, as a command that starts with them.
func BenchmarkSession(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	docs := generated()
	size := 0
	for _, d := range docs {
		size += len(d.Content)
	}
	all := subjects(docs, func(string) bool { return true })
	c, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	edited := slices.IndexFunc(docs, func(d critique.Document) bool { return d.Path == "spec/requirements/REQ-005.md" })
	text := docs[edited].Content
	for _, state := range [...]string{"warm", "edited", "cold"} {
		b.Run(state, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for _, s := range all {
				c.Check(context.Background(), s)
			}
			before := cpu(b)
			for i := 0; b.Loop(); i++ {
				switch state {
				case "edited":
					docs[edited].Content = fmt.Appendf(nil, "%sIt is revised for the %d. time.\n", text, i+1)
					all = subjects(docs, func(string) bool { return true })
				case "cold":
					c.library = &library{}
				}
				for _, s := range all {
					c.Check(context.Background(), s)
				}
			}
			b.ReportMetric(float64((cpu(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// BenchmarkRules tells which rules take the most of a session's time.
func BenchmarkRules(b *testing.B) {
	c, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	all := subjects(generated(), func(string) bool { return true })
	taken := map[string]time.Duration{}
	for b.Loop() {
		for _, subject := range all {
			s := c.open(subject)
			for i := range c.rules {
				started := time.Now()
				s.run(&c.rules[i])
				taken[c.rules[i].ID] += time.Since(started)
			}
		}
	}
	sum := time.Duration(0)
	for _, t := range taken {
		sum += t
	}
	slowest := slices.SortedFunc(maps.Keys(taken), func(a, b string) int { return cmp.Compare(taken[b], taken[a]) })
	for _, rule := range slowest[:24] {
		b.Logf("%s takes %.1f %%, %v", rule, 100*float64(taken[rule])/float64(sum), taken[rule]/time.Duration(b.N))
	}
}

// dense is a document of some bytes with a heading, a table and an item every few lines.
func dense(size int) []byte {
	const part = "## Section %d\n\nThe system MUST keep REQ-%03d fast, see [it](it.md) and `code`.\n\n| ID | Title | Priority |\n|---|---|---|\n| REQ-%03d | T | Must |\n\n- [ ] a **quick** one\n\n"
	var text bytes.Buffer
	for i := 0; text.Len() < size; i++ {
		fmt.Fprintf(&text, part, i, i%1000, i%1000)
	}
	return text.Bytes()
}

// BenchmarkScaling shows whether time stays linear: the ns per byte of a round
// of 50 KB, 500 KB and 5 MB that was not read before, and how much more that is
// at 5 MB than at 50 KB.
func BenchmarkScaling(b *testing.B) {
	c, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	var smallest float64
	for _, size := range []int{50_000, 500_000, 5_000_000} {
		text := dense(size)
		subject := critique.Subject{
			Artifact:     critique.Document{Path: "spec/requirements/_index.md", Content: text},
			Surroundings: critique.Surroundings{Exists: func(string) bool { return false }},
		}
		b.Run(fmt.Sprintf("%dKB", size/1000), func(b *testing.B) {
			b.ReportAllocs()
			c.Check(context.Background(), subject)
			before := cpu(b)
			for b.Loop() {
				c.library = &library{}
				c.Check(context.Background(), subject)
			}
			each := float64((cpu(b) - before).Nanoseconds()) / float64(b.N) / float64(len(text))
			b.ReportMetric(each, "cpu-ns/B")
			if smallest == 0 {
				smallest = each
			}
			b.ReportMetric(each/smallest, "x-50KB")
		})
	}
}

// multiplied is a session with so many requirements, each with a file, an epic of two
// stories and something excluded: what each rule may be tempted to hold against all others.
func multiplied(times int) []critique.Document {
	front := func(kind string) string {
		return "---\nsession_id: TLS-bench\ndocument_type: " + kind + "\nstatus: draft\n---\n"
	}
	things := []string{"ledger", "parcel", "museum", "garden", "harbor", "clinic", "quarry"}
	var docs []critique.Document
	var excluded, rows, matrix, epics strings.Builder
	add := func(path, text string) {
		docs = append(docs, critique.Document{Path: path, Content: []byte(text)})
	}
	for i := range times {
		thing := fmt.Sprintf("%s %s %d", things[i%7], things[i/7%7], i)
		fmt.Fprintf(&excluded, "- Printing of %s labels: no printer\n", thing)
		fmt.Fprintf(&rows, "| REQ-%03d | Read %s back | Must | G-001 |\n", i+1, thing)
		fmt.Fprintf(&matrix, "| REQ-%03d | EPIC-%03d |\n", i+1, i+1)
		fmt.Fprintf(&epics, "| EPIC-%03d | Keep %s | yes |\n", i+1, thing)
		add(fmt.Sprintf("spec/requirements/REQ-%03d.md", i+1), fmt.Sprintf("%s# REQ-%03d: Read %s back\n\n## Description\n\nAs an auditor, I want each %[3]s read back so that I can prove it. The verifier MUST read %[3]s within %d seconds.\n\n## Acceptance Criteria\n\n- [ ] The verifier must refuse a broken %[3]s within %d s\n- [ ] An operator must see %[3]s in the list of %d rows\n", front("requirement"), i+1, thing, i%50+1, i%50+1, i+20))
		add(fmt.Sprintf("spec/epics/EPIC-%03d.md", i+1), fmt.Sprintf("%s# EPIC-%03d: Keep %s\n\n## MVP Scope\n\nThis includes reading %[3]s, and supports its owner.\n\n## Stories\n\n### STORY-%03[2]d-001: Keep %[3]s\n\nAs an operator, I want %[3]s kept so that nothing is lost.\n\n**Traces to**: REQ-%03[2]d\n\n- [ ] It is kept within %[4]d s\n\n### STORY-%03[2]d-002: Prove %[3]s\n\nAs an auditor, I want %[3]s proven so that I can sign.\n\n**Traces to**: REQ-%03[2]d, REQ-001\n", front("epic"), i+1, thing, i%50+1))
	}
	add("spec/product-brief.md", front("product-brief")+"# Brief\n\n## Target Users\n\n| Persona | Need |\n|---|---|\n| Operator | restores |\n| Auditor | proof |\n\n## Goals\n\n- G-001: 100% of backups verified\n\n## Out of Scope\n\n"+excluded.String())
	add("spec/requirements/_index.md", front("requirements-index")+"# Requirements\n\n| ID | Title | Priority | Goal |\n|---|---|---|---|\n"+rows.String())
	add("spec/epics/_index.md", front("epics-index")+"# Epics\n\n| Epic | Title | MVP |\n|---|---|---|\n"+epics.String()+"\n## Traceability Matrix\n\n| Requirement | Epic |\n|---|---|\n"+matrix.String())
	return docs
}

// BenchmarkManyFiles shows whether time stays linear in the files of a session, as
// BenchmarkScaling does for one document: the ns per byte of all rounds of a session
// that was not read before, and how much more that is in the largest one.
func BenchmarkManyFiles(b *testing.B) {
	c, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	var smallest float64
	for _, times := range []int{25, 100, 400} {
		docs, size := multiplied(times), 0
		for _, d := range docs {
			size += len(d.Content)
		}
		all := subjects(docs, func(string) bool { return true })
		judge := func() {
			c.library = &library{}
			for _, s := range all {
				c.Check(context.Background(), s)
			}
		}
		b.Run(fmt.Sprint(len(docs)), func(b *testing.B) {
			judge()
			before := cpu(b)
			for b.Loop() {
				judge()
			}
			each := float64((cpu(b) - before).Nanoseconds()) / float64(b.N) / float64(size)
			b.ReportMetric(each, "cpu-ns/B")
			if smallest == 0 {
				smallest = each
			}
			b.ReportMetric(each/smallest, "x-smallest")
		})
	}
}

// hostile are texts that make careless parsers slow.
var hostile = map[string]string{
	"headings":  strings.Repeat("# a\n", 100_000),
	"subheads":  strings.Repeat("## Goals\n", 50_000),
	"brackets":  strings.Repeat("[", 100_000),
	"links":     strings.Repeat("[a](", 25_000),
	"ticks":     strings.Repeat("`a ``b ", 15_000),
	"stars":     strings.Repeat("*a **b ", 15_000),
	"lines":     strings.Repeat("**A**: b\n", 20_000),
	"quotes":    strings.Repeat("> ", 50) + strings.Repeat("\n> > > a", 20_000),
	"items":     strings.Repeat("- [ ] fast\n", 20_000),
	"nested":    strings.Repeat("```markdown\n", 20_000),
	"comments":  strings.Repeat("<!-- ", 20_000),
	"rows":      "| ID | Title |\n|---|---|\n" + strings.Repeat("| REQ-001 | fast |\n", 20_000),
	"wide rows": "|" + strings.Repeat("a|", 500) + "\n|" + strings.Repeat("-|", 500) + "\n" + strings.Repeat("|a\n", 5_000),
	"ids":       strings.Repeat("REQ-001..200 ", 10_000),
	"mermaid":   "```mermaid\ngraph LR\n" + strings.Repeat("EPIC-001 & EPIC-002 --> EPIC-003 & EPIC-001\n", 10_000) + "```\n",
	"quotation": strings.Repeat("\"", 100_000),
	"braces":    strings.Repeat("{a", 50_000) + "}",
}

func BenchmarkHostile(b *testing.B) {
	c, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	for name, text := range hostile {
		subject := critique.Subject{Artifact: critique.Document{Path: "spec/epics/_index.md", Content: []byte(text)}, Surroundings: critique.Surroundings{Exists: func(string) bool { return false }}}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c.Check(context.Background(), subject)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)), "ns/B")
		})
	}
}
