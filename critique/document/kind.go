package document

import (
	"cmp"
	"path"
	"strings"
)

// Kind says which document of a session a file is.
type Kind string

// The kinds, in the order of the rounds that write them.
const (
	Discovery    Kind = "discovery context"
	Config       Kind = "configuration" // spec-config.json and its relatives
	Glossary     Kind = "glossary"
	Brief        Kind = "product brief"
	Requirements Kind = "requirements" // the index
	Requirement  Kind = "requirement"  // one REQ file
	Quality      Kind = "quality requirement"
	Architecture Kind = "architecture"
	Decision     Kind = "decision" // one ADR file
	Epics        Kind = "epics"
	Epic         Kind = "epic"
	Tasks        Kind = "tasks" // of a layout that has no epics
	Readiness    Kind = "readiness report"
	Other        Kind = "document"
	Unknown      Kind = "data" // JSON of no round
)

// phases are the rounds that write documents of a kind; the others are of no round.
var phases = map[Kind]int{
	Discovery: 1, Brief: 2, Requirements: 3, Requirement: 3, Quality: 3, Architecture: 4, Decision: 4, Epics: 5, Epic: 5, Tasks: 5, Readiness: 6,
}

// Phase orders kinds by the round that writes them, 0 for a kind of no round.
func (k Kind) Phase() int { return phases[k] }

// PhaseOf orders documents by the round that writes them, 0 for a document of no round: by the
// kind, or by the folder of a round in which a document without a kind stands.
func PhaseOf(d *Document) int {
	if d.Kind == Other {
		return indexes[strings.ToLower(path.Base(path.Dir(d.Path)))].Phase()
	}
	return d.Kind.Phase()
}

// Member tells whether the kind is one of several files beside an index.
func (k Kind) Member() bool {
	return k == Requirement || k == Quality || k == Decision || k == Epic
}

// JSON tells whether documents of the kind are no Markdown.
func (k Kind) JSON() bool {
	return k == Discovery || k == Config || k == Glossary || k == Unknown
}

// What tells the kind of a document.
var (
	indexes = map[string]Kind{"requirements": Requirements, "architecture": Architecture, "epics": Epics} // by the folder of an _index.md
	byName  = map[string]Kind{
		"discovery-context.json": Discovery, "glossary.json": Glossary,
		"spec-config.json": Config, "blueprint-config.json": Config, "refined-requirements.json": Config, "context-package.json": Config,
		"product-brief.md": Brief, "requirements.md": Requirements, "architecture.md": Architecture, "epics.md": Epics, "readiness-report.md": Readiness,
	}
	members  = map[string]Kind{"req": Requirement, "nfr": Quality, "adr": Decision, "epic": Epic} // by what a name begins with, before a dash
	byLayout = map[string]Kind{
		"brief": Brief, "requirements": Requirements, "requirement": Requirement, "architecture": Architecture, "decision": Decision,
		"epics": Epics, "epic": Epic, "tasks": Tasks, "sign-off": Readiness,
	}
	byType = map[string]Kind{
		"product-brief": Brief, "brief": Brief, "requirements": Requirements, "prd": Requirements, "architecture": Architecture,
		"epics": Epics, "readiness-report": Readiness, "readiness": Readiness,
	}
)

// KindOfPath is the kind of a document by its name and place.
func KindOfPath(name string) Kind {
	base := strings.ToLower(path.Base(name))
	kind := byName[base]
	if base == "_index.md" {
		kind = indexes[strings.ToLower(path.Base(path.Dir(name)))]
	}
	beginning, _, dashed := strings.Cut(base, "-")
	switch {
	case kind != "":
		return kind
	case strings.HasSuffix(base, ".json"):
		return Unknown
	case dashed && strings.HasSuffix(base, ".md"):
		return cmp.Or(members[beginning], Other)
	}
	return Other
}

// KindOfLayout returns the kind that the layout of a session gives a document: it holds
// whatever the name is. A kind that no rule knows, a plain document and a scope that is no
// discovery context are Other.
func KindOfLayout(kind string) Kind { return cmp.Or(byLayout[kind], Other) }

// KindOfType returns the index a frontmatter's document_type names, Other for any
// other word.
func KindOfType(documentType string) Kind {
	return cmp.Or(byType[strings.TrimSuffix(strings.ToLower(documentType), "-index")], Other)
}
