package diagnostic

import (
	"io"

	"discussd/critique"
)

// The part of the Reviewdog Diagnostic Format that is written. Columns count bytes
// of UTF-8, ends are exclusive, and paths are no URIs.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
	}
	rdDiagnostic struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
		Severity string     `json:"severity"`
		Code     rdCode     `json:"code"`
	}
	rdLocation struct {
		Path  string   `json:"path"`
		Range *rdRange `json:"range,omitempty"` // none: the whole file
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
	}
)

// RDJSON writes the places of all rounds as one document in the Reviewdog
// Diagnostic Format.
func RDJSON(w io.Writer, base Base, rounds []Round) error {
	result := rdResult{Source: rdSource{"discussd"}, Diagnostics: []rdDiagnostic{}}
	for _, r := range rounds {
		for _, d := range r.Diagnostics() {
			result.Diagnostics = append(result.Diagnostics, rdDiagnostic{
				Message:  d.Message,
				Location: rdLocation{Path: base.path(d.File), Range: d.rdRange()},
				Severity: rdSeverity(d.Severity),
				Code:     rdCode{d.Rule},
			})
		}
	}
	return encode(w, result)
}

func (d Diagnostic) rdRange() *rdRange {
	if d.Line == 0 {
		return nil
	}
	r := rdRange{Start: rdPosition{d.Line, byteColumn(d.Text, d.Column)}}
	if end := byteColumn(d.Text, d.End); end > 0 && r.Start.Column > 0 {
		r.End = &rdPosition{d.Line, end}
	}
	return &r
}

func rdSeverity(s critique.Severity) string {
	switch s {
	case Failed, critique.High:
		return "ERROR"
	case critique.Medium:
		return "WARNING"
	}
	return "INFO"
}
