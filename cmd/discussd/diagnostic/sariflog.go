package diagnostic

import (
	"discussd/cmd/discussd/rulebook"
	"discussd/critique/checks"
)

// The part of the SARIF 2.1.0 object model that is written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool               sarifTool                `json:"tool"`
		Invocations        []sarifInvocation        `json:"invocations"`
		OriginalURIBaseIDs map[string]sarifArtifact `json:"originalUriBaseIds"`
		ColumnKind         string                   `json:"columnKind"`
		NewlineSequences   []string                 `json:"newlineSequences"`
		Results            []sarifResult            `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name            string      `json:"name"`
		SemanticVersion string      `json:"semanticVersion"`
		Rules           []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID                   string               `json:"id"`
		ShortDescription     *sarifMessage        `json:"shortDescription,omitempty"`
		Help                 *sarifMessage        `json:"help,omitempty"`
		DefaultConfiguration *sarifConfiguration  `json:"defaultConfiguration,omitempty"`
		Properties           *sarifRuleProperties `json:"properties,omitempty"`
	}
	sarifConfiguration struct {
		Level string `json:"level"`
	}
	sarifRuleProperties struct {
		Tags     []string `json:"tags"`
		Severity string   `json:"problem.severity"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Descriptor sarifReference  `json:"descriptor"`
		Level      string          `json:"level"`
		Message    sarifMessage    `json:"message"`
		Locations  []sarifLocation `json:"locations"`
	}
	sarifReference struct {
		ID string `json:"id"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             sarifMessage      `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		Properties          sarifPlace        `json:"properties"`
	}
	sarifMessage struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
		Context  *sarifRegion  `json:"contextRegion,omitempty"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int           `json:"startLine"`
		StartColumn int           `json:"startColumn,omitempty"`
		EndColumn   int           `json:"endColumn,omitempty"` // exclusive, on the same line
		Snippet     *sarifSnippet `json:"snippet,omitempty"`
	}
	sarifSnippet struct {
		Text string `json:"text"`
	}
	sarifPlace struct {
		Session string `json:"session"`
		Round   string `json:"round"`
		State   string `json:"state"`
	}
)

// describe is a rule of the catalogue as SARIF metadata.
func describe(r checks.Rule) sarifRule {
	title, help := text(rulebook.Title(r)), text(rulebook.Text(r))
	help.Markdown = text(rulebook.Markdown(r)).Text
	severity := level(r.Severity)
	if severity == "note" {
		severity = "recommendation" // the third word of this property, which code hosts read
	}
	return sarifRule{
		ID: r.ID, ShortDescription: &title, Help: &help,
		DefaultConfiguration: &sarifConfiguration{level(r.Severity)},
		Properties:           &sarifRuleProperties{[]string{r.Perspective, r.Kind}, severity},
	}
}
