package document

import (
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

// Phase orders kinds by the round that writes them, 0 for a kind of no round.
func (k Kind) Phase() int {
	switch k {
	case Discovery:
		return 1
	case Brief:
		return 2
	case Requirements, Requirement, Quality:
		return 3
	case Architecture, Decision:
		return 4
	case Epics, Epic, Tasks:
		return 5
	case Readiness:
		return 6
	}
	return 0
}

// PhaseOf orders documents by the round that writes them, 0 for a document of no round: by the
// kind, or by the folder of a round in which a document without a kind stands.
func PhaseOf(d *Document) int {
	if d.Kind != Other {
		return d.Kind.Phase()
	}
	switch strings.ToLower(path.Base(path.Dir(d.Path))) {
	case "requirements":
		return Requirements.Phase()
	case "architecture":
		return Architecture.Phase()
	case "epics":
		return Epics.Phase()
	}
	return 0
}

// Member tells whether the kind is one of several files beside an index.
func (k Kind) Member() bool {
	return k == Requirement || k == Quality || k == Decision || k == Epic
}

// JSON tells whether documents of the kind are no Markdown.
func (k Kind) JSON() bool {
	return k == Discovery || k == Config || k == Glossary || k == Unknown
}

// KindOfPath is the kind of a document by its name and place.
func KindOfPath(name string) Kind {
	base := strings.ToLower(path.Base(name))
	folder := strings.ToLower(path.Base(path.Dir(name)))
	switch base {
	case "discovery-context.json":
		return Discovery
	case "spec-config.json", "blueprint-config.json", "refined-requirements.json", "context-package.json":
		return Config
	case "glossary.json":
		return Glossary
	case "product-brief.md":
		return Brief
	case "requirements.md":
		return Requirements
	case "architecture.md":
		return Architecture
	case "epics.md":
		return Epics
	case "readiness-report.md":
		return Readiness
	case "_index.md":
		switch folder {
		case "requirements":
			return Requirements
		case "architecture":
			return Architecture
		case "epics":
			return Epics
		}
	}
	switch {
	case strings.HasSuffix(base, ".json"):
		return Unknown
	case !strings.HasSuffix(base, ".md"):
		return Other
	case strings.HasPrefix(base, "req-"):
		return Requirement
	case strings.HasPrefix(base, "nfr-"):
		return Quality
	case strings.HasPrefix(base, "adr-"):
		return Decision
	case strings.HasPrefix(base, "epic-"):
		return Epic
	}
	return Other
}

// KindOfLayout returns the kind that the layout of a session gives a document: it holds
// whatever the name is. A kind that no rule knows is Other.
func KindOfLayout(kind string) Kind {
	switch kind {
	case "brief":
		return Brief
	case "requirements":
		return Requirements
	case "requirement":
		return Requirement
	case "architecture":
		return Architecture
	case "decision":
		return Decision
	case "epics":
		return Epics
	case "epic":
		return Epic
	case "tasks":
		return Tasks
	case "sign-off":
		return Readiness
	}
	return Other // plain, and a scope that is no discovery context
}

// KindOfType returns the index a frontmatter's document_type names, Other for any
// other word.
func KindOfType(documentType string) Kind {
	switch strings.TrimSuffix(strings.ToLower(documentType), "-index") {
	case "product-brief", "brief":
		return Brief
	case "requirements", "prd":
		return Requirements
	case "architecture":
		return Architecture
	case "epics":
		return Epics
	case "readiness-report", "readiness":
		return Readiness
	}
	return Other
}
